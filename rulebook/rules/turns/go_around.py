"""What interrupts the go-around."""

from collections.abc import Iterable

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Interrupt
from rulebook.registry import Step, effect, remark
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted


@remark(
    "turn.go-around.interrupted",
    *SET_CLAIMS,
    *KONGS,
    ActionKind.DISCARD,
    family=Family.RIICHI,
)
def first_round_of_turns(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether the first go-around is interrupted now, goes on, or was so before."""
    if case.action.kind is ActionKind.DISCARD:
        return noted("goes-on") if case.position.uninterrupted else None
    key = "claimed" if case.action.kind in SET_CLAIMS else "kong"
    return noted(key if case.position.uninterrupted else "before", player=case.seat)


@effect(
    "turn.go-around.interrupted",
    *SET_CLAIMS,
    *KONGS,
    step=Step.GO_AROUND,
    family=Family.RIICHI,
)
def go_around_is_interrupted(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Interrupt the go-around with every claimed set and every kong."""
    yield Interrupt()
