"""What a player might do in a position: what is legal, what is not, what each wait wins."""

from __future__ import annotations

from collections import Counter

from rulebook.actions import Action, ActionKind
from rulebook.case import hand_waits
from rulebook.copies import copies
from rulebook.engine import attempts, judge
from rulebook.frozen import dataclass, replace
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling, Verdict
from rulebook.state import (
    Age,
    Called,
    Discard,
    Discarded,
    Drew,
    Event,
    KongMade,
    Over,
    Position,
    Wall,
)
from rulebook.tiles import Seat, Side, Tile, sort_tiles

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
        discard: the ruling on a win when it is the next discard of another player.
        draw: the ruling on a win when it is the player's next draw.
    """

    tile: Tile
    unseen: int
    discard: Ruling
    draw: Ruling


def menu(position: Position, seat: Seat, rules: RuleSet) -> tuple[Choice, ...]:
    """What a player might try now, each with its ruling; legal actions first.

    What no rule in force speaks of, as of an original call in riichi, nobody tries.
    """
    found = [Choice(action, judge(position, action, rules)) for action in attempts(position, seat)]
    told = [one for one in found if one.ruling.allowed or one.ruling.reasons]
    return tuple(sorted(told, key=lambda choice: not choice.ruling.allowed))


def wait_verdicts(position: Position, seat: Seat, rules: RuleSet) -> tuple[WaitVerdict, ...]:
    """What each wait of a player's hand would win; empty while the hand holds a tile to discard.

    A tile of which the player has all four is no wait, and none wins once the deal is over.
    """
    player = position.player(seat)
    if isinstance(position.event, Over) or player.hidden or len(player.hand) % 3 != 1:
        return ()
    seen = copies(position)
    laid = (tile for meld in player.melds for tile in meld.tiles)
    own = Counter(tile.kind for tile in (*player.hand, *laid))
    return tuple(
        WaitVerdict(
            tile,
            4 - seen[tile],
            _on_discard(position, seat, tile, rules),
            _on_draw(position, seat, tile, rules),
        )
        for tile in hand_waits(player, rules) or ()
        if own[tile] < _COPIES
    )


_COPIES = 4


@dataclass(frozen=True, slots=True)
class _Turn:
    """Who acts next where nobody claims, and whether a tile of the live wall is drawn first."""

    seat: Seat
    draws: bool


def _turn(position: Position) -> _Turn:
    event = position.event
    if isinstance(event, Called):
        event = event.discard
    if not isinstance(event, Discarded):
        return _Turn(event.seat, draws=False)
    if event.laid:
        return _Turn(event.laid[-1][0], draws=False)
    return _Turn(event.seat.next, draws=event.age is Age.NOTHING)


def _on_discard(position: Position, seat: Seat, tile: Tile, rules: RuleSet) -> Ruling:
    """The ruling on a win on the next discard of another player.

    If the player has a turn before that, the first go-around after the deal or after
    riichi is over by then.
    """
    turn = _turn(position)
    if turn.draws:
        nobody = _nobody_draws(position, seat, turn, rules)
        if nobody:
            return nobody
    giver, drawn = turn.seat, int(turn.draws)
    if giver is seat:
        giver, drawn = seat.next, drawn + 1
        position = position.with_player(seat, ippatsu=False)
        position = replace(position, uninterrupted=False)
    discards = (*position.player(giver).discards, Discard(tile))
    position = position.with_player(giver, discards=discards)
    position = _later(position, Discarded(giver, tile), drawn)
    return judge(position, Action(ActionKind.WIN, seat), rules)


def _on_draw(position: Position, seat: Seat, tile: Tile, rules: RuleSet) -> Ruling:
    """The ruling on a win on the player's next draw; after an own kong it is a loose tile."""
    turn, event = _turn(position), position.event
    drawn = (seat - turn.seat) % len(Seat) + turn.draws
    drew = Drew(seat, tile)
    if isinstance(event, KongMade) and event.seat is seat:
        drew = Drew(seat, tile, Wall.DEAD, event.chain)
    else:
        nobody = _nobody_draws(position, seat, turn, rules)
        if nobody:
            return nobody
    hand = sort_tiles((*position.player(seat).hand, tile))
    position = position.with_player(seat, hand=hand)
    return judge(_later(position, drew, drawn), Action(ActionKind.SELF_DRAW, seat), rules)


def _nobody_draws(position: Position, seat: Seat, turn: _Turn, rules: RuleSet) -> Ruling | None:
    """Why the deal ends before another draw, if it does: no tile is left, or it is void."""
    if turn.draws and isinstance(position.event, Discarded):
        ruling = judge(position, Action(ActionKind.DRAW, turn.seat), rules)
    elif not position.live:
        thrown = Discarded(seat.at(Side.LEFT), position.players[seat].hand[0])
        ruling = judge(_later(position, thrown, 0), Action(ActionKind.DRAW, seat), rules)
    else:
        return None
    return ruling if ruling.verdict is Verdict.REFUSED else None


def _later(position: Position, event: Event, drawn: int) -> Position:
    """The position when so many more tiles of the live wall have been drawn."""
    return replace(position, event=event, live=max(0, position.live - drawn), pending=())
