"""One language of the site: the definitions, the words, the pictures and the questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from quizgen.figures import Figure, Figures
from quizgen.questions import Question, questions
from quizgen.views import Views
from rulebook.examples import rulesets_of
from rulebook.load import Rulebook
from rulebook.schema import Example, RuleDef, Topic
from rulebook.wording import Wording, wording

__all__ = ["Site", "played_link", "question_anchor", "question_link", "quiz_link"]


@dataclass(frozen=True, eq=False)
class Site:
    """What all pages of one language share.

    Attributes:
        book: the definitions.
        code: the language.
        docs: the folder of the hand-written pages of this language.
    """

    book: Rulebook
    code: str
    docs: Path

    @cached_property
    def figures(self) -> Figures:
        return Figures()

    @cached_property
    def views(self) -> Views:
        return Views(self.book, self.code, self.figures)

    @cached_property
    def questions(self) -> list[Question]:
        return questions(self.book, self.code)

    @cached_property
    def by_id(self) -> Mapping[str, Question]:
        return {question.id: question for question in self.questions}

    @cached_property
    def asked_topics(self) -> list[str]:
        """The topics that have questions."""
        asked = {question.topic for question in self.questions}
        return [id for id in self.book.topics if id in asked]

    @property
    def pictures(self) -> Mapping[str, Figure]:
        """The pictures that the pages made so far link to."""
        return self.figures.found

    @cached_property
    def say(self) -> Wording:
        """The words of the default rule set, for what belongs to none."""
        default = next(id for id, one in self.book.rulesets.items() if one.default)
        return wording(self.book, self.code, default)

    def t(self, key: str, /, **values: object) -> str:
        """A sentence of the interface."""
        return self.say.say(key, **values)

    def short(self, ruleset: str) -> str:
        """The short name of a rule set."""
        return self.views.say(ruleset).words(self.book.rulesets[ruleset].short)

    def topic_title(self, topic: Topic, ruleset: str | None = None) -> str:
        """The title of a topic, in a rule set's own words or in the default one's."""
        say = self.views.say(ruleset) if ruleset else self.say
        return say.words(topic.title)

    def rules_of(self, topic: Topic) -> list[RuleDef]:
        """The rules of a topic, in the order of the definitions."""
        return [one for one in self.book.rules.values() if self.book.topic(one.id) == topic.id]

    def example_link(self, rule: RuleDef, example: Example) -> str:
        """Where an example stands on the page of its rule, from the language's root."""
        shared = sum(one.id == rule.id for one in self.book.rules.values()) > 1
        anchor = f"{rule.family}-{example.id}" if shared else example.id
        return f"rules/{rule.id}.md#{anchor}"

    def title(self, id: str, ruleset: str = "") -> str:
        """The title of a rule: as a rule set has it, or as the rule's own page begins."""
        found = [one for one in self.book.rules.values() if one.id == id]
        having = [(name, one) for one in found for name in rulesets_of(self.book, one)]
        name, rule = next((pair for pair in having if pair[0] == ruleset), having[0])
        return self.views.say(name).words(rule.title)


def question_anchor(id: str) -> str:
    """The anchor of a question on the page that lists it."""
    return id.replace("/", "--").replace("@", "--")


def question_link(question: Question) -> str:
    """Where a question can be read with its answer folded, from the language's root."""
    return f"questions/{question.topic}.md#{question_anchor(question.id)}"


def played_link(topic: str, ruleset: str = "") -> str:
    """Where the questions of a topic are played, under one rule set or all."""
    return f"quiz.md?ruleset={ruleset}&topic={topic}" if ruleset else f"quiz.md?topic={topic}"


def quiz_link(id: str) -> str:
    """The permanent link of a question, from the language's root."""
    return f"quiz.md#{id.replace('@', '%40').replace('/', '%2F')}"
