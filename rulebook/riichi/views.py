"""Every way to see a winning hand: which sets it has and which of them the last tile completes."""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import product

from rulebook.frozen import dataclass
from rulebook.riichi.hand import Hand, Source
from rulebook.riichi.terms import Terms
from rulebook.shape import RUNS, SUITS, TRIPLES, SetShape, counts_of, is_orphans, is_pairs, splits
from rulebook.state import MeldKind, Ready
from rulebook.tiles import KINDS, Tile

__all__ = ["FEATURES", "GREEN_KINDS", "Feature", "Group", "Trait", "View", "Wait", "views"]


class Wait(Enum):
    """What the winning tile was awaited for."""

    TWO_SIDED = "two-sided"
    EDGE = "edge"
    CLOSED = "closed"
    PAIR = "pair"
    TRIPLE = "triple"
    OTHER = "other"
    """The last of seven pairs or of thirteen orphans."""

    __hash__ = object.__hash__  # by identity, which is quicker than by name


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


class Trait:
    """What holds of a whole view, as bits, told at a glance: what yaku cannot do without.

    The features that all sets and pairs share are among the traits of a view; these
    are the others.
    """

    READY = 1 << 10
    """Riichi was declared."""
    DRAWN = 1 << 11
    """The winner drew the tile."""
    KONG = 1 << 12
    """The tile is a replacement tile or robbed from a kong."""
    LAST = 1 << 13
    """The tile is the last of the wall or its discard."""
    FIRST = 1 << 14
    """The win comes in the uninterrupted first go-around."""
    CIRCUMSTANCES = READY | DRAWN | KONG | LAST | FIRST

    SEVEN_PAIRS = 1 << 15
    ORPHANS = 1 << 16
    ONE_SUIT = 1 << 17
    """There is one suit, with or without honours."""
    EQUAL_RUNS = 1 << 18
    """Some runs in the hand are equal."""
    FOUR_RUNS = 1 << 19
    MIXED_RUNS = 1 << 20
    """The same run comes in three suits."""
    STRAIGHT = 1 << 21
    """The runs 1-2-3, 4-5-6 and 7-8-9 come in one suit."""
    WHITE, GREEN, RED = 1 << 22, 1 << 23, 1 << 24
    """There is a pung or kong of a dragon, or, as follows, of any, or of a wind."""
    DRAGON = 1 << 25
    WIND = 1 << 26
    TWO_TRIPLES = 1 << 27
    """There are two pungs or kongs or more; the same goes for what follows."""
    THREE_TRIPLES = 1 << 28
    FOUR_TRIPLES = 1 << 29
    THREE_CONCEALED = 1 << 30
    FOUR_CONCEALED = 1 << 31
    THREE_KONGS = 1 << 32
    FOUR_KONGS = 1 << 33


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


_TRIPLE_TRAITS = (
    *(0, 0, Trait.TWO_TRIPLES, Trait.TWO_TRIPLES | Trait.THREE_TRIPLES),
    Trait.TWO_TRIPLES | Trait.THREE_TRIPLES | Trait.FOUR_TRIPLES,
)
"""By the number of pungs and kongs; likewise the two that follow."""
_CONCEALED_TRAITS = (
    *(0, 0, 0, Trait.THREE_CONCEALED, Trait.THREE_CONCEALED | Trait.FOUR_CONCEALED),
)
_KONG_TRAITS = (0, 0, 0, Trait.THREE_KONGS, Trait.THREE_KONGS | Trait.FOUR_KONGS)
_SUIT_TRAITS = tuple(Trait.ONE_SUIT if suits in (1, 2, 4) else 0 for suits in range(8))
"""By the suits there are, honours left out."""
_HONOUR_TRAITS = (
    *[Trait.WIND] * 4,
    *(Trait.DRAGON | one for one in (Trait.WHITE, Trait.GREEN, Trait.RED)),
)
"""By the honour of a pung or kong."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A set of the hand as it counts. There is one object for each that can be.

    Attributes:
        shape: which set.
        kong: whether it is a kong.
        open: whether it counts as open: claimed, or completed by another's tile.
        number: the number of its shape.
    """

    shape: SetShape
    kong: bool
    open: bool
    number: int


def _group(shape: SetShape, *, kong: bool = False, open: bool = False) -> Group:
    return Group(shape, kong, open, shape.number)


class View:
    """One way to see a winning hand. Kinds are given by their index; nothing is ever changed.

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
        traits: what holds of the whole.
    """

    __slots__ = (
        *("hand", "terms", "groups", "pairs", "wait", "closed", "runs", "triples"),
        *("concealed", "kongs", "every", "some", "counts", "traits"),
    )

    def __init__(
        self,
        hand: Hand,
        terms: Terms,
        groups: tuple[Group, ...],
        pairs: tuple[int, ...],
        wait: Wait,
        closed: bool,
        runs: tuple[int, ...],
        triples: tuple[int, ...],
        concealed: int,
        kongs: int,
        every: int,
        some: int,
        counts: bytes,
        traits: int,
    ) -> None:
        self.hand = hand
        self.terms = terms
        self.groups = groups
        self.pairs = pairs
        self.wait = wait
        self.closed = closed
        self.runs = runs
        self.triples = triples
        self.concealed = concealed
        self.kongs = kongs
        self.every = every
        self.some = some
        self.counts = counts
        self.traits = traits

    @property
    def orphans(self) -> bool:
        return not self.groups and len(self.pairs) == 1


class _Part:
    """The sets of a suit, with a pair or none, or a set on the table; nothing is ever changed.

    Attributes:
        groups: the sets.
        pairs: the kind of the pair, if there is one.
        runs: the low tiles of the runs.
        lows: the same as bits.
        triples: the kinds of the pungs and kongs.
        concealed: how many pungs and kongs count as concealed.
        kongs: how many kongs there are.
        every: the features that the sets and the pair share.
        some: the features that at least one of them has.
        traits: the traits that a hand has with these sets, whatever else it has.
    """

    __slots__ = (
        *("groups", "pairs", "runs", "lows", "triples", "concealed", "kongs"),
        *("every", "some", "traits"),
    )

    def __init__(self, groups: tuple[Group, ...], pairs: tuple[int, ...] = ()) -> None:
        self.groups = groups
        self.pairs = pairs
        self.runs = tuple([one.number - 34 for one in groups if one.number >= 34])
        self.triples = tuple([one.number for one in groups if one.number < 34])
        self.concealed = self.kongs = self.lows = self.some = self.traits = 0
        self.every = -1
        for one in groups:
            self.every &= FEATURES[one.number]
            self.some |= FEATURES[one.number]
            if one.number < 34:
                self.concealed += not one.open
                self.kongs += one.kong
        for kind in pairs:
            self.every &= FEATURES[kind]
            self.some |= FEATURES[kind]
        for low in self.runs:
            if self.lows & 1 << low:
                self.traits |= Trait.EQUAL_RUNS
            self.lows |= 1 << low
        for kind in self.triples:
            if kind >= 27:
                self.traits |= _HONOUR_TRAITS[kind - 27]


_OWN = {one.number: _group(one) for one in (*TRIPLES, *RUNS) if one}
"""Sets in the hand, by number."""

_RONNED = tuple(_group(shape, open=True) for shape in TRIPLES)
"""Three equal tiles completed by another player's tile, by index."""


@cache
def _suit(start: int, counts: bytes) -> tuple[_Part, ...]:
    """Every way to see the concealed tiles of a suit."""
    return tuple(
        [
            _Part(tuple([_OWN[one.number] for one in sets]), (pair.index,) if pair else ())
            for sets, pair in splits(start, counts)
        ]
    )


@cache
def _laid(kind: MeldKind, index: int) -> tuple[_Part]:
    """A set on the table, by its lowest tile."""
    shape = RUNS[index] if kind is MeldKind.CHOW else TRIPLES[index]
    assert shape is not None
    return (_Part((_group(shape, kong=kind.kong, open=kind is not MeldKind.CONCEALED_KONG),)),)


def _circumstances(hand: Hand) -> int:
    """The traits of a hand that its tiles have no part in."""
    traits = _SOURCE_TRAITS[hand.source]
    if hand.ready is not Ready.NO:
        traits |= Trait.READY
    if hand.last_tile:
        traits |= Trait.LAST
    if hand.first_turn:
        traits |= Trait.FIRST
    return traits


_SOURCE_TRAITS = {
    Source.DISCARD: 0,
    Source.SELF_DRAW: Trait.DRAWN,
    Source.REPLACEMENT: Trait.DRAWN | Trait.KONG,
    Source.ROBBED_KONG: Trait.KONG,
}


def views(hand: Hand, terms: Terms) -> list[View]:
    """Every way to see the hand; none when it is not complete."""
    counts = counts_of((*hand.concealed, hand.tile))
    traits = _circumstances(hand)
    closed = hand.closed
    parts = [_suit(start, counts[start:end]) for start, end in SUITS]
    parts += [_laid(meld.kind, meld.tiles[0].index) for meld in hand.melds]
    found: list[View] = []
    for reading in product(*parts):
        found += _seen(reading, hand, terms, closed, counts, traits)
    pairs = is_pairs(counts, four_alike=terms.four_alike)
    if not hand.melds and (pairs or is_orphans(counts)):
        found += _special(hand, terms, counts, traits)
    return found


def _seen(
    parts: tuple[_Part, ...], hand: Hand, terms: Terms, closed: bool, counts: bytes, traits: int
) -> list[View]:
    """The views of one reading: what the winning tile completes can differ.

    Args:
        parts: the sets and the pair, suit by suit, and the sets on the table.
        hand: the hand.
        terms: what the rule set says.
        closed: whether no set was claimed.
        counts: the concealed tiles and the winning tile by kind.
        traits: those that all readings have.
    """
    groups: tuple[Group, ...] = ()
    pairs: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()
    triples: tuple[int, ...] = ()
    lows = own = kongs = some = 0
    every = -1
    for part in parts:
        groups += part.groups
        pairs += part.pairs
        runs += part.runs
        lows |= part.lows
        triples += part.triples
        own += part.concealed
        kongs += part.kongs
        every &= part.every
        some |= part.some
        traits |= part.traits
    if len(pairs) != 1:
        return []
    traits |= every | _SUIT_TRAITS[some & 7] | _TRIPLE_TRAITS[len(triples)] | _KONG_TRAITS[kongs]
    if len(runs) > 2:
        traits |= _run_traits(lows, len(runs))
    found = []
    for seen, wait in _placed(groups, pairs[0], hand, terms):
        concealed = own if seen is groups else own - 1
        all_traits = traits | _CONCEALED_TRAITS[concealed]
        rest = (runs, triples, concealed, kongs, every, some, counts, all_traits)
        found.append(View(hand, terms, seen, pairs, wait, closed, *rest))
    return found


def _run_traits(lows: int, number: int) -> int:
    """The traits that three or four runs can have, given their low tiles as bits."""
    traits = Trait.FOUR_RUNS if number == 4 else 0
    if lows & lows >> 9 & lows >> 18:
        traits |= Trait.MIXED_RUNS
    if lows & lows >> 3 & lows >> 6 & _FIRST_RUNS:
        traits |= Trait.STRAIGHT
    return traits


_FIRST_RUNS = 1 << 0 | 1 << 9 | 1 << 18
"""The runs 1-2-3 as bits."""


def _special(hand: Hand, terms: Terms, counts: bytes, traits: int) -> list[View]:
    """Seven pairs and thirteen orphans."""
    if not is_pairs(counts, four_alike=terms.four_alike):
        pairs: tuple[int, ...] = (counts.index(2),)
        traits |= Trait.ORPHANS
    elif terms.seven_pairs:
        pairs = tuple(index for index in range(34) for _ in range(counts[index] // 2))
        traits |= Trait.SEVEN_PAIRS
    else:
        return []
    every, some = -1, 0
    for index in range(34):
        if counts[index]:
            every &= FEATURES[index]
            some |= FEATURES[index]
    traits |= every | _SUIT_TRAITS[some & 7]
    rest = ((), (), 0, 0, every, some, counts, traits)
    return [View(hand, terms, (), pairs, Wait.OTHER, True, *rest)]


def _placed(
    groups: tuple[Group, ...], pair: int, hand: Hand, terms: Terms
) -> list[tuple[tuple[Group, ...], Wait]]:
    """The sets and the wait, for each set, or the pair, that the winning tile can have completed.

    Where several sets would do for the same wait, the first stands for them all.
    """
    index = hand.tile.index
    waited = []
    if pair == index:
        waited.append(Wait.PAIR)
    found = [(groups, Wait.PAIR)] if pair == index else []
    for place, group in enumerate(groups[: len(groups) - len(hand.melds)]):
        wait = _COMPLETED[group.number].get(index)
        if wait is None or wait in waited:
            continue
        waited.append(wait)
        if wait is not Wait.TRIPLE or hand.drawn or _COMPLETED_PUNG not in terms.rules:
            found.append((groups, wait))
        else:
            found.append(((*groups[:place], _RONNED[index], *groups[place + 1 :]), wait))
    return found


_COMPLETED_PUNG = "score.fu.completed-pung"


def _completed(shape: SetShape) -> dict[int, Wait]:
    """What a set waited for, by the tile that completes it."""
    first = shape.tile.index
    if not shape.run:
        return {first: Wait.TRIPLE}
    rank = shape.tile.rank
    return {
        first: Wait.EDGE if rank == 7 else Wait.TWO_SIDED,
        first + 1: Wait.CLOSED,
        first + 2: Wait.EDGE if rank == 1 else Wait.TWO_SIDED,
    }


_COMPLETED = {number: _completed(one.shape) for number, one in _OWN.items()}
"""By the number of a set."""
