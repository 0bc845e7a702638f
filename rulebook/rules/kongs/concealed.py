"""Kongs of four tiles that the player drew."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case, kong_meld
from rulebook.effects import CountAs, Effect, LayMeld
from rulebook.registry import Step, effect, remark, rule
from rulebook.rules.kongs.replacement import wall_can_replace
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused, unknown
from rulebook.state import MeldKind


@rule("kong.concealed.four", ActionKind.CONCEALED_KONG)
def four_in_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for four equal tiles among the concealed ones."""
    tile = case.action.tile
    if tile is None:
        return None
    held = case.me.count(tile)
    if held == 4:
        return allowed("held", tile=tile)
    if case.me.hidden >= 4 - held:
        return unknown("hidden", tile=tile)
    return refused("not-four", tile=tile, held=held)


@rule("kong.concealed.last-tile", ActionKind.CONCEALED_KONG)
def concealed_kong_can_be_replaced(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse a concealed kong when too few live tiles are left for its replacement."""
    return wall_can_replace(case, rules)


@remark("kong.concealed.undeclared", ActionKind.WIN, ActionKind.SELF_DRAW)
def undeclared_is_no_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that four equal tiles in a winning hand are no kong unless declared."""
    four = next((tile for tile in case.me.hand if case.me.count(tile) == 4), None)
    return noted("four-in-hand", tile=four) if four else None


@effect("kong.concealed.display", ActionKind.CONCEALED_KONG, step=Step.LAY)
def lay_a_concealed_kong(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Lay four equal tiles of the hand, two of them face down."""
    if case.action.tile:
        meld = kong_meld(case, MeldKind.CONCEALED_KONG, case.action.tile)
        yield LayMeld(case.seat, meld, lay(meld, rules))


@effect("kong.concealed.nature", ActionKind.CONCEALED_KONG, step=Step.COUNT)
def concealed_kong_counts(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Say that a concealed kong counts as concealed and leaves the hand concealed."""
    if case.action.tile:
        meld = kong_meld(case, MeldKind.CONCEALED_KONG, case.action.tile)
        yield CountAs(case.seat, meld, "concealed", "concealed")
