"""The shape of hands: readings into sets and a pair, completeness, waits.

Tiles are counted per kind. Each suit is split on its own, once, and the splits
are kept, so that a hand costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from rulebook.frozen import dataclass
from rulebook.tiles import KINDS, ORPHANS, Tile

__all__ = [
    "SUITS",
    "Counts",
    "Reading",
    "SetShape",
    "counts_of",
    "is_complete",
    "is_orphans",
    "is_pairs",
    "may_wait",
    "may_wait_otherwise",
    "readings",
    "splits",
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
    counts = bytearray(42)
    for tile in tiles:
        counts[tile.index] += 1
    return bytes(counts[:34])


Split = tuple[tuple[SetShape, ...], Tile | None]
"""Sets and the pair, if there is one, within one suit."""

SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
"""Where each suit begins and ends."""


@cache
def splits(start: int, counts: bytes) -> tuple[Split, ...]:
    """Every way to use up all tiles of one suit, from `start` on, in sets and at most one pair.

    There is a pair just when the number of tiles divided by three leaves two.
    """
    gap = len(counts) - len(counts.lstrip(b"\0"))
    if gap == len(counts):
        return (((), None),)
    index = start + gap
    held, after = counts[gap], counts[gap + 1 :]
    run = RUNS[index]
    found: list[Split] = []
    for taken, same, eyes in _USES:
        runs = held - taken
        if runs < 0 or (runs and (run is None or min(after[:2]) < runs)):
            continue
        sets = (TRIPLES[index],) * same
        left = after
        if runs and run:
            sets += (run,) * runs
            left = bytes((after[0] - runs, after[1] - runs)) + after[2:]
        for more, pair in splits(index + 1, left):
            if not eyes:
                found.append((sets + more, pair))
            elif pair is None:
                found.append((sets + more, KINDS[index]))
    return tuple(found)


_USES = ((3, 1, 0), (0, 0, 0), (2, 0, 1), (5, 1, 1))
"""What the lowest tiles can be when the others of their kind begin runs: how many
tiles, how many sets of three equal ones, how many pairs."""


def _ways(counts: Counts) -> list[tuple[Split, ...]]:
    """The splits of each suit."""
    return [splits(start, counts[start:end]) for start, end in SUITS]


def readings(counts: Counts) -> Iterator[Reading]:
    """Every reading of the tiles as sets and exactly one pair."""
    for ways in product(*_ways(counts)):
        pairs = [pair for _, pair in ways if pair]
        if len(pairs) == 1:
            yield Reading(tuple(one for sets, _ in ways for one in sets), pairs[0])


def _sets_and_pair(counts: Counts) -> bool:
    ways = _ways(counts)
    return all(ways) and len([one for one in ways if one[0][1]]) == 1


def is_pairs(counts: Counts, *, four_alike: bool = False) -> bool:
    """Whether the tiles are seven pairs, different ones unless four equal tiles may be two."""
    if four_alike:
        return sum(counts) == 14 and not any(count % 2 for count in counts)
    return counts.count(2) == 7 and counts.count(0) == 27


def is_orphans(counts: Counts) -> bool:
    """Whether the tiles are one of each terminal and honour and one more of them."""
    if counts.count(1) != 12 or counts.count(2) != 1 or sum(counts) != 14:
        return False
    return all(counts[tile.index] for tile in ORPHANS)


def is_complete(counts: Counts, *, seven_pairs: bool, four_alike: bool = False) -> bool:
    """Whether concealed tiles, the winning tile included, complete a hand.

    The sets on the table are not counted: with `n` of them the concealed
    tiles number 14 - 3n. With `four_alike` four equal tiles may be two of seven pairs.
    """
    pairs = seven_pairs and is_pairs(counts, four_alike=four_alike)
    return pairs or _sets_and_pair(counts) or is_orphans(counts)


@cache
def _suit_waits(start: int, counts: bytes) -> tuple[int, ...]:
    """The kinds of a suit that would split it into sets, with a pair if the number asks for it."""
    return tuple(
        start + place
        for place in range(len(counts))
        if splits(start, counts[:place] + bytes((counts[place] + 1,)) + counts[place + 1 :])
    )


def _waits_of_sets(counts: Counts) -> tuple[int, ...]:
    """What completes sets and a pair: all suits but the one that gets the tile are complete.

    A complete suit too may get it, when another one has the second pair.
    """
    broken = -1
    paired: list[int] = []
    for place, (start, end) in enumerate(SUITS):
        ways = splits(start, counts[start:end])
        if not ways:
            if broken >= 0:
                return ()
            broken = place
        elif ways[0][1]:
            paired.append(place)
    if broken < 0:
        return _waits_in(paired, counts) if len(paired) == 2 else ()
    left = sum(counts[SUITS[broken][0] : SUITS[broken][1]]) % 3
    return _waits_in([broken], counts) if (left, len(paired)) in ((1, 0), (2, 1)) else ()


def _waits_in(suits: Iterable[int], counts: Counts) -> tuple[int, ...]:
    spans = [SUITS[place] for place in suits]
    return tuple(index for start, end in spans for index in _suit_waits(start, counts[start:end]))


def _waits_of_pairs(counts: Counts, four_alike: bool) -> tuple[int, ...]:
    if four_alike:
        odd = [index for index, count in enumerate(counts) if count % 2]
        return tuple(odd) if len(odd) == 1 and sum(counts) == 13 else ()
    if counts.count(2) != 6 or counts.count(0) != 27:
        return ()
    single = counts.find(1)
    return (single,) if single >= 0 else ()


def _waits_of_orphans(counts: Counts) -> tuple[int, ...]:
    if counts.count(0) > 22:
        return ()
    ends = [tile.index for tile in ORPHANS if counts[tile.index]]
    if len(ends) < 12 or sum(counts) != 13 or sum([counts[index] for index in ends]) != 13:
        return ()
    if len(ends) == 13:
        return tuple(ends)
    return tuple(tile.index for tile in ORPHANS if not counts[tile.index])


def may_wait(counts: Counts) -> bool:
    """Whether a discard could leave these tiles waiting: a quick look that errs to the safe side.

    To discard a tile and to draw one changes two suits at most.
    """
    whole = 0
    for start, end in SUITS:
        if splits(start, counts[start:end]):
            if whole:
                return True
            whole = 1
    return may_wait_otherwise(counts)


def may_wait_otherwise(counts: Counts) -> bool:
    """Whether so many pairs, or terminals and honours, are there that a special hand is near."""
    missing = counts.count(0)
    if missing <= 22:  # so many different kinds may be terminals and honours
        return len([one for one in ORPHANS if counts[one.index]]) >= 12
    return missing >= 26 and counts.count(2) + counts.count(3) + 2 * counts.count(4) >= 6


def waits(counts: Counts, *, seven_pairs: bool, four_alike: bool = False) -> tuple[Tile, ...]:
    """The kinds that would complete the concealed tiles, by shape alone.

    A kind of which all four are already among these tiles is listed too;
    whether it counts is for the rules to say.
    """
    found = _waits_of_sets(counts) + _waits_of_orphans(counts)
    if seven_pairs:
        found += _waits_of_pairs(counts, four_alike)
    return tuple(KINDS[index] for index in sorted(set(found))) if found else ()
