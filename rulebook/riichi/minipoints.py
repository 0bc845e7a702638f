"""The minipoints of a hand, item by item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from rulebook.frozen import dataclass, replace
from rulebook.riichi.terms import Terms
from rulebook.riichi.views import Group, View, Wait
from rulebook.tiles import KINDS, Tile

__all__ = ["Item", "items", "rounded", "worthless"]


@dataclass(frozen=True, slots=True)
class Item:
    """Something that earns minipoints.

    Attributes:
        id: what.
        fu: how many minipoints.
        tiles: the tiles that earn them; none where the whole hand does.
        rule: the rule it comes from.
    """

    id: str
    fu: int
    tiles: tuple[Tile, ...]
    rule: str


def items(view: View, *, pinfu: bool) -> tuple[Item, ...]:
    """What earns minipoints in this view of the hand, not rounded.

    Args:
        view: the hand; seven pairs have one item of 25, thirteen orphans none.
        pinfu: whether the hand counts as pinfu.
    """
    hand, terms = view.hand, view.terms
    if not view.groups:
        if len(view.pairs) < 7:
            return ()
        if _SEVEN_PAIRS.rule in terms.rules:
            return (_SEVEN_PAIRS,)
    drawn = hand.drawn
    found = [_CONCEALED_DISCARD if view.closed and not drawn else _BASE]
    if view.triples:
        found += [_set(group) for group in view.groups if not group.shape.run]
    for pair in view.pairs:
        if pair >= 27:
            found += _pair(pair, 27 + hand.seat, 27 + hand.round, terms.double_wind)
    wait = view.wait if view.groups else Wait.PAIR
    if wait in _WAITS:
        found.append(_wait(wait, hand.tile.index))
    if drawn and (not pinfu or terms.pinfu_self_draw):
        found.append(_SELF_DRAW)
    if len(found) == 1 and found[0] is _BASE and not view.closed and terms.open_twenty:
        found.append(_OPEN_TWENTY)
    if terms.flips:
        found = _believed(found, view)
    if not _all_in_force(terms):
        found = [item for item in found if item.rule in terms.rules]
    return tuple(found)


@cache
def _all_in_force(terms: Terms) -> bool:
    return terms.rules >= _RULES


def worthless(view: View) -> Iterator[Item]:
    """What a player might expect to earn minipoints, as items of none."""
    if not view.groups:
        return
    hand = view.hand
    if view.wait is Wait.TWO_SIDED:
        yield Item("two-sided-wait", 0, (hand.tile,), "score.fu.wait")
    if view.wait is Wait.TRIPLE:
        yield Item("two-pair-wait", 0, (hand.tile,), "score.fu.wait")
    pair = view.pairs[0]
    if 27 <= pair < 31 and pair not in (27 + hand.seat, 27 + hand.round):
        yield Item("other-wind-pair", 0, (KINDS[pair],) * 2, "score.fu.pair")
    for group in view.groups:
        tile = group.shape.tile
        if not group.shape.run and view.counts[tile.index] == 4:
            yield Item("undeclared-kong", 0, (tile,) * 4, "score.fu.sets")


def rounded(found: tuple[Item, ...], terms: Terms) -> int:
    """Minipoints rounded up to a full ten; seven pairs stay at 25."""
    total = sum([item.fu for item in found])
    if found and found[0] is _SEVEN_PAIRS and "score.fu.rounding/seven-pairs" not in terms.flips:
        return total
    if "score.fu.rounding" not in terms.rules:
        return total
    return (total if "score.fu.rounding/rounded" in terms.flips else total + 9) // 10 * 10


def _believed(found: Iterable[Item], view: View) -> list[Item]:
    """The items of somebody who takes some of them for their opposite."""
    everything = (*found, *worthless(view))
    flips = view.terms.flips
    believed = [_opposite(one) if f"{one.rule}/{one.id}" in flips else one for one in everything]
    return [one for one in believed if one.fu]


def _opposite(item: Item) -> Item:
    """The other base, a pung for a kong, open for concealed, something for nothing."""
    if item in (_BASE, _CONCEALED_DISCARD):
        return _BASE if item is _CONCEALED_DISCARD else _CONCEALED_DISCARD
    if item.rule == "score.fu.sets":
        if not item.fu:
            return replace(item, fu=12 if item.tiles[0].simple else 24)
        if item.id == "open-pung":
            return replace(item, fu=2 * item.fu)
        return replace(item, fu=item.fu // (4 if len(item.tiles) == 4 else 2))
    return replace(item, fu=0 if item.fu else 2)


_BASE = Item("base", 20, (), "score.fu.base")
_CONCEALED_DISCARD = Item("base-concealed-discard", 30, (), "score.fu.base")
_SEVEN_PAIRS = Item("seven-pairs", 25, (), "score.fu.seven-pairs")
_SELF_DRAW = Item("self-draw", 2, (), "score.fu.self-draw")
_OPEN_TWENTY = Item("open-twenty", 2, (), "score.fu.open-twenty")
_RULES = frozenset(
    f"score.fu.{name}"
    for name in (
        *("base", "seven-pairs", "sets", "pair", "double-wind", "wait"),
        *("self-draw", "open-twenty"),
    )
)
"""The rules that give minipoints."""

_WAITS = (Wait.EDGE, Wait.CLOSED, Wait.PAIR)


@cache
def _set(group: Group) -> Item:
    """A pung: 2, doubled when concealed, doubled for a terminal or honour; a kong four times."""
    tile = group.shape.tile
    fu = 2 if group.open else 4
    if not tile.simple:
        fu *= 2
    if group.kong:
        fu *= 4
    name = ("open" if group.open else "concealed") + ("-kong" if group.kong else "-pung")
    return Item(name, fu, (tile,) * (4 if group.kong else 3), "score.fu.sets")


@cache
def _pair(pair: int, seat: int, round: int, double: int) -> tuple[Item, ...]:
    """The value of a pair: of a dragon, the seat wind, the round wind, or both winds in one."""
    tiles = (KINDS[pair],) * 2
    if pair >= 31:
        return (Item("dragon-pair", 2, tiles, "score.fu.pair"),)
    if pair == seat == round and double != 4:
        return (Item("double-wind-pair", double, tiles, "score.fu.double-wind"),)
    found = []
    both = "score.fu.double-wind" if seat == round else "score.fu.pair"
    if pair == seat:
        found.append(Item("seat-wind-pair", 2, tiles, both))
    if pair == round:
        found.append(Item("round-wind-pair", 2, tiles, both))
    return tuple(found)


@cache
def _wait(wait: Wait, index: int) -> Item:
    return Item(f"{wait.value}-wait", 2, (KINDS[index],), "score.fu.wait")
