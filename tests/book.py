"""The definitions that tests look at, loaded once."""

from __future__ import annotations

from rulebook.load import load_rulebook
from rulebook.schema import Example, RuleDef

BOOK, PROBLEMS = load_rulebook()


def examples() -> list[tuple[RuleDef, Example]]:
    """Every example with its rule."""
    return [(rule, example) for rule in BOOK.rules.values() for example in rule.examples]


def name(rule: RuleDef, example: Example) -> str:
    """The id of an example as problems and pages show it."""
    family = f"@{rule.family}" if rule.family else ""
    return f"{rule.id}{family}#{example.id}"
