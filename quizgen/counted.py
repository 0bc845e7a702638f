"""Counted hands of the classical game, of examples and of deals, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.figures import Figure
from quizgen.scores import item_label
from quizgen.site import Site
from rulebook.case import Case
from rulebook.classical.doubles import DOUBLES
from rulebook.classical.hand import Hand
from rulebook.classical.score import Score
from rulebook.classical.winning import scored
from rulebook.examples import outcome_of, scenario_of
from rulebook.outcome import Outcome
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.schema import Example, RuleDef
from rulebook.state import Lie
from rulebook.tiles import Tile, sort_tiles
from rulebook.wording import Wording

__all__ = ["CountedHand", "Line", "counted", "double_lines", "hand_figure", "home", "item_lines"]

_Laid = Sequence[tuple[Tile, Lie]]


@dataclass(frozen=True, slots=True)
class CountedHand:
    """An example in which a hand is counted.

    Attributes:
        rule: the rule that has the example.
        example: the example.
        rules: the rule set.
        outcome: what the engine answers.
        score: what the hand is worth.
    """

    rule: RuleDef
    example: Example
    rules: RuleSet
    outcome: Outcome
    score: Score

    @property
    def name(self) -> str:
        """What pictures of it are called."""
        return f"{self.rule.id}--{self.example.id}"


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
    outcome, _ = outcome_of(example, rules)
    scenario, _ = scenario_of(example, rules)
    if outcome is None or scenario is None or scenario.action is None:
        return None
    if outcome.facts.get("allowed") != "true" or "limit-hand" not in outcome.facts:
        return None
    score = scored(Case(outcome.position, scenario.action), rules)
    if not isinstance(score, Score):
        return None
    return CountedHand(rule, example, rules, outcome, score)


def hand_figure(site: Site, name: str, hand: Hand, rules: RuleSet, say: Wording) -> Figure:
    """The hand as it is held, the winning tile apart and marked, then what lies on the table."""
    groups: list[_Laid] = []
    if hand.concealed:
        groups.append(_upright(sort_tiles(hand.concealed)))
    ringed = (len(groups), 0) if hand.tile else None
    if hand.tile:
        groups.append(_upright([hand.tile]))
    groups += [lay(meld, rules) for meld in hand.melds]
    if hand.bonus:
        groups.append(_upright(sort_tiles(hand.bonus)))
    return site.figures.groups(name, groups, ringed, say)


def _upright(tiles: Sequence[Tile]) -> _Laid:
    return [(tile, Lie.UPRIGHT) for tile in tiles]


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
