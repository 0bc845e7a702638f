"""Whose turn it is after a claim, a kong, or a discard that nobody wants."""

from collections.abc import Iterable
from functools import cache

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.effects import DrawTile, Effect, LoseTurns, NextTurn
from rulebook.registry import Step, effect, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Age, Dealt, Discarded, Drew, Slip
from rulebook.tiles import Seat


@effect("turn.after-claim.next", *SET_CLAIMS, step=Step.TURN)
def next_after_the_claimer(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Go on, after the claimer's discard, with the player on the claimer's right."""
    yield NextTurn(case.seat.next, case.seat)


@effect("turn.after-claim.lost", *SET_CLAIMS, step=Step.TURN)
def those_between_lose_a_turn(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Pass over everybody who sits between the discarder and the claimer."""
    if case.discard:
        yield LoseTurns(case.discard.seat.between(case.seat))


@effect("turn.after-claim.next", *KONGS, step=Step.TURN)
def kong_changes_no_order(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Go on as usual after a kong declared in the own turn."""
    event = case.position.event
    if isinstance(event, Dealt) and event.asked is not None:
        return
    yield NextTurn(case.seat.next, case.seat)


@rule("turn.after-claim.draw", ActionKind.DRAW)
def next_player_draws(case: Case, rules: RuleSet) -> Finding | None:
    """Let the player after the discarder draw when nobody claims."""
    event = case.position.event
    if case.action.from_dead_wall or isinstance(event, Slip):
        return None
    if not isinstance(event, Discarded):
        return _during_a_turn(case)
    if event.laid:
        return refused("claimed", claimer=event.laid[-1][0])
    if event.seat.next is not case.seat:
        return refused("not-next", turn=event.seat.next)
    if event.age is not Age.NOTHING:
        return refused("has-drawn")
    return _NEXT[event.seat] if case.position.live else None


_NEXT = tuple(allowed("next", discarder=seat) for seat in Seat)
"""What is said of most draws, by discarder."""


def _during_a_turn(case: Case) -> Finding | None:
    """Nobody else draws while a player is on turn, nor that player twice."""
    event = case.position.event
    if event.seat is not case.seat:
        return refused("not-next", turn=event.seat)
    if isinstance(event, Dealt):
        return refused("dealt")
    return refused("has-drawn") if isinstance(event, Drew) else None


@effect("turn.after-claim.draw", ActionKind.DRAW, step=Step.LAY)
def tile_is_drawn(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Take the next tile of the live wall."""
    return () if case.action.from_dead_wall else (_draw(case.seat, case.action.tile),)


_draw = cache(DrawTile)
"""One effect for each draw. No other rule may yield them, since an effect bears its rule."""
