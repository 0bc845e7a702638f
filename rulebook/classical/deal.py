"""One deal of a classical game with every tile known: dealt, played move by move, scored."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.actions import Action, ActionKind
from rulebook.classical.hand import Grouping, Hand, WinAs
from rulebook.frozen import replace
from rulebook.ruleset import RuleSet
from rulebook.source import Source
from rulebook.state import Dealt, Discarded, Drew, KongMade, Player, Position, Ready, Wall
from rulebook.tiles import Seat, Tile, sort_tiles

__all__ = ["dealt", "hand_of_loser", "hand_of_winner", "tiles_in_play", "visible_tiles"]


def tiles_in_play(rules: RuleSet) -> int:
    """How many tiles the game is played with."""
    return 136 + rules.number("tiles.bonus")


def dealt(
    hands: Sequence[Sequence[Tile]],
    rules: RuleSet,
    *,
    round: Seat = Seat.EAST,
    deal: int = 1,
    streak: int = 0,
) -> Position:
    """The table once the tiles are dealt; East is the first to declare bonus tiles.

    Args:
        hands: the tiles of each seat, fourteen of East and thirteen of the others.
        rules: read for the bonus tiles and the size of the dead wall.
        round: the prevailing wind.
        deal: which of the four players in turn is East in this round, from 1 on.
        streak: how many times in a row East has won before.
    """
    east, south, west, north = (Player(hand=sort_tiles(hand)) for hand in hands)
    dead = rules.number("wall.dead.size")
    live = tiles_in_play(rules) - dead - sum(len(hand) for hand in hands)
    return Position(
        (east, south, west, north),
        Dealt(asked=Seat.EAST),
        live,
        dead,
        round=round,
        deal=deal,
        streak=streak,
        uninterrupted=True,
    )


def visible_tiles(position: Position) -> tuple[Tile, ...]:
    """What lies on the table: unclaimed discards and all sets, concealed kongs included."""
    found: list[Tile] = []
    for player in position.players:
        found += [one.tile for one in player.discards if one.taken is None]
        found += [tile for meld in player.melds for tile in meld.tiles]
    return tuple(found)


def hand_of_winner(
    position: Position,
    action: Action,
    *,
    win_as: WinAs | None = None,
    grouping: Grouping | None = None,
) -> Hand:
    """The hand of a player who goes mahjong, in the position before.

    Args:
        position: the table when the player says so.
        action: the win, on another player's tile or on a draw.
        win_as: what the tile completes, where the player says.
        grouping: the sets in which the player shows the tiles not on the table.
    """
    seat = action.seat
    player = position.player(seat)
    tile, source = _won_on(position, action)
    concealed = list(player.hand)
    if tile is not None and source.drawn:
        concealed.remove(tile)
    event = position.event
    return Hand(
        concealed=tuple(concealed),
        melds=player.melds,
        bonus=player.bonus,
        seat=seat,
        round=position.round,
        winner=True,
        tile=tile,
        win_as=win_as,
        source=source,
        last_tile=not position.live,
        visible=visible_tiles(position),
        original_call=player.ready is Ready.ORIGINAL_CALL,
        dealt=isinstance(event, Dealt),
        first_discard=_on_the_first_discard(position),
        chain=event.chain if isinstance(event, Drew) else 0,
        kongs_in_turn=sum(meld.fresh and meld.kind.kong for meld in player.melds),
        streak=position.streak + 1 if seat is Seat.EAST else 0,
        grouping=grouping,
    )


def _won_on(position: Position, action: Action) -> tuple[Tile | None, Source]:
    """The winning tile and where it comes from; none for a hand complete from the deal."""
    event = position.event
    if isinstance(event, Discarded) and action.kind is ActionKind.WIN:
        return event.tile, Source.DISCARD
    if isinstance(event, KongMade) and action.kind is ActionKind.WIN:
        return event.tile, Source.ROBBED_KONG
    if isinstance(event, Drew):
        loose = event.wall is Wall.DEAD
        return event.tile, Source.REPLACEMENT if loose else Source.SELF_DRAW
    return None, Source.SELF_DRAW


def _on_the_first_discard(position: Position) -> bool:
    """Whether East's first discard lies there and nothing was discarded before.

    A position that does not tell how the deal began shows it of no discard.
    """
    event = position.event
    thrown = sum(len(player.discards) for player in position.players)
    first = isinstance(event, Discarded) and event.seat is Seat.EAST and thrown == 1
    return first and position.uninterrupted


def hand_of_loser(position: Position, seat: Seat, grouping: Grouping | None = None) -> Hand:
    """The hand of a player when another has gone mahjong, in the position after."""
    player = position.player(seat)
    melds = tuple(replace(meld, fresh=False) for meld in player.melds)
    return Hand(
        concealed=player.hand,
        melds=melds,
        bonus=player.bonus,
        seat=seat,
        round=position.round,
        fault=player.fault,
        grouping=grouping,
    )
