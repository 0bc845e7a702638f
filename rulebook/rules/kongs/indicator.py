"""Indicators that a kong turns."""

from collections.abc import Iterable

from rulebook.actions import KONGS, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, OweIndicator, TurnIndicator
from rulebook.moments import indicators_are_owed
from rulebook.registry import Step, effect
from rulebook.ruleset import RuleSet


@effect(
    "kong.indicator.owed",
    *(ActionKind.DISCARD, ActionKind.RIICHI, *KONGS),
    step=Step.INDICATOR,
    when=indicators_are_owed,
)
def owed_indicators_are_turned(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Turn what earlier kongs of the turn still owe, at the discard or the next own kong."""
    for more in range(case.position.owed):
        yield TurnIndicator(len(case.position.indicators) + 1 + more, owed=True)


@effect("kong.indicator.at-once", ActionKind.KONG, *KONGS, step=Step.INDICATOR)
def indicator_before_replacement(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Turn one more indicator before the replacement tile is taken, or owe it until later."""
    when = rules["kong.indicator"]
    number = len(case.position.indicators) + 1
    concealed = case.action.kind is ActionKind.CONCEALED_KONG
    if when == "at-once" or (when == "after-discard" and concealed):
        yield TurnIndicator(number + case.position.owed)
    elif when == "after-discard":
        yield OweIndicator()
