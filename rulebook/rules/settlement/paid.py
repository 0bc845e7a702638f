"""Who pays whom at the end of a classical deal, and by which rule."""

from collections.abc import Callable, Iterable, Iterator

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.classical import payments as by
from rulebook.classical.payments import Deal, in_a_row, payments, worth
from rulebook.classical.winning import deal_of
from rulebook.effects import Effect, NextDealer, Pay
from rulebook.registry import Step, effect, remark, rule
from rulebook.registry import rules as decides
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Over
from rulebook.tiles import Seat


@rule(by.WINNER, ActionKind.SETTLE, family=Family.CLASSICAL)
def winner_is_paid_first(case: Case, rules: RuleSet) -> Finding | None:
    """Settle a deal once it is over; the winner is paid the whole hand by each loser."""
    if not isinstance(case.position.event, Over):
        return refused("not-over")
    deal = deal_of(case, rules)
    if deal is None or deal.winner is None or deal.liable is not None:
        return None
    values = {"winner": deal.winner, "points": worth(deal, deal.winner, rules)}
    if rules["win.payer"] == "discarder" and deal.source is not None:
        return allowed("discarder", payer=deal.source, **values)
    return allowed("each", **values)


@remark(by.WASH_OUT, ActionKind.SETTLE, family=Family.CLASSICAL)
def nobody_pays_without_a_winner(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that nothing is scored or paid when the wall is used up without a mahjong."""
    event = case.position.event
    washed_out = isinstance(event, Over) and event.how == "wall-used-up"
    return noted("nothing") if washed_out else None


@rule(by.FALSE_MAHJONG, ActionKind.SETTLE, family=Family.CLASSICAL)
def offenders_pay(case: Case, rules: RuleSet) -> Finding | None:
    """Let the offenders pay each of the others when a false mahjong has ended the deal."""
    deal = deal_of(case, rules)
    if deal is None or not deal.offenders:
        return None
    points = [one.points for one in payments(deal, rules)]
    keys = {1: "one", 2: "two", 3: "three"}
    values = {"offenders": deal.offenders, "points": max(points, default=0)}
    return allowed(keys[len(deal.offenders)], **values)


@effect(by.FALSE_MAHJONG, ActionKind.SETTLE, step=Step.NEXT, family=Family.CLASSICAL)
def east_after_a_false_mahjong(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """East loses the title by an own false mahjong and keeps it by another's."""
    deal = deal_of(case, rules)
    if deal and deal.offenders:
        yield NextDealer(Seat.SOUTH if Seat.EAST in deal.offenders else Seat.EAST)


_OTHERS = (by.LOSERS, by.EAST, by.DISCARDER, by.LONG_HAND, by.CANNON, by.CAPPED)


@decides(_OTHERS, ActionKind.SETTLE, family=Family.CLASSICAL)
def what_bears_on_the_payments(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark what losers pay each other, and what doubles, caps or shifts payments."""
    deal = deal_of(case, rules)
    if deal is None or deal.winner is None:
        return
    if deal.liable is not None:
        points = sum(one.points for one in payments(deal, rules))
        yield by.CANNON, noted("pays-all", payer=deal.liable, winner=deal.winner, points=points)
    else:
        yield from _among_losers(deal, deal.winner, rules)
    if rules["settlement.discarder-doubles"] or (
        deal.liable is None and rules["win.payer"] == "everybody"
    ):
        yield by.DISCARDER, noted(_doubled(deal, rules))
    if not rules["settlement.east-doubles"]:
        yield by.EAST, noted("single")
    elif in_a_row(deal):
        yield by.EAST, noted("in-a-row", wins=deal.streak + 1)
    else:
        yield by.EAST, noted("wins" if deal.winner is Seat.EAST else "loses")
    for seat in Seat:
        if deal.values[seat] > worth(deal, seat, rules) > 0:
            values = {"computed": deal.values[seat], "value": worth(deal, seat, rules)}
            yield by.CAPPED, noted("capped", player=seat, **values)


def _doubled(deal: Deal, rules: RuleSet) -> str:
    """Who pays double for the winning tile."""
    if not rules["settlement.discarder-doubles"]:
        return "alike"
    if deal.source is None:
        return "all-drawn"
    return "all-robbed" if deal.robbed else "discarder"


def _among_losers(deal: Deal, winner: Seat, rules: RuleSet) -> Iterator[tuple[str, Finding]]:
    """What losers pay each other."""
    if not rules["settlement.losers"]:
        yield by.LOSERS, noted("nothing")
        return
    worths = {worth(deal, loser, rules) for loser in winner.others}
    yield by.LOSERS, noted("difference" if len(worths) > 1 else "even")
    for loser in winner.others:
        if loser in deal.long_hands:
            yield by.LONG_HAND, noted("pays-full", player=loser)
    if len(worths) > 1 and max(worths) > worth(deal, winner, rules):
        yield by.LOSERS, noted("more-than-winner")


def _paid(id: str) -> Callable[[Case, RuleSet], Iterator[Effect]]:
    """What is paid by one of the rules."""

    def pay(case: Case, rules: RuleSet) -> Iterator[Effect]:
        deal = deal_of(case, rules)
        for one in payments(deal, rules) if deal else ():
            if one.rule == id:
                yield Pay(one.payer, one.payee, one.points)

    return pay


for _id in (by.WINNER, by.CANNON, by.LOSERS, by.LONG_HAND, by.FALSE_MAHJONG, by.WASH_OUT):
    effect(_id, ActionKind.SETTLE, step=Step.PAYMENT, family=Family.CLASSICAL)(_paid(_id))
