"""The hand-written pages, with pictures, links and answers put in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from quizgen.counted import home
from quizgen.pages.changeable import changeable
from quizgen.pages.games import GROUPS
from quizgen.pages.questions import asked
from quizgen.pages.render import macro, render
from quizgen.site import Site
from quizgen.trouble import known
from rulebook.catalog import catalog
from rulebook.tiles import parse_tiles
from rulebook.typography import polish

__all__ = ["written_page", "written_pages"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A rule set or a topic in a list."""

    id: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Course:
    """The chapters of a rule set, in the order in which they are read."""

    id: str
    name: str
    chapters: Sequence[Listed]


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is."""

    rules: str
    examples: str
    questions: str
    points: str


def written_pages(site: Site) -> Iterator[tuple[str, str]]:
    """All hand-written pages of a language."""
    for path in sorted(site.docs.rglob("*.md")):
        name = path.relative_to(site.docs).as_posix()
        yield name, written_page(site, name)


@lru_cache(maxsize=256)
def written_page(site: Site, name: str) -> str:
    """One hand-written page.

    Raises:
        PageError: when it names a rule, an example or a question that there is not.
    """
    root = "../" * name.count("/")
    return polish(render(site, name, **_tools(site, root)), site.code)


def _tools(site: Site, root: str) -> dict[str, object]:
    """What hand-written pages can call: everything is computed."""
    number = catalog(site.code).number
    book, figures, say = site.book, site.figures, site.say
    tools: dict[str, Callable[[str], object]] = {
        "tiles": lambda codes: figures.in_text(f"`{codes}`", root, say),
        "named_tiles": lambda codes: [
            (figures.in_text(f"`{tile.code}`", root, say), say.tile(tile))
            for tile in parse_tiles(codes)
        ],
        "rule": lambda id: _rule(site, id, root),
        "example": lambda id: _example(site, id, root),
        "question": lambda id: _question(site, id, root),
    }
    rulesets = [*book.rulesets.values()][::-1]
    rulesets.sort(key=lambda one: (not one.asked, not one.default))
    families = dict.fromkeys(one.family for one in rulesets)
    topics = [
        Listed(one.id, site.topic_title(one), say.words(one.about)) for one in book.topics.values()
    ]
    return {
        **tools,
        "rulesets": [
            Listed(one.id, site.views.say(one.id).words(one.name), say.words(one.about))
            for one in rulesets
        ],
        "topics": topics,
        "games": list(changeable(site)),
        "courses": [_course(site, home(site, family)) for family in families],
        "counts": Counts(
            number(len(book.rules)),
            number(sum(len(rule.examples) for rule in book.rules.values())),
            number(len(site.questions)),
            number(sum(len(group.points) for group in GROUPS)),
        ),
    }


def _course(site: Site, ruleset: str) -> Course:
    """The chapters of a rule set, in its own words."""
    book, say = site.book, site.views.say(ruleset)
    taught = {book.topic(rule.id) for rule in book.in_force(ruleset)}
    chapters = [
        Listed(one.id, site.topic_title(one, ruleset), say.words(one.about))
        for one in book.topics.values()
        if one.id in taught
    ]
    return Course(ruleset, say.words(book.rulesets[ruleset].name), chapters)


def _rule(site: Site, id: str, root: str) -> str:
    """A link to a rule, by its title."""
    known("rule", id, (one.id for one in site.book.rules.values()))
    return f"[{site.title(id)}]({root}rules/{id}.md)"


def _example(site: Site, id: str, root: str) -> str:
    """An example with its answers."""
    places = {
        f"{rule.id}#{one.id}": (rule, one.id)
        for rule in site.book.rules.values()
        for one in rule.examples
    }
    rule, example = places[known("example", id, places)]
    view = site.views.rule(rule, root)
    shown = next(one for one in view.examples if one.id == example)
    return macro(site, "example", view, shown, root, f"{rule.id}--")


def _question(site: Site, id: str, root: str) -> str:
    """A question to play in place, readable as it stands."""
    question = site.by_id[known("question", id, site.by_id)]
    return render(site, "question.md.j2", one=asked(site, question, root, 1), root=root).strip()
