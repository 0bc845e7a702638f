"""Which discard can be claimed at all."""

from rulebook.actions import CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.moments import wall_is_empty
from rulebook.registry import rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Dealt


@rule("claim.discard.newest", *CLAIMS, alike=True)
def newest_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Let only the newest discard be claimed."""
    if case.made:
        return None
    if case.discard is None:
        return refused("no-discard")
    asked = case.action.tile
    if asked and asked.index != case.discard.tile.index:
        return refused("older", tile=asked, newest=case.discard.tile)
    return allowed("newest", tile=case.discard.tile)


@rule("claim.discard.others", *CLAIMS, alike=True)
def discard_of_another(case: Case, rules: RuleSet) -> Finding | None:
    """Keep a player from claiming the own discard."""
    if case.discard and case.discard.seat is case.seat:
        return refused("own", tile=case.discard.tile)
    return None


@rule("claim.discard.last", *CLAIMS, when=wall_is_empty, alike=True)
def last_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Say what the discard after the last tile of the live wall can be claimed for."""
    if case.position.live or not case.discard:
        return None
    if case.action.kind is ActionKind.WIN:
        return allowed("win")
    return allowed("may") if rules["claim.last-discard"] else refused("only-win")


@rule("claim.discard.optional", ActionKind.PASS)
def no_duty_to_claim(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player pass on any tile of another player."""
    event = case.position.event
    if isinstance(event, Dealt) and event.asked is not None:
        return None
    if case.side is None:
        return refused("nothing-offered")
    return allowed("no-duty")
