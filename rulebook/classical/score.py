"""What a classical hand is worth, item by item."""

from __future__ import annotations

from rulebook.classical.doubles import DOUBLES, doubles
from rulebook.classical.groupings import View, views
from rulebook.classical.hand import Hand, check_hand, check_told
from rulebook.classical.limits import LIMITS, limits
from rulebook.classical.payments import LONG_HAND
from rulebook.classical.points import Item, Reward, items, shares
from rulebook.classical.terms import Terms, terms_of
from rulebook.faults import HandError, HandFault
from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet
from rulebook.state import Fault

__all__ = ["Score", "best_score", "lesser_value", "score"]


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a hand in its best grouping, or in the one that its player shows.

    Attributes:
        view: the grouping.
        items: what earns points.
        points: their sum.
        double_items: what doubles them, with how many doubles.
        doubles: all doubles.
        limit_hands: the special limit hands that it is.
        shares: what is worth a share of the limit by house rules.
        natural: points doubled so many times.
        value: what the hand is worth, in points.
    """

    view: View
    items: tuple[Item, ...]
    points: int
    double_items: tuple[tuple[str, int], ...]
    doubles: int
    limit_hands: tuple[str, ...]
    shares: tuple[Reward, ...]
    natural: int
    value: int

    @property
    def limit_hand(self) -> str | None:
        """The special limit hand, the first where it is several."""
        return self.limit_hands[0] if self.limit_hands else None

    @property
    def share(self) -> int:
        """How much of the limit the hand is worth by its kind, in hundredths; else 0."""
        return _share(self.limit_hands, self.shares)

    @property
    def house_share(self) -> int:
        """That share where house rules decide it and no special hand is worth as much; else 0."""
        return self.share if self.share > (100 if self.limit_hands else 0) else 0

    @property
    def capped(self) -> bool:
        """Whether an ordinary hand would be worth more than the limit."""
        return not self.share and self.natural > self.value

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that decided, in the order in which they are read."""
        if self.view.hand.fault is Fault.LONG:
            return (LONG_HAND,)
        named = [item.rule for item in self.items]
        named += [DOUBLES[id].rule for id, _ in self.double_items]
        named.append("points.value")
        named += [one.rule for one in self.shares]
        named += [LIMITS[id].rule for id in self.limit_hands]
        if self.view.terms.limit is None:
            named += ["limit.roof-off"] if self.share else []
        elif self.share or self.capped:
            named.append("limit.cap")
        return tuple(dict.fromkeys(named))


def score(hand: Hand, rules: RuleSet) -> Score:
    """Score a hand, the winner's or a loser's.

    Raises:
        HandError: when the hand cannot be, or a winner's is not complete.
    """
    faults = (*check_hand(hand, rules), *check_told(hand))
    if faults:
        raise HandError(faults)
    best = best_score(hand, rules)
    if isinstance(best, HandFault):
        raise HandError((best,))
    return best


def best_score(hand: Hand, rules: RuleSet) -> Score | HandFault:
    """Score a hand that can be, or say why it is no mahjong."""
    terms = terms_of(rules)
    seen = views(hand, terms)
    if isinstance(seen, HandFault):
        return seen
    found = [_scored(view) for view in seen]
    choose = min if terms.flipped("points.grouping", "dearest") else max
    return found[0] if len(found) == 1 else choose(found, key=_rank)


def lesser_value(score: Score, rules: RuleSet) -> int | None:
    """What the hand would be worth in its next best grouping, `None` where none is worth less."""
    seen = views(score.view.hand, terms_of(rules))
    assert not isinstance(seen, HandFault)
    values = [_scored(view).value for view in seen]
    return max([value for value in values if value < score.value], default=None)


def _rank(score: Score) -> tuple[int, int, int]:
    """What is best: the value, then what it would be without a limit."""
    return score.value, score.natural, score.points


def _scored(view: View) -> Score:
    """One grouping with its points and doubles."""
    if view.hand.fault is Fault.LONG and LONG_HAND not in view.terms.left_out:
        return Score(view, (), 0, (), 0, (), (), 0, 0)
    counted = items(view)
    points = sum([item.points for item in counted])
    doubled = tuple(doubles(view))
    times = sum([number for _, number in doubled])
    special = tuple(limits(view)) if view.hand.winner else ()
    shared = shares(view)
    natural = points << max(times, 0)
    value = _value(natural, _share(special, shared), view.terms)
    return Score(view, counted, points, doubled, times, special, shared, natural, value)


def _share(limit_hands: tuple[str, ...], shares: tuple[Reward, ...]) -> int:
    """The largest share of the limit; a special hand is worth all of it."""
    return max([100 if limit_hands else 0, *[one.worth.share for one in shares]])


def _value(natural: int, share: int, terms: Terms) -> int:
    """Never more than the limit, and just the limit, or the share, where there is one."""
    if terms.limit is None:
        return max(natural, terms.minimum * share // 100) if share else natural
    part = terms.limit * share // 100
    if not share:
        return natural if "limit.cap" in terms.left_out else min(natural, terms.limit)
    return max(natural, part) if "limit.cap" in terms.left_out else part
