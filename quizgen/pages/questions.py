"""The questions to read, with their answers folded, and the page that plays them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.figures import Figure
from quizgen.pages.render import render
from quizgen.questions import Question
from quizgen.scores import ScorePart
from quizgen.site import Site, played_link, question_anchor, quiz_link
from quizgen.views import question_table

__all__ = ["Asked", "asked", "question_pages"]

_ROOT = "../"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question ready for a page."""

    id: str
    number: int
    anchor: str
    link: str
    label: str
    story: str
    prompt: str
    table: Figure
    choices: Sequence[str]
    answer: str
    why: Sequence[str]
    others: Sequence[tuple[str, str]]
    score: Sequence[ScorePart]
    rule: str
    rule_title: str


@dataclass(frozen=True, slots=True)
class RuleQuestions:
    """A rule with the questions that are about it."""

    id: str
    title: str
    count: str
    questions: Sequence[Asked]


@dataclass(frozen=True, slots=True)
class TopicQuestions:
    """A topic with how many questions it has."""

    id: str
    title: str
    count: str


def question_pages(site: Site) -> Iterator[tuple[str, str]]:
    """A page for each topic, one that lists them, and the quiz."""
    topics = []
    for topic in map(site.book.topics.__getitem__, site.asked_topics):
        found = [one for one in site.questions if one.topic == topic.id]
        title = site.topic_title(topic)
        yield (
            f"questions/{topic.id}.md",
            render(
                site,
                "questions.md.j2",
                topic=title,
                rules=list(_by_rule(site, found)),
                root=_ROOT,
                play=played_link(topic.id),
            ),
        )
        topics.append(TopicQuestions(topic.id, title, site.say.count(len(found), "question")))
    about = site.t("quiz.about", n=len(site.questions))
    yield "questions/index.md", render(site, "question-index.md.j2", about=about, topics=topics)
    yield "quiz.md", render(site, "quiz.md.j2", about=about, topics=topics)


def _by_rule(site: Site, questions: Sequence[Question]) -> Iterator[RuleQuestions]:
    """The questions under their rules, numbered through the page.

    A rule of both games is called as the game of its first question calls it.
    """
    number = 0
    for rule in dict.fromkeys(one.rule for one in questions):
        found = [one for one in questions if one.rule == rule]
        shown = [asked(site, one, _ROOT, number + place) for place, one in enumerate(found, 1)]
        number += len(found)
        count = site.say.count(len(found), "question")
        yield RuleQuestions(rule, shown[0].rule_title, count, shown)


def asked(site: Site, question: Question, root: str, number: int) -> Asked:
    """A question with its picture, its choices and its answer.

    Args:
        site: the language.
        question: the question.
        root: the way from the page to the language's root.
        number: its place on the page.
    """
    say = site.views.say(question.rulesets[0])

    def text(words: str) -> str:
        return site.figures.in_text(words, root, say)

    made = question.made
    choices = [text(choice.text) for choice in made.choices]
    answer = _answer(site, question)
    return Asked(
        id=question.id,
        number=number,
        anchor=question_anchor(question.id),
        link=f"{root}{quiz_link(question.id)}",
        label=question.label,
        story=text(question.story),
        prompt=question.prompt,
        table=question_table(question, site.figures, say),
        choices=choices if question.kind == "place" else sorted(choices),
        answer=text(answer),
        why=[text(one) for one in made.why],
        others=[(label, text(one)) for label, one in made.others],
        score=question.score,
        rule=question.rule,
        rule_title=site.title(question.rule, question.rulesets[0]),
    )


def _answer(site: Site, question: Question) -> str:
    made = question.made
    if question.kind == "pay":
        say = site.views.say(question.rulesets[0])
        points = [f"{label}: {say.count(made.values[key], 'point')}" for key, label in made.fields]
        return "; ".join(points)
    names = {choice.key: choice.text for choice in made.choices}
    picked = [names[key] for key in made.answer]
    return (" → " if question.kind == "order" else ", ").join(picked) or site.t("question.none")
