"""Winning tiles let pass."""

from collections.abc import Iterable

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, LiftFuriten, SetFuriten
from rulebook.moments import furiten_somewhere, hand_is_announced
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted, refused
from rulebook.shape import is_orphans
from rulebook.state import Drew, MeldKind, Ready
from rulebook.tiles import Seat


@rule("furiten.passed.barred", ActionKind.WIN)
def winning_tile_was_passed(case: Case, rules: RuleSet) -> Finding | None:
    """Bar a win on a discard after a winning tile was let pass."""
    if not case.me.furiten:
        return None
    return refused("passed" if case.me.ready is Ready.NO else "after-riichi")


def _passes(case: Case, rules: RuleSet) -> bool:
    """Whether the tile that is let pass would complete the hand, by its shape alone."""
    if not rules["furiten"] or case.offered is None or case.offered[0] is case.seat:
        return False
    return case.completes(rules, case.offered[1]) is True


@remark("furiten.passed.discard", ActionKind.PASS)
def a_winning_tile_goes_by(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the discard let pass would complete the hand, or that it would not."""
    if case.discard is None or case.me.hidden or case.discard.seat is case.seat:
        return None
    completes = case.completes(rules, case.discard.tile)
    key = ("passed" if rules["furiten"] else "no-furiten") if completes else "no-wait"
    return noted(key, tile=case.discard.tile)


@effect("furiten.passed.discard", ActionKind.PASS, step=Step.PRICE)
def passing_a_discard(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make a player furiten who lets a completing discard pass."""
    if case.discard and _passes(case, rules):
        yield SetFuriten(case.seat, case.discard.tile, case.me.ready is not Ready.NO)


@remark("furiten.passed.kong-tile", ActionKind.PASS)
def a_robbable_tile_goes_by(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether the kong let pass could have been robbed by this hand."""
    if case.made is None or case.me.hidden or case.made.seat is case.seat:
        return None
    key = "passed" if _robbable(case, rules) else "no-robbery"
    return noted(key, tile=case.made.tile, owner=case.made.seat)


@effect("furiten.passed.kong-tile", ActionKind.PASS, step=Step.PRICE)
def passing_a_kong_tile(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make a player furiten who lets a robbable tile pass: it counts like a discard."""
    if case.made and _robbable(case, rules):
        yield SetFuriten(case.seat, case.made.tile, case.me.ready is not Ready.NO)


def _robbable(case: Case, rules: RuleSet) -> bool:
    """Whether this hand could have robbed the kong just made."""
    if case.made is None or not _passes(case, rules):
        return False
    if case.made.meld.kind is MeldKind.CONCEALED_KONG:
        return bool(rules["kong.rob.concealed"]) and is_orphans(case.concealed(case.made.tile))
    return case.made.meld.kind is MeldKind.EXTENDED_KONG


@remark("furiten.passed.own-draw", ActionKind.DISCARD, family=Family.RIICHI)
def own_winning_tile_goes(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a player in riichi throws away the drawn tile that completes the hand."""
    drew = case.drew
    if case.me.ready is Ready.NO or drew is None or drew.tile is not case.action.tile:
        return None
    if drew.tile is None or not rules["furiten"] or not case.completes(rules):
        return None
    return noted("passed", tile=drew.tile)


@effect(
    "furiten.passed.own-draw",
    ActionKind.DISCARD,
    step=Step.PRICE,
    family=Family.RIICHI,
    after=(Drew,),
    when=hand_is_announced,
)
def passing_an_own_draw(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make a player furiten for the rest of the deal who passes an own winning draw in riichi."""
    if case.action.tile and own_winning_tile_goes(case, rules):
        yield SetFuriten(case.seat, case.action.tile, rest_of_deal=True)


@effect(
    "furiten.passed.until",
    ActionKind.DRAW,
    ActionKind.DISCARD,
    *SET_CLAIMS,
    *KONGS,
    step=Step.GO_AROUND,
    when=furiten_somewhere,
)
def own_tile_ends_it(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End temporary furiten when its owner draws or claims, or when anybody interrupts."""
    free = tuple(seat for seat in (case.seat, *case.seat.others) if _is_freed(case, seat, rules))
    if free:
        yield LiftFuriten(free)


def _is_freed(case: Case, seat: Seat, rules: RuleSet) -> bool:
    """Whether this action ends the temporary furiten of a player. In riichi nothing does."""
    player, kind = case.position.player(seat), case.action.kind
    if not player.furiten or player.ready is not Ready.NO:
        return False
    until = rules["furiten.temporary-until"]
    if until == "own-discard":
        return seat is case.seat and kind is ActionKind.DISCARD
    own_tile = seat is case.seat and kind in (ActionKind.DRAW, *SET_CLAIMS)
    interrupted = until == "interruption" and kind in (*SET_CLAIMS, *KONGS)
    return own_tile or interrupted


@remark("furiten.passed.until", ActionKind.DRAW, *SET_CLAIMS, *KONGS)
def who_stays_furiten(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whose furiten this action leaves as it is."""
    for seat in (case.seat, *case.seat.others):
        player = case.position.player(seat)
        if player.furiten and player.ready is not Ready.NO:
            return noted("riichi", player=seat)
        if player.furiten and not _is_freed(case, seat, rules):
            return noted("stays", player=seat)
    return None
