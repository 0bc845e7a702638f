"""Replaying records: what was really played passes, each kind of forgery is named."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulebook.commands.replay import rules_of
from rulebook.records import (
    Claimed,
    Deal,
    Discarded,
    Drawn,
    Ended,
    Indicator,
    Kong,
    Options,
    Record,
    RiichiPaid,
    Won,
    read_bytes,
    read_file,
)
from rulebook.records.events import Event
from rulebook.replay.mismatch import Mismatch, Replayed
from rulebook.replay.riichi import replay_game
from rulebook.tiles import parse_tile, parse_tiles
from tests.book import BOOK

ROOT = Path(__file__).parent.parent
OWN = Path(__file__).parent / "data" / "records"
CASES = Path(os.environ.get("KAMEN_CASES", ROOT.parent / "shared" / "cases")) / "tenhou"
TENHOU = BOOK.ruleset("tenhou")


def own_game() -> Record:
    path = OWN / "game.mjlog"
    [(_, record)] = read_bytes(path.read_bytes(), "own")
    assert isinstance(record, Record)
    return record


def replayed(*deals: Deal, ruleset: str = "tenhou") -> Replayed:
    options = Options(True, True, True, 4, "")
    return replay_game(Record("game", "tenhou", options, deals, None), BOOK.ruleset(ruleset))


# What happens, in short --------------------------------------------------------------


def draw(player: int, tile: str, *, replacement: bool = False) -> Drawn:
    return Drawn(player, parse_tile(tile), replacement)


def throw(player: int, tile: str, *, riichi: bool = False) -> Discarded:
    return Discarded(player, parse_tile(tile), False, riichi)


def turn(player: int, drawn: str, thrown: str = "") -> list[Event]:
    """A draw and a discard, of the same tile unless another is named."""
    return [draw(player, drawn), throw(player, thrown or drawn)]


def claim(player: int, kind: Any, tile: str, source: int, own: str) -> Claimed:
    return Claimed(player, kind, parse_tile(tile), source, parse_tiles(own))


def won(player: int, source: int | None, tile: str, **more: Any) -> Won:
    """A win of which nothing but the fact is recorded."""
    known = {"yaku": None, "yakuman": (), "fan": None, "fu": None, "points": None, "limit": None}
    rest = {"deltas": None, "liable": None, "indicators": (), "ura": parse_tiles("1z")}
    return Won(player, source, parse_tile(tile), **{**known, **rest, **more})


def deal(hands: Sequence[str], *events: Event, indicator: str = "4z") -> Deal:
    first, second, third, fourth = map(parse_tiles, hands)
    scores = (25000,) * 4
    shown = parse_tile(indicator)
    return Deal(0, 0, 0, 0, scores, shown, (first, second, third, fourth), events)


WAITING = "123456m789p78s11s"
"""In tenpai for 6s and 9s; riichi with whatever is drawn."""
OTHERS = ("19m147p147s22334z", "28m258p258s44556z", "37m369p369s55677z")


def in_riichi(*events: Event) -> Deal:
    """Player 0 declares riichi with the first discard."""
    start = [draw(0, "9m"), throw(0, "9m", riichi=True), RiichiPaid(0)]
    return deal((WAITING, *OTHERS), *start, *events)


# What was really played --------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.mjlog", "game.json", "game.mjson"])
def test_the_own_game_comes_out_as_recorded(name: str) -> None:
    [(_, record)] = read_file(OWN / name)
    assert isinstance(record, Record)
    found = replay_game(record, TENHOU)
    assert found == Replayed(4, 42, 4, ())


def test_a_double_riichi_with_ippatsu() -> None:
    events = [*turn(1, "2p"), *turn(2, "2p"), *turn(3, "3p"), draw(0, "9s")]
    yaku = (("double-riichi", 2), ("ippatsu", 1), ("menzen-tsumo", 1), ("pinfu", 1))
    end = won(
        0,
        None,
        "9s",
        yaku=yaku,
        fan=5,
        fu=20,
        points=12000,
        limit="mangan",
        deltas=(13000, -4000, -4000, -4000),
    )
    assert replayed(in_riichi(*events, end)).mismatches == ()


# Forgeries -------------------------------------------------------------------------

Forged = Callable[[Deal], Deal]


def changed(place: int, **changes: Any) -> Forged:
    """A deal with one event changed; places are counted from 1."""

    def forge(deal: Deal) -> Deal:
        events = list(deal.events)
        events[place - 1] = replace(events[place - 1], **changes)
        return replace(deal, events=tuple(events))

    return forge


def cut(place: int, *events: Event) -> Forged:
    """A deal that goes on differently from some place on."""
    return lambda deal: replace(deal, events=(*deal.events[: place - 1], *events))


WIN = 31
"""The win that ends the first deal."""

FORGED: dict[str, tuple[Forged, int, str, str]] = {
    "chow from across": (changed(3, player=3), 3, "refused", "claim.chow.from-left"),
    "chow of other tiles": (changed(3, own=parse_tiles("23m")), 3, "refused", "claim.chow.run"),
    "chow of tiles not held": (
        changed(3, own=parse_tiles("56s")),
        3,
        "refused",
        "claim.chow.two-in-hand",
    ),
    "pung without a pair": (changed(7, player=0), 7, "refused", "claim.pung.pair"),
    "kong without three": (changed(18, player=0), 18, "refused", "kong.claimed.three-in-hand"),
    "discard not held": (changed(4, tile=parse_tile("1p")), 4, "refused", "set.table.fixed"),
    "draw out of turn": (changed(5, player=3), 5, "refused", "turn.after-claim.draw"),
    "discard out of turn": (changed(6, player=3), 6, "refused", "turn.start.own-turn"),
    "concealed kong of three": (
        changed(12, tiles=parse_tiles("7777z")),
        12,
        "refused",
        "kong.concealed",
    ),
    "extended kong without a pung": (
        changed(30, tiles=parse_tiles("1111p")),
        30,
        "refused",
        "kong.added",
    ),
    "riichi that leaves no tenpai": (
        changed(23, tile=parse_tile("1m")),
        23,
        "refused",
        "riichi.declare.tenpai",
    ),
    "riichi with an open hand": (
        cut(25, draw(1, "4p"), throw(1, "7z", riichi=True), won(0, 1, "7z")),
        26,
        "refused",
        "riichi.declare.concealed",
    ),
    "win that is incomplete": (changed(WIN, player=2), WIN, "refused", "win.shape.complete"),
    "other yaku": (
        changed(WIN, yaku=(("riichi", 1), ("ippatsu", 1), ("chankan", 1), ("tanyao", 1))),
        WIN,
        "yaku",
        "yaku.pinfu",
    ),
    "other fan": (changed(WIN, fan=5), WIN, "fan", "yaku.pinfu"),
    "other fu": (changed(WIN, fu=40), WIN, "fu", "score.fu.base"),
    "other points": (changed(WIN, points=12000), WIN, "points", "score.value.base"),
    "other deltas": (changed(WIN, deltas=(11600, 0, 0, -11600)), WIN, "scores", "pay"),
    "another pays": (changed(WIN, deltas=(12600, -11600, 0, 0)), WIN, "scores", "pay"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_deal_is_found_out(name: str) -> None:
    forge, action, what, rule = FORGED[name]
    found = replayed(forge(own_game().deals[0]))
    assert_one(found, action, what, rule)


def assert_one(found: Replayed, action: int, what: str, rule: str) -> None:
    """There is one mismatch, there and by that rule."""
    assert len(found.mismatches) == 1, found.mismatches
    [one] = found.mismatches
    assert isinstance(one, Mismatch)
    assert (one.game, one.deal, one.action, one.what) == ("game", 1, action, what), one
    assert any(id.startswith(rule) for id in one.rules), one
    assert one.recorded != one.found


PASSED = [*turn(1, "6s"), *turn(2, "2p"), *turn(3, "3p")]
KONG = deal(
    ("111m234m567p88p99s", *OTHERS),
    *[draw(0, "1z"), throw(0, "1z", riichi=True), RiichiPaid(0)],
    *[*turn(1, "2p"), *turn(2, "2p"), *turn(3, "3p"), draw(0, "1m")],
    Kong(0, "concealed-kong", parse_tiles("1111m")),
    Indicator(parse_tile("2z")),
    draw(0, "9s", replacement=True),
    won(0, None, "9s"),
)
BROKEN: dict[str, tuple[Deal, int, str, str]] = {
    "another tile thrown in riichi": (
        in_riichi(*turn(1, "2p"), *turn(2, "2p"), *turn(3, "3p"), *turn(0, "3p", "1m")),
        11,
        "refused",
        "riichi.bound",
    ),
    "a second riichi": (
        in_riichi(
            *[*turn(1, "2p"), *turn(2, "2p"), *turn(3, "3p")],
            *[draw(0, "3p"), throw(0, "3p", riichi=True), won(1, 0, "3p")],
        ),
        11,
        "refused",
        "riichi.declare",
    ),
    "ron after a pass in riichi": (
        in_riichi(*PASSED, *turn(0, "2z"), *turn(1, "9s"), won(0, 1, "9s")),
        14,
        "refused",
        "furiten.passed.barred",
    ),
    "ron in temporary furiten": (
        deal(
            (WAITING, *OTHERS),
            *[*turn(0, "5z"), *turn(1, "6s"), *turn(2, "9s"), won(0, 2, "9s")],
        ),
        7,
        "refused",
        "furiten.passed.barred",
    ),
    "ron on an own discard": (
        deal(
            (WAITING, *OTHERS),
            *[draw(0, "9s"), throw(0, "9s"), *turn(1, "6s"), won(0, 1, "6s")],
        ),
        5,
        "refused",
        "furiten.own.discards",
    ),
    "a chow in riichi": (
        in_riichi(
            *[*turn(1, "2p"), *turn(2, "2p"), *turn(3, "6p")],
            *[claim(0, "chow", "6p", 3, "78p"), throw(0, "9p"), won(1, 0, "9p")],
        ),
        10,
        "refused",
        "kong.ready.only-concealed",
    ),
    "swap-calling": (
        deal(
            ("234456m78s112233z", *OTHERS),
            *[*turn(0, "5z"), *turn(1, "6p"), *turn(2, "2p"), *turn(3, "1m")],
            *[claim(0, "chow", "1m", 3, "23m"), throw(0, "4m"), won(1, 0, "4m")],
        ),
        10,
        "refused",
        "claim.swap.other-end",
    ),
    "a win without a yaku": (
        deal(
            ("123456m789p46s11s", *OTHERS),
            *[*turn(0, "5z"), *turn(1, "5s"), won(0, 1, "5s")],
        ),
        5,
        "refused",
        "win.shape.yaku",
    ),
    "nine tiles that are eight": (
        deal((WAITING, *OTHERS), draw(0, "9m"), Ended("nine-tiles", (0,), (0, 0, 0, 0))),
        2,
        "refused",
        "end.abort.nine-tiles",
    ),
    "a win on another tile": (
        deal(("123456m789p78s11s", *OTHERS), *turn(0, "1s"), won(1, 0, "1s")),
        3,
        "refused",
        "win.shape.complete",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_found_out(name: str) -> None:
    forged, action, what, rule = BROKEN[name]
    assert_one(replayed(forged), action, what, rule)


def test_kongs_in_riichi() -> None:
    """A kong that changes the wait is found out; with the wait unchanged it is none."""
    assert replayed(KONG).mismatches == ()
    hand = parse_tiles("11123m567p88p999s")
    others = KONG.hands[1:]
    changes = replace(KONG, hands=(hand, *others))
    assert_one(replayed(changes), 11, "refused", "kong.ready.same-waits")


ONE_TENPAI = (3000, -1000, -1000, -1000)
TWO_TENPAI = (1500, 1500, -1500, -1500)


def test_a_wall_that_is_not_used_up() -> None:
    early = deal((WAITING, *OTHERS), *turn(0, "8p"), Ended("wall", (0,), ONE_TENPAI))
    [one] = replayed(early).mismatches
    assert (one.what, one.recorded, one.found) == ("wall-left", 0, 69)


def test_tenpai_that_is_none() -> None:
    early = deal((WAITING, *OTHERS), *turn(0, "8p"), Ended("wall", (0, 1), TWO_TENPAI))
    assert [one.what for one in replayed(early).mismatches] == ["wall-left", "tenpai", "scores"]


def test_what_cannot_be_replayed_is_said() -> None:
    hidden = deal((WAITING, *OTHERS), *turn(0, "9m"), won(1, 0, "9m"))
    hidden = replace(hidden, hands=(hidden.hands[0], None, *hidden.hands[2:]))
    assert [one.what for one in replayed(hidden).mismatches] == ["hidden-hands"]
    late = deal((WAITING, *OTHERS), throw(0, "9m"), won(1, 0, "9m"))
    assert [one.what for one in replayed(late).mismatches] == ["no-first-draw"]


def test_later_deals_are_replayed_after_a_forged_one() -> None:
    first, *rest = own_game().deals
    forged = changed(3, player=3)(first)
    found = replayed(forged, *rest)
    assert (found.deals, len(found.mismatches), found.mismatches[0].deal) == (4, 1, 1)
    found = replayed(first, forged, *rest)
    assert [(one.deal, one.action) for one in found.mismatches] == [(2, 3)]


# The command -----------------------------------------------------------------------


def command(*words: str | Path) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "rulebook", "replay", *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def forged_file(folder: Path) -> Path:
    """The own game with other minipoints in the first win."""
    text = (OWN / "game.json").read_text(encoding="utf-8")
    path = folder / "forged.json"
    path.write_text(text.replace("30符4飜11600点", "40符4飜11600点", 1), encoding="utf-8")
    return path


def test_everything_right(tmp_path: Path) -> None:
    packed = tmp_path / "game.json.gz"
    packed.write_bytes(gzip.compress((OWN / "game.json").read_bytes()))
    code, out, err = command("--json", OWN / "game.mjlog", packed)
    assert (code, err) == (0, "")
    assert json.loads(out) == {"files": 2, "hands": 8, "actions": 84, "wins": 8, "mismatches": []}


def test_a_damaged_file_is_reported_and_the_next_is_read(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.mjlog"
    damaged.write_text((OWN / "game.mjlog").read_text(encoding="utf-8")[:900], encoding="utf-8")
    code, out, err = command("--json", damaged, OWN / "game.mjson")
    found = json.loads(out)
    assert code == 1
    assert (found["files"], found["hands"], found["mismatches"]) == (2, 4, [])
    [one] = found["damaged"]
    assert one["file"] == str(damaged) and one["what"] and one["message"]
    code, out, err = command("--lang", "cs", damaged, OWN / "game.mjson")
    assert code == 1
    assert str(damaged) in err and "game.mjson" in out


def test_mismatches_are_told(tmp_path: Path) -> None:
    path = forged_file(tmp_path)
    code, out, _ = command("--json", path, OWN / "game.json")
    found = json.loads(out)
    assert code == 1
    [one] = found["mismatches"]
    assert set(one) == {"game", "hand", "action", "what", "recorded", "found", "rules"}
    assert (one["hand"], one["action"], one["what"]) == (1, WIN, "fu")
    assert (one["recorded"], one["found"]) == (40, 30)
    assert "score.fu.base" in one["rules"]
    for lang in ("en", "cs"):
        code, out, _ = command("--lang", lang, path)
        assert code == 1
        assert "40" in out and "score.fu.base" in out


def test_wrong_usage(tmp_path: Path) -> None:
    assert command(tmp_path / "none")[0] == 2
    assert command()[0] == 2
    assert command("--ruleset", "tenhuo", OWN / "game.json")[0] == 2
    assert command("--format", "chess", OWN / "game.json")[0] == 2


# Games of others -------------------------------------------------------------------


@pytest.mark.skipif(not CASES.is_dir(), reason="no recorded games here")
@pytest.mark.parametrize(
    ("file", "games"),
    [("games.jsonl.xz", 61), ("tenhou6.jsonl", 6), ("mjai-game.jsonl.xz", 1)],
)
def test_games_of_others_come_out_as_recorded(file: str, games: int) -> None:
    number = 0
    for _, record in read_file(CASES / file):
        assert isinstance(record, Record), str(record)
        found = replay_game(record, rules_of(BOOK, record, None))
        assert found.mismatches == ()
        assert found.deals == len(record.deals)
        number += 1
    assert number == games
