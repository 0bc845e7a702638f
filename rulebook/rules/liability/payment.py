"""Liability in riichi: who pays what when the big hand wins."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, MakeLiable, Pay
from rulebook.registry import Step, effect, rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Liability, MeldKind
from rulebook.tiles import Seat

_YAKUMAN_BASE = 8000
"""The base value of a yakuman, in points; a win is worth four times it, East's six times."""

_COUNTER = 300
"""What one counter adds to a win, in points."""


def hand_value(case: Case, liability: Liability, rules: RuleSet) -> int:
    """The value of the yakuman that the liability is about, without counters. Points."""
    winds = liability.hand == "winds" and rules["yakuman.big-winds"] is not None
    multiple = rules.number("yakuman.big-winds") if winds else 1
    if rules["yakuman.several"] == "add-up":
        multiple += _further_yakuman(case)
    return _YAKUMAN_BASE * multiple * (6 if case.seat is Seat.EAST else 4)


def _further_yakuman(case: Case) -> int:
    """How many other yakuman a hand with the dragon or wind sets can hold beside them."""
    tiles = [*case.me.hand, *(tile for meld in case.me.melds for tile in meld.tiles)]
    if case.action.kind is ActionKind.WIN and case.offered:
        tiles.append(case.offered[1])
    return all(tile.honour for tile in tiles) + (case.me.kongs == 4)


def _counters(case: Case) -> int:
    return _COUNTER * case.position.counters


@rule("liability.payment.self-draw", ActionKind.SELF_DRAW, family=Family.RIICHI)
def liable_player_stands_alone(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that on a self-draw the liable player pays for the other two."""
    liability = case.me.liability
    return noted("alone", payer=liability.payer) if liability else None


@effect(
    "liability.payment.self-draw", ActionKind.SELF_DRAW, step=Step.PAYMENT, family=Family.RIICHI
)
def liable_player_pays_alone(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """On a self-draw the liable player pays the whole hand and the counters."""
    liability = case.me.liability
    if liability:
        extra = _counters(case)
        total = hand_value(case, liability, rules) + extra
        yield Pay(liability.payer, case.seat, total, extra)


@rule("liability.payment.counters-drawn", ActionKind.SELF_DRAW, family=Family.RIICHI)
def counters_belong_to_the_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that on a self-draw the liable player pays the counters too."""
    liability = case.me.liability
    if not liability or not case.position.counters:
        return None
    return noted("liable", payer=liability.payer, points=_counters(case))


def _third_player(case: Case) -> tuple[Seat, Liability] | None:
    """The discarder of the winning tile and the liability, when somebody else is liable."""
    liability = case.me.liability
    if not liability or not case.offered or case.offered[0] is liability.payer:
        return None
    return case.offered[0], liability


@rule("liability.payment.discard", ActionKind.WIN, family=Family.RIICHI)
def two_players_pay(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the discarder and the liable player share the hand."""
    found = _third_player(case)
    return noted("half-each", discarder=found[0], payer=found[1].payer) if found else None


@effect("liability.payment.discard", ActionKind.WIN, step=Step.PAYMENT, family=Family.RIICHI)
def two_share_the_hand(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """On a third player's discard, that player and the liable one pay half each."""
    found = _third_player(case)
    if found is None:
        return
    discarder, liability = found
    half, extra = hand_value(case, liability, rules) // 2, _counters(case)
    counted = discarder if rules["liability.counters"] == "discarder" else liability.payer
    for payer in (discarder, liability.payer):
        more = extra if payer is counted else 0
        yield Pay(payer, case.seat, half + more, more)


@rule("liability.payment.own-discard", ActionKind.WIN, family=Family.RIICHI)
def both_in_one(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the liable player has discarded the winning tile too."""
    liability = case.me.liability
    if not liability or not case.offered or case.offered[0] is not liability.payer:
        return None
    return noted("everything", payer=liability.payer)


@effect("liability.payment.own-discard", ActionKind.WIN, step=Step.PAYMENT, family=Family.RIICHI)
def liable_player_discards(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """On the liable player's own discard that player pays everything."""
    liability = case.me.liability
    if liability and both_in_one(case, rules):
        extra = _counters(case)
        total = hand_value(case, liability, rules) + extra
        yield Pay(liability.payer, case.seat, total, extra)


@rule("liability.payment.counters", ActionKind.WIN, family=Family.RIICHI)
def who_pays_the_counters(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who pays the counters when two share the hand."""
    found = _third_player(case)
    if found is None or not case.position.counters:
        return None
    discarder, liability = found
    key = str(rules["liability.counters"])
    return noted(key, discarder=discarder, payer=liability.payer, points=_counters(case))


def _kong_feeder(case: Case) -> Seat | None:
    """Who fed the kong on whose replacement tile a player without liability wins."""
    if not case.replaced or case.me.liability or not case.me.melds:
        return None
    last = case.me.melds[-1]
    fed = last.kind is MeldKind.KONG and last.side
    return case.seat.at(last.side) if fed and last.side else None


@rule("liability.payment.kongs", ActionKind.SELF_DRAW, family=Family.RIICHI)
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
