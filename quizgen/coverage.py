"""What is proved by examples: how many rules, runs and questions each topic has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from quizgen.questions import Question
from rulebook.examples import runs_of
from rulebook.load import Rulebook

__all__ = ["TopicCoverage", "coverage"]


@dataclass(frozen=True, slots=True)
class TopicCoverage:
    """One topic in numbers.

    Attributes:
        topic: its id.
        rules: computed rules.
        notes: rules that nobody can compute.
        examples: examples.
        runs: examples times the rule sets they are run under.
        questions: questions in one language.
        uncovered: the ids of computed rules without an example.
    """

    topic: str
    rules: int
    notes: int
    examples: int
    runs: int
    questions: int
    uncovered: tuple[str, ...]


def coverage(book: Rulebook, questions: Sequence[Question]) -> list[TopicCoverage]:
    """Every topic in numbers."""
    asked = Counter(question.topic for question in questions)
    found = []
    for topic in book.topics:
        rules = [rule for rule in book.rules.values() if book.topic(rule.id) == topic]
        computed = [rule for rule in rules if rule.kind == "rule"]
        found.append(
            TopicCoverage(
                topic,
                len(computed),
                len(rules) - len(computed),
                sum(len(rule.examples) for rule in rules),
                sum(1 for rule in rules for _ in runs_of(book, rule)),
                asked[topic],
                tuple(rule.id for rule in computed if not rule.examples),
            )
        )
    return found
