"""The doubles of a classical hand, each decided by a small function of its own.

A function answers how many doubles there are, or names the one condition that a hand
misses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rulebook.classical.groupings import Group, Shape, View
from rulebook.classical.hand import own_tiles
from rulebook.classical.terms import Terms
from rulebook.frozen import dataclass
from rulebook.source import Source
from rulebook.tiles import BONUS_TILES, Tile

__all__ = ["DOUBLES", "Answer", "Double", "doubles", "near_misses", "one_suit"]

Answer = int | str
"""How many doubles; a text is none, and names the one condition missed."""

Test = Callable[[View], Answer]


@dataclass(frozen=True, slots=True)
class Double:
    """Something that doubles the points of a hand.

    Attributes:
        id: its number in Millington's code with a word; its rule is `doubles.` and
            the word.
        winner: whether it is open to the mahjong hand alone.
        pure: whether losers have it too where rules reward concealed and pure hands of theirs.
        count: how many doubles a hand has of it.
    """

    id: str
    winner: bool
    pure: bool
    count: Test

    @property
    def rule(self) -> str:
        return f"doubles.{self.id.partition('-')[2]}"


DOUBLES: dict[str, Double] = {}
"""The doubles by id, in the order in which they are listed."""


def double(id: str, *, winner: bool = False, pure: bool = False) -> Callable[[Test], Test]:
    """Register what decides a double."""

    def register(count: Test) -> Test:
        DOUBLES[id] = Double(id, winner, pure, count)
        return count

    return register


@cache
def _asked(terms: Terms, winner: bool) -> tuple[tuple[Double, str], ...]:
    """The doubles in force that a winner or a loser can have, with their rules."""
    return tuple(
        (one, one.rule)
        for one in DOUBLES.values()
        if (winner or not one.winner or (one.pure and terms.losers_purity))
        and one.rule not in terms.left_out
    )


def doubles(view: View) -> list[tuple[str, int]]:
    """The doubles of a hand in this grouping, each with how many it is."""
    terms = view.terms
    found = []
    for one, rule in _asked(terms, view.hand.winner):
        times = one.count(view)
        if isinstance(times, str):
            times = int(terms.flipped(rule, times))
        if times:
            found.append((one.id, times))
    return found


def near_misses(view: View) -> Iterator[tuple[str, str]]:
    """The doubles in force that a hand misses by one condition: the rule and what is missing."""
    for one, rule in _asked(view.terms, view.hand.winner):
        times = one.count(view)
        if isinstance(times, str):
            yield rule, times


# Every hand


@double("116a-own-bonus")
def own_flower_and_season(view: View) -> Answer:
    """The player's own flower and own season."""
    own, times = own_tiles(view.hand), view.terms.own_pair.doubles
    if len(own) == 1 and times and not view.terms.own_tile.doubles:
        return "flower-alone" if own[0].rank <= 4 else "season-alone"
    return times if len(own) == 2 else 0


@double("house-own-tile")
def own_flower_or_season(view: View) -> Answer:
    """The player's own flower, and the own season, each."""
    return view.terms.own_tile.doubles * len(own_tiles(view.hand))


@double("116b-four-flowers")
def all_four_flowers(view: View) -> Answer:
    """All four flowers."""
    return _all_four(view, BONUS_TILES[:4])


@double("116b-four-seasons")
def all_four_seasons(view: View) -> Answer:
    """All four seasons."""
    return _all_four(view, BONUS_TILES[4:])


def _all_four(view: View, tiles: tuple[Tile, ...]) -> Answer:
    held = len([tile for tile in tiles if tile in view.hand.bonus])
    times = view.terms.bouquet.doubles
    if held == 3 and times:
        return "three"
    return times if held == 4 else 0


def _of(groups: tuple[Group, ...], wanted: Callable[[Tile], bool]) -> int:
    return len([group for group in groups if wanted(group.tile)])


def _dragon(tile: Tile) -> bool:
    return tile.dragon


def _wind(tile: Tile) -> bool:
    return tile.wind


@double("116d-dragons")
def sets_of_dragons(view: View) -> Answer:
    """Each pung or kong of dragons."""
    sets = _of(view.triples, _dragon)
    return "pair" if not sets and _of(view.pairs, _dragon) else sets


@double("116e-own-wind")
def set_of_own_wind(view: View) -> Answer:
    """A pung or kong of the player's own wind."""
    own, prevailing = view.hand.seat.wind, view.hand.round.wind
    winds = [group.tile for group in view.triples if group.tile.wind]
    if own in winds:
        return 1
    return "other-wind" if any(wind is not prevailing for wind in winds) else 0


@double("116f-prevailing-wind")
def set_of_prevailing_wind(view: View) -> Answer:
    """A pung or kong of the prevailing wind."""
    return _of(view.triples, lambda tile: tile is view.hand.round.wind)


@double("116g-little-three-dragons")
def little_three_dragons(view: View) -> Answer:
    """Two sets and a pair of dragons."""
    if _of(view.triples, _dragon) != 2:
        return 0
    return 1 if _of(view.pairs, _dragon) else "no-pair"


@double("116h-big-three-dragons")
def big_three_dragons(view: View) -> Answer:
    """Three sets of dragons."""
    sets = _of(view.triples, _dragon)
    return "pair" if sets == 2 and _of(view.pairs, _dragon) else 2 * int(sets == 3)


@double("116i-little-four-winds")
def little_four_winds(view: View) -> Answer:
    """Three sets and a pair of winds."""
    if _of(view.triples, _wind) != 3:
        return 0
    return 1 if _of(view.pairs, _wind) else "no-pair"


@double("116j-big-four-winds")
def big_four_winds(view: View) -> Answer:
    """Four sets of winds."""
    sets = _of(view.triples, _wind)
    return "pair" if sets == 3 and _of(view.pairs, _wind) else 2 * int(sets == 4)


@double("116k-three-concealed")
def three_concealed(view: View) -> Answer:
    """At least three concealed pungs or kongs, claimed kongs with them where they count so."""
    concealed = len([group for group in view.triples if not group.open])
    if concealed >= 3:
        return 1
    return "exposed" if len(view.triples) >= 3 and concealed == 2 else 0


# The mahjong hand alone


@double("house-mahjong", winner=True)
def going_out(view: View) -> Answer:
    """Going out, where that doubles."""
    return view.terms.mahjong.doubles


@double("house-seven-pairs", winner=True)
def seven_pairs(view: View) -> Answer:
    """Seven pairs, where they are a hand and double it."""
    worth = view.terms.seven_pairs
    return worth.doubles if worth and view.seven_pairs else 0


@double("117a-no-score", winner=True)
def no_score_hand(view: View) -> Answer:
    """Four chows and a pair that earns nothing."""
    chows = len(view.chows)
    if chows != 4:
        return "pung" if chows == 3 and not view.wonders else 0
    pair = view.pairs[0].tile
    scores = pair.dragon or pair in (view.hand.seat.wind, view.hand.round.wind)
    return "scoring-pair" if scores else 1


@double("117b-no-chows", winner=True)
def no_chows(view: View) -> Answer:
    """Four sets of which none is a chow."""
    if len(view.triples) == 4:
        return 1
    return "one-chow" if len(view.triples) == 3 else 0


@double("117c-concealed-hand", winner=True, pure=True)
def concealed_hand(view: View) -> Answer:
    """Nothing is exposed after going out, so the last tile was drawn."""
    if not view.hand.winner:
        return view.terms.concealed_discard.doubles if view.closed else 0
    if not view.closed:
        open_ = [group for group in view.groups if group.open and not group.won]
        kong = len(open_) == 1 and open_[0].shape is Shape.KONG and view.hand.drawn
        return "exposed-kong" if kong else 0
    if view.hand.drawn:
        return view.terms.concealed_hand.doubles
    times = view.terms.concealed_discard.doubles if view.concealed_but_one else 0
    return times or "not-drawn"


def one_suit(view: View) -> bool | None:
    """Whether all suit tiles are of one suit: `True` without honours, `False` with, `None` no."""
    suits = {tile.suit for tile in view.tiles if tile.numbered}
    if len(suits) != 1:
        return None
    return not any(tile.honour for tile in view.tiles)


@double("117d-one-suit-with-honours", winner=True, pure=True)
def one_suit_with_honours(view: View) -> Answer:
    """Tiles of one suit, with winds or dragons."""
    return int(one_suit(view) is False)


@double("117e-one-suit", winner=True, pure=True)
def one_suit_only(view: View) -> Answer:
    """Nothing but tiles of one suit."""
    suit = one_suit(view)
    return "honours" if suit is False else 3 * int(suit is True)


@double("117f-all-majors", winner=True, pure=True)
def all_majors(view: View) -> Answer:
    """Nothing but ones, nines, winds and dragons."""
    if not view.hand.winner:
        return int(not any(tile.simple for tile in view.tiles))
    minor = [group for group in view.groups if any(tile.simple for tile in group.tiles)]
    if len(minor) == 1 and minor[0].shape is not Shape.CHOW:
        return "one-minor"
    return int(not minor)


@double("117g-all-honours", winner=True, pure=True)
def all_honours(view: View) -> Answer:
    """Nothing but winds and dragons."""
    return 2 * int(all(tile.honour for tile in view.tiles))


@double("117h-loose-tile", winner=True)
def loose_tile(view: View) -> Answer:
    """Going out on a loose tile."""
    if view.hand.kongs_in_turn and view.hand.source is Source.SELF_DRAW:
        return "bonus-replaced"
    return int(view.hand.source is Source.REPLACEMENT)


@double("117i-last-tile", winner=True)
def last_tile(view: View) -> Answer:
    """Going out on the last tile of the live wall."""
    hand = view.hand
    if not hand.last_tile or not hand.source.drawn:
        return 0
    loose = hand.source is Source.REPLACEMENT
    return "loose" if loose and not view.terms.loose_and_last else 1


@double("117j-last-discard", winner=True)
def last_discard(view: View) -> Answer:
    """Going out on the discard after the last tile of the live wall."""
    return int(view.hand.last_tile and view.hand.source is Source.DISCARD)


@double("117k-robbing-kong", winner=True)
def robbing_a_kong(view: View) -> Answer:
    """Going out on the tile with which another player makes a kong."""
    return int(view.hand.source is Source.ROBBED_KONG)


@double("117l-original-call", winner=True)
def original_call(view: View) -> Answer:
    """Completing a hand that was announced as waiting from the start."""
    return int(view.hand.original_call)


@double("house-terminals", winner=True, pure=True)
def all_terminals(view: View) -> Answer:
    """Nothing but ones and nines, where house rules reward that beside majors.

    With a limit such a mahjong is a limit hand.
    """
    limited = view.hand.winner and view.terms.limit is not None
    if limited or not all(tile.terminal for tile in view.tiles):
        return 0
    return view.terms.terminals
