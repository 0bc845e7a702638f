"""From fan and minipoints to points, and who pays them."""

from __future__ import annotations

from functools import cache

from rulebook.riichi.hand import Hand
from rulebook.riichi.terms import Terms
from rulebook.tiles import Seat, Side

__all__ = [
    "COUNTER",
    "LIMITS",
    "MANGAN",
    "YAKUMAN_BASE",
    "base_value",
    "counter_points",
    "exact_shares",
    "full_value",
    "shares",
]

MANGAN = 2000
"""The base value that minipoints cannot exceed, in points."""

YAKUMAN_BASE = 8000
"""The base value of a yakuman, in points."""

COUNTER = 100
"""What one counter adds to each of three shares, in points."""

LIMITS: tuple[tuple[str, int, int], ...] = (
    ("sanbaiman", 11, 6000),
    ("baiman", 8, 4000),
    ("haneman", 6, 3000),
    ("mangan", 5, MANGAN),
)
"""Limits by their fan: name, least fan, base value in points."""


@cache
def base_value(fan: int, fu: int, terms: Terms) -> tuple[int, str | None]:
    """The base value of a hand without yakuman in points, and the limit it reaches."""
    if "score.value.limit" not in terms.rules:
        return fu << (fan + 2), None
    if fan >= 13 and terms.counted:
        return YAKUMAN_BASE, "counted-yakuman"
    for name, least, base in LIMITS:
        if fan >= least:
            return base, name
    base = fu << (fan + 2)
    if base >= MANGAN or (terms.round_up and base > MANGAN - 100):
        return MANGAN, "mangan"
    return base, None


def full_value(base: int, hand: Hand, terms: Terms) -> int:
    """What a hand brings in all, without counters and bets. Points."""
    return sum(shares(base, hand, terms).values())


def shares(base: int, hand: Hand, terms: Terms) -> dict[Side, int]:
    """What each opponent pays for a hand, without counters and bets. Points."""
    return dict(_shares(base, hand.seat, None if hand.drawn else hand.giver, terms))


@cache
def _shares(base: int, seat: Seat, giver: Side | None, terms: Terms) -> dict[Side, int]:
    exact = _exact_shares(base, seat, giver, terms)
    how = "discard" if giver else "self-draw"
    if f"score.value.{how}/rounded" in terms.flips:
        return exact
    return {side: -(-points // 100) * 100 for side, points in exact.items()}


def exact_shares(base: int, hand: Hand, terms: Terms) -> dict[Side, int]:
    """What each opponent would pay if payments were not rounded up to a full hundred."""
    return _exact_shares(base, hand.seat, None if hand.drawn else hand.giver, terms)


def _exact_shares(base: int, seat: Seat, giver: Side | None, terms: Terms) -> dict[Side, int]:
    """The same, given who gave the winning tile if it was not drawn."""
    east = seat is Seat.EAST
    if giver and not terms.all_pay:
        return {side: base * (6 if east else 4) if side is giver else 0 for side in Side}
    alike = "score.value.self-draw/others" in terms.flips
    return {
        side: 2 * base if east or (seat.at(side) is Seat.EAST and not alike) else base
        for side in Side
    }


def counter_points(hand: Hand, terms: Terms, *, alone: bool) -> int:
    """What each payer adds for the counters, all of it when there is one. Points."""
    rule = "score.value.counters"
    if not hand.counters or rule not in terms.rules:
        return 0
    if terms.flips and f"{rule}/east" in terms.flips and hand.seat is Seat.EAST:
        return 0
    full = terms.flips and f"{rule}/self-draw" in terms.flips
    return COUNTER * hand.counters * (3 if alone or full else 1)
