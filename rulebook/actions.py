"""What a player may try to do."""

from __future__ import annotations

from enum import Enum

from rulebook.frozen import dataclass
from rulebook.tiles import Seat, Tile

__all__ = ["CLAIMS", "KONGS", "SET_CLAIMS", "Action", "ActionKind"]


class ActionKind(Enum):
    """The kinds of actions.

    `WIN` is a win on another player's tile, `SELF_DRAW` one on a tile just
    drawn. `TAKE` picks up a claimed tile that was left lying, `MARK` turns the
    tiles of a kong, `CHANGE` and `WITHDRAW` alter a call already made,
    `PUT_BACK` undoes a slip. `RIICHI` discards a tile with the declaration,
    `NINE_TILES` ends the deal on nine different terminals and honours, `SETTLE`
    pays what is owed once the deal is over.
    """

    DRAW = "draw"
    DISCARD = "discard"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "concealed-kong"
    EXTENDED_KONG = "extended-kong"
    WIN = "win"
    SELF_DRAW = "self-draw"
    PASS = "pass"
    TAKE = "take"
    MARK = "mark"
    CHANGE = "change"
    WITHDRAW = "withdraw"
    PUT_BACK = "put-back"
    ORIGINAL_CALL = "original-call"
    BONUS = "bonus"
    RIICHI = "riichi"
    NINE_TILES = "nine-tiles"
    SETTLE = "settle"

    __hash__ = object.__hash__  # by identity, which is quicker than by name


SET_CLAIMS = (ActionKind.CHOW, ActionKind.PUNG, ActionKind.KONG)
"""The claims that make a set of a discard and play on."""

CLAIMS = (*SET_CLAIMS, ActionKind.WIN)
"""Everything that can be called on another player's tile."""

KONGS = (ActionKind.CONCEALED_KONG, ActionKind.EXTENDED_KONG)
"""The kongs that a player declares in the own turn."""


@dataclass(frozen=True, slots=True)
class Action:
    """One attempt of one player.

    Attributes:
        kind: what is tried.
        seat: who tries it.
        tile: the tile discarded, declared or claimed; `None` when the
            position tells (the newest discard, the tile just drawn).
        tiles: the two tiles of the hand that make a chow.
        to: for `CHANGE`, the word that is meant instead.
        at: for calls, the moment after the discard, in seconds.
        value: for a win in the classical game, what the hand is worth, in points.
        from_dead_wall: for `DRAW`, whether the tile is taken from the dead wall.
        said: for a win in riichi, the word with which the hand is shown, `None` when the
            usual one.
    """

    kind: ActionKind
    seat: Seat
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()
    to: str | None = None
    at: int = 0
    value: int | None = None
    from_dead_wall: bool = False
    said: str | None = None
