"""Who pays whom at the end of a classical deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from rulebook.classical.terms import terms_of
from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet
from rulebook.tiles import Seat

__all__ = [
    "CANNON",
    "CAPPED",
    "DISCARDER",
    "EAST",
    "FALSE_MAHJONG",
    "LONG_HAND",
    "LOSERS",
    "WASH_OUT",
    "WINNER",
    "Deal",
    "Payment",
    "in_a_row",
    "payments",
    "share",
    "worth",
]

WINNER = "settlement.winner"
LOSERS = "settlement.losers"
EAST = "settlement.east"
DISCARDER = "settlement.discarder"
LONG_HAND = "settlement.long-hand"
CANNON = "settlement.cannon"
CAPPED = "settlement.capped"
FALSE_MAHJONG = "settlement.false-mahjong"
WASH_OUT = "end.wall.no-payment"


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is over.

    Attributes:
        values: what each hand is worth, by seat, in points.
        winner: who has gone mahjong, `None` where nobody has.
        source: whose tile the winner took, `None` on a draw and where it does not matter.
        liable: who let off a cannon and pays for all.
        long_hands: who has too many tiles.
        offenders: who has declared a false mahjong that ended the deal.
        robbed: whether the tile of `source` was robbed from a kong, not discarded.
        streak: how many times in a row East has won before.
    """

    values: tuple[int, ...] = (0, 0, 0, 0)
    winner: Seat | None = None
    source: Seat | None = None
    liable: Seat | None = None
    long_hands: tuple[Seat, ...] = ()
    offenders: tuple[Seat, ...] = ()
    robbed: bool = False
    streak: int = 0


@dataclass(frozen=True, slots=True)
class Payment:
    """One player pays another.

    Attributes:
        payer, payee: who pays whom.
        points: how much.
        rule: the rule by which it is paid.
        times: how many times over the hand, or the difference, is paid.
    """

    payer: Seat
    payee: Seat
    points: int
    rule: str
    times: int = 1


def payments(deal: Deal, rules: RuleSet) -> tuple[Payment, ...]:
    """The payments of a deal: to the winner first, then among the losers."""
    found: list[Payment] = []
    if deal.offenders:
        found += _penalties(deal, rules)
    elif deal.winner is not None:
        found += _to_winner(deal, deal.winner, rules)
        if _alone(deal, rules) is None and rules["settlement.losers"]:
            found += _differences(deal, deal.winner.others, rules)
    elif f"{WASH_OUT}/nothing" in rules.flips:
        found += _differences(deal, tuple(Seat), rules)
    return tuple(one for one in found if one.points and one.rule not in rules.left_out)


def worth(deal: Deal, seat: Seat, rules: RuleSet) -> int:
    """What a hand counts for: at most the limit, and nothing if it is long. Points."""
    if _is_long(deal, seat, rules):
        return 0
    value, most = deal.values[seat], terms_of(rules).most
    return value if most is None or CAPPED in rules.left_out else min(value, most)


def _is_long(deal: Deal, seat: Seat, rules: RuleSet) -> bool:
    """Whether a hand has too many tiles, where that matters."""
    return seat in deal.long_hands and LONG_HAND not in rules.left_out


def _factor(one: Seat, other: Seat, rules: RuleSet) -> int:
    """How many times over two players pay: twice when one of them is East."""
    doubles = rules["settlement.east-doubles"] and EAST not in rules.left_out
    return 2 if doubles and Seat.EAST in (one, other) else 1


def share(deal: Deal, winner: Seat, loser: Seat, rules: RuleSet) -> int:
    """How many times over a loser owes the winner's hand.

    Where the discarder pays double, all do so when the winning tile was not discarded.
    """
    doubles = rules["settlement.discarder-doubles"] and DISCARDER not in rules.left_out
    discarded = deal.source is not None and not deal.robbed
    twice = doubles and (loser is deal.source or not discarded)
    factor = _factor(winner, loser, rules)
    if winner is Seat.EAST and f"{EAST}/in-a-row" in rules.flips and in_a_row(deal):
        factor = 3
    return factor * (2 if twice else 1)


def in_a_row(deal: Deal) -> bool:
    """Whether East wins once more after so many wins that some expect to pay triple."""
    return deal.winner is Seat.EAST and deal.streak >= 3


def _alone(deal: Deal, rules: RuleSet) -> Seat | None:
    """Who pays for all, unless that is the winner."""
    return None if deal.liable is deal.winner or CANNON in rules.left_out else deal.liable


def _to_winner(deal: Deal, winner: Seat, rules: RuleSet) -> Iterator[Payment]:
    """Every loser pays the winner's hand, or one of them pays it for all."""
    value = worth(deal, winner, rules)
    alone = _alone(deal, rules)
    rule = WINNER if alone is None else CANNON
    if alone is None and rules["win.payer"] == "discarder":
        alone = deal.source
    if alone is not None:
        shares = sum(share(deal, winner, loser, rules) for loser in winner.others)
        yield Payment(alone, winner, value * shares, rule, shares)
        return
    for loser in winner.others:
        times = share(deal, winner, loser, rules)
        yield Payment(loser, winner, value * times, rule, times)


def _differences(deal: Deal, seats: Iterable[Seat], rules: RuleSet) -> Iterator[Payment]:
    """Players pay each other the difference of their hands: losers, or some believe all four."""
    for one, other in combinations(seats, 2):
        less, more = sorted((one, other), key=lambda seat: worth(deal, seat, rules))
        points = worth(deal, more, rules) - worth(deal, less, rules)
        factor = _factor(less, more, rules)
        rule = WASH_OUT if deal.winner is None else LOSERS
        rule = LONG_HAND if _is_long(deal, less, rules) else rule
        yield Payment(less, more, points * factor, rule, factor)


def _penalties(deal: Deal, rules: RuleSet) -> Iterator[Payment]:
    """Each opponent who has done nothing wrong gets the penalty, the offenders sharing it."""
    penalty = rules["penalty.false-mahjong"]
    if not isinstance(penalty, int):
        return
    share, rest = divmod(penalty, len(deal.offenders))
    for injured in Seat:
        if injured in deal.offenders:
            continue
        for place, offender in enumerate(deal.offenders):
            points = share + (rest if place == 0 else 0)
            yield Payment(offender, injured, points, FALSE_MAHJONG)
