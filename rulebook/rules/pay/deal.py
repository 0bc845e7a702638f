"""When and in what order a deal is settled."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rule
from rulebook.riichi.tenpai import unruled_riichi
from rulebook.rules.endings.over import over
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import ABORTED


@rule("pay.deal.settled", ActionKind.SETTLE, family=Family.RIICHI)
def settled_when_it_is_over(case: Case, rules: RuleSet) -> Finding | None:
    """Settle a deal once it is over, never before; say nothing of an end that cannot be."""
    event = over(case, rules)
    if event is None:
        return refused("not-over")
    if event.how in ABORTED:
        return allowed("aborted")
    if event.how == "chombo" and "penalty.chombo.redeal" not in rules.rules:
        return None
    if event.how not in ("won", "wall-used-up", "chombo"):
        return None
    drawn = event.how == "wall-used-up"
    if drawn and unruled_riichi(case.position, event, rules):
        return None
    return allowed(event.how)
