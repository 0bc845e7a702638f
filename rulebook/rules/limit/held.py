"""The limit and the special hands that are worth it."""

from collections.abc import Iterable, Iterator, Mapping

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.classical.limits import LIMITS, near_misses
from rulebook.classical.score import Score
from rulebook.classical.winning import scored
from rulebook.registry import rules as decides
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted

_IDS = [one.rule for one in LIMITS.values()]


@decides(_IDS, ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.CLASSICAL)
def limit_hands(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark which limit hands the hand is and which it just misses."""
    score = scored(case, rules)
    if not isinstance(score, Score):
        return
    for id in score.limit_hands:
        yield LIMITS[id].rule, noted("holds", value=score.value)
    for rule, key in near_misses(score.view):
        yield rule, noted(key)


_COUNTED = (ActionKind.WIN, ActionKind.SELF_DRAW, ActionKind.SETTLE)


@decides(["limit.cap", "limit.roof-off"], *_COUNTED, family=Family.CLASSICAL)
def limit_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark what the limit does to the value, or what its absence does."""
    score = scored(case, rules)
    if not isinstance(score, Score):
        return
    values = {"computed": score.natural, "value": score.value}
    if score.view.terms.limit is not None:
        yield from _capped(score, values)
    elif score.share:
        key = "natural" if score.value == score.natural else "minimum"
        if score.house_share:
            key, values["share"] = f"share-{key}", score.house_share
        yield "limit.roof-off", noted(key, **values)
    elif score.natural > score.view.terms.minimum:
        yield "limit.roof-off", noted("no-cap", **values)


def _capped(score: Score, values: Mapping[str, int]) -> Iterator[tuple[str, Finding]]:
    if score.house_share:
        yield "limit.cap", noted("share", share=score.house_share, **values)
    elif len(score.limit_hands) > 1:
        yield "limit.cap", noted("several", **values)
    elif score.limit_hands:
        yield "limit.cap", noted("special", **values)
    elif score.capped:
        yield "limit.cap", noted("capped" if score.view.hand.winner else "loser", **values)
