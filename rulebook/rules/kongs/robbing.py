"""Robbing a kong."""

from collections.abc import Iterable

from rulebook.actions import SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.copies import copies
from rulebook.effects import AwaitRobbery, Effect, KeepPung, ReturnTile
from rulebook.frozen import replace
from rulebook.registry import Step, effect, possible, remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.shape import is_orphans
from rulebook.state import KongMade, MeldKind, Position


@rule("kong.robbing.added", ActionKind.WIN)
def added_tile_can_be_won(case: Case, rules: RuleSet) -> Finding | None:
    """Let every opponent win on the tile that extends a pung."""
    made = case.made
    if made is None or made.meld.kind is not MeldKind.EXTENDED_KONG:
        return None
    if made.seat is case.seat:
        return refused("own", tile=made.tile)
    return allowed("robbed", tile=made.tile, owner=made.seat)


@rule("kong.robbing.concealed", ActionKind.WIN)
def only_orphans_rob_a_concealed_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Let a concealed kong be robbed by Thirteen Orphans alone, where at all."""
    made = case.made
    if made is None or made.meld.kind is not MeldKind.CONCEALED_KONG:
        return None
    if not rules["kong.rob.concealed"]:
        return refused("never", owner=made.seat)
    if not case.me.hidden and is_orphans(case.concealed(made.tile)):
        return allowed("orphans", tile=made.tile, owner=made.seat)
    return refused("not-orphans", tile=made.tile, owner=made.seat)


@effect("kong.robbing.added", ActionKind.EXTENDED_KONG, step=Step.ROBBERY)
def opponents_may_rob(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Give every opponent the time to win on the added tile."""
    if case.action.tile:
        pause = rules["kong.rob.seconds"]
        seconds = pause if isinstance(pause, int) else None
        yield AwaitRobbery(case.seat, case.action.tile, seconds=seconds)


@effect("kong.robbing.concealed", ActionKind.CONCEALED_KONG, step=Step.ROBBERY)
def orphans_may_rob(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Give Thirteen Orphans the time to win on a concealed kong of a terminal or honour."""
    tile = case.action.tile
    if tile and not tile.simple and rules["kong.rob.concealed"]:
        yield AwaitRobbery(case.seat, tile, orphans_only=True)


@rule("kong.robbing.claimed", ActionKind.WIN)
def claimed_kong_is_not_robbed(case: Case, rules: RuleSet) -> Finding | None:
    """Leave a claimed kong alone: its fourth tile was a discard, settled by precedence."""
    made = case.made
    if made is None or made.meld.kind is not MeldKind.KONG:
        return None
    return refused("a-discard", tile=made.tile, owner=made.seat)


@rule("kong.robbing.only-win", *SET_CLAIMS, after=(KongMade,))
def added_tile_makes_no_set(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to claim the tile of a kong for anything but a win."""
    return refused("kong-tile", tile=case.made.tile) if case.made else None


@rule("kong.robbing.window", ActionKind.WIN)
def robbed_in_time(case: Case, rules: RuleSet) -> Finding | None:
    """Close the time for robbing a kong."""
    made = case.made
    if made is None or made.meld.kind is MeldKind.KONG:
        return None
    if made.settled:
        return refused("later-turn", owner=made.seat)
    until = rules["kong.rob.window"]
    if made.replaced and until == "replacement":
        return refused("replaced", owner=made.seat)
    pause = rules["kong.rob.seconds"]
    if isinstance(pause, int):
        waited = max(made.seconds or 0, case.action.at)
        if waited > pause:
            return refused("seconds", seconds=pause, waited=waited)
        return allowed("in-seconds", seconds=pause)
    return allowed("goes-back" if made.replaced else "in-time", owner=made.seat)


@effect("kong.robbing.window", ActionKind.WIN, step=Step.UNDO)
def replacement_goes_back(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Put a replacement tile already drawn back to the wall."""
    if case.made and case.made.replaced:
        yield ReturnTile(case.made.seat)


@effect("kong.robbing.undone", ActionKind.WIN, step=Step.UNDO)
def the_set_stays(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Leave the robbed player the set as it was before the kong."""
    made = case.made
    if made is None:
        return
    tiles = list(made.meld.tiles)
    tiles.remove(made.tile)
    kind = MeldKind.PUNG if made.meld.exposed else MeldKind.CONCEALED_KONG
    yield KeepPung(made.seat, replace(made.meld, kind=kind, tiles=tuple(tiles), fresh=False))


@remark("kong.robbing.undone", ActionKind.WIN)
def no_kong_comes_about(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a robbed kong turns no indicator and earns no replacement tile."""
    if case.made is None or case.made.meld.kind is MeldKind.KONG:
        return None
    return noted("no-indicator" if rules["kong.indicator"] != "none" else "no-replacement")


@possible("kong.robbing.no-pair-wait")
def no_fifth_copy(position: Position, rules: RuleSet) -> Finding | None:
    """Rule out a position that needs more than four of a tile."""
    for tile, count in copies(position).items():
        if count > 4:
            return refused("fifth", tile=tile, count=count)
    return allowed("fits")
