"""Bonus tiles lie apart from everything that is played."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, refused


@rule("tiles.flowers.apart", ActionKind.DISCARD, family=Family.CLASSICAL)
def bonus_tiles_are_not_discarded(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to discard a bonus tile, be it new or kept too long."""
    tile = case.action.tile
    return refused("bonus", tile=tile) if tile is not None and tile.bonus else None
