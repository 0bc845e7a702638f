"""The yaku and the yakuman, each decided by a small function of its own.

The fan are those of the table of yaku; they are the same in every edition. A
function answers yes or no, or names the one condition that a hand misses.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache, reduce
from operator import or_

from rulebook.frozen import dataclass
from rulebook.riichi.hand import Source
from rulebook.riichi.terms import Terms
from rulebook.riichi.views import FEATURES, GREEN_KINDS, Feature, Trait, View, Wait
from rulebook.state import Ready
from rulebook.tiles import Seat

__all__ = [
    "OPEN",
    "YAKU",
    "YAKUMAN",
    "Yaku",
    "Yakuman",
    "before_the_first_draw",
    "near_misses",
    "yaku_of_circumstance",
    "yaku_of_shape",
    "yakuman_in_force",
    "yakuman_of",
]

OPEN = "open"
"""What a hand with claimed sets misses to have a yaku, or all the fan of one."""

Answer = bool | str
"""Whether a hand has a yaku; a text is no, and names the one condition missed."""

Test = Callable[[View], Answer]
Multiple = Callable[[View], int | str]
"""How many yakuman a hand is; a text is none, and names the one condition missed."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """A pattern or circumstance that makes a hand a win.

    Attributes:
        id: its name in the table of yaku; its rule is `yaku.` and this.
        closed: fan of a concealed hand.
        open: fan of a hand with claimed sets, `None` where it must be concealed.
        needs: traits that each hand has that has it; they spare most questions.
        holds: whether a hand has it.
    """

    id: str
    closed: int
    open: int | None
    needs: int
    holds: Test

    @property
    def rule(self) -> str:
        return f"yaku.{self.id}"


@dataclass(frozen=True, slots=True)
class Yakuman:
    """A limit hand. `worth` says how many yakuman it is, none included; `needs` as in a yaku."""

    id: str
    needs: int
    worth: Multiple

    @property
    def rule(self) -> str:
        return f"yaku.{self.id}"


YAKU: dict[str, Yaku] = {}
"""The yaku by id, in the order in which they are listed."""

YAKUMAN: dict[str, Yakuman] = {}
"""The yakuman by id."""


def yaku(
    id: str, closed: int, open: int | None = None, *, needs: int = 0
) -> Callable[[Test], Test]:
    """Register what decides a yaku, with its fan and the traits it cannot do without."""

    def register(holds: Test) -> Test:
        YAKU[id] = Yaku(id, closed, open, needs, holds)
        return holds

    return register


def yakuman(id: str, *, needs: int = 0) -> Callable[[Multiple], Multiple]:
    """Register what decides a yakuman, with the traits it cannot do without."""

    def register(worth: Multiple) -> Multiple:
        YAKUMAN[id] = Yakuman(id, needs, worth)
        return worth

    return register


@cache
def ordinary(terms: Terms, closed: bool) -> tuple[tuple[Yaku, int], ...]:
    """The yaku in force for a concealed or an open hand, with their fan."""
    found = []
    for one in YAKU.values():
        fan = one.closed if closed else one.open
        if not closed and f"{one.rule}/{OPEN}" in terms.flips:
            fan = one.closed
        if fan is not None and one.rule in terms.rules:
            found.append((one, fan))
    return tuple(found)


@cache
def _asked(
    terms: Terms, closed: bool, circumstance: bool, traits: int
) -> tuple[tuple[Yaku, int], ...]:
    """The yaku, of circumstance or of shape, worth asking about where there are these traits."""
    return tuple(
        (one, fan)
        for one, fan in ordinary(terms, closed)
        if bool(one.needs & Trait.CIRCUMSTANCES) is circumstance
        and (terms.flips or one.needs & traits == one.needs)
    )


def yaku_of_circumstance(view: View, terms: Terms) -> list[tuple[str, int]]:
    """The yaku in force, with their fan, that a hand has in each of its views."""
    traits = view.traits & Trait.CIRCUMSTANCES
    return _held(view, terms, _asked(terms, view.closed, True, traits))


def yaku_of_shape(view: View, terms: Terms) -> list[tuple[str, int]]:
    """The yaku in force, with their fan, that a hand has in this view."""
    return _held(view, terms, _asked(terms, view.closed, False, view.traits & _ASKED_OF_SHAPES))


def _held(view: View, terms: Terms, asked: Iterable[tuple[Yaku, int]]) -> list[tuple[str, int]]:
    found = []
    for one, fan in asked:
        answer = one.holds(view)
        if answer is True or (answer and terms.flips and f"{one.rule}/{answer}" in terms.flips):
            found.append((one.id, fan))
    return found


@cache
def _limits(terms: Terms, traits: int) -> tuple[Yakuman, ...]:
    """The yakuman worth asking about where a view has these traits."""
    return tuple(
        one for one in yakuman_in_force(terms) if terms.flips or one.needs & traits == one.needs
    )


def yakuman_of(view: View, terms: Terms) -> dict[str, int]:
    """The yakuman in force that a hand is in this view, each with how often it counts."""
    found = {}
    for one in _limits(terms, view.traits & _ASKED_OF_LIMITS):
        times = one.worth(view)
        if isinstance(times, str):
            times = int(f"{one.rule}/{times}" in terms.flips)
        if times:
            found[one.id] = times
    return found


def near_misses(view: View, terms: Terms, held: Container[str]) -> Iterator[tuple[str, str]]:
    """The yaku in force that a hand misses by one condition: the rule and what is missing.

    Those that it has, but that would be worth more in a concealed hand, are among them.
    """
    for one in YAKU.values():
        if one.id in held:
            if one.open is not None and one.open < one.closed and not view.closed:
                yield one.rule, OPEN
        elif one.rule in terms.rules:
            answer = one.holds(view)
            if isinstance(answer, str):
                yield one.rule, answer
            elif answer and one.open is None and not view.closed:
                yield one.rule, OPEN
    for limit in yakuman_in_force(terms):
        worth = limit.worth(view)
        if isinstance(worth, str) and limit.id not in held:
            yield limit.rule, worth


@cache
def yakuman_in_force(terms: Terms) -> tuple[Yakuman, ...]:
    """The yakuman in force."""
    return tuple(one for one in YAKUMAN.values() if one.rule in terms.rules)


# Circumstances


@yaku("riichi", 1, needs=Trait.READY)
def riichi(view: View) -> Answer:
    """The player has declared riichi, not with the first discard."""
    return "double" if view.hand.ready is Ready.DOUBLE_RIICHI else view.hand.ready is Ready.RIICHI


@yaku("double-riichi", 2, needs=Trait.READY)
def double_riichi(view: View) -> bool:
    """Riichi was declared with the first discard of an uninterrupted go-around."""
    return view.hand.ready is Ready.DOUBLE_RIICHI


@yaku("ippatsu", 1, needs=Trait.READY)
def ippatsu(view: View) -> Answer:
    """The win comes in the uninterrupted go-around after riichi."""
    return view.hand.ippatsu or ("missed" if view.hand.ready is not Ready.NO else False)


@yaku("menzen-tsumo", 1, needs=Trait.DRAWN)
def fully_concealed(view: View) -> Answer:
    """A concealed hand is self-drawn."""
    return view.hand.drawn or ("not-drawn" if view.closed else False)


@yaku("rinshan", 1, 1, needs=Trait.KONG)
def after_a_kong(view: View) -> Answer:
    """The winning tile is the replacement tile of a kong."""
    source = view.hand.source
    return "robbed" if source is Source.ROBBED_KONG else source is Source.REPLACEMENT


@yaku("chankan", 1, 1, needs=Trait.KONG)
def robbing_the_kong(view: View) -> Answer:
    """The winning tile is the one with which another player makes a kong."""
    source = view.hand.source
    return "own-kong" if source is Source.REPLACEMENT else source is Source.ROBBED_KONG


@yaku("haitei", 1, 1, needs=Trait.LAST | Trait.DRAWN)
def under_the_sea(view: View) -> Answer:
    """The winning tile is drawn and the last of the wall."""
    hand = view.hand
    if not (hand.last_tile and hand.drawn):
        return False
    if hand.source is Source.REPLACEMENT and not view.terms.last_replacement:
        return "after-kong"
    return True


@yaku("houtei", 1, 1, needs=Trait.LAST)
def under_the_river(view: View) -> bool:
    """The winning tile is the discard after the last tile of the wall."""
    return view.hand.last_tile and view.hand.source is Source.DISCARD


@yaku("renhou", 5, needs=Trait.FIRST)
def blessing_of_man(view: View) -> Answer:
    """A discard is won on before the first own draw, where that adds five fan."""
    if view.terms.renhou == "mangan" and before_the_first_draw(view):
        return "worth-less"
    return view.terms.renhou == "adds" and before_the_first_draw(view)


def before_the_first_draw(view: View) -> bool:
    """Whether a player other than East wins on a discard in the first go-around."""
    hand = view.hand
    return hand.first_turn and hand.source is Source.DISCARD and hand.seat is not Seat.EAST


# Runs and pairs


@yaku("pinfu", 1, needs=Trait.FOUR_RUNS)
def pinfu(view: View) -> Answer:
    """Four runs, a pair of no value, and a two-sided wait."""
    if len(view.runs) != 4:
        return False
    pair = view.pairs[0]
    valued = pair >= 31 or pair in (27 + view.hand.seat, 27 + view.hand.round)
    if view.wait is not Wait.TWO_SIDED:
        return False if valued else f"{view.wait.value}-wait"
    return "valued-pair" if valued else True


def _double_runs(view: View) -> int:
    """How many pairs of equal runs there are."""
    runs = view.runs
    return sum(runs.count(low) // 2 for low in set(runs)) if len(runs) > 1 else 0


@yaku("iipeikou", 1, needs=Trait.EQUAL_RUNS)
def pure_double_run(view: View) -> Answer:
    """Two runs are equal."""
    doubles = _double_runs(view)
    if doubles:
        return "twice" if doubles == 2 and view.closed else True
    return "two-suits" if view.closed and _in_two_suits(view.runs) else False


def _in_two_suits(runs: tuple[int, ...]) -> bool:
    """Whether runs of the same numbers come in different suits."""
    return any(low < 18 and (low + 9 in runs or (low < 9 and low + 18 in runs)) for low in runs)


@yaku("ryanpeikou", 3, needs=Trait.EQUAL_RUNS | Trait.FOUR_RUNS)
def twice_pure_double_run(view: View) -> bool:
    """Twice two runs are equal."""
    return _double_runs(view) == 2


@yaku("chiitoitsu", 2, needs=Trait.SEVEN_PAIRS)
def seven_pairs(view: View) -> Answer:
    """Seven different pairs that are not counted as twice two equal runs."""
    if _double_runs(view) == 2 and view.closed and view.counts.count(2) == 7:
        return "runs"
    return len(view.pairs) == 7


@yaku("sanshoku-doujun", 2, 1, needs=Trait.MIXED_RUNS)
def mixed_triple_run(view: View) -> Answer:
    """The same run in all three suits."""
    if len(view.runs) < 3:
        return False
    if _in_three_suits(view.runs):
        return True
    return "shifted" if _climbing(view.runs) else False


def _climbing(runs: tuple[int, ...]) -> bool:
    """Whether runs in three suits climb by one number instead of being the same."""
    suits = [{low % 9 for low in runs if low // 9 == suit} for suit in range(3)]
    return all(suits) and any(
        rank + 1 in suits[second] and rank + 2 in suits[3 - first - second]
        for first in range(3)
        for second in range(3)
        if first != second
        for rank in suits[first]
    )


def _in_three_suits(kinds: tuple[int, ...]) -> bool:
    """Whether sets of the same number come in all three suits."""
    return len(kinds) > 2 and any(
        kind < 9 and kind + 9 in kinds and kind + 18 in kinds for kind in kinds
    )


@yaku("ittsu", 2, 1, needs=Trait.STRAIGHT)
def pure_straight(view: View) -> Answer:
    """The runs 1-2-3, 4-5-6 and 7-8-9 in one suit."""
    runs = view.runs
    if len(runs) < 3:
        return False
    if any(low % 9 == 0 and low + 3 in runs and low + 6 in runs for low in runs):
        return True
    if {0, 3, 6} <= {low % 9 for low in runs}:
        return "several-suits"
    return "other-sets" if _one_to_nine(view) else False


def _one_to_nine(view: View) -> bool:
    """Whether the sets and the pair hold each number of some suit."""
    held = {low + place for low in view.runs for place in range(3)}
    held.update(view.triples, view.pairs)
    return any(held.issuperset(range(start, start + 9)) for start in (0, 9, 18))


# Simples, terminals and honours


@yaku("tanyao", 1, 1, needs=Feature.SIMPLE)
def all_simples(view: View) -> Answer:
    """Only tiles from two to eight; open where the rules allow it."""
    allowed = view.closed or view.terms.open_tanyao
    if view.every & Feature.SIMPLE:
        return True if allowed else OPEN
    return "winning-tile" if allowed and _spoilt_by_the_last_tile(view) else False


def _spoilt_by_the_last_tile(view: View) -> bool:
    """Whether the winning tile is the only one of the hand that is no simple."""
    hand = view.hand
    if hand.tile.simple or not all(tile.simple for tile in hand.concealed):
        return False
    return all(tile.simple for meld in hand.melds for tile in meld.tiles)


def _honour_set(view: View, kind: int) -> Answer:
    """Whether there is a pung or kong of an honour, or no more than a pair."""
    if kind in view.triples:
        return True
    return "pair" if view.groups and view.pairs[0] == kind else False


@yaku("haku", 1, 1, needs=Trait.WHITE)
def white_dragons(view: View) -> Answer:
    """A pung or kong of white dragons."""
    return _honour_set(view, 31)


@yaku("hatsu", 1, 1, needs=Trait.GREEN)
def green_dragons(view: View) -> Answer:
    """A pung or kong of green dragons."""
    return _honour_set(view, 32)


@yaku("chun", 1, 1, needs=Trait.RED)
def red_dragons(view: View) -> Answer:
    """A pung or kong of red dragons."""
    return _honour_set(view, 33)


@yaku("seat-wind", 1, 1, needs=Trait.WIND)
def seat_wind(view: View) -> Answer:
    """A pung or kong of the player's own wind."""
    own = 27 + view.hand.seat
    if answer := _honour_set(view, own):
        return answer
    valued = (own, 27 + view.hand.round)
    other = any(27 <= kind < 31 and kind not in valued for kind in view.triples)
    return "other-wind" if other else False


@yaku("round-wind", 1, 1, needs=Trait.WIND)
def round_wind(view: View) -> Answer:
    """A pung or kong of the wind of the round."""
    now = 27 + view.hand.round
    if answer := _honour_set(view, now):
        return answer
    return "earlier-round" if any(27 <= kind < now for kind in view.triples) else False


def _all_but_one(view: View, features: int) -> bool:
    """Whether all sets and pairs but one have one of these features."""
    lacking = 0
    for kind in (*view.triples, *view.pairs):
        if not FEATURES[kind] & features:
            lacking += 1
    for low in view.runs:
        if not FEATURES[low + 34] & features:
            if lacking:
                return False
            lacking = 1
    return lacking == 1


@yaku("chanta", 2, 1, needs=Feature.OUTSIDE)
def outside_hand(view: View) -> Answer:
    """A terminal or honour in each set and the pair, with a run and an honour."""
    if not view.every & Feature.OUTSIDE:
        mixed = view.some & Feature.HONOURS and view.runs
        return "middle-set" if mixed and _all_but_one(view, Feature.OUTSIDE) else False
    if not view.some & Feature.HONOURS:
        return "no-honour" if view.runs else False
    return True if view.runs else "no-run"


@yaku("junchan", 3, 2, needs=Feature.ENDED)
def terminals_in_all_sets(view: View) -> Answer:
    """A terminal in each set and the pair, with a run and no honour."""
    if view.every & Feature.OUTSIDE and view.some & Feature.HONOURS and view.runs:
        return "honours"
    if view.every & Feature.ENDED:
        return view.runs != ()
    plain = view.runs and not view.some & Feature.HONOURS
    return "middle-set" if plain and _all_but_one(view, Feature.ENDED) else False


@yaku("honroutou", 2, 2, needs=Feature.EXTREME)
def terminals_and_honours(view: View) -> Answer:
    """Only terminals and honours, both of them."""
    if view.every & Feature.EXTREME:
        return view.some & Feature.SUITS > 8
    outside = view.every & Feature.OUTSIDE and view.some & Feature.HONOURS
    return "one-run" if outside and len(view.runs) == 1 else False


# Pungs and kongs


@yaku("toitoi", 2, 2, needs=Trait.FOUR_TRIPLES)
def all_pungs(view: View) -> Answer:
    """Four pungs or kongs."""
    return "run" if len(view.triples) == 3 and len(view.runs) == 1 else len(view.triples) == 4


@yaku("sanankou", 2, 2, needs=Trait.THREE_CONCEALED)
def three_concealed_pungs(view: View) -> Answer:
    """Three concealed pungs or kongs."""
    if view.concealed == 2 and view.wait is Wait.TRIPLE and not view.hand.drawn:
        return "completed-by-discard"
    return view.concealed == 3


@yaku("sankantsu", 2, 2, needs=Trait.THREE_KONGS)
def three_kongs(view: View) -> Answer:
    """Three kongs."""
    if view.kongs == 2:
        return "four-undeclared" if 4 in view.counts else "two-kongs"
    return view.kongs == 3


@yaku("sanshoku-doukou", 2, 2, needs=Trait.THREE_TRIPLES)
def triple_pung(view: View) -> Answer:
    """A pung or kong of the same number in all three suits."""
    if len(view.triples) < 2:
        return False
    if _in_three_suits(view.triples):
        return True
    return "pair-in-the-third" if _in_three_suits((*view.triples, view.pairs[0])) else False


@yaku("shousangen", 2, 2, needs=Trait.TWO_TRIPLES | Trait.DRAGON)
def little_three_dragons(view: View) -> Answer:
    """Two dragon pungs and the third dragon as the pair."""
    if sum(kind >= 31 for kind in view.triples) != 2:
        return False
    return True if view.pairs[0] >= 31 else "other-pair"


# Suits


@yaku("honitsu", 3, 2, needs=Trait.ONE_SUIT)
def half_flush(view: View) -> Answer:
    """One suit and honours."""
    suits = view.some & Feature.SUITS
    if suits in (9, 10, 12):
        return True
    if suits in (1, 2, 4):
        return "no-honour"
    other = suits in (11, 13, 14) and any(
        _all_but_one(view, one | Feature.HONOURS) for one in (1, 2, 4)
    )
    return "other-suit" if other else False


@yaku("chinitsu", 6, 5, needs=Trait.ONE_SUIT)
def full_flush(view: View) -> Answer:
    """One suit and nothing else."""
    suits = view.some & Feature.SUITS
    return "honours" if suits in (9, 10, 12) else suits in (1, 2, 4)


# Yakuman


@yakuman("kokushi", needs=Trait.ORPHANS)
def thirteen_orphans(view: View) -> int:
    """One of each terminal and honour and one more of them."""
    if not view.orphans:
        return 0
    thirteen_waits = view.pairs[0] == view.hand.tile.index
    return 2 if view.terms.double_waits and thirteen_waits else 1


@yakuman("chuuren", needs=Trait.ONE_SUIT)
def nine_gates(view: View) -> int | str:
    """In one suit 1112345678999 and one tile more, nothing on the table."""
    suit = view.some & Feature.SUITS
    if suit not in (1, 2, 4) or not view.groups:
        return 0
    start = {1: 0, 2: 9, 4: 18}[suit]
    if view.hand.melds:
        kinds = {tile.index for tile in view.hand.tiles}
        if len(kinds) < 9 or not {start, start + 8} <= set(view.triples):
            return 0
        return "kong" if view.closed else OPEN
    counts = view.counts[start : start + 9]
    missing = sum(max(0, wanted - held) for wanted, held in zip(_GATES, counts, strict=True))
    if missing:
        return "one-tile-off" if missing == 1 else 0
    extra = next(place for place, count in enumerate(counts) if count > _GATES[place])
    nine_waits = start + extra == view.hand.tile.index
    return 2 if view.terms.double_waits and nine_waits else 1


_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@yakuman("tenhou", needs=Trait.FIRST | Trait.DRAWN)
def blessing_of_heaven(view: View) -> int:
    """East's dealt tiles are a complete hand."""
    return int(view.hand.first_turn and view.hand.drawn and view.hand.seat is Seat.EAST)


@yakuman("chiihou", needs=Trait.FIRST | Trait.DRAWN)
def blessing_of_earth(view: View) -> int:
    """A player other than East completes the hand with the first own draw."""
    return int(view.hand.first_turn and view.hand.drawn and view.hand.seat is not Seat.EAST)


@yakuman("renhou", needs=Trait.FIRST)
def blessing_of_man_as_limit(view: View) -> int:
    """A discard is won on before the first own draw, where that is a yakuman."""
    return int(view.terms.renhou == "yakuman" and before_the_first_draw(view))


@yakuman("suuankou", needs=Trait.FOUR_CONCEALED)
def four_concealed_pungs(view: View) -> int | str:
    """Four concealed pungs or kongs."""
    if view.concealed == 3 and view.wait is Wait.TRIPLE and not view.hand.drawn:
        return "completed-by-discard"
    if view.concealed != 4:
        return 0
    return 2 if view.terms.double_waits and view.wait is Wait.PAIR else 1


@yakuman("suukantsu", needs=Trait.FOUR_KONGS)
def four_kongs(view: View) -> int | str:
    """Four kongs."""
    return "three-kongs" if view.kongs == 3 else int(view.kongs == 4)


@yakuman("ryuuiisou", needs=Feature.GREEN)
def all_green(view: View) -> int | str:
    """Only two, three, four, six and eight of bamboo and green dragons."""
    if view.some & Feature.SUITS not in (Feature.BAMBOO, Feature.BAMBOO | Feature.HONOURS):
        return 0
    if view.every & Feature.GREEN:
        return 1
    others = {tile.index for tile in view.hand.tiles} - GREEN_KINDS
    return "one-other-kind" if len(others) == 1 else 0


@yakuman("chinroutou", needs=Feature.TERMINALS)
def all_terminals(view: View) -> int | str:
    """Only terminals."""
    if view.every & Feature.EXTREME and view.some & Feature.SUITS > 8:
        return "honours"
    return int(bool(view.every & Feature.TERMINALS))


@yakuman("tsuuiisou", needs=Feature.EXTREME)
def all_honours(view: View) -> int | str:
    """Only honours."""
    if view.every & Feature.EXTREME and view.some & Feature.SUITS > 8:
        return "terminals"
    return int(view.some & Feature.SUITS == Feature.HONOURS)


@yakuman("daisangen", needs=Trait.WHITE | Trait.GREEN | Trait.RED)
def big_three_dragons(view: View) -> int | str:
    """Pungs or kongs of all three dragons."""
    dragons = sum(kind >= 31 for kind in view.triples)
    return "pair-of-the-third" if dragons == 2 and view.pairs[0] >= 31 else int(dragons == 3)


def _winds(view: View) -> int:
    return sum(27 <= kind < 31 for kind in view.triples)


@yakuman("shousuushii", needs=Trait.THREE_TRIPLES | Trait.WIND)
def little_four_winds(view: View) -> int | str:
    """Three wind pungs and the fourth wind as the pair."""
    if _winds(view) != 3:
        return 0
    return 1 if 27 <= view.pairs[0] < 31 else "other-pair"


@yakuman("daisuushii", needs=Trait.THREE_TRIPLES | Trait.WIND)
def big_four_winds(view: View) -> int | str:
    """Pungs or kongs of all four winds."""
    winds = _winds(view)
    if winds == 3 and 27 <= view.pairs[0] < 31:
        return "pair-of-the-fourth"
    return view.terms.big_winds if winds == 4 else 0


def _needs(some: Iterable[Yaku | Yakuman]) -> int:
    """All traits that some of these need."""
    return reduce(or_, (one.needs for one in some), 0)


_ASKED_OF_SHAPES = _needs(YAKU.values()) & ~Trait.CIRCUMSTANCES
_ASKED_OF_LIMITS = _needs(YAKUMAN.values())
