"""`rulebook score`: what are these hands worth? One JSON object a line, in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from rulebook.catalog import Catalog
from rulebook.classical import form as classical_form
from rulebook.classical.score import score as classical_score
from rulebook.commands.lines import Answers, answer, line_command
from rulebook.load import Rulebook
from rulebook.riichi import form as riichi_form
from rulebook.riichi.score import score as riichi_score
from rulebook.ruleset import Family, RuleSet

__all__ = ["add", "score_line"]


def add(group: click.Group, words: Catalog) -> None:
    line_command(group, words, "score", _SCORED)


def score_line(given: Mapping[str, Any], book: Rulebook, words: Catalog) -> dict[str, object]:
    """The score of one hand, or what is wrong with it."""
    return answer(given, _SCORED, book, words)


def _riichi(given: Mapping[str, Any], rules: RuleSet) -> dict[str, object]:
    hand = riichi_form.read_hand(given)
    return riichi_form.write_score(riichi_score(hand, rules), given.get("id"))


def _classical(given: Mapping[str, Any], rules: RuleSet) -> dict[str, object]:
    hand = classical_form.read_hand(given)
    return classical_form.write_score(classical_score(hand, rules), given.get("id"))


_SCORED: Answers = {Family.RIICHI: _riichi, Family.CLASSICAL: _classical}
"""How a hand of each kind of game is scored."""
