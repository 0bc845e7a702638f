"""What winners are paid for their hands."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Pay
from rulebook.registry import Step, effect, remark
from rulebook.rules.endings.over import over
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Over, Won


def wins_of(case: Case, rules: RuleSet) -> tuple[Won, ...]:
    """The wins of the deal that is over, the nearest after the discarder first."""
    event = over(case, rules)
    if event is None or event.how != "won":
        return ()
    return event.wins if rules["win.several"] == "all" else event.wins[:1]


@remark("pay.wins.each", ActionKind.SETTLE, family=Family.RIICHI)
def winners_alone_are_paid(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who is paid, and that each of several winners gets the whole own hand.

    Nothing is said where it is not known what the hand is worth.
    """
    wins = wins_of(case, rules)
    if not wins or not wins[0].value:
        return None
    event = case.position.event
    if isinstance(event, Over) and len(wins) < len(event.wins):
        return noted("nearest", winner=wins[0].seat)
    if any(won.counted is not None for won in wins):
        return _with_liability(wins)
    if len(wins) > 1:
        return noted("several", winners=tuple(won.seat for won in wins), payer=wins[0].source)
    if wins[0].source is None:
        return noted("self-draw", winner=wins[0].seat, points=wins[0].value)
    return noted("discard", winner=wins[0].seat, payer=wins[0].source, points=wins[0].value)


def _with_liability(wins: tuple[Won, ...]) -> Finding:
    """Who is paid by whom where somebody is liable for a hand."""
    if len(wins) > 1:
        paying = tuple(sorted({payer for won in wins for payer, _ in won.shares}))
        return noted("several-liable", winners=tuple(won.seat for won in wins), payers=paying)
    paying = tuple(payer for payer, _ in wins[0].shares)
    return noted("liable", winner=wins[0].seat, payers=paying, points=wins[0].value)


@effect("pay.wins.each", ActionKind.SETTLE, step=Step.PAYMENT, family=Family.RIICHI)
def hands_are_paid(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Every winner gets what the own hand brings."""
    for won in wins_of(case, rules):
        for payer, points in won.shares:
            yield Pay(payer, won.seat, points)
