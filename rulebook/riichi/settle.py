"""Settling a riichi deal: who pays whom, who takes the bets, and what comes next, as JSON.

The deal is put before the engine as a position, and its ruling is written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulebook.actions import Action, ActionKind
from rulebook.effects import BET, Deduct, Effect, NextDealer, Pay, ReturnBet, SetCounters, TakeBets
from rulebook.engine import judge
from rulebook.riichi.hand import HandError, HandFault
from rulebook.ruleset import RuleSet
from rulebook.state import Over, Player, Position, Ready, Won
from rulebook.tiles import Seat, Side

__all__ = ["KEYS", "settle"]

KEYS = frozenset(
    ("id", "ruleset", "set", "wins", "draw", "chombo", "bets", "counters", "riichi", "round")
)
"""The keys that a deal to settle may have."""

TABLE = "table"
"""Who pays a bet: it has lain on the table since its owner put it there."""

_SEATS = {seat.name.lower(): seat for seat in Seat}
_ABORTS = ("nine-tiles", "four-winds", "four-riichi", "four-kongs", "triple-win")


def settle(given: Mapping[str, Any], rules: RuleSet) -> dict[str, object]:
    """Settle one deal.

    `wins` are scores as the score command writes them, each with `seat` and
    `from_seat` (null on a self-draw); the counters of such a line are left out
    and counted anew. `draw` is `{"tenpai": [seats], "nagashi": [seats]}` for an
    exhaustive draw, with `"how"` for an abortive one. `chombo` lists offenders.
    `bets` are all riichi bets on the table, those of this deal included,
    `riichi` the players who declared in this deal.

    Payments name the rule they follow. A bet that is won is a payment from
    `table`; totals include it, but not the bets that were put down before.

    Raises:
        HandError: naming everything that cannot be read.
    """
    position = _Reader(given, rules).position()
    ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), rules)
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
    """Who is East next, by the seat in this deal, and with how many counters."""
    dealer = [one.seat for one in effects if isinstance(one, NextDealer)]
    counters = [one.number for one in effects if isinstance(one, SetCounters)]
    return {"dealer": dealer[-1].name.lower(), "counters": counters[-1]}


class _Reader:
    """Takes a deal out of a JSON object and collects what is wrong with it."""

    def __init__(self, given: Mapping[str, Any], rules: RuleSet) -> None:
        self.given = given
        self.rules = rules
        self.faults: list[HandFault] = []

    def fault(self, code: str, where: str, **values: object) -> None:
        self.faults.append(HandFault(code, where, tuple(values.items())))

    def position(self) -> Position:
        """The table before the settlement.

        Raises:
            HandError: naming every part that cannot be read.
        """
        for key in self.given:
            if key not in KEYS:
                self.fault("unknown-key", key, key=key)
        riichi = self.seats(self.given.get("riichi"), "riichi")
        bets = self.number(self.given.get("bets", len(riichi)), "bets")
        counters = self.number(self.given.get("counters", 0), "counters")
        event = self.over()
        if not self.faults and bets < len(riichi):
            self.fault("fewer-bets", "bets")
        if self.faults:
            raise HandError(tuple(self.faults))
        east, south, west, north = (
            Player(hidden=13, ready=Ready.RIICHI if seat in riichi else Ready.NO) for seat in Seat
        )
        players = (east, south, west, north)
        return Position(players, event, live=0, dead=14, counters=counters, bets=bets)

    def over(self) -> Over:
        """How the deal has ended."""
        draw, offenders = self.given.get("draw"), self.seats(self.given.get("chombo"), "chombo")
        wins = self.wins()
        if wins and draw is not None:
            self.fault("wins-and-draw", "draw")
        if wins:
            return Over("won", wins=wins, offenders=offenders)
        if offenders:
            return Over("chombo", offenders=offenders)
        if not isinstance(draw, Mapping):
            if draw is not None:
                self.fault("not-an-object", "draw", found=draw)
            elif not self.given.get("wins"):
                self.fault("no-ending", "wins")
            return Over("wall-used-up")
        for key in draw:
            if key not in ("tenpai", "nagashi", "how"):
                self.fault("unknown-key", f"draw.{key}", key=key)
        how = draw.get("how", "wall-used-up")
        if how not in ("wall-used-up", *_ABORTS):
            known = ", ".join(("wall-used-up", *_ABORTS))
            self.fault("choice", "draw.how", found=_shown(how), choices=known)
        tenpai = self.seats(draw.get("tenpai"), "draw.tenpai")
        nagashi = self.seats(draw.get("nagashi"), "draw.nagashi")
        return Over(str(how), tenpai=tenpai, nagashi=nagashi)

    def wins(self) -> tuple[Won, ...]:
        """The wins, the nearest after the discarder first."""
        value = self.given.get("wins") or []
        if not isinstance(value, list):
            self.fault("not-a-list", "wins", found=_shown(value))
            return ()
        found: list[Won] = []
        for place, given in enumerate(value):
            won = self.win(given, f"wins[{place}]")
            if won is None:
                continue
            if any(other.seat is won.seat for other in found):
                name = won.seat.name.lower()
                self.fault("winner-twice", f"wins[{place}].seat", seat=name)
            elif found and (won.source is None or won.source is not found[0].source):
                self.fault("several-sources", f"wins[{place}].from_seat")
            found.append(won)
        return tuple(sorted(found, key=_turn))

    def win(self, given: object, where: str) -> Won | None:
        """One win from its score."""
        if not isinstance(given, Mapping):
            self.fault("not-an-object", where, found=_shown(given))
            return None
        if "error" in given:
            self.fault("score-error", where)
            return None
        seat = self.seat(given.get("seat"), f"{where}.seat")
        named = given.get("from_seat")
        source = None if named is None else self.seat(named, f"{where}.from_seat")
        if seat is None or (named is not None and source is None):
            return None
        if source is seat:
            self.fault("own-tile", f"{where}.from_seat")
            return None
        value = self.number(given.get("value"), f"{where}.value")
        paid = self.paid(given.get("payments"), seat, f"{where}.payments")
        if paid is None:
            return None
        listed = given.get("rules") or ()
        liability = any(str(rule).startswith("liability.payment") for rule in listed)
        won = self.stripped(seat, source, value, paid, liability=liability)
        if won is None:
            self.fault("score-payments", f"{where}.payments")
        return won

    def paid(self, given: object, seat: Seat, where: str) -> dict[Seat, int] | None:
        """What each opponent pays by a score, its counters included. Points."""
        if not isinstance(given, Mapping):
            self.fault("not-an-object", where, found=_shown(given))
            return None
        before = len(self.faults)
        found = {}
        for side in Side:
            points = given.get(side.value, 0)
            points = -points if isinstance(points, int) else points
            found[seat.at(side)] = self.number(points, f"{where}.{side.value}")
        return found if len(self.faults) == before else None

    def stripped(
        self, seat: Seat, source: Seat | None, value: int, paid: dict[Seat, int], *, liability: bool
    ) -> Won | None:
        """A win without the counters of its own line; `None` where the sums do not fit."""
        extra = sum(paid.values()) - value
        payers = [other for other in seat.others if paid[other]]
        counted = self.counted(source, paid, payers) if liability else None
        everybody = source is None and counted is None
        if everybody:
            shares = {other: paid[other] - extra // 3 for other in payers}
        else:
            one = source if counted is None else counted
            if one not in payers:
                return None
            shares = {other: paid[other] - (extra if other is one else 0) for other in payers}
        fits = extra >= 0 and extra % 300 == 0 and min(shares.values(), default=-1) >= 0
        if not fits or sum(shares.values()) != value:
            return None
        ordered = tuple((other, shares[other]) for other in payers if shares[other])
        return Won(seat, source, value, ordered, counted)

    def counted(
        self, source: Seat | None, paid: Mapping[Seat, int], payers: Sequence[Seat]
    ) -> Seat | None:
        """Who pays the counters where somebody is liable."""
        if source is None:
            return max(payers, key=lambda seat: paid[seat], default=None)
        if self.rules["liability.counters"] == "discarder":
            return source
        return next((seat for seat in payers if seat is not source), source)

    def seats(self, value: object, where: str) -> tuple[Seat, ...]:
        """Players, each once, East first."""
        if value is None:
            return ()
        if not isinstance(value, list):
            self.fault("not-a-list", where, found=_shown(value))
            return ()
        found = [self.seat(one, f"{where}[{place}]") for place, one in enumerate(value)]
        return tuple(sorted({seat for seat in found if seat is not None}))

    def seat(self, value: object, where: str) -> Seat | None:
        if isinstance(value, str) and value in _SEATS:
            return _SEATS[value]
        self.fault("choice", where, found=_shown(value), choices=", ".join(_SEATS))
        return None

    def number(self, value: object, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fault("not-a-number", where, found=_shown(value))
            return 0
        return value


def _turn(won: Won) -> int:
    """How far after the discarder a winner sits."""
    return 0 if won.source is None else (won.seat - won.source) % 4


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) else str(value)
