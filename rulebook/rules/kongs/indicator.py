"""Indicators that a kong turns."""

from collections.abc import Iterable

from rulebook.actions import KONGS, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, TurnIndicator
from rulebook.registry import Step, effect
from rulebook.ruleset import RuleSet


@effect("kong.indicator.at-once", ActionKind.KONG, *KONGS, step=Step.INDICATOR)
def indicator_before_replacement(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Turn one more indicator before the replacement tile is taken."""
    if rules["kong.indicator"] == "at-once":
        yield TurnIndicator(len(case.position.indicators) + 1)
