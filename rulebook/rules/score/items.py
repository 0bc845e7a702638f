"""Minipoints, dora and the value of a hand that is won with."""

from collections.abc import Iterable, Iterator

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Pay, Scored, TakeBets
from rulebook.registry import Step, effect
from rulebook.registry import rules as decides
from rulebook.riichi.score import DORA_RULES, Score
from rulebook.riichi.value import COUNTER
from rulebook.riichi.views import Wait
from rulebook.riichi.winning import scored
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.tiles import Side

_WINS = (ActionKind.WIN, ActionKind.SELF_DRAW)

_FU = [
    f"score.fu.{name}"
    for name in (
        *("base", "seven-pairs", "sets", "completed-pung", "pair", "double-wind", "wait"),
        *("self-draw", "pinfu", "open-twenty", "rounding"),
    )
]


@decides(_FU, *_WINS, family=Family.RIICHI)
def minipoints_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark what earns minipoints, item by item, and how they are rounded."""
    score = scored(case, rules)
    if not isinstance(score, Score) or score.yakuman:
        return
    for item in score.fu_items:
        values = {"tile": item.tiles[0]} if item.tiles else {}
        yield item.rule, noted(item.id, fu=item.fu, **values)
    yield from _left_out(score, rules)
    total = sum(item.fu for item in score.fu_items)
    if total != score.fu:
        yield "score.fu.rounding", noted("rounded", total=total, fu=score.fu)


def _left_out(score: Score, rules: RuleSet) -> Iterator[tuple[str, Finding]]:
    """What a player might expect to earn minipoints and does not."""
    view = score.view
    if view.wait is Wait.TRIPLE and not view.hand.drawn:
        yield "score.fu.completed-pung", noted("open", tile=view.hand.tile)
    if ("pinfu", 1) in score.yaku and view.hand.drawn and not rules["score.pinfu-self-draw"]:
        yield "score.fu.pinfu", noted("twenty")


@decides(DORA_RULES.values(), *_WINS, family=Family.RIICHI)
def dora_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark how many dora of each kind the hand holds."""
    score = scored(case, rules)
    if not isinstance(score, Score):
        return
    for id, fan in score.yaku:
        if id in DORA_RULES:
            yield DORA_RULES[id], noted("holds", fan=fan)


_VALUE = [
    f"score.value.{name}"
    for name in ("reading", "base", "limit", "thirteen", "round-up", "yakuman")
]


@decides(_VALUE, *_WINS, family=Family.RIICHI)
def value_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark how the value follows from fan and minipoints."""
    score = scored(case, rules)
    if not isinstance(score, Score):
        return
    if score.yakuman:
        count = len([id for id, _ in score.yaku])
        several = "add-up" if rules["yakuman.several"] == "add-up" else "only-one"
        key = "one" if count == 1 else several
        yield "score.value.yakuman", noted(key, times=score.yakuman, base=score.base)
    elif score.fan >= 13 and score.limit:
        yield "score.value.thirteen", noted(str(score.limit), fan=score.fan)
    elif score.limit == "mangan" and score.fan < 5:
        computed = score.fu << (score.fan + 2)
        if computed < score.base:
            yield "score.value.round-up", noted("rounded-up", computed=computed)
        else:
            yield "score.value.limit", noted("capped", computed=computed)
    elif score.limit:
        yield "score.value.limit", noted(score.limit, fan=score.fan)
    else:
        yield "score.value.base", noted("computed", fan=score.fan, fu=score.fu, base=score.base)
        if 1900 < score.base < 2000:
            yield "score.value.round-up", noted("not-rounded", base=score.base)


@effect("score.value.base", *_WINS, step=Step.LAY, family=Family.RIICHI)
def hand_is_scored(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """State the yaku, fan, minipoints and value of the hand."""
    score = scored(case, rules)
    if isinstance(score, Score):
        values = (score.yaku, score.yakuman, score.fan, score.fu, score.limit, score.value)
        yield Scored(case.seat, *values)


@effect("score.value.discard", ActionKind.WIN, step=Step.PAYMENT, family=Family.RIICHI)
def discarder_pays(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The player who gave the tile pays the whole hand and the counters."""
    yield from _shares(case, rules)


@effect("score.value.self-draw", ActionKind.SELF_DRAW, step=Step.PAYMENT, family=Family.RIICHI)
def everybody_pays(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Each opponent pays a share, East or to East the double one, and the counters."""
    yield from _shares(case, rules)


def _shares(case: Case, rules: RuleSet) -> Iterator[Effect]:
    """What each opponent pays where nobody is liable."""
    score = scored(case, rules)
    if not isinstance(score, Score) or score.liability:
        return
    hand = score.view.hand
    each = COUNTER * hand.counters if hand.drawn else 3 * COUNTER * hand.counters
    for side in (Side.RIGHT, Side.ACROSS, Side.LEFT):
        if score.payments[side]:
            yield Pay(case.seat.at(side), case.seat, score.payments[side], each)


@effect("score.value.bets", *_WINS, step=Step.PAYMENT, family=Family.RIICHI)
def winner_takes_the_bets(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The riichi bets on the table go to the winner."""
    if case.position.bets and isinstance(scored(case, rules), Score):
        yield TakeBets(case.seat, case.position.bets)
