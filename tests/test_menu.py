"""What a player might try in a position, and what each wait wins."""

from __future__ import annotations

import pytest

from rulebook.actions import Action, ActionKind
from rulebook.catalog import languages
from rulebook.engine import judge
from rulebook.load import Rulebook, load_rulebook
from rulebook.menu import menu, wait_verdicts
from rulebook.outcome import describe, situation
from rulebook.ruling import Ruling, Verdict
from rulebook.scenario import build
from rulebook.schema import (
    CalledGiven,
    DiscardGiven,
    Given,
    KongGiven,
    MeldGiven,
    OverGiven,
    PlayerGiven,
    When,
)
from rulebook.state import Position
from rulebook.telling import option_text
from rulebook.tiles import Seat, parse_tile, parse_tiles
from rulebook.wording import wording

BOOK: Rulebook = load_rulebook()[0]
TWELVE = BOOK.ruleset("ema-2012")
TENPAI = "123m456p789s2345m"
OPEN = [MeldGiven(kind="chow", tiles=tiles) for tiles in ("123s", "789s", "456p")]


def position_of(given: Given, rules: str) -> Position:
    scenario, faults = build(given, When(ask="options"), BOOK.ruleset(rules))
    assert scenario is not None, faults
    return situation(scenario, BOOK.ruleset(rules))


def tried(given: Given, rules: str = "ema-2016") -> dict[str, list[str]]:
    """What is offered or refused, each with its reasons; what is allowed has none."""
    seat = Seat[given.seat.upper()]
    found = menu(position_of(given, rules), seat, BOOK.ruleset(rules))
    return {describe(one.action): [] if one.ruling.allowed else named(one.ruling) for one in found}


def named(ruling: Ruling) -> list[str]:
    return [f"{one.rule}/{one.key}" for one in ruling.reasons]


def waited(given: Given, rules: str = "ema-2016") -> dict[str, tuple[list[str], list[str]]]:
    """What forbids to win on each wait, on a discard and by self-draw."""
    seat = Seat[given.seat.upper()]
    found = wait_verdicts(position_of(given, rules), seat, BOOK.ruleset(rules))
    return {
        one.tile.code: (
            [] if one.discard.allowed else named(one.discard),
            [] if one.draw.allowed else named(one.draw),
        )
        for one in found
    }


def test_riichi_with_an_open_hand_is_refused() -> None:
    melds = [MeldGiven(kind="chow", tiles="789s")]
    found = tried(Given(seat="south", hand="123m456p2345m1z", drawn="1z", melds=melds))
    assert found["riichi 1z"] == ["riichi.declare.concealed/open"]


@pytest.mark.parametrize(
    ("hand", "first", "reason"),
    [
        ("19m19p19s1234z5567m", True, []),
        ("19m19p19s1123z5567m", True, []),
        ("19m19p19s1223z5567m", False, ["end.abort.nine-tiles/interrupted"]),
        ("1m19p19s1123z55567m", True, ["end.abort.nine-tiles/too-few"]),
        ("1m1p19s1123z445567m", True, None),
        ("1m19p19s1123z55567m", False, None),
    ],
)
def test_nine_tiles_are_tried_where_there_are_about_nine(
    hand: str, first: bool, reason: list[str] | None
) -> None:
    given = Given(seat="south", hand=hand, drawn="5m", uninterrupted=first)
    assert tried(given, "ema-2012").get("nine-tiles") == reason


def test_nobody_tries_a_kong_with_a_single_tile() -> None:
    discard = DiscardGiven(by="west", tile="5m")
    assert "kong" not in tried(Given(seat="south", hand="5m123456789p123s", discard=discard))
    assert "kong" in tried(Given(seat="south", hand="55m12345678p123s", discard=discard))


def test_hidden_tiles_could_make_any_claim() -> None:
    given = Given(seat="south", hand="5m+", discard=DiscardGiven(by="west", tile="5m"))
    found = tried(given)
    assert {"pung", "kong", "win"} <= found.keys()


def test_riichi_rules_are_silent_of_an_original_call() -> None:
    discard = DiscardGiven(by="south", tile="5m")
    assert not tried(Given(seat="south", hand="34567m345s34567p", discard=discard))


def test_a_called_word_can_be_carried_out_changed_or_taken_back() -> None:
    discard = DiscardGiven(by="east", tile="5m")
    given = Given(
        seat="south",
        hand="3455m345s345567p",
        discard=discard,
        called=CalledGiven(word="chow"),
    )
    found = tried(given)
    rules = BOOK.ruleset("ema-2016")
    position = position_of(given, "ema-2016")
    for code in languages():
        say = wording(BOOK, code, "ema-2016")
        choices = menu(position, Seat.SOUTH, rules)
        told = {option_text(one.action, position, say) for one in choices}
        assert len(told) == len(found)
    assert not any(found.values())
    assert list(found) == ["chow 34m", "change pung", "change kong", "change win", "withdraw"]


def test_after_a_called_win_there_is_no_way_back() -> None:
    given = Given(
        seat="south",
        hand="3455m345s345567p",
        discard=DiscardGiven(by="east", tile="5m"),
        called=CalledGiven(word="win"),
    )
    found = tried(given)
    binds = ["claim.change.win/win-binds"]
    assert found.pop("win") == []
    assert found and all(reasons == binds for reasons in found.values())


def test_a_claimed_tile_can_be_taken() -> None:
    melds = [MeldGiven(kind="chow", tiles="234m", claimed="2m")]
    lying = Given(seat="south", hand="15m456p789s234m", melds=melds, claimed="lying")
    assert tried(lying)["take"] == []
    later = Given(
        seat="south",
        hand="15m456p789s23m",
        melds=melds,
        untaken=2,
        discard=DiscardGiven(by="north", tile="9p"),
    )
    assert tried(later)["take"] == ["claim.procedure.take-in-time/too-late"]


def test_the_owner_of_a_kong_draws_a_loose_tile_and_may_win_with_it() -> None:
    kong = KongGiven(by="west", kind="kong", tile="9p", from_="left")
    given = Given(seat="west", hand="34m22p", melds=OPEN[:2], kong=kong)
    assert tried(given) == {"draw dead": []}
    on_discard, on_draw = waited(given)["2m"]
    assert on_discard == ["win.shape.yaku/no-yaku"] and on_draw == []


def test_who_takes_the_last_tile_or_its_discard_has_a_yaku() -> None:
    """South has no other. East has just discarded; South draws next, and West after that."""
    discard = DiscardGiven(by="east", tile="9p")
    no_yaku = ["win.shape.yaku/no-yaku"]
    empty = ["end.wall.used-up/empty"]
    for wall, expected in {
        3: (no_yaku, no_yaku),
        2: ([], no_yaku),
        1: ([], []),
        0: (empty, empty),
    }.items():
        given = Given(seat="south", hand="34m22p", melds=OPEN, discard=discard, wall=wall)
        assert waited(given)["2m"] == expected, wall


def test_the_last_discard_can_still_be_won() -> None:
    """West has drawn the last tile: South can win on its discard, and will draw no more."""
    given = Given(
        seat="west",
        hand="9p+",
        drawn="9p",
        wall=0,
        south=PlayerGiven(hand="34m22p", melds=OPEN),
    )
    rules = BOOK.ruleset("ema-2016")
    (wait, _) = wait_verdicts(position_of(given, "ema-2016"), Seat.SOUTH, rules)
    assert wait.discard.allowed
    assert named(wait.draw) == ["end.wall.used-up/empty"]


def test_a_deal_that_ends_on_four_winds_wins_nothing_more() -> None:
    thrown = PlayerGiven(discards="2z")
    given = Given(
        seat="east",
        hand=TENPAI,
        discards="2z",
        south=thrown,
        west=thrown,
        discard=DiscardGiven(by="north", tile="2z"),
        uninterrupted=True,
    )
    ended = ["end.abort.four-winds/ended"]
    assert waited(given, "ema-2012")["2m"] == (ended, ended)
    assert waited(given, "ema-2016")["2m"] == (["win.shape.yaku/no-yaku"], [])


def test_no_blessing_of_man_after_the_own_draw() -> None:
    """Before East’s discard South may hope for it; after it only a hand with a yaku may win."""
    dealt = Given(seat="south", hand=TENPAI, dealt=True)
    assert waited(dealt)["2m"][0] == []
    discard = DiscardGiven(by="east", tile="9p")
    later = Given(seat="south", hand=TENPAI, discard=discard, uninterrupted=True)
    assert waited(later)["2m"] == (["win.shape.yaku/no-yaku"], [])


def test_the_go_around_after_riichi_ends_with_the_own_draw() -> None:
    riichi = {"ready": "riichi", "ippatsu": True}
    found = {}
    for by in ("east", "west"):
        given = Given(seat="south", hand=TENPAI, discard=DiscardGiven(by=by, tile="9p"), **riichi)  # type: ignore[arg-type]
        rules = BOOK.ruleset("ema-2016")
        wait, _ = wait_verdicts(position_of(given, "ema-2016"), Seat.SOUTH, rules)
        found[by] = "yaku.ippatsu/holds" in named(wait.discard)
    assert found == {"east": False, "west": True}


def test_four_own_tiles_are_no_wait() -> None:
    discard = DiscardGiven(by="east", tile="9p")
    assert not waited(Given(seat="south", hand="1111m456p789s234s", discard=discard))


def test_a_deal_that_is_over_wins_nothing() -> None:
    given = Given(seat="east", hand=TENPAI, over=OverGiven(how="wall-used-up"))
    assert not waited(given)


def test_riichi_needs_a_tile_of_the_hand() -> None:
    """A red five is not the plain one."""
    position = position_of(Given(seat="south", hand=TENPAI + "1z", drawn="1z"), "ema-2012")
    for tile in ("9p", "0m"):
        for kind in (ActionKind.RIICHI, ActionKind.DISCARD):
            ruling = judge(position, Action(kind, Seat.SOUTH, parse_tile(tile)), TWELVE)
            assert ruling.verdict is Verdict.REFUSED
            assert named(ruling) == ["set.table.fixed/not-held"]


def test_a_chow_of_dragons_is_refused_however_short_the_hand() -> None:
    given = Given(
        seat="south", hand="5577z", melds=OPEN, discard=DiscardGiven(by="east", tile="6z")
    )
    chow = Action(ActionKind.CHOW, Seat.SOUTH, tiles=parse_tiles("57z"))
    ruling = judge(position_of(given, "ema-2016"), chow, BOOK.ruleset("ema-2016"))
    assert named(ruling) == ["claim.chow.run/honour"]
