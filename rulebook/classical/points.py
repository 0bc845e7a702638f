"""The points of a classical hand, item by item, before any doubles."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.classical.groupings import Group, Shape, View
from rulebook.classical.hand import Hand, own_tiles
from rulebook.classical.terms import Terms, Worth
from rulebook.frozen import dataclass
from rulebook.shape import counts_of, waits
from rulebook.source import Source
from rulebook.tiles import BONUS_TILES, Tile

__all__ = ["POINT_RULES", "Item", "Reward", "items", "only_place", "shares", "worthless"]

POINT_RULES = tuple(
    f"points.{name}"
    for name in (
        *("sets", "pairs", "bonus", "mahjong", "seven-pairs", "concealed"),
        *("wall", "only-place", "fishing-eyes"),
    )
)
"""The rules that points come from."""

BONUS = 4
"""Points for a declared bonus tile."""

FLOWERS, SEASONS = BONUS_TILES[:4], BONUS_TILES[4:]

PAIR = 2
"""Points for a pair of dragons, of the own wind, or of the prevailing wind."""

LAST = 2
"""Points for drawing the last tile, for the only place, and for the eyes if they are minor."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that earns points.

    Attributes:
        id: what: its number in Millington's code with a word.
        points: how many.
        tiles: the tiles that earn them; none where the whole hand does.
        rule: the rule it comes from.
        key: what kind of it it is, a reason of that rule.
    """

    id: str
    points: int
    tiles: tuple[Tile, ...]
    rule: str
    key: str


@dataclass(frozen=True, slots=True)
class Reward:
    """Something that rules may reward in points or with a share of the limit.

    Attributes:
        id: what: its number in Millington's code with a word.
        worth: what it earns.
        tiles: the tiles that earn it; none where the whole hand does.
        rule: the rule it comes from.
        key: what kind of it it is, a reason of that rule.
    """

    id: str
    worth: Worth
    tiles: tuple[Tile, ...]
    rule: str
    key: str


def items(view: View) -> tuple[Item, ...]:
    """What earns points in this grouping; a player with a long hand earns none."""
    found = [*_sets(view), *_pairs(view), *_bonus(view)]
    found += [item for one in _rewards(view) for item in _rewarded(one)]
    if view.hand.winner:
        found += _last_tile(view)
    left_out = view.terms.left_out
    return tuple([item for item in found if item.rule not in left_out])


def shares(view: View) -> tuple[Reward, ...]:
    """What is worth a share of the limit in this grouping, whatever else is in the hand."""
    terms = view.terms
    if not terms.shared:
        return ()
    found = [one for one in _rewards(view) if one.worth.share]
    return tuple([one for one in found if one.rule not in terms.left_out])


def _rewards(view: View) -> Iterator[Reward]:
    """What a hand has of all that can be rewarded so or so."""
    yield from _own_tiles(view)
    yield from _concealed(view)
    if view.hand.winner:
        yield from _going_out(view)


def _rewarded(one: Reward) -> Iterator[Item]:
    """The points of a reward; going out is listed even where it earns none."""
    if one.worth.points or (one.key == "mahjong" and not one.worth.share):
        yield Item(one.id, one.worth.points, one.tiles, one.rule, one.key)


def _sets(view: View) -> Iterator[Item]:
    """Pungs and kongs: minor ones half of major ones, exposed ones half of concealed ones."""
    for group in view.groups:
        if not group.triple:
            continue
        base = 8 if group.shape is Shape.KONG else 2
        major = not group.tile.simple
        exposed = group.exposed != _turned_round(group, view)
        if view.terms.flipped("points.sets", "undeclared-kong") and _undeclared(group, view):
            base = 8
        points = base * (2 if major else 1) * (1 if exposed else 2)
        id = "114d-kong" if group.shape is Shape.KONG else "114c-pung"
        yield Item(id, points, group.tiles, "points.sets", _kind(group))


def _turned_round(group: Group, view: View) -> bool:
    """Whether a misreading takes an exposed set for a concealed one, or the reverse."""
    return bool(view.terms.flips) and view.terms.flipped("points.sets", _kind(group))


def _undeclared(group: Group, view: View) -> bool:
    """Whether a pung is of four tiles in the hand that were not declared as a kong."""
    held = [tile for tile in view.hand.held if tile.kind is group.tile]
    return group.shape is Shape.PUNG and len(held) == 4


def _kind(group: Group) -> str:
    """A pung or kong in the words of the reasons, such as `exposed-minor-pung`."""
    lies = "exposed" if group.exposed else "concealed"
    size = "minor" if group.tile.simple else "major"
    return f"{lies}-{size}-{group.shape.value}"


def _pairs(view: View) -> Iterator[Item]:
    """Pairs of dragons and of winds that are the player's own or prevail."""
    for group in view.pairs:
        points, key = _pair(group.tile, view.hand)
        if view.terms.flipped("points.pairs", key):
            points = 0 if points == PAIR else PAIR
        if points:
            yield Item("114e-pair", points, group.tiles, "points.pairs", key)


def _pair(tile: Tile, hand: Hand) -> tuple[int, str]:
    """What a pair earns and why."""
    if tile.dragon:
        return PAIR, "dragon"
    own, prevailing = tile is hand.seat.wind, tile is hand.round.wind
    if own and prevailing:
        return 2 * PAIR, "both-winds"
    if own or prevailing:
        return PAIR, "own-wind" if own else "prevailing-wind"
    return 0, "other-wind" if tile.wind else "suit"


def _bonus(view: View) -> Iterator[Item]:
    """Bonus tiles, each of them."""
    bonus = view.hand.bonus
    if bonus:
        yield Item("114a-bonus", BONUS * len(bonus), bonus, "points.bonus", "declared")


def _own_tiles(view: View) -> Iterator[Reward]:
    """What house rules add for own bonus tiles and for all four."""
    terms, own = view.terms, own_tiles(view.hand)
    for tile in own:
        yield Reward("house-own-tile", terms.own_tile, (tile,), "points.bonus", "own-tile")
    if len(own) == 2:
        yield Reward("116a-own-bonus", terms.own_pair, own, "points.bonus", "own-pair")
    for id, tiles in (("116b-four-flowers", FLOWERS), ("116b-four-seasons", SEASONS)):
        if set(tiles) <= set(view.hand.bonus):
            yield Reward(id, terms.bouquet, tiles, "points.bonus", "bouquet")


def _concealed(view: View) -> Iterator[Reward]:
    """What house rules give for a concealed hand besides doubles."""
    hand, terms = view.hand, view.terms
    worth, key = terms.concealed_discard, "concealed-but-one"
    if not hand.winner:
        holds = terms.losers_purity and view.closed
        key = "concealed-loser"
    elif hand.drawn:
        holds, worth, key = view.closed, terms.concealed_hand, "concealed"
    else:
        holds = view.concealed_but_one
    if holds:
        yield Reward("117c-concealed-hand", worth, (), "points.concealed", key)


def _going_out(view: View) -> Iterator[Reward]:
    """What the winner earns as such."""
    terms = view.terms
    yield Reward("115a-mahjong", terms.mahjong, (), "points.mahjong", "mahjong")
    if terms.seven_pairs and view.seven_pairs:
        yield Reward(
            "house-seven-pairs", terms.seven_pairs, (), "points.seven-pairs", "seven-pairs"
        )


def _last_tile(view: View) -> Iterator[Item]:
    """What the winner earns for the tile that completes the hand."""
    hand, terms = view.hand, view.terms
    if view.wonders or hand.tile is None:
        return
    tile = (hand.tile,)
    loose = hand.source is Source.REPLACEMENT
    if hand.source is Source.SELF_DRAW or (
        loose and (terms.loose_wall or terms.flipped("points.wall", "loose"))
    ):
        yield Item("115b-wall", LAST, tile, "points.wall", "loose-too" if loose else "drawn")
    if view.seven_pairs:
        return
    only = only_place(hand, terms)
    if only != terms.flipped("points.only-place", "only" if only else "several"):
        yield Item("115c-only-place", LAST, tile, "points.only-place", "only")
    if _fishes(view):
        major = not hand.tile.simple
        key = "major" if major else "minor"
        points = 2 * LAST if major else LAST
        yield Item("115d-fishing-eyes", points, tile, "points.fishing-eyes", key)


def _fishes(view: View) -> bool:
    """Whether the last tile makes the pair: another's tile taken for it, or one drawn like it."""
    hand = view.hand
    if hand.tile is None:
        return False
    if hand.source.drawn:
        return any(group.tile is hand.tile.kind for group in view.pairs)
    return any(group.won for group in view.pairs)


def only_place(hand: Hand, terms: Terms) -> bool:
    """Whether no other tile could have completed the hand.

    A tile of which all four copies lie open does not count as possible, but the one
    that did complete the hand always does. Tiles hidden in hands do not matter.
    """
    if hand.only_place is not None:
        return hand.only_place
    if hand.tile is None:
        return False
    own = [tile for meld in hand.melds for tile in meld.tiles]
    shown, laid = counts_of(hand.visible or ()), counts_of(own)
    won = hand.tile.kind
    pairs = terms.seven_pairs is not None
    return not [
        tile
        for tile in waits(counts_of(hand.concealed), seven_pairs=pairs, four_alike=terms.four_alike)
        if tile is not won and max(shown[tile.index], laid[tile.index]) < 4
    ]


def worthless(view: View) -> Iterator[tuple[str, str, tuple[Tile, ...]]]:
    """What a player might expect to earn points, as rule, reason and tiles."""
    hand = view.hand
    for group in view.groups:
        if group.shape is Shape.CHOW:
            yield "points.sets", "chow", group.tiles
        elif _undeclared(group, view):
            yield "points.sets", "undeclared-kong", group.tiles
        elif group.shape is Shape.PAIR:
            points, key = _pair(group.tile, hand)
            if not points:
                yield "points.pairs", key, group.tiles
    if not hand.winner or hand.tile is None or view.wonders:
        return
    if hand.source is Source.REPLACEMENT and not view.terms.loose_wall:
        yield "points.wall", "loose", (hand.tile,)
    if not view.seven_pairs and not only_place(hand, view.terms):
        yield "points.only-place", "several", (hand.tile,)
