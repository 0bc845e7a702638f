"""When and in what order a deal is settled."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Over


@rule("pay.deal.settled", ActionKind.SETTLE, family=Family.RIICHI)
def settled_when_it_is_over(case: Case, rules: RuleSet) -> Finding | None:
    """Settle a deal once it is over, never before."""
    event = case.position.event
    if not isinstance(event, Over):
        return refused("not-over")
    return allowed(event.how if event.how in ("won", "wall-used-up", "chombo") else "aborted")
