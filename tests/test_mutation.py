"""The check can fail: flipped expectations and changed parameters must be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rulebook.examples import (
    check_example,
    differences,
    expectation_for,
    outcome_of,
    rulesets_of,
)
from rulebook.load import parse_value
from rulebook.ruleset import RuleSet, Value
from rulebook.schema import Example, ParameterDef, RuleDef
from tests.book import BOOK, examples, name

FLIPPED = {"true": "false", "false": "true"}
DECIDED = [
    pytest.param(rule, example, id=name(rule, example))
    for rule, example in examples()
    if any(one.allowed in FLIPPED for one in example.then)
]


@pytest.mark.parametrize(("rule", "example"), DECIDED)
def test_a_flipped_expectation_is_noticed(rule: RuleDef, example: Example) -> None:
    then = [
        replace(one, allowed=FLIPPED.get(one.allowed or "", one.allowed)) for one in example.then
    ]
    wrong = replace(example, then=then)
    place = rule.examples.index(example)
    mutant = replace(rule, examples=[*rule.examples[:place], wrong, *rule.examples[place + 1 :]])
    entry = BOOK.entries["rule", (rule.id, rule.family)]
    _, problems = check_example(BOOK, mutant, place, entry, rulesets_of(BOOK, rule))
    assert problems


def _other_values(param: ParameterDef, value: Value) -> Iterator[Value]:
    """Every other choice, the other flag, or numbers next to a number."""
    if param.type == "flag":
        yield not value
    elif param.type in ("number", "points"):
        number = value if isinstance(value, int) else 2
        yield from (number + 1, max(number - 1, 0), number * 2 + 5, 0)
    else:
        yield from (parse_value(param, one) for one in param.choices if one != value)


def _noticed(rules: RuleSet, changed: RuleSet, param: str) -> bool:
    """Whether an expectation of some rule that reads the parameter fails under the change."""
    for rule, example in examples():
        if param not in rule.params or rules.id not in rulesets_of(BOOK, rule):
            continue
        expected = expectation_for(BOOK, example, rules.id)
        outcome, _ = outcome_of(example, changed)
        if expected and outcome and list(differences(rule.id, expected, outcome)):
            return True
    return False


def _has(ruleset: str, param: str, value: str) -> bool:
    """Whether a rule set gives a parameter this value."""
    given = BOOK.value(ruleset, param)
    return given is not None and given.value == value


CHANGED = [
    pytest.param(BOOK.ruleset(id), param, id=f"{id}-{param.id}")
    for id in BOOK.rulesets
    for param in BOOK.params.values()
    if BOOK.ruleset(id)[param.id] not in (None, "none")
    and any(param.id in rule.params for rule in BOOK.in_force(id) if rule.kind == "rule")
    and all(_has(id, other, value) for other, value in param.matters_with.items())
]


def _with(rules: RuleSet, param: str, value: Value) -> RuleSet:
    """The rule set with one value changed, and a number for what that makes necessary."""
    needed = {
        id: 3
        for id, one in BOOK.params.items()
        if param in one.needed_by
        and parse_value(BOOK.params[param], one.needed_by[param]) == value
        and not rules[id]
    }
    return rules.misread(params={param: value, **needed})


@pytest.mark.parametrize(("rules", "param"), CHANGED)
def test_a_changed_parameter_is_noticed(rules: RuleSet, param: ParameterDef) -> None:
    value = rules[param.id]
    others = [one for one in _other_values(param, value) if one != value]
    assert others
    assert any(_noticed(rules, _with(rules, param.id, other), param.id) for other in others), (
        f"no example of {rules.id} depends on {param.id}"
    )
