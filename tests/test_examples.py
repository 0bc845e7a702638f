"""Every published example comes out as its author expects, under every rule set it speaks for."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebook.checks import check
from rulebook.examples import check_example, rulesets_of
from rulebook.schema import Example, RuleDef
from tests.book import BOOK, PROBLEMS, examples, name


def test_definitions_are_sound() -> None:
    assert not PROBLEMS
    report = check()
    assert not report.problems
    assert not report.uncovered


@pytest.mark.parametrize(
    ("rule", "example"), [pytest.param(*one, id=name(*one)) for one in examples()]
)
def test_example(rule: RuleDef, example: Example) -> None:
    entry = BOOK.entries["rule", (rule.id, rule.family)]
    place = rule.examples.index(example)
    outcomes, problems = check_example(BOOK, rule, place, entry, rulesets_of(BOOK, rule))
    assert not problems
    assert set(outcomes) == set(rulesets_of(BOOK, rule))


def test_the_chapter_is_large_enough() -> None:
    computed = [rule for rule in BOOK.rules.values() if rule.kind == "rule"]
    assert len(computed) >= 60
    assert len(examples()) >= 180


def test_computed_rules_are_shown_from_both_sides() -> None:
    """A rule that can refuse has an example that is allowed and one that is refused."""
    lacking = []
    for rule in BOOK.rules.values():
        verdicts = Counter(one.allowed for each in rule.examples for one in each.then)
        if rule.kind == "rule" and verdicts["false"] and not verdicts["true"]:
            lacking.append(rule.id)
    assert not lacking


def test_every_computed_rule_has_three_examples() -> None:
    few = [one.id for one in BOOK.rules.values() if one.kind == "rule" and len(one.examples) < 3]
    assert not few
