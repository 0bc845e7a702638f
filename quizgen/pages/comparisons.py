"""Each topic with all rule sets side by side: values, rules, and positions that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.pages.render import render
from quizgen.site import Site
from quizgen.views import ExampleView
from rulebook.compare import differ
from rulebook.examples import expected_facts, outcome_of, rulesets_of
from rulebook.schema import Example, RuleDef, Topic

__all__ = ["comparison_anchor", "comparison_pages", "differs"]

_ROOT = "../"
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: what, and a cell for each rule set."""

    label: str
    cells: Sequence[str]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """An example on which rule sets differ."""

    anchor: str
    view: ExampleView
    example_anchor: str


@dataclass(frozen=True, slots=True)
class RuleDifferences:
    """A rule with those of its examples on which rule sets differ."""

    id: str
    anchor: str
    title: str
    examples: Sequence[Difference]


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """What the template of a topic shows."""

    id: str
    title: str
    topic: str
    about: str
    names: Sequence[str]
    params: Sequence[Row]
    rules: Sequence[Row]
    differences: Sequence[RuleDifferences]
    counts: str
    root: str = _ROOT


def comparison_pages(site: Site) -> Iterator[tuple[str, str]]:
    """A page for each topic and one that lists them."""
    pages = [_comparison(site, topic) for topic in site.book.topics.values()]
    for page in pages:
        yield f"compare/{page.id}.md", render(site, "comparison.md.j2", page=page)
    yield "compare/index.md", render(site, "comparisons.md.j2", pages=pages)


def _comparison(site: Site, topic: Topic) -> ComparisonPage:
    title = site.topic_title(topic)
    columns = _columns(site, topic)
    params = list(_params(site, topic, columns))
    differences = list(_differences(site, topic))
    examples = sum(len(one.examples) for one in differences)
    return ComparisonPage(
        id=topic.id,
        title=site.t("compare-page.topic", topic=title),
        topic=title,
        about=site.say.words(topic.about),
        names=[site.short(id) for id in columns],
        params=params,
        rules=list(_rules(site, topic, columns)),
        differences=differences,
        counts=site.t("compare-page.counts", params=len(params), examples=examples),
    )


def _columns(site: Site, topic: Topic) -> list[str]:
    """The rule sets of those games that have rules on a topic."""
    rules = site.rules_of(topic)
    having = {ruleset for rule in rules for ruleset in rulesets_of(site.book, rule)}
    return [id for id in site.book.rulesets if id in having]


def _params(site: Site, topic: Topic, columns: Sequence[str]) -> Iterator[Row]:
    """The parameters on which these rule sets differ."""
    book = site.book
    for id, param in book.params.items():
        told = [book.told(ruleset, id) for ruleset in columns]
        values = {given.value for given in told if given}
        if param.topic == topic.id and len(values) > 1:
            cells = [_value(site, ruleset, id) for ruleset in columns]
            yield Row(site.say.words(param.label), cells)


def _value(site: Site, ruleset: str, param: str) -> str:
    given = site.book.told(ruleset, param)
    if given is None:
        return _NOTHING
    text = site.views.say(ruleset).value(site.book.params[param], given.value)
    certainty = given.certainty or site.book.rulesets[ruleset].certainty
    return text if certainty == "seen" else f"{text} ({site.t(f'certainty.{certainty}')})"


def _rules(site: Site, topic: Topic, columns: Sequence[str]) -> Iterator[Row]:
    """The rules with the section in which each of these rule sets has them."""
    for id in dict.fromkeys(rule.id for rule in site.rules_of(topic)):
        cells = [_section(site, ruleset, id) for ruleset in columns]
        yield Row(site.title(id), cells, id)


def _section(site: Site, ruleset: str, id: str) -> str:
    rule = site.book.rule(id, site.book.rulesets[ruleset].family)
    citation = site.book.citation(rule, ruleset) if rule else None
    return citation.section if citation else _NOTHING


def _differences(site: Site, topic: Topic) -> Iterator[RuleDifferences]:
    """The rules whose examples rule sets answer otherwise, a rule of each game by itself."""
    for rule in site.rules_of(topic):
        view = site.views.rule(rule, _ROOT)
        shared = sum(one.id == rule.id for one in site.book.rules.values()) > 1
        found = [
            Difference(
                comparison_anchor(rule, example),
                shown,
                f"{rule.family}-{example.id}" if shared else example.id,
            )
            for example, shown in zip(rule.examples, view.examples, strict=True)
            if differs(site, example, rulesets_of(site.book, rule))
        ]
        if found:
            yield RuleDifferences(rule.id, _anchor(rule), view.title, found)


def comparison_anchor(rule: RuleDef, example: Example) -> str:
    """The anchor of an example that rule sets answer differently."""
    return f"{_anchor(rule)}--{example.id}"


def _anchor(rule: RuleDef) -> str:
    return f"{rule.id}--{rule.family or 'both'}"


def differs(site: Site, example: Example, rulesets: Sequence[str]) -> bool:
    """Whether rule sets answer otherwise to what an example is about."""
    outcomes = [
        outcome for id in rulesets if (outcome := outcome_of(example, site.book.ruleset(id))[0])
    ]
    keys = expected_facts(example)
    return any(differ(outcomes[0], other, keys) for other in outcomes[1:])
