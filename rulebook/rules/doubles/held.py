"""The doubles of a classical hand, and those it misses by one condition."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.classical.doubles import DOUBLES, near_misses
from rulebook.classical.score import Score
from rulebook.classical.winning import scored
from rulebook.registry import remark
from rulebook.registry import rules as decides
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Fault

_IDS = [one.rule for one in DOUBLES.values()]
_COUNTED = (ActionKind.WIN, ActionKind.SELF_DRAW, ActionKind.SETTLE)


@remark("doubles.losers", ActionKind.SETTLE, family=Family.CLASSICAL)
def pure_hand_of_a_loser(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether a loser has the doubles of a pure hand, where the tiles make one."""
    score = scored(case, rules)
    if not isinstance(score, Score) or score.view.hand.fault is Fault.LONG:
        return None
    pure = any(
        one.pure and isinstance(n := one.count(score.view), int) and n for one in DOUBLES.values()
    )
    if not pure:
        return None
    return noted("counts" if rules["score.losers-purity"] else "winner-only")


@decides(_IDS, *_COUNTED, family=Family.CLASSICAL)
def doubles_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark which doubles the hand has and which it just misses."""
    score = scored(case, rules)
    if not isinstance(score, Score) or score.view.hand.fault is Fault.LONG:
        return
    for id, doubles in score.double_items:
        yield DOUBLES[id].rule, noted("holds", doubles=doubles)
    for rule, key in near_misses(score.view):
        yield rule, noted(key)
