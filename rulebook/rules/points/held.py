"""The points of a classical hand and what they come to."""

from collections.abc import Iterable, Iterator

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.classical.points import POINT_RULES, worthless
from rulebook.classical.score import Score, lesser_value
from rulebook.classical.winning import scored
from rulebook.effects import Counted, Effect
from rulebook.registry import Step, effect
from rulebook.registry import rules as decides
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Fault

_COUNTED = (ActionKind.WIN, ActionKind.SELF_DRAW, ActionKind.SETTLE)


@decides(POINT_RULES, *_COUNTED, family=Family.CLASSICAL)
def points_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark what earns points, item by item, and what only seems to."""
    score = scored(case, rules)
    if not isinstance(score, Score) or score.view.hand.fault is Fault.LONG:
        return
    for item in score.items:
        values = {"tile": item.tiles[0], "tiles": item.tiles} if item.tiles else {}
        yield item.rule, noted(item.key, points=item.points, **values)
    for rule, key, tiles in worthless(score.view):
        yield rule, noted(key, points=0, tile=tiles[0], tiles=tiles)


@decides(["points.value", "points.grouping"], *_COUNTED, family=Family.CLASSICAL)
def value_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark how points and doubles make the value, and that other groupings bring less."""
    score = scored(case, rules)
    if not isinstance(score, Score) or score.view.hand.fault is Fault.LONG:
        return
    values = {"points": score.points, "doubles": score.doubles, "value": score.natural}
    yield "points.value", noted("doubled" if score.doubles else "plain", **values)
    yield from _grouping(score, rules)


def _grouping(score: Score, rules: RuleSet) -> Iterator[tuple[str, Finding]]:
    if not score.view.hand.winner:
        if score.items or score.double_items:
            yield "points.grouping", noted("loser", value=score.value)
        return
    lesser = lesser_value(score, rules)
    if lesser is not None:
        yield "points.grouping", noted("dearest", value=score.value, lesser=lesser)


@effect("points.value", *_COUNTED, step=Step.LAY, family=Family.CLASSICAL)
def hand_is_counted(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """State the points, the doubles and the value of the hand."""
    score = scored(case, rules)
    if isinstance(score, Score):
        items = tuple((item.id, item.points) for item in score.items)
        counted = (items, score.points, score.double_items, score.doubles)
        share = score.house_share if score.value != score.natural else 0
        yield Counted(case.seat, *counted, score.limit_hand, score.value, share)
