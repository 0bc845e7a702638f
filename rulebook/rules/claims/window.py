"""How long a discard can be claimed."""

from collections.abc import Iterable

from rulebook.actions import CLAIMS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, ReturnTile
from rulebook.moments import next_has_drawn
from rulebook.registry import Step, effect, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
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
    discard, until = case.discard, str(rules[param])
    if discard is None:
        return None
    if _too_fast(discard, until) and "claim.window.hasty" in rules.rules:
        return None
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


def _too_fast(discard: Discarded, until: str) -> bool:
    """Whether the draw that would end the time for a claim came before anybody could react."""
    return discard.hasty and discard.age is Age.DRAWN and until != "seconds"


@rule("claim.window.hasty", *CLAIMS, when=next_has_drawn, alike=True)
def drawn_too_fast(case: Case, rules: RuleSet) -> Finding | None:
    """Keep a claim alive when the next player drew before anybody could react."""
    discard = case.discard
    if discard is None or discard.age is not Age.DRAWN:
        return None
    winning = case.action.kind is ActionKind.WIN
    until = str(rules["claim.window.win" if winning else "claim.window.sets"])
    drawer = discard.seat.next
    if _too_fast(discard, until):
        return allowed("in-time", drawer=drawer)
    return noted("goes-back", drawer=drawer)


@effect("claim.window.hasty", *CLAIMS, step=Step.UNDO, when=next_has_drawn)
def drawn_tile_goes_back(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Put the tile that the next player has drawn back to the wall."""
    if case.discard and case.discard.age is Age.DRAWN:
        yield ReturnTile(case.discard.seat.next)
