"""The end of the wall."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, EndDeal, Pay
from rulebook.moments import wall_is_empty
from rulebook.registry import Step, effect, remark, rule
from rulebook.rules.endings.nagashi import nagashi
from rulebook.rules.endings.over import over
from rulebook.rules.kongs.replacement import loose_tiles
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, Verdict, allowed, noted, refused
from rulebook.tiles import Seat


@rule("end.wall.used-up", ActionKind.DRAW, when=wall_is_empty)
def nothing_to_draw(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse a draw from an empty live wall."""
    if case.position.live or case.action.from_dead_wall:
        return None
    return refused("empty")


@effect("end.wall.used-up", ActionKind.DRAW, step=Step.TURN, verdict=Verdict.REFUSED)
def deal_ends_without_a_winner(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the deal when the player whose turn it is must draw and cannot."""
    if case.is_next and nothing_to_draw(case, rules):
        yield EndDeal("wall-used-up")


@remark("end.wall.last-tile", ActionKind.DISCARD)
def last_discard_of_the_deal(case: Case, rules: RuleSet) -> Finding | None:
    """Remark what can still be called on the discard after the last tile."""
    if case.position.live or case.drew is None:
        return None
    return noted("any-claim" if rules["claim.last-discard"] else "only-win")


@rule("end.wall.last-bonus", ActionKind.BONUS, family=Family.CLASSICAL)
def bonus_tile_can_be_replaced(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to lay a bonus tile when no tile is left to replace it."""
    loose = rules["bonus.replacement"] == "dead"
    left = loose_tiles(case.position, rules) if loose else case.position.live
    return allowed("wall-left") if left > 0 else refused("no-replacement")


@effect(
    "end.wall.last-bonus",
    ActionKind.BONUS,
    step=Step.TURN,
    verdict=Verdict.REFUSED,
    family=Family.CLASSICAL,
)
def deal_ends_with_the_bonus_tile(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the deal when a bonus tile cannot be replaced."""
    newest = case.drew and case.drew.tile in (None, case.action.tile)
    if newest and bonus_tile_can_be_replaced(case, rules) == refused("no-replacement"):
        yield EndDeal("wall-used-up")


NOTEN = 3000
"""What players without tenpai pay in all, in points."""


def _tenpai(case: Case, rules: RuleSet) -> tuple[Seat, ...] | None:
    """Who shows tenpai after an exhaustive draw that is paid by tenpai."""
    event = over(case, rules)
    if event is None or event.how != "wall-used-up" or nagashi(case, rules):
        return None
    return event.tenpai


@remark("end.wall.payment", ActionKind.SETTLE, family=Family.RIICHI)
def tenpai_is_paid(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who is paid after an exhaustive draw."""
    shown = _tenpai(case, rules)
    if shown is None:
        return None
    if len(shown) in (0, 4):
        return noted("all-noten" if not shown else "all-tenpai")
    return noted("paid", seats=shown, each=NOTEN // len(shown), share=NOTEN // (4 - len(shown)))


@effect("end.wall.payment", ActionKind.SETTLE, step=Step.PAYMENT, family=Family.RIICHI)
def noten_pays_tenpai(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Players without tenpai pay the others, 3000 points in all."""
    shown = _tenpai(case, rules) or ()
    noten = [seat for seat in Seat if seat not in shown]
    thousand = "end.wall.payment/paid" in rules.flips
    if len(shown) == 2 and not thousand:
        for payer, payee in zip(noten, shown, strict=True):
            yield Pay(payer, payee, NOTEN // 2)
    elif 0 < len(shown) < 4:
        for payee in shown:
            for payer in noten:
                yield Pay(payer, payee, NOTEN // 3)
