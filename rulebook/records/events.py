"""What a record tells: games, deals, and what happened in them.

Players are numbers 0-3 in the order of play; player 0 is East of the first deal.
Points are single points. Scores change by `RiichiPaid` (a bet of 1000) and by the
`deltas` of `Won` and `Ended`, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from rulebook.tiles import Tile

__all__ = [
    "Claimed",
    "Deal",
    "Discarded",
    "Drawn",
    "Ended",
    "Event",
    "Format",
    "Four",
    "Indicator",
    "Kong",
    "Options",
    "Record",
    "RecordError",
    "RiichiPaid",
    "Won",
    "four",
    "turned",
]

T = TypeVar("T")
Four: TypeAlias = tuple[T, T, T, T]
"""One thing for each player."""

Format = Literal["tenhou", "tenhou6", "mjai", "mj-server"]


class RecordError(Exception):
    """A record, or a line of a file, that cannot be read.

    Attributes:
        what: `unreadable` (the file), `compression`, `encoding`, `not-json`, `not-xml`,
            `unknown-format`, `other-format` (than the one asked for), `three-players`,
            `no-rules`, `no-deals`, `unfinished` (a deal without end), `below-nothing` (a
            hand that the server never settles) or `damaged`.
        found: what was met there.
        line: the line of the file, counted from 1; 0 when the whole file is meant.
        deal: the deal of the game, counted from 1; 0 when no deal is meant.
        at: the tag, event or part of the deal.
    """

    def __init__(
        self, what: str, found: str = "", *, line: int = 0, deal: int = 0, at: str = ""
    ) -> None:
        super().__init__(what)
        self.what = what
        self.found = found
        self.line = line
        self.deal = deal
        self.at = at

    def __str__(self) -> str:
        places = [f"line {self.line}" * bool(self.line), f"deal {self.deal}" * bool(self.deal)]
        return ", ".join(filter(None, [self.what, *places, self.at, self.found]))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile from the wall, or a replacement after a kong.

    `tile` is None where the record hides it.
    """

    player: int
    tile: Tile | None
    replacement: bool


@dataclass(frozen=True, slots=True)
class Discarded:
    """A discard; `drawn`: the tile just drawn; `riichi`: declared with it."""

    player: int
    tile: Tile
    drawn: bool
    riichi: bool


@dataclass(frozen=True, slots=True)
class RiichiPaid:
    """The bet is laid: nobody won on the discard that declared."""

    player: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A discard claimed; `own` are the tiles that it joins."""

    player: int
    kind: Literal["chow", "pung", "kong"]
    tile: Tile
    source: int
    own: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong without a claim; the first of the four tiles is the one that extends a pung."""

    player: int
    kind: Literal["concealed-kong", "extended-kong"]
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Indicator:
    """A further indicator is turned."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Won:
    """A win; several on one tile follow each other in the order recorded.

    Attributes:
        source: who discarded or extended; None when self-drawn.
        yaku: our ids and their fan, bonus fan included (`dora`, `ura`, `red-five`), nothing
            that counts none; None where the record does not name them, or in words unknown.
        yakuman: our ids.
        fan: the sum, bonus fan included; None for a yakuman or where not recorded.
        fu: None where not recorded (tenhou6 has none at a limit).
        points: from a discard, or the sum from a self-draw, without counters and bets.
        limit: `mangan`, `haneman`, `baiman`, `sanbaiman` or `yakuman`.
        deltas: what each player's score changes by, everything included.
        liable: who pays in place of others.
        indicators: those turned when the hand was won.
        ura: the indicators under them, for a winner in riichi.
    """

    player: int
    source: int | None
    tile: Tile | None
    yaku: tuple[tuple[str, int], ...] | None
    yakuman: tuple[str, ...]
    fan: int | None
    fu: int | None
    points: int | None
    limit: str | None
    deltas: Four[int] | None
    liable: int | None
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A deal without winner.

    Attributes:
        reason: `wall`, `nine-tiles`, `four-riichi`, `triple-win`, `four-kongs`, `four-winds`
            or `nagashi`; None where the record does not say.
        shown: who showed the hand: the ready players, or who called nine tiles; None where
            the record does not say.
        deltas: what each player's score changes by; None where not recorded.
    """

    reason: str | None
    shown: tuple[int, ...] | None
    deltas: Four[int] | None


Event: TypeAlias = Drawn | Discarded | RiichiPaid | Claimed | Kong | Indicator | Won | Ended


@dataclass(frozen=True, slots=True)
class Deal:
    """One play of the wall.

    Attributes:
        round: 0 for East 1, 4 for South 1.
        bets: riichi bets left lying from deals before.
        scores: before the deal.
        hands: thirteen tiles each, in the order recorded; None where hidden.
    """

    round: int
    dealer: int
    counters: int
    bets: int
    scores: Four[int]
    indicator: Tile
    hands: Four[tuple[Tile, ...] | None]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What a record says of its rules; None where it does not say.

    Attributes:
        hanchan: whether a south round belongs to the game.
        raw: the record's own words: a number, a rule string, JSON.
    """

    red_fives: bool | None
    open_tanyao: bool | None
    hanchan: bool | None
    players: int
    raw: str


@dataclass(frozen=True, slots=True)
class Record:
    """One game; `final` are the scores at its end where they are recorded."""

    name: str
    source: Format
    options: Options
    deals: tuple[Deal, ...]
    final: Four[int] | None


def four(items: Iterable[T]) -> Four[T]:
    """Exactly four things.

    Raises:
        ValueError: when there are more or fewer.
    """
    a, b, c, d = items
    return a, b, c, d


def turned(record: Record, first: int) -> Record:
    """The same game with another player as number 0."""
    if not first:
        return record

    def player(number: int) -> int:
        return (number - first) % 4

    def around(items: Four[T]) -> Four[T]:
        return four((*items[first:], *items[:first]))

    def event(one: Event) -> Event:
        match one:
            case Indicator():
                return one
            case Claimed():
                return replace(one, player=player(one.player), source=player(one.source))
            case Ended():
                shown = None if one.shown is None else tuple(sorted(map(player, one.shown)))
                return replace(one, shown=shown, deltas=one.deltas and around(one.deltas))
            case Won():
                return replace(
                    one,
                    player=player(one.player),
                    source=None if one.source is None else player(one.source),
                    liable=None if one.liable is None else player(one.liable),
                    deltas=one.deltas and around(one.deltas),
                )
            case _:
                return replace(one, player=player(one.player))

    deals = tuple(
        replace(
            deal,
            dealer=player(deal.dealer),
            scores=around(deal.scores),
            hands=around(deal.hands),
            events=tuple(map(event, deal.events)),
        )
        for deal in record.deals
    )
    return replace(record, deals=deals, final=record.final and around(record.final))
