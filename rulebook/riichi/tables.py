"""What scoring tables list: payments, limits, minipoints, and which of them can occur.

Which minipoints go with how many fan is not told by a formula. It is found by
scoring hands of every make: all mixtures of runs, pungs and kongs with every kind
of pair and wait, each worth as little as it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement

from rulebook.frozen import dataclass, replace
from rulebook.riichi.hand import Hand, Source
from rulebook.riichi.minipoints import Item
from rulebook.riichi.score import Score, best_score
from rulebook.riichi.terms import terms_of
from rulebook.riichi.value import LIMITS, YAKUMAN_BASE, base_value, shares
from rulebook.ruleset import RuleSet
from rulebook.state import Meld, MeldKind
from rulebook.tiles import KINDS, Seat, Side, Tile, parse_tiles

__all__ = ["Limit", "Payment", "limits", "minipoint_items", "payment", "possible", "rows"]

FAN = (1, 2, 3, 4)
"""The fan with which minipoints matter."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What a hand brings, in points, counters and bets not counted.

    Attributes:
        discard: what the discarder pays.
        east: what East pays on a self-draw, `None` when East has won.
        others: what each other opponent pays on a self-draw.
    """

    discard: int
    east: int | None
    others: int


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit with the fan that reach it.

    Attributes:
        name: as scores name it.
        least: the least fan, `None` where only patterns reach it.
        most: the most fan, `None` where there is no end.
        base: the base value, in points.
    """

    name: str
    least: int | None
    most: int | None
    base: int


@cache
def payment(base: int, rules: RuleSet, *, east: bool) -> Payment:
    """What is paid for a base value, by whom."""
    terms = terms_of(rules)
    seat = Seat.EAST if east else Seat.SOUTH
    given = Hand((), KINDS[0], seat=seat, giver=Side.RIGHT)
    drawn = Hand((), KINDS[0], source=Source.SELF_DRAW, seat=seat)
    paid = shares(base, drawn, terms)
    from_east = None if east else paid[seat.side_of(Seat.EAST)]
    return Payment(sum(shares(base, given, terms).values()), from_east, paid[Side.RIGHT])


def limits(rules: RuleSet) -> tuple[Limit, ...]:
    """The limits, the lowest first; counted yakuman are among them where there are any."""
    terms = terms_of(rules)
    found: list[Limit] = []
    most: int | None = None
    if terms.counted:
        found.append(Limit("counted-yakuman", 13, None, YAKUMAN_BASE))
        most = 12
    for name, least, base in LIMITS:
        found.append(Limit(name, least, most, base))
        most = least - 1
    return (*reversed(found), Limit("yakuman", None, None, YAKUMAN_BASE))


def rows(rules: RuleSet) -> tuple[int, ...]:
    """The minipoints that matter: some hand has them and is no limit hand."""
    terms = terms_of(rules)
    return tuple(
        sorted(
            {
                fu
                for fu, drawn in _found(rules).least
                for fan in FAN
                if possible(fan, fu, rules, drawn=drawn) and base_value(fan, fu, terms)[1] is None
            }
        )
    )


def possible(fan: int, fu: int, rules: RuleSet, *, drawn: bool) -> bool:
    """Whether a hand can have these fan and minipoints; dora make up what yaku lack."""
    least = _found(rules).least.get((fu, drawn))
    return least is not None and fan >= least


def minipoint_items(rules: RuleSet) -> tuple[Item, ...]:
    """Everything that earns minipoints; sets once of simples and once of other tiles."""
    return _found(rules).items


@dataclass(frozen=True, slots=True)
class _Found:
    """What scoring hands of every make has shown."""

    least: Mapping[tuple[int, bool], int]
    """The least fan of yaku, by minipoints and whether the win is a self-draw."""
    items: tuple[Item, ...]


@cache
def _found(rules: RuleSet) -> _Found:
    least: dict[tuple[int, bool], int] = {}
    items: dict[tuple[str, int], Item] = {}
    for score in filter(None, (_scored(hand, rules) for hand in _hands())):
        key = (score.fu, score.view.hand.drawn)
        # Each hand is won with the last tile, so that it has a yaku at all.
        fan = max(1, score.fan - 1)
        least[key] = min(fan, least.get(key, fan))
        for item in score.fu_items:
            items.setdefault((item.id, item.fu), item)
    return _Found(least, tuple(items.values()))


def _scored(hand: Hand, rules: RuleSet) -> Score | None:
    """The score of a hand that wins and is no yakuman."""
    found = best_score(hand, rules)
    return found if isinstance(found, Score) and not found.yakuman else None


# Hands of every make --------------------------------------------------------

_RUNS: tuple[str, ...] = ("234s", "678s", "345p", "567p")
_SIMPLES: tuple[str, ...] = ("2m", "4m", "6m", "8m")
_OUTER: tuple[str, ...] = ("1p", "9p", "1m", "9m")
_PAIRS: tuple[str, ...] = ("3z", "2z", "5z")
"""A wind of no value, the wind of seat and round at once, a dragon."""

_Kind = str | MeldKind

_MAKES: tuple[tuple[_Kind, tuple[str, ...]], ...] = (
    ("run", _RUNS),
    (MeldKind.CHOW, _RUNS),
    *[
        (kind, pool)
        for pool in (_SIMPLES, _OUTER)
        for kind in ("pung", MeldKind.PUNG, MeldKind.KONG, MeldKind.CONCEALED_KONG)
    ],
)
"""The kinds of sets, in the hand or on the table, each with the tiles it is made of."""


def _hands() -> Iterator[Hand]:
    for sets in combinations_with_replacement(_MAKES, 4):
        free = {pool: iter(pool) for pool in (_RUNS, _SIMPLES, _OUTER)}
        made: list[tuple[_Kind, str]] = [(kind, next(free[pool])) for kind, pool in sets]
        for pair in _PAIRS:
            yield from _won(made, pair)
    edged: list[tuple[_Kind, str]] = [("run", "123s"), *((MeldKind.CHOW, run) for run in _RUNS[1:])]
    yield from _won(edged, _PAIRS[0])
    for hand in _won(edged, _PAIRS[1]):
        yield from (replace(hand, seat=Seat.WEST), replace(hand, round=Seat.EAST))
    pairs = parse_tiles("1122m3344p5566s7z")
    for source in (Source.DISCARD, Source.SELF_DRAW):
        yield _hand(pairs, pairs[-1], (), source)


def _won(made: Sequence[tuple[_Kind, str]], pair: str) -> Iterator[Hand]:
    """A hand won in every way: on each wait, from a discard and by self-draw."""
    melds = tuple(_meld(kind, tiles) for kind, tiles in made if isinstance(kind, MeldKind))
    runs = [parse_tiles(tiles) for kind, tiles in made if kind == "run"]
    pungs = [parse_tiles(tiles) * 3 for kind, tiles in made if kind == "pung"]
    both = parse_tiles(pair) * 2
    winning = [both[0], *(pungs[0][:1] if pungs else ()), *(runs[0] if runs else ())]
    concealed = [*both, *(tile for tiles in (*runs, *pungs) for tile in tiles)]
    for tile in winning:
        rest = list(concealed)
        rest.remove(tile)
        for source in (Source.DISCARD, Source.SELF_DRAW):
            yield _hand(tuple(rest), tile, melds, source)


def _hand(concealed: tuple[Tile, ...], tile: Tile, melds: tuple[Meld, ...], source: Source) -> Hand:
    wind = Seat.SOUTH
    return Hand(concealed, tile, melds, source, seat=wind, round=wind, last_tile=True)


def _meld(kind: MeldKind, tiles: str) -> Meld:
    found = parse_tiles(tiles)
    return Meld(kind, found if kind is MeldKind.CHOW else found * (4 if kind.kong else 3))
