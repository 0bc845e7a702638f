"""East's title in the classical game: when it stays and when it passes."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, NextDealer
from rulebook.registry import Step, effect, rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed
from rulebook.state import Over
from rulebook.tiles import Seat

__all__ = ["streak_after"]


def _winner(case: Case) -> Seat | None:
    """Who has gone mahjong."""
    event = case.position.event
    return event.wins[0].seat if isinstance(event, Over) and event.wins else None


def _washed_out(case: Case) -> bool:
    event = case.position.event
    return isinstance(event, Over) and event.how == "wall-used-up"


def streak_after(streak: int, winner: Seat | None) -> int:
    """How many times in a row East has won after a deal; one without a winner does not count."""
    if winner is None:
        return streak
    return streak + 1 if winner is Seat.EAST else 0


def _passes(case: Case, rules: RuleSet) -> bool:
    """Whether East has won so often that the title passes all the same."""
    limit = rules["limit.east-streak"]
    if not isinstance(limit, int) or _winner(case) is not Seat.EAST:
        return False
    return streak_after(case.position.streak, Seat.EAST) >= limit


@rule("deal.title.won", ActionKind.SETTLE, family=Family.CLASSICAL)
def title_after_a_win(case: Case, rules: RuleSet) -> Finding | None:
    """Let East keep the title by winning; it passes when another player wins."""
    winner = _winner(case)
    if winner is None or _passes(case, rules):
        return None
    return allowed("stays" if winner is Seat.EAST else "passes", winner=winner)


@effect("deal.title.won", ActionKind.SETTLE, step=Step.NEXT, family=Family.CLASSICAL)
def east_after_a_win(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Name the next East after a win."""
    finding = title_after_a_win(case, rules)
    if finding:
        yield _moved(rules, "deal.title.won", finding.key, stays=finding.key == "stays")


@rule("deal.title.washed-out", ActionKind.SETTLE, family=Family.CLASSICAL)
def title_after_a_wash_out(case: Case, rules: RuleSet) -> Finding | None:
    """Let East keep the title when nobody wins."""
    return allowed("stays") if _washed_out(case) else None


@effect("deal.title.washed-out", ActionKind.SETTLE, step=Step.NEXT, family=Family.CLASSICAL)
def east_after_a_wash_out(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """East stays after a wash-out."""
    if _washed_out(case):
        yield _moved(rules, "deal.title.washed-out", "stays", stays=True)


@rule("deal.title.streak", ActionKind.SETTLE, family=Family.CLASSICAL)
def title_after_many_wins(case: Case, rules: RuleSet) -> Finding | None:
    """Let the title pass after too many wins of East in a row."""
    return allowed("passes", number=rules["limit.east-streak"]) if _passes(case, rules) else None


@effect("deal.title.streak", ActionKind.SETTLE, step=Step.NEXT, family=Family.CLASSICAL)
def east_after_many_wins(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """South becomes East although East has won."""
    if _passes(case, rules):
        yield _moved(rules, "deal.title.streak", "passes", stays=False)


def _moved(rules: RuleSet, rule: str, key: str, *, stays: bool) -> NextDealer:
    """East stays or passes on; a misreading of the reason turns it round."""
    if f"{rule}/{key}" in rules.flips:
        stays = not stays
    return NextDealer(Seat.EAST if stays else Seat.SOUTH)
