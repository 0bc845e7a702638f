"""One action in one position: what a rule looks at."""

from __future__ import annotations

from rulebook.actions import Action
from rulebook.outlook import outlook, pairs_of
from rulebook.ruleset import RuleSet
from rulebook.shape import Counts, counts_of, is_complete
from rulebook.state import (
    Called,
    Claimed,
    Discarded,
    Drew,
    KongMade,
    Meld,
    MeldKind,
    Player,
    Position,
    Wall,
)
from rulebook.tiles import Seat, Side, Tile, sort_tiles

__all__ = [
    "Case",
    "hand_waits",
    "kong_meld",
    "waits_of",
]


class Case:
    """An action and the position it is tried in; neither is ever changed.

    Attributes:
        position: the table.
        action: what is tried.
        seat: who tries it.
        me: that player's side of the table.
        known: what has been worked out about it already, such as the score of the
            hand, so that the rules that read it need not do so again.
    """

    __slots__ = ("action", "known", "me", "position", "seat")

    def __init__(self, position: Position, action: Action) -> None:
        self.position = position
        self.action = action
        self.seat: Seat = action.seat
        self.me: Player = position.players[action.seat]
        self.known: dict[object, object] = {}

    @property
    def discard(self) -> Discarded | None:
        """The newest discard while it can still be talked about."""
        event = self.position.event
        if isinstance(event, Discarded):
            return event
        return event.discard if isinstance(event, Called) else None

    @property
    def made(self) -> KongMade | None:
        """The kong just laid, when that is what has just happened."""
        event = self.position.event
        return event if isinstance(event, KongMade) else None

    @property
    def drew(self) -> Drew | None:
        """This player's own draw, when that is what has just happened."""
        event = self.position.event
        return event if isinstance(event, Drew) and event.seat is self.seat else None

    @property
    def claimed(self) -> Claimed | None:
        """This player's own claim of a chow or pung that awaits the discard."""
        event = self.position.event
        return event if isinstance(event, Claimed) and event.seat is self.seat else None

    @property
    def offered(self) -> tuple[Seat, Tile] | None:
        """The tile of another player that could be won on, and its owner."""
        event = self.position.event
        if isinstance(event, Called):
            event = event.discard
        return (event.seat, event.tile) if isinstance(event, _OFFERING) else None

    @property
    def is_next(self) -> bool:
        """Whether it is this player's turn to draw after the newest discard."""
        event = self.position.event
        return isinstance(event, Discarded) and event.seat.next is self.seat

    @property
    def side(self) -> Side | None:
        """On which side of this player the offered tile's owner sits."""
        offered = self.offered
        if offered is None or offered[0] is self.seat:
            return None
        return self.seat.side_of(offered[0])

    def concealed(self, *more: Tile) -> Counts:
        """The known concealed tiles with some more, per kind."""
        return counts_of((*self.me.hand, *more))

    def completes(self, rules: RuleSet, *more: Tile) -> bool | None:
        """Whether the concealed tiles with some more complete a hand.

        `None` when concealed tiles are unknown.
        """
        if self.me.hidden:
            return None
        if len(more) == 1 and not more[0].bonus:
            return more[0].kind in waits_of(self.me.hand, rules)
        seven_pairs, four_alike = pairs_of(rules)
        counts = self.concealed(*more)
        return is_complete(counts, seven_pairs=seven_pairs, four_alike=four_alike)

    @property
    def replaced(self) -> bool:
        """Whether this player's last draw was a replacement tile of a kong."""
        drew = self.drew
        return drew is not None and drew.wall is Wall.DEAD


_OFFERING = (Discarded, KongMade)


def hand_waits(player: Player, rules: RuleSet, *without: Tile) -> tuple[Tile, ...] | None:
    """The kinds that would complete a player's hand; `None` when tiles are unknown."""
    if player.hidden:
        return None
    if not without:
        return waits_of(player.hand, rules)
    hand = list(player.hand)
    for tile in without:
        hand.remove(tile)
    return waits_of(tuple(hand), rules)


def waits_of(hand: tuple[Tile, ...], rules: RuleSet) -> tuple[Tile, ...]:
    """The kinds that would complete concealed tiles."""
    return outlook(hand, pairs_of(rules)).waits


def kong_meld(case: Case, kind: MeldKind, tile: Tile) -> Meld:
    """The kong that a player would lay of this kind of tile."""
    held = tuple(own for own in case.me.hand if own.index == tile.index)
    if kind is MeldKind.EXTENDED_KONG:
        pung = case.me.pung_of(tile)
        if pung is not None:
            added = held[0] if held else tile.kind
            return Meld(kind, sort_tiles((*pung.tiles, added)), pung.claimed, pung.side, fresh=True)
    if kind is MeldKind.CONCEALED_KONG:
        tiles = held + (tile.kind,) * (4 - len(held))
        return Meld(kind, sort_tiles(tiles), fresh=True)
    tiles = (held + (tile.kind,) * 3)[:3]
    return Meld(kind, sort_tiles((*tiles, tile)), tile, case.side, fresh=True)
