"""The classical game: points, doubles, limit hands and settlements.

The examples are those of the fact sheet, by its numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.actions import Action, ActionKind
from rulebook.classical.doubles import DOUBLES
from rulebook.classical.form import read_hand, write_score
from rulebook.classical.hand import Hand
from rulebook.classical.limits import LIMITS, near_misses
from rulebook.classical.payments import Deal, payments
from rulebook.classical.points import POINT_RULES
from rulebook.classical.score import Score, lesser_value, score
from rulebook.classical.settle import settle
from rulebook.effects import Counted, Pay
from rulebook.engine import judge
from rulebook.faults import HandError
from rulebook.frozen import replace
from rulebook.load import parse_value
from rulebook.ruleset import RuleSet, Share
from rulebook.state import (
    Discard,
    Discarded,
    Drew,
    Event,
    Fault,
    Meld,
    MeldKind,
    Over,
    Player,
    Position,
    Wall,
    Won,
)
from rulebook.tiles import KINDS, Seat, Tile, format_tiles, parse_tile, parse_tiles
from tests.book import BOOK

RULES = BOOK.ruleset("millington")


def varied(changes: dict[str, str]) -> RuleSet:
    """Millington's rules with some parameters changed."""
    params = {id: parse_value(BOOK.params[id], text) for id, text in changes.items()}
    return RULES.misread(params=params)


def meld(text: str) -> dict[str, object]:
    """A set on the table: its kind, its tiles, and `!` if it is not marked."""
    kind, tiles = text.rstrip("!").split()
    return {"kind": kind, "tiles": tiles, "marked": not text.endswith("!")}


def hand(concealed: str, *melds: str, **more: Any) -> Hand:
    """A hand as `rulebook score` reads it."""
    return read_hand({"hand": concealed, "melds": list(map(meld, melds)), **more})


def worth(concealed: str, *melds: str, rules: RuleSet = RULES, **more: Any) -> Score:
    return score(hand(concealed, *melds, **more), rules)


def ids(found: Score) -> list[str]:
    return [id for id, _ in found.double_items]


def codes(concealed: str, *melds: str, **more: Any) -> list[str]:
    """What is wrong with a hand."""
    with pytest.raises(HandError) as error:
        worth(concealed, *melds, **more)
    return [fault.code for fault in error.value.faults]


# The hands of the examples --------------------------------------------------------

Case = tuple[str, tuple[str, ...], dict[str, Any], tuple[int, int, int]]
"""Concealed tiles, sets, circumstances; points, doubles and value."""

SOUTH, WEST, NORTH = {"seat": "south"}, {"seat": "west"}, {"seat": "north"}
DRAWN, LOOSE, ROBBED = {"by": "self-draw"}, {"by": "replacement"}, {"by": "robbed-kong"}

HIDDEN_TEN = "666m444z789s5p"
TREASURE = "555s555z222p9s"

EXAMPLES: dict[str, Case] = {
    "3.9-west": (
        "333z34s77z",
        ("pung 999p", "claimed-kong 3333m"),
        WEST | {"win": "2s", "bonus": "7f1f"},
        (40, 1, 80),
    ),
    "3.9-east": ("123m456p79s55z", ("concealed-kong 1111z",), {}, (34, 2, 136)),
    "3.9-south": ("123m456p79s13z", ("pung 555p",), SOUTH | {"bonus": "2f6f"}, (10, 1, 20)),
    "3.9-north": ("234m4679s666z", ("extended-kong 1111m",), NORTH, (24, 1, 48)),
    "X01-winner": ("123m23444p67s", ("pung 222z",), SOUTH | {"win": "8s"}, (14, 1, 28)),
    "X01-claimed": ("13579m13579p", ("claimed-kong 5555s",), WEST, (8, 0, 8)),
    "X04-pung": ("13579m1357p1s", ("pung 777m",), NORTH, (2, 0, 2)),
    "X04-extended": ("1359m13579p1s", ("extended-kong 7777m",), NORTH, (8, 0, 8)),
    "X06-declared": ("13579m13579p", ("concealed-kong 6666z",), SOUTH, (32, 1, 64)),
    "X07-kept": ("1357m13579p6666z", (), SOUTH, (8, 1, 16)),
    "X08-not-marked": ("13579m13579p", ("concealed-kong 6666z!",), SOUTH, (16, 1, 32)),
    "X09": ("222m666s1357p", ("claimed-kong 8888p",), SOUTH, (16, 1, 32)),
    "X09-not-marked": ("222m666s1357p", ("claimed-kong 8888p!",), SOUTH, (16, 0, 16)),
    "X10": (HIDDEN_TEN, ("claimed-kong 2222s",), SOUTH | DRAWN | {"win": "5p"}, (36, 2, 144)),
    "X10-not-marked": (
        HIDDEN_TEN,
        ("claimed-kong 2222s!",),
        SOUTH | DRAWN | {"win": "5p"},
        (36, 0, 36),
    ),
    "X11": (TREASURE, ("claimed-kong 4444m",), NORTH | DRAWN | {"win": "9s"}, (42, 4, 1000)),
    "X11-not-marked": (
        TREASURE,
        ("claimed-kong 4444m!",),
        NORTH | DRAWN | {"win": "9s"},
        (42, 3, 336),
    ),
    "X12-extended": ("999s111z2468m", ("extended-kong 3333p",), WEST, (24, 1, 48)),
    "X12-claimed": ("999s111z2468m", ("claimed-kong 3333p",), WEST, (24, 2, 96)),
    "X15": (
        "67s22p",
        ("pung 111z", "concealed-kong 8888m", "chow 123m"),
        DRAWN | {"win": "5s", "bonus": "7f"},
        (36, 2, 144),
    ),
    "X16": (
        "67s22p",
        ("pung 111z", "concealed-kong 8888m", "chow 123m"),
        LOOSE | {"win": "5s"},
        (30, 3, 240),
    ),
    "X17": (
        "23456m99s",
        ("concealed-kong 2222z", "concealed-kong 4444s"),
        SOUTH | LOOSE | {"win": "1m", "kong_chain": 2},
        (58, 3, 1000),
    ),
    "X18": (
        "678m44z57s",
        ("pung 111m", "chow 234p"),
        NORTH | ROBBED | {"win": "6s"},
        (18, 1, 36),
    ),
    "X19": (
        "678m44z13s",
        ("pung 111m", "chow 234p"),
        NORTH | ROBBED | {"win": "2s"},
        (18, 1, 1000),
    ),
    "X20-winner": ("123456s234p78m66p", (), NORTH | {"win": "9m"}, (10, 1, 20)),
    "X20-loser": ("999m1357p13579s1z", (), WEST, (8, 0, 8)),
    "X21-loser": ("555z1357m13579p1s", (), {}, (8, 1, 16)),
    "X22": ("19m19p19s1234566z", (), WEST | ROBBED | {"win": "7z"}, (10, 2, 1000)),
    "X23": (
        "34s55m",
        ("pung 777z", "pung 666z", "pung 555z"),
        WEST | DRAWN | {"win": "5s"},
        (24, 5, 768),
    ),
    "X24-east": (
        "1357p",
        ("concealed-kong 1111z", "concealed-kong 7777z", "concealed-kong 1111m"),
        {},
        (96, 4, 1000),
    ),
    "X24-south": (
        "234567m68s66z",
        ("pung 777p",),
        SOUTH | {"win": "7s", "bonus": "1f"},
        (20, 0, 20),
    ),
    "X29": (
        "23s88m",
        ("concealed-kong 6666p", "pung 333m", "chow 456s"),
        WEST | LOOSE | {"win": "1s", "last_tile": True},
        (28, 1, 56),
    ),
    "X31": ("13579m13579s", ("concealed-kong 2222p",), WEST, (16, 0, 16)),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_hand(name: str) -> None:
    concealed, melds, more, expected = EXAMPLES[name]
    found = worth(concealed, *melds, **more)
    assert (found.points, found.doubles, found.value) == expected


HOUSE_RULES = [
    ("X16", {"score.loose-wall-points": "yes"}, 256),
    ("X29", {"score.loose-and-last": "yes"}, 112),
    ("X09", {"kong.claimed.doubles": "exposed"}, 16),
    ("X10", {"score.concealed-hand": "3"}, 576),
    ("X18", {"score.mahjong-points": "20"}, 56),
    ("X24-east", {"score.limit": "none"}, 1536),
    ("X24-east", {"score.limit": "300"}, 300),
    ("X11", {"score.limit": "none"}, 1000),
    ("X11", {"score.limit": "none", "score.limit-minimum": "500"}, 672),
    ("X17", {"score.limit": "500"}, 500),
]


@pytest.mark.parametrize("name, changes, value", HOUSE_RULES)
def test_house_rules(name: str, changes: dict[str, str], value: int) -> None:
    concealed, melds, more, _ = EXAMPLES[name]
    assert worth(concealed, *melds, **more, rules=varied(changes)).value == value


@pytest.mark.parametrize("doubles", [0, 2])
def test_ones_and_nines_with_the_roof_off(doubles: int) -> None:
    off = varied({"score.limit": "none", "score.roof-off-terminals": str(doubles)})
    more = {"win": "9p", "seat": "south"}
    found = worth("99m99p", "pung 111m", "pung 111s", "pung 999s", **more, rules=off)
    assert found.doubles == 2 + doubles  # no chows, all majors
    with_limit = varied({"score.roof-off-terminals": str(doubles)})
    found = worth("99m99p", "pung 111m", "pung 111s", "pung 999s", **more, rules=with_limit)
    assert (found.doubles, found.limit_hand) == (2, "122l-heads-and-tails")


PAIRS = {"hand.seven-pairs": "yes", "score.seven-pairs-points": "20"}


def test_seven_pairs_where_they_are_a_hand() -> None:
    tiles = ("2299m1155p33s447z", {"win": "7z", "seat": "west"})
    found = worth(tiles[0], **tiles[1], rules=varied(PAIRS))
    # mahjong 10, seven pairs 20, a pair of dragons 2; no place, no eyes, no sets to double
    assert (found.points, ids(found)) == (32, [])
    assert codes(tiles[0], **tiles[1]) == ["incomplete"]
    doubled = varied({**PAIRS, "score.seven-pairs-doubles": "2"})
    drawn = worth(tiles[0], **tiles[1], by="self-draw", rules=doubled)
    assert (drawn.points, drawn.doubles) == (34, 3)


def test_pairs_are_of_one_suit_or_of_majors_like_other_hands() -> None:
    suit = worth("1133557799m446m", win="6m", rules=varied({**PAIRS, "score.limit": "none"}))
    assert suit.double_items == (("117e-one-suit", 3),)
    majors = worth("1199m1199p1199s1z", win="1z", rules=varied(PAIRS))
    assert ids(majors) == ["117f-all-majors"]


def test_four_equal_tiles_as_two_pairs() -> None:
    four = varied({**PAIRS, "hand.seven-pairs.four-alike": "yes"})
    found = worth("222299m1155p33s4z", win="4z", seat="west", rules=four)
    assert [item.id for item in found.items] == ["115a-mahjong", "house-seven-pairs"]
    shown = ["22m", "22m", "99m", "11p", "55p", "33s", "44z"]
    same = worth("222299m1155p33s4z", win="4z", seat="west", grouping=shown, rules=four)
    assert same.value == found.value
    with pytest.raises(HandError):
        worth("222299m1155p33s4z", win="4z", seat="west", rules=varied(PAIRS))


def test_the_dearer_of_pairs_and_chows_counts() -> None:
    tiles = ("112233m44p67788s", {"win": "6s", "seat": "west"})
    assert worth(tiles[0], **tiles[1], rules=varied(PAIRS)).points == 30
    assert ids(worth(tiles[0], **tiles[1])) == ["117a-no-score"]


BONUS = [
    ("2f", {}, {"score.own-tile-points": "5"}, (9, 0)),
    ("2f6f", {}, {"score.own-tile-points": "5", "score.own-tile-doubles": "1"}, (18, 3)),
    ("2f6f", {}, {"score.own-pair-points": "7", "score.own-pair-doubles": "0"}, (15, 0)),
    ("1234f", {}, {"score.bouquet-points": "6", "score.bouquet-doubles": "2"}, (22, 2)),
    ("5678f", {}, {"score.bouquet-points": "6"}, (22, 1)),
    ("1f7f", {}, {"score.own-tile-points": "5", "score.bouquet-doubles": "3"}, (8, 0)),
]


@pytest.mark.parametrize("bonus, more, changes, expected", BONUS)
def test_bonus_tiles_by_house_rules(
    bonus: str, more: dict[str, Any], changes: dict[str, str], expected: tuple[int, int]
) -> None:
    found = worth("147m258p369s1347z", bonus=bonus, seat="south", rules=varied(changes), **more)
    assert (found.points, found.doubles) == expected


SHARES = [
    ("four flowers", {"score.bouquet-points": "50%"}, 500, ["116b-four-flowers"]),
    ("both", {"score.bouquet-points": "50%", "score.own-tile-points": "20%"}, 500, None),
    ("of another limit", {"score.bouquet-points": "50%", "score.limit": "333"}, 166, None),
    ("more than a limit", {"score.bouquet-points": "150%"}, 1500, None),
    ("other flowers", {"score.own-pair-points": "50%"}, 32, []),
    ("a winner's", {"score.mahjong-points": "100%"}, 32, []),
    ("roof off", {"score.bouquet-points": "50%", "score.limit": "none"}, 500, None),
    (
        "roof off, a low least value",
        {"score.bouquet-points": "3%", "score.limit": "none", "score.limit-minimum": "1000"},
        32,
        ["116b-four-flowers"],
    ),
]


@pytest.mark.parametrize("name, changes, value, shared", SHARES)
def test_shares_of_the_limit(
    name: str, changes: dict[str, str], value: int, shared: list[str] | None
) -> None:
    found = worth("147m258p369s1347z", bonus="1234f", seat="south", rules=varied(changes))
    assert found.value == value, name
    assert shared is None or [one.id for one in found.shares] == shared


def test_a_share_and_a_special_hand() -> None:
    """The larger of them counts, and the natural value neither raises nor lowers it."""
    concealed, melds, more, _ = EXAMPLES["X11"]
    for share, value in (("50%", 1000), ("100%", 1000), ("120%", 1200)):
        found = worth(concealed, *melds, **more, rules=varied({"score.mahjong-points": share}))
        assert (found.value, bool(found.limit_hands)) == (value, True)
        assert found.house_share == (120 if value > 1000 else 0)


def test_a_share_above_the_limit_is_paid() -> None:
    rules = varied({"score.bouquet-points": "150%", "settlement.losers": "no"})
    deal = {"east": 8, "SOUTH": 1500, "west": 4, "north": 0}
    assert settled(deal, rules)["totals"] == {
        "east": -3000,
        "south": 6000,
        "west": -1500,
        "north": -1500,
    }


def test_points_doubles_and_shares_below_nothing() -> None:
    """Programs have them as options: points are taken off, doubles and shares change nothing."""
    params = {"score.own-tile-points": -3, "score.own-tile-doubles": -1}
    rules = RULES.misread(params={**params, "score.bouquet-points": Share(-50)})
    found = worth("147m258p369s1347z", bonus="2f", seat="south", rules=rules)
    assert (found.points, found.doubles, found.value) == (1, -1, 1)
    found = worth("147m258p369s1347z", bonus="5678f", seat="west", rules=rules)
    assert (found.points, found.doubles, found.value) == (13, 0, 13)


def test_points_and_doubles_for_going_out_and_for_concealed_hands() -> None:
    changes = {
        "score.mahjong-doubles": "1",
        "score.concealed-hand-points": "8",
        "score.concealed-discard-points": "4",
        "score.concealed-discard": "1",
    }
    tiles = ("123m234p789s3z666m", {"win": "3z", "seat": "south"})
    drawn = worth(tiles[0], **tiles[1], by="self-draw", rules=varied(changes))
    plain = worth(tiles[0], **tiles[1], by="self-draw")
    assert (drawn.points, drawn.doubles) == (plain.points + 8, plain.doubles + 1)
    given, plain = worth(tiles[0], **tiles[1], rules=varied(changes)), worth(tiles[0], **tiles[1])
    assert (given.points, given.doubles) == (plain.points + 4, plain.doubles + 2)


def test_a_claimed_kong_is_exposed_up_to_the_last_tile() -> None:
    rules = varied({"score.concealed-discard": "1"})
    tiles = ("123m234p3z666m", "claimed-kong 2222s")
    assert ids(worth(*tiles, win="3z", seat="south", rules=rules)) == []
    assert ids(worth(*tiles, win="3z", seat="south", by="self-draw")) == ["117c-concealed-hand"]


LOSERS = [
    ("1234456789m112z", [], ["117d-one-suit-with-honours"]),
    ("1234456789m112m", [], ["117e-one-suit"]),
    ("1199m1199p1199s3z", [], ["117f-all-majors"]),
    ("1133445566772z", [], ["117f-all-majors", "117g-all-honours"]),
    ("1199m1199p19s", ["pung 111s"], ["117f-all-majors", "house-terminals"]),
    ("1234456789m112p", [], []),
    ("3z", ["pung 111m", "pung 999p", "pung 111s", "chow 123m"], []),
]


@pytest.mark.parametrize("concealed, melds, expected", LOSERS)
def test_pure_hands_of_losers(concealed: str, melds: list[str], expected: list[str]) -> None:
    house = varied({"score.losers-purity": "yes", "score.roof-off-terminals": "2"})
    assert ids(worth(concealed, *melds, seat="west", round="south", rules=house)) == expected
    assert ids(worth(concealed, *melds, seat="west", round="south")) == []


def test_concealed_hands_of_losers() -> None:
    values = {"score.losers-purity": "yes", "score.concealed-discard": "1"}
    house = varied({**values, "score.concealed-discard-points": "4"})
    found = worth("147m258p369s1347z", seat="south", rules=house)
    assert (found.points, ids(found)) == (4, ["117c-concealed-hand"])
    assert not worth("147m258p369s2z", "pung 333z", seat="south", rules=house).doubles
    kong = worth("147m258p369s2z", "claimed-kong 3333z", seat="south", rules=house)
    assert ids(kong) == ["117c-concealed-hand"]


# Points and doubles one by one ----------------------------------------------------


def test_items_in_the_order_of_the_sheet() -> None:
    found = worth(*EXAMPLES["3.9-west"][:1], *EXAMPLES["3.9-west"][1], **EXAMPLES["3.9-west"][2])
    assert [(item.id, item.points, format_tiles(item.tiles)) for item in found.items] == [
        ("114c-pung", 4, "999p"),
        ("114d-kong", 8, "3333m"),
        ("114c-pung", 8, "333z"),
        ("114e-pair", 2, "77z"),
        ("114a-bonus", 8, "17f"),
        ("115a-mahjong", 10, ""),
    ]


@pytest.mark.parametrize(
    "kind, minor, major",
    [
        ("chow", 0, 0),
        ("pung", 2, 4),
        ("claimed-kong", 8, 16),
        ("extended-kong", 8, 16),
        ("concealed-kong", 16, 32),
    ],
)
def test_sets_on_the_table(kind: str, minor: int, major: int) -> None:
    low, high = ("234m", "789m") if kind == "chow" else ("222m", "999m")
    if "kong" in kind:
        low, high = low + "2m", high + "9m"
    for tiles, points in ((low, minor), (high, major)):
        text = format_tiles(parse_tiles(tiles))
        assert worth("13579p13579s", f"{kind} {text}").points == points


@pytest.mark.parametrize("seat, round, points", [("east", "east", 4), ("east", "south", 2)])
def test_pair_of_winds(seat: str, round: str, points: int) -> None:
    assert worth("11z13579m13579p1s", seat=seat, round=round).points == points
    assert worth("11z13579m13579p1s", seat="south", round="east").points == 2
    assert worth("11z13579m13579p1s", seat="south", round="west").points == 0


def test_a_loser_scores_several_pairs() -> None:
    assert worth("115566z13579m13p").points == 4 + 2 + 2


@pytest.mark.parametrize(
    "bonus, expected",
    [
        ("1f5f", ["116a-own-bonus"]),
        ("1f", []),
        ("1234f", ["116b-four-flowers"]),
        ("5678f", ["116b-four-seasons"]),
        ("12345678f", ["116a-own-bonus", "116b-four-flowers", "116b-four-seasons"]),
    ],
)
def test_bonus_tiles(bonus: str, expected: list[str]) -> None:
    found = worth("13579m13579p13s1z", bonus=bonus)
    assert (found.points, ids(found)) == (4 * len(bonus.replace("f", "")), expected)


@pytest.mark.parametrize(
    "tiles, doubles",
    [
        ("555666z77z13579m", 3),  # two sets, little three dragons
        ("555666777z1357m", 6),  # three sets, big three dragons, three concealed
        ("222333444z11z13m", 2 + 1 + 1),  # own wind as South, west: none; three sets, pair
        ("111222333444z1m", 1 + 1 + 2 + 1),
    ],
)
def test_dragons_and_winds(tiles: str, doubles: int) -> None:
    found = worth(tiles, seat="south", round="north" if doubles == 4 else "east")
    assert found.doubles == doubles


def item_ids(found: Score) -> list[str]:
    """What is earned by going out, apart from the points for mahjong."""
    return [item.id for item in found.items if item.id[:3] == "115"][1:]


def test_fishing_the_eyes() -> None:
    minor, major = ("123456s234789m5p", "5p"), ("123456s234789m3z", "3z")
    assert item_ids(worth(*minor[:1], win="5p")) == ["115c-only-place", "115d-fishing-eyes"]
    for (tiles, win), points in ((minor, 2), (major, 4)):
        assert worth(tiles, win=win).items[-1].points == points


def test_a_discard_fishes_only_if_taken_for_the_pair() -> None:
    tiles, win = "123456s789m3455p", "5p"  # the pair of 345, or the chow beside 55
    assert item_ids(worth(tiles, win=win)) == ["115d-fishing-eyes"]
    assert worth(tiles, win=win, win_as="pair").points == 12
    assert item_ids(worth(tiles, win=win, win_as="chow")) == []
    assert item_ids(worth(tiles, win=win, by="self-draw")) == ["115b-wall", "115d-fishing-eyes"]
    # drawn, the pair need only be of the same tile
    drawn = worth(tiles, win=win, by="self-draw", win_as="chow")
    assert item_ids(drawn) == ["115b-wall", "115d-fishing-eyes"]


def test_a_pung_that_a_discard_completes_is_exposed() -> None:
    tiles = "123456s789m22p99s"
    assert worth(tiles, win="2p").items[0].points == 2
    assert worth(tiles, win="2p", by="self-draw").items[0].points == 4
    assert worth(tiles, win="9s").items[0].points == 4


def test_only_place() -> None:
    closed, two_sided = "123456s789m46p22z", "123456s789m45p22z"
    only = ["115c-only-place"]
    assert item_ids(worth(closed, win="5p", seat="west")) == only
    assert item_ids(worth(two_sided, win="6p", seat="west")) == []
    assert item_ids(worth(two_sided, win="6p", seat="west", visible="3333p")) == only
    assert item_ids(worth(two_sided, win="6p", seat="west", visible="333p")) == []
    assert item_ids(worth(closed, win="5p", seat="west", visible="5555p")) == only


def test_only_place_with_copies_of_ones_own() -> None:
    # 777s and 9s wait for 9s and 8s, and hidden copies do not matter
    assert item_ids(worth("7779s123m123456p", win="9s")) == ["115d-fishing-eyes"]
    # a kong of one's own lies open: only 5p is left for 34p
    kong = worth("34p123m99s", "concealed-kong 2222p", "chow 456s", win="5p")
    assert item_ids(kong) == ["115c-only-place"]


def test_only_place_as_stated() -> None:
    tiles = ("34p123m99s", "pung 111m", "chow 456s")
    assert worth(*tiles, win="5p").points == 14
    assert worth(*tiles, win="5p", only_place=True).points == 16


FEW = ("45p22z", "pung 444m", "pung 666s", "chow 789m")
"""A hand without any double of its own for West."""

DOUBLED: list[tuple[list[str], tuple[str, ...], dict[str, Any]]] = [
    (["117a-no-score"], ("123456s789m45p22z",), WEST | {"win": "6p"}),
    ([], ("123456s789m45p22z",), SOUTH | {"win": "6p"}),
    (
        ["117a-no-score", "117c-concealed-hand"],
        ("123456s789m45p22z",),
        WEST | DRAWN | {"win": "6p"},
    ),
    (["117b-no-chows"], ("33m22z", "pung 444p", "pung 666s", "pung 777p"), WEST | {"win": "3m"}),
    (
        ["116k-three-concealed", "117b-no-chows"],
        ("22m444p666s55z", "pung 888p"),
        DRAWN | {"win": "2m"},
    ),
    (["117b-no-chows"], ("22m444p666s55z", "pung 888p"), {"win": "2m"}),
    (
        ["117d-one-suit-with-honours"],
        ("45m22z", "pung 777m", "chow 345m", "chow 123m"),
        WEST | {"win": "6m"},
    ),
    (["117e-one-suit"], ("4599m", "pung 777m", "chow 345m", "pung 222m"), {"win": "6m"}),
    (
        ["117b-no-chows", "117f-all-majors"],
        ("99m44z", "pung 111p", "pung 111m", "pung 999s"),
        WEST | {"win": "9m"},
    ),
    ([], FEW, WEST | {"win": "6p"}),
    (
        ["117h-loose-tile"],
        ("45p22z", "claimed-kong 4444m", "pung 666s", "chow 789m"),
        WEST | LOOSE | {"win": "6p"},
    ),
    (["117i-last-tile"], FEW, WEST | DRAWN | {"win": "6p", "last_tile": True}),
    (["117j-last-discard"], FEW, WEST | {"win": "6p", "last_tile": True}),
    (["117k-robbing-kong"], FEW, WEST | ROBBED | {"win": "6p"}),
    (["117l-original-call"], FEW, WEST | {"win": "6p", "original_call": True}),
]


@pytest.mark.parametrize("expected, tiles, more", DOUBLED)
def test_doubles(expected: list[str], tiles: tuple[str, ...], more: dict[str, Any]) -> None:
    assert ids(worth(*tiles, **more)) == expected


def test_one_suit_is_worth_three() -> None:
    found = worth("4599m", "pung 777m", "chow 345m", "pung 222m", win="6m")
    assert (found.points, found.doubles, found.value) == (14, 3, 112)


def test_all_honours_without_a_limit() -> None:
    off = varied({"score.limit": "none"})
    found = worth("4455z", "pung 111z", "pung 666z", "pung 777z", win="4z", rules=off, **WEST)
    assert ids(found)[-2:] == ["117f-all-majors", "117g-all-honours"]


def test_concealed_up_to_the_last_tile() -> None:
    house = varied({"score.concealed-hand": "3", "score.concealed-discard": "1"})
    tiles = "123456s78m456p33p"
    assert worth(tiles, win="9m", rules=house).doubles == 2
    assert worth(tiles, win="9m", by="self-draw", rules=house).doubles == 4


def test_rules_that_do_not_hold() -> None:
    without = RULES.misread(ignore=["points.only-place", "doubles.no-score"])
    found = worth("123456s78m456p33p", win="9m", rules=without)
    assert (found.points, found.doubles) == (10, 0)


def test_findings_taken_for_their_opposite() -> None:
    kong = RULES.misread(flips=["points.sets/undeclared-kong"])
    assert worth("1357m13579p6666z", rules=kong, **SOUTH).value == 64
    closed = RULES.misread(flips=["doubles.concealed-hand/not-drawn"])
    assert worth("123456s78m456p33p", win="9m", rules=closed).doubles == 2
    kept = RULES.misread(flips=["limit.buried-treasure/chow"])
    near = SPECIAL["122h-buried-treasure"][2:]
    assert worth(*near[0], **near[1], rules=kept).value == 1000


# Limit hands ----------------------------------------------------------------------

Tiles = tuple[str, ...]

KONGS = ("concealed-kong 3333s", "claimed-kong 4444z")

SPECIAL: dict[str, tuple[Tiles, dict[str, Any], Tiles, dict[str, Any]]] = {
    "122a-heaven": (
        ("123456s789m456p22z",),
        {"winner": True, "dealt": True},
        ("123456s789m45p22z",),
        DRAWN | {"win": "6p"},
    ),
    "122b-earth": (
        ("123456s789m45p22z",),
        SOUTH | {"win": "6p", "first_discard": True},
        ("123456s789m45p22z",),
        SOUTH | {"win": "6p"},
    ),
    "122c-plum-blossom": (
        ("46p22z", "concealed-kong 1111m", "pung 666s", "chow 789m"),
        LOOSE | {"win": "5p"},
        ("57p22z", "concealed-kong 1111m", "pung 666s", "chow 789m"),
        LOOSE | {"win": "6p"},
    ),
    "122d-moon": (
        ("23p22z", "pung 444m", "pung 666s", "chow 789m"),
        DRAWN | {"win": "1p", "last_tile": True},
        ("34p22z", "pung 444m", "pung 666s", "chow 789m"),
        DRAWN | {"win": "2p", "last_tile": True},
    ),
    "122e-carrying-pole": (
        ("678m44z13s", "pung 111m", "chow 234p"),
        ROBBED | {"win": "2s"},
        ("678m44z24s", "pung 111m", "chow 234p"),
        ROBBED | {"win": "3s"},
    ),
    "122f-kong-upon-kong": (
        ("23456m99s", "concealed-kong 2222z", "claimed-kong 4444s"),
        LOOSE | {"win": "1m", "kong_chain": 2},
        ("23456m99s", "concealed-kong 2222z", "claimed-kong 4444s"),
        LOOSE | {"win": "1m", "kong_chain": 1, "kongs_in_turn": 2},
    ),
    "122g-four-kongs": (
        ("9m", "claimed-kong 1111m", "extended-kong 2222p", *KONGS),
        {"win": "9m"},
        ("9m", "claimed-kong 1111m", "pung 222p", *KONGS),
        {"win": "9m"},
    ),
    "122h-buried-treasure": (
        (TREASURE, "claimed-kong 4444m"),
        DRAWN | {"win": "9s"},
        ("555s555z234p9s", "claimed-kong 4444m"),
        DRAWN | {"win": "9s"},
    ),
    "122i-three-scholars": (
        ("99m22p", "pung 555z", "pung 666z", "pung 777z"),
        {"win": "2p"},
        ("99m13p", "pung 555z", "pung 666z", "pung 777z"),
        {"win": "2p"},
    ),
    "122j-four-blessings": (
        ("99m44z", "pung 111z", "pung 222z", "pung 333z"),
        {"win": "4z"},
        ("99m44z", "pung 111z", "pung 222z", "pung 333z"),
        {"win": "9m"},
    ),
    "122k-all-honours": (
        ("4455z", "pung 111z", "pung 666z", "pung 777z"),
        {"win": "4z"},
        ("44z99m", "pung 111z", "pung 666z", "pung 777z"),
        {"win": "4z"},
    ),
    "122l-heads-and-tails": (
        ("99m99p", "pung 111m", "pung 111s", "pung 999s"),
        {"win": "9p"},
        ("99m22p", "pung 111m", "pung 111s", "pung 999s"),
        {"win": "9m"},
    ),
    "122m-imperial-jade": (
        ("2388s", "pung 666z", "pung 444s", "pung 666s"),
        {"win": "4s"},
        ("2388s", "pung 555z", "pung 444s", "pung 666s"),
        {"win": "4s"},
    ),
    "122n-nine-gates": (
        ("1112345678999m",),
        {"win": "5m"},
        ("1112345567899m",),
        {"win": "9m"},
    ),
    "122o-wriggling-snake": (
        ("2345678m", "pung 111m", "pung 999m"),
        {"win": "5m"},
        ("2333467m", "pung 111m", "pung 999m"),
        {"win": "8m"},
    ),
    "122p-concealed-clear-suit": (
        ("1223344456789m",),
        DRAWN | {"win": "4m"},
        ("123456789m234m4z",),
        DRAWN | {"win": "4z"},
    ),
    "122q-thirteen-wonders": (
        ("19m19p19s1234567z",),
        {"win": "1m"},
        ("99m99p", "pung 111m", "pung 111s", "pung 999s"),
        {"win": "9p"},
    ),
    "122r-east-streak": (
        FEW,
        {"win": "6p", "east_streak": 13},
        FEW,
        {"win": "6p", "east_streak": 12},
    ),
}

NO_WARNING = ("122a-heaven", "122b-earth", "122q-thirteen-wonders")
"""Those that no other hand just misses."""


def test_every_limit_hand_is_tested() -> None:
    assert sorted(SPECIAL) == sorted(LIMITS)
    assert [id[3] for id in sorted(LIMITS)] == list("abcdefghijklmnopqr")


@pytest.mark.parametrize("id", SPECIAL)
def test_limit_hand(id: str) -> None:
    tiles, more, near, other = SPECIAL[id]
    found = worth(*tiles, **more)
    assert id in found.limit_hands
    assert found.value == 1000
    missed = worth(*near, **other)
    assert id not in missed.limit_hands
    warned = LIMITS[id].rule in [rule for rule, _ in near_misses(missed.view)]
    assert warned is (id not in NO_WARNING)


def test_one_tile_short_of_thirteen_wonders_is_no_hand() -> None:
    assert codes("19m19p19s1234566z", win="6z") == ["incomplete"]


@pytest.mark.parametrize(
    "id, changes, more",
    [
        ("122d-moon", {"limit.moon-discard": "yes"}, {"win": "1p", "last_tile": True}),
        ("122r-east-streak", {"limit.east-streak": "9"}, {"win": "6p", "east_streak": 9}),
        (
            "122f-kong-upon-kong",
            {"limit.kong-upon-kong": "turn"},
            DRAWN | {"win": "1m", "kongs_in_turn": 2},
        ),
    ],
)
def test_limit_hands_of_house_rules(id: str, changes: dict[str, str], more: dict[str, Any]) -> None:
    tiles = SPECIAL[id][0]
    assert worth(*tiles, **more).limit_hands == ()
    assert worth(*tiles, **more, rules=varied(changes)).limit_hands == (id,)


def test_several_limit_hands_are_worth_one_limit() -> None:
    found = worth(*SPECIAL["122j-four-blessings"][0], win="4z", east_streak=13)
    assert found.limit_hands == ("122j-four-blessings", "122r-east-streak")
    assert found.value == 1000


# Groupings ------------------------------------------------------------------------


def _groups(tiles: tuple[Tile, ...]) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    """Every way to lay tiles out in pungs, chows, pairs and single tiles."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], list(tiles[1:])
    wanted = [(), (first,), (first, first)]
    if first.numbered and first.rank <= 7:
        wanted.append((KINDS[first.index + 1], KINDS[first.index + 2]))
    for more in wanted:
        left = list(rest)
        if all(left.count(tile) >= more.count(tile) for tile in more):
            for tile in more:
                left.remove(tile)
            for others in _groups(tuple(left)):
                yield ((first, *more), *others)


def test_losers_show_the_best_grouping() -> None:
    chance = random.Random(7)
    pool = [tile for tile in KINDS if tile.honour or tile.index < 5] * 4
    for _ in range(60):
        tiles = tuple(sorted(chance.sample(pool, 10)))
        laid = Meld(MeldKind.KONG, (KINDS[20],) * 4, KINDS[20])
        one = Hand(tiles, (laid,), seat=Seat.SOUTH)
        best = score(one, RULES).value
        shown = {score(replace(one, grouping=sets), RULES).value for sets in _groups(tiles)}
        assert best == max(shown)


def test_the_grouping_that_a_loser_shows_counts() -> None:
    tiles = "234m555z1357p13s1z"
    assert worth(tiles).value == 16
    assert worth(tiles, grouping=["234m", "55z", "5z"]).value == 2
    assert worth(tiles, grouping=[]).value == 0
    assert worth("5555z" + tiles[:4] + "1357p13s", grouping=["5555z"]).value == 16


def test_the_grouping_that_a_winner_shows_counts() -> None:
    tiles = "111222333m45p99s"  # three pungs or three chows
    best = worth(tiles, win="6p", by="self-draw")
    assert "116k-three-concealed" in ids(best)
    chows = ["123m", "123m", "123m", "456p", "99s"]
    shown = worth(tiles, win="6p", by="self-draw", grouping=chows)
    assert ids(shown) == ["117a-no-score", "117c-concealed-hand"]
    assert lesser_value(best, RULES) == shown.value


def test_groupings_that_cannot_be() -> None:
    tiles = "234m555z1357p13s1z"
    assert codes(tiles, grouping=["55z", "55z"]) == ["grouping-tile"]
    assert codes(tiles, grouping=["24m"]) == ["grouping-set"]
    winner = "111222333m45p99s"
    assert codes(winner, win="6p", grouping=["111m"]) == ["grouping-incomplete"]
    assert codes(winner, win="6p", win_as="pair") == ["win-as"]


# What is refused ------------------------------------------------------------------

KONG = {"kind": "claimed-kong", "tiles": "4444m"}
HIDDEN = {"kind": "concealed-kong", "tiles": "4444s"}
CHAIN = {"win": "2m", "kong_chain": 2, "melds": [KONG, HIDDEN]}
EARTH = {"hand": "123456s789m45p22z", "win": "6p", "first_discard": True} | SOUTH
HEAVEN = {"hand": "123456s789m456p22z", "winner": True, "dealt": True}

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("hand-size", {"hand": "123m", "win": "4m"}),
    ("hand-size-all", {"hand": "123m"}),
    ("fifth-copy", {"hand": "11111m13579p135s"}),
    ("fifth-copy", {"hand": "1111m13579p1357s", "visible": "1m"}),
    ("no-red-fives", {"hand": "0m13579m13579p13s"}),
    ("not-bonus", {"hand": "13579m13579p135s", "bonus": "1m"}),
    ("second-bonus-tile", {"hand": "13579m13579p135s", "bonus": "11f"}),
    ("bonus-in-hand", {"hand": "123456s789m45p2z1f", "win": "6p"}),
    ("no-bonus-tiles", {"hand": "13579m13579p135s", "bonus": "1f", "set": "tiles.bonus"}),
    ("not-a-set", {"hand": "13579m13579p", "melds": [{"kind": "pung", "tiles": "123m"}]}),
    ("loser-with-win", {"hand": "13579m13579p135s", "win": "1z", "winner": False}),
    ("only-for-winner", {"hand": "13579m13579p135s", "dealt": True}),
    ("winner-with-fault", {"hand": "123456s789m45p22z", "win": "6p", "fault": "long"}),
    ("missing", {"hand": "123456s789m456p22z", "winner": True}),
    ("replacement-without-kong", {"hand": "123456s789m45p22z", "win": "6p"} | LOOSE),
    ("robbed-tile-held", {"hand": "123456s7m4566p22z", "win": "6p"} | ROBBED),
    ("chain-without-kongs", {"hand": "123456s789m45p22z", "win": "6p", "kong_chain": 2}),
    ("streak-of-east", {"hand": "123456s789m45p22z", "win": "6p", "east_streak": 2} | SOUTH),
    ("dealt-to-east", {"hand": "123456s789m456p22z", "winner": True, "dealt": True} | SOUTH),
    ("first-discard-of-east", {"hand": "123456s789m45p22z", "win": "6p", "first_discard": True}),
    ("fewer-than-chain", {"hand": "13m555z22z", **CHAIN, "kongs_in_turn": 1} | LOOSE),
    ("kongs-without-loose", {"hand": "13m555z22z", **CHAIN} | DRAWN),
    ("kongs-without-draw", {"hand": "13m555z22z", **CHAIN, "kong_chain": 0, "kongs_in_turn": 1}),
    ("original-call-later", EARTH | {"original_call": True}),
    ("first-turn-and-last-tile", EARTH | {"last_tile": True}),
    ("first-turn-and-last-tile", HEAVEN | {"last_tile": True}),
    ("original-call-later", HEAVEN | {"original_call": True}),
    ("fault-size", {"hand": "13579m13579p135s", "fault": "long"}),
    ("fault-size", {"hand": "13579m13579p135s", "fault": "short"}),
    ("fault-size", {"hand": "13579m13579p1357s", "fault": "short"}),
    ("fault-size", {"hand": "13579m13579p", "fault": "long"}),
    ("concealed-claimed", {"hand": "13579m13579p", "melds": [HIDDEN | {"from": "left"}]}),
    ("concealed-claimed", {"hand": "13579m13579p", "melds": [HIDDEN | {"claimed": "4s"}]}),
    ("claimed-elsewhere", {"hand": "13579m13579p", "melds": [KONG | {"claimed": "5m"}]}),
    ("incomplete", {"hand": "123456s789m45p22z", "win": "7p"}),
    ("choice", {"hand": "123456s789m45p22z", "win": "6p", "win_as": "kong"}),
    ("not-a-flag", {"hand": "13579m13579p", "melds": [KONG | {"marked": 1}]}),
    ("not-a-list", {"hand": "13579m13579p135s", "grouping": "123m"}),
    ("unknown-key", {"hand": "13579m13579p135s", "riichi": True}),
    ("one-tile", {"hand": "123456s789m45p22z", "win": "66p"}),
]


@pytest.mark.parametrize("code, given", FAULTS)
def test_impossible_hands_are_refused(code: str, given: dict[str, Any]) -> None:
    rules = varied({given["set"]: "0"}) if "set" in given else RULES
    with pytest.raises(HandError) as error:
        score(read_hand(given), rules)
    assert code in [fault.code for fault in error.value.faults]


def test_all_faults_are_told_at_once() -> None:
    found = codes("11111m", "pung 123m", bonus="11f", win="1z", winner=False)
    assert found == [
        *("hand-size", "not-a-set", "fifth-copy", "second-bonus-tile", "loser-with-win"),
    ]


def test_a_wrong_number_of_tiles() -> None:
    assert worth("555z13579m135p", fault="short").value == 16
    assert worth("555z13579m13579p1s", fault="long").value == 0
    assert worth("555z13579m135p", "pung 123s", fault="dirty").value == 16


def test_an_undeclared_bonus_tile_is_a_useless_tile() -> None:
    assert worth("555z13579m1357p1f").value == 16


def test_the_form_of_the_answer() -> None:
    found = write_score(worth(*FEW, win="6p", last_tile=True, **WEST), "x")
    assert found == {
        "id": "x",
        "items": [
            {"id": "114c-pung", "points": 2, "tiles": "444m"},
            {"id": "114c-pung", "points": 2, "tiles": "666s"},
            {"id": "115a-mahjong", "points": 10, "tiles": ""},
        ],
        "points": 14,
        "doubles_items": [{"id": "117j-last-discard", "doubles": 1}],
        "doubles": 1,
        "limit_hand": None,
        "value": 28,
        "rules": [
            *("points.sets", "points.mahjong", "doubles.last-discard", "points.value"),
        ],
    }


# Settlements ----------------------------------------------------------------------

SETTLED: dict[str, tuple[dict[str, Any], tuple[int, int, int, int]]] = {
    "3.9": ({"east": 136, "south": 20, "WEST": 80, "north": 48}, (248, -340, 320, -228)),
    "X01": ({"east": 4, "SOUTH": 28, "west": 8}, (-56, 112, -12, -44)),
    "X06": ({"south": 64, "WEST": 14}, (-156, 178, 56, -78)),
    "X07": ({"south": 16, "WEST": 14}, (-60, 34, 56, -30)),
    "X08": ({"south": 32, "WEST": 14}, (-92, 82, 56, -46)),
    "X10": ({"SOUTH": 144}, (-288, 576, -144, -144)),
    "X11": ({"NORTH": 1000}, (-2000, -1000, -1000, 4000)),
    "X15": ({"EAST": 144}, (864, -288, -288, -288)),
    "X18": ({"west": 2, "NORTH": 36}, (-76, -38, -30, 144)),
    "X19": ({"west": 2, "NORTH": 1000}, (-2004, -1002, -994, 4000)),
    "X20": ({"west": 8, "NORTH": 20}, (-56, -28, 4, 80)),
    "X21": ({"east": 16, "WEST": 12}, (40, -44, 48, -44)),
    "X22": ({"south": 16, "WEST": 1000}, (-2032, -952, 4000, -1016)),
    "X23": ({"WEST": 768, "liable": "south"}, (0, -3072, 3072, 0)),
    "X23-excused": ({"WEST": 768}, (-1536, -768, 3072, -768)),
    "X24": ({"east": 1536, "SOUTH": 20, "west": 12, "north": 8}, (3920, 80, -1992, -2008)),
    "X25": ({"EAST": 32, "south": 16, "west": 8, "north": 4}, (192, -44, -68, -80)),
    "X26": (
        {"EAST": 32, "south": 16, "west": 8, "north": 4, "long_hand": ["west"]},
        (192, -36, -84, -72),
    ),
    "X27": ({"false_mahjong": ["south"]}, (300, -900, 300, 300)),
    "83-two": ({"false_mahjong": ["south", "east"]}, (-300, -300, 300, 300)),
    "83-three": ({"false_mahjong": ["south", "east", "west"]}, (-100, -100, -100, 300)),
    "X32": ({"winner": None, "east": 50}, (0, 0, 0, 0)),
}


def settled(case: dict[str, Any], rules: RuleSet = RULES) -> dict[str, Any]:
    """A settlement; the winner's seat is written in capitals."""
    values = {key.lower(): points for key, points in case.items() if isinstance(points, int)}
    more = {key: value for key, value in case.items() if key.lower() not in values}
    winners = [key.lower() for key in case if key.isupper()]
    if winners:
        more["winner"] = winners[0]
    return settle({"values": values, **more}, rules)


@pytest.mark.parametrize("name", SETTLED)
def test_settlement(name: str) -> None:
    case, expected = SETTLED[name]
    assert tuple(settled(case)["totals"].values()) == expected


def test_payments_name_their_rules_and_the_winner_comes_first() -> None:
    paid = [
        (one["from"], one["to"], one["points"], one["why"])
        for one in settled(SETTLED["X26"][0])["payments"]
    ]
    assert paid == [
        ("south", "east", 64, "settlement.winner"),
        ("west", "east", 64, "settlement.winner"),
        ("north", "east", 64, "settlement.winner"),
        ("west", "south", 16, "settlement.long-hand"),
        ("north", "south", 12, "settlement.losers"),
        ("west", "north", 4, "settlement.long-hand"),
    ]


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"settlement.losers": "no"}, (-160, -80, 320, -80)),
        ({"settlement.east-doubles": "no"}, (124, -224, 240, -140)),
        ({"score.limit": "100"}, (104, -268, 320, -156)),
        ({"win.payer": "discarder", "settlement.losers": "no"}, (0, -320, 320, 0)),
    ],
)
def test_settlements_by_house_rules(
    changes: dict[str, str], expected: tuple[int, int, int, int]
) -> None:
    case = SETTLED["3.9"][0] | {"from": "south"}
    assert tuple(settled(case, varied(changes))["totals"].values()) == expected


@pytest.mark.parametrize(
    "rule, case, expected",
    [
        ("settlement.cannon", "X23", (-1536, -768, 3072, -768)),
        ("settlement.losers", "3.9", (-160, -80, 320, -80)),
        ("settlement.long-hand", "X26", (192, -44, -68, -80)),
        ("settlement.capped", "X24", (6064, 80, -3064, -3080)),
    ],
)
def test_settlements_without_a_rule(
    rule: str, case: str, expected: tuple[int, int, int, int]
) -> None:
    found = settled(SETTLED[case][0], RULES.misread(ignore=[rule]))
    assert tuple(found["totals"].values()) == expected


def test_settlements_add_up_to_nothing() -> None:
    chance = random.Random(11)
    for _ in range(500):
        values = tuple(chance.choice((0, 8, 36, 144, 1000, 4000)) for _ in Seat)
        winner = chance.choice(list(Seat))
        losers = winner.others
        liable = chance.choice((None, None, *losers))
        long_hands = tuple(seat for seat in losers if chance.random() < 0.2)
        paid = payments(Deal(values, winner, None, liable, long_hands), RULES)
        totals = dict.fromkeys(Seat, 0)
        for one in paid:
            assert one.points > 0 and one.payer is not one.payee
            totals[one.payer] -= one.points
            totals[one.payee] += one.points
        assert sum(totals.values()) == 0
        if liable is not None:
            assert {seat for seat in Seat if totals[seat]} <= {winner, liable}


@pytest.mark.parametrize(
    "given, code",
    [
        ({}, "missing"),
        ({"winner": "nobody"}, "choice"),
        ({"winner": "east", "values": []}, "not-an-object"),
        ({"winner": "east", "values": {"x": 1}}, "unknown-key"),
        ({"winner": "east", "values": {"east": -1}}, "not-a-number"),
        ({"winner": "east", "liable": "east"}, "liable-winner"),
        ({"winner": None, "liable": "east"}, "without-winner"),
        ({"winner": "east", "long_hand": ["east"]}, "winner-with-fault"),
        ({"winner": "east", "false_mahjong": ["west"]}, "false-and-true"),
        ({"false_mahjong": ["east", "south", "west", "north"]}, "all-offend"),
        ({"winner": "east", "long_hand": "west"}, "not-a-list"),
        ({"winner": "east", "tenpai": []}, "unknown-key"),
    ],
)
def test_deals_that_cannot_be(given: dict[str, Any], code: str) -> None:
    with pytest.raises(HandError) as error:
        settle(given, RULES)
    assert code in [fault.code for fault in error.value.faults]


# The invariants of section 8 ------------------------------------------------------


def test_basic_scores_are_even_and_values_are_capped() -> None:
    chance = random.Random(3)
    tiles = [tile for tile in KINDS for _ in range(4)]
    for _ in range(400):
        dealt = tuple(sorted(chance.sample(tiles, 13)))
        found = score(Hand(dealt, seat=chance.choice(list(Seat))), RULES)
        assert found.points % 2 == 0
        assert found.natural == found.points * 2**found.doubles
        assert found.value == min(found.natural, 1000)


PAYERS = [
    ({"from": "north"}, [-80, -40, 200, -80]),
    ({"from": "east"}, [-160, -40, 240, -40]),
    ({}, [-160, -80, 320, -80]),
    ({"from": "north", "robbed": True}, [-160, -80, 320, -80]),
    ({"from": "north", "liable": "south"}, [0, -200, 200, 0]),
]


@pytest.mark.parametrize("more, totals", PAYERS)
def test_a_discarder_who_pays_double(more: dict[str, Any], totals: list[int]) -> None:
    rules = varied({"settlement.discarder-doubles": "yes"})
    found = settle({"values": {"west": 40}, "winner": "west", **more}, rules)
    assert list(found["totals"].values()) == totals


# The engine -----------------------------------------------------------------------

_RULES = {
    *POINT_RULES,
    *(one.rule for one in (*DOUBLES.values(), *LIMITS.values())),
    *("points.value", "points.grouping", "limit.cap", "limit.roof-off"),
    *(f"settlement.{name}" for name in ("winner", "losers", "east", "long-hand", "cannon")),
    *("settlement.discarder", "doubles.losers"),
    *("settlement.capped", "settlement.false-mahjong"),
}
ENGINE = replace(RULES, rules=RULES.rules | _RULES)
"""Millington's rules with all that count and settle, whether or not they have words yet."""


def table(seat: Seat, player: Player, event: Event, **more: Any) -> Position:
    """A position in which one player's tiles are known, or all four."""
    others = more.pop("others", {})
    players = [others.get(one, Player(hidden=13)) for one in Seat]
    players[seat] = player
    for thrown in [event] if isinstance(event, Discarded) else []:
        players[thrown.seat] = replace(players[thrown.seat], discards=(Discard(thrown.tile),))
    east, south, west, north = players
    return Position((east, south, west, north), event, more.pop("live", 40), 16, **more)


def player(concealed: str, *melds: str, **more: Any) -> Player:
    found = hand(concealed, *melds)
    return Player(hand=tuple(sorted(found.concealed)), melds=found.melds, **more)


def test_the_engine_counts_a_win() -> None:
    south = player("666m444z789s5p", "claimed-kong 2222s")
    thrown = Discarded(Seat.EAST, parse_tile("5p"))
    ruling = judge(table(Seat.SOUTH, south, thrown), Action(ActionKind.WIN, Seat.SOUTH), ENGINE)
    [counted] = [one for one in ruling.effects if isinstance(one, Counted)]
    assert (counted.points, counted.doubles, counted.worth) == (34, 1, 68)
    assert {one.payer: one.points for one in ruling.effects if isinstance(one, Pay)} == {
        Seat.EAST: 136,
        Seat.WEST: 68,
        Seat.NORTH: 68,
    }
    said = {f"{one.rule}/{one.key}" for one in ruling.reasons}
    assert said >= {
        "points.sets/exposed-minor-kong",
        "points.sets/concealed-minor-pung",
        "points.sets/concealed-major-pung",
        "points.sets/chow",
        "points.pairs/suit",
        "points.mahjong/mahjong",
        "points.only-place/only",
        "points.fishing-eyes/minor",
        "points.value/doubled",
        "doubles.three-concealed/holds",
        "doubles.concealed-hand/not-drawn",
    }


def test_a_winner_on_a_loose_tile_may_still_mark_the_kong() -> None:
    north = player("555s555z222p99s", "claimed-kong 4444m")
    kong = replace(north.melds[0], marked=False, fresh=True)
    drew = Drew(Seat.NORTH, parse_tile("9s"), Wall.DEAD)
    position = table(Seat.NORTH, replace(north, melds=(kong,)), drew)
    ruling = judge(position, Action(ActionKind.SELF_DRAW, Seat.NORTH), ENGINE)
    [counted] = [one for one in ruling.effects if isinstance(one, Counted)]
    assert counted.limit_hand == "122h-buried-treasure"


def over(*values: int, winner: Seat, **more: Any) -> Over:
    return Over("won", wins=(Won(winner, None, values[winner], ()),), values=values, **more)


def test_the_engine_settles() -> None:
    position = table(Seat.EAST, Player(hidden=13), over(136, 20, 80, 48, winner=Seat.WEST))
    ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), ENGINE)
    totals = dict.fromkeys(Seat, 0)
    for one in ruling.effects:
        if isinstance(one, Pay):
            totals[one.payer] -= one.points
            totals[one.payee] += one.points
    assert tuple(totals.values()) == SETTLED["3.9"][1]
    said = {f"{one.rule}/{one.key}" for one in ruling.reasons}
    assert said >= {
        "settlement.winner/each",
        "settlement.losers/difference",
        "settlement.losers/more-than-winner",
        "settlement.east/loses",
    }


def test_the_engine_counts_losers_that_show_their_hands() -> None:
    hands = {
        Seat.EAST: player("123m456p79s55z", "concealed-kong 1111z"),
        Seat.SOUTH: player("123m456p79s13z", "pung 555p", bonus=parse_tiles("2f6f")),
        Seat.NORTH: player("234m4679s666z", "extended-kong 1111m", fault=Fault.LONG),
    }
    event = Over("won", wins=(Won(Seat.WEST, Seat.SOUTH, 80, ()),))
    position = table(Seat.WEST, Player(hidden=13), event, others=hands)
    ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), ENGINE)
    [counted] = [one for one in ruling.effects if isinstance(one, Counted)]
    assert (counted.points, counted.doubles, counted.worth) == (34, 2, 136)
    paid = {(one.payer, one.payee): one.points for one in ruling.effects if isinstance(one, Pay)}
    assert paid[Seat.NORTH, Seat.EAST] == 2 * 136
    assert paid[Seat.NORTH, Seat.SOUTH] == 20


def test_a_false_mahjong_ends_the_deal() -> None:
    position = table(Seat.EAST, Player(), Over("false-mahjong", offenders=(Seat.EAST,)))
    ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), ENGINE)
    assert ruling.allowed
    assert {one.payee: one.points for one in ruling.effects if isinstance(one, Pay)} == {
        Seat.SOUTH: 300,
        Seat.WEST: 300,
        Seat.NORTH: 300,
    }


def test_nothing_is_settled_while_the_deal_goes_on() -> None:
    drew = Drew(Seat.EAST, parse_tile("1m"))
    position = table(Seat.EAST, player("1123456s789m456p"), drew)
    assert not judge(position, Action(ActionKind.SETTLE, Seat.EAST), ENGINE).allowed
