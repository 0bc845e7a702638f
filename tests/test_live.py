"""Games that Debian's mah-jong programs play now, replayed: a witness that nobody has prepared.

The server and its players (package `mah-jong`, version 1.11) run on a Unix socket with fixed
seeds and with other options each. Without them the tests are skipped.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulebook.records import ClassicalGame, RecordError, read_bytes, read_file
from rulebook.replay.classical import replay_classical
from rulebook.replay.options import with_options
from tests.book import BOOK

_GAMES = "/usr/games"


def _program(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=_GAMES)


SERVER, PLAYER = _program("mj-server"), _program("mj-player")

pytestmark = pytest.mark.skipif(
    not (SERVER and PLAYER),
    reason="NO LIVE WITNESS: mj-server and mj-player are missing (apt-get install mah-jong)",
)

MILLINGTON = {"KongHas3Types": 1, "DeadWall16": 1, "MahJongScore": 10}

OPTIONS: dict[int, dict[str, int]] = {
    4101: MILLINGTON,
    4102: {},
    4103: {**MILLINGTON, "NoLimit": 1},
    4104: {"EastDoubles": 0, "ScoreLimit": 300, "FlowersLoose": 1},
    4105: {"Flowers": 0, "KongHas3Types": 1},
    4106: {"LosersSettle": 0, "MahJongScore": 20, "NumRounds": 2},
    4107: {**MILLINGTON, "ConcealedFully": 30_000, "ConcealedAlmost": 10_000, "NumRounds": 1},
    4108: {"DeadWall": 0, "NumRounds": 1},
    4109: {"DeadWall": 0, "DeadWall16": 1, "FlowersLoose": 1, "ShowOnWashout": 1, "NumRounds": 1},
    4110: {
        "MahJongScore": 10_012,
        "ConcealedFully": 20_002,
        "ConcealedAlmost": 10_004,
        "FlowersOwnEach": 10_004,
        "FlowersOwnBoth": 20_006,
        "FlowersBouquet": 10_008,
        "LosersPurity": 1,
        "DiscDoubles": 1,
        "SevenPairs": 1,
        "SevenPairsVal": 10_016,
    },
    4111: {"LosersPurity": 1, "ConcealedAlmost": 10_000, "KongHas3Types": 1, "ScoreLimit": 0},
    4112: {"DiscDoubles": 1, "EastDoubles": 0, "LosersSettle": 0, "FlowersOwnEach": 5},
    4113: {"NoLimit": 1, "ScoreLimit": 500, "FlowersOwnBoth": 15, "FlowersBouquet": 40_000},
    4114: {"NumRounds": 5, "ScoreLimit": 2000, "MahJongScore": 0, "ConcealedFully": 0},
    4115: {"Flowers": 0, "FlowersLoose": 1, "DeadWall16": 1, "TimeoutGrace": 0, "NumRounds": 1},
    4116: {
        "MahJongScore": 50_000_000,
        "FlowersOwnEach": 25_010_005,
        "FlowersOwnBoth": 200_000_000,
        "ConcealedAlmost": 75_000_000,
        "ScoreLimit": 333,
    },
    4117: {
        "NoLimit": 1,
        "FlowersOwnEach": 10_000_000,
        "FlowersOwnBoth": 50_010_004,
        "ConcealedFully": 100_000_000,
        "ScoreLimit": 500,
    },
    4118: {"ConcealedFully": -10_009, "FlowersOwnEach": -3, "FlowersOwnBoth": -20_001},
    4119: {"MahJongScore": 9, "FlowersOwnEach": -1_000_000, "ConcealedAlmost": -51_000_010},
    4120: {"ScoreLimit": 43_000_000, "FlowersOwnEach": 100_000_000, "LosersSettle": 0},
    4121: {"ScoreLimit": 2_147_483_647, "FlowersOwnEach": 150_000, "KongHas3Types": 1},
    4122: {"ScoreLimit": -1_294_967_296, "NoLimit": 1, "MahJongScore": 30_000_000},
}
"""The options of each game by its seed; what is not named keeps the server's own value."""

_TYPES = {
    "ScoreLimit": "nat",
    "NumRounds": "nat",
    "TimeoutGrace": "nat",
    "MahJongScore": "score",
    "SevenPairsVal": "score",
    "FlowersOwnEach": "score",
    "FlowersOwnBoth": "score",
    "FlowersBouquet": "score",
    "ConcealedFully": "score",
    "ConcealedAlmost": "score",
}
_SINCE = {
    "KongHas3Types": 1034,
    **dict.fromkeys(("DeadWall16", "DeadWall", "Flowers", "SevenPairs", "SevenPairsVal"), 1020),
}
_PATIENCE = 60
"""Seconds for a game that takes about two."""


def _lines(options: dict[str, int]) -> str:
    """Options as the server reads them."""
    return "".join(
        f"GameOption 0 {name} {_TYPES.get(name, 'bool')} {_SINCE.get(name, 0)} 1 {value} -\n"
        for name, value in {**options, "Timeout": 0}.items()
    ).replace("Timeout bool", "Timeout nat")


@contextmanager
def _running(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that does not outlive the test."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _until(met: bool, started: float, what: str) -> bool:
    """Whether to wait no longer."""
    if not met:
        assert time.monotonic() - started < _PATIENCE, what
        time.sleep(0.02)
    return met


def _play(folder: Path, seed: int, options: dict[str, int], *, end: str = "GameOver") -> Path:
    """Let four of the program's players play a game to its end, or further; the server's log."""
    assert SERVER and PLAYER
    socket, log, wanted = folder / "s", folder / "game.log", folder / "options"
    wanted.write_text(_lines(options), encoding="ascii")
    server = [SERVER, "--server", str(socket), "--seed", str(seed), "--logfile", str(log)]
    server += ["--timeout", "0", "--exit-on-disconnect", "--id-order-seats"]
    with _running(*server, "--option-file", str(wanted)):
        started = time.monotonic()
        while not _until(socket.exists(), started, "the server does not listen"):
            pass
        _seated(folder, 1, started, end)
    return log


def _seated(folder: Path, number: int, started: float, end: str) -> None:
    """Seat the players one after another, and wait for the end once all four sit there."""
    assert PLAYER
    log = folder / "game.log"
    if number > 4:
        while not _until(
            re.search(end.encode(), log.read_bytes(), re.DOTALL) is not None,
            started,
            "the game does not end",
        ):
            pass
        return
    name = f"P{number}"
    command = (PLAYER, "--server", str(folder / "s"), "--id", str(number), "--name", name)
    with _running(*command):
        here = f"ConnectReply 1110 {number}".encode()
        while not _until(log.exists() and here in log.read_bytes(), started, f"no {name}"):
            pass
        _seated(folder, number + 1, started, end)


@pytest.mark.parametrize("seed", OPTIONS)
def test_a_game_played_now_comes_out_as_recorded(seed: int, tmp_path: Path) -> None:
    log = _play(tmp_path, seed, OPTIONS[seed])
    [(_, game)] = read_file(log)
    assert isinstance(game, ClassicalGame), str(game)
    for name, value in OPTIONS[seed].items():
        assert game.options[name] == str(value)
    done = replay_classical(game, with_options(BOOK.ruleset("bradfield"), game.options))
    assert done.mismatches == ()
    rounds = int(game.options["NumRounds"])
    assert done.deals >= 4 * rounds
    assert game.deals[-1].over


def test_a_game_without_rounds_goes_on_and_on(tmp_path: Path) -> None:
    """With no round to play the server never meets the last; after north comes east again."""
    log = _play(tmp_path, 4123, {"NumRounds": 0, "EastDoubles": 0}, end="(NewRound.*){6}")
    text = log.read_text(encoding="ascii")
    [(_, game)] = read_bytes(text[: text.rindex(">", 0, text.rindex(" NewHand "))].encode(), "log")
    assert isinstance(game, ClassicalGame), str(game)
    done = replay_classical(game, with_options(BOOK.ruleset("bradfield"), game.options))
    assert done.mismatches == ()
    assert done.deals == len(game.deals) > 20
    assert not any(deal.over for deal in game.deals)


@pytest.mark.parametrize("options", [{"MahJongScore": -500}, {"ScoreLimit": -1_294_967_296}])
def test_a_hand_below_nothing_is_waited_for_in_vain(
    options: dict[str, int], tmp_path: Path
) -> None:
    """The server counts all four hands and settles none of them."""
    log = _play(tmp_path, 4124, options, end="(HandScore.*){4}SCORE:")
    [(_, found)] = read_file(log)
    assert isinstance(found, RecordError)
    assert (found.what, found.deal) == ("below-nothing", 1)
