"""Nagashi mangan: nothing but terminals and honours discarded."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Pay
from rulebook.registry import Step, effect, remark
from rulebook.riichi.tenpai import may_be_nagashi
from rulebook.riichi.value import COUNTER, MANGAN
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Over
from rulebook.tiles import Seat


def nagashi(case: Case, rules: RuleSet) -> tuple[Seat, ...]:
    """Who is paid for such discards, East first."""
    event = case.position.event
    if not isinstance(event, Over) or event.how != "wall-used-up":
        return ()
    if rules["end.nagashi"] == "none" or "end.nagashi.mangan" not in rules.rules:
        return ()
    players = case.position.players
    return tuple(seat for seat in sorted(event.nagashi) if may_be_nagashi(players[seat], rules))


def nagashi_winners(case: Case, rules: RuleSet) -> tuple[Seat, ...]:
    """Who counts as a winner for such discards, East first."""
    return nagashi(case, rules) if rules["end.nagashi"] == "win" else ()


@remark("end.nagashi.mangan", ActionKind.SETTLE, family=Family.RIICHI)
def outside_discards_pay(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who is paid for discards that are all terminals and honours, or that nobody is."""
    event = case.position.event
    if not isinstance(event, Over) or not event.nagashi:
        return None
    paid = nagashi(case, rules)
    if paid:
        return noted(str(rules["end.nagashi"]), seats=paid)
    drawn = event.how == "wall-used-up" and rules["end.nagashi"] != "none"
    return noted("lacks" if drawn else "unknown", seats=event.nagashi)


@effect("end.nagashi.mangan", ActionKind.SETTLE, step=Step.PAYMENT, family=Family.RIICHI)
def everybody_pays_a_mangan(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Each of them gets a self-drawn mangan, with counters where it is a win."""
    counters = COUNTER * case.position.counters if rules["end.nagashi"] == "win" else 0
    for seat in nagashi(case, rules):
        for payer in seat.others:
            base = MANGAN * (2 if Seat.EAST in (seat, payer) else 1)
            yield Pay(payer, seat, base + counters, counters)
