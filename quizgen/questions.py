"""Questions made from examples: a position, what is asked, and the engine's answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quizgen.answers import Group, groups_of, names_of
from quizgen.asks import Choice, Made, make, verdict_prompt
from rulebook.load import Rulebook
from rulebook.ruleset import RuleSet
from rulebook.schema import Example, RuleDef
from rulebook.state import Position
from rulebook.tiles import Seat

__all__ = ["KINDS", "Question", "questions"]

KINDS = ("one", "all", "order", "place", "next", "pay", "compare")
"""The kinds of questions: choose one, choose all, put in order, find the turned
tiles, who is next, who pays how much, under which rules."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question in one language.

    Attributes:
        id: permanent: the rule, the example, what is asked, the first rule set asked.
        rule: the id of the rule it teaches.
        topic: the chapter it belongs to.
        rulesets: the rule sets under which the answer is this.
        label: these rule sets in words.
        position: the table, as the player in `seat` sees it under `rules`.
        story: what is going on.
        made: what is asked and answered.
        decided_by: the ids of the rules that decided.
    """

    id: str
    rule: str
    topic: str
    rulesets: tuple[str, ...]
    label: str
    position: Position
    seat: Seat
    rules: RuleSet
    story: str
    made: Made
    decided_by: tuple[str, ...]

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        return self.made.kind

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.made.prompt


def questions(book: Rulebook, language: str) -> list[Question]:
    """All questions in a language, in the order of the rules."""
    return [
        question
        for rule in book.rules.values()
        for example in rule.examples
        if not example.retired
        for question in _of_example(book, rule, example, language)
    ]


def _of_example(
    book: Rulebook, rule: RuleDef, example: Example, language: str
) -> Iterator[Question]:
    asked = _asked(example)
    groups = groups_of(book, rule, example, language) if asked else []
    for group in groups:
        for ask in asked:
            made = make(ask, group)
            if made is not None:
                suffix = "" if ask in ("verdict", "who") else f".{ask}"
                yield _question(group, made, group.rulesets, f"{suffix}@{group.rulesets[0]}")
    yield from _comparing(groups)


def _asked(example: Example) -> list[str]:
    """What an example is asked about: what it says, else what its author expects of it."""
    if example.ask is not None:
        return [*example.ask]
    if example.when.calls:
        return ["who"]
    expected = {name for one in example.then for name in _IMPLIED if getattr(one, name) is not None}
    return ["verdict", *(ask for name, ask in _IMPLIED.items() if name in expected)]


_IMPLIED = {
    "pays": "pay",
    "liable": "liable",
    "next": "next",
    "lose": "lose",
    "furiten": "furiten",
    "free": "free",
    "fault": "fault",
    "ends": "ends",
    "barred": "barred",
}
"""What is asked of an example whose author expects such a fact."""


def _question(group: Group, made: Made, rulesets: tuple[str, ...], suffix: str) -> Question:
    book, say = group.book, group.say
    return Question(
        id=f"{group.rule.id}/{group.example.id}{suffix}",
        rule=group.rule.id,
        topic=book.topic(group.rule.id),
        rulesets=rulesets,
        label=names_of(book, rulesets, say.code),
        position=group.scenario.position,
        seat=group.scenario.seat,
        rules=group.rules,
        story=say.words(group.example.story) if group.example.story else "",
        made=replace(made, why=tuple(dict.fromkeys(made.why))),
        decided_by=group.outcome.rules,
    )


def _comparing(groups: list[Group]) -> Iterator[Question]:
    """Under which rules may the player do that? Asked where rule sets disagree."""
    if {group.fact("allowed") for group in groups} != {"true", "false"}:
        return
    choices: list[Choice] = []
    answer: list[str] = []
    why: list[str] = []
    for group in groups:
        book, say = group.book, group.say
        text = group.because(group.outcome, say)
        why.append(f"{names_of(book, group.rulesets, say.code)}: {text}")
        allowed = group.fact("allowed") == "true"
        for id in group.rulesets:
            label = group.say_for(id).words(book.rulesets[id].short)
            choices.append(Choice(id, label, "" if allowed else text))
        answer += group.rulesets if allowed else []
    first = groups[0]
    prompt = first.say.say("ask.compare", question=verdict_prompt(first))
    made = Made("compare", prompt, tuple(choices), tuple(answer), tuple(why))
    everyone = tuple(id for group in groups for id in group.rulesets)
    yield _question(first, made, everyone, "@compare")
