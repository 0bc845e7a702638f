"""Playing a deal move by move with every tile known."""

from __future__ import annotations

from rulebook.actions import Action
from rulebook.engine import follow, judge
from rulebook.frozen import replace
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling
from rulebook.state import Drew, Position
from rulebook.tiles import Seat, Tile, sort_tiles

__all__ = ["act", "reveal_draw"]


def act(position: Position, action: Action, rules: RuleSet) -> tuple[Ruling, Position]:
    """Judge an action and let it happen; a refused one changes nothing."""
    ruling = judge(position, action, rules)
    return ruling, follow(position, ruling.effects) if ruling.allowed else position


def reveal_draw(position: Position, seat: Seat, tile: Tile) -> Position:
    """The position once the tile that a player drew unseen is known."""
    player = position.player(seat)
    if not player.hidden:
        return position
    hand = sort_tiles((*player.hand, tile))
    position = position.with_player(seat, hand=hand, hidden=player.hidden - 1)
    event = position.event
    if isinstance(event, Drew) and event.seat is seat and event.tile is None:
        position = replace(position, event=replace(event, tile=tile))
    return position
