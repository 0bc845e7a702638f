"""The special limit hands of the classical game, each decided by a small function of its own.

A function answers yes or no, or names the one condition that a hand misses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rulebook.classical.doubles import one_suit
from rulebook.classical.groupings import Shape, View
from rulebook.classical.terms import Terms
from rulebook.frozen import dataclass
from rulebook.shape import counts_of, is_orphans
from rulebook.source import Source
from rulebook.tiles import GREEN, Seat, Tile, parse_tile

__all__ = ["LIMITS", "Limit", "limits", "near_misses"]

Answer = bool | str
"""Whether a hand is a limit hand; a text is no, and names the one condition missed."""

Test = Callable[[View], Answer]


@dataclass(frozen=True, slots=True)
class Limit:
    """A special hand that is worth the limit whatever its own count.

    Attributes:
        id: its number in Millington's code with a word; its rule is `limit.` and
            the word.
        holds: whether a hand is one.
    """

    id: str
    holds: Test

    @property
    def rule(self) -> str:
        return f"limit.{self.id.partition('-')[2]}"


LIMITS: dict[str, Limit] = {}
"""The limit hands by id, in the order in which they are listed."""


def limit(id: str) -> Callable[[Test], Test]:
    """Register what decides a limit hand."""

    def register(holds: Test) -> Test:
        LIMITS[id] = Limit(id, holds)
        return holds

    return register


@cache
def _asked(terms: Terms) -> tuple[tuple[Limit, str], ...]:
    """The limit hands in force with their rules."""
    return tuple((one, one.rule) for one in LIMITS.values() if one.rule not in terms.left_out)


def limits(view: View) -> list[str]:
    """The limit hands that a winner's hand is in this grouping."""
    terms = view.terms
    found = []
    for one, rule in _asked(terms):
        answer = one.holds(view)
        if answer is True or (answer and terms.flipped(rule, str(answer))):
            found.append(one.id)
    return sorted(found)


def near_misses(view: View) -> Iterator[tuple[str, str]]:
    """The limit hands in force that a hand misses by one condition: rule and condition."""
    for one, rule in _asked(view.terms):
        answer = one.holds(view)
        if isinstance(answer, str):
            yield rule, answer


# Events


@limit("122a-heaven")
def heavens_blessing(view: View) -> Answer:
    """East is complete with the dealt hand, bonus tiles and kongs of the deal replaced."""
    return view.hand.dealt


@limit("122b-earth")
def earths_blessing(view: View) -> Answer:
    """Another player goes out on East's first discard, nothing claimed before."""
    return view.hand.first_discard


def _on(view: View, tile: Tile) -> bool:
    return view.hand.tile is not None and view.hand.tile.kind is tile


_FIVE_DOTS, _ONE_DOTS, _TWO_BAMBOO = parse_tile("5p"), parse_tile("1p"), parse_tile("2s")


@limit("122c-plum-blossom")
def plum_blossom_from_the_roof(view: View) -> Answer:
    """Going out on the five of dots as a loose tile."""
    source = view.hand.source
    if source is Source.REPLACEMENT:
        return _on(view, _FIVE_DOTS) or "other-tile"
    return "not-loose" if _on(view, _FIVE_DOTS) and source is Source.SELF_DRAW else False


@limit("122d-moon")
def moon_from_the_bottom_of_the_sea(view: View) -> Answer:
    """Going out on the one of dots, drawn as the last tile of the live wall."""
    hand = view.hand
    if not _on(view, _ONE_DOTS):
        drawn = hand.last_tile and hand.source is Source.SELF_DRAW
        return "other-tile" if drawn else False
    if hand.source is Source.SELF_DRAW:
        return hand.last_tile or "not-last"
    if hand.last_tile and hand.source is Source.DISCARD:
        return view.terms.moon_discard or "discard"
    return False


@limit("122e-carrying-pole")
def scratching_a_carrying_pole(view: View) -> Answer:
    """Robbing a kong of the two of bamboo."""
    if view.hand.source is not Source.ROBBED_KONG:
        return False
    return _on(view, _TWO_BAMBOO) or "other-tile"


@limit("122f-kong-upon-kong")
def kong_upon_kong(view: View) -> Answer:
    """Going out on the loose tile of a kong that was made with another kong's loose tile."""
    hand = view.hand
    if not view.terms.strict_kongs:
        return hand.drawn and hand.kongs_in_turn >= 2
    if hand.source is not Source.REPLACEMENT:
        return "bonus-replaced" if hand.drawn and hand.kongs_in_turn >= 2 else False
    if hand.chain >= 2:
        return True
    return "not-with-loose" if hand.kongs_in_turn >= 2 else "one-kong"


@limit("122r-east-streak")
def east_wins_again_and_again(view: View) -> Answer:
    """East goes mahjong for the thirteenth time in a row."""
    hand, wanted = view.hand, view.terms.streak
    if wanted is None or hand.seat is not Seat.EAST:
        return False
    return "one-less" if hand.streak == wanted - 1 else hand.streak >= wanted


# Sets


@limit("122g-four-kongs")
def four_kongs(view: View) -> Answer:
    """Four kongs and a pair."""
    kongs = len(view.kongs)
    return "three" if kongs == 3 else kongs == 4


@limit("122h-buried-treasure")
def buried_treasure(view: View) -> Answer:
    """Four concealed pungs or kongs, the last tile drawn."""
    if len(view.triples) != 4:
        return "chow" if len(view.triples) == 3 and view.concealed else False
    return _hidden(view)


def _hidden(view: View) -> Answer:
    """Whether the whole hand is concealed and its last tile was drawn."""
    open_ = [group for group in view.groups if group.open and not group.won]
    if not open_:
        return view.hand.drawn or "not-drawn"
    if len(open_) > 1 or not view.hand.drawn:
        return False
    return "exposed-kong" if open_[0].shape is Shape.KONG else "exposed-set"


@limit("122i-three-scholars")
def three_great_scholars(view: View) -> Answer:
    """Three sets of dragons and a fourth set that is no chow."""
    dragons = len([group for group in view.triples if group.tile.dragon])
    if dragons == 3:
        return len(view.triples) == 4 or "chow"
    pair = any(group.tile.dragon for group in view.pairs)
    return "pair" if dragons == 2 and pair else False


@limit("122j-four-blessings")
def four_blessings_over_the_door(view: View) -> Answer:
    """Four sets of winds."""
    winds = len([group for group in view.triples if group.tile.wind])
    pair = any(group.tile.wind for group in view.pairs)
    return "pair" if winds == 3 and pair else winds == 4


def _but_one(view: View, fits: Callable[[Tile], bool]) -> Answer:
    """Whether every tile fits; `other-set` where a single set or the pair does not."""
    if view.wonders:
        return False
    unfit = len([group for group in view.groups if not all(map(fits, group.tiles))])
    return "other-set" if unfit == 1 else not unfit


@limit("122k-all-honours")
def all_honours(view: View) -> Answer:
    """Nothing but winds and dragons."""
    return _but_one(view, lambda tile: tile.honour)


@limit("122l-heads-and-tails")
def heads_and_tails(view: View) -> Answer:
    """Nothing but ones and nines."""
    return _but_one(view, lambda tile: tile.terminal)


@limit("122m-imperial-jade")
def imperial_jade(view: View) -> Answer:
    """Nothing but green tiles."""
    return _but_one(view, GREEN.__contains__)


# One suit and thirteen kinds


@limit("122n-nine-gates")
def nine_gates(view: View) -> Answer:
    """Waiting on 1112345678999 of one suit, all concealed, and any tile of the suit."""
    hand = view.hand
    if view.wonders or hand.melds or hand.tile is None or one_suit(view) is not True:
        return False
    start = hand.tile.index - hand.tile.rank + 1
    if counts_of(hand.concealed)[start : start + 9] == _GATES:
        return True
    held = counts_of(hand.held)[start : start + 9]
    return "other-wait" if all(map(int.__ge__, held, _GATES)) else False


_GATES = bytes((3, 1, 1, 1, 1, 1, 1, 1, 3))


@limit("122o-wriggling-snake")
def wriggling_snake(view: View) -> Answer:
    """In one suit sets of ones and of nines, a pair of 2, 5 or 8, and chows of the rest."""
    if view.wonders or one_suit(view) is not True:
        return False
    ends = {group.tile.rank for group in view.triples}
    low = sorted(group.tile.rank for group in view.chows)
    if len(view.triples) != 2 or ends != {1, 9}:
        return False
    pair = view.pairs[0].tile.rank
    return _SNAKES.get(pair) == low or ("other-chows" if pair in _SNAKES else "other-pair")


_SNAKES = {2: [3, 6], 5: [2, 6], 8: [2, 5]}
"""The lowest tiles of the chows by the pair."""


@limit("122p-concealed-clear-suit")
def concealed_clear_suit(view: View) -> Answer:
    """Nothing but tiles of one suit, all concealed, the last one drawn."""
    suit = one_suit(view)
    if suit is None:
        return False
    if not suit:
        return "honours" if view.concealed else False
    return _hidden(view)


@limit("122q-thirteen-wonders")
def thirteen_unique_wonders(view: View) -> Answer:
    """One of each one, nine, wind and dragon, and a match to any of them."""
    return view.wonders and is_orphans(counts_of(view.hand.held))
