"""How far a hand is from tenpai.

Tiles that cannot stand in one run are looked at apart: honours, suits, and within
a suit whatever two missing numbers divide. What such a cluster can come to is found
once and kept, and so is what two of them come to together, so that a hand costs a
few look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from operator import sub

from rulebook.shape import SUITS, Counts, counts_of
from rulebook.tiles import ORPHANS, Tile

__all__ = ["shanten"]

Way = tuple[int, int, bool, bool]
"""One way to see tiles: how many sets, how many pairs and beginnings of runs, whether
there is a pair, and whether there is a single tile that can still find its like."""


class _Yield:
    """What some tiles can come to: the ways to see them that no other way outdoes.

    There is one object for each, so they compare by identity.
    """

    __slots__ = ("ways",)

    def __init__(self, ways: frozenset[Way]) -> None:
        self.ways = ways


_YIELDS: dict[frozenset[Way], _Yield] = {}


def _best(ways: Iterable[Way]) -> _Yield:
    """The ways that no other is as good as in everything."""
    best: list[Way] = []
    for way in sorted(set(ways), reverse=True):
        sets, begun, pair, single = way
        for other in best:
            if other[0] >= sets and other[1] >= begun and other[2] >= pair and other[3] >= single:
                break
        else:
            best.append(way)
    key = frozenset(best)
    found = _YIELDS.get(key)
    if found is None:
        found = _YIELDS[key] = _Yield(key)
    return found


_NOTHING = _best([(0, 0, False, False)])


@cache
def _together(one: _Yield, other: _Yield) -> _Yield:
    """What two clusters come to together."""
    return _best(
        [
            (sets + more, begun + also, pair or twin, single or alone)
            for sets, begun, pair, single in one.ways
            for more, also, twin, alone in other.ways
        ]
    )


@cache
def _cluster(counts: bytes, spent: bytes, paired: bool) -> _Yield:
    """What the tiles of a suit, or a part of it, come to.

    Args:
        counts: how many of each number there are, the first at least once.
        spent: by number, whether the hand holds all four, so that none is left
            to find; nothing where there is no such number.
        paired: whether two tiles of the first number are a pair already.
    """
    held = counts[0]
    last = len(counts) - 1
    second = counts[1] if last else 0
    third = counts[2] if last > 1 else 0
    ways = _less(counts, spent, paired, bytes((held,)), (0, 0, False, spent[:1] != b"\1"))
    if held > 1 and not paired:
        ways += _less(counts, spent, True, b"\2", (0, 1, True, False))
        if held > 2:
            ways += _less(counts, spent, True, b"\3", (1, 0, False, False))
    if second:
        ways += _less(counts, spent, paired, b"\1\1", (0, 1, False, False))
        if third:
            ways += _less(counts, spent, paired, b"\1\1\1", (1, 0, False, False))
    if third:
        ways += _less(counts, spent, paired, b"\1\0\1", (0, 1, False, False))
    return _best(ways)


def _less(counts: bytes, spent: bytes, paired: bool, taken: bytes, way: Way) -> list[Way]:
    """The ways to see the tiles once some are taken, with what those come to."""
    number = len(taken)
    left = bytes(map(sub, counts[:number], taken)) + counts[number:]
    rest = _cluster(left, spent, paired) if left[0] else _suit(left, spent)
    sets, begun, pair, single = way
    return [
        (sets + more, begun + also, pair or twin, single or alone)
        for more, also, twin, alone in rest.ways
    ]


@cache
def _suit(counts: bytes, spent: bytes) -> _Yield:
    """What the tiles of a suit come to, cluster by cluster."""
    found = _NOTHING
    place = 0
    for piece in counts.split(b"\0\0"):
        tiles = piece.strip(b"\0")
        if tiles:
            at = place + len(piece) - len(piece.lstrip(b"\0"))
            found = _together(found, _cluster(tiles, spent[at : at + len(tiles)], False))
        place += len(piece) + 2
    return found


@cache
def _honours(counts: bytes, spent: bytes) -> _Yield:
    """What honours come to, each kind a cluster of its own."""
    found = _NOTHING
    for place, held in enumerate(counts):
        if held:
            found = _together(found, _cluster(bytes((held,)), spent[place : place + 1], False))
    return found


@cache
def _of_sets(tiles: _Yield, melds: int) -> int:
    """The shanten of four sets and a pair, given what the concealed tiles come to."""
    return min(
        [
            8
            - 2 * (sets + melds)
            - begun
            + max(0, sets + melds + begun - pair - 4)
            + (not pair and not single)
            for sets, begun, pair, single in tiles.ways
        ]
    )


def _sets_and_pair(counts: Counts, melds: int) -> int:
    spent = bytes([held == 4 for held in counts]) if 4 in counts else b""
    characters, dots, bamboo, honours = [
        (counts[start:end], spent[start:end]) for start, end in SUITS
    ]
    found = _of_sets(
        _together(
            _together(_suit(*characters), _suit(*dots)),
            _together(_suit(*bamboo), _honours(*honours)),
        ),
        melds,
    )
    quads = counts[27:].count(4)
    if quads and found >= 0:
        # The fourth honour of a kind is of no use: it has to go.
        found = max(found, quads - (sum(counts) % 3 == 2))
    return found


def _seven_pairs(counts: Counts) -> int:
    kinds = 34 - counts.count(0)
    pairs = kinds - counts.count(1)
    return 6 - pairs + max(0, 7 - kinds)


def _orphans(counts: Counts) -> int:
    held = [counts[index] for index in _ENDS]
    kinds = 13 - held.count(0)
    return 13 - kinds - (kinds > held.count(1))


_ENDS = tuple(tile.index for tile in ORPHANS)


def shanten(hand: Counts | Iterable[Tile], melds: int = 0, *, seven_pairs: bool = True) -> int:
    """How many tiles a hand is short of tenpai: 0 in tenpai, -1 when it is complete.

    Args:
        hand: the concealed tiles, or how many of each kind there are.
        melds: how many sets lie on the table.
        seven_pairs: whether seven pairs are a hand.

    Raises:
        ValueError: when the tiles are neither a hand before a draw nor after one.

    >>> from rulebook.tiles import parse_tiles
    >>> shanten(parse_tiles("123m456p789s1122z")), shanten(parse_tiles("19m19p19s1234567z"))
    (0, 0)
    """
    counts = hand if isinstance(hand, bytes) else counts_of(hand)
    if sum(counts) + 3 * melds not in (13, 14):
        raise ValueError(f"{sum(counts)} concealed tiles and {melds} sets")
    found = _sets_and_pair(counts, melds)
    if melds:
        return found
    if seven_pairs:
        found = min(found, _seven_pairs(counts))
    return min(found, _orphans(counts))
