"""Quick looks at a position that tell when a rule has nothing to say."""

from __future__ import annotations

from rulebook.state import Age, Called, Discarded, Drew, Fault, Position, Ready, Wall
from rulebook.tiles import Seat

__all__ = [
    "claim_lies_there",
    "discard_is_misnamed",
    "first_turns",
    "furiten_somewhere",
    "hand_is_announced",
    "hand_is_faulty",
    "indicators_are_owed",
    "next_has_drawn",
    "replacement_drawn",
    "wall_is_empty",
]

# Looking a member up in an enumeration takes as long as a small function.
_NOT_READY, _NO_FAULT, _DEAD = Ready.NO, Fault.NONE, Wall.DEAD


def wall_is_empty(position: Position, seat: Seat) -> bool:
    return not position.live


def claim_lies_there(position: Position, seat: Seat) -> bool:
    """Whether a claim has already been laid on the newest discard."""
    event = position.event.discard if isinstance(position.event, Called) else position.event
    return isinstance(event, Discarded) and bool(event.laid)


def discard_is_misnamed(position: Position, seat: Seat) -> bool:
    """Whether the newest discard was called by the name of another tile."""
    event = position.event.discard if isinstance(position.event, Called) else position.event
    return isinstance(event, Discarded) and event.named is not None


def next_has_drawn(position: Position, seat: Seat) -> bool:
    """Whether the next player has drawn since the newest discard."""
    event = position.event.discard if isinstance(position.event, Called) else position.event
    return isinstance(event, Discarded) and event.age is Age.DRAWN


def first_turns(position: Position, seat: Seat) -> bool:
    """Whether nobody has interrupted the first go-around, as far as that lasts."""
    return position.uninterrupted and not position.players[seat].discards


def indicators_are_owed(position: Position, seat: Seat) -> bool:
    return position.owed > 0


def furiten_somewhere(position: Position, seat: Seat) -> bool:
    """Whether any player has let a winning tile pass."""
    east, south, west, north = position.players
    return east.furiten or south.furiten or west.furiten or north.furiten


def hand_is_announced(position: Position, seat: Seat) -> bool:
    """Whether the player has declared riichi or another waiting hand."""
    return position.players[seat].ready is not _NOT_READY


def hand_is_faulty(position: Position, seat: Seat) -> bool:
    return position.players[seat].fault is not _NO_FAULT


def replacement_drawn(position: Position, seat: Seat) -> bool:
    """Whether the newest draw is a tile from the dead wall."""
    event = position.event
    return isinstance(event, Drew) and event.wall is _DEAD
