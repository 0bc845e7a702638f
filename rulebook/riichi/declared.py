"""What a declared riichi has left on the table."""

from __future__ import annotations

from rulebook.ruleset import RuleSet
from rulebook.state import Discarded, Player, Position, Ready
from rulebook.tiles import Seat

__all__ = ["IN_RIICHI", "bets_to_win", "declaring", "owes_a_turned_tile"]

IN_RIICHI = (Ready.RIICHI, Ready.DOUBLE_RIICHI)


def declaring(position: Position) -> Seat | None:
    """Who has declared riichi with the newest discard, while that can still be taken."""
    event = position.event
    if not isinstance(event, Discarded):
        return None
    player = position.players[event.seat]
    if player.ready not in IN_RIICHI or not player.discards or not player.discards[-1].sideways:
        return None
    earlier = any(one.sideways for one in player.discards[:-1])
    return None if earlier else event.seat


def bets_to_win(position: Position, rules: RuleSet) -> int:
    """The bets that a win now brings: a riichi won on its own tile is void and has none."""
    void = "riichi.bet.won" in rules.rules and declaring(position) is not None
    return position.bets - (position.bets > 0 and void)


def owes_a_turned_tile(player: Player) -> bool:
    """Whether every tile a player has turned for riichi was claimed, so that none shows it."""
    if player.ready not in IN_RIICHI:
        return False
    turned = [one for one in player.discards if one.sideways]
    return bool(turned) and all(one.taken is not None for one in turned)
