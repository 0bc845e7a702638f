"""What winners are paid for their hands."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Pay
from rulebook.registry import Step, effect, remark
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Over, Won


def wins_of(case: Case, rules: RuleSet) -> tuple[Won, ...]:
    """The wins of the deal that is over, the nearest after the discarder first."""
    event = case.position.event
    if not isinstance(event, Over) or event.how != "won":
        return ()
    return event.wins if rules["win.several"] == "all" else event.wins[:1]


@remark("pay.wins.each", ActionKind.SETTLE, family=Family.RIICHI)
def winners_alone_are_paid(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who is paid, and that each of several winners gets the whole own hand."""
    wins = wins_of(case, rules)
    if not wins:
        return None
    event = case.position.event
    if isinstance(event, Over) and len(wins) < len(event.wins):
        return noted("nearest", winner=wins[0].seat)
    if len(wins) > 1:
        return noted("several", winners=tuple(won.seat for won in wins), payer=wins[0].source)
    if wins[0].source is None:
        return noted("self-draw", winner=wins[0].seat, points=wins[0].value)
    return noted("discard", winner=wins[0].seat, payer=wins[0].source, points=wins[0].value)


@effect("pay.wins.each", ActionKind.SETTLE, step=Step.PAYMENT, family=Family.RIICHI)
def hands_are_paid(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Every winner gets what the own hand brings."""
    for won in wins_of(case, rules):
        for payer, points in won.shares:
            yield Pay(payer, won.seat, points)
