"""Settling a classical deal as JSON: who pays whom, by which rule, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.classical.payments import Deal, payments
from rulebook.faults import HandError, HandFault, fault
from rulebook.ruleset import RuleSet
from rulebook.tiles import Seat

__all__ = ["KEYS", "settle"]

KEYS = frozenset(
    (
        *("id", "ruleset", "set", "values", "winner", "from", "robbed", "liable", "long_hand"),
        "false_mahjong",
    )
)
"""The keys that a deal to settle may have."""

_SEATS = {seat.name.lower(): seat for seat in Seat}


def settle(given: Mapping[str, Any], rules: RuleSet) -> dict[str, object]:
    """Settle one deal.

    `values` are what the hands are worth by seat, a hand that is not named nothing;
    `winner` is null when nobody has gone mahjong. `liable` let off a cannon and pays
    for all, `long_hand` lists players with too many tiles. `from` is whose tile won,
    which matters only where the discarder pays alone or double, and `robbed` says that
    the tile was not discarded but robbed from a kong. `false_mahjong` lists who has
    ended the deal with one; then nothing else is paid.

    Raises:
        HandError: naming everything that cannot be read.
    """
    paid = payments(_Reader(given).deal(), rules)
    totals = dict.fromkeys(Seat, 0)
    for one in paid:
        totals[one.payer] -= one.points
        totals[one.payee] += one.points
    return {
        "id": given.get("id"),
        "payments": [
            {
                "from": one.payer.name.lower(),
                "to": one.payee.name.lower(),
                "points": one.points,
                "why": one.rule,
            }
            for one in paid
        ],
        "totals": {seat.name.lower(): totals[seat] for seat in Seat},
    }


class _Reader:
    """Takes a deal out of a JSON object and collects what is wrong with it."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[HandFault] = []

    def fault(self, code: str, where: str, **values: object) -> None:
        self.faults.append(fault(code, where, **values))

    def deal(self) -> Deal:
        """The deal.

        Raises:
            HandError: naming every part that cannot be read.
        """
        given = self.given
        for key in given:
            if key not in KEYS:
                self.fault("unknown-key", key, key=key)
        offenders = self.seats("false_mahjong")
        if "winner" not in given and not offenders:
            self.fault("missing", "winner", key="winner")
        deal = Deal(
            self.values(),
            self.seat("winner"),
            self.seat("from"),
            self.seat("liable"),
            self.seats("long_hand"),
            offenders,
            self.flag("robbed"),
        )
        self.consistent(deal)
        if self.faults:
            raise HandError(tuple(self.faults))
        return deal

    def consistent(self, deal: Deal) -> None:
        """What cannot be true of one deal at the same time."""
        if deal.offenders and deal.winner is not None:
            self.fault("false-and-true", "false_mahjong")
        if len(deal.offenders) == len(Seat):
            self.fault("all-offend", "false_mahjong")
        for key, other in (("from", deal.source), ("liable", deal.liable)):
            if other is None:
                continue
            if deal.winner is None:
                self.fault("without-winner", key, key=key)
            elif other is deal.winner:
                self.fault("own-tile", key)
        if deal.winner is not None and deal.winner in deal.long_hands:
            self.fault("winner-with-fault", "long_hand", fault="long")

    def values(self) -> tuple[int, ...]:
        """What each hand is worth, in points."""
        value = self.given.get("values")
        if value is None:
            value = {}
        if not isinstance(value, Mapping):
            self.fault("not-an-object", "values", found=_shown(value))
            return (0, 0, 0, 0)
        for key in value:
            if key not in _SEATS:
                self.fault("unknown-key", f"values.{key}", key=key)
        return tuple(self.number(value.get(name, 0), f"values.{name}") for name in _SEATS)

    def number(self, value: object, where: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fault("not-a-number", where, found=_shown(value))
            return 0
        return value

    def flag(self, key: str) -> bool:
        value = self.given.get(key, False)
        if not isinstance(value, bool):
            self.fault("not-a-flag", key, found=_shown(value))
            return False
        return value

    def seat(self, key: str) -> Seat | None:
        value = self.given.get(key)
        return None if value is None else self.named(value, key)

    def named(self, value: object, where: str) -> Seat | None:
        if isinstance(value, str) and value in _SEATS:
            return _SEATS[value]
        self.fault("choice", where, found=_shown(value), choices=", ".join(_SEATS))
        return None

    def seats(self, key: str) -> tuple[Seat, ...]:
        """Players, each once, East first."""
        value = self.given.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.fault("not-a-list", key, found=_shown(value))
            return ()
        found = [self.named(one, f"{key}[{place}]") for place, one in enumerate(value)]
        return tuple(sorted({seat for seat in found if seat is not None}))


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) else str(value)
