"""Scored hands of examples, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizgen.figures import Figure
from quizgen.scored import Laid, ScoredHand, held_figure, scored_hand, upright
from quizgen.site import Site
from rulebook.riichi.hand import Hand, check_hand
from rulebook.riichi.score import Score, best_score
from rulebook.riichi.views import Group, Wait
from rulebook.riichi.winning import scored
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.schema import Example, RuleDef
from rulebook.state import Meld, MeldKind
from rulebook.tiles import KINDS, Tile, sort_tiles
from rulebook.wording import Wording

__all__ = ["Won", "hand_figure", "open_too", "reading_figure", "won"]


Won = ScoredHand[Score]
"""An example in which a hand wins."""


def won(rule: RuleDef, example: Example, rules: RuleSet) -> Won | None:
    """An example with the score of its hand; `None` where no hand wins in it."""
    return scored_hand(rule, example, rules, "yaku", scored, Score)


def hand_figure(site: Site, one: Won, say: Wording) -> Figure:
    """The hand as it is held, then the sets on the table."""
    hand, name = one.score.view.hand, f"hand-{one.name}"
    return held_figure(site, name, hand.concealed, hand.tile, (hand.melds, ()), one.rules, say)


def reading_figure(site: Site, one: Won, say: Wording) -> Figure:
    """The hand as it is read: its sets and its pair, the winning tile marked in its place."""
    groups, ringed = _read(one)
    return site.figures.groups(f"read-{one.name}", groups, ringed, say)


def _read(one: Won) -> tuple[list[Laid], tuple[int, int] | None]:
    """The groups of a hand, those in the hand first, and where the winning tile is."""
    view, hand = one.score.view, one.score.view.hand
    pairs = [upright([KINDS[pair]] * 2) for pair in view.pairs]
    if view.orphans:
        everything = sort_tiles((*hand.concealed, hand.tile))
        return [upright(everything)], (0, everything.index(hand.tile))
    if not view.groups:
        return [*pairs], (view.pairs.index(hand.tile.index), 1)
    own = _in_hand(view.groups, hand.melds)
    melds: list[Laid] = [lay(meld, one.rules) for meld in hand.melds]
    groups: list[Laid] = [*(upright(_tiles(group)) for group in own), *pairs, *melds]
    if view.wait is Wait.PAIR:
        return groups, (len(own), 1)
    place = next(place for place, group in enumerate(own) if _completed(group, one))
    last = 2 if view.wait is Wait.TRIPLE else hand.tile.index - own[place].shape.tile.index
    return groups, (place, last)


def _in_hand(groups: Sequence[Group], melds: Sequence[Meld]) -> list[Group]:
    """The sets of a reading that do not lie on the table."""
    own = list(groups)
    for meld in melds:
        index, run = meld.tiles[0].index, not meld.kind.kong and meld.tiles[0] != meld.tiles[1]
        own.remove(
            next(
                one
                for one in own
                if (one.shape.tile.index, one.shape.run, one.kong) == (index, run, meld.kind.kong)
                and (one.open or not meld.exposed)
            )
        )
    return own


def _completed(group: Group, one: Won) -> bool:
    """Whether the winning tile can be the one that completed a set, by how it was awaited."""
    view, tile = one.score.view, one.score.view.hand.tile
    if view.wait is Wait.TRIPLE:
        return not group.shape.run and group.shape.holds(tile)
    if not group.shape.run or not group.shape.holds(tile):
        return False
    place, rank = tile.index - group.shape.tile.index, group.shape.tile.rank
    if place == 1:
        return view.wait is Wait.CLOSED
    edge = (place == 2 and rank == 1) or (place == 0 and rank == 7)
    return view.wait is (Wait.EDGE if edge else Wait.TWO_SIDED)


def _tiles(group: Group) -> list[Tile]:
    tile = group.shape.tile
    return list(KINDS[tile.index : tile.index + 3]) if group.shape.run else [tile] * 3


def open_too(one: Won, id: str) -> bool:
    """Whether a hand keeps a yaku when one of its sets is claimed."""
    if not one.score.view.hand.closed:
        return True
    found = (best_score(hand, one.rules) for hand in _opened(one))
    return any(isinstance(score, Score) and id in dict(score.yaku) for score in found)


def _opened(one: Won) -> Iterator[Hand]:
    """The same hand with one of its sets claimed, as far as that can be."""
    hand = one.score.view.hand
    hands = []
    for place, meld in enumerate(hand.melds):
        claimed = replace(meld, kind=MeldKind.KONG)
        hands.append(replace(hand, melds=(*hand.melds[:place], claimed, *hand.melds[place + 1 :])))
    for group in _in_hand(one.score.view.groups, hand.melds):
        rest, tiles = list(hand.concealed), _tiles(group)
        if all(rest.count(tile) >= tiles.count(tile) for tile in tiles):
            for tile in tiles:
                rest.remove(tile)
            kind = MeldKind.CHOW if group.shape.run else MeldKind.PUNG
            melds = (*hand.melds, Meld(kind, tuple(tiles)))
            hands.append(replace(hand, concealed=tuple(rest), melds=melds))
    for opened in hands:
        if not check_hand(opened, one.rules):
            yield opened
