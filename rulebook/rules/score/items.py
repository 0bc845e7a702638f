"""Minipoints, dora and the value of a hand that is won with."""

from collections.abc import Iterable, Iterator

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Pay, Scored, TakeBets
from rulebook.registry import Step, effect
from rulebook.registry import rules as decides
from rulebook.riichi.declared import bets_to_win
from rulebook.riichi.minipoints import worthless
from rulebook.riichi.score import DORA_NAME, DORA_OF, DORA_RULES, Score, lesser_value
from rulebook.riichi.terms import terms_of
from rulebook.riichi.value import counter_points, exact_shares
from rulebook.riichi.views import Wait
from rulebook.riichi.winning import scored
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Ready
from rulebook.tiles import Seat, Side, Tile

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
    if not isinstance(score, Score) or not score.fu_items:
        return
    for item in (*score.fu_items, *worthless(score.view)):
        values = {"tile": item.tiles[0]} if item.tiles else {}
        yield item.rule, noted(item.id, fu=item.fu, **values)
    yield from _explained(score, rules)
    total = sum(item.fu for item in score.fu_items)
    if score.fu_items[0].id == "seven-pairs":
        yield "score.fu.rounding", noted("seven-pairs", fu=score.fu)
    else:
        key = "exact" if total == score.fu else "rounded"
        yield "score.fu.rounding", noted(key, total=total, fu=score.fu)


def _explained(score: Score, rules: RuleSet) -> Iterator[tuple[str, Finding]]:
    """What no item shows: how the last pung counts, and what pinfu does to the minipoints."""
    hand = score.view.hand
    if score.view.wait is Wait.TRIPLE:
        key = "concealed" if hand.drawn else "open"
        yield "score.fu.completed-pung", noted(key, tile=hand.tile)
    if ("pinfu", 1) in score.yaku:
        drawn = "counted" if rules["score.pinfu-self-draw"] else "twenty"
        yield "score.fu.pinfu", noted(drawn if hand.drawn else "discard")


@decides((*DORA_RULES.values(), DORA_NAME), *_WINS, family=Family.RIICHI)
def dora_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark how many dora of each kind the hand holds, and what is none."""
    score = scored(case, rules)
    if not isinstance(score, Score) or score.yakuman:
        return
    hand = score.view.hand
    for id, fan in score.yaku:
        if id in DORA_RULES:
            yield DORA_RULES[id], noted("holds", fan=fan)
    held = frozenset(tile.kind for tile in hand.tiles)
    yield from _shown(hand.indicators, held)
    yield from _dragons(hand.indicators, held)
    if hand.ready is Ready.NO and any(DORA_OF[tile.index] in held for tile in hand.ura):
        yield DORA_RULES["ura"], noted("no-riichi")
    for tile in hand.tiles:
        if tile.red and not rules["tiles.red-fives"]:
            yield DORA_RULES["red-five"], noted("ordinary", tile=tile.kind)


def _shown(indicators: tuple[Tile, ...], held: frozenset[Tile]) -> Iterator[tuple[str, Finding]]:
    """The indicators whose dora begins its row again, and those that are held themselves."""
    dora = [DORA_OF[tile.index] for tile in indicators]
    for tile, shown in zip(indicators, dora, strict=True):
        if shown in held and shown < tile.kind:
            key = "red" if tile.dragon else "around"
            yield DORA_RULES["dora"], noted(key, indicator=tile.kind, tile=shown)
        if tile.kind in held and tile.kind not in dora:
            yield DORA_RULES["dora"], noted("itself", indicator=tile.kind, tile=shown)


def _dragons(indicators: tuple[Tile, ...], held: frozenset[Tile]) -> Iterator[tuple[str, Finding]]:
    """The dragons that are held, where no indicator makes one of them dora."""
    dora = {DORA_OF[tile.index] for tile in indicators}
    dragons = tuple(sorted(tile for tile in held if tile.dragon))
    if dragons and dora and dora.isdisjoint(dragons):
        yield DORA_NAME, noted("dragons", tiles=dragons)


_VALUE = [f"score.value.{name}" for name in ("base", "limit", "thirteen", "round-up", "yakuman")]


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


@decides(["score.value.reading"], *_WINS, family=Family.RIICHI)
def reading_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark that the hand can be read in another way that would bring less."""
    score = scored(case, rules)
    lesser = lesser_value(score, rules) if isinstance(score, Score) else None
    if isinstance(score, Score) and lesser:
        yield "score.value.reading", noted("dearest", value=score.value, lesser=lesser)


@effect("score.value.base", *_WINS, step=Step.LAY, family=Family.RIICHI)
def hand_is_scored(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """State the yaku, fan, minipoints and value of the hand."""
    score = scored(case, rules)
    if isinstance(score, Score):
        values = (score.yaku, score.yakuman, score.fan, score.fu, score.limit, score.value)
        yield Scored(case.seat, *values)


_PAYMENT = [f"score.value.{name}" for name in ("discard", "self-draw", "counters", "bets")]


@decides(_PAYMENT, *_WINS, family=Family.RIICHI)
def payment_of_the_hand(case: Case, rules: RuleSet) -> Iterable[tuple[str, Finding]]:
    """Remark who pays how much of the hand, and what lies on the table besides."""
    score = scored(case, rules)
    if not isinstance(score, Score):
        return
    if not score.liability:
        yield from _paid(score, rules)
    bets = score.view.hand.bets
    if bets:
        yield "score.value.bets", noted("taken", bets=bets, points=1000 * bets)


def _paid(score: Score, rules: RuleSet) -> Iterator[tuple[str, Finding]]:
    """The shares and the counters of a hand for which nobody is liable."""
    hand, terms = score.view.hand, terms_of(rules)
    how = "self-draw" if hand.drawn else "discard"
    shared = hand.drawn or terms.all_pay
    counters = counter_points(hand, terms, alone=not shared)
    paid = [points - counters for points in score.payments.values() if points]
    east = hand.seat is Seat.EAST
    if hand.drawn or not shared:
        values = {"value": score.value, "most": max(paid), "least": min(paid)}
        yield f"score.value.{how}", noted("east" if east else "others", base=score.base, **values)
    else:
        yield "score.value.discard", noted("everybody")
    exact = sum(exact_shares(score.base, hand, terms).values())
    if score.value != exact:
        yield f"score.value.{how}", noted("rounded", exact=exact, value=score.value)
    if hand.counters:
        values = {"counters": hand.counters, "points": counters}
        yield "score.value.counters", noted("self-draw" if shared else "discard", **values)
        if east:
            yield "score.value.counters", noted("east")


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
    hand, terms = score.view.hand, terms_of(rules)
    each = counter_points(hand, terms, alone=not (hand.drawn or terms.all_pay))
    for side in (Side.RIGHT, Side.ACROSS, Side.LEFT):
        if score.payments[side]:
            yield Pay(case.seat.at(side), case.seat, score.payments[side], each)


@effect("score.value.bets", *_WINS, step=Step.PAYMENT, family=Family.RIICHI)
def winner_takes_the_bets(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The riichi bets on the table go to the winner."""
    bets = bets_to_win(case.position, rules)
    if bets and isinstance(scored(case, rules), Score):
        yield TakeBets(case.seat, bets)
