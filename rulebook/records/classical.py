"""What a record of a classical game tells: options, deals, and what happened in them.

Players are numbers 0-3 in the order of play; player 0 is East of the game's first deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulebook.records.events import Four
from rulebook.tiles import Tile

__all__ = [
    "BonusLaid",
    "Call",
    "Claim",
    "ClassicalDeal",
    "ClassicalEvent",
    "ClassicalGame",
    "Dangerous",
    "Drew",
    "Formed",
    "Item",
    "KongLaid",
    "Mahjong",
    "Settled",
    "Sheet",
    "Shown",
    "Thrown",
    "WashedOut",
]

SetName: TypeAlias = Literal["chow", "pung", "kong", "pair", "special"]
Source: TypeAlias = Literal["drawn", "discard", "robbed-kong"]


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile drawn; `loose`: from the dead wall."""

    player: int
    tile: Tile
    loose: bool


@dataclass(frozen=True, slots=True)
class BonusLaid:
    """A bonus tile declared; `tile` is None when a player has none (left) after the deal."""

    player: int
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Thrown:
    """A discard.

    Attributes:
        number: the record's own number of it.
        calling: whether an original call was made with it.
    """

    player: int
    tile: Tile
    number: int
    calling: bool


@dataclass(frozen=True, slots=True)
class Call:
    """What a player wants a discard, or the tile of a kong, for; others may go first.

    `place` says where in a run the tile would stand: 0 to 2, None where that is open.
    """

    player: int
    kind: Literal["chow", "pung", "kong", "win"]
    number: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that stands; `own` are the tiles that the discard joins."""

    player: int
    kind: Literal["chow", "pung", "kong"]
    tile: Tile
    own: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class KongLaid:
    """A kong without a claim; it has a number as a discard has."""

    player: int
    kind: Literal["concealed-kong", "extended-kong"]
    tile: Tile
    number: int


@dataclass(frozen=True, slots=True)
class Dangerous:
    """A discard announced as dangerous."""

    player: int
    number: int
    no_choice: bool


@dataclass(frozen=True, slots=True)
class Mahjong:
    """A hand that is complete; `tile` is None where the claim that follows names it."""

    player: int
    source: Source
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Formed:
    """A set shown for scoring; `claimed`: the one with a winning tile of another player."""

    player: int
    kind: SetName
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The tiles of a loser that belong to no set shown."""

    player: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a score sheet.

    Attributes:
        id: the number of what is scored, such as `115c`; the line itself where it is unknown.
        points: what it adds.
        doubles: how often it doubles.
        tiles: the set concerned, where the line names one.
        words: how the sheet calls it.
    """

    id: str
    points: int = 0
    doubles: int = 0
    tiles: tuple[Tile, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of a hand; `over` is the value before the limit, None where it is not reached.

    What is worth a share of the limit by its kind stands in `limits`, by name with the share
    in hundredths. A hand that is worth such a share lists nothing else while there is a limit;
    `points` and `doubles` are None then.
    """

    player: int
    value: int
    items: tuple[Item, ...]
    points: int | None
    doubles: int | None
    over: int | None
    limits: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """What each player wins or loses, and who let off a cannon."""

    results: Four[int]
    liable: int | None


@dataclass(frozen=True, slots=True)
class WashedOut:
    """Nobody has won; `why` in the record's words."""

    why: str


ClassicalEvent: TypeAlias = (
    Drew
    | BonusLaid
    | Thrown
    | Call
    | Claim
    | KongLaid
    | Dangerous
    | Mahjong
    | Formed
    | Shown
    | Sheet
    | Settled
    | WashedOut
)


@dataclass(frozen=True, slots=True)
class ClassicalDeal:
    """One play of the wall.

    Attributes:
        round: the prevailing wind, 0 for East.
        dealer: who is East.
        hands: the tiles dealt, fourteen to East and thirteen to the others.
        over: whether the game ended with it.
        line: the line of the file where it begins.
    """

    round: int
    dealer: int
    hands: Four[tuple[Tile, ...]]
    events: tuple[ClassicalEvent, ...]
    over: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class ClassicalGame:
    """One game.

    Attributes:
        options: the record's own, word for word.
        players: their names.
        first: who was East when the game began; not player 0 where the record takes up
            a game that was broken off.
        streak: how many times in a row East had won before the first deal recorded.
    """

    name: str
    source: Literal["mj-server"]
    options: Mapping[str, str]
    players: Four[str]
    deals: tuple[ClassicalDeal, ...]
    first: int = 0
    streak: int = 0
