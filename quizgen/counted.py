"""Counted hands of the classical game, of examples and of deals, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quizgen.figures import Figure
from quizgen.scored import ScoredHand, held_figure, scored_hand
from quizgen.scores import item_label
from quizgen.site import Site
from rulebook.classical.doubles import DOUBLES
from rulebook.classical.hand import Hand
from rulebook.classical.score import Score
from rulebook.classical.winning import scored
from rulebook.ruleset import RuleSet
from rulebook.schema import Example, RuleDef
from rulebook.wording import Wording

__all__ = ["CountedHand", "Line", "counted", "double_lines", "hand_figure", "home", "item_lines"]

CountedHand = ScoredHand[Score]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that counts: in words, how much, with its rule."""

    text: str
    amount: str
    rule: str = ""


def home(site: Site, family: str) -> str:
    """The rule set that pages about a game begin with: the default one, or the first of it."""
    found = [one for one in site.book.rulesets.values() if one.family == family and one.asked]
    return sorted(found, key=lambda one: not one.default)[0].id


def counted(rule: RuleDef, example: Example, rules: RuleSet) -> CountedHand | None:
    """An example with the score of its hand; `None` where nothing is counted in it."""
    return scored_hand(rule, example, rules, "limit-hand", scored, Score)


def hand_figure(site: Site, name: str, hand: Hand, rules: RuleSet, say: Wording) -> Figure:
    """The hand as it is held, then what lies on the table."""
    table = (hand.melds, hand.bonus)
    return held_figure(site, name, hand.concealed, hand.tile, table, rules, say)


def item_lines(score: Score, say: Wording) -> Iterator[Line]:
    """What earns points, item by item."""
    for item in score.items:
        text = item_label(item.rule, item.key, item.tiles, say)
        yield Line(text, say.catalog.number(item.points), item.rule)


def double_lines(site: Site, score: Score, say: Wording) -> Iterator[Line]:
    """What doubles the points."""
    for id, number in score.double_items:
        rule = site.book.rule(DOUBLES[id].rule, say.family)
        text = say.words(rule.title) if rule else id
        yield Line(text, say.catalog.number(number), rule.id if rule else "")
