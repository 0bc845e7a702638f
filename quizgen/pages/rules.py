"""One page for each rule: its words, its sources, and what the engine finds in every example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.pages.render import plain, render
from quizgen.questions import Question
from quizgen.site import Site, question_link
from quizgen.views import RuleView

__all__ = ["rule_pages"]

_ROOT = "../"


@dataclass(frozen=True, slots=True)
class QuestionLink:
    """A question by what it asks."""

    prompt: str
    label: str
    link: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """What the template shows."""

    id: str
    title: str
    description: str
    topic: str
    topic_link: str
    views: Sequence[RuleView]
    questions: Sequence[QuestionLink]
    root: str = _ROOT


def rule_pages(site: Site) -> Iterator[tuple[str, str]]:
    """The pages of all rules; entries of both families under one id share one."""
    asked: dict[str, list[Question]] = {}
    for question in site.questions:
        asked.setdefault(question.rule, []).append(question)
    for id in dict.fromkeys(rule.id for rule in site.book.rules.values()):
        rules = [rule for rule in site.book.rules.values() if rule.id == id]
        views = [site.views.rule(rule, _ROOT) for rule in rules]
        topic = site.book.topics[site.book.topic(id)]
        page = RulePage(
            id=id,
            title=" / ".join(dict.fromkeys(view.title for view in views)),
            description=plain(next(text for one in views[0].words for text in one.paragraphs)),
            topic=site.topic_title(topic),
            topic_link=f"{_ROOT}compare/{topic.id}.md",
            views=views,
            questions=[
                QuestionLink(one.prompt, one.label, _ROOT + question_link(one))
                for one in asked.get(id, [])
            ],
        )
        yield f"rules/{id}.md", render(site, "rule.md.j2", page=page)
