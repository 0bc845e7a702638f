"""Who is East in the next deal."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, NextDealer
from rulebook.registry import Step, effect, remark
from rulebook.rules.endings.nagashi import nagashi_winners
from rulebook.rules.endings.over import over
from rulebook.rules.pay.wins import wins_of
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import ABORTED
from rulebook.tiles import Seat


def winners(case: Case, rules: RuleSet) -> tuple[Seat, ...]:
    """Who has won the deal, by a hand or by discards that count as a win."""
    return tuple(won.seat for won in wins_of(case, rules)) or nagashi_winners(case, rules)


def _moved(rules: RuleSet, rule: str, key: str, *, stays: bool) -> NextDealer:
    """East stays or passes on; a misreading of the reason turns it round."""
    if f"{rule}/{key}" in rules.flips:
        stays = not stays
    return NextDealer(Seat.EAST if stays else Seat.SOUTH)


@remark("deal.rotation.won", ActionKind.SETTLE, family=Family.RIICHI)
def east_stays_by_winning(case: Case, rules: RuleSet) -> Finding | None:
    """Let East stay when East is among the winners."""
    won = winners(case, rules)
    if not won:
        return None
    if Seat.EAST not in won:
        return noted("passes")
    return noted("stays" if len(won) == 1 else "among")


@effect("deal.rotation.won", ActionKind.SETTLE, step=Step.NEXT, family=Family.RIICHI)
def dealer_after_a_win(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Name the next East after a win."""
    finding = east_stays_by_winning(case, rules)
    if finding:
        stays = finding.key != "passes"
        yield _moved(rules, "deal.rotation.won", finding.key, stays=stays)


@remark("deal.rotation.draw", ActionKind.SETTLE, family=Family.RIICHI)
def east_stays_in_tenpai(case: Case, rules: RuleSet) -> Finding | None:
    """Let East stay in tenpai when the wall is used up."""
    event = over(case, rules)
    if event is None or event.how != "wall-used-up" or winners(case, rules):
        return None
    return noted("tenpai" if Seat.EAST in event.tenpai else "noten")


@effect("deal.rotation.draw", ActionKind.SETTLE, step=Step.NEXT, family=Family.RIICHI)
def dealer_after_a_draw(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Name the next East after an exhaustive draw."""
    finding = east_stays_in_tenpai(case, rules)
    if finding:
        stays = finding.key == "tenpai"
        yield _moved(rules, "deal.rotation.draw", finding.key, stays=stays)


@remark("deal.rotation.abort", ActionKind.SETTLE, family=Family.RIICHI)
def east_stays_after_an_abort(case: Case, rules: RuleSet) -> Finding | None:
    """Let East stay after an abortive draw."""
    event = over(case, rules)
    return noted("stays") if event and event.how in ABORTED else None


@effect("deal.rotation.abort", ActionKind.SETTLE, step=Step.NEXT, family=Family.RIICHI)
def dealer_after_an_abort(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Name the next East after an abortive draw."""
    if east_stays_after_an_abort(case, rules):
        yield _moved(rules, "deal.rotation.abort", "stays", stays=True)
