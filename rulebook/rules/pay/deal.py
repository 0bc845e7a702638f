"""When and in what order a deal is settled."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rule
from rulebook.rules.endings.over import over
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused


@rule("pay.deal.settled", ActionKind.SETTLE, family=Family.RIICHI)
def settled_when_it_is_over(case: Case, rules: RuleSet) -> Finding | None:
    """Settle a deal once it is over, never before; say nothing of a chombo that cannot be."""
    event = over(case, rules)
    if event is None:
        return refused("not-over")
    if event.how == "chombo" and "penalty.chombo.redeal" not in rules.rules:
        return None
    return allowed(event.how if event.how in ("won", "wall-used-up", "chombo") else "aborted")
