"""`rulebook run`: what comes out of scenarios, under one rule set or several?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from rulebook.catalog import Catalog
from rulebook.checks import unknown_rulesets
from rulebook.commands.shared import (
    chosen_rulesets,
    existing,
    files_argument,
    loaded,
    print_json,
    print_problems,
    rules_option,
    shared_options,
)
from rulebook.compare import differ
from rulebook.examples import differences, expectation_for, outcome_of
from rulebook.load import Entry, Rulebook, read_examples
from rulebook.outcome import Outcome
from rulebook.problems import Problem, merge
from rulebook.report import in_a_line, outcome_json, outcome_lines, problem_json
from rulebook.schema import Example, Expectation
from rulebook.wording import wording
from rulebook.yamltree import Tree

__all__ = ["add"]


@dataclass(frozen=True, slots=True)
class _Scenario:
    """A scenario with what comes out of it under each rule set.

    `expected` says under which of them that is what its author expects, of those under
    which anything is.
    """

    id: str
    outcomes: dict[str, Outcome]
    expected: dict[str, bool]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("run", help=words.text("help.run"))
    @files_argument
    @click.option("--ruleset", help=words.text("help.ruleset"))
    @rules_option(words)
    @shared_options(words)
    def run(
        files: tuple[Path, ...],
        ruleset: str | None,
        extra: tuple[Path, ...],
        as_json: bool,
        lang: str | None,
    ) -> None:
        existing((*files, *extra))
        book = loaded(words, extra, as_json=as_json)
        chosen = chosen_rulesets(book, ruleset)
        scenarios, problems = _outcomes(book, files, chosen)
        if as_json:
            found = [_scenario_json(book, one, words.code) for one in scenarios]
            wrong = [problem_json(problem, words) for problem in problems]
            print_json({"scenarios": found, "problems": wrong})
        else:
            for one in scenarios:
                if one.outcomes:
                    _print(book, one, words)
            print_problems(problems, words)
        sys.exit(1 if problems else 0)


def _outcomes(
    book: Rulebook, files: tuple[Path, ...], rulesets: list[str]
) -> tuple[list[_Scenario], list[Problem]]:
    scenarios, problems = [], []
    for path in files:
        examples, faults = read_examples(path)
        problems += faults
        for example, entry in examples:
            scenario, wrong = _outcome(book, example, entry, rulesets)
            scenarios.append(scenario)
            problems += wrong
    return scenarios, merge(problems)


def _outcome(
    book: Rulebook, example: Example, entry: Entry, rulesets: list[str]
) -> tuple[_Scenario, list[Problem]]:
    scenario = _Scenario(example.id, {}, {})
    problems = list(unknown_rulesets(book, example, entry))
    for id in rulesets:
        outcome, faults = outcome_of(example, book.ruleset(id))
        problems += [entry.problem(example.id, one.kind, *one.at, **one.values) for one in faults]
        if outcome is None:
            continue
        scenario.outcomes[id] = outcome
        expected = _expected(book, example, entry, id)
        if expected is not None:
            missed = list(_missed(example, expected, outcome, entry, id))
            scenario.expected[id] = not missed
            problems += missed
    return scenario, problems


def _expected(book: Rulebook, example: Example, entry: Entry, ruleset: str) -> Expectation | None:
    """What is expected under a rule set; nothing of an example whose rule it does not have."""
    rule = _home(entry)
    family, source = rule.get("family"), rule.get("source")
    if family not in (None, book.rulesets[ruleset].family):
        return None
    if isinstance(source, dict) and not any(one.id in source for one in book.chain(ruleset)):
        return None
    return expectation_for(book, example, ruleset)


def _missed(
    example: Example, expected: Expectation, outcome: Outcome, entry: Entry, ruleset: str
) -> Iterator[Problem]:
    """What the author of a scenario expects and does not come out."""
    at = ("then", example.then.index(expected))
    for key, wanted, got in differences(str(_home(entry).get("id", "")), expected, outcome):
        values = {"key": key, "wanted": wanted, "got": got, "ruleset": ruleset}
        yield entry.problem(example.id, "unexpected", *at, **values)


def _home(entry: Entry) -> Mapping[str, Tree]:
    """The rule that a scenario is an example of, as it is written; empty where it is of none."""
    tree = entry.file.tree
    for part in entry.path[:-2]:
        tree = tree[part]  # type: ignore[index]
    inside = entry.path[-2:-1] == ("examples",)
    return tree if inside and isinstance(tree, dict) else {}


def _scenario_json(book: Rulebook, scenario: _Scenario, language: str) -> dict[str, object]:
    found = list(scenario.outcomes.values())
    return {
        "id": scenario.id,
        "results": [
            {
                **outcome_json(outcome, wording(book, language, ruleset), ruleset),
                "expected": scenario.expected.get(ruleset),
            }
            for ruleset, outcome in scenario.outcomes.items()
        ],
        "differs": any(differ(found[0], other) for other in found[1:]),
    }


def _print(book: Rulebook, scenario: _Scenario, words: Catalog) -> None:
    """One scenario; rule sets that agree share a paragraph."""
    click.echo(in_a_line(scenario.id))
    told: dict[str, list[str]] = {}
    for ruleset, outcome in scenario.outcomes.items():
        say = wording(book, words.code, ruleset)
        name = say.words(book.rulesets[ruleset].short)
        lines = [*outcome_lines(outcome, say)]
        if ruleset in scenario.expected:
            key = "run.expected" if scenario.expected[ruleset] else "run.unexpected"
            lines.append("  " + say.say(key))
        told.setdefault("\n".join(lines), []).append(name)
    for text, names in told.items():
        click.echo(f"{words.listing(names)}: {text}")
    click.echo()
