"""Claiming a discard for a chow."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused, unknown
from rulebook.state import Discarded, Position
from rulebook.tiles import Seat, Side


def _from_elsewhere(position: Position, seat: Seat, rules: RuleSet) -> bool:
    """Whether the discarder is a neighbour no chow can come from."""
    event = position.event
    return isinstance(event, Discarded) and event.seat.next is not seat


@rule("claim.chow.from-left", ActionKind.CHOW, alike=True, bars=_from_elsewhere)
def chow_from_left(case: Case, rules: RuleSet) -> Finding | None:
    """Let a chow be claimed only from the player on the left, who acts just before."""
    if case.side is None or case.offered is None:
        return None
    if case.side is Side.LEFT:
        return allowed("from-left", discarder=case.offered[0])
    return refused("not-from-left", discarder=case.offered[0], left=case.seat.at(Side.LEFT))


@rule("claim.chow.run", ActionKind.CHOW, sure=True)
def chow_is_a_run(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for three consecutive tiles of one suit, without honours or wrapping round."""
    if case.discard is None:
        return None
    tiles = sorted((*case.action.tiles, case.discard.tile))
    if any(not tile.numbered for tile in tiles):
        return refused("honour")
    if len({tile.suit for tile in tiles}) > 1:
        return refused("two-suits")
    ranks = [tile.rank for tile in tiles]
    if ranks != [ranks[0], ranks[0] + 1, ranks[0] + 2]:
        return refused("no-run", tiles=tuple(tiles))
    return allowed("run", tiles=tuple(tiles))


@rule("claim.chow.two-in-hand", ActionKind.CHOW, sure=True)
def two_tiles_in_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for the two other tiles of the chow among the concealed tiles."""
    missing = [tile for tile in case.action.tiles if not case.me.count(tile)]
    if not missing:
        return allowed("held", tiles=case.action.tiles)
    if case.me.hidden >= len(missing):
        return unknown("hidden", tile=missing[0])
    return refused("not-held", tile=missing[0])
