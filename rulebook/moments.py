"""Quick looks at a position that tell when a rule has nothing to say."""

from __future__ import annotations

from rulebook.riichi.declared import IN_RIICHI
from rulebook.state import Age, Called, Discarded, Drew, Fault, MeldKind, Position, Ready, Wall
from rulebook.tiles import Seat

__all__ = [
    "all_in_riichi",
    "claim_lies_there",
    "discard_is_misnamed",
    "first_turns",
    "four_kongs_lie",
    "four_winds_lie",
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
_NO_KONGS = (MeldKind.CHOW, MeldKind.PUNG)
_FOUR = 4


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


def all_in_riichi(position: Position, seat: Seat) -> bool:
    east, south, west, north = position.players
    two = east.ready in IN_RIICHI and south.ready in IN_RIICHI
    return two and west.ready in IN_RIICHI and north.ready in IN_RIICHI


def four_kongs_lie(position: Position, seat: Seat) -> bool:
    east, south, west, north = position.players
    melds = (*east.melds, *south.melds, *west.melds, *north.melds)
    if len(melds) < _FOUR:
        return False
    return len([meld for meld in melds if meld.kind not in _NO_KONGS]) == _FOUR


def four_winds_lie(position: Position, seat: Seat) -> bool:
    """Whether everybody has discarded the same wind first, and nobody interrupted."""
    if not position.uninterrupted:
        return False
    thrown = [player.discards for player in position.players]
    if any(len(own) != 1 for own in thrown):
        return False
    kinds = {own[0].tile.index for own in thrown}
    return len(kinds) == 1 and thrown[0][0].tile.wind


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
