"""Every published example comes out as its author expects, under every rule set it speaks for."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebook.checks import check
from rulebook.examples import check_example, rulesets_of, scenario_of
from rulebook.scenario import build
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


def test_a_scenario_built_from_its_setting_is_the_one_that_the_whole_rule_set_builds() -> None:
    for rule, example in examples():
        for id in rulesets_of(BOOK, rule):
            rules = BOOK.ruleset(id)
            assert scenario_of(example, rules) == build(example.given, example.when, rules)


def test_rule_sets_that_agree_about_the_table_share_a_scenario() -> None:
    _, example = next(one for one in examples() if one[1].given.dead_wall is None)
    rules = BOOK.ruleset("ema-2016")
    alike = rules.misread(params={"yaku.tanyao.open": not rules["yaku.tanyao.open"]})
    other = rules.misread(params={"wall.dead.size": rules.number("wall.dead.size") + 1})
    scenario, _ = scenario_of(example, rules)
    assert scenario_of(example, alike)[0] is scenario
    assert scenario_of(example, other)[0] != scenario
