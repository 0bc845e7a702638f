"""Marking kongs in the classical game, and forgetting to."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import CountAs, Effect, MarkMeld
from rulebook.registry import Step, effect, rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Meld, MeldKind


def _unmarked(case: Case, kind: MeldKind | None = None) -> tuple[Meld, ...]:
    """The player's kongs that are not turned as they should lie."""
    return tuple(
        meld
        for meld in case.me.melds
        if not meld.marked and meld.kind.kong and kind in (None, meld.kind)
    )


@rule("kong.marking.deadline", ActionKind.MARK, family=Family.CLASSICAL)
def mark_before_the_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Let the tiles of a kong be turned until its owner's own discard."""
    unmarked = _unmarked(case)
    if not unmarked:
        return refused("nothing-to-mark")
    return allowed("in-time") if unmarked[-1].fresh else refused("too-late")


@effect("kong.marking.deadline", ActionKind.MARK, step=Step.LAY, family=Family.CLASSICAL)
def tiles_are_turned(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Turn the tiles as they should lie."""
    yield MarkMeld(case.seat, _unmarked(case)[-1], True)


@effect("kong.marking.concealed", ActionKind.DISCARD, step=Step.COUNT, family=Family.CLASSICAL)
def unmarked_concealed_kong(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """From the discard on, an unmarked concealed kong counts as an exposed one."""
    for meld in _unmarked(case, MeldKind.CONCEALED_KONG):
        if meld.fresh:
            yield CountAs(case.seat, meld, "exposed", "exposed")


@effect("kong.marking.claimed", ActionKind.DISCARD, step=Step.COUNT, family=Family.CLASSICAL)
def unmarked_claimed_kong(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """From the discard on, an unmarked claimed kong no longer counts as concealed."""
    for meld in _unmarked(case, MeldKind.KONG):
        if meld.fresh:
            yield CountAs(case.seat, meld, "exposed", "exposed")


@rule("kong.marking.on-a-win", ActionKind.SELF_DRAW, family=Family.CLASSICAL)
def mark_while_laying_out(case: Case, rules: RuleSet) -> Finding | None:
    """Let a winner on the replacement tile mark the kong while laying out the hand."""
    fresh = [meld for meld in _unmarked(case) if meld.fresh]
    return allowed("may-mark") if fresh and case.replaced else None
