"""Kongs after riichi."""

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case, hand_waits
from rulebook.moments import hand_is_announced
from rulebook.registry import rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused, unknown
from rulebook.shape import counts_of, readings
from rulebook.state import Ready
from rulebook.tiles import Tile


def _riichi(case: Case) -> bool:
    return case.me.ready in (Ready.RIICHI, Ready.DOUBLE_RIICHI)


@rule(
    "kong.ready.only-concealed",
    *SET_CLAIMS,
    *KONGS,
    family=Family.RIICHI,
    when=hand_is_announced,
)
def no_claims_in_riichi(case: Case, rules: RuleSet) -> Finding | None:
    """Leave a player in riichi no set to claim and no kong but a concealed one."""
    if not _riichi(case):
        return None
    if case.action.kind is ActionKind.CONCEALED_KONG:
        return allowed("concealed")
    return refused("claim" if case.action.kind in SET_CLAIMS else "extend")


@rule("kong.ready.drawn-tile", ActionKind.CONCEALED_KONG, family=Family.RIICHI)
def kong_of_the_tile_just_drawn(case: Case, rules: RuleSet) -> Finding | None:
    """Ask after riichi for the fourth tile to be the one just drawn."""
    tile, drew = case.action.tile, case.drew
    if not _riichi(case) or tile is None or drew is None or drew.tile is None:
        return None
    if drew.tile.index == tile.index:
        return allowed("drawn", tile=tile)
    return refused("not-drawn", tile=tile, drawn=drew.tile)


def _drawn_fourth(case: Case, tile: Tile) -> bool:
    """Whether the tile just drawn is the fourth of its kind in the hand."""
    drawn = case.drew.tile if case.drew else None
    return case.me.count(tile) == 4 and (drawn is None or drawn.index == tile.index)


@rule("kong.ready.same-waits", ActionKind.CONCEALED_KONG, family=Family.RIICHI)
def waits_stay(case: Case, rules: RuleSet) -> Finding | None:
    """Ask after riichi for a kong that leaves every wait as it was."""
    tile = case.action.tile
    if not _riichi(case) or tile is None or not _drawn_fourth(case, tile):
        return None
    before = hand_waits(case.me, rules, tile_held(case, tile))
    after = hand_waits(case.me, rules, *(own for own in case.me.hand if own.index == tile.index))
    if before is None or after is None:
        return unknown("hidden")
    if before == after:
        return allowed("same", waits=before)
    return refused("changed", before=before, after=after)


def tile_held(case: Case, tile: Tile) -> Tile:
    """The tile of this kind in the hand, as it lies there."""
    return next(own for own in case.me.hand if own.index == tile.index)


@rule("kong.ready.every-reading", ActionKind.CONCEALED_KONG, family=Family.RIICHI)
def always_a_pung(case: Case, rules: RuleSet) -> Finding | None:
    """Ask after riichi for three tiles that are a pung in every reading of the hand."""
    tile = case.action.tile
    if not _riichi(case) or tile is None or case.me.hidden or not _drawn_fourth(case, tile):
        return None
    if rules["kong.ready.readings"] != "every":
        return None
    hand = list(case.me.hand)
    hand.remove(tile_held(case, tile))
    for wait in hand_waits(case.me, rules, tile_held(case, tile)) or ():
        for reading in readings(counts_of((*hand, wait))):
            if any(one.run and one.holds(tile) for one in reading.sets):
                return refused("in-a-run", tile=tile, wait=wait)
    return allowed("always-pung", tile=tile)
