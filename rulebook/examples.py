"""Running examples: what is expected against what the engine finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, TypeVar

from rulebook.engine import NotAllowedError
from rulebook.load import Entry, Rulebook, parse_value
from rulebook.outcome import Outcome, run
from rulebook.problems import Message, Problem
from rulebook.ruleset import RuleSet
from rulebook.scenario import Scenario, ScenarioFault, build, seat_of, setting
from rulebook.schema import Example, Expectation, Misreading, RuleDef
from rulebook.tiles import Seat

__all__ = [
    "Run",
    "check_example",
    "differences",
    "expectation_for",
    "expected_facts",
    "misread",
    "outcome_of",
    "qualified",
    "rulesets_of",
    "runs_of",
    "scenario_of",
    "unless_impossible",
]

T = TypeVar("T")

_DEFAULTS: dict[str, object] = {
    "lose": (),
    "replacement": "none",
    "pays": {},
    "gets": {},
    "deducted": {},
    "final": {},
    "game": "goes-on",
    "liable": "nobody",
    "fault": "none",
    "furiten": (),
    "free": (),
    "barred": False,
    "ends": "none",
    "robbers": "nobody",
}
"""What a fact is when no effect says anything of it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One example under one rule set."""

    rule: RuleDef
    example: Example
    ruleset: str
    outcome: Outcome


def rulesets_of(book: Rulebook, rule: RuleDef) -> list[str]:
    """The rule sets under which a rule is in force."""
    return [
        id
        for id, definition in book.rulesets.items()
        if rule.family in (None, definition.family) and book.citation(rule, id)
    ]


def expectation_for(book: Rulebook, example: Example, ruleset: str) -> Expectation | None:
    """What the author expects under a rule set: its own line, or that of what it extends."""
    named = {id: one for one in example.then for id in one.in_}
    for one in book.chain(ruleset):
        if one.id in named:
            return named[one.id]
    return next((one for one in example.then if not one.in_), None)


def scenario_of(example: Example, rules: RuleSet) -> tuple[Scenario | None, list[ScenarioFault]]:
    """Set up an example under a rule set; faults instead of a scenario."""
    return _scenario(example, setting(example.given, rules))


@lru_cache(maxsize=16384)
def _scenario(example: Example, table: RuleSet) -> tuple[Scenario | None, list[ScenarioFault]]:
    return build(example.given, example.when, table)


@lru_cache(maxsize=16384)
def outcome_of(example: Example, rules: RuleSet) -> tuple[Outcome | None, list[ScenarioFault]]:
    """Run an example under a rule set; faults of the scenario instead of an outcome."""
    scenario, faults = scenario_of(example, rules)
    if scenario is None:
        return None, faults
    return unless_impossible(lambda: run(scenario, rules))


def unless_impossible(happens: Callable[[], T]) -> tuple[T | None, list[ScenarioFault]]:
    """What comes of a scenario, or why its actions cannot happen."""
    try:
        return happens(), []
    except NotAllowedError as error:
        values = {"action": error.action.kind.value, "seat": error.action.seat.name.lower()}
        what = Message(f"step.{error.verdict.value}", values)
    except ValueError:
        what = Message("step.impossible")
    return None, [ScenarioFault("cannot-happen", ("when",), {"what": what})]


@lru_cache(maxsize=4096)
def misread(book: Rulebook, rule: RuleDef, misreading: Misreading, ruleset: str) -> RuleSet:
    """A rule set as somebody takes it who believes a misreading."""
    means = misreading.means
    return book.ruleset(ruleset).misread(
        params={id: parse_value(book.params[id], text) for id, text in means.set.items()},
        ignore=means.ignore,
        also=[(id, kind) for id, kinds in means.also.items() for kind in kinds],
        flips=[qualified(rule, key) for key in means.flip],
    )


def runs_of(book: Rulebook, rule: RuleDef) -> Iterator[Run]:
    """Every run of a rule's examples that can be set up."""
    for example in rule.examples:
        for id in rulesets_of(book, rule):
            outcome, _ = outcome_of(example, book.ruleset(id))
            if outcome:
                yield Run(rule, example, id, outcome)


def check_example(
    book: Rulebook, rule: RuleDef, place: int, entry: Entry, rulesets: Iterable[str]
) -> tuple[dict[str, Outcome], list[Problem]]:
    """Run one example under rule sets; the outcomes, and what is wrong."""
    example = rule.examples[place]
    name = f"{rule.id}#{example.id}"
    outcomes: dict[str, Outcome] = {}
    problems: list[Problem] = []
    for id in rulesets:
        outcome, faults = outcome_of(example, book.ruleset(id))
        if outcome is None:
            problems += [
                entry.problem(name, fault.kind, "examples", place, *fault.at, **fault.values)
                for fault in faults
            ]
            break
        outcomes[id] = outcome
        expected = expectation_for(book, example, id)
        if expected is None:
            at = ("examples", place, "then")
            problems.append(entry.problem(name, "no-expectation", *at, ruleset=id))
            continue
        where = ("examples", place, "then", example.then.index(expected))
        citation = book.citation(rule, id)
        section = citation.section if citation else ""
        for key, wanted, found in differences(rule.id, expected, outcome):
            values = {"key": key, "wanted": wanted, "got": found}
            problems.append(
                entry.problem(name, "differs", *where, ruleset=id, section=section, **values)
            )
        contrast = any("/" in key for key in expected.because)
        if rule.id not in outcome.consulted and not contrast and example.when.ask is None:
            problems.append(entry.problem(name, "not-exercised", "examples", place, ruleset=id))
    return outcomes, problems


def differences(
    rule: str, expected: Expectation, outcome: Outcome
) -> Iterator[tuple[str, object, object]]:
    """Each expected fact that did not come out: its key, what was wanted, what was found.

    `rule` is the id of the rule whose reasons need not be named in full; none where a
    scenario belongs to no rule, and then no reason need.
    """
    wanted_keys = sorted(_named(key, rule, outcome) for key in expected.because)
    found_keys = sorted({f"{reason.rule}/{reason.key}" for reason in outcome.reasons})
    allowed = outcome.facts.get("allowed")
    decisive = allowed in ("false", "unknown")
    matches = wanted_keys == found_keys if decisive else set(wanted_keys) <= set(found_keys)
    wrong_verdict = expected.allowed is not None and expected.allowed != allowed
    if wrong_verdict or (wanted_keys and not matches):
        wanted = expected.allowed if expected.allowed is not None else allowed
        yield (
            "ruling",
            Message(f"ruling.{wanted}", {"because": _own(rule, wanted_keys)}),
            Message(f"ruling.{allowed}", {"because": _own(rule, found_keys)}),
        )
    for key, fact in _expected_facts(expected):
        found = outcome.facts.get(key, _DEFAULTS.get(key))
        if key != "allowed" and found != fact:
            yield key, f"{key}: {_show(fact)}", f"{key}: {_show(found)}"


def _named(key: str, rule: str, outcome: Outcome) -> str:
    """A reason's key in full: of the rule at hand, else of the rule that gave such a reason."""
    if "/" in key:
        return key
    given = (reason.rule for reason in outcome.reasons if reason.key == key)
    owner = rule or next(given, "")
    return f"{owner}/{key}" if owner else key


def _own(rule: str, keys: list[str]) -> str:
    """Reason keys as an author writes them: bare where they are the rule's own."""
    return ", ".join(key.removeprefix(f"{rule}/") for key in keys) or "–"


def qualified(rule: RuleDef, key: str) -> str:
    """A reason's key together with its rule, the rule at hand unless another is named."""
    return key if "/" in key else f"{rule.id}/{key}"


def _expected_facts(expected: Expectation) -> Iterator[tuple[str, object]]:
    """The facts an expectation names, in the form in which outcomes hold them."""
    for one in fields(expected):
        value = getattr(expected, one.name)
        if value is not None and one.name not in ("in_", "because"):
            held = _HELD.get(one.name)
            yield one.name.replace("_", "-"), held(value) if held else value


def _seats(names: Sequence[str]) -> tuple[Seat, ...]:
    return tuple(map(seat_of, names))


def _amounts(by_name: Mapping[str, int]) -> dict[Seat, int]:
    return {seat_of(name): by_name[name] for name in sorted(by_name, key=seat_of)}


_HELD: Mapping[str, Callable[[Any], object]] = {
    **dict.fromkeys(("lose", "stand", "furiten", "free", "ippatsu"), _seats),
    **dict.fromkeys(("pays", "gets", "deducted", "final"), _amounts),
    **dict.fromkeys(("next", "next_dealer"), seat_of),
    "liable": lambda name: name if name == "nobody" else seat_of(name),
    "yaku": tuple,
    "options": lambda names: tuple(sorted(names)),
}
"""How outcomes hold what an expectation writes otherwise."""


def expected_facts(example: Example) -> set[str]:
    """The facts that an example is about: the verdict, and what its author expects besides."""
    named = {key for one in example.then for key, _ in _expected_facts(one)}
    return {"allowed", "stand", "options"} | named


def _show(value: object) -> str:
    """A fact in the words of the definitions."""
    if isinstance(value, dict):
        return ", ".join(f"{_show(key)}: {points}" for key, points in value.items()) or "nobody"
    if isinstance(value, tuple):
        return ", ".join(map(_show, value)) or "nobody"
    if isinstance(value, str):
        return value
    name = getattr(value, "name", None)
    return str(name).lower() if name else str(value).lower()
