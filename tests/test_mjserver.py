"""Logs of Debian's mah-jong server: read, replayed, and every kind of forgery named.

The games in `tests/data/records` were played for this project, most by the program's own
players and one, with every option that scores otherwise, by players who like pairs and
honours; what clients ask for is mostly left out of them. One, with scores that are shares of
the limit or less than nothing and without a last round, was stopped after a round.
"""

from __future__ import annotations

import gzip
import json
import lzma
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.__main__ import main
from rulebook.records import ClassicalGame, RecordError, detect, read_bytes, read_file
from rulebook.records.classical import Dangerous, Drew, Formed, Mahjong, Settled, Sheet, Thrown
from rulebook.replay.classical import replay_classical
from rulebook.replay.mismatch import Replayed
from rulebook.replay.options import with_options
from rulebook.replay.reckoning import MOST, as_counted
from rulebook.ruleset import Share
from rulebook.tiles import parse_tile
from tests.book import BOOK
from tests.test_classical import worth

OWN = Path(__file__).parent / "data" / "records"
GAME = (OWN / "game.mjserver").read_text(encoding="utf-8")
KONGS = (OWN / "kongs.mjserver").read_text(encoding="utf-8")
OPTIONS = (OWN / "options.mjserver").read_text(encoding="utf-8")
SHARES = (OWN / "shares.mjserver").read_text(encoding="utf-8")
ROOT = Path(__file__).parents[2]
CASES = Path(os.environ.get("KAMEN_CASES", ROOT / "shared" / "cases")) / "mj-server"

outside = pytest.mark.skipif(not CASES.is_dir(), reason=f"no logs of the server in {CASES}")


def read(text: str) -> ClassicalGame:
    [(_, game)] = read_bytes(text.encode(), "own")
    assert isinstance(game, ClassicalGame), str(game)
    return game


def error(text: str) -> RecordError:
    [(_, found)] = read_bytes(text.encode(), "own")
    assert isinstance(found, RecordError)
    return found


def replayed(game: ClassicalGame, ruleset: str = "bradfield") -> Replayed:
    return replay_classical(game, with_options(BOOK.ruleset(ruleset), game.options))


def kinds(text: str) -> set[str]:
    """What is found to differ in a log."""
    return {one.what for one in replayed(read(text)).mismatches}


# Reading -----------------------------------------------------------------------------


def test_a_log_is_told_from_other_records() -> None:
    assert detect(GAME) == "mj-server"
    assert detect("<cnx1 Connect 1110 1 P1\n>cnx1 ConnectReply 1110 1 \n") == "mj-server"
    assert detect("<mjloggm ver='2.3'/>") == "tenhou"


def test_packed_logs_are_read_too() -> None:
    plain = read(GAME)
    for packed in (gzip.compress(GAME.encode()), lzma.compress(GAME.encode())):
        assert list(read_bytes(packed, "own")) == [("own", plain)]


def test_line_ends_do_not_matter() -> None:
    assert read(GAME.replace("\n", "\r\n")) == read(GAME)


def test_what_a_log_tells() -> None:
    game = read(GAME)
    assert game.options["MahJongScore"] == "10"
    assert game.players == ("1", "P2", "P3", "P4")
    assert [deal.dealer for deal in game.deals] == [0, 0, 1, 2, 3]
    assert [deal.over for deal in game.deals] == [False] * 4 + [True]
    assert [len(hand) for hand in game.deals[2].hands] == [13, 14, 13, 13]
    second = game.deals[1].events
    assert Dangerous(1, 39, False) in second
    sheets = [one for one in second if isinstance(one, Sheet)]
    assert (sheets[0].value, sheets[0].limits) == (1000, (("122k", 100),))
    assert isinstance(second[-1], Settled)
    assert second[-1].liable == 1
    assert sum(second[-1].results) == 0


def test_the_winning_tile_and_its_set() -> None:
    events = read(GAME).deals[1].events
    place = next(place for place, one in enumerate(events) if isinstance(one, Mahjong))
    mahjong, formed = events[place], events[place + 1]
    assert isinstance(mahjong, Mahjong)
    assert isinstance(formed, Formed)
    assert mahjong.source == "discard"
    assert formed.claimed is mahjong.tile


def test_loose_tiles_are_known() -> None:
    loose = [one for one in read(KONGS).deals[0].events if isinstance(one, Drew) and one.loose]
    assert [one.tile for one in loose] == [parse_tile(code) for code in ("1z", "3f", "1z", "1p")]


def test_a_deal_without_end() -> None:
    lines = GAME.split("\n")
    end = max(place for place, line in enumerate(lines) if " Settlement " in line)
    found = error("\n".join(lines[:end]))
    assert (found.what, found.deal) == ("unfinished", 5)


def test_no_options() -> None:
    text = "\n".join(line for line in GAME.split("\n") if "GameOption" not in line)
    assert error(text).what == "no-rules"


@pytest.mark.parametrize("step", [997])
def test_any_damage_is_reported(step: int) -> None:
    """Whatever is cut out: a game, or an error, never an exception."""
    for start in range(0, len(KONGS), step):
        for _, found in read_bytes((KONGS[:start] + KONGS[start + 9 :]).encode(), "own"):
            assert isinstance(found, ClassicalGame | RecordError)
            if isinstance(found, ClassicalGame):
                assert isinstance(replayed(found), Replayed)


def test_the_place_of_the_damage_is_named() -> None:
    found = error(GAME.replace("PlayerAddsToPung 2 WD 32", "PlayerAddsToPung 2 XD 32"))
    assert (found.what, found.deal, found.at) == ("damaged", 3, "PlayerAddsToPung")
    assert GAME.split("\n")[found.line - 1] == ">cnx2 PlayerAddsToPung 2 WD 32"


# Replaying ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "deals", "wins"), [(GAME, 5, 5), (KONGS, 5, 4), (OPTIONS, 9, 4), (SHARES, 6, 6)]
)
def test_own_games_come_out_as_recorded(text: str, deals: int, wins: int) -> None:
    done = replayed(read(text))
    assert done.mismatches == ()
    assert (done.deals, done.wins) == (deals, wins)


def once(old: str, new: str) -> Callable[[str], str]:
    """The first occurrence of a text, which must be there, replaced by another."""

    def forge(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return forge


def without(pattern: str) -> Callable[[str], str]:
    """The text without the first line that matches."""

    def forge(text: str) -> str:
        lines = text.split("\n")
        place = next(place for place, line in enumerate(lines) if re.search(pattern, line))
        return "\n".join(lines[:place] + lines[place + 1 :])

    return forge


FORGERIES: dict[str, tuple[str, Callable[[str], str], set[str]]] = {
    "points of an item": (
        GAME,
        once("(going Mah Jong)", "(flowers and seasons)"),
        {"items"},
    ),
    "another total of points": (GAME, once("total pts", "total pts    1"), {"basic-points"}),
    "a double left out": (GAME, without(r"1 dbl \("), {"items"}),
    "another limit hand": (GAME, once("All Honours", "Heads and Tails"), {"limit-hand"}),
    "a value": (GAME, once("HandScore 3 1000", "HandScore 3 999"), {"points"}),
    "a warning withheld": (GAME, without("DangerousDiscard"), {"danger"}),
    "a false alarm": (
        GAME,
        once(">cnx1 DangerousDiscard 2 39 0", ">cnx1 DangerousDiscard 2 39 1"),
        {"danger"},
    ),
    "no choice denied": (
        KONGS,
        once("DangerousDiscard 2 80 1", "DangerousDiscard 2 80 0"),
        {"danger"},
    ),
    "who let off a cannon": (GAME, once("let off a cannon", "laughs"), {"liable"}),
    "a tile that nobody has": (GAME, once("PlayerDraws 1 ", "PlayerDraws 2 "), {"refused"}),
    "the wrong wall": (
        KONGS,
        once("PlayerDrawsLoose 3 EW", "PlayerDraws 3 EW"),
        {"wall"},
    ),
    "a kong that is none": (
        KONGS,
        once("PlayerDeclaresClosedKong 3 2B", "PlayerDeclaresClosedKong 3 3B"),
        {"refused"},
    ),
    "a chow before a pung": (
        KONGS,
        once(">cnx2 PlayerPungs 2 9C", ">cnx2 PlayerChows 4 9C Upper"),
        {"precedence"},
    ),
    "the end withheld": (GAME, without("GameOver"), {"game-end"}),
    "a round too early": (
        GAME,
        once(">cnx1 NewHand 1 2 14", ">cnx1 NewRound S\n>cnx1 NewHand 1 2 14"),
        {"round"},
    ),
    "a wash-out with tiles left": (
        KONGS,
        lambda text: re.sub(
            r">cnx3 PlayerAddsToPung 1 WD 71.*?(?=>cnx3 WashOut)", "", text, flags=re.S
        ),
        {"wall-left"},
    ),
    "another share of the limit": (SHARES, once("1.5 Limit", "1.25 Limit"), {"limit-hand"}),
    "a share left out": (SHARES, without(r"1\.5 Limit"), {"limit-hand"}),
    "a share that nobody has": (
        SHARES,
        once("SCORE:       16", " 0.5 Limit  150 (own flower)\nSCORE:       16"),
        {"limit-hand"},
    ),
    "points of a share": (SHARES, once("HandScore 2 450", "HandScore 2 300"), {"points"}),
    "points taken off no longer": (SHARES, once("-4 (going", "4 (going"), {"items"}),
    "doubles taken off no longer": (SHARES, once("-1 dbl", "1 dbl"), {"items"}),
    "an end of a game without a last round": (
        SHARES,
        lambda text: text + "\n>cnx1 GameOver\n",
        {"game-end"},
    ),
    "a hand shown after a wash-out": (
        OPTIONS,
        once("PlayerShowsTiles 1 4C SW 2D", "PlayerShowsTiles 1 5C SW 2D"),
        {"shown"},
    ),
    "another pair": (OPTIONS, once("1 dbl (seven pairs)", "2 dbl (seven pairs)"), {"items"}),
    "another dead wall": (
        KONGS,
        lambda text: text.replace("DeadWall16 bool 1020 1 1", "DeadWall16 bool 1020 1 0"),
        {"items", "points", "settlement"},
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_named(name: str) -> None:
    text, forge, expected = FORGERIES[name]
    found = kinds(forge(text))
    assert expected <= found, found
    assert bool(found) is bool(expected), found


_SCORED = {"items", "basic-points", "doubles", "points", "settlement"}
CHANGED: dict[str, tuple[int, set[str]]] = {
    "SevenPairs": (0, {"refused"}),
    "SevenPairsVal": (20, _SCORED),
    "FlowersOwnEach": (0, _SCORED),
    "FlowersOwnBoth": (10_000, _SCORED),
    "LosersPurity": (0, _SCORED),
    "DiscDoubles": (0, {"settlement"}),
    "ConcealedFully": (10_000, _SCORED),
    "ConcealedAlmost": (0, _SCORED),
    "MahJongScore": (20, _SCORED),
    "ScoreLimit": (1000, {"points", "settlement"}),
}


@pytest.mark.parametrize("option", CHANGED)
def test_every_option_decides(option: str) -> None:
    """With the usual value of one option the game comes out otherwise."""
    value, expected = CHANGED[option]
    changed = re.sub(rf"(GameOption 0 {option} \w+ \d+ 1) \d+", rf"\1 {value}", OPTIONS)
    assert kinds(changed) == expected


_SHARED = {"limit-hand", "points", "settlement"}
CHANGED_SHARES: dict[str, tuple[int, set[str]]] = {
    "MahJongScore": (-2, _SCORED - {"doubles"}),
    "FlowersOwnEach": (25_000_000, _SHARED),
    "FlowersOwnBoth": (-150_000_000, _SHARED),
    "ConcealedFully": (10_003, {"limit-hand"}),
    "ConcealedAlmost": (-10_000, _SCORED - {"doubles"}),
    "ScoreLimit": (301, {"points", "settlement"}),
    "NumRounds": (1, {"game-end"}),
}


@pytest.mark.parametrize("option", CHANGED_SHARES)
def test_every_share_decides(option: str) -> None:
    value, expected = CHANGED_SHARES[option]
    changed = re.sub(rf"(GameOption 0 {option} \w+ \d+ 1) -?\d+", rf"\1 {value}", SHARES)
    assert kinds(changed) == expected


def test_what_else_a_share_decides() -> None:
    """With the roof off a share counts only where the option says nothing else."""
    off = SHARES.replace("NoLimit bool 0 1 0", "NoLimit bool 0 1 1")
    assert "limit-hand" in kinds(off)  # of the concealed hand the points and doubles count now


def test_a_settlement_is_worked_out() -> None:
    line = next(line for line in GAME.split("\n") if " Settlement " in line)
    forged = re.sub(r"Settlement (-?\d+)", lambda one: f"Settlement {int(one[1]) + 2}", line)
    assert kinds(GAME.replace(line, forged)) == {"settlement"}


def test_east_keeps_or_passes_the_title() -> None:
    forged = GAME.replace(">cnx2 NewHand 2 1 12", ">cnx2 NewHand 1 1 12")
    assert "title" in {one.what for one in replayed(read(forged)).mismatches}


def test_an_original_call_binds() -> None:
    """The call is made with a discard; after it only drawn tiles may go."""
    game = read(GAME)
    thrown = next(one for one in game.deals[0].events if isinstance(one, Thrown))
    number = thrown.number
    forged = re.sub(rf"(PlayerDiscards \d \S+ {number}) 0", r"\1 1", GAME, count=1)
    [first, *_] = replayed(read(forged)).mismatches
    assert first.what == "refused"
    assert "ready.original-call." in " ".join(first.rules)


def test_mismatches_say_where() -> None:
    forged = GAME.replace("(All Honours)", "(Heads and Tails)")
    [one] = replayed(read(forged)).mismatches
    assert (one.deal, one.recorded, one.found) == (2, ("122l",), ("122k",))
    assert "limit.all-honours" in one.rules


# Options -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("ScoreLimit", "300", {"score.limit": 300, "score.limit-minimum": 300}),
        ("NoLimit", "1", {"score.limit": None}),
        ("MahJongScore", "20", {"score.mahjong-points": 20}),
        ("Flowers", "0", {"tiles.bonus": 0}),
        ("FlowersLoose", "1", {"bonus.replacement": "dead"}),
        ("DeadWall16", "1", {"wall.dead.size": 16, "wall.dead.refilled": False}),
        ("DeadWall16", "0", {"wall.dead.size": 14, "wall.dead.refilled-by": 2}),
        ("DeadWall", "0", {"wall.dead.size": 0, "wall.dead.refilled-by": 1}),
        ("ConcealedFully", "30000", {"score.concealed-hand": 3}),
        ("ConcealedAlmost", "10000", {"score.concealed-discard": 1}),
        ("KongHas3Types", "1", {"kong.claimed.doubles": "concealed"}),
        ("EastDoubles", "0", {"settlement.east-doubles": False}),
        ("LosersSettle", "0", {"settlement.losers": False}),
        ("NumRounds", "1", {"game.rounds": 1}),
        ("MahJongScore", "20015", {"score.mahjong-points": 15, "score.mahjong-doubles": 2}),
        ("SevenPairs", "1", {"hand.seven-pairs": True, "hand.seven-pairs.four-alike": True}),
        ("SevenPairsVal", "10005", {"score.seven-pairs-points": 5, "score.seven-pairs-doubles": 1}),
        ("FlowersOwnEach", "10004", {"score.own-tile-points": 4, "score.own-tile-doubles": 1}),
        ("FlowersOwnBoth", "20", {"score.own-pair-points": 20, "score.own-pair-doubles": 0}),
        ("FlowersBouquet", "30000", {"score.bouquet-points": 0, "score.bouquet-doubles": 3}),
        ("ConcealedFully", "8", {"score.concealed-hand": 0, "score.concealed-hand-points": 8}),
        ("ConcealedAlmost", "8", {"score.concealed-discard-points": 8}),
        ("ScoreLimit", "2147483647", {"score.limit": 2**31 - 1}),
        ("NumRounds", "0", {"game.rounds": None}),
        ("NumRounds", "-1", {"game.rounds": None}),
        ("MahJongScore", "-5", {"score.mahjong-points": -5, "score.mahjong-doubles": 0}),
        (
            "ConcealedFully",
            "-20005",
            {"score.concealed-hand-points": -5, "score.concealed-hand": -2},
        ),
        ("FlowersBouquet", "50000000", {"score.bouquet-points": Share(50)}),
        ("FlowersBouquet", "150030004", {"score.bouquet-points": Share(150)}),
        ("SevenPairsVal", "-1000000", {"score.seven-pairs-points": Share(-1)}),
        ("LosersPurity", "1", {"score.losers-purity": True}),
        ("DiscDoubles", "1", {"settlement.discarder-doubles": True}),
    ],
)
def test_options_are_parameters(option: str, value: str, expected: dict[str, object]) -> None:
    rules = with_options(BOOK.ruleset("bradfield"), {option: value})
    assert {id: rules[id] for id in expected} == expected


@pytest.mark.parametrize(
    ("value", "points", "doubles"),
    [("50030004", 4, 3), ("50030000", 0, 3), ("50000004", 4, 0), ("50000000", Share(50), 0)],
)
def test_with_the_roof_off_a_share_gives_way(value: str, points: int | Share, doubles: int) -> None:
    options = {"FlowersBouquet": value, "NoLimit": "1"}
    rules = with_options(BOOK.ruleset("bradfield"), options)
    assert (rules["score.bouquet-points"], rules["score.bouquet-doubles"]) == (points, doubles)


# What the server makes of large numbers ----------------------------------------------


def counted(bonus: str, **options: int) -> tuple[int, int]:
    """The value of a hand of no sets by the rules, and as the server counts it."""
    told = {name: str(value) for name, value in options.items()}
    rules = with_options(BOOK.ruleset("bradfield"), told)
    score = worth("147m258p369s1347z", bonus=bonus, seat="south", rules=rules)
    return score.value, as_counted(score).value


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (21_474_836, 21_474_836),  # the last of which a hundred times as much fits
        (21_474_837, -21_474_835),
        (43_000_000, 50_327),
    ],
)
def test_the_server_overruns_high_limits(limit: int, expected: int) -> None:
    """It multiplies by the hundredths first; ordinary hands are counted right."""
    options = {"ScoreLimit": limit, "FlowersOwnEach": 100_000_000}
    assert counted("2f", **options) == (limit, expected)
    assert counted("3f", **options) == (4, 4)


def test_the_server_counts_no_further_than_it_can() -> None:
    options = {"ScoreLimit": 2**31 - 1, "FlowersOwnEach": 400_000}
    by_the_rules, by_the_server = counted("2f", **options)
    assert (by_the_rules, by_the_server) == (2**31 - 1, MOST)


def test_a_hand_below_nothing_is_never_settled() -> None:
    """The server takes such a value for that of a hand not counted yet, and waits."""
    cut = SHARES[: SHARES.rindex(">cnx4 Settlement")]
    assert error(cut).what == "unfinished"
    found = error(cut.replace("HandScore 2 16", "HandScore 2 -16"))
    assert (found.what, found.deal) == ("below-nothing", 6)


# The command -------------------------------------------------------------------------


def test_the_command_goes_on_after_a_damaged_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.log"
    broken.write_text(GAME[: len(GAME) // 2], encoding="utf-8")
    with pytest.raises(SystemExit) as done:
        main(["replay", str(broken), str(OWN / "kongs.mjserver"), "--json"])
    assert done.value.code == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["hands"], found["wins"], found["mismatches"]) == (5, 4, [])
    assert [one["what"] for one in found["damaged"]] == ["unfinished"]


# Games of others ---------------------------------------------------------------------


@outside
def test_all_games_of_others_come_out_as_recorded() -> None:
    total = Replayed()
    for path in sorted(CASES.glob("*.log*")):
        for name, game in read_file(path):
            assert isinstance(game, ClassicalGame), (name, str(game))
            total += replayed(game)
    assert total.mismatches == ()
    assert (total.deals, total.wins) == (334, 274)


@outside
def test_the_programs_own_habits_are_needed() -> None:
    """Under Millington's values proper some dangerous discards come out otherwise."""
    differ: Counter[str] = Counter()
    for path in sorted(CASES.glob("a-*.log*")):
        for _, game in read_file(path):
            assert isinstance(game, ClassicalGame)
            differ.update(one.what for one in replayed(game, "millington").mismatches)
    assert set(differ) <= {"danger", "liable", "settlement"}
