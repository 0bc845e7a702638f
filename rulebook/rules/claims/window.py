"""How long a discard can be claimed."""

from collections.abc import Iterable

from rulebook.actions import CLAIMS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, ReturnTile
from rulebook.moments import next_has_drawn
from rulebook.registry import Step, effect, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Age, Discarded


@rule("claim.window.sets", *SET_CLAIMS, alike=True)
def set_window(case: Case, rules: RuleSet) -> Finding | None:
    """Close the time for claiming a set: after seconds, a draw, or the next discard."""
    return _window(case, rules, "claim.window.sets")


@rule("claim.window.win", ActionKind.WIN)
def win_window(case: Case, rules: RuleSet) -> Finding | None:
    """Close the time for winning on a discard."""
    return _window(case, rules, "claim.window.win")


def _window(case: Case, rules: RuleSet, param: str) -> Finding | None:
    discard = case.discard
    if discard is None or (_hasty(discard) and "claim.window.hasty" in rules.rules):
        return None
    until = str(rules[param])
    if until == "seconds":
        limit = rules.number("claim.window.seconds")
        waited = max(discard.seconds or 0, case.action.at)
        late = waited > limit or discard.age is Age.DISCARDED
        values = {"seconds": limit, "waited": waited}
        return refused("late-seconds", **values) if late else allowed("in-seconds", **values)
    if discard.age is Age.WON:
        return refused("late-win")
    late = discard.age is Age.DISCARDED or (until == "next-draw" and discard.age is Age.DRAWN)
    return refused(f"late-{until}") if late else allowed(f"in-{until}")


def _hasty(discard: Discarded) -> bool:
    return discard.hasty and discard.age is Age.DRAWN


@rule("claim.window.hasty", *CLAIMS, when=next_has_drawn, alike=True)
def drawn_too_fast(case: Case, rules: RuleSet) -> Finding | None:
    """Keep a claim alive when the next player drew before anybody could react."""
    if case.discard and _hasty(case.discard):
        return allowed("in-time", drawer=case.discard.seat.next)
    return None


@effect("claim.window.hasty", *CLAIMS, step=Step.UNDO, when=next_has_drawn)
def drawn_tile_goes_back(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Put the tile that the next player has drawn back to the wall."""
    if case.discard and case.discard.age is Age.DRAWN:
        yield ReturnTile(case.discard.seat.next)
