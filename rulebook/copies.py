"""How many copies of each tile a position shows."""

from __future__ import annotations

from collections import Counter

from rulebook.state import Claimed, Position
from rulebook.tiles import Tile

__all__ = ["copies"]


def copies(position: Position) -> Counter[Tile]:
    """How many tiles of each kind are known to be somewhere."""
    seen: Counter[Tile] = Counter()
    event = position.event
    for player in position.players:
        seen.update(tile.kind for tile in (*player.hand, *player.bonus))
        seen.update(tile.kind for meld in player.melds for tile in meld.tiles)
        seen.update(one.tile.kind for one in player.discards if one.taken is None)
    seen.update(tile.kind for tile in position.indicators if tile)
    if isinstance(event, Claimed) and not event.taken and event.meld.claimed:
        seen[event.meld.claimed.kind] -= 1
    return seen
