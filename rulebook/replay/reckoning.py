"""What Debian's `mah-jong` server makes of points and doubles: whole numbers of 32 bits."""

from __future__ import annotations

from rulebook.classical.score import Score
from rulebook.frozen import replace

__all__ = ["MOST", "as_counted"]

MOST = 100_000_000
"""The server counts no hand higher than this, in points."""


def as_counted(score: Score) -> Score:
    """A score as the server reckons it.

    It agrees with the rules but for numbers that no game needs: a count beyond `MOST`, and a
    share of a limit of which a hundred times as much does not fit into its numbers.
    """
    terms = score.view.terms
    natural = _doubled(score.points, score.doubles)
    limit = terms.minimum if terms.limit is None else terms.limit
    part = _part(score.share, limit)
    if terms.limit is None:
        value = max(natural, part) if score.share else natural
    else:
        value = part if score.share else min(natural, limit)
    return replace(score, natural=natural, value=value)


def _doubled(points: int, times: int) -> int:
    """Points after so many doubles, cut down after each of them."""
    for _ in range(times):
        points = min(_wrapped(2 * points), MOST)
    return points


def _part(share: int, limit: int) -> int:
    """A share, in hundredths, of the limit, without what is left of a point."""
    product = _wrapped(share * limit)
    return abs(product) // 100 * (-1 if product < 0 else 1)


def _wrapped(number: int) -> int:
    """What is left of a number in 32 bits, the first of which is the sign.

    >>> _wrapped(2**31)
    -2147483648
    """
    return (number + 2**31) % 2**32 - 2**31
