"""What the counters on the table add to a win."""

from collections.abc import Iterable, Iterator

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Pay
from rulebook.registry import Step, effect, remark
from rulebook.riichi.value import COUNTER
from rulebook.rules.pay.wins import wins_of
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Won
from rulebook.tiles import Seat


def _counted(case: Case, rules: RuleSet) -> tuple[Won, ...]:
    """The wins that the counters add to."""
    wins = wins_of(case, rules)
    return wins if rules["pay.counters.several"] == "each" else wins[:1]


@remark("pay.counters.winners", ActionKind.SETTLE, family=Family.RIICHI)
def counters_add_to_wins(case: Case, rules: RuleSet) -> Finding | None:
    """Remark what the counters are worth, and to whom when several win."""
    wins, number = wins_of(case, rules), case.position.counters
    if not wins or not number:
        return None
    points = 3 * COUNTER * number
    if len(wins) > 1 and rules["pay.counters.several"] == "each":
        return noted("each", points=points, number=number)
    if len(wins) > 1:
        return noted("nearest", winner=wins[0].seat, points=points, number=number)
    if wins[0].counted is not None:
        return noted("liable", payer=wins[0].counted, points=points, number=number)
    key = "self-draw" if wins[0].source is None else "discard"
    each = COUNTER * number if wins[0].source is None else points
    return noted(key, winner=wins[0].seat, points=each, number=number)


@effect("pay.counters.winners", ActionKind.SETTLE, step=Step.PAYMENT, family=Family.RIICHI)
def counters_are_paid(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """A discarder pays all of the counters, on a self-draw each opponent a third."""
    for won in _counted(case, rules):
        for payer, points in _payers(won, case.position.counters, rules):
            if points:
                yield Pay(payer, won.seat, points, points)


def _payers(won: Won, number: int, rules: RuleSet) -> Iterator[tuple[Seat, int]]:
    one = won.source if won.counted is None else won.counted
    if one is not None:
        yield one, 3 * COUNTER * number
        return
    full = "pay.counters.winners/self-draw" in rules.flips
    for payer in won.seat.others:
        yield payer, COUNTER * number * (3 if full else 1)
