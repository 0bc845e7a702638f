"""From fan and minipoints to points, and who pays them."""

from __future__ import annotations

from functools import cache

from rulebook.riichi.hand import Hand
from rulebook.riichi.terms import Terms
from rulebook.tiles import Seat, Side

__all__ = ["COUNTER", "LIMITS", "MANGAN", "YAKUMAN_BASE", "base_value", "full_value", "shares"]

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


def _hundreds(points: int) -> int:
    """Rounded up to a full hundred."""
    return -(-points // 100) * 100


def full_value(base: int, hand: Hand) -> int:
    """What a hand brings in all, without counters and bets. Points."""
    east = hand.seat is Seat.EAST
    if not hand.drawn:
        return _hundreds(base * (6 if east else 4))
    if east:
        return 3 * _hundreds(2 * base)
    return _hundreds(2 * base) + 2 * _hundreds(base)


def shares(base: int, hand: Hand) -> dict[Side, int]:
    """What each opponent pays for a hand, without counters and bets. Points."""
    if not hand.drawn:
        return {side: full_value(base, hand) if side is hand.giver else 0 for side in Side}
    double = hand.seat is Seat.EAST
    return {
        side: _hundreds(2 * base if double or hand.seat.at(side) is Seat.EAST else base)
        for side in Side
    }
