"""What a player might do in a position: what is legal, what is not, what each wait wins."""

from __future__ import annotations

from rulebook.actions import Action, ActionKind
from rulebook.case import hand_waits
from rulebook.copies import copies
from rulebook.engine import attempts, judge
from rulebook.frozen import dataclass, replace
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling
from rulebook.state import Discard, Discarded, Drew, Position
from rulebook.tiles import Seat, Tile, sort_tiles

__all__ = ["Choice", "WaitVerdict", "menu", "wait_verdicts"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a player might try, and what the rules say to it."""

    action: Action
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class WaitVerdict:
    """A tile that would complete a hand by its shape.

    Attributes:
        tile: the tile.
        unseen: how many copies the player cannot see.
        discard: the ruling on a win when the player on the right discards it.
        draw: the ruling on a win when the player draws it.
    """

    tile: Tile
    unseen: int
    discard: Ruling
    draw: Ruling


def menu(position: Position, seat: Seat, rules: RuleSet) -> tuple[Choice, ...]:
    """What a player might try now, each with its ruling; legal actions first."""
    found = [Choice(action, judge(position, action, rules)) for action in attempts(position, seat)]
    return tuple(sorted(found, key=lambda choice: not choice.ruling.allowed))


def wait_verdicts(position: Position, seat: Seat, rules: RuleSet) -> tuple[WaitVerdict, ...]:
    """What each wait of a player's hand would win; empty while the hand holds a tile to discard."""
    player = position.player(seat)
    if player.hidden or len(player.hand) % 3 != 1:
        return ()
    seen = copies(position)
    return tuple(
        WaitVerdict(
            tile,
            4 - seen[tile],
            _on_discard(position, seat, tile, rules),
            _on_draw(position, seat, tile, rules),
        )
        for tile in hand_waits(player, rules) or ()
    )


def _on_discard(position: Position, seat: Seat, tile: Tile, rules: RuleSet) -> Ruling:
    giver = seat.next
    discards = (*position.player(giver).discards, Discard(tile))
    position = position.with_player(giver, discards=discards)
    position = replace(position, event=Discarded(giver, tile), pending=())
    return judge(position, Action(ActionKind.WIN, seat), rules)


def _on_draw(position: Position, seat: Seat, tile: Tile, rules: RuleSet) -> Ruling:
    hand = sort_tiles((*position.player(seat).hand, tile))
    position = position.with_player(seat, hand=hand)
    position = replace(position, event=Drew(seat, tile), pending=())
    return judge(position, Action(ActionKind.SELF_DRAW, seat), rules)
