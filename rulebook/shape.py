"""The shape of hands: readings into sets and a pair, completeness, waits.

Tiles are counted per kind. Each suit is split on its own, once, and the splits
are kept, so that a hand costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from rulebook.tiles import KINDS, ORPHANS, Tile

__all__ = [
    "Counts",
    "Reading",
    "SetShape",
    "counts_of",
    "is_complete",
    "is_orphans",
    "is_pairs",
    "readings",
    "waits",
]

Counts = bytes
"""How many tiles of each of the 34 kinds."""


@dataclass(frozen=True, slots=True, eq=False)
class SetShape:
    """A set by its kind alone. There is one object for each of the 55 kinds of sets.

    Attributes:
        tile: the low tile of a run, the tile of three equal ones.
        run: whether it is a run.
        number: 0-33 for three equal tiles by their index, 34-60 for runs by
            the index of the low tile.
    """

    tile: Tile
    run: bool
    number: int

    def holds(self, tile: Tile) -> bool:
        low, index = self.tile.index, tile.index
        return low <= index <= low + 2 if self.run else low == index


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see concealed tiles as sets and a pair."""

    sets: tuple[SetShape, ...]
    pair: Tile


TRIPLES = tuple(SetShape(tile, False, tile.index) for tile in KINDS)
"""Three equal tiles, by the index of their kind."""

RUNS = tuple(
    SetShape(tile, True, 34 + tile.index) if tile.numbered and tile.rank <= 7 else None
    for tile in KINDS
)
"""Runs, by the index of their low tile."""


def counts_of(tiles: Iterable[Tile]) -> Counts:
    """Count tiles per kind; red fives count as fives, bonus tiles not at all."""
    counts = bytearray(34)
    for tile in tiles:
        index = tile.index
        if index < 34:
            counts[index] += 1
    return bytes(counts)


_Split = tuple[tuple[SetShape, ...], Tile | None]
"""Sets and the pair, if there is one, within one suit."""

_STARTS = (0, 9, 18, 27)
_ENDS = (9, 18, 27, 34)


@cache
def _splits(start: int, counts: bytes) -> tuple[_Split, ...]:
    """Every way to use up all tiles of the suit from `start` in sets and at most one pair."""
    first = next((place for place, count in enumerate(counts) if count), None)
    if first is None:
        return (((), None),)
    found: list[_Split] = []
    index = start + first
    if counts[first] >= 3:
        for sets, pair in _splits(start, _less(counts, first, 3)):
            found.append(((TRIPLES[index], *sets), pair))
    run = RUNS[index]
    if run and counts[first + 1] and counts[first + 2]:
        left = _less(_less(_less(counts, first, 1), first + 1, 1), first + 2, 1)
        for sets, pair in _splits(start, left):
            found.append(((run, *sets), pair))
    if counts[first] >= 2:
        for sets, pair in _splits(start, _less(counts, first, 2)):
            if pair is None:
                found.append((sets, KINDS[index]))
    return tuple(found)


def _less(counts: bytes, place: int, number: int) -> bytes:
    return counts[:place] + bytes((counts[place] - number,)) + counts[place + 1 :]


@cache
def _suit(start: int, counts: bytes, pair: bool) -> tuple[_Split, ...]:
    """The splits of a suit that leave a pair, or none."""
    return tuple(one for one in _splits(start, counts) if (one[1] is not None) is pair)


def _parts(counts: Counts) -> tuple[bytes, bytes, bytes, bytes]:
    return counts[:9], counts[9:18], counts[18:27], counts[27:]


def readings(counts: Counts) -> Iterator[Reading]:
    """Every reading of the tiles as sets and exactly one pair."""
    with_pair = None
    splits = []
    for start, part in zip(_STARTS, _parts(counts), strict=True):
        rest = sum(part) % 3
        if rest == 1 or (rest == 2 and with_pair is not None):
            return
        if rest == 2:
            with_pair = start
        ways = _suit(start, part, rest == 2)
        if not ways:
            return
        splits.append(ways)
    if with_pair is None:
        return
    for ways_of_all in product(*splits):
        sets: tuple[SetShape, ...] = ()
        eyes = None
        for more, pair in ways_of_all:
            sets += more
            eyes = pair or eyes
        if eyes is not None:
            yield Reading(sets, eyes)


def _sets_and_pair(counts: Counts) -> bool:
    pairs = 0
    for start, part in zip(_STARTS, _parts(counts), strict=True):
        rest = sum(part) % 3
        if rest == 1 or not _suit(start, part, rest == 2):
            return False
        pairs += rest == 2
    return pairs == 1


def is_pairs(counts: Counts) -> bool:
    """Whether the tiles are seven different pairs."""
    return counts.count(2) == 7 and counts.count(0) == 27


def is_orphans(counts: Counts) -> bool:
    """Whether the tiles are one of each terminal and honour and one more of them."""
    ends = [counts[tile.index] for tile in ORPHANS]
    return sum(counts) == 14 and all(ends) and sum(ends) == 14


def is_complete(counts: Counts, *, seven_pairs: bool) -> bool:
    """Whether concealed tiles, the winning tile included, complete a hand.

    The sets on the table are not counted: with `n` of them the concealed
    tiles number 14 - 3n.
    """
    return _sets_and_pair(counts) or (seven_pairs and is_pairs(counts)) or is_orphans(counts)


@cache
def _suit_waits(start: int, counts: bytes) -> tuple[int, ...]:
    """The kinds of a suit that would split it into sets, with a pair if the number asks for it."""
    pair = (sum(counts) + 1) % 3 == 2
    return tuple(
        start + place
        for place in range(len(counts))
        if _suit(start, counts[:place] + bytes((counts[place] + 1,)) + counts[place + 1 :], pair)
    )


def _waits_of_sets(counts: Counts) -> tuple[int, ...]:
    """What completes sets and a pair: at most two suits can be short of a tile."""
    parts = _parts(counts)
    rests = [sum(part) % 3 for part in parts]
    if rests.count(1) == 1 and not rests.count(2):
        open_suits = [rests.index(1)]
    elif rests.count(2) == 2 and not rests.count(1):
        open_suits = [place for place in range(4) if rests[place] == 2]
    else:
        return ()
    for place in range(4):
        if place not in open_suits and not _suit(_STARTS[place], parts[place], False):
            return ()
    if len(open_suits) == 1:
        return _suit_waits(_STARTS[open_suits[0]], parts[open_suits[0]])
    first, second = open_suits
    found: tuple[int, ...] = ()
    if _suit(_STARTS[second], parts[second], True):
        found += _suit_waits(_STARTS[first], parts[first])
    if _suit(_STARTS[first], parts[first], True):
        found += _suit_waits(_STARTS[second], parts[second])
    return found


def _waits_of_pairs(counts: Counts) -> tuple[int, ...]:
    single = counts.find(1)
    return (single,) if counts.count(2) == 6 and counts.count(1) == 1 else ()


def _waits_of_orphans(counts: Counts) -> tuple[int, ...]:
    ends = [tile.index for tile in ORPHANS if counts[tile.index]]
    if len(ends) < 12 or sum(counts[index] for index in ends) != 13:
        return ()
    if len(ends) == 13:
        return tuple(ends)
    return tuple(tile.index for tile in ORPHANS if not counts[tile.index])


def waits(counts: Counts, *, seven_pairs: bool) -> tuple[Tile, ...]:
    """The kinds that would complete the concealed tiles, by shape alone.

    A kind of which all four are already among these tiles is listed too;
    whether it counts is for the rules to say.
    """
    found = _waits_of_sets(counts)
    if sum(counts) == 13:
        if seven_pairs:
            found += _waits_of_pairs(counts)
        found += _waits_of_orphans(counts)
    return tuple(KINDS[index] for index in sorted(set(found)))
