"""What changed from edition to edition, and what other rules of the same game do otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.answers import agreeing, own_reasons
from quizgen.pages.comparisons import comparison_anchor, differs
from quizgen.pages.render import render
from quizgen.site import Site
from rulebook.effects import Scored
from rulebook.examples import rulesets_of
from rulebook.outcome import Outcome
from rulebook.schema import Example, ParameterDef, RuleDef, Topic
from rulebook.telling import effect_text
from rulebook.typography import polish

__all__ = ["editions_page"]

_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Value:
    """What a rule set says of a parameter.

    Attributes:
        text: the value in words.
        new: whether it is not what the edition before it, or the default rule set, says.
        certainty: how well it is known, empty when it was seen in a source.
    """

    text: str
    new: bool
    certainty: str


@dataclass(frozen=True, slots=True)
class Change:
    """A parameter on which rule sets differ."""

    id: str
    label: str
    rules: Sequence[tuple[str, str]]
    values: Sequence[Value]
    doubts: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Case:
    """An example that comes out differently."""

    story: str
    where: str
    results: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class EditionTopic:
    """The differences of one topic."""

    id: str
    title: str
    changes: Sequence[Change]
    cases: Sequence[Case]


@dataclass(frozen=True, slots=True)
class Edition:
    """A column: a rule set, and how much is new in it."""

    id: str
    short: str
    about: str
    count: str
    certainty: str


def editions_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page."""
    columns = _columns(site)
    topics = [found for one in site.book.topics.values() if (found := _topic(site, one, columns))]
    changes = [change for topic in topics for change in topic.changes]
    editions = [
        Edition(
            id,
            site.short(id),
            site.views.say(id).words(site.book.rulesets[id].about),
            _count(site, id, sum(change.values[place].new for change in changes)),
            "" if (usual := _usual(site, id)) == "seen" else site.t(f"certainty.{usual}"),
        )
        for place, id in enumerate(columns)
    ]
    page = render(site, "editions.md.j2", editions=editions, topics=topics)
    yield "editions.md", page


def _count(site: Site, ruleset: str, new: int) -> str:
    """How many values are new in a rule set."""
    key = "editions.count" if _before(site, ruleset) else "editions.first"
    return polish(site.say.catalog.counted(key, new), site.code)


def _columns(site: Site) -> list[str]:
    """The editions up to the default one, the oldest first, then the others of the game."""
    editions = [one.id for one in reversed(site.book.chain(site.say.ruleset or ""))]
    others = [id for id, one in site.book.rulesets.items() if one.family == site.say.family]
    return list(dict.fromkeys([*editions, *others]))


def _before(site: Site, ruleset: str) -> str:
    """The edition before an edition; for other rules of the game the default rule set."""
    editions = [one.id for one in reversed(site.book.chain(site.say.ruleset or ""))]
    if ruleset not in editions:
        return site.say.ruleset or ""
    place = editions.index(ruleset)
    return editions[place - 1] if place else ""


def _topic(site: Site, topic: Topic, columns: Sequence[str]) -> EditionTopic | None:
    changes = [
        _change(site, param, columns)
        for param in site.book.params.values()
        if param.topic == topic.id and _differs(site, param.id, columns)
    ]
    cases = [
        _case(site, topic, rule, example)
        for rule in site.rules_of(topic)
        if rule.family in (None, site.say.family)
        for example in rule.examples
        if not example.retired and differs(site, example, _having(site, rule, columns))
    ]
    if not changes and not cases:
        return None
    return EditionTopic(topic.id, site.topic_title(topic), changes, cases)


def _having(site: Site, rule: RuleDef, columns: Sequence[str]) -> list[str]:
    return [id for id in columns if id in rulesets_of(site.book, rule)]


def _differs(site: Site, param: str, columns: Sequence[str]) -> bool:
    given = [site.book.value(id, param) for id in columns]
    return len({one.value for one in given if one}) > 1


def _change(site: Site, param: ParameterDef, columns: Sequence[str]) -> Change:
    family = site.say.family
    readers = [
        rule
        for rule in site.book.rules.values()
        if param.id in rule.params and rule.family in (None, family)
    ]
    return Change(
        param.id,
        site.say.words(param.label),
        [(rule.id, site.title(rule.id, site.say.ruleset or "")) for rule in readers],
        [_value(site, param, id) for id in columns],
        list(_doubts(site, param, columns)),
    )


def _value(site: Site, param: ParameterDef, ruleset: str) -> Value:
    given = site.book.value(ruleset, param.id)
    if given is None:
        return Value(_NOTHING, False, "")
    earlier = site.book.value(_before(site, ruleset), param.id)
    certainty = given.certainty or site.book.rulesets[ruleset].certainty
    return Value(
        site.views.say(ruleset).value(param, given.value),
        earlier is not None and earlier.value != given.value,
        "" if certainty == _usual(site, ruleset) else site.t(f"certainty.{certainty}"),
    )


def _usual(site: Site, ruleset: str) -> str:
    """How well the values of a rule set are known that say nothing else on the page."""
    definition = site.book.rulesets[ruleset]
    own = [definition.values[id].certainty for id in definition.values]
    return definition.certainty if not any(own) else "seen"


def _doubts(site: Site, param: ParameterDef, columns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Why a value is not certain, where its rule set itself says so."""
    for id in columns:
        given = site.book.rulesets[id].values.get(param.id)
        if given and given.why:
            yield site.short(id), site.views.say(id).words(given.why)


# Examples --------------------------------------------------------------------


def _case(site: Site, topic: Topic, rule: RuleDef, example: Example) -> Case:
    results = []
    for ids, outcome in agreeing(site.book, rule, example):
        own = [id for id in ids if site.book.rulesets[id].family == site.say.family]
        if own:
            text = _result(site, rule, example, outcome, own[-1])
            results.append((site.views.names(own), text))
    story = site.views.say(_default(site, rule)).words(example.story) if example.story else ""
    anchor = comparison_anchor(rule, example)
    title = site.title(rule.id, site.say.ruleset or "")
    return Case(story or title, f"compare/{topic.id}.md#{anchor}", results)


def _default(site: Site, rule: RuleDef) -> str:
    having = rulesets_of(site.book, rule)
    default = site.say.ruleset or ""
    return default if default in having else having[-1]


def _result(site: Site, rule: RuleDef, example: Example, outcome: Outcome, ruleset: str) -> str:
    """What comes out, in a breath: the value of a hand, or the rule's own reason."""
    say = site.views.say(ruleset)
    scored = [effect_text(one, say) for one in outcome.effects if isinstance(one, Scored)]
    own, rest = own_reasons(rule, example, outcome)
    told = [say.reason(one) for one in (own or rest)[:1]]
    effects = [text for one in outcome.effects if (text := effect_text(one, say))]
    return " ".join(scored or told or effects[:1])
