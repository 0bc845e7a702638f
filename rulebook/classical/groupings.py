"""How the tiles of a hand can be laid out in sets, and what lies there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from rulebook.classical.hand import Grouping, Hand, WinAs
from rulebook.classical.terms import Terms
from rulebook.faults import HandFault, fault
from rulebook.frozen import dataclass
from rulebook.shape import Counts, Reading, counts_of, is_orphans, is_pairs, readings
from rulebook.state import Meld, MeldKind
from rulebook.tiles import KINDS, Tile

__all__ = ["Group", "Shape", "View", "views"]


class Shape(Enum):
    """What tiles laid together are."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"

    __hash__ = object.__hash__  # by identity, which is quicker than by name


@dataclass(frozen=True, slots=True)
class Group:
    """A set or pair as its owner shows it.

    Attributes:
        shape: what it is.
        tiles: its tiles.
        exposed: whether it earns the points of an exposed set.
        open: whether it counts as exposed for doubles and limit hands.
        won: whether the winning tile completes it.
    """

    shape: Shape
    tiles: tuple[Tile, ...]
    exposed: bool = False
    open: bool = False
    won: bool = False

    @property
    def tile(self) -> Tile:
        """The kind of its first tile: the kind of a pung or kong, the low end of a chow."""
        return self.tiles[0].kind

    @property
    def triple(self) -> bool:
        """Whether it is a pung or kong."""
        return self.shape is Shape.PUNG or self.shape is Shape.KONG


class View:
    """A hand in one grouping; nothing is ever changed.

    Attributes:
        hand: the hand.
        terms: what the rule set says.
        groups: the sets and pairs, those on the table first. Thirteen Unique Wonders
            have none.
        wonders: whether the hand is Thirteen Unique Wonders.
        triples: the pungs and kongs.
        pairs: the pairs.
        tiles: all tiles, those of a loser that make no set included.
    """

    __slots__ = ("groups", "hand", "pairs", "terms", "tiles", "triples", "wonders")

    def __init__(self, hand: Hand, terms: Terms, groups: tuple[Group, ...], wonders: bool) -> None:
        self.hand = hand
        self.terms = terms
        self.groups = groups
        self.wonders = wonders
        self.triples = tuple([group for group in groups if group.triple])
        self.pairs = tuple([group for group in groups if group.shape is Shape.PAIR])
        laid = [tile for meld in hand.melds for tile in meld.tiles]
        self.tiles = tuple([tile.kind for tile in (*laid, *hand.held)])

    @property
    def sets(self) -> tuple[Group, ...]:
        """The sets, pairs left out."""
        return tuple([group for group in self.groups if group.shape is not Shape.PAIR])

    @property
    def chows(self) -> tuple[Group, ...]:
        return tuple([group for group in self.groups if group.shape is Shape.CHOW])

    @property
    def kongs(self) -> tuple[Group, ...]:
        return tuple([group for group in self.groups if group.shape is Shape.KONG])

    @property
    def seven_pairs(self) -> bool:
        return len(self.pairs) == 7

    @property
    def closed(self) -> bool:
        """Whether no set on the table counts as exposed."""
        return not any(group.open and not group.won for group in self.groups)

    @property
    def concealed_but_one(self) -> bool:
        """Whether nothing lay exposed before the last tile came from another player.

        Here a claimed kong is exposed whatever it counts as otherwise.
        """
        return not self.hand.drawn and not any(
            group.exposed and not group.won for group in self.groups
        )

    @property
    def concealed(self) -> bool:
        """Whether nothing is exposed, the last tile included."""
        return self.hand.drawn and self.closed


def views(hand: Hand, terms: Terms) -> list[View] | HandFault:
    """The groupings of a hand that can be: of a winner's all complete ones, of a loser's the best.

    A grouping that the player shows is the only one.
    """
    laid = [group for meld in hand.melds if (group := _laid(meld, terms))]
    if hand.winner:
        return _complete(hand, terms, laid)
    if hand.grouping is None:
        return [View(hand, terms, (*laid, *_best(hand.held)), False)]
    shown = _shown(hand, hand.grouping)
    if isinstance(shown, HandFault):
        return shown
    return [View(hand, terms, (*laid, *shown), False)]


def _laid(meld: Meld, terms: Terms) -> Group | None:
    """A set on the table; `None` when its tiles make none."""
    if not meld.is_set:
        return None
    if meld.kind is MeldKind.CONCEALED_KONG:
        return Group(Shape.KONG, meld.tiles, not meld.marked, not meld.marked)
    if meld.kind is MeldKind.KONG:
        hidden = meld.marked and terms.claimed_concealed
        return Group(Shape.KONG, meld.tiles, True, not hidden)
    if meld.kind is MeldKind.EXTENDED_KONG:
        return Group(Shape.KONG, meld.tiles, True, True)
    return Group(Shape.CHOW if meld.kind is MeldKind.CHOW else Shape.PUNG, meld.tiles, True, True)


def _best(tiles: Iterable[Tile]) -> Iterator[Group]:
    """A loser's tiles in pungs and pairs.

    Chows score nothing, and a pung is never worse than a pair. Four of a kind that
    were not declared are a pung.
    """
    for index, count in enumerate(counts_of(tiles)):
        if count >= 3:
            yield Group(Shape.PUNG, (KINDS[index],) * 3)
        elif count == 2:
            yield Group(Shape.PAIR, (KINDS[index],) * 2)


def _shown(hand: Hand, grouping: Grouping) -> list[Group] | HandFault:
    """The sets that a player shows, or what is wrong with them; single tiles may be left out."""
    left = [tile.kind for tile in hand.held]
    found = []
    for place, tiles in enumerate(grouping):
        where = f"grouping[{place}]"
        for tile in tiles:
            if tile.kind not in left:
                return fault("grouping-tile", where, tile=tile.code)
            left.remove(tile.kind)
        group = _group(tiles)
        if group is None:
            return fault("grouping-set", where)
        found += group
    return found


def _group(tiles: Sequence[Tile]) -> list[Group] | None:
    """What tiles shown together are, `None` when they are nothing; one alone is no set."""
    kinds = sorted(tile.kind for tile in tiles)
    low = kinds[0] if kinds else None
    if low is None or low.bonus:
        return [] if len(kinds) == 1 else None
    alike = all(kind is low for kind in kinds)
    if len(kinds) == 1:
        return []
    if alike and len(kinds) == 2:
        return [Group(Shape.PAIR, tuple(kinds))]
    if alike and len(kinds) in (3, 4):
        return [Group(Shape.PUNG, tuple(kinds[:3]))]
    run = low.numbered and low.rank <= 7 and len(kinds) == 3
    if run and [kind.index - low.index for kind in kinds] == [0, 1, 2]:
        return [Group(Shape.CHOW, tuple(kinds))]
    return None


def _complete(hand: Hand, terms: Terms, laid: list[Group]) -> list[View] | HandFault:
    """The groupings that complete a winner's hand, the winning tile in each of its places."""
    counts = counts_of(hand.held)
    if not laid and is_orphans(counts):
        return [View(hand, terms, (), True)]
    found = _readings(hand, counts, terms)
    if isinstance(found, HandFault):
        return found
    seen = [View(hand, terms, (*laid, *groups), False) for groups in found]
    if not seen:
        return fault("incomplete", "hand")
    if hand.win_as is None:
        return seen
    fitting = [view for view in seen if _completes(view, hand.win_as)]
    return fitting or fault("win-as", "win_as", kind=hand.win_as.value)


def _readings(hand: Hand, counts: Counts, terms: Terms) -> list[tuple[Group, ...]] | HandFault:
    """The groupings of the tiles not on the table."""
    pairs = terms.seven_pairs is not None and is_pairs(counts, four_alike=terms.four_alike)
    if hand.grouping is None:
        seen = [_read(one) for one in readings(counts)] + ([_seven_pairs(counts)] if pairs else [])
        return [groups for one in seen for groups in _placed(one, hand)]
    shown = _shown(hand, hand.grouping)
    if isinstance(shown, HandFault):
        return shown
    number = sum(group.shape is Shape.PAIR for group in shown)
    tiles = sum(len(group.tiles) for group in shown)
    if tiles != len(hand.held) or not (number == 1 or (pairs and number == 7)):
        return fault("grouping-incomplete", "grouping")
    return list(_placed(shown, hand))


def _read(reading: Reading) -> list[Group]:
    """The concealed groups of a reading."""
    found = []
    for one in reading.sets:
        low = one.tile.index
        if one.run:
            found.append(Group(Shape.CHOW, KINDS[low : low + 3]))
        else:
            found.append(Group(Shape.PUNG, (one.tile,) * 3))
    return [*found, Group(Shape.PAIR, (reading.pair,) * 2)]


def _seven_pairs(counts: Counts) -> list[Group]:
    """The pairs of a hand that has nothing else."""
    return [
        Group(Shape.PAIR, (KINDS[index],) * 2)
        for index, count in enumerate(counts)
        for _ in range(count // 2)
    ]


def _placed(groups: Sequence[Group], hand: Hand) -> Iterator[tuple[Group, ...]]:
    """The groups with the winning tile in each of them that can hold it.

    The group that another player's tile completes is exposed. Where the tile was drawn
    all places come to the same.
    """
    if hand.tile is None or (hand.drawn and hand.win_as is None):
        yield tuple(groups)
        return
    tile, exposed = hand.tile.kind, not hand.source.drawn
    tried = set()
    for place, group in enumerate(groups):
        if tile in group.tiles and (key := (group.shape, group.tiles)) not in tried:
            tried.add(key)
            won = Group(group.shape, group.tiles, exposed, exposed, True)
            yield (*groups[:place], won, *groups[place + 1 :])


_SHAPES = {WinAs.PAIR: Shape.PAIR, WinAs.CHOW: Shape.CHOW, WinAs.PUNG: Shape.PUNG}


def _completes(view: View, what: WinAs) -> bool:
    return any(group.won and group.shape is _SHAPES[what] for group in view.groups)
