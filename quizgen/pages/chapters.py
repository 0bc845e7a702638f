"""Each rule set as a rulebook reads: its chapters, by the sections of its own work."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quizgen.pages.render import render
from quizgen.site import Site, played_link
from quizgen.views import ExampleView, RuleView
from rulebook.schema import RuleSetDef, Topic

__all__ = ["chapter_pages"]

_ROOT = "../"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the work with the rules that stand in it."""

    number: str
    title: str
    rules: Sequence[RuleView]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of one topic in one rule set."""

    id: str
    title: str
    about: str
    sections: Sequence[Section]


@dataclass(frozen=True, slots=True)
class ChapterPage:
    """What the template of a chapter shows; `quiz` leads to its questions, if it has any."""

    title: str
    description: str
    chapter: Chapter
    shown: Mapping[str, Sequence[ExampleView]]
    quiz: str
    root: str = _ROOT


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter with the value that a rule set gives it."""

    label: str
    value: str
    certainty: str
    why: str


@dataclass(frozen=True, slots=True)
class ContentsPage:
    """What the template of a rule set's first page shows."""

    title: str
    about: str
    basis: str
    doubts: str
    doubt: str
    chapters: Sequence[Chapter]
    settings: Sequence[Setting]


def chapter_pages(site: Site) -> Iterator[tuple[str, str]]:
    """The contents and the chapters of every rule set."""
    for definition in site.book.rulesets.values():
        say = site.views.say(definition.id)
        chapters = []
        for topic in site.book.topics.values():
            sections = _sections(site, definition, topic)
            if sections:
                title = site.topic_title(topic, definition.id)
                chapters.append(Chapter(topic.id, title, say.words(topic.about), sections))
        for chapter in chapters:
            rules = [view for section in chapter.sections for view in section.rules]
            page = ChapterPage(
                title=f"{chapter.title} · {site.short(definition.id)}",
                description=chapter.about,
                chapter=chapter,
                shown={view.id: view.examples for view in rules},
                quiz=_quiz(site, definition.id, chapter.id),
            )
            yield f"{definition.id}/{chapter.id}.md", render(site, "chapter.md.j2", page=page)
        contents = _contents(site, definition, chapters)
        yield f"{definition.id}/index.md", render(site, "contents.md.j2", page=contents)


def _quiz(site: Site, ruleset: str, topic: str) -> str:
    """Where the questions of a chapter are played, from the language's root."""
    has_any = any(one.topic == topic and ruleset in one.rulesets for one in site.questions)
    return played_link(topic, ruleset) if has_any else ""


def _sections(site: Site, definition: RuleSetDef, topic: Topic) -> list[Section]:
    """The rules of a topic by the sections of the rule set's own work."""
    found: dict[str, list[RuleView]] = {}
    for rule in site.book.in_force(definition.id):
        citation = site.book.citation(rule, definition.id)
        if citation and site.book.topic(rule.id) == topic.id:
            view = site.views.rule(rule, _ROOT, definition.id, brief=True)
            found.setdefault(citation.section, []).append(view)
    say = site.views.say(definition.id)
    work = site.book.work_of(definition)
    titles = {one.number: say.words(one.title) for one in work.sections}
    return [Section(number, titles[number], found[number]) for number in sorted(found, key=_order)]


def _order(number: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", number)]


def _contents(site: Site, definition: RuleSetDef, chapters: Sequence[Chapter]) -> ContentsPage:
    say = site.views.say(definition.id)
    work = site.book.work_of(definition)
    rules = site.book.in_force(definition.id)
    citations = [site.book.citation(rule, definition.id) for rule in rules]
    doubtful = [
        one for one in citations if one and (one.certainty or definition.certainty) != "seen"
    ]
    return ContentsPage(
        title=say.words(definition.name),
        about=say.words(definition.about),
        basis=say.say(
            "page.basis",
            work=say.words(work.title),
            by=work.by,
            seen=say.words(work.seen) if work.seen else "",
        ),
        doubts=say.say("page.doubts", doubtful=len(doubtful), total=len(rules)),
        doubt=say.words(definition.doubt) if definition.doubt else "",
        chapters=chapters,
        settings=list(_settings(site, definition)),
    )


def _settings(site: Site, definition: RuleSetDef) -> Iterator[Setting]:
    """The parameters that the rules in force read."""
    say = site.views.say(definition.id)
    read = {id for rule in site.book.in_force(definition.id) for id in rule.params}
    for id, param in site.book.params.items():
        given = site.book.value(definition.id, id)
        if given and id in read:
            yield Setting(
                say.words(param.label),
                say.value(param, given.value),
                given.certainty or definition.certainty,
                say.words(given.why) if given.why else "",
            )
