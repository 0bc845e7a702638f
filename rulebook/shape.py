"""The shape of hands: readings into sets and a pair, completeness, waits.

Tiles are counted per kind; each suit is split on its own and the splits are
cached, so that a hand costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from rulebook.tiles import KINDS, ORPHANS, Tile

__all__ = [
    "Reading",
    "SetShape",
    "counts_of",
    "is_complete",
    "is_orphans",
    "is_pairs",
    "readings",
    "waits",
]

Counts = tuple[int, ...]
"""How many tiles of each of the 34 kinds."""


@dataclass(frozen=True, slots=True)
class SetShape:
    """A set among concealed tiles: a run by its low tile, or three equal tiles."""

    tile: Tile
    run: bool

    def holds(self, tile: Tile) -> bool:
        low, index = self.tile.index, tile.index
        return low <= index <= low + 2 if self.run else low == index


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see concealed tiles as sets and a pair."""

    sets: tuple[SetShape, ...]
    pair: Tile


def counts_of(tiles: Iterable[Tile]) -> Counts:
    """Count tiles per kind; red fives count as fives, bonus tiles not at all."""
    counts = [0] * 34
    for tile in tiles:
        if tile.index < 34:
            counts[tile.index] += 1
    return tuple(counts)


_Split = tuple[tuple[tuple[int, bool], ...], int | None]
"""Sets as (offset, is a run) and the offset of the pair, within one suit."""


@cache
def _splits(counts: Counts, runs: bool) -> tuple[_Split, ...]:
    """Every way to use up all tiles of a suit in sets and at most one pair."""
    first = next((i for i, count in enumerate(counts) if count), None)
    if first is None:
        return (((), None),)
    found: list[_Split] = []
    if counts[first] >= 3:
        for sets, pair in _splits(_less(counts, first, first, first), runs):
            found.append((((first, False), *sets), pair))
    if runs and first <= 6 and counts[first + 1] and counts[first + 2]:
        for sets, pair in _splits(_less(counts, first, first + 1, first + 2), runs):
            found.append((((first, True), *sets), pair))
    if counts[first] >= 2:
        for sets, pair in _splits(_less(counts, first, first), runs):
            if pair is None:
                found.append((sets, first))
    return tuple(found)


def _less(counts: Counts, *offsets: int) -> Counts:
    left = list(counts)
    for offset in offsets:
        left[offset] -= 1
    return tuple(left)


_SUITS = ((0, 9, True), (9, 18, True), (18, 27, True), (27, 34, False))


def readings(counts: Counts) -> Iterator[Reading]:
    """Every reading of the tiles as sets and exactly one pair."""
    parts: list[tuple[tuple[tuple[int, bool], ...], int | None]] = [((), None)]
    for start, end, runs in _SUITS:
        splits = _splits(counts[start:end], runs)
        parts = [
            (
                sets + tuple((start + offset, run) for offset, run in more),
                pair if pair is not None else (None if eyes is None else start + eyes),
            )
            for sets, pair in parts
            for more, eyes in splits
            if pair is None or eyes is None
        ]
        if not parts:
            return
    for sets, pair in parts:
        if pair is not None:
            yield Reading(tuple(SetShape(KINDS[low], run) for low, run in sets), KINDS[pair])


@cache
def _pairs_possible(counts: Counts, runs: bool) -> frozenset[int]:
    """How many pairs (0 or 1) a full split of a suit can leave."""
    return frozenset(0 if pair is None else 1 for _, pair in _splits(counts, runs))


def _sets_and_pair(counts: Counts) -> bool:
    pairs = {0}
    for start, end, runs in _SUITS:
        here = _pairs_possible(counts[start:end], runs)
        pairs = {a + b for a in pairs for b in here if a + b <= 1}
        if not pairs:
            return False
    return 1 in pairs


def is_pairs(counts: Counts) -> bool:
    """Whether the tiles are seven different pairs."""
    return sum(counts) == 14 and all(count in (0, 2) for count in counts)


def is_orphans(counts: Counts) -> bool:
    """Whether the tiles are one of each terminal and honour and one more of them."""
    return (
        sum(counts) == 14
        and all(counts[tile.index] for tile in ORPHANS)
        and (sum(counts[tile.index] for tile in ORPHANS) == 14)
    )


def is_complete(counts: Counts, *, seven_pairs: bool) -> bool:
    """Whether concealed tiles, the winning tile included, complete a hand.

    The sets on the table are not counted: with `n` of them the concealed
    tiles number 14 - 3n.
    """
    return (
        (sum(counts) % 3 == 2 and _sets_and_pair(counts))
        or (seven_pairs and is_pairs(counts))
        or is_orphans(counts)
    )


def waits(counts: Counts, *, seven_pairs: bool) -> tuple[Tile, ...]:
    """The kinds that would complete the concealed tiles, by shape alone.

    A kind of which all four are already among these tiles is listed too;
    whether it counts is for the rules to say.
    """
    found = []
    for tile in KINDS:
        more = list(counts)
        more[tile.index] += 1
        if is_complete(tuple(more), seven_pairs=seven_pairs):
            found.append(tile)
    return tuple(found)
