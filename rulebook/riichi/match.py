"""A game of riichi: which deal comes next, when the game ends, and what everybody ends with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet
from rulebook.tiles import Seat

__all__ = [
    "BET",
    "Result",
    "bonuses",
    "final_points",
    "is_last",
    "leftover",
    "next_deal",
    "places",
    "why_over",
]

BET = 1000
"""A riichi bet, in points."""

_SEATS = tuple(Seat)


@dataclass(frozen=True, slots=True)
class Result:
    """What one player ends a game with, in points.

    Attributes:
        seat: the player, by the seat in the last deal.
        place: 1 to 4; players who share places have the best of them.
        score: the score less the return points, leftover bets included.
        bonus: the bonus for the place (uma).
        oka: what the winner gets of the points that everybody has put in.
        penalty: what is taken off at the end.
    """

    seat: Seat
    place: int
    score: int
    bonus: int
    oka: int
    penalty: int = 0

    @property
    def points(self) -> int:
        """The final result."""
        return self.score + self.bonus + self.oka - self.penalty


def next_deal(round: Seat, deal: int, *, stays: bool) -> tuple[Seat, int]:
    """The wind of the round and the number of the deal in it that come next."""
    if stays:
        return round, deal
    return (round, deal + 1) if deal < 4 else (round.next, 1)


def is_last(round: Seat, deal: int, rules: RuleSet) -> bool:
    """Whether this is the last deal of the game, or one beyond it."""
    if rules["game.rounds"] is None:
        return False
    last = rules.number("game.rounds") - 1
    return round > last or (round == last and deal == 4)


def why_over(
    round: Seat,
    deal: int,
    scores: Sequence[int],
    rules: RuleSet,
    *,
    stays: bool,
    earned: bool,
    first: Seat = Seat.EAST,
) -> str | None:
    """By which rule the game ends after a deal, `None` when it goes on.

    Args:
        round: the wind of the round just played.
        deal: which deal of the round it was, 1 to 4.
        scores: what each player has after the deal, by seat; empty when not known.
        rules: the rule set.
        stays: whether East stays.
        earned: whether East stays by a win or by tenpai, not by an abortive draw.
        first: where the player sits who was East first.
    """
    if rules["game.below-zero-ends"] and scores and min(scores) < 0:
        return "below-zero"
    if not is_last(round, deal, rules):
        return None
    enough = not scores or max(scores) >= rules.number("game.return-points")
    if stays:
        if not (rules["game.last-dealer-stops"] and earned and scores and enough):
            return None
        ahead = ranking(scores, first)[0] is Seat.EAST
        return "last-dealer-stops" if ahead else None
    beyond = round > rules.number("game.rounds") - 1
    if rules["game.extension"] and not enough and not (beyond and deal == 4):
        return None
    return "last-deal"


def ranking(scores: Sequence[int], first: Seat) -> tuple[Seat, ...]:
    """The players from the highest score down, the earlier East of the game first where tied."""
    return tuple(sorted(_SEATS, key=lambda seat: (-scores[seat], (seat - first) % 4)))


def places(
    scores: Sequence[int], rules: RuleSet, first: Seat = Seat.EAST
) -> tuple[tuple[Seat, ...], ...]:
    """The players by place; those who share places stand together."""
    order = ranking(scores, first)
    if rules["game.ties"] == "seat":
        return tuple((seat,) for seat in order)
    groups: list[list[Seat]] = []
    for seat in order:
        if groups and scores[groups[-1][0]] == scores[seat]:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return tuple(map(tuple, groups))


def leftover(
    scores: Sequence[int], bets: int, rules: RuleSet, first: Seat = Seat.EAST
) -> dict[Seat, int]:
    """Who gets how much of the bets that are left when the game ends. Points."""
    if not bets or rules["game.leftover-bets"] == "nobody":
        return {}
    winners = places(scores, rules, first)[0]
    return dict.fromkeys(winners, BET * bets // len(winners))


def _uma(rules: RuleSet) -> tuple[int, int, int, int]:
    """The bonus of each place; the last two pay. Points."""
    first, second, third, fourth = (
        rules.number(f"game.uma.{place}") for place in ("first", "second", "third", "fourth")
    )
    return first, second, -third, -fourth


def _oka(rules: RuleSet) -> int:
    """What everybody has put in for the winner. Points."""
    return 4 * (rules.number("game.return-points") - rules.number("game.start-points"))


def bonuses(
    scores: Sequence[int], rules: RuleSet, first: Seat = Seat.EAST
) -> dict[Seat, tuple[int, int, int]]:
    """Of each player the place, the bonus for it, and the share of the oka. Points.

    Tied players share what their places bring.
    """
    uma, oka = _uma(rules), (_oka(rules), 0, 0, 0)
    found = {}
    place = 0
    for group in places(scores, rules, first):
        end = place + len(group)
        bonus = _split(sum(uma[place:end]), len(group))
        extra = _split(sum(oka[place:end]), len(group))
        for seat in group:
            found[seat] = (place + 1, bonus, extra)
        place = end
    return found


def _split(points: int, number: int) -> int:
    """An equal share, fractions dropped."""
    return abs(points) // number * (1 if points >= 0 else -1)


def final_points(
    scores: Sequence[int],
    bets: int,
    rules: RuleSet,
    *,
    first: Seat = Seat.EAST,
    penalties: Mapping[Seat, int] | None = None,
) -> tuple[Result, ...]:
    """What everybody ends a game with, by seat.

    Args:
        scores: what each player has after the last deal, by seat.
        bets: riichi bets that are left on the table.
        rules: the rule set.
        first: where the player sits who was East first; decides ties where they are not shared.
        penalties: what is taken off the result of each offender, in points.
    """
    shares = leftover(scores, bets, rules, first)
    total = [score + shares.get(seat, 0) for seat, score in zip(_SEATS, scores, strict=True)]
    found = bonuses(total, rules, first)
    back = rules.number("game.return-points")
    return tuple(
        Result(seat, *_result(total[seat] - back, found[seat]), (penalties or {}).get(seat, 0))
        for seat in _SEATS
    )


def _result(score: int, found: tuple[int, int, int]) -> tuple[int, int, int, int]:
    place, bonus, oka = found
    return place, score, bonus, oka
