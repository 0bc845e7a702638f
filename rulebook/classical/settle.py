"""Settling a classical deal as JSON: who pays whom, by which rule, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.classical.payments import Deal, payments
from rulebook.form import SEATS, Reader
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
    paid = payments(_deal(Reader(given, KEYS)), rules)
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


def _deal(reader: Reader) -> Deal:
    """The deal.

    Raises:
        HandError: naming every part that cannot be read.
    """
    offenders = reader.seats("false_mahjong")
    if not offenders:
        reader.required("winner")
    winner = reader.maybe_choice("winner", SEATS)
    deal = Deal(
        _values(reader, winner),
        winner,
        reader.maybe_choice("from", SEATS),
        reader.maybe_choice("liable", SEATS),
        reader.seats("long_hand"),
        offenders,
        reader.flag("robbed"),
    )
    _consistent(reader, deal)
    reader.done()
    return deal


def _consistent(reader: Reader, deal: Deal) -> None:
    """What cannot be true of one deal at the same time."""
    if deal.offenders and deal.winner is not None:
        reader.fault("false-and-true", "false_mahjong")
    if len(deal.offenders) == len(Seat):
        reader.fault("all-offend", "false_mahjong")
    for key, other, own in (
        ("from", deal.source, "own-tile"),
        ("liable", deal.liable, "liable-winner"),
    ):
        if other is None:
            continue
        if deal.winner is None:
            reader.fault("without-winner", key, key=key)
        elif other is deal.winner:
            reader.fault(own, key)
    if deal.robbed and deal.source is None:
        reader.fault("missing", "from", key="from")
    if deal.winner is not None and deal.winner in deal.long_hands:
        reader.fault("winner-with-fault", "long_hand", fault="long")


def _values(reader: Reader, winner: Seat | None) -> tuple[int, ...]:
    """What each hand is worth, in points; the winner's must be told."""
    values = reader.maybe_part("values", frozenset(SEATS))
    if winner is not None:
        (values or Reader({}, None, "values", reader.faults)).required(winner.name.lower())
    return tuple(values.number(name) for name in SEATS) if values else (0, 0, 0, 0)
