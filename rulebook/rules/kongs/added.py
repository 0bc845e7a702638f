"""Extending an exposed pung to a kong."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case, kong_meld
from rulebook.effects import CountAs, Effect, LayMeld
from rulebook.registry import Step, effect, rule
from rulebook.rules.kongs.replacement import wall_can_replace
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused, unknown
from rulebook.state import MeldKind


@rule("kong.added.own-pung", ActionKind.EXTENDED_KONG)
def own_exposed_pung(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for the player's own exposed pung of this kind."""
    tile = case.action.tile
    if tile is None:
        return None
    pung = case.me.pung_of(tile)
    return allowed("pung", tile=tile) if pung else refused("no-pung", tile=tile)


@rule("kong.added.held-tile", ActionKind.EXTENDED_KONG)
def fourth_tile_in_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for the fourth tile in the hand: a discard never extends a pung."""
    tile = case.action.tile
    if tile is None:
        return None
    if case.me.count(tile):
        return allowed("held", tile=tile)
    if case.discard and case.discard.tile.index == tile.index:
        own = case.discard.seat is case.seat
        return refused("discarded" if own else "a-discard", tile=tile)
    return unknown("hidden", tile=tile) if case.me.hidden else refused("not-held", tile=tile)


@rule("kong.added.last-tile", ActionKind.EXTENDED_KONG)
def added_kong_can_be_replaced(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to extend a pung when too few live tiles are left for its replacement."""
    return wall_can_replace(case, rules)


@effect("kong.added.display", ActionKind.EXTENDED_KONG, step=Step.LAY)
def lay_an_added_tile(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Lay the fourth tile beside the pung on the table."""
    if case.action.tile and case.me.pung_of(case.action.tile):
        meld = kong_meld(case, MeldKind.EXTENDED_KONG, case.action.tile)
        yield LayMeld(case.seat, meld, lay(meld, rules))


@effect("kong.added.nature", ActionKind.EXTENDED_KONG, step=Step.COUNT)
def added_kong_counts(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Say that an added kong stays exposed in every respect."""
    if case.action.tile:
        meld = kong_meld(case, MeldKind.EXTENDED_KONG, case.action.tile)
        yield CountAs(case.seat, meld, "exposed", "exposed")
