"""The original call of the classical game."""

from collections.abc import Iterable

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case, hand_waits
from rulebook.effects import BarWin, Effect, SetReady
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, noted, refused, unknown
from rulebook.state import Age, Discarded, Ready


@rule("ready.original-call.when", ActionKind.ORIGINAL_CALL, family=Family.CLASSICAL)
def after_the_first_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player announce a waiting hand with the first own discard, or right after it."""
    thrown = len(case.me.discards)
    if not thrown:
        return refused("not-yet")
    if thrown > 1 or case.drew or case.claimed or _discard_is_past(case, rules):
        return refused("too-late")
    if case.me.melds and rules["original-call.hidden-hand"]:
        return refused("set-on-table")
    if not rules["original-call.checked"]:
        return allowed("not-checked")
    waits = hand_waits(case.me, rules)
    if waits is None:
        return unknown("hidden")
    return allowed("waiting", waits=waits) if waits else refused("not-waiting")


def _discard_is_past(case: Case, rules: RuleSet) -> bool:
    """Whether the call had to come with the discard, and something has happened since."""
    if rules["original-call.when"] != "with-discard":
        return False
    event = case.position.event
    newest = isinstance(event, Discarded) and event.seat is case.seat
    return not (newest and isinstance(event, Discarded) and event.age is Age.NOTHING)


@rule(
    "ready.original-call.only-win",
    *SET_CLAIMS,
    *KONGS,
    family=Family.CLASSICAL,
)
def nothing_may_change(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse what would change the hand where the call cannot be broken."""
    if case.me.ready is not Ready.ORIGINAL_CALL or _breakable(rules):
        return None
    return refused("bound-kong" if case.action.kind in KONGS else "bound-claim")


@rule("ready.original-call.discard", ActionKind.DISCARD, family=Family.CLASSICAL)
def only_the_drawn_tile_goes(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse another discard than the tile drawn where the call cannot be broken."""
    finding = the_drawn_tile_goes(case, rules)
    if finding is None or finding.key == "kept" or _breakable(rules):
        return None
    return refused("bound", tile=case.action.tile)


def _breakable(rules: RuleSet) -> bool:
    return rules["original-call.change"] == "loses-win"


@effect(
    "ready.original-call.when",
    ActionKind.ORIGINAL_CALL,
    step=Step.LAY,
    family=Family.CLASSICAL,
)
def hand_is_bound(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """From then on nothing in the hand may change."""
    yield SetReady(case.seat, Ready.ORIGINAL_CALL)


@remark("ready.original-call.only-win", *SET_CLAIMS, *KONGS, family=Family.CLASSICAL)
def any_change_breaks_it(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a set claimed or a kong declared breaks the original call."""
    if case.me.ready is not Ready.ORIGINAL_CALL:
        return None
    return noted("broken-by-kong" if case.action.kind in KONGS else "broken-by-claim")


@effect(
    "ready.original-call.only-win",
    *SET_CLAIMS,
    *KONGS,
    step=Step.PRICE,
    family=Family.CLASSICAL,
)
def right_to_win_is_lost(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """A player who breaks the call cannot win in this deal."""
    if case.me.ready is Ready.ORIGINAL_CALL:
        yield BarWin(case.seat)


@remark("ready.original-call.discard", ActionKind.DISCARD, family=Family.CLASSICAL)
def the_drawn_tile_goes(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether a discard keeps the original call: only the drawn tile does."""
    tile, drew = case.action.tile, case.drew
    if case.me.ready is not Ready.ORIGINAL_CALL or drew is None or tile is None:
        return None
    same = drew.tile is None or drew.tile.index == tile.index
    return noted("kept" if same else "broken", tile=tile)


@effect("ready.original-call.discard", ActionKind.DISCARD, step=Step.PRICE, family=Family.CLASSICAL)
def another_discard_breaks_it(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """A player who changes the hand cannot win in this deal."""
    finding = the_drawn_tile_goes(case, rules)
    if finding and finding.key == "broken":
        yield BarWin(case.seat)


@rule("ready.original-call.broken", ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.CLASSICAL)
def broken_call_bars_the_win(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse the win to a player who has broken an original call."""
    return refused("barred") if case.me.barred else None
