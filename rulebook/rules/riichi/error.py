"""Riichi that should not have been declared."""

from collections.abc import Callable, Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, ReturnBet, SetFault
from rulebook.moments import hand_is_announced
from rulebook.registry import Step, effect, remark
from rulebook.riichi.tenpai import noten_riichi, open_riichi
from rulebook.rules.endings.nagashi import nagashi
from rulebook.rules.riichi.bound import the_drawn_tile_goes
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, Verdict, noted
from rulebook.state import Fault, Over, Position
from rulebook.tiles import Seat


@remark("riichi.error.noten", ActionKind.SETTLE, family=Family.RIICHI)
def riichi_without_tenpai(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whose riichi was not in tenpai, and whether that is a chombo."""
    return _false(case, rules, noten_riichi)


@remark("riichi.error.open-hand", ActionKind.SETTLE, family=Family.RIICHI)
def riichi_with_an_open_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whose hand was open in riichi, and whether that is a chombo."""
    return _false(case, rules, open_riichi)


@effect(
    "riichi.error.changed-hand",
    ActionKind.DISCARD,
    step=Step.PRICE,
    family=Family.RIICHI,
    verdict=Verdict.REFUSED,
    when=hand_is_announced,
)
def changed_hand_is_dead(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """At the table the hand of a player who throws another tile than the drawn one is dead."""
    finding = the_drawn_tile_goes(case, rules)
    if finding and finding.verdict is Verdict.REFUSED:
        yield SetFault(case.seat, Fault.DEAD)


def _false(
    case: Case, rules: RuleSet, whose: Callable[[Position, Over, RuleSet], tuple[Seat, ...]]
) -> Finding | None:
    """What comes of riichi that should not have been declared."""
    event = case.position.event
    if not isinstance(event, Over):
        return None
    seats = whose(case.position, event, rules)
    if not seats:
        return None
    if event.how == "won":
        return noted("won-first", seats=seats)
    return noted("nagashi" if nagashi(case, rules) else "chombo", seats=seats)


@effect("riichi.error.noten", ActionKind.SETTLE, step=Step.BETS, family=Family.RIICHI)
def bet_of_a_void_riichi(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Give the bet back, where somebody believes that such a riichi is only cancelled."""
    event = case.position.event
    if "riichi.error.noten/chombo" not in rules.flips or not isinstance(event, Over):
        return
    if event.how == "wall-used-up" and not nagashi(case, rules):
        for seat in noten_riichi(case.position, event, rules):
            yield ReturnBet(seat)
