"""Tiles, seats and their notation.

Tiles are written in mpsz notation: a run of digits and the letter of their
suit, `123m456p789s11z`. Honours are `1z` to `7z` (East, South, West, North,
White, Green, Red), red fives `0m 0p 0s`, bonus tiles `1f` to `4f` (flowers)
and `5f` to `8f` (seasons).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from enum import Enum, IntEnum

from rulebook.frozen import dataclass

__all__ = [
    "BONUS_TILES",
    "GREEN",
    "KINDS",
    "ORPHANS",
    "RED_FIVES",
    "TILES",
    "Seat",
    "Side",
    "Suit",
    "Tile",
    "TileError",
    "format_tiles",
    "parse_tile",
    "parse_tiles",
    "sort_tiles",
    "with_tile",
    "without_tile",
]


class Suit(Enum):
    """The letter of a suit in the notation."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    HONOURS = "z"
    BONUS = "f"


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One of the 34 kinds, a red five, or one of the eight bonus tiles.

    There is exactly one object for each, so tiles compare by identity.

    Attributes:
        suit: the suit.
        rank: 1-9 in a suit, 1-7 for honours, 1-8 for bonus tiles.
        red: whether this is a red five.
        index: 0-33 for the kinds (a red five has the index of its kind),
            34-41 for bonus tiles.
    """

    suit: Suit
    rank: int
    red: bool
    index: int

    @property
    def code(self) -> str:
        """The notation of this tile alone, such as `5p`."""
        return f"{0 if self.red else self.rank}{self.suit.value}"

    @property
    def kind(self) -> Tile:
        """The plain tile: a red five counts as a five of its suit."""
        return KINDS[self.index] if self.red else self

    @property
    def numbered(self) -> bool:
        """Whether the tile can be part of a run."""
        return self.index < 27

    @property
    def honour(self) -> bool:
        return self.suit is Suit.HONOURS

    @property
    def wind(self) -> bool:
        return 27 <= self.index < 31

    @property
    def dragon(self) -> bool:
        return 31 <= self.index < 34

    @property
    def bonus(self) -> bool:
        return self.suit is Suit.BONUS

    @property
    def terminal(self) -> bool:
        return self.numbered and self.rank in (1, 9)

    @property
    def simple(self) -> bool:
        """Whether this is a 2-8 of a suit (a minor tile in the classical game)."""
        return self.numbered and 2 <= self.rank <= 8

    def __lt__(self, other: Tile) -> bool:
        return (self.index, self.red) < (other.index, other.red)

    def __repr__(self) -> str:
        return f"Tile({self.code})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_tile, (self.code,)


def _suit_tiles(suit: Suit, ranks: int, first: int) -> list[Tile]:
    return [Tile(suit, rank, False, first + rank - 1) for rank in range(1, ranks + 1)]


KINDS: tuple[Tile, ...] = tuple(
    _suit_tiles(Suit.CHARACTERS, 9, 0)
    + _suit_tiles(Suit.DOTS, 9, 9)
    + _suit_tiles(Suit.BAMBOO, 9, 18)
    + _suit_tiles(Suit.HONOURS, 7, 27)
)
"""The 34 kinds in the order of their index."""

BONUS_TILES: tuple[Tile, ...] = tuple(_suit_tiles(Suit.BONUS, 8, 34))

GREEN: frozenset[Tile] = frozenset((*KINDS[19:22], KINDS[23], KINDS[25], KINDS[32]))
"""The green tiles: 2, 3, 4, 6 and 8 of bamboo, and the green dragon."""

RED_FIVES: tuple[Tile, ...] = tuple(Tile(KINDS[i].suit, 5, True, i) for i in (4, 13, 22))
"""The red fives of characters, dots and bamboo."""

TILES: dict[str, Tile] = {tile.code: tile for tile in (*KINDS, *RED_FIVES, *BONUS_TILES)}
"""Every tile by its notation."""

ORPHANS: tuple[Tile, ...] = tuple(tile for tile in KINDS if tile.terminal or tile.honour)
"""The thirteen terminals and honours."""


class Side(Enum):
    """Where another player sits, seen from one player.

    Play goes to the right: the player on the left acts just before.
    """

    LEFT = "left"
    ACROSS = "across"
    RIGHT = "right"

    __hash__ = object.__hash__  # by identity, which is quicker than by name


class Seat(IntEnum):
    """A seat, named by its wind in this deal, in the order of play."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def next(self) -> Seat:
        """The player who acts after this one: the one on the right."""
        return _OTHERS[self][0]

    @property
    def wind(self) -> Tile:
        """The wind tile of this seat."""
        return KINDS[27 + self]

    @property
    def others(self) -> tuple[Seat, Seat, Seat]:
        """The three opponents in the order of play."""
        return _OTHERS[self]

    def at(self, side: Side) -> Seat:
        """The player on a side of this seat."""
        return _SEATS[(self + _STEPS[side]) % 4]

    def side_of(self, other: Seat) -> Side:
        """On which side of this seat another player sits.

        Raises:
            ValueError: when both are the same seat.
        """
        steps = (other - self) % 4
        if not steps:
            raise ValueError(f"{self.name} sits on no side of itself")
        return (Side.RIGHT, Side.ACROSS, Side.LEFT)[steps - 1]

    def between(self, other: Seat) -> tuple[Seat, ...]:
        """The players strictly between this seat and another, in the order of play."""
        return tuple(_SEATS[(self + i) % 4] for i in range(1, (other - self) % 4))


_SEATS = tuple(Seat)
_OTHERS = tuple((_SEATS[i - 3], _SEATS[i - 2], _SEATS[i - 1]) for i in range(4))
_STEPS = {Side.RIGHT: 1, Side.ACROSS: 2, Side.LEFT: 3}


class TileError(ValueError):
    """A text that is no tile notation.

    Attributes:
        code: what is wrong: `suit`, `rank`, `no-suit`, `no-rank` or `one-tile`.
        text: the whole text.
        position: the place of the offending character, counted from 1.
        found: the offending characters.
    """

    def __init__(self, code: str, text: str, position: int, found: str) -> None:
        super().__init__(f"{code} at {position} in {text!r}: {found!r}")
        self.code = code
        self.text = text
        self.position = position
        self.found = found


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles in mpsz notation, in the order written; spaces are ignored.

    Raises:
        TileError: naming the offending character and its place.

    >>> [tile.code for tile in parse_tiles("19m 05p 7z")]
    ['1m', '9m', '0p', '5p', '7z']
    """
    tiles: list[Tile] = []
    ranks: list[int] = []
    for place, char in enumerate(text):
        if char.isspace():
            continue
        if char in "0123456789":
            ranks.append(place)
            continue
        if char not in "mpszf":
            raise TileError("suit", text, place + 1, char)
        if not ranks:
            raise TileError("no-rank", text, place + 1, char)
        for at in ranks:
            tile = TILES.get(text[at] + char)
            if tile is None:
                raise TileError("rank", text, at + 1, text[at] + char)
            tiles.append(tile)
        ranks.clear()
    if ranks:
        raise TileError("no-suit", text, ranks[0] + 1, text[ranks[0] :].strip())
    return tuple(tiles)


def parse_tile(text: str) -> Tile:
    """Read exactly one tile.

    Raises:
        TileError: when the text holds another number of tiles or no notation.
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise TileError("one-tile", text, 1, text)
    return tiles[0]


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles in the order of their suits and ranks."""
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


def with_tile(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Sorted tiles with one more in its place."""
    place = bisect(tiles, _ORDER[tile], key=_ORDER.__getitem__)
    return (*tiles[:place], tile, *tiles[place:])


def without_tile(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Tiles less one that is among them."""
    place = tiles.index(tile)
    return tiles[:place] + tiles[place + 1 :]


_ORDER = {
    tile: place for place, tile in enumerate(sorted(TILES.values(), key=lambda t: (t.index, t.red)))
}


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles in mpsz notation, in the order given.

    >>> format_tiles(parse_tiles("1m2m3m5z"))
    '123m5z'
    """
    text = ""
    suit: Suit | None = None
    for tile in tiles:
        if suit is not None and tile.suit is not suit:
            text += suit.value
        suit = tile.suit
        text += "0" if tile.red else str(tile.rank)
    return text + suit.value if suit else ""
