"""Classical deals settled step by step: every hand, and who pays whom and why.

A deal is a position and a win. What the hands are worth and what is paid is computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from quizgen.counted import Line, double_lines, hand_figure, home, item_lines
from quizgen.figures import Figure
from quizgen.pages.render import render
from quizgen.scores import signed
from quizgen.site import Site
from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.classical.deal import hand_of_loser, hand_of_winner
from rulebook.classical.limits import LIMITS
from rulebook.classical.payments import Deal, Payment, payments, worth
from rulebook.classical.score import Score, best_score
from rulebook.engine import follow, judge
from rulebook.examples import scenario_of
from rulebook.load import read_examples
from rulebook.rules.liability.cannon import liable_for_the_win
from rulebook.ruleset import RuleSet
from rulebook.scenario import Scenario
from rulebook.schema import Example
from rulebook.state import KongMade
from rulebook.tiles import Seat
from rulebook.wording import Wording

__all__ = ["DEALS", "Settled", "deals_page", "settled"]


@lru_cache(maxsize=1)
def _read() -> tuple[Example, ...]:
    path = Path(__file__).parent.parent / "worked-deals.yaml"
    found, problems = read_examples(path)
    assert not problems, problems
    return tuple(example for example, _ in found)


DEALS = _read()
"""The deals, each a position and the win that ends it."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A deal that is over, with everything that is computed of it.

    Attributes:
        scenario: the position and the win.
        rules: the rule set.
        scores: what each hand is worth, by seat.
        deal: the deal as it is settled.
        paid: who pays whom.
    """

    scenario: Scenario
    rules: RuleSet
    scores: tuple[Score, ...]
    deal: Deal
    paid: tuple[Payment, ...]

    @property
    def gains(self) -> dict[Seat, int]:
        """What each player gains or loses."""
        gains = dict.fromkeys(Seat, 0)
        for one in self.paid:
            gains[one.payer] -= one.points
            gains[one.payee] += one.points
        return gains


def settled(example: Example, rules: RuleSet) -> Settled:
    """Play the win of a deal, count all hands and settle."""
    scenario, faults = scenario_of(example, rules)
    assert scenario is not None and scenario.action is not None, faults
    before, action = scenario.position, scenario.action
    ruling = judge(before, action, rules)
    assert ruling.allowed, example.id
    after = follow(before, ruling.effects)
    scores = []
    for seat in Seat:
        won = seat is action.seat
        hand = hand_of_winner(before, action) if won else hand_of_loser(after, seat)
        score = best_score(hand, rules)
        assert isinstance(score, Score), (example.id, seat)
        scores.append(score)
    source = before.event.seat if action.kind is ActionKind.WIN else None
    liable = liable_for_the_win(Case(before, action), rules)
    values, robbed = tuple(one.value for one in scores), isinstance(before.event, KongMade)
    deal = Deal(values, action.seat, source, liable, robbed=robbed)
    return Settled(scenario, rules, tuple(scores), deal, payments(deal, rules))


# The page --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandView:
    """One player's hand, its items and its value."""

    title: str
    hand: Figure
    points: Sequence[Line]
    doubles: Sequence[Line]
    limits: Sequence[Line]
    sum: str


@dataclass(frozen=True, slots=True)
class PaymentView:
    """One payment: who pays whom, how it is reckoned, and the rule."""

    who: str
    how: str
    points: str
    rule: str
    rule_title: str


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal ready for the page."""

    id: str
    number: int
    title: str
    story: str
    table: Figure
    hands: Sequence[HandView]
    payments: Sequence[PaymentView]
    notes: Sequence[Line]
    results: Sequence[tuple[str, str]]
    others: Sequence[tuple[str, str]]


def deals_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page."""
    deals = [_deal(site, number, one) for number, one in enumerate(DEALS, 1)]
    title, about = site.t("deals.title"), site.t("deals.about")
    page = render(site, "settle-a-hand.md.j2", title=title, about=about, deals=deals)
    yield "settle-a-hand.md", page


def _deal(site: Site, number: int, example: Example) -> DealView:
    ruleset = home(site, "classical")
    rules, say = site.book.ruleset(ruleset), site.views.say(ruleset)
    one = settled(example, rules)
    position, seat = one.scenario.position, one.scenario.seat
    name = f"deal-{example.id}"
    assert one.deal.winner is not None
    order = [one.deal.winner, *sorted(one.deal.winner.others)]
    return DealView(
        example.id,
        number,
        say.say(f"deals.deal.{example.id}"),
        say.words(example.story) if example.story else "",
        site.figures.table(name, position, seat, rules, say),
        [_hand(site, one, seat, f"{name}-{seat.name.lower()}", say) for seat in order],
        [_payment(site, one, paid, say) for paid in one.paid],
        list(_notes(site, one, say)),
        [(say.seat(seat), signed(points, say)) for seat, points in one.gains.items()],
        list(_elsewhere(site, example, one)),
    )


def _hand(site: Site, one: Settled, seat: Seat, name: str, say: Wording) -> HandView:
    score = one.scores[seat]
    key = "deals.winner" if seat is one.deal.winner else "deals.loser"
    number = say.catalog.number
    doubled = " × ".join([number(score.points), *["2"] * score.doubles])
    reckoned = f"{doubled} = {number(score.natural)}" if score.doubles else doubled
    total = say.say("deals.value", reckoned=reckoned)
    if score.natural != score.value:
        total = say.say("deals.value-limit", reckoned=reckoned, value=score.value)
    limits = [Line(site.title(LIMITS[id].rule), "", LIMITS[id].rule) for id in score.limit_hands]
    return HandView(
        say.say(key, seat=seat),
        hand_figure(site, name, score.view.hand, one.rules, say),
        list(item_lines(score, say)),
        list(double_lines(site, score, say)),
        limits,
        total,
    )


def _payment(site: Site, one: Settled, paid: Payment, say: Wording) -> PaymentView:
    return PaymentView(
        say.say("score.pays-to", payer=paid.payer, payee=paid.payee),
        _reckoned(one, paid, say),
        say.catalog.number(paid.points),
        paid.rule,
        site.title(paid.rule, home(site, "classical")),
    )


def _reckoned(one: Settled, paid: Payment, say: Wording) -> str:
    """How a payment is reckoned, such as 2 × (136 − 20)."""
    number, deal = say.catalog.number, one.deal
    if paid.payee is deal.winner and deal.liable is paid.payer:
        alone = payments(replace(deal, liable=None), one.rules)
        shares = [number(other.points) for other in alone if other.payee is deal.winner]
        return " + ".join(shares)
    base = number(worth(deal, paid.payee, one.rules))
    if paid.payee is not deal.winner and (less := worth(deal, paid.payer, one.rules)):
        base = f"{base} − {number(less)}"
        return f"{paid.times} × ({base})" if paid.times > 1 else base
    return f"{paid.times} × {base}" if paid.times > 1 else base


def _notes(site: Site, one: Settled, say: Wording) -> Iterator[Line]:
    """What is worth noticing: a loser who gains, who pays nothing to whom, the limit."""
    deal = one.deal
    assert deal.winner is not None
    if deal.liable is not None:
        values = {"payer": deal.liable, "winner": deal.winner}
        yield Line(say.say("deals.note.cannon", **values), "", "settlement.cannon")
        return
    for seat in deal.winner.others:
        if one.gains[seat] > 0:
            yield Line(say.say("deals.note.loser-gains", seat=seat), "", "settlement.losers")


def _elsewhere(site: Site, example: Example, one: Settled) -> Iterator[tuple[str, str]]:
    """What each player gains or loses under other rule sets of the game, where that differs."""
    for id, definition in site.book.rulesets.items():
        if definition.family != "classical" or id == one.rules.id:
            continue
        other = settled(example, site.book.ruleset(id))
        if other.gains != one.gains:
            say = site.views.say(id)
            told = [f"{say.seat(seat)} {signed(n, say)}" for seat, n in other.gains.items()]
            yield site.short(id), ", ".join(told)
