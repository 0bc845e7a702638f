"""Changing one's mind about a call."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, LayMeld, SetFault, TakeBack
from rulebook.frozen import replace
from rulebook.registry import Step, effect, rule
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, Verdict, allowed, refused
from rulebook.state import Called, Fault, MeldKind
from rulebook.tiles import sort_tiles


def _said(case: Case) -> Called | None:
    """What this player has called and not yet shown."""
    event = case.position.event
    return event if isinstance(event, Called) and event.seat is case.seat else None


@rule("claim.change.sets", ActionKind.CHANGE)
def change_a_set_call(case: Case, rules: RuleSet) -> Finding | None:
    """Say whether a call for a set may become another."""
    said = _said(case)
    if said is None and case.claimed is None:
        return refused("nothing-called")
    if said and said.word == "win":
        return None
    if rules["claim.change"] == "until-discard":
        return allowed("until-discard")
    if said is None:
        return refused("shown")
    return allowed("quick") if said.quick else refused("first-binds")


@rule("claim.change.win", ActionKind.CHANGE, ActionKind.WITHDRAW)
def no_way_back_from_a_win(case: Case, rules: RuleSet) -> Finding | None:
    """Forbid to exchange a call for a win for another call, or to take it back."""
    said = _said(case)
    return refused("win-binds") if said and said.word == "win" else None


@effect(
    "claim.change.win",
    ActionKind.CHANGE,
    ActionKind.WITHDRAW,
    step=Step.PRICE,
    verdict=Verdict.REFUSED,
)
def empty_win_call(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """A win called and not shown leaves a dead hand."""
    finding = no_way_back_from_a_win(case, rules)
    if finding:
        yield SetFault(case.seat, Fault.DEAD)


@rule("claim.change.withdraw", ActionKind.WITHDRAW)
def withdraw_a_set_call(case: Case, rules: RuleSet) -> Finding | None:
    """Say whether a call for a set may be dropped."""
    said = _said(case)
    if said and said.word == "win":
        return None
    if said is None and case.claimed is None:
        return refused("nothing-called")
    if case.claimed and not case.claimed.meld.is_set:
        return None
    if rules["claim.change"] == "until-discard":
        return allowed("until-discard")
    return allowed("nothing-shown") if said else refused("shown")


@effect("claim.change.withdraw", ActionKind.WITHDRAW, step=Step.UNDO)
def tiles_go_back(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Tiles already laid go back to the hand."""
    if case.claimed:
        yield TakeBack(case.seat, case.claimed.meld.kind)


@rule("claim.change.pung-to-kong", ActionKind.CHANGE)
def pung_becomes_a_claimed_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for a third equal tile in the hand when a laid pung is changed to a kong."""
    if case.claimed is None or case.action.to != "kong":
        return None
    if rules["claim.change"] != "until-discard":
        return None
    tile = case.claimed.meld.tile
    if case.claimed.meld.kind is MeldKind.PUNG and case.me.count(tile):
        return allowed("fourth-held", tile=tile)
    return refused("no-fourth", tile=tile)


@effect("claim.change.pung-to-kong", ActionKind.CHANGE, step=Step.LAY)
def kong_is_laid(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The pung becomes a claimed kong, with the claimed tile turned as such."""
    if case.claimed is None or case.action.to != "kong":
        return
    pung = case.claimed.meld
    fourth = next(tile for tile in case.me.hand if tile.index == pung.tile.index)
    kong = replace(pung, kind=MeldKind.KONG, tiles=sort_tiles((*pung.tiles, fourth)), fresh=True)
    yield LayMeld(case.seat, kong, lay(kong, rules))
