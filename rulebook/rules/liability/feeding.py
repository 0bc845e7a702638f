"""Liability in riichi: feeding the third dragon or the fourth wind set."""

from collections.abc import Iterable, Sequence

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, MakeLiable
from rulebook.registry import Step, effect, remark
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Meld, MeldKind
from rulebook.tiles import Tile

_CLAIMS = (ActionKind.PUNG, ActionKind.KONG)

_OTHERS = {True: 3, False: 2}
"""How many other sets must lie there: three of winds, two of dragons."""


def _alike(case: Case, tile: Tile) -> list[Meld]:
    """The player's other dragon sets for a dragon, other wind sets for a wind."""
    return [
        meld
        for meld in case.me.melds
        if meld.kind is not MeldKind.CHOW
        and meld.tile is not tile.kind
        and (meld.tile.wind if tile.wind else meld.tile.dragon)
    ]


def _on_display(melds: Sequence[Meld], rules: RuleSet) -> list[Meld]:
    """Those sets that count: exposed ones, and concealed kongs where the rules say so."""
    return [meld for meld in melds if meld.exposed or rules["liability.concealed-kongs"]]


def _decides(case: Case, rules: RuleSet, *, winds: bool) -> bool:
    """Whether this claim lays the last dragon or wind set, and counts."""
    if case.discard is None or not case.discard.tile.honour:
        return False
    tile = case.discard.tile
    if tile.wind is not winds:
        return False
    if case.action.kind is ActionKind.KONG and not rules["liability.kong-claim"]:
        return False
    return len(_on_display(_alike(case, tile), rules)) == _OTHERS[winds]


@remark("liability.feeding.dragons", *_CLAIMS, family=Family.RIICHI)
def third_dragon_is_fed(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a claim lays the third dragon set on display."""
    if case.discard is None or not _decides(case, rules, winds=False):
        return None
    return noted("third", tile=case.discard.tile, discarder=case.discard.seat)


@effect("liability.feeding.dragons", *_CLAIMS, step=Step.LIABILITY, family=Family.RIICHI)
def third_dragon_set(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make the discarder liable who feeds the third dragon set on display."""
    if case.discard and _decides(case, rules, winds=False):
        yield MakeLiable(case.seat, case.discard.seat, "dragons")


@remark("liability.feeding.winds", *_CLAIMS, family=Family.RIICHI)
def fourth_wind_is_fed(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a claim lays the fourth wind set on display."""
    if case.discard is None or not _decides(case, rules, winds=True):
        return None
    return noted("fourth", tile=case.discard.tile, discarder=case.discard.seat)


@effect("liability.feeding.winds", *_CLAIMS, step=Step.LIABILITY, family=Family.RIICHI)
def fourth_wind_set(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make the discarder liable who feeds the fourth wind set on display."""
    if case.discard and _decides(case, rules, winds=True):
        yield MakeLiable(case.seat, case.discard.seat, "winds")


@remark("liability.feeding.concealed-kongs", *_CLAIMS, family=Family.RIICHI)
def concealed_kongs_on_display(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether the claimer's concealed kongs count as sets on display."""
    if case.discard is None or not case.discard.tile.honour:
        return None
    sets = _alike(case, case.discard.tile)
    kongs = tuple(meld.tile for meld in sets if not meld.exposed)
    if not kongs or len(sets) != _OTHERS[case.discard.tile.wind]:
        return None
    counted = rules["liability.concealed-kongs"]
    return noted("counted" if counted else "not-counted", tiles=kongs)


@remark("liability.feeding.own-tile", ActionKind.CONCEALED_KONG, family=Family.RIICHI)
def own_tiles_make_nobody_liable(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a last dragon or wind set of drawn tiles makes nobody liable."""
    tile = case.action.tile
    if tile is None or not tile.honour or len(_alike(case, tile)) != _OTHERS[tile.wind]:
        return None
    return noted("nobody", tile=tile)


@remark("liability.feeding.extended", ActionKind.EXTENDED_KONG, family=Family.RIICHI)
def extending_moves_nothing(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that extending the pung that decided does not change who is liable."""
    liable = case.me.liability
    return noted("stays", payer=liable.payer) if liable else None


@remark("liability.feeding.fourth-kong", ActionKind.KONG, family=Family.RIICHI)
def fourth_kong_is_fed(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether feeding a player's fourth kong makes liable."""
    if case.discard is None or case.me.kongs != 3:
        return None
    if any(_decides(case, rules, winds=winds) for winds in (False, True)):
        return None
    counts = rules["liability.kongs"] == "fourth"
    return noted("liable" if counts else "nobody", discarder=case.discard.seat)


@effect("liability.feeding.fourth-kong", ActionKind.KONG, step=Step.LIABILITY, family=Family.RIICHI)
def feeder_of_the_fourth_kong(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make the discarder liable where four kongs are under liability."""
    finding = fourth_kong_is_fed(case, rules)
    if case.discard and finding and finding.key == "liable":
        yield MakeLiable(case.seat, case.discard.seat, "kongs")
