"""Problems and outcomes as text for a terminal and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from typing import Any

from rulebook.catalog import Catalog
from rulebook.checks import Report
from rulebook.effects import Effect
from rulebook.outcome import Outcome
from rulebook.problems import Problem
from rulebook.state import Meld
from rulebook.telling import effect_text, option_text, verdict_key
from rulebook.tiles import Seat, Side, Tile, format_tiles
from rulebook.wording import Wording

__all__ = [
    "change_line",
    "in_a_line",
    "outcome_json",
    "outcome_lines",
    "plain",
    "problem_json",
    "problem_lines",
    "report_json",
]


def problem_lines(problem: Problem, words: Catalog) -> list[str]:
    """A problem in four lines: where, expected, found, fix."""
    where = f"{problem.path}:{problem.line}" if problem.line else problem.path
    labels = [words.text(f"report.{name}") for name in ("expected", "found", "fix")]
    width = max(map(len, labels))
    sentences = list(_sentences(problem, words))
    head = f"{where}: {problem.rule}" if problem.rule else f"{where}:"
    return [
        in_a_line(head),
        *(f"  {label:<{width}}  {text}" for label, text in zip(labels, sentences, strict=True)),
    ]


def change_line(problem: Problem, words: Catalog) -> str:
    """What house rules change about a published example, in a line."""
    change = words.text("problem.house.short", **problem.values)
    return in_a_line(f"{problem.path}:{problem.line}: {problem.rule}: {change}")


def problem_json(problem: Problem, words: Catalog) -> dict[str, object]:
    """A problem as the contract has it."""
    rule, _, example = problem.rule.partition("#")
    expected, found, fix = _sentences(problem, words)
    return {
        "path": in_a_line(problem.path),
        "line": problem.line,
        "rule": rule,
        "example": example or None,
        "expected": expected,
        "found": found,
        "fix": fix,
    }


def _sentences(problem: Problem, words: Catalog) -> Iterator[str]:
    """What was expected, what was found and how to mend it, each in one line."""
    for part in (problem.expected, problem.found, problem.fix):
        yield in_a_line(words.message(part)) or words.text("problem.missing-key.found")


_BREAK = re.compile(r"\s*[\t-\r]\s*|  +")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def in_a_line(text: str) -> str:
    """A text without line breaks and characters that would steer a terminal."""
    return _CONTROL.sub("\ufffd", _BREAK.sub(" ", text)).strip()


def report_json(report: Report, words: Catalog) -> dict[str, object]:
    """A whole check as the contract has it."""
    return {
        "rules": report.rules,
        "examples": report.examples,
        "runs": report.runs,
        "rulesets": list(report.rulesets),
        "uncovered": list(report.uncovered),
        "problems": [problem_json(problem, words) for problem in report.problems],
    }


def outcome_lines(outcome: Outcome, say: Wording) -> Iterable[str]:
    """An outcome for people: the verdict, the reasons with their rules, the effects."""
    if outcome.verdict is not None:
        yield say.say(verdict_key(outcome))
    if "stand" in outcome.facts:
        yield say.say("run.stand", items=fact_text(outcome.facts["stand"], say))
    if "options" in outcome.facts:
        options = tuple(option_text(one, outcome.position, say) for one in outcome.actions)
        yield say.say("run.options", items=options or ("–",))
    for reason in outcome.reasons:
        yield f"  {say.reason(reason)}  [{reason.rule}]"
    told = [(text, one.rule) for one in outcome.effects if (text := effect_text(one, say))]
    for number, (text, rule) in enumerate(told, 1):
        yield f"  {number}. {text}  [{rule}]"


def fact_text(value: object, say: Wording) -> str:
    """A fact in words; seats by their names."""
    if isinstance(value, Seat):
        return say.seat(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(fact_text(item, say) for item in value) or "–"
    return str(value)


def outcome_json(outcome: Outcome, say: Wording, ruleset: str) -> dict[str, object]:
    """An outcome for programs."""
    allowed = {"true": True, "false": False, "unknown": None}
    return {
        "ruleset": ruleset,
        "allowed": allowed.get(str(outcome.facts.get("allowed"))),
        "rules": list(outcome.rules),
        "reasons": [
            {
                "rule": reason.rule,
                "key": reason.key,
                "values": {name: plain(value) for name, value in reason.finding.values},
                "text": say.reason(reason),
            }
            for reason in outcome.reasons
        ],
        "effects": [_effect_json(effect, say) for effect in outcome.effects],
        "facts": {key: plain(value) for key, value in outcome.facts.items() if key != "allowed"},
    }


def _effect_json(effect: Effect, say: Wording) -> dict[str, object]:
    values = {
        one.name: plain(getattr(effect, one.name)) for one in fields(effect) if one.name != "rule"
    }
    text = effect_text(effect, say)
    return {"effect": type(effect).__name__, "rule": effect.rule, **values, "text": text}


def plain(value: object) -> Any:
    """A value of the engine as JSON can hold it: tiles by notation, the rest by name."""
    if isinstance(value, Tile):
        return value.code
    if isinstance(value, Seat):
        return value.name.lower()
    if isinstance(value, Side | Enum):
        return value.value
    if isinstance(value, Meld):
        return {
            "kind": value.kind.value,
            "tiles": format_tiles(value.tiles),
            "claimed": plain(value.claimed),
            "from": plain(value.side),
            "marked": value.marked,
        }
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value
