"""Settling a riichi deal: who pays whom, who takes the bets, and what comes next, as JSON.

The deal is put before the engine as a position, and its ruling is written out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulebook.actions import Action, ActionKind
from rulebook.effects import BET, Deduct, Effect, NextDealer, Pay, ReturnBet, SetCounters, TakeBets
from rulebook.engine import judge
from rulebook.form import SEATS, Reader
from rulebook.riichi.score import BONUS, minimum_fan
from rulebook.riichi.terms import terms_of
from rulebook.ruleset import RuleSet
from rulebook.ruling import Verdict
from rulebook.state import ABORTED, Over, Player, Position, Ready, Won
from rulebook.tiles import Seat, Side

__all__ = ["KEYS", "settle"]

KEYS = frozenset(
    ("id", "ruleset", "set", "wins", "draw", "chombo", "bets", "counters", "riichi", "round")
)
"""The keys that a deal to settle may have."""

TABLE = "table"
"""Who pays a bet: it has lain on the table since its owner put it there."""

_ENDINGS = ("wins", "chombo", "draw")
"""The keys that say how a deal has ended, the first that is there first."""

_DRAW_KEYS = frozenset(("tenpai", "nagashi", "how"))
_DRAWS = {how: how for how in ("wall-used-up", *ABORTED)}


def settle(given: Mapping[str, Any], rules: RuleSet) -> dict[str, object]:
    """Settle one deal.

    `wins` are scores as the score command writes them, each with `seat` and
    `from_seat` (null on a self-draw); the counters of such a line are left out
    and counted anew. `draw` is `{"tenpai": [seats], "nagashi": [seats]}` for an
    exhaustive draw, with `"how"` for an abortive one. `chombo` lists offenders; a riichi
    that is not in tenpai after an exhaustive draw is one where the rules say so.
    `bets` are all riichi bets on the table, those of this deal included,
    `riichi` the players who declared in this deal.

    Payments name the rule they follow. A bet that is won is a payment from
    `table`; totals include it, but not the bets that were put down before.

    Raises:
        HandError: naming everything that cannot be read.
    """
    reader = Reader(given, KEYS)
    position = _position(reader, rules)
    ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), rules)
    if ruling.verdict is not Verdict.ALLOWED:
        reader.fault("not-settled", next(key for key in _ENDINGS if not reader.lacks(key)))
        reader.done()
    payments = list(_payments(ruling.effects))
    totals = dict.fromkeys(Seat, 0)
    for payer, payee, points, _ in payments:
        totals[payee] += points
        if payer is not None:
            totals[payer] -= points
    found: dict[str, object] = {
        "id": given.get("id"),
        "payments": [
            {
                "from": TABLE if payer is None else payer.name.lower(),
                "to": payee.name.lower(),
                "points": points,
                "why": why,
            }
            for payer, payee, points, why in payments
        ],
        "totals": {seat.name.lower(): totals[seat] for seat in Seat},
        "next": _next(ruling.effects),
    }
    deducted = {
        one.seat.name.lower(): -one.points for one in ruling.effects if isinstance(one, Deduct)
    }
    return found | ({"penalties": deducted} if deducted else {})


def _payments(effects: Sequence[Effect]) -> Iterator[tuple[Seat | None, Seat, int, str]]:
    """Who pays whom how much by which rule; `None` pays what lies on the table."""
    for one in effects:
        match one:
            case Pay():
                yield one.payer, one.payee, one.points, one.rule
            case TakeBets():
                yield None, one.seat, BET * one.number, one.rule
            case ReturnBet():
                yield None, one.seat, BET, one.rule
            case _:
                pass


def _next(effects: Sequence[Effect]) -> dict[str, object]:
    """Who is East next, by the seat in this deal, and with how many counters.

    What house rules do not say is `None`.
    """
    dealer = [one.seat.name.lower() for one in effects if isinstance(one, NextDealer)]
    counters = [one.number for one in effects if isinstance(one, SetCounters)]
    return {
        "dealer": dealer[-1] if dealer else None,
        "counters": counters[-1] if counters else None,
    }


def _position(reader: Reader, rules: RuleSet) -> Position:
    """The table before the settlement.

    Raises:
        HandError: naming every part that cannot be read.
    """
    riichi = reader.seats("riichi")
    bets = reader.number("bets", len(riichi))
    counters = reader.number("counters")
    reader.wind("round")
    event = _over(reader, counters, rules)
    if not reader.faults:
        if bets < len(riichi):
            reader.fault("fewer-bets", "bets")
        _consistent(reader, event, riichi, rules)
    reader.done()
    east, south, west, north = (
        Player(hidden=13, ready=Ready.RIICHI if seat in riichi else Ready.NO) for seat in Seat
    )
    players = (east, south, west, north)
    return Position(players, event, live=0, dead=14, counters=counters, bets=bets)


def _over(reader: Reader, counters: int, rules: RuleSet) -> Over:
    """How the deal has ended."""
    offenders = reader.seats("chombo")
    wins = _wins(reader, counters, rules)
    draw = reader.maybe_part("draw", _DRAW_KEYS)
    if wins and draw:
        reader.fault("wins-and-draw", "draw")
    if wins:
        return Over("won", wins=wins, offenders=offenders)
    if offenders:
        return Over("chombo", offenders=offenders)
    if draw:
        how = draw.choice("how", _DRAWS, "wall-used-up")
        return Over(how or "", tenpai=draw.seats("tenpai"), nagashi=draw.seats("nagashi"))
    if not reader.faults:
        reader.fault("no-ending", "wins")
    return Over("wall-used-up")


def _consistent(reader: Reader, event: Over, riichi: Sequence[Seat], rules: RuleSet) -> None:
    """What cannot be true of one deal at the same time, or not under these rules."""
    if event.offenders and "penalty.chombo.redeal" not in rules.rules:
        reader.fault("no-chombo", "chombo")
    if event.how == "won":
        for won in event.wins:
            if won.seat in event.offenders:
                reader.fault("chombo-of-winner", "chombo", seat=won.seat.name.lower())
        if len(event.wins) == 3 and rules["end.abort.triple-win"]:
            reader.fault("triple-win", "wins")
    elif event.how == "wall-used-up" and "riichi.error.noten" not in rules.rules:
        for seat in riichi:
            if seat not in event.tenpai:
                reader.fault("riichi-noten", "draw.tenpai", seat=seat.name.lower())
    elif event.how in ABORTED:
        if not _may_abort(event.how, rules):
            reader.fault("no-such-draw", "draw.how", how=event.how)
        if event.nagashi:
            reader.fault("nagashi-aborted", "draw.nagashi")
        if event.tenpai:
            reader.fault("tenpai-aborted", "draw.tenpai")
        if event.how == "four-riichi" and len(riichi) < len(Seat):
            reader.fault("four-riichi", "riichi", found=len(riichi))


def _may_abort(how: str, rules: RuleSet) -> bool:
    """Whether these rules know an abortive draw."""
    if how == "four-kongs":
        return rules["kong.four-by-several"] == "abort"
    return bool(rules[f"end.abort.{how}"])


def _wins(reader: Reader, counters: int, rules: RuleSet) -> tuple[Won, ...]:
    """The wins, the nearest after the discarder first."""
    found: list[Won] = []
    least = minimum_fan(counters, terms_of(rules))
    for one in () if reader.lacks("wins") else reader.parts("wins"):
        won = _win(one, rules)
        fan = _fan_of_yaku(one)
        if fan is not None and fan < least:
            one.fault("under-minimum" if least > 1 else "no-yaku", "yaku", minimum=least)
        if won is None:
            continue
        if any(other.seat is won.seat for other in found):
            one.fault("winner-twice", "seat", seat=won.seat.name.lower())
        elif found and (won.source is None or won.source is not found[0].source):
            one.fault("several-sources", "from_seat")
        found.append(won)
    return tuple(sorted(found, key=_turn))


def _win(reader: Reader, rules: RuleSet) -> Won | None:
    """One win from its score; `None` where it cannot be read."""
    if "error" in reader.given:
        reader.fault("score-error")
        return None
    before = len(reader.faults)
    seat = reader.choice("seat", SEATS)
    source = reader.maybe_choice("from_seat", SEATS)
    if seat is not None and source is seat:
        reader.fault("own-tile", "from_seat")
    value = reader.number("value", None)
    payments = reader.part("payments")
    paid = [payments.loss(side.value) for side in Side] if payments else []
    listed = reader.listed("rules")
    if len(reader.faults) > before or seat is None:
        return None
    by_seat = {seat.at(side): points for side, points in zip(Side, paid, strict=True)}
    liability = any(str(rule).startswith("liability.payment") for rule in listed)
    won = _stripped(seat, source, value, by_seat, rules if liability else None)
    if won is None:
        reader.fault("score-payments", "payments")
    return won


def _fan_of_yaku(reader: Reader) -> int | None:
    """The fan that yaku bring without dora, `None` where nothing is listed."""
    listed = [
        one
        for one in reader.listed("yaku")
        if isinstance(one, Mapping) and type(one.get("fan")) is int
    ]
    return sum(one["fan"] for one in listed if one.get("id") not in BONUS) if listed else None


def _stripped(
    seat: Seat, source: Seat | None, value: int, paid: dict[Seat, int], rules: RuleSet | None
) -> Won | None:
    """A win without the counters of its own line; `None` where the sums do not fit.

    Args:
        seat: the winner.
        source: the discarder, `None` on a self-draw.
        value: what the hand is worth, without counters. Points.
        paid: what each opponent pays, with counters. Points.
        rules: the rule set where somebody is liable, else `None`.
    """
    extra = sum(paid.values()) - value
    payers = [other for other in seat.others if paid[other]]
    liable = _counted(source, paid, payers, rules) if rules else None
    one = source if liable is None else liable
    if one is None:
        shares = {other: paid[other] - extra // 3 for other in payers}
    elif one in payers:
        shares = {other: paid[other] - (extra if other is one else 0) for other in payers}
    else:
        return None
    fits = extra >= 0 and extra % 300 == 0 and min(shares.values(), default=-1) >= 0
    if not fits or sum(shares.values()) != value or (one is None and not _shared(shares)):
        return None
    ordered = tuple((other, shares[other]) for other in payers if shares[other])
    return Won(seat, source, value, ordered, liable)


def _shared(shares: Mapping[Seat, int]) -> bool:
    """Whether a self-draw is paid by all, East paying no less than the others, who pay alike."""
    others = {points for seat, points in shares.items() if seat is not Seat.EAST}
    return len(shares) == 3 and len(others) == 1 and shares.get(Seat.EAST, math.inf) >= max(others)


def _counted(
    source: Seat | None, paid: Mapping[Seat, int], payers: Sequence[Seat], rules: RuleSet
) -> Seat | None:
    """Who pays the counters where somebody is liable."""
    if source is None:
        return max(payers, key=lambda seat: paid[seat], default=None)
    if rules["liability.counters"] == "discarder":
        return source
    return next((seat for seat in payers if seat is not source), source)


def _turn(won: Won) -> int:
    """How far after the discarder a winner sits."""
    return 0 if won.source is None else (won.seat - won.source) % 4
