"""The yaku of a hand that is won with, and those it misses by one condition."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rules as decides
from rulebook.riichi.score import Score
from rulebook.riichi.terms import terms_of
from rulebook.riichi.winning import scored
from rulebook.riichi.yaku import YAKU, YAKUMAN, near_misses
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted

_IDS = dict.fromkeys(f"yaku.{id}" for id in (*YAKU, *YAKUMAN))


@decides(_IDS, ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.RIICHI)
def yaku_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark which yaku the hand has in its best reading, and which it just misses."""
    score = scored(case, rules)
    if not isinstance(score, Score):
        return
    held = dict(score.yaku)
    for id, fan in score.yaku:
        rule = f"yaku.{id}"
        if rule in _IDS:
            yield rule, noted("holds", fan=fan)
    for rule, key in near_misses(score.view, terms_of(rules), held):
        yield rule, noted(key)
