"""The first discard, and discarding in general."""

from collections.abc import Iterable
from functools import cache

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import DiscardTile, Effect
from rulebook.registry import Step, effect, rule
from rulebook.riichi.declared import owes_a_turned_tile
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Age, Dealt


@rule("turn.start.east", ActionKind.DISCARD, after=(Dealt,), alike=True)
def east_discards_first(case: Case, rules: RuleSet) -> Finding | None:
    """Let East begin by discarding one of 14 tiles, without drawing."""
    event = case.position.event
    if not isinstance(event, Dealt):
        return None
    if event.asked is not None:
        return refused("not-ready", player=event.asked)
    return allowed("east") if event.seat is case.seat else refused("not-east")


@rule("turn.start.own-turn", ActionKind.DISCARD, alike=True)
def discard_in_the_own_turn(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player discard after drawing or claiming, once."""
    event = case.position.event
    if isinstance(event, Dealt):
        return None
    if case.drew or case.claimed or _holds_a_tile_more(case):
        return allowed("own-turn")
    if case.discard and case.discard.seat is case.seat:
        return refused("has-discarded", tile=case.discard.tile)
    return refused("not-your-turn")


def _holds_a_tile_more(case: Case) -> bool:
    """Whether the player has laid a kong in this turn, or drawn since the newest discard."""
    made, discard = case.made, case.discard
    if made:
        return made.seat is case.seat and not made.settled
    return discard is not None and discard.age is Age.DRAWN and case.is_next


@effect("turn.start.own-turn", ActionKind.DISCARD, step=Step.LAY)
def tile_is_laid_down(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Lay the discard face up on the table, sideways where it stands in for a riichi tile."""
    if case.action.tile is None:
        return ()
    turned = "riichi.bet.claimed" in rules.rules and owes_a_turned_tile(case.me)
    return (_discard(case.seat, case.action.tile, turned),)


_discard = cache(DiscardTile)
"""One effect for each discard. No other rule may yield them, since an effect bears its rule."""
