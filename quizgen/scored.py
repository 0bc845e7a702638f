"""Examples in which a hand is scored, of either game, and pictures of hands as they are held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from quizgen.figures import Figure
from quizgen.site import Site
from rulebook.case import Case
from rulebook.examples import outcome_of, scenario_of
from rulebook.outcome import Outcome
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.schema import Example, RuleDef
from rulebook.state import Lie, Meld
from rulebook.tiles import Tile, sort_tiles
from rulebook.wording import Wording

__all__ = ["Laid", "ScoredHand", "held_figure", "scored_hand", "upright"]

S = TypeVar("S")

Laid = Sequence[tuple[Tile, Lie]]
"""Tiles side by side and how they lie."""


@dataclass(frozen=True, slots=True)
class ScoredHand(Generic[S]):
    """An example in which a hand is scored.

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
    score: S

    @property
    def name(self) -> str:
        """What pictures of it are called."""
        return f"{self.rule.id}--{self.example.id}"


def scored_hand(
    rule: RuleDef,
    example: Example,
    rules: RuleSet,
    fact: str,
    score: Callable[[Case, RuleSet], object],
    kind: type[S],
) -> ScoredHand[S] | None:
    """An example with the score of its hand; `None` where none is scored in it.

    Args:
        rule: the rule that has the example.
        example: the example.
        rules: the rule set.
        fact: what is found where a hand of its game is scored.
        score: how hands of its game are scored.
        kind: what scores of its game are.
    """
    outcome, _ = outcome_of(example, rules)
    scenario, _ = scenario_of(example, rules)
    if outcome is None or scenario is None or scenario.action is None:
        return None
    if outcome.facts.get("allowed") != "true" or fact not in outcome.facts:
        return None
    found = score(Case(outcome.position, scenario.action), rules)
    return ScoredHand(rule, example, rules, outcome, found) if isinstance(found, kind) else None


def held_figure(
    site: Site,
    name: str,
    concealed: Sequence[Tile],
    tile: Tile | None,
    table: tuple[Sequence[Meld], Sequence[Tile]],
    rules: RuleSet,
    say: Wording,
) -> Figure:
    """The hand as it is held, the winning tile apart and marked, then what lies on the table."""
    melds, bonus = table
    groups = [upright(sort_tiles(concealed))] if concealed else []
    ringed = (len(groups), 0) if tile else None
    if tile:
        groups.append(upright([tile]))
    groups += [lay(meld, rules) for meld in melds]
    if bonus:
        groups.append(upright(sort_tiles(bonus)))
    return site.figures.groups(name, groups, ringed, say)


def upright(tiles: Sequence[Tile]) -> Laid:
    return [(tile, Lie.UPRIGHT) for tile in tiles]
