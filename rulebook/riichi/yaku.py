"""The yaku and the yakuman, each decided by a small function of its own.

The fan are those of the table of yaku; they are the same in every edition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rulebook.riichi.hand import Source
from rulebook.riichi.terms import Terms
from rulebook.riichi.views import Feature, View, Wait
from rulebook.state import Ready
from rulebook.tiles import Seat

__all__ = ["YAKU", "YAKUMAN", "Yaku", "Yakuman", "ordinary", "yakuman_in_force"]

Test = Callable[[View], bool]
Multiple = Callable[[View], int]


@dataclass(frozen=True, slots=True)
class Yaku:
    """A pattern or circumstance that makes a hand a win.

    Attributes:
        id: its name in the table of yaku; its rule is `yaku.` and this.
        closed: fan of a concealed hand.
        open: fan of a hand with claimed sets, `None` where it must be concealed.
        holds: whether a hand has it.
    """

    id: str
    closed: int
    open: int | None
    holds: Test

    @property
    def rule(self) -> str:
        return f"yaku.{self.id}"


@dataclass(frozen=True, slots=True)
class Yakuman:
    """A limit hand. `worth` says how many yakuman it is, none included."""

    id: str
    worth: Multiple

    @property
    def rule(self) -> str:
        return f"yaku.{self.id}"


YAKU: dict[str, Yaku] = {}
"""The yaku by id, in the order in which they are listed."""

YAKUMAN: dict[str, Yakuman] = {}
"""The yakuman by id."""


def yaku(id: str, closed: int, open: int | None = None) -> Callable[[Test], Test]:
    """Register what decides a yaku, with its fan."""

    def register(holds: Test) -> Test:
        YAKU[id] = Yaku(id, closed, open, holds)
        return holds

    return register


def yakuman(id: str) -> Callable[[Multiple], Multiple]:
    """Register what decides a yakuman."""

    def register(worth: Multiple) -> Multiple:
        YAKUMAN[id] = Yakuman(id, worth)
        return worth

    return register


@cache
def ordinary(terms: Terms, closed: bool) -> tuple[tuple[Yaku, int], ...]:
    """The yaku in force for a concealed or an open hand, with their fan."""
    found = []
    for one in YAKU.values():
        fan = one.closed if closed else one.open
        if fan is not None and one.rule in terms.rules:
            found.append((one, fan))
    return tuple(found)


@cache
def yakuman_in_force(terms: Terms) -> tuple[Yakuman, ...]:
    """The yakuman in force."""
    return tuple(one for one in YAKUMAN.values() if one.rule in terms.rules)


# Circumstances


@yaku("riichi", 1)
def riichi(view: View) -> bool:
    """The player has declared riichi, not with the first discard."""
    return view.hand.ready is Ready.RIICHI


@yaku("double-riichi", 2)
def double_riichi(view: View) -> bool:
    """Riichi was declared with the first discard of an uninterrupted go-around."""
    return view.hand.ready is Ready.DOUBLE_RIICHI


@yaku("ippatsu", 1)
def ippatsu(view: View) -> bool:
    """The win comes in the uninterrupted go-around after riichi."""
    return view.hand.ippatsu


@yaku("menzen-tsumo", 1)
def fully_concealed(view: View) -> bool:
    """A concealed hand is self-drawn."""
    return view.hand.drawn


@yaku("rinshan", 1, 1)
def after_a_kong(view: View) -> bool:
    """The winning tile is the replacement tile of a kong."""
    return view.hand.source is Source.REPLACEMENT


@yaku("chankan", 1, 1)
def robbing_the_kong(view: View) -> bool:
    """The winning tile is the one with which another player makes a kong."""
    return view.hand.source is Source.ROBBED_KONG


@yaku("haitei", 1, 1)
def under_the_sea(view: View) -> bool:
    """The winning tile is drawn and the last of the wall."""
    hand = view.hand
    if hand.source is Source.REPLACEMENT and not view.terms.last_replacement:
        return False
    return hand.last_tile and hand.drawn


@yaku("houtei", 1, 1)
def under_the_river(view: View) -> bool:
    """The winning tile is the discard after the last tile of the wall."""
    return view.hand.last_tile and view.hand.source is Source.DISCARD


@yaku("renhou", 5)
def blessing_of_man(view: View) -> bool:
    """A discard is won on before the first own draw, where that adds five fan."""
    return view.terms.renhou == "adds" and before_the_first_draw(view)


def before_the_first_draw(view: View) -> bool:
    """Whether a player other than East wins on a discard in the first go-around."""
    hand = view.hand
    return hand.first_turn and hand.source is Source.DISCARD and hand.seat is not Seat.EAST


# Runs and pairs


@yaku("pinfu", 1)
def pinfu(view: View) -> bool:
    """Four runs, a pair of no value, and a two-sided wait."""
    if len(view.runs) != 4 or view.wait is not Wait.TWO_SIDED:
        return False
    pair = view.pairs[0]
    return pair < 31 and pair not in (27 + view.hand.seat, 27 + view.hand.round)


def _double_runs(view: View) -> int:
    """How many pairs of equal runs there are."""
    runs = view.runs
    return sum(runs.count(low) // 2 for low in set(runs)) if len(runs) > 1 else 0


@yaku("iipeikou", 1)
def pure_double_run(view: View) -> bool:
    """Two runs are equal."""
    return _double_runs(view) == 1


@yaku("ryanpeikou", 3)
def twice_pure_double_run(view: View) -> bool:
    """Twice two runs are equal."""
    return _double_runs(view) == 2


@yaku("chiitoitsu", 2)
def seven_pairs(view: View) -> bool:
    """Seven different pairs."""
    return len(view.pairs) == 7


@yaku("sanshoku-doujun", 2, 1)
def mixed_triple_run(view: View) -> bool:
    """The same run in all three suits."""
    runs = view.runs
    return len(runs) > 2 and any(low < 9 and low + 9 in runs and low + 18 in runs for low in runs)


@yaku("ittsu", 2, 1)
def pure_straight(view: View) -> bool:
    """The runs 1-2-3, 4-5-6 and 7-8-9 in one suit."""
    runs = view.runs
    return len(runs) > 2 and any(
        low % 9 == 0 and low + 3 in runs and low + 6 in runs for low in runs
    )


# Simples, terminals and honours


@yaku("tanyao", 1, 1)
def all_simples(view: View) -> bool:
    """Only tiles from two to eight; open where the rules allow it."""
    return bool(view.every & Feature.SIMPLE) and (view.closed or view.terms.open_tanyao)


@yaku("haku", 1, 1)
def white_dragons(view: View) -> bool:
    """A pung or kong of white dragons."""
    return 31 in view.triples


@yaku("hatsu", 1, 1)
def green_dragons(view: View) -> bool:
    """A pung or kong of green dragons."""
    return 32 in view.triples


@yaku("chun", 1, 1)
def red_dragons(view: View) -> bool:
    """A pung or kong of red dragons."""
    return 33 in view.triples


@yaku("seat-wind", 1, 1)
def seat_wind(view: View) -> bool:
    """A pung or kong of the player's own wind."""
    return 27 + view.hand.seat in view.triples


@yaku("round-wind", 1, 1)
def round_wind(view: View) -> bool:
    """A pung or kong of the wind of the round."""
    return 27 + view.hand.round in view.triples


@yaku("chanta", 2, 1)
def outside_hand(view: View) -> bool:
    """A terminal or honour in each set and the pair, with a run and an honour."""
    return (
        bool(view.every & Feature.OUTSIDE) and bool(view.some & Feature.HONOURS) and view.runs != ()
    )


@yaku("junchan", 3, 2)
def terminals_in_all_sets(view: View) -> bool:
    """A terminal in each set and the pair, with a run and no honour."""
    return bool(view.every & Feature.ENDED) and view.runs != ()


@yaku("honroutou", 2, 2)
def terminals_and_honours(view: View) -> bool:
    """Only terminals and honours, both of them."""
    return bool(view.every & Feature.EXTREME) and view.some & Feature.SUITS > 8


# Pungs and kongs


@yaku("toitoi", 2, 2)
def all_pungs(view: View) -> bool:
    """Four pungs or kongs."""
    return len(view.triples) == 4


@yaku("sanankou", 2, 2)
def three_concealed_pungs(view: View) -> bool:
    """Three concealed pungs or kongs."""
    return view.concealed == 3


@yaku("sankantsu", 2, 2)
def three_kongs(view: View) -> bool:
    """Three kongs."""
    return view.kongs == 3


@yaku("sanshoku-doukou", 2, 2)
def triple_pung(view: View) -> bool:
    """A pung or kong of the same number in all three suits."""
    triples = view.triples
    return len(triples) > 2 and any(
        kind < 9 and kind + 9 in triples and kind + 18 in triples for kind in triples
    )


@yaku("shousangen", 2, 2)
def little_three_dragons(view: View) -> bool:
    """Two dragon pungs and the third dragon as the pair."""
    return view.pairs[0] >= 31 and sum(kind >= 31 for kind in view.triples) == 2


# Suits


@yaku("honitsu", 3, 2)
def half_flush(view: View) -> bool:
    """One suit and honours."""
    return view.some & Feature.SUITS in (9, 10, 12)


@yaku("chinitsu", 6, 5)
def full_flush(view: View) -> bool:
    """One suit and nothing else."""
    return view.some & Feature.SUITS in (1, 2, 4)


# Yakuman


@yakuman("kokushi")
def thirteen_orphans(view: View) -> int:
    """One of each terminal and honour and one more of them."""
    if not view.orphans:
        return 0
    thirteen_waits = view.pairs[0] == view.hand.tile.index
    return 2 if view.terms.double_waits and thirteen_waits else 1


@yakuman("chuuren")
def nine_gates(view: View) -> int:
    """In one suit 1112345678999 and one tile more, nothing on the table."""
    suit = view.some & Feature.SUITS
    if suit not in (1, 2, 4) or view.hand.melds or not view.groups:
        return 0
    start = {1: 0, 2: 9, 4: 18}[suit]
    counts = view.counts[start : start + 9]
    if counts[0] < 3 or counts[8] < 3 or 0 in counts:
        return 0
    extra = next(place for place, count in enumerate(counts) if count > _GATES[place])
    nine_waits = start + extra == view.hand.tile.index
    return 2 if view.terms.double_waits and nine_waits else 1


_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@yakuman("tenhou")
def blessing_of_heaven(view: View) -> int:
    """East's dealt tiles are a complete hand."""
    return int(view.hand.first_turn and view.hand.drawn and view.hand.seat is Seat.EAST)


@yakuman("chiihou")
def blessing_of_earth(view: View) -> int:
    """A player other than East completes the hand with the first own draw."""
    return int(view.hand.first_turn and view.hand.drawn and view.hand.seat is not Seat.EAST)


@yakuman("renhou")
def blessing_of_man_as_limit(view: View) -> int:
    """A discard is won on before the first own draw, where that is a yakuman."""
    return int(view.terms.renhou == "yakuman" and before_the_first_draw(view))


@yakuman("suuankou")
def four_concealed_pungs(view: View) -> int:
    """Four concealed pungs or kongs."""
    if view.concealed != 4:
        return 0
    return 2 if view.terms.double_waits and view.wait is Wait.PAIR else 1


@yakuman("suukantsu")
def four_kongs(view: View) -> int:
    """Four kongs."""
    return int(view.kongs == 4)


@yakuman("ryuuiisou")
def all_green(view: View) -> int:
    """Only two, three, four, six and eight of bamboo and green dragons."""
    return int(bool(view.every & Feature.GREEN))


@yakuman("chinroutou")
def all_terminals(view: View) -> int:
    """Only terminals."""
    return int(bool(view.every & Feature.TERMINALS))


@yakuman("tsuuiisou")
def all_honours(view: View) -> int:
    """Only honours."""
    return int(view.some & Feature.SUITS == Feature.HONOURS)


@yakuman("daisangen")
def big_three_dragons(view: View) -> int:
    """Pungs or kongs of all three dragons."""
    return int(sum(kind >= 31 for kind in view.triples) == 3)


def _winds(view: View) -> int:
    return sum(27 <= kind < 31 for kind in view.triples)


@yakuman("shousuushii")
def little_four_winds(view: View) -> int:
    """Three wind pungs and the fourth wind as the pair."""
    return int(_winds(view) == 3 and 27 <= view.pairs[0] < 31)


@yakuman("daisuushii")
def big_four_winds(view: View) -> int:
    """Pungs or kongs of all four winds."""
    return view.terms.big_winds if _winds(view) == 4 else 0
