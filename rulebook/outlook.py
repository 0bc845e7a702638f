"""What one more tile would make of concealed tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from rulebook.ruleset import RuleSet
from rulebook.shape import Counts, counts_of, may_wait_otherwise, splits, waits
from rulebook.tiles import BONUS_TILES, Tile

__all__ = ["FOR_A_CHOW", "FOR_A_PUNG", "FOR_A_WIN", "Outlook", "outlook", "pairs_of"]

FOR_A_CHOW, FOR_A_PUNG, FOR_A_WIN = 1, 2, 3


class Outlook:
    """What some concealed tiles could become; nothing is ever changed.

    Attributes:
        counts: how many there are of each kind.
        waits: the kinds that would complete a hand.
        use: by the index of a tile, what it would make at best: a chow, a pung or
            a win; 0 for nothing.
    """

    __slots__ = ("counts", "use", "waits")

    def __init__(self, counts: Counts, waits: tuple[Tile, ...], use: bytes) -> None:
        self.counts = counts
        self.waits = waits
        self.use = use


@cache
def pairs_of(rules: RuleSet) -> tuple[bool, bool]:
    """Whether seven pairs are a hand, and whether four equal tiles are two of them."""
    return bool(rules["hand.seven-pairs"]), bool(rules["hand.seven-pairs.four-alike"])


@lru_cache(4096)
def outlook(hand: tuple[Tile, ...], pairs: tuple[bool, bool]) -> Outlook:
    """The outlook of a hand, given what `pairs_of` says; it is kept for who asks next."""
    counts = counts_of(hand)
    characters, dots = _IN_SUIT[counts[:9]], _IN_SUIT[counts[9:18]]
    bamboo, honours = _IN_SUIT[counts[18:27]], _IN_SUIT[counts[27:]]
    use = characters[1] + dots[1] + bamboo[1] + honours[1] + _NO_BONUS
    whole = characters[0] + dots[0] + bamboo[0] + honours[0]
    if whole < 3 and not may_wait_otherwise(counts):
        return Outlook(counts, (), use)
    seven_pairs, four_alike = pairs
    found = waits(counts, seven_pairs=seven_pairs, four_alike=four_alike)
    if found:
        marked = bytearray(use)
        for tile in found:
            marked[tile.index] = FOR_A_WIN
        use = bytes(marked)
    return Outlook(counts, found, use)


_NO_BONUS = bytes(len(BONUS_TILES))


class _InSuit(dict[bytes, tuple[bool, bytes]]):
    """What is known of the tiles of a suit by their counts, kept once it has been worked out.

    Whether they are sets, with or without a pair, and what one more tile of each
    kind would make with them.
    """

    def __missing__(self, counts: bytes) -> tuple[bool, bytes]:
        runs = len(counts) == 9
        whole = bool(splits(0 if runs else 27, counts))
        self[counts] = known = whole, bytes(_uses(counts) if runs else _pungs(counts))
        return known


_IN_SUIT = _InSuit()


def _pungs(counts: bytes) -> Iterator[int]:
    for own in counts:
        yield FOR_A_PUNG if own > 1 else 0


def _uses(counts: bytes) -> Iterator[int]:
    row = b"\0\0" + counts + b"\0\0"
    for place, own in enumerate(counts):
        two_below, below, _, above, two_above = row[place : place + 5]
        chow = (below and (two_below or above)) or (above and two_above)
        yield FOR_A_PUNG if own > 1 else FOR_A_CHOW if chow else 0
