"""When a player may declare a concealed kong or extend a pung."""

from rulebook.actions import KONGS, ActionKind
from rulebook.case import Case
from rulebook.registry import remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Dealt, MeldKind, Wall


@rule("kong.declare.after-draw", *KONGS)
def after_a_draw(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player declare a kong only right after drawing a tile."""
    if isinstance(case.position.event, Dealt):
        return None
    if case.drew:
        return allowed(_AFTER[case.drew.wall])
    if case.claimed:
        tile = case.claimed.meld.claimed
        return (
            allowed("just-claimed", tile=tile)
            if _grows(case, rules)
            else refused("claimed", tile=tile)
        )
    if case.discard and case.discard.seat is case.seat:
        return refused("discarded")
    owed = case.made and case.made.seat is case.seat and not case.made.replaced
    return refused("tile-owed" if owed else "not-your-turn")


def _grows(case: Case, rules: RuleSet) -> bool:
    """Whether house rules let the pung claimed in this very turn become a kong."""
    claimed, tile = case.claimed, case.action.tile
    if claimed is None or tile is None or not rules["kong.added.just-claimed"]:
        return False
    same = claimed.meld.kind is MeldKind.PUNG and claimed.meld.tile.index == tile.index
    return same and case.action.kind is ActionKind.EXTENDED_KONG


_AFTER = {Wall.LIVE: "drew", Wall.DEAD: "drew-replacement", Wall.BONUS: "drew-for-bonus"}


@remark("kong.declare.kept", *KONGS)
def tile_kept_from_earlier(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the fourth tile need not be the one just drawn."""
    drew, tile = case.drew, case.action.tile
    if drew is None or drew.tile is None or tile is None:
        return None
    return None if drew.tile.index == tile.index else noted("kept", tile=tile, drawn=drew.tile)


@rule("kong.declare.in-the-deal", *KONGS)
def before_the_first_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Say whether a kong found in the deal may be laid before play."""
    event = case.position.event
    if not isinstance(event, Dealt):
        return None
    if event.asked is not None and event.asked is not case.seat:
        return refused("not-asked", player=event.asked)
    if rules["kong.before-play"]:
        return allowed("before-play")
    return allowed("east") if event.seat is case.seat else refused("wait")
