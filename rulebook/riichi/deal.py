"""One deal of a riichi game with every tile known: dealt, played move by move, settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rulebook.actions import Action, ActionKind
from rulebook.case import Case, hand_waits
from rulebook.effects import Effect, ReturnBet
from rulebook.engine import follow, go_on, granted
from rulebook.frozen import replace
from rulebook.riichi.hand import HandFault
from rulebook.riichi.score import Score, best_score
from rulebook.riichi.winning import hand_of
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling
from rulebook.state import (
    Dealt,
    Discarded,
    KongMade,
    Over,
    Player,
    Position,
    Won,
)
from rulebook.table import act, reveal_draw
from rulebook.tiles import Seat, Tile, sort_tiles

__all__ = [
    "LIVE",
    "SETTLE",
    "act",
    "bet_returned",
    "dealt",
    "ended",
    "let_pass",
    "offered_to",
    "reveal_draw",
    "reveal_indicator",
    "settled",
    "value_of",
]

LIVE = 136 - 14 - 4 * 13 - 1
"""Tiles of the live wall once East holds fourteen."""

SETTLE = Action(ActionKind.SETTLE, Seat.EAST)
"""What is done with a deal that is over."""


def dealt(
    hands: Sequence[Sequence[Tile]],
    first: Tile,
    indicator: Tile,
    rules: RuleSet,
    *,
    round: Seat = Seat.EAST,
    counters: int = 0,
    bets: int = 0,
    scores: tuple[int, ...] = (),
) -> Position:
    """The table before East's first discard.

    Args:
        hands: thirteen tiles of each seat, East first.
        first: East's fourteenth tile.
        indicator: the first dora indicator.
        rules: read for the size of the dead wall.
        round: the wind of the round.
        counters: counters on the table.
        bets: riichi bets left on the table.
        scores: what each seat has, in points.
    """
    east, south, west, north = (Player(hand=sort_tiles(hand)) for hand in hands)
    east = replace(east, hand=sort_tiles((*east.hand, first)))
    return Position(
        (east, south, west, north),
        Dealt(),
        LIVE,
        rules.number("wall.dead.size"),
        (indicator,),
        round,
        counters,
        uninterrupted=True,
        bets=bets,
        scores=scores,
    )


def reveal_indicator(position: Position, tile: Tile) -> Position:
    """The position once the oldest indicator turned unseen is known."""
    shown = list(position.indicators)
    if None in shown:
        shown[shown.index(None)] = tile
    return replace(position, indicators=tuple(shown))


def offered_to(position: Position, rules: RuleSet) -> tuple[Seat, ...]:
    """Who could complete a hand with the tile just discarded or added, in the order of play."""
    event = position.event
    if not isinstance(event, _OFFERING):
        return ()
    tile, players = event.tile.kind, position.players
    waiting = [(seat, hand_waits(players[seat], rules)) for seat in event.seat.others]
    return tuple([seat for seat, waits in waiting if waits and tile in waits])


_OFFERING = (Discarded, KongMade)


def let_pass(position: Position, rules: RuleSet, winners: Collection[Seat] = ()) -> Position:
    """Everybody who could complete a hand and does not win lets the tile pass."""
    for seat in offered_to(position, rules):
        if seat not in winners:
            passing = Action(ActionKind.PASS, seat)
            position = follow(position, granted(position, passing, rules))
    return position


def value_of(position: Position, action: Action, rules: RuleSet) -> tuple[Score, Won] | None:
    """What a win brings, counters and bets left out; `None` when it is no win."""
    hand = hand_of(Case(position, action), rules)
    if hand is None:
        return None
    score = best_score(hand, rules)
    bare = best_score(replace(hand, counters=0, bets=0), rules)
    if isinstance(score, HandFault) or isinstance(bare, HandFault):
        return None
    shares = tuple(
        (action.seat.at(side), points) for side, points in bare.payments.items() if points
    )
    counted = None
    if score.liability and hand.liable:
        alone = hand.drawn or rules["liability.counters"] == "liable"
        counted = action.seat.at(hand.liable if alone else hand.giver)
    source = None if hand.drawn else action.seat.at(hand.giver)
    return score, Won(action.seat, source, score.value, shares, counted)


def bet_returned(position: Position, effects: Iterable[Effect]) -> Position:
    """The position once a riichi is void because its own discard is won on."""
    for effect in effects:
        if isinstance(effect, ReturnBet):
            return effect.apply(position)
    return position


def settled(position: Position, over: Over, rules: RuleSet) -> tuple[Ruling, Position]:
    """The deal settled: payments, counters, bets, and who is East next."""
    return act(ended(position, over), SETTLE, rules)


def ended(position: Position, over: Over) -> Position:
    """The position that is to be settled."""
    return replace(go_on(position) if position.pending else position, event=over)
