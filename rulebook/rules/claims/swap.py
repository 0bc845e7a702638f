"""Swap-calling: claiming a tile and discarding its like in the same turn."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, SetFault
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, Verdict, allowed, noted, refused
from rulebook.state import Claimed, Fault, Meld, MeldKind, Position
from rulebook.tiles import KINDS, Seat, Tile


def _forbidden(rules: RuleSet) -> bool:
    return rules["discard.swap-calling"] == "forbidden"


def other_end(meld: Meld) -> Tile | None:
    """The tile that would have made a chow of the same two tiles of the hand.

    `None` unless the claimed tile stands at an end and the run goes on there.
    """
    if meld.kind is not MeldKind.CHOW or meld.claimed is None or not meld.is_set:
        return None
    low = meld.tiles[0]
    if meld.claimed.rank == low.rank and low.rank + 3 <= 9:
        return KINDS[low.index + 3]
    if meld.claimed.rank == low.rank + 2 and low.rank > 1:
        return KINDS[low.index - 1]
    return None


def _like_the_claimed(position: Position, seat: Seat) -> bool:
    """Whether the player may hold a tile equal to the one just claimed."""
    event = position.event
    return isinstance(event, Claimed) and _may_hold(position, seat, event, event.meld.claimed)


def _other_end_held(position: Position, seat: Seat) -> bool:
    """Whether the player may hold the tile at the other end of the chow just claimed."""
    event = position.event
    return isinstance(event, Claimed) and _may_hold(position, seat, event, other_end(event.meld))


def _may_hold(position: Position, seat: Seat, event: Claimed, tile: Tile | None) -> bool:
    player = position.players[seat]
    known = event.taken and not player.hidden
    return tile is not None and (not known or player.count(tile) > 0)


@rule("claim.swap.same-tile", ActionKind.DISCARD, after=(Claimed,), when=_like_the_claimed)
def not_the_claimed_tile(case: Case, rules: RuleSet) -> Finding | None:
    """Forbid the discard of a tile equal to the one just claimed, where swapping is banned."""
    claimed, tile = case.claimed, case.action.tile
    if claimed is None or tile is None or claimed.meld.claimed is None:
        return None
    if tile.index != claimed.meld.claimed.index:
        return None
    return refused("same", tile=tile) if _forbidden(rules) else allowed("free", tile=tile)


@rule("claim.swap.other-end", ActionKind.DISCARD, after=(Claimed,), when=_other_end_held)
def not_the_other_end(case: Case, rules: RuleSet) -> Finding | None:
    """Forbid the discard at the other end of the chow just claimed, where swapping is banned."""
    claimed, tile = case.claimed, case.action.tile
    if claimed is None or tile is None or claimed.meld.kind is not MeldKind.CHOW:
        return None
    end = other_end(claimed.meld)
    if end is None or end.index != tile.index:
        return None
    values = {"tile": tile, "claimed": claimed.meld.claimed}
    return refused("end", **values) if _forbidden(rules) else allowed("free", **values)


@effect("claim.swap.same-tile", ActionKind.DISCARD, step=Step.PRICE, verdict=Verdict.REFUSED)
def price_of_the_same_tile(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """At the table the hand of a player who does it is dead."""
    finding = not_the_claimed_tile(case, rules)
    if finding and finding.verdict is Verdict.REFUSED:
        yield SetFault(case.seat, Fault.DEAD)


@effect("claim.swap.other-end", ActionKind.DISCARD, step=Step.PRICE, verdict=Verdict.REFUSED)
def price_of_the_other_end(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """At the table the hand of a player who does it is dead."""
    finding = not_the_other_end(case, rules)
    if finding and finding.verdict is Verdict.REFUSED:
        yield SetFault(case.seat, Fault.DEAD)


@rule("claim.swap.nothing-left", ActionKind.CHOW, ActionKind.PUNG)
def some_discard_remains(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse a claim after which every discard would be a swap."""
    if case.discard is None or case.me.hidden or not _forbidden(rules):
        return None
    if len(case.me.hand) > 2 + _BANNED_AT_MOST:
        return None
    claimed = case.discard.tile
    if case.action.kind is ActionKind.CHOW:
        kind, own = MeldKind.CHOW, case.action.tiles
    else:
        kind, own = MeldKind.PUNG, (claimed, claimed)
    end = other_end(Meld(kind, tuple(sorted((*own, claimed))), claimed))
    banned = {claimed.index} | ({end.index} if end else set())
    left = [tile.index for tile in case.me.hand]
    for tile in own:
        if tile.index not in left:
            return None
        left.remove(tile.index)
    if left and all(index in banned for index in left):
        return refused("all-banned")
    return None


_BANNED_AT_MOST = 7
"""How many tiles a hand can hold of two kinds, one of which has been claimed."""


@remark("claim.swap.later", ActionKind.DISCARD)
def free_in_a_later_turn(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a tile like one claimed earlier may go once another tile was drawn."""
    tile = case.action.tile
    if case.drew is None or tile is None:
        return None
    for meld in case.me.melds:
        if meld.claimed and meld.claimed.index == tile.index:
            return noted("after-kong" if meld.fresh else "later", tile=tile)
    return None
