"""Claiming a discard for a kong."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case, kong_meld
from rulebook.effects import CountAs, Effect, LayMeld
from rulebook.registry import Step, effect, rule
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused, unknown
from rulebook.state import Discarded, MeldKind, Position
from rulebook.tiles import Seat


def _too_few(position: Position, seat: Seat, rules: RuleSet) -> bool:
    """Whether the hand is known to lack the three tiles."""
    event, me = position.event, position.players[seat]
    if me.hidden or not isinstance(event, Discarded) or me.pung_of(event.tile):
        return False
    return me.count(event.tile) < 3


@rule("kong.claimed.three-in-hand", ActionKind.KONG, bars=_too_few)
def three_in_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for three tiles equal to the discard among the concealed tiles."""
    if case.discard is None or case.me.pung_of(case.discard.tile):
        return None
    tile = case.discard.tile
    held = case.me.count(tile)
    if held >= 3:
        return allowed("held", tile=tile)
    if case.me.hidden >= 3 - held:
        return unknown("hidden", tile=tile)
    return refused("not-held", tile=tile, held=held)


@effect("kong.claimed.display", ActionKind.KONG, step=Step.LAY)
def lay_a_claimed_kong(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Lay three equal tiles of the hand and the claimed one."""
    if case.discard:
        meld = kong_meld(case, MeldKind.KONG, case.discard.tile)
        yield LayMeld(case.seat, meld, lay(meld, rules))


@effect("kong.claimed.nature", ActionKind.KONG, step=Step.COUNT)
def claimed_kong_counts(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Say whether a claimed kong counts as exposed or concealed."""
    if case.discard:
        meld = kong_meld(case, MeldKind.KONG, case.discard.tile)
        yield CountAs(case.seat, meld, "exposed", str(rules["kong.claimed.doubles"]))
