"""Every way to see a winning hand: which sets it has and which of them the last tile completes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from rulebook.riichi.hand import Hand
from rulebook.riichi.terms import Terms
from rulebook.shape import RUNS, TRIPLES, SetShape, counts_of, is_orphans, is_pairs, readings
from rulebook.state import MeldKind
from rulebook.tiles import KINDS, Tile

__all__ = ["FEATURES", "GREEN_KINDS", "Feature", "Group", "View", "Wait", "views"]


class Wait(Enum):
    """What the winning tile was awaited for."""

    TWO_SIDED = "two-sided"
    EDGE = "edge"
    CLOSED = "closed"
    PAIR = "pair"
    TRIPLE = "triple"
    OTHER = "other"
    """The last of seven pairs or of thirteen orphans."""


class Feature:
    """What holds of a set or pair, as bits."""

    CHARACTERS, DOTS, BAMBOO, HONOURS = 1, 2, 4, 8
    SUITS = 15
    OUTSIDE = 16
    """It holds a terminal or honour."""
    ENDED = 32
    """It holds a terminal."""
    EXTREME = 64
    """It holds nothing but terminals or honours."""
    TERMINALS = 128
    """It holds nothing but terminals."""
    SIMPLE = 256
    """It holds nothing but simples."""
    GREEN = 512
    """It holds nothing but tiles of All Green."""


GREEN_KINDS = frozenset((19, 20, 21, 23, 25, 32))
"""The tiles of All Green, by index."""


def _features(tiles: tuple[Tile, ...]) -> int:
    bits = 1 << min(tiles[0].index // 9, 3)
    for bit, holds in (
        (Feature.OUTSIDE, any(not tile.simple for tile in tiles)),
        (Feature.ENDED, any(tile.terminal for tile in tiles)),
        (Feature.EXTREME, all(not tile.simple for tile in tiles)),
        (Feature.TERMINALS, all(tile.terminal for tile in tiles)),
        (Feature.SIMPLE, all(tile.simple for tile in tiles)),
        (Feature.GREEN, all(tile.index in GREEN_KINDS for tile in tiles)),
    ):
        bits |= bit if holds else 0
    return bits


FEATURES: tuple[int, ...] = tuple(_features((tile,)) for tile in KINDS) + tuple(
    _features(KINDS[low : low + 3]) if low % 9 < 7 else 0 for low in range(27)
)
"""By the number of a set; a pair has those of three equal tiles."""


@dataclass(frozen=True, slots=True)
class Group:
    """A set of the hand as it counts.

    Attributes:
        shape: which set.
        kong: whether it is a kong.
        open: whether it counts as open: claimed, or completed by another's tile.
    """

    shape: SetShape
    kong: bool
    open: bool


@dataclass(frozen=True, slots=True)
class View:
    """One way to see a winning hand. Kinds are given by their index.

    Attributes:
        hand: the hand.
        terms: what the rule set says.
        groups: its sets; none for seven pairs and thirteen orphans.
        pairs: the kinds of its pairs.
        wait: what the winning tile completes.
        closed: whether no set was claimed.
        runs: the low tiles of the runs.
        triples: the kinds of the pungs and kongs.
        concealed: how many pungs and kongs count as concealed.
        kongs: how many kongs there are.
        every: the features that all sets and pairs have.
        some: the features that at least one of them has.
        counts: the concealed tiles and the winning tile by kind.
    """

    hand: Hand
    terms: Terms
    groups: tuple[Group, ...]
    pairs: tuple[int, ...]
    wait: Wait
    closed: bool
    runs: tuple[int, ...]
    triples: tuple[int, ...]
    concealed: int
    kongs: int
    every: int
    some: int
    counts: bytes

    @property
    def orphans(self) -> bool:
        return not self.groups and len(self.pairs) == 1


_OWN = tuple(Group(shape, False, False) for shape in TRIPLES) + tuple(
    Group(run, False, False) if run else Group(TRIPLES[0], False, False) for run in RUNS[:27]
)
"""Sets in the hand, by number."""

_RONNED = tuple(Group(shape, False, True) for shape in TRIPLES)
"""Three equal tiles completed by another player's tile, by index."""


def _meld_groups(hand: Hand) -> tuple[Group, ...]:
    found = []
    for meld in hand.melds:
        index = meld.tiles[0].index
        if meld.kind is MeldKind.CHOW:
            run = RUNS[index]
            assert run is not None
            found.append(Group(run, False, True))
        else:
            found.append(Group(TRIPLES[index], meld.kind.kong, meld.exposed))
    return tuple(found)


def views(hand: Hand, terms: Terms) -> Iterator[View]:
    """Every way to see the hand; none when it is not complete."""
    counts = counts_of((*hand.concealed, hand.tile))
    closed = hand.closed
    on_table = _meld_groups(hand)
    for reading in readings(counts):
        numbers = [one.number for one in reading.sets]
        pair = reading.pair.index
        every = some = FEATURES[pair]
        for number in numbers:
            every &= FEATURES[number]
            some |= FEATURES[number]
        for group in on_table:
            every &= FEATURES[group.shape.number]
            some |= FEATURES[group.shape.number]
        for groups, wait in _placed(numbers, pair, hand, terms):
            everything = groups + on_table
            triples = [one for one in everything if not one.shape.run]
            yield View(
                hand,
                terms,
                everything,
                (pair,),
                wait,
                closed,
                tuple(one.shape.number - 34 for one in everything if one.shape.run),
                tuple(one.shape.number for one in triples),
                len([one for one in triples if not one.open]),
                len([one for one in triples if one.kong]),
                every,
                some,
                counts,
            )
    if not hand.melds:
        yield from _special(hand, terms, counts)


def _special(hand: Hand, terms: Terms, counts: bytes) -> Iterator[View]:
    """Seven pairs and thirteen orphans."""
    if terms.seven_pairs and is_pairs(counts):
        pairs = tuple(index for index in range(34) if counts[index])
    elif is_orphans(counts):
        pairs = (counts.index(2),)
    else:
        return
    every, some = -1, 0
    for index in range(34):
        if counts[index]:
            every &= FEATURES[index]
            some |= FEATURES[index]
    yield View(hand, terms, (), pairs, Wait.OTHER, True, (), (), 0, 0, every, some, counts)


def _placed(
    numbers: list[int], pair: int, hand: Hand, terms: Terms
) -> Iterator[tuple[tuple[Group, ...], Wait]]:
    """Each set, or the pair, that the winning tile can have completed."""
    groups = tuple(_OWN[number] for number in numbers)
    index = hand.tile.index
    if pair == index:
        yield groups, Wait.PAIR
    tried: list[int] = []
    for place, number in enumerate(numbers):
        if number in tried:
            continue
        if number == index:
            if not hand.drawn and "score.fu.completed-pung" in terms.rules:
                ronned = (*groups[:place], _RONNED[index], *groups[place + 1 :])
                yield ronned, Wait.TRIPLE
            else:
                yield groups, Wait.TRIPLE
        elif number >= 34 and 0 <= index - number + 34 <= 2:
            yield groups, _run_wait(number - 34, index)
        tried.append(number)


def _run_wait(low: int, index: int) -> Wait:
    """What a run waited for that this tile completes."""
    place = index - low
    if place == 1:
        return Wait.CLOSED
    rank = low % 9
    if (place == 2 and rank == 0) or (place == 0 and rank == 6):
        return Wait.EDGE
    return Wait.TWO_SIDED
