"""What riichi binds a player to."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.moments import hand_is_announced
from rulebook.registry import rule
from rulebook.riichi.declared import IN_RIICHI
from rulebook.riichi.tenpai import useful_waits
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Drew


@rule(
    "riichi.bound.discard",
    ActionKind.DISCARD,
    family=Family.RIICHI,
    after=(Drew,),
    when=hand_is_announced,
)
def the_drawn_tile_goes(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player in riichi discard only the tile just drawn, tenpai or not."""
    tile, drew = case.action.tile, case.drew
    if case.me.ready not in IN_RIICHI or drew is None or drew.tile is None or tile is None:
        return None
    if tile is drew.tile:
        return allowed("drawn", tile=tile)
    key = "noten" if useful_waits(case.me, rules, drew.tile) == () else "kept"
    return refused(key, tile=tile, drawn=drew.tile)
