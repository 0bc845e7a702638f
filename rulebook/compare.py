"""What differs between two rule sets: parameters, rules, and how examples come out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rulebook.examples import outcome_of
from rulebook.load import Rulebook
from rulebook.outcome import Outcome
from rulebook.schema import Example, ParameterDef, RuleDef

__all__ = ["Comparison", "Pair", "compare", "differ"]


@dataclass(frozen=True, slots=True)
class Pair:
    """One example that comes out differently under two rule sets."""

    rule: RuleDef
    example: Example
    first: Outcome
    second: Outcome


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs.

    Attributes:
        params: the parameters with the two values, as written.
        only_first: rules that only the first rule set has.
        only_second: rules that only the second has.
        examples: the examples that come out differently.
    """

    params: tuple[tuple[ParameterDef, str, str], ...]
    only_first: tuple[RuleDef, ...]
    only_second: tuple[RuleDef, ...]
    examples: tuple[Pair, ...]


def compare(book: Rulebook, first: str, second: str, topic: str | None = None) -> Comparison:
    """Compare two rule sets, in one topic or in all."""
    rules = {id: book.in_force(id) for id in (first, second)}
    ids = {id: {rule.id for rule in found} for id, found in rules.items()}
    wanted = [
        rule
        for found in rules.values()
        for rule in found
        if topic is None or book.topic(rule.id) == topic
    ]
    return Comparison(
        params=tuple(_params(book, first, second, wanted if topic else None)),
        only_first=tuple(rule for rule in rules[first] if rule.id not in ids[second]),
        only_second=tuple(rule for rule in rules[second] if rule.id not in ids[first]),
        examples=tuple(_pairs(book, first, second, wanted)),
    )


def _params(
    book: Rulebook, first: str, second: str, rules: list[RuleDef] | None
) -> Iterator[tuple[ParameterDef, str, str]]:
    read = None if rules is None else {param for rule in rules for param in rule.params}
    for id, param in book.params.items():
        one, other = book.told(first, id), book.told(second, id)
        if one and other and one.value != other.value and (read is None or id in read):
            yield param, one.value, other.value


def _pairs(book: Rulebook, first: str, second: str, rules: list[RuleDef]) -> Iterator[Pair]:
    ids = {rule.id for rule in book.in_force(first)} & {rule.id for rule in book.in_force(second)}
    seen: set[tuple[str, str | None, str]] = set()
    for rule in rules:
        for example in rule.examples if rule.id in ids else ():
            key = (rule.id, rule.family, example.id)
            if key in seen:
                continue
            seen.add(key)
            one, _ = outcome_of(example, book.ruleset(first))
            other, _ = outcome_of(example, book.ruleset(second))
            if one and other and differ(one, other):
                yield Pair(rule, example, one, other)


def differ(first: Outcome, second: Outcome, keys: Collection[str] | None = None) -> bool:
    """Whether two outcomes of the same position say different things to a player.

    With `keys` only these facts count.
    """
    one, other = _told(first), _told(second)
    wanted = one.keys() | other.keys() if keys is None else keys
    return any(one.get(key) != other.get(key) for key in wanted)


def _told(outcome: Outcome) -> dict[str, object]:
    """The facts that both rule sets speak of, how full the walls are left out unless changed."""
    facts = dict(outcome.facts)
    for key, count in (
        ("live-wall", outcome.position.live),
        ("dead-wall", outcome.position.dead),
        ("indicators", len(outcome.position.indicators)),
    ):
        if key in facts and isinstance(facts[key], int):
            facts[key] = int(str(facts[key])) - count
    return facts
