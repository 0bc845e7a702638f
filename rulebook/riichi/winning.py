"""From a position to the hand that somebody wants to win with."""

from __future__ import annotations

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.riichi.declared import bets_to_win
from rulebook.riichi.hand import Hand, HandFault, Source
from rulebook.riichi.score import LIABLE, Score, best_score
from rulebook.ruleset import RuleSet
from rulebook.state import Dealt, Wall
from rulebook.tiles import Side, Tile

__all__ = ["hand_of", "scored"]


def hand_of(case: Case, rules: RuleSet) -> Hand | None:
    """The hand of the player who declares a win; `None` when its tiles are not all known."""
    me, position = case.me, case.position
    found = _winning_tile(case)
    if me.hidden or found is None:
        return None
    tile, concealed, source = found
    side = case.side
    liability = me.liability
    return Hand(
        concealed,
        tile,
        me.melds,
        source,
        case.seat,
        position.round,
        me.ready,
        me.ippatsu,
        _first_turn(case),
        position.live == 0,
        tuple(one for one in position.indicators if one),
        position.ura,
        position.counters,
        bets_to_win(position, rules),
        side or Side.LEFT,
        case.seat.side_of(liability.payer) if liability else None,
        LIABLE.get(liability.hand) if liability else None,
    )


def _winning_tile(case: Case) -> tuple[Tile, tuple[Tile, ...], Source] | None:
    """The tile that completes the hand, the concealed tiles without it, and where it is from."""
    hand = case.me.hand
    if case.action.kind is ActionKind.WIN:
        if case.offered is None or case.side is None:
            return None
        source = Source.ROBBED_KONG if case.made else Source.DISCARD
        return case.offered[1], hand, source
    if isinstance(case.position.event, Dealt):
        return (hand[-1], hand[:-1], Source.SELF_DRAW) if hand else None
    drew = case.drew
    if drew is None or drew.tile is None:
        return None
    place = hand.index(drew.tile)
    source = Source.REPLACEMENT if drew.wall is Wall.DEAD else Source.SELF_DRAW
    return drew.tile, (*hand[:place], *hand[place + 1 :]), source


def _first_turn(case: Case) -> bool:
    """Whether nobody has claimed and this player has not discarded yet."""
    return case.position.uninterrupted and not case.me.discards and case.made is None


def scored(case: Case, rules: RuleSet) -> Score | HandFault | None:
    """What the hand is worth, or why it is no win; `None` when its tiles are not all known."""
    if rules not in case.known:
        hand = hand_of(case, rules)
        case.known[rules] = None if hand is None else best_score(hand, rules)
    found = case.known[rules]
    assert found is None or isinstance(found, Score | HandFault)
    return found
