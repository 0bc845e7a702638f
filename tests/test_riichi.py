"""Tenpai and riichi: what may be declared, what it binds to, what becomes of the bet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.actions import Action, ActionKind
from rulebook.effects import Pay
from rulebook.engine import judge, options, play, resolve
from rulebook.load import load_rulebook
from rulebook.riichi.declared import bets_to_win, declaring, owes_a_turned_tile
from rulebook.riichi.tenpai import is_tenpai, lacks_yaku, nagashi_of, tenpai_seats, useful_waits
from rulebook.ruleset import RuleSet
from rulebook.state import (
    Discard,
    Discarded,
    Drew,
    Fault,
    Meld,
    MeldKind,
    Over,
    Player,
    Position,
    Ready,
)
from rulebook.tiles import KINDS, Seat, Side, parse_tile, parse_tiles


@pytest.fixture(scope="module")
def ema() -> RuleSet:
    book, _ = load_rulebook()
    return book.ruleset("ema-2025")


@pytest.fixture(scope="module")
def tenhou() -> RuleSet:
    book, _ = load_rulebook()
    return book.ruleset("tenhou")


def a_player(hand: str, **more: object) -> Player:
    return Player(hand=parse_tiles(hand), **more)  # type: ignore[arg-type]


def south_drew(hand: str, drawn: str, **more: object) -> Position:
    """South on turn with a tile just drawn; the others' hands are unknown."""
    other = Player(hidden=13)
    south = a_player(hand, **more)
    drew = Drew(Seat.SOUTH, parse_tile(drawn))
    return Position((other, south, other, other), drew, live=40, dead=14, scores=(25000,) * 4)


def riichi(tile: str, seat: Seat = Seat.SOUTH) -> Action:
    return Action(ActionKind.RIICHI, seat, parse_tile(tile))


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("345678p234m55s67m", (), True),
        ("345678p234m57s68m", (), False),
        ("22m55m88p33s66s44z7z", (), True),
        ("22m55m88p33s66s444z", (), False),
        ("19m19p19s1123456z", (), True),
        ("123456789m1111p", (), False),
    ],
)
def test_shape_of_tenpai(hand: str, melds: tuple[Meld, ...], expected: bool, ema: RuleSet) -> None:
    assert is_tenpai(a_player(hand, melds=melds), ema) is expected


def test_four_own_copies_in_a_set(ema: RuleSet, tenhou: RuleSet) -> None:
    kong = Meld(MeldKind.CONCEALED_KONG, parse_tiles("5555p"))
    player = a_player("46p123m789s22z", melds=(kong,))
    assert is_tenpai(player, ema) is False
    assert is_tenpai(player, tenhou) is True
    nowhere = ema.misread(params={"tenpai.own-four": "none"})
    assert is_tenpai(a_player("123456789m1111p"), nowhere) is True


def test_dead_and_hidden_hands(ema: RuleSet) -> None:
    ready = a_player("345678p234m55s67m")
    assert is_tenpai(replace(ready, fault=Fault.DEAD), ema) is False
    assert is_tenpai(Player(hidden=13), ema) is None
    players = (ready, Player(hidden=13), replace(ready, fault=Fault.DEAD), ready)
    position = Position(players, Discarded(Seat.EAST, KINDS[0]), live=0, dead=14)
    assert tenpai_seats(position, ema) == (Seat.EAST, Seat.NORTH)


CHOW = Meld(MeldKind.CHOW, parse_tiles("234m"), parse_tile("2m"), Side.LEFT)
PUNG = Meld(MeldKind.PUNG, parse_tiles("999s"), parse_tile("9s"), Side.RIGHT)


@pytest.mark.parametrize(
    ("hand", "melds", "lacks"),
    [
        ("33p55s456s", (CHOW, PUNG), True),
        ("33p55z456s", (CHOW, PUNG), False),
        ("33p11z456s", (CHOW, PUNG), False),
        ("33p33z456s", (CHOW, PUNG), True),
        ("333p55s456s99m", (CHOW,), True),
        ("333p55s456s99m234p", (), False),
    ],
)
def test_an_open_hand_in_tenpai_may_lack_a_yaku(
    hand: str, melds: tuple[Meld, ...], lacks: bool, ema: RuleSet
) -> None:
    """One winning tile with a yaku is enough; a concealed hand has one when it draws."""
    position = south_drew(hand, "3p", melds=melds)
    waits = useful_waits(position.players[Seat.SOUTH], ema)
    assert waits
    assert lacks_yaku(position, Seat.SOUTH, waits, ema) is lacks


def test_nothing_but_unclaimed_terminals_and_honours(ema: RuleSet) -> None:
    def row(codes: str, taken: Seat | None = None) -> Player:
        tiles = tuple(map(parse_tile, codes.split()))
        return Player(discards=tuple(Discard(tile, taken=taken) for tile in tiles))

    players = (row("1m 9p 7z"), row("1m 2m"), row("1m", taken=Seat.EAST), Player())
    position = Position(players, Discarded(Seat.EAST, KINDS[0]), live=0, dead=14)
    assert nagashi_of(position, ema) == (Seat.EAST,)


def test_an_open_hand_has_no_nagashi_where_it_is_a_win(tenhou: RuleSet) -> None:
    pung = Meld(MeldKind.PUNG, (KINDS[27],) * 3)
    open_hand = Player(discards=(Discard(KINDS[0]),), melds=(pung,))
    players = (open_hand, Player(discards=(Discard(KINDS[8]),)), Player(), Player())
    position = Position(players, Discarded(Seat.EAST, KINDS[0]), live=0, dead=14)
    assert nagashi_of(position, load_rulebook()[0].ruleset("ema-2012")) == (Seat.SOUTH,)
    assert nagashi_of(position, tenhou) == (Seat.EAST, Seat.SOUTH)


READY = "234m567p22256s11z"
APART = "234m567p2247s135z"


@pytest.mark.parametrize(
    ("west", "tenpai", "due", "gets"),
    [
        (a_player(READY, ready=Ready.RIICHI), (), None, 3000),
        (a_player(APART, ready=Ready.RIICHI), (Seat.WEST,), "chombo", 0),
        (Player(hidden=13, ready=Ready.RIICHI), (Seat.WEST,), None, 3000),
        (Player(hidden=13, ready=Ready.RIICHI), (), "chombo", 0),
        (a_player(APART), (Seat.WEST,), None, 0),
        (a_player(READY, ready=Ready.RIICHI, fault=Fault.DEAD), (Seat.WEST,), None, 0),
    ],
)
def test_what_riichi_shows_in_the_end(
    west: Player, tenpai: tuple[Seat, ...], due: str | None, gets: int, ema: RuleSet
) -> None:
    """Known tiles decide; where they are hidden, the word counts. A dead hand is noten."""
    other = Player(hidden=13)
    over = Over("wall-used-up", tenpai=tenpai)
    position = Position((other, other, west, other), over, live=0, dead=14, bets=1)
    ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), ema)
    keys = {one.finding.key for one in ruling.reasons if one.rule == "riichi.error.noten"}
    assert keys == ({due} if due else set())
    paid = sum(one.points for one in ruling.effects if isinstance(one, Pay))
    assert paid == gets


def test_every_discard_that_keeps_tenpai_is_offered(ema: RuleSet) -> None:
    position = south_drew("35678899m234789p", "9m")
    found = options(position, Seat.SOUTH, ema)
    assert {one.tile.code for one in found if one.kind is ActionKind.RIICHI and one.tile} == {
        "3m",
        "8m",
    }


@pytest.mark.parametrize("more", [{"ready": Ready.RIICHI}, {"fault": Fault.DEAD}])
def test_no_riichi_is_offered(more: dict[str, object], ema: RuleSet) -> None:
    position = south_drew("345678p234m55s67m1z", "1z", **more)
    assert all(one.kind is not ActionKind.RIICHI for one in options(position, Seat.SOUTH, ema))


def test_declaring(ema: RuleSet) -> None:
    position = south_drew("345678p234m55s67m1z", "1z", discards=(Discard(KINDS[0]),))
    after = play(position, riichi("1z"), ema)
    south = after.player(Seat.SOUTH)
    assert (south.ready, south.ippatsu, south.discards[-1].sideways) == (Ready.RIICHI, True, True)
    assert (after.bets, after.scores[Seat.SOUTH]) == (1, 24000)
    assert declaring(after) is Seat.SOUTH
    assert bets_to_win(after, ema) == 0


def test_double_riichi_needs_the_first_discard(ema: RuleSet) -> None:
    first = replace(south_drew("345678p234m55s67m1z", "1z"), uninterrupted=True)
    assert play(first, riichi("1z"), ema).player(Seat.SOUTH).ready is Ready.DOUBLE_RIICHI
    later = first.with_player(Seat.SOUTH, discards=(Discard(KINDS[0]),))
    assert play(later, riichi("1z"), ema).player(Seat.SOUTH).ready is Ready.RIICHI


def test_one_bet_goes_back_to_one_declarer_with_two_winners(ema: RuleSet) -> None:
    position = south_drew("345678p234m55s67m9s", "9s", discards=(Discard(KINDS[0]),))
    winner = a_player("123456m55p123s78s")
    other = a_player("234567m66p678p78s")
    for seat, player in ((Seat.WEST, winner), (Seat.NORTH, other)):
        players = list(position.players)
        players[seat] = player
        position = replace(position, players=tuple(players), bets=1)  # type: ignore[arg-type]
    after = play(position, riichi("9s"), ema)
    calls = [Action(ActionKind.WIN, seat) for seat in (Seat.WEST, Seat.NORTH)]
    result = resolve(after, calls, ema)
    assert [call.seat for call in result.stand] == [Seat.WEST, Seat.NORTH]
    for effect in result.effects:
        after = effect.apply(after)
    assert after.player(Seat.SOUTH).ready is Ready.NO
    assert sum("ReturnBet" in type(effect).__name__ for effect in result.effects) == 1
    assert sum(after.scores) + 1000 * after.bets == 100_000 + 1000


def test_a_later_sideways_tile_does_not_void_the_riichi(ema: RuleSet) -> None:
    taken = Discard(parse_tile("1z"), sideways=True, taken=Seat.EAST)
    position = south_drew("345678p234m55s67m9s", "9s", ready=Ready.RIICHI, discards=(taken,))
    assert owes_a_turned_tile(position.player(Seat.SOUTH))
    after = play(position, Action(ActionKind.DISCARD, Seat.SOUTH, parse_tile("9s")), ema)
    assert after.player(Seat.SOUTH).discards[-1].sideways
    assert declaring(after) is None
    assert not owes_a_turned_tile(after.player(Seat.SOUTH))


def test_only_the_drawn_tile_goes(ema: RuleSet) -> None:
    position = south_drew("345678p234m555s67m", "5s", ready=Ready.RIICHI)
    allowed = [
        one.tile.code
        for one in options(position, Seat.SOUTH, ema)
        if one.kind is ActionKind.DISCARD and one.tile
    ]
    assert allowed == ["5s"]


def test_a_winning_draw_thrown_in_riichi_is_furiten(ema: RuleSet) -> None:
    position = south_drew("345m234678p22567s", "3m", ready=Ready.RIICHI)
    throw = Action(ActionKind.DISCARD, Seat.SOUTH, parse_tile("3m"))
    assert play(position, throw, ema).player(Seat.SOUTH).furiten
    free = position.with_player(Seat.SOUTH, ready=Ready.NO)
    assert not play(free, throw, ema).player(Seat.SOUTH).furiten


def test_few_points_are_a_matter_of_the_rules(ema: RuleSet, tenhou: RuleSet) -> None:
    position = replace(south_drew("345678p234m55s67m1z", "1z"), scores=(33000, 900, 33000, 33100))
    assert judge(position, riichi("1z"), ema).allowed
    refused = judge(position, riichi("1z"), tenhou)
    assert [reason.key for reason in refused.reasons] == ["too-poor"]
