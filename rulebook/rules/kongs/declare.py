"""When a player may declare a concealed kong or extend a pung."""

from rulebook.actions import KONGS
from rulebook.case import Case
from rulebook.registry import remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Dealt, Wall


@rule("kong.declare.after-draw", *KONGS)
def after_a_draw(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player declare a kong only right after drawing a tile."""
    if isinstance(case.position.event, Dealt):
        return None
    if case.drew:
        return allowed(_AFTER[case.drew.wall])
    if case.claimed:
        return refused("claimed", tile=case.claimed.meld.claimed)
    if case.discard and case.discard.seat is case.seat:
        return refused("discarded")
    return refused("not-your-turn")


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
    if rules["kong.before-play"]:
        return allowed("before-play")
    return allowed("east") if event.seat is case.seat else refused("wait")
