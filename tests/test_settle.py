"""Settling riichi deals: payments, bets, counters, the next East, and the final results."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.actions import Action, ActionKind
from rulebook.catalog import catalog
from rulebook.commands.score import score_line
from rulebook.commands.settle import settle_line
from rulebook.engine import judge, options, play, resolve
from rulebook.faults import HandError
from rulebook.frozen import replace
from rulebook.riichi.ending import at_draw, at_win, win_worth
from rulebook.riichi.match import final_points, next_deal, why_over
from rulebook.riichi.settle import settle
from rulebook.state import Discard, Discarded, Over, Player, Position
from rulebook.tiles import Seat, parse_tiles, sort_tiles
from tests.book import BOOK

WORDS = catalog("en")
EDITIONS = pytest.mark.parametrize("ruleset", ["ema-2012", "ema-2016", "ema-2025"])
DRAGONS = {
    "hand": "123m9s",
    "melds": [{"kind": "pung", "tiles": tiles} for tiles in ("555z", "666z", "777z")],
    "win": "9s",
}


def _scored(seat: str, from_seat: str | None, ruleset: str, **hand: Any) -> dict[str, Any]:
    """A score, with the seats that a settlement needs."""
    given = {"ruleset": ruleset, "seat": seat, "round": "east", **hand}
    if from_seat is None:
        given["by"] = "self-draw"
    else:
        given["from"] = Seat[seat.upper()].side_of(Seat[from_seat.upper()]).value
    return {**score_line(given, BOOK, WORDS), "seat": seat, "from_seat": from_seat}


def _settled(ruleset: str = "ema-2016", **deal: Any) -> dict[str, Any]:
    return settle_line({"ruleset": ruleset, **deal}, BOOK, WORDS)


@pytest.mark.parametrize(
    ("ruleset", "yakuman", "value"),
    [
        ("ema-2012", 2, 64000),  # dai suushii
        ("ema-2012", 3, 64000),
        ("ema-2016", 1, 32000),
        ("ema-2016", 2, 32000),
        ("tenhou", 2, 64000),
        ("wrc", 3, 96000),
    ],
)
def test_what_several_yakuman_bring_is_for_the_rules_to_say(
    ruleset: str, yakuman: int, value: int
) -> None:
    rules = BOOK.ruleset(ruleset)
    won = win_worth(Seat.WEST, Seat.NORTH, rules, fan=0, yakuman=yakuman)
    assert won.value == value


def _totals(found: dict[str, Any]) -> list[int]:
    return [found["totals"][seat] for seat in ("east", "south", "west", "north")]


@EDITIONS
@pytest.mark.parametrize(
    ("tenpai", "totals", "dealer"),
    [
        ([], [0, 0, 0, 0], "south"),
        (["east", "south", "west", "north"], [0, 0, 0, 0], "east"),
        (["south"], [-1000, 3000, -1000, -1000], "south"),
        (["east", "west"], [1500, -1500, 1500, -1500], "east"),
        (["south", "west", "north"], [-3000, 1000, 1000, 1000], "south"),
    ],
)
def test_draws(ruleset: str, tenpai: list[str], totals: list[int], dealer: str) -> None:
    found = _settled(ruleset, draw={"tenpai": tenpai}, counters=1, bets=2, riichi=tenpai[:1])
    assert _totals(found) == totals
    assert found["next"] == {"dealer": dealer, "counters": 2}
    assert all(one["from"] != "table" for one in found["payments"])


def _double_win(*, riichi: bool) -> dict[str, Any]:
    west = _scored(
        *("west", "south", "ema-2016"),
        hand="234m678m55p345s67s",
        win="8s",
        counters=2,
        riichi=riichi,
    )
    melds = [{"kind": "pung", "tiles": "111z"}]
    east = _scored("east", "south", "ema-2016", hand="456p99m67s567m", melds=melds, win="8s")
    return _settled(
        wins=[east, west],
        counters=2,
        bets=3 if riichi else 2,
        riichi=["west", "north"] if riichi else ["north"],
    )


def test_double_win_in_riichi() -> None:
    found = _double_win(riichi=True)
    assert _totals(found) == [2900 + 600, -8000, 3900 + 600 + 3000, 0]
    assert found["next"] == {"dealer": "east", "counters": 3}
    assert [one["why"] for one in found["payments"]] == [
        *("pay.wins.each", "pay.wins.each"),
        *("pay.counters.winners", "pay.counters.winners"),
        "pay.bets.winners",
    ]


def test_double_win_without_riichi() -> None:
    assert _totals(_double_win(riichi=False)) == [2900 + 600, -6100, 2000 + 600 + 2000, 0]


@pytest.mark.parametrize(
    ("seat", "source", "liable", "totals"),
    [
        ("south", None, "north", [0, 32600, 0, -32600]),
        ("south", "west", "north", [0, 32600, -16600, -16000]),
        ("south", "north", "north", [0, 32600, 0, -32600]),
        ("east", "west", "north", [48600, 0, -24600, -24000]),
    ],
)
@pytest.mark.parametrize("own", [0, 2])
def test_liability(seat: str, source: str | None, liable: str, totals: list[int], own: int) -> None:
    """The counters of the score's own line are left out, whatever their number."""
    side = Seat[seat.upper()].side_of(Seat[liable.upper()]).value
    won = _scored(seat, source, "ema-2016", **DRAGONS, liable=side, counters=own)
    assert _totals(_settled(wins=[won], counters=2)) == totals


def test_self_draw_without_liability() -> None:
    won = _scored("south", None, "ema-2016", **DRAGONS, counters=3)
    assert _totals(_settled(wins=[won], counters=1)) == [-16100, 32300, -8100, -8100]


def test_nagashi() -> None:
    found = _settled("ema-2012", draw={"tenpai": [], "nagashi": ["south", "east"]}, counters=1)
    assert _totals(found) == [8200, 4200, -6200, -6200]
    assert found["next"] == {"dealer": "east", "counters": 2}


@pytest.mark.parametrize(
    ("ruleset", "offender", "totals"),
    [
        ("ema-2012", "west", [4000, 2000, -8000, 2000 + 1000]),
        ("ema-2012", "east", [-12000, 4000, 4000, 4000 + 1000]),
        ("ema-2016", "west", [0, 0, 0, 1000]),
    ],
)
def test_chombo(ruleset: str, offender: str, totals: list[int]) -> None:
    found = _settled(ruleset, chombo=[offender], counters=1, bets=2, riichi=["north"])
    assert _totals(found) == totals
    assert found["next"] == {"dealer": "east", "counters": 1}
    assert found.get("penalties") == (None if ruleset == "ema-2012" else {offender: -20000})


def test_chombo_beside_a_win() -> None:
    won = _scored("north", "east", "ema-2012", hand="234m678m55p345s67s", win="8s", riichi=True)
    found = _settled("ema-2012", wins=[won], chombo=["west"], riichi=["north"])
    assert "penalties" not in found
    assert _totals(found)[2] == 0


@pytest.mark.parametrize(
    ("ruleset", "totals", "penalties"),
    [
        ("ema-2012", [4000, 1000 - 8000, 2000, 2000], None),
        ("ema-2016", [0, 1000, 0, 0], {"south": -20000}),
        ("ema-2025", [0, 1000, 0, 0], {"south": -20000}),
    ],
)
def test_riichi_without_tenpai(
    ruleset: str, totals: list[int], penalties: dict[str, int] | None
) -> None:
    """South's own bet goes back; an older one stays."""
    draw = {"tenpai": ["west"]}
    found = _settled(ruleset, draw=draw, riichi=["south"], bets=2, counters=1)
    assert _totals(found) == totals
    assert found["next"] == {"dealer": "east", "counters": 1}
    assert found.get("penalties") == penalties


def test_no_chombo_beside_a_nagashi() -> None:
    draw = {"tenpai": ["west"], "nagashi": ["north"]}
    found = _settled("ema-2012", draw=draw, riichi=["south"])
    assert _totals(found) == [-4000, -2000, -2000, 9000]
    assert "penalties" not in found


TENHOU = {"ruleset": "tenhou"}
CLASSICAL = {"ruleset": "millington", "values": {"south": 20}, "winner": "south"}
SUMS = "score-payments"
DRAWN = {"seat": "west", "from_seat": None, "value": 4000}
WON = {"seat": "west", "from_seat": "south", "value": 2000, "payments": {"left": -2000}}
THREE = [
    WON,
    WON | {"seat": "north", "payments": {"across": -2000}},
    WON | {"seat": "east", "payments": {"right": -2000}},
]


@pytest.mark.parametrize(
    ("deal", "codes"),
    [
        ({}, "no-ending"),
        ({"wins": [], "draw": None}, "no-ending"),
        ({"draw": {"tenpai": ["nobody"]}}, "choice"),
        ({"draw": {"tenpai": [], "how": "rain"}}, "choice"),
        ({"draw": {"tenpai": []}, "bets": -1}, "not-a-number"),
        ({"draw": {"tenpai": []}, "bets": 0, "riichi": ["east"]}, "fewer-bets"),
        ({"draw": [], "wins": []}, "not-an-object"),
        ({"wins": [{"seat": "east", "value": 1000, "payments": {"left": 1000}}]}, "not-a-loss"),
        ({"wins": [{"error": {}}]}, "score-error"),
        ({"ruleset": "millington"}, "missing"),
        ({"draw": {"tenpai": []}, "sticks": 1}, "unknown-key"),
        ({"draw": {"tenpai": []}, "round": "up"}, "choice"),
        ({"draw": {"tenpai": ["west"]}, "riichi": ["east"]} | TENHOU, "riichi-noten"),
        ({"chombo": ["west"]} | TENHOU, "no-chombo"),
        ({"draw": {"how": "nine-tiles"}}, "no-such-draw"),
        ({"draw": {"how": "four-kongs"}}, "no-such-draw"),
        ({"draw": {"how": "nine-tiles", "nagashi": ["east"]}} | TENHOU, "nagashi-aborted"),
        ({"draw": {"how": "four-riichi"}, "riichi": ["east"]} | TENHOU, "four-riichi"),
        ({"wins": THREE} | TENHOU, "triple-win"),
        ({"wins": [WON], "chombo": ["west"]}, "chombo-of-winner"),
        ({"wins": [WON | {"from_seat": None}]}, "score-payments"),
        ({"wins": [DRAWN | {"payments": {"left": -2000, "across": -1000, "right": -1000}}]}, SUMS),
        ({"wins": [DRAWN | {"payments": {"left": -1000, "across": -500, "right": -2500}}]}, SUMS),
        ({"wins": [{**WON, "value": ...}]}, "not-a-number"),
        (CLASSICAL | {"values": {"east": 20}}, "missing"),
        (CLASSICAL | {"values": None}, "missing"),
        (CLASSICAL | {"liable": "south"}, "liable-winner"),
        (CLASSICAL | {"from": "south"}, "own-tile"),
        (CLASSICAL | {"robbed": True}, "missing"),
    ],
)
def test_faults(deal: dict[str, Any], codes: str) -> None:
    found = _settled(**{"id": 7, **deal})
    assert found["id"] == 7
    assert found["error"]["code"] == codes
    assert found["error"]["message"]


def test_one_discarder_for_all_wins() -> None:
    first = _scored("west", "south", "ema-2016", hand="234m678m55p345s67s", win="8s", riichi=True)
    second = {**first, "seat": "north", "from_seat": "west"}
    assert _settled(wins=[first, second])["error"]["code"] == "several-sources"
    assert _settled(wins=[first, first])["error"]["code"] == "winner-twice"
    assert _settled(wins=[{**first, "value": 1}])["error"]["code"] == "score-payments"


@pytest.mark.parametrize(
    ("scores", "bets", "points"),
    [
        ((41300, 30100, 30100, 18500), 0, (26300, 100, 100, -26500)),
        ((36000, 36000, 28000, 17000), 3, (17500, 17500, -7000, -28000)),
        ((33000, 33000, 33000, 20000), 1, (8333, 8333, 8333, -25000)),
        ((30000, 30000, 30000, 30000), 0, (0, 0, 0, 0)),
        ((45000, 25000, 25000, 25000), 0, (30000, -10000, -10000, -10000)),
    ],
)
def test_final_results(scores: tuple[int, ...], bets: int, points: tuple[int, ...]) -> None:
    rules = BOOK.ruleset("ema-2016")
    assert tuple(one.points for one in final_points(scores, bets, rules)) == points


def test_penalties_change_no_place() -> None:
    rules = BOOK.ruleset("ema-2016")
    found = final_points((41000, 39000, 25000, 15000), 0, rules, penalties={Seat.EAST: 20000})
    assert [one.place for one in found] == [1, 2, 3, 4]
    assert found[Seat.EAST].points == 11000 + 15000 - 20000


@EDITIONS
def test_results_add_up_to_nothing(ruleset: str) -> None:
    rules = BOOK.ruleset(ruleset)
    for scores in (
        (41300, 30100, 30100, 18500),
        (60000, 60000, 0, 0),
        (-5000, 55000, 40000, 30000),
    ):
        assert sum(one.points for one in final_points(scores, 0, rules)) == 0


def test_next_deals_of_a_game() -> None:
    deals = [(Seat.EAST, 1)]
    while len(deals) < 8:
        deals.append(next_deal(*deals[-1], stays=False))
    assert deals[-1] == (Seat.SOUTH, 4)
    assert next_deal(Seat.SOUTH, 4, stays=True) == (Seat.SOUTH, 4)


@pytest.mark.parametrize(
    ("ruleset", "round", "deal", "scores", "stays", "over"),
    [
        ("ema-2016", Seat.SOUTH, 4, (50000, 30000, 20000, 20000), False, "last-deal"),
        ("ema-2016", Seat.SOUTH, 4, (50000, 30000, 20000, 20000), True, None),
        ("ema-2016", Seat.SOUTH, 3, (50000, 30000, 50000, -10000), False, None),
        ("tenhou", Seat.SOUTH, 4, (50000, 30000, 10000, 10000), True, "last-dealer-stops"),
        ("tenhou", Seat.SOUTH, 4, (28000, 24000, 24000, 24000), True, None),
        ("tenhou", Seat.SOUTH, 4, (28000, 24000, 24000, 24000), False, None),
        ("tenhou", Seat.WEST, 1, (31000, 23000, 23000, 23000), False, "last-deal"),
        ("tenhou", Seat.WEST, 4, (28000, 24000, 24000, 24000), False, "last-deal"),
        ("tenhou", Seat.EAST, 2, (50000, 30000, 20100, -100), False, "below-zero"),
    ],
)
def test_end_of_the_game(
    ruleset: str, round: Seat, deal: int, scores: tuple[int, ...], stays: bool, over: str | None
) -> None:
    rules = BOOK.ruleset(ruleset)
    assert why_over(round, deal, scores, rules, stays=stays, earned=stays) == over


def _waiting(hand: str) -> Player:
    return Player(hand=sort_tiles(parse_tiles(hand)))


def _discarded(tile: str, east: str, west: str) -> Position:
    """South has discarded this tile; East and West hold these hands."""
    found = parse_tiles(tile)[0]
    south = Player(hidden=13, discards=(Discard(found),))
    players = (_waiting(east), south, _waiting(west), Player(hidden=13))
    event = Discarded(Seat.SOUTH, found)
    return Position(players, event, live=20, dead=14, counters=1, bets=1)


def test_a_win_is_settled_like_the_score() -> None:
    """From the calls on a discard to the payments, in one go."""
    rules = BOOK.ruleset("ema-2016")
    table = _discarded("8s", west="234m678m55p345s67s", east="234m678m22p345s67s")
    calls = [Action(ActionKind.WIN, Seat.EAST), Action(ActionKind.WIN, Seat.WEST)]
    over = at_win(table, resolve(table, calls, rules).stand, rules)
    assert isinstance(over.event, Over)
    assert [won.seat for won in over.event.wins] == [Seat.WEST, Seat.EAST]
    assert [won.value for won in over.event.wins] == [2000, 2900]
    assert [one.kind for one in options(over, Seat.EAST, rules)] == [ActionKind.SETTLE]
    settled = play(over, Action(ActionKind.SETTLE, Seat.EAST), rules)
    assert (settled.bets, settled.counters) == (0, 2)


def test_a_draw_counts_known_hands() -> None:
    rules = BOOK.ruleset("ema-2016")
    table = _discarded("1z", west="234m678m55p345s67s", east="147m258p369s1234z")
    over = at_draw(table, "wall-used-up", rules).event
    assert isinstance(over, Over)
    assert over.tenpai == (Seat.WEST,)


def test_a_win_below_the_minimum_is_none() -> None:
    pinfu = _scored("south", "east", "ema-2012", hand="123m678m99p567p45s", win="6s", dora="5s")
    assert _settled("ema-2012", wins=[pinfu], counters=4)["payments"]
    found = _settled("ema-2012", wins=[pinfu], counters=5)
    assert found["error"]["code"] == "under-minimum"
    dora = {**pinfu, "yaku": [{"id": "dora", "fan": 2}]}
    for counters, code in ((0, "no-yaku"), (5, "under-minimum")):
        assert _settled("ema-2012", wins=[dora], counters=counters)["error"]["code"] == code
    assert _settled("ema-2016", wins=[pinfu], counters=5)["payments"]


@pytest.mark.parametrize(
    ("without", "next_"),
    [
        ("deal.rotation.draw", {"dealer": None, "counters": 1}),
        ("deal.counters.next", {"dealer": "south", "counters": None}),
    ],
)
def test_what_house_rules_do_not_say_is_left_open(without: str, next_: object) -> None:
    rules = BOOK.ruleset("ema-2012")
    house = replace(rules, rules=rules.rules - {without})
    assert settle({"draw": {"tenpai": []}}, house)["next"] == next_


def test_house_rules_may_not_say_how_a_deal_is_settled() -> None:
    rules = BOOK.ruleset("ema-2012")
    house = replace(rules, rules=rules.rules - {"penalty.chombo.redeal"})
    with pytest.raises(HandError) as raised:
        settle({"draw": {"tenpai": []}, "riichi": ["west"]}, house)
    assert [one.code for one in raised.value.faults] == ["not-settled"]


def test_tenpai_counts_for_nothing_when_a_deal_is_aborted() -> None:
    draw = {"how": "nine-tiles", "tenpai": ["east"]}
    assert _settled("ema-2012", draw=draw)["error"]["code"] == "tenpai-aborted"


@pytest.mark.parametrize(("deal", "waits"), [(3, True), (4, False)])
def test_bets_wait_for_a_winner_only_while_the_game_goes_on(deal: int, waits: bool) -> None:
    player = Player(hidden=13)
    scores = (36000, 31000, 27000, 25000)
    position = Position(
        (player,) * 4,
        Over("wall-used-up"),
        live=0,
        dead=14,
        bets=1,
        scores=scores,
        round=Seat.SOUTH,
        deal=deal,
    )
    ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), BOOK.ruleset("ema-2016"))
    assert ("pay.bets.draw" in ruling.rules) is waits
    assert ("game.end.bets" in ruling.rules) is not waits
