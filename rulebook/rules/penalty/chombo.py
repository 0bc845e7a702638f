"""Chombo: the full penalty."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Deduct, Effect, NextDealer, Pay, ReturnBet, SetCounters
from rulebook.registry import Step, effect, remark
from rulebook.riichi.declared import IN_RIICHI
from rulebook.riichi.value import MANGAN
from rulebook.rules.endings.over import over
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.tiles import Seat


def _offenders(case: Case, rules: RuleSet) -> tuple[Seat, ...]:
    """Who is charged: nobody where the deal ended with a valid win."""
    event = over(case, rules)
    if event is None:
        return ()
    if event.how == "won" and not charged_beside_a_win(rules):
        return ()
    return event.offenders


def charged_beside_a_win(rules: RuleSet) -> bool:
    """Whether an offender is charged although somebody else has won, as some believe."""
    return "penalty.chombo.beside-win/ignored" in rules.flips


@remark("penalty.chombo.payment", ActionKind.SETTLE, family=Family.RIICHI)
def offender_is_charged(case: Case, rules: RuleSet) -> Finding | None:
    """Remark what the offender pays, and when."""
    found = _offenders(case, rules)
    if not found:
        return None
    if rules["penalty.chombo"] == "after-uma":
        return noted("after-uma", seats=found, points=rules.number("penalty.chombo.points"))
    if Seat.EAST not in found:
        return noted("reverse-mangan", seats=found)
    return noted("reverse-mangan-east" if len(found) == 1 else "reverse-mangan-both", seats=found)


@effect("penalty.chombo.payment", ActionKind.SETTLE, step=Step.PAYMENT, family=Family.RIICHI)
def offender_pays(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Pay a self-drawn mangan the wrong way round, or take points off the final result."""
    for seat in _offenders(case, rules):
        if rules["penalty.chombo"] == "after-uma":
            yield Deduct(seat, rules.number("penalty.chombo.points"))
            continue
        for payee in seat.others:
            yield Pay(seat, payee, MANGAN * (2 if Seat.EAST in (seat, payee) else 1))


@remark("penalty.chombo.redeal", ActionKind.SETTLE, family=Family.RIICHI)
def deal_is_void(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the deal is dealt again as if it had not been."""
    event = over(case, rules)
    return noted("again") if event and event.how == "chombo" else None


@effect("penalty.chombo.redeal", ActionKind.SETTLE, step=Step.NEXT, family=Family.RIICHI)
def deal_is_dealt_again(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Bets of this deal go back, East and the counters stay."""
    if not deal_is_void(case, rules):
        return
    turned = "penalty.chombo.redeal/again" in rules.flips
    left = case.position.bets
    for seat in Seat:
        if case.position.player(seat).ready in IN_RIICHI and left:
            if not turned:
                yield ReturnBet(seat)
            left -= 1
    yield SetCounters(case.position.counters + turned)
    yield NextDealer(Seat.EAST)


@remark("penalty.chombo.beside-win", ActionKind.SETTLE, family=Family.RIICHI)
def ignored_beside_a_win(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a foul is ignored when another player has validly won."""
    event = over(case, rules)
    if event is None or event.how != "won" or not event.offenders:
        return None
    winners = tuple(won.seat for won in event.wins)
    return noted("ignored", seats=event.offenders, winners=winners)
