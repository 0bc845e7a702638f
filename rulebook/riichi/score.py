"""What a riichi hand is worth, item by item, and who pays it."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.frozen import dataclass
from rulebook.riichi.hand import Hand, HandError, HandFault, check_hand
from rulebook.riichi.minipoints import Item, items, rounded
from rulebook.riichi.terms import Terms, terms_of
from rulebook.riichi.value import (
    MANGAN,
    YAKUMAN_BASE,
    base_value,
    counter_points,
    full_value,
    shares,
)
from rulebook.riichi.views import View, views
from rulebook.riichi.yaku import (
    before_the_first_draw,
    yaku_of_circumstance,
    yaku_of_shape,
    yakuman_of,
)
from rulebook.ruleset import RuleSet
from rulebook.state import Ready
from rulebook.tiles import KINDS, Side, Tile

__all__ = [
    "BONUS",
    "DORA_NAME",
    "DORA_RULES",
    "LIABLE",
    "Score",
    "answered",
    "best_score",
    "dora_of",
    "lesser_value",
    "liable_shares",
    "minimum_fan",
    "score",
]

LIABLE = {"dragons": "daisangen", "winds": "daisuushii", "kongs": "suukantsu"}
"""The yakuman that each kind of liability is about."""

PINFU = ("pinfu", 1)
DORA = "dora"
URA = "ura"
RED_FIVE = "red-five"

BONUS = (DORA, URA, RED_FIVE)
"""What brings fan and is no yaku."""


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a hand in its best reading.

    Attributes:
        view: the reading.
        yaku: yaku and dora with their fan, in the order in which they are listed.
            A yakuman is written with thirteen fan.
        yakuman: how many yakuman are paid.
        fan: all fan, dora included.
        fu: minipoints, rounded; none for yakuman.
        fu_items: what earns minipoints.
        limit: the limit the hand reaches.
        base: the base value, in points.
        value: what it brings, counters and bets not counted, in points.
        payments: what each opponent pays, counters included, in points.
        winner: what the winner gets, counters and bets included, in points.
        liability: the rule by which somebody is liable, `None` where nobody is.
    """

    view: View
    yaku: tuple[tuple[str, int], ...]
    yakuman: int
    fan: int
    fu: int
    fu_items: tuple[Item, ...]
    limit: str | None
    base: int
    value: int
    payments: Mapping[Side, int]
    winner: int
    liability: str | None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that decided, in the order in which they are read."""
        hand = self.view.hand
        named = [DORA_RULES.get(id) or f"yaku.{id}" for id, _ in self.yaku]
        named += [item.rule for item in self.fu_items]
        named.append("score.value.limit" if self.limit else "score.value.base")
        named.append("score.value.self-draw" if hand.drawn else "score.value.discard")
        if self.liability:
            named.append(self.liability)
        if hand.counters:
            named.append("score.value.counters")
        if hand.bets:
            named.append("score.value.bets")
        return tuple(dict.fromkeys(named))


class _Counted:
    """One view with its yaku and minipoints; nothing is ever changed.

    Attributes:
        view, yaku, yakuman, fan, fu, fu_items, limit, base: as in a score.
        rank: what brings most; of the same value, a yakuman goes before thirteen
            fan or more.
    """

    __slots__ = ("base", "fan", "fu", "fu_items", "limit", "rank", "view", "yaku", "yakuman")

    def __init__(
        self,
        view: View,
        yaku: tuple[tuple[str, int], ...],
        yakuman: int,
        fan: int,
        fu: int,
        fu_items: tuple[Item, ...],
        limit: str | None,
        base: int,
    ) -> None:
        self.view = view
        self.yaku = yaku
        self.yakuman = yakuman
        self.fan = fan
        self.fu = fu
        self.fu_items = fu_items
        self.limit = limit
        self.base = base
        self.rank = (base, yakuman, fan, fu)


def score(hand: Hand, rules: RuleSet) -> Score:
    """Score a winning hand in the reading that brings most.

    Raises:
        HandError: when the hand cannot be, is not complete, or has no yaku.
    """
    faults = check_hand(hand, rules)
    if faults:
        raise HandError(faults)
    best = best_score(hand, rules)
    if isinstance(best, HandFault):
        raise HandError((best,))
    return best


def best_score(hand: Hand, rules: RuleSet) -> Score | HandFault:
    """Score a hand that can be, or say why it is no win."""
    terms = terms_of(rules)
    seen = views(hand, terms)
    found = _counted_all(seen, terms)
    if not found:
        return _no_win(hand, terms, complete=bool(seen))
    best = found[0] if len(found) == 1 else max(found, key=lambda one: one.rank)
    return _score(best, rules)


def lesser_value(score: Score, rules: RuleSet) -> int | None:
    """What the hand would bring in its next best reading, `None` where none is worth less. Points.

    Counters and bets are left out.
    """
    terms = terms_of(rules)
    hand = score.view.hand
    found = _counted_all(views(hand, terms), terms)
    values = [full_value(one.base, hand, terms) for one in found]
    return max([value for value in values if value < score.value], default=None)


def _no_win(hand: Hand, terms: Terms, complete: bool) -> HandFault:
    if not complete:
        return HandFault("incomplete", "hand")
    least = minimum_fan(hand.counters, terms)
    if least > 1:
        return HandFault("under-minimum", "hand", (("minimum", least),))
    return HandFault("no-yaku", "hand")


def minimum_fan(counters: int, terms: Terms) -> int:
    """How many fan of yaku a win needs, with so many counters on the table."""
    return 2 if terms.minimum_from is not None and counters >= terms.minimum_from else 1


def _counted_all(seen: list[View], terms: Terms) -> list[_Counted]:
    """The yaku, fan and minipoints of the views of a hand, those left out that are no win."""
    if not seen:
        return []
    luck = yaku_of_circumstance(seen[0], terms)
    dora = dora_of(seen[0].hand, terms)
    return [one for view in seen if (one := _counted(view, terms, luck, dora))]


def _counted(
    view: View, terms: Terms, luck: list[tuple[str, int]], dora: list[tuple[str, int]]
) -> _Counted | None:
    """The yaku, fan and minipoints of one view; `None` when it is no win.

    Thirteen Orphans are a hand as that yakuman only.

    Args:
        view: the view.
        terms: what the rule set says.
        luck: the yaku of circumstance, which all views have in common.
        dora: the dora, likewise.
    """
    limits = yakuman_of(view, terms)
    if limits:
        worth = sum(limits.values()) if terms.several else max(limits.values())
        yaku = tuple((id, 13 * times) for id, times in limits.items())
        return _Counted(view, yaku, worth, 13 * worth, 0, (), "yakuman", worth * YAKUMAN_BASE)
    if view.orphans:
        return None
    found = luck + yaku_of_shape(view, terms)
    fan = sum([fan for _, fan in found])
    man = terms.renhou == "mangan" and before_the_first_draw(view)
    if fan < minimum_fan(view.hand.counters, terms):
        return _alone(view) if man else None
    fu_items = items(view, pinfu=PINFU in found)
    fu = rounded(fu_items, terms)
    if dora:
        found += dora
        fan += sum([fan for _, fan in dora])
    base, limit = base_value(fan, fu, terms)
    if man and base <= MANGAN:
        return _alone(view)
    return _Counted(view, tuple(found), 0, fan, fu, fu_items, limit, base)


def _alone(view: View) -> _Counted:
    """Blessing of Man as five fan to which nothing is added."""
    return _Counted(view, (("renhou", 5),), 0, 5, 0, (), "mangan", MANGAN)


def dora_of(hand: Hand, terms: Terms) -> list[tuple[str, int]]:
    """Dora, ura dora of winners in riichi, and red fives, as far as there are any."""
    rules = terms.rules
    held = hand.tiles
    kinds = [tile.index for tile in held]
    found = []
    if hand.indicators and DORA_RULES[DORA] in rules:
        if terms.flips and f"{DORA_NAME}/dragons" in terms.flips:
            found.append((DORA, len([kind for kind in kinds if kind >= 31])))
        else:
            found.append((DORA, _pointed_at(hand.indicators, kinds, terms)))
    if terms.red_fives and DORA_RULES[RED_FIVE] in rules:
        found.append((RED_FIVE, len([tile for tile in held if tile.red])))
    looked = hand.ready is not Ready.NO or f"{DORA_RULES[URA]}/no-riichi" in terms.flips
    if hand.ura and looked and DORA_RULES[URA] in rules:
        found.append((URA, _pointed_at(hand.ura, kinds, terms)))
    return [one for one in found if one[1]]


def _pointed_at(indicators: tuple[Tile, ...], kinds: list[int], terms: Terms) -> int:
    """How many tiles the indicators make dora, one shown twice counted twice."""
    return sum([kinds.count(dora.index) for dora in _shown(indicators, terms)])


def _shown(indicators: tuple[Tile, ...], terms: Terms) -> list[Tile]:
    """The tiles that indicators make dora, or that somebody believes they do."""
    rule = DORA_RULES[DORA]
    if terms.flips and f"{rule}/itself" in terms.flips:
        return list(indicators)
    found = [DORA_OF[tile.index] for tile in indicators]
    if terms.flips and f"{rule}/around" in terms.flips:
        return [dora for dora, tile in zip(found, indicators, strict=True) if dora > tile.kind]
    if terms.flips and f"{rule}/red" in terms.flips:
        return [_GREEN if tile.kind == _RED else DORA_OF[tile.index] for tile in indicators]
    return found


_GREEN, _RED = KINDS[32:34]


def _next(tile: Tile) -> Tile:
    if tile.numbered:
        return KINDS[tile.index - 8 if tile.rank == 9 else tile.index + 1]
    if tile.wind:
        return KINDS[27 + (tile.index - 26) % 4]
    return KINDS[31 + (tile.index - 30) % 3]


DORA_OF: tuple[Tile, ...] = tuple(map(_next, KINDS))
"""The tile that an indicator makes dora, by the index of the indicator."""


def _score(best: _Counted, rules: RuleSet) -> Score:
    view = best.view
    hand, terms = view.hand, view.terms
    paid = shares(best.base, hand, terms)
    value = sum(paid.values())
    liability = None
    covered = _covered(best, rules)
    if covered:
        paid, liability = _liable_pays(best, covered, rules)
    elif hand.counters:
        _add_counters(paid, hand, terms, None)
    return Score(
        view,
        best.yaku,
        best.yakuman,
        best.fan,
        best.fu,
        best.fu_items,
        best.limit,
        best.base,
        value,
        paid,
        sum(paid.values()) + 1000 * hand.bets,
        liability,
    )


def _liable_pays(best: _Counted, covered: int, rules: RuleSet) -> tuple[dict[Side, int], str]:
    """What each opponent pays where one answers for a part, counters too, and by which rule."""
    hand, terms = best.view.hand, best.view.terms
    paid, rule = liable_shares(best.base, covered, hand, terms)
    liable_pays = hand.drawn or rules["liability.counters"] == "liable"
    _add_counters(paid, hand, terms, hand.liable if liable_pays else hand.giver)
    return paid, rule


def liable_shares(base: int, covered: int, hand: Hand, terms: Terms) -> tuple[dict[Side, int], str]:
    """What each opponent pays where one answers for a part, and by which rule. Points.

    Args:
        base: the base value of the hand.
        covered: the part of it that the liable player answers for.
        hand: the hand, which says who is liable.
        terms: the terms of the rule set.
    """
    assert hand.liable is not None
    paid = shares(base - covered, hand, terms)
    whole = full_value(covered, hand, terms)
    if hand.drawn:
        paid[hand.liable] += whole
        rule = "liability.payment.self-draw"
    elif hand.giver is hand.liable:
        paid[hand.liable] += whole
        rule = "liability.payment.own-discard"
    else:
        paid[hand.liable] += whole // 2
        paid[hand.giver] += whole - whole // 2
        rule = "liability.payment.discard"
    return paid, rule


def _covered(best: _Counted, rules: RuleSet) -> int:
    """The part of the base value that the liable player answers for. Points."""
    hand = best.view.hand
    wanted = answered(hand, rules) if best.yakuman else set[str]()
    times = sum(fan // 13 for id, fan in best.yaku if id in wanted)
    return min(times, best.yakuman) * YAKUMAN_BASE


def answered(hand: Hand, rules: RuleSet) -> set[str]:
    """The yakuman for which the liable player answers."""
    third = not hand.drawn and hand.giver is not hand.liable
    if hand.liable is None or (third and "liability.payment.discard" not in rules.rules):
        return set()
    kinds = ["dragons", "winds"] + (["kongs"] if rules["liability.kongs"] == "fourth" else [])
    wanted = {LIABLE[kind] for kind in kinds}
    return wanted & {hand.liable_for} if hand.liable_for else wanted


def _add_counters(paid: dict[Side, int], hand: Hand, terms: Terms, payer: Side | None) -> None:
    """Add the counters to what one payer pays, or to everybody's share."""
    one = payer or (None if hand.drawn or terms.all_pay else hand.giver)
    for side in (one,) if one else tuple(Side):
        paid[side] += counter_points(hand, terms, alone=one is not None)


DORA_RULES = {
    DORA: "score.dora.indicator",
    URA: "score.dora.ura",
    RED_FIVE: "score.dora.red-fives",
}
"""The rules of what counts as fan and is no yaku."""

DORA_NAME = "score.dora.name"
"""The rule that dora are no dragons."""
