"""How many counters lie on the table in the next deal."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, SetCounters
from rulebook.registry import Step, effect, remark
from rulebook.rules.deal.rotation import winners
from rulebook.rules.endings.over import over
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import ABORTED
from rulebook.tiles import Seat


@remark("deal.counters.next", ActionKind.SETTLE, family=Family.RIICHI)
def counters_of_the_next_deal(case: Case, rules: RuleSet) -> Finding | None:
    """Say whether a counter is added or all are taken away."""
    event = over(case, rules)
    if event is None or event.how == "chombo":
        return None
    won = winners(case, rules)
    if won:
        return noted("east-won" if Seat.EAST in won else "cleared")
    if event.how in ABORTED:
        return noted("aborted")
    return noted("draw" if Seat.EAST in event.tenpai else "draw-passes")


@effect("deal.counters.next", ActionKind.SETTLE, step=Step.NEXT, family=Family.RIICHI)
def counters_are_laid(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Add a counter, or take all away."""
    finding = counters_of_the_next_deal(case, rules)
    if finding:
        added = (finding.key == "cleared") == (f"deal.counters.next/{finding.key}" in rules.flips)
        yield SetCounters(case.position.counters + 1 if added else 0)
