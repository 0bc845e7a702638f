"""Liability in riichi: who pays what when the big hand wins."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, MakeLiable, Pay
from rulebook.registry import Step, effect, remark
from rulebook.riichi.score import Score
from rulebook.riichi.value import COUNTER, YAKUMAN_BASE
from rulebook.riichi.winning import scored
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Liability, MeldKind
from rulebook.tiles import Seat


def _liability(case: Case, rules: RuleSet) -> Liability | None:
    """The liability for the hand, unless the hand turns out not to be the one it is about."""
    score = scored(case, rules)
    about = isinstance(score, Score) and score.liability is None
    return None if about else case.me.liability


def _counters(case: Case) -> int:
    return 3 * COUNTER * case.position.counters


def _assumed_value(case: Case, liability: Liability, rules: RuleSet) -> int:
    """What the big hand brings when its tiles are not shown, without counters. Points."""
    winds = liability.hand == "winds" and rules["yakuman.big-winds"] is not None
    times = rules.number("yakuman.big-winds") if winds else 1
    return YAKUMAN_BASE * times * (6 if case.seat is Seat.EAST else 4)


def _payments(case: Case, liability: Liability, rules: RuleSet) -> dict[Seat, int]:
    """What each payer pays under liability, counters not included. Points."""
    score = scored(case, rules)
    if isinstance(score, Score):
        paid = {case.seat.at(side): points for side, points in score.payments.items() if points}
        counted = _counted(case, liability, rules)
        paid[counted] = paid.get(counted, 0) - _counters(case)
        return {seat: points for seat, points in paid.items() if points}
    value = _assumed_value(case, liability, rules)
    found = _third_player(case, liability)
    return {found: value // 2, liability.payer: value // 2} if found else {liability.payer: value}


def _third_player(case: Case, liability: Liability) -> Seat | None:
    """The discarder of the winning tile, when somebody else is liable."""
    offered = case.offered if case.action.kind is ActionKind.WIN else None
    return offered[0] if offered and offered[0] is not liability.payer else None


def _counted(case: Case, liability: Liability, rules: RuleSet) -> Seat:
    """Who pays the counters."""
    discarder = _third_player(case, liability)
    return (
        discarder if discarder and rules["liability.counters"] == "discarder" else liability.payer
    )


def _paid(case: Case, liability: Liability, rules: RuleSet) -> Iterable[Effect]:
    counted = _counted(case, liability, rules)
    for payer, points in _payments(case, liability, rules).items():
        extra = _counters(case) if payer is counted else 0
        yield Pay(payer, case.seat, points + extra, extra)


@remark("liability.payment.self-draw", ActionKind.SELF_DRAW, family=Family.RIICHI)
def liable_player_stands_alone(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that on a self-draw the liable player pays for the other two."""
    liability = _liability(case, rules)
    return noted("alone", payer=liability.payer) if liability else None


@effect(
    "liability.payment.self-draw", ActionKind.SELF_DRAW, step=Step.PAYMENT, family=Family.RIICHI
)
def liable_player_pays_alone(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """On a self-draw the liable player pays the whole hand and the counters."""
    liability = _liability(case, rules)
    if liability:
        yield from _paid(case, liability, rules)


@remark("liability.payment.counters-drawn", ActionKind.SELF_DRAW, family=Family.RIICHI)
def counters_belong_to_the_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that on a self-draw the liable player pays the counters too."""
    liability = _liability(case, rules)
    if not liability or not case.position.counters:
        return None
    return noted("liable", payer=liability.payer, points=_counters(case))


@remark("liability.payment.discard", ActionKind.WIN, family=Family.RIICHI)
def two_players_pay(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the discarder and the liable player share the hand."""
    liability = _liability(case, rules)
    discarder = _third_player(case, liability) if liability else None
    if liability is None or discarder is None:
        return None
    return noted("half-each", discarder=discarder, payer=liability.payer)


@effect("liability.payment.discard", ActionKind.WIN, step=Step.PAYMENT, family=Family.RIICHI)
def two_share_the_hand(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """On a third player's discard, that player and the liable one pay half each."""
    liability = _liability(case, rules)
    if liability and _third_player(case, liability):
        yield from _paid(case, liability, rules)


@remark("liability.payment.own-discard", ActionKind.WIN, family=Family.RIICHI)
def both_in_one(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the liable player has discarded the winning tile too."""
    liability = _liability(case, rules)
    if not liability or not case.offered or case.offered[0] is not liability.payer:
        return None
    return noted("everything", payer=liability.payer)


@effect("liability.payment.own-discard", ActionKind.WIN, step=Step.PAYMENT, family=Family.RIICHI)
def liable_player_discards(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """On the liable player's own discard that player pays everything."""
    liability = _liability(case, rules)
    if liability and both_in_one(case, rules):
        yield from _paid(case, liability, rules)


@remark("liability.payment.counters", ActionKind.WIN, family=Family.RIICHI)
def who_pays_the_counters(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who pays the counters when two share the hand."""
    liability = _liability(case, rules)
    discarder = _third_player(case, liability) if liability else None
    if liability is None or discarder is None or not case.position.counters:
        return None
    key = str(rules["liability.counters"])
    return noted(key, discarder=discarder, payer=liability.payer, points=_counters(case))


def _kong_feeder(case: Case) -> Seat | None:
    """Who fed the kong on whose replacement tile a player without liability wins."""
    if not case.replaced or case.me.liability or not case.me.melds:
        return None
    last = case.me.melds[-1]
    fed = last.kind is MeldKind.KONG and last.side
    return case.seat.at(last.side) if fed and last.side else None


@remark("liability.payment.kongs", ActionKind.SELF_DRAW, family=Family.RIICHI)
def no_liability_for_a_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that feeding a kong makes nobody pay for a win on its replacement tile."""
    feeder = _kong_feeder(case)
    if feeder is None or rules["liability.kongs"] == "replacement":
        return None
    return noted("four-kongs" if case.me.kongs == 4 else "all-pay", feeder=feeder)


@effect("liability.payment.kongs", ActionKind.SELF_DRAW, step=Step.LIABILITY, family=Family.RIICHI)
def feeder_of_the_kong(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make the feeder answer for a win on the replacement tile, where house rules say so."""
    feeder = _kong_feeder(case)
    if feeder is not None and rules["liability.kongs"] == "replacement":
        yield MakeLiable(case.seat, feeder, "replacement")
