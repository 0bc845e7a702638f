"""Rule sets side by side, topic by topic: editions, and the rules of the classical game.

Editions show what changed from one to the next, and what other rules of the same game
do otherwise. Of two games the topics show what differs, and what only one of them has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quizgen.answers import agreeing, in_the_other_game, own_reasons
from quizgen.counted import home
from quizgen.pages.comparisons import comparison_anchor, differs
from quizgen.pages.render import render
from quizgen.site import Site
from rulebook.effects import Counted, Scored
from rulebook.examples import outcome_of, rulesets_of
from rulebook.outcome import Outcome
from rulebook.schema import Example, ParameterDef, RuleDef, Topic
from rulebook.telling import effect_text
from rulebook.typography import polish

__all__ = [
    "Edition",
    "EditionTopic",
    "Plan",
    "columns_of",
    "editions_page",
    "programs_page",
    "topics_of",
    "usual",
]

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
class Only:
    """The rules that only one of two games has."""

    label: str
    rules: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class EditionTopic:
    """The differences of one topic."""

    id: str
    title: str
    changes: Sequence[Change]
    cases: Sequence[Case]
    only: Sequence[Only]


@dataclass(frozen=True, slots=True)
class Edition:
    """A column: a rule set, and how much is new in it."""

    id: str
    short: str
    about: str
    count: str
    certainty: str


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Which rule sets a page compares.

    Attributes:
        site: the language.
        key: what the sentences of the page begin with, and its name.
        home: the rule set in whose words the page speaks.
        columns: the rule sets, in order.
        before: for each column that is shown against another, that one.
        families: the games the rule sets belong to.
    """

    site: Site
    key: str
    home: str
    columns: tuple[str, ...]
    before: Mapping[str, str]
    families: frozenset[str]

    @property
    def games(self) -> bool:
        """Whether it is two games that are compared."""
        return len(self.families) > 1


def editions_page(site: Site) -> Iterator[tuple[str, str]]:
    """The editions up to the default one, the oldest first, then the others of the game."""
    default = site.say.ruleset or ""
    editions = [one.id for one in reversed(site.book.chain(default))]
    others = [id for id, one in site.book.rulesets.items() if one.family == site.say.family]
    columns = tuple(dict.fromkeys([*editions, *others]))
    before = dict.fromkeys(columns[len(editions) :], default)
    before |= dict(zip(editions[1:], editions, strict=False))
    families = frozenset([site.say.family])
    yield "editions.md", _page(Plan(site, "editions", default, columns, before, families))


def programs_page(site: Site) -> Iterator[tuple[str, str]]:
    """The rule sets of the classical game, the first one first."""
    first = home(site, "classical")
    others = [id for id, one in site.book.rulesets.items() if one.family == "classical"]
    columns = tuple(dict.fromkeys([first, *others]))
    before = dict.fromkeys(columns[1:], first)
    plan = Plan(site, "programs", first, columns, before, frozenset(["classical"]))
    yield "classical-editions.md", _page(plan)


def _page(plan: Plan) -> str:
    site = plan.site
    topics = topics_of(plan)
    return render(
        site, "editions.md.j2", key=plan.key, editions=columns_of(plan, topics), topics=topics
    )


def topics_of(plan: Plan) -> list[EditionTopic]:
    """The topics in which the columns differ."""
    return [found for one in plan.site.book.topics.values() if (found := _topic(plan, one))]


def columns_of(plan: Plan, topics: Sequence[EditionTopic]) -> list[Edition]:
    """What is said of each column."""
    site = plan.site
    changes = [change for topic in topics for change in topic.changes]
    return [
        Edition(
            id,
            site.short(id),
            site.views.say(id).words(site.book.rulesets[id].about),
            _count(plan, id, sum(change.values[place].new for change in changes)),
            "" if (known := usual(site, id)) == "seen" else site.t(f"certainty.{known}"),
        )
        for place, id in enumerate(plan.columns)
    ]


def _count(plan: Plan, ruleset: str, new: int) -> str:
    """How many values are new in a rule set."""
    if plan.games:
        return ""
    key = f"{plan.key}.count" if ruleset in plan.before else f"{plan.key}.first"
    return polish(plan.site.say.catalog.counted(key, new), plan.site.code)


def _topic(plan: Plan, topic: Topic) -> EditionTopic | None:
    site = plan.site
    changes = [
        _change(plan, param)
        for param in site.book.params.values()
        if param.topic == topic.id and _differs(plan, param.id) and _shared(plan, param.id)
    ]
    cases = [
        _case(plan, topic, rule, example)
        for rule in site.rules_of(topic)
        if rule.family in (None, *plan.families)
        for example in rule.examples
        if not example.retired and _comes_out_differently(plan, rule, example)
    ]
    if plan.games:
        cases = [one for one in cases if len({text for _, text in one.results}) > 1]
    only = list(_only(plan, topic)) if plan.games else []
    if not (changes or cases or only):
        return None
    title = site.topic_title(topic, plan.home)
    return EditionTopic(topic.id, title, changes, cases, only)


def _comes_out_differently(plan: Plan, rule: RuleDef, example: Example) -> bool:
    having = [id for id in plan.columns if id in rulesets_of(plan.site.book, rule)]
    if differs(plan.site, example, having):
        return True
    return plan.games and bool(_in_the_other_game(plan, rule, example))


def _in_the_other_game(
    plan: Plan, rule: RuleDef, example: Example
) -> list[tuple[tuple[str, ...], Outcome]]:
    """What the other game answers, where it has the rule in its way and answers otherwise."""
    book = plan.site.book
    own = next((id for id in plan.columns if id in rulesets_of(book, rule)), "")
    outcome = outcome_of(example, book.ruleset(own))[0] if own else None
    if outcome is None:
        return []
    return [
        (ids, other)
        for ids, other in in_the_other_game(book, rule, example)
        if ids[0] in plan.columns and other.facts.get("allowed") != outcome.facts.get("allowed")
    ]


def _differs(plan: Plan, param: str) -> bool:
    given = [plan.site.book.value(id, param) for id in plan.columns]
    return len({one.value for one in given if one}) > 1


def _shared(plan: Plan, param: str) -> bool:
    """Whether each game has a rule that reads the parameter: else one only names a value."""
    if not plan.games:
        return True
    in_force = map(plan.site.book.in_force, plan.columns)
    return all(any(param in rule.params for rule in rules) for rules in in_force)


def _only(plan: Plan, topic: Topic) -> Iterator[Only]:
    """The rules of a topic that one of the games has alone."""
    site = plan.site
    for id in plan.columns:
        others = {
            rule.id for other in plan.columns if other != id for rule in site.book.in_force(other)
        }
        rules = [
            (rule.id, site.title(rule.id, id))
            for rule in site.book.in_force(id)
            if site.book.topic(rule.id) == topic.id and rule.id not in others
        ]
        if rules:
            yield Only(site.t("games.only", ruleset=site.short(id)), rules)


def _change(plan: Plan, param: ParameterDef) -> Change:
    site = plan.site
    readers = dict.fromkeys(
        rule.id
        for rule in site.book.rules.values()
        if param.id in rule.params and rule.family in (None, *plan.families)
    )
    return Change(
        param.id,
        site.views.say(plan.home).words(param.label),
        [(id, site.title(id, plan.home)) for id in readers],
        [_value(plan, param, id) for id in plan.columns],
        list(_doubts(plan, param)),
    )


def _value(plan: Plan, param: ParameterDef, ruleset: str) -> Value:
    site = plan.site
    given = site.book.value(ruleset, param.id)
    if given is None:
        return Value(_NOTHING, False, "")
    earlier = site.book.value(plan.before.get(ruleset, ""), param.id)
    certainty = given.certainty or site.book.rulesets[ruleset].certainty
    return Value(
        site.views.say(ruleset).value(param, given.value),
        earlier is not None and earlier.value != given.value,
        "" if certainty == usual(site, ruleset) else site.t(f"certainty.{certainty}"),
    )


def usual(site: Site, ruleset: str) -> str:
    """How well the values of a rule set are known that say nothing else on the page."""
    definition = site.book.rulesets[ruleset]
    own = [definition.values[id].certainty for id in definition.values]
    return definition.certainty if not any(own) else "seen"


def _doubts(plan: Plan, param: ParameterDef) -> Iterator[tuple[str, str]]:
    """Why a value is not certain, where its rule set itself says so."""
    site = plan.site
    for id in plan.columns:
        given = site.book.rulesets[id].values.get(param.id)
        if given and given.why:
            yield site.short(id), site.views.say(id).words(given.why)


# Examples --------------------------------------------------------------------


def _case(plan: Plan, topic: Topic, rule: RuleDef, example: Example) -> Case:
    site = plan.site
    answers = agreeing(site.book, rule, example)
    if plan.games:
        answers = [*answers, *_in_the_other_game(plan, rule, example)]
    shown = [
        (own, outcome)
        for ids, outcome in answers
        if (own := [id for id in ids if _shown(plan, id)])
    ]
    shown.sort(key=lambda one: plan.columns.index(one[0][0]))
    texts = [_result(site, rule, example, outcome, own[-1]) for own, outcome in shown]
    if len(set(texts)) < 2:
        texts = _apart(site, shown) or texts
    results = [(site.views.names(own), text) for (own, _), text in zip(shown, texts, strict=True)]
    having = rulesets_of(site.book, rule)
    default = plan.home if plan.home in having else having[-1]
    story = site.views.say(default).words(example.story) if example.story else ""
    return Case(
        story or site.title(rule.id, plan.home), _where(plan, topic, rule, example), results
    )


def _shown(plan: Plan, ruleset: str) -> bool:
    """Whether what a rule set answers is shown: of the two games only the columns speak."""
    if plan.games:
        return ruleset in plan.columns
    return plan.site.book.rulesets[ruleset].family in plan.families


def _where(plan: Plan, topic: Topic, rule: RuleDef, example: Example) -> str:
    """Where the example can be seen: side by side, or with its rule in the one game."""
    if differs(plan.site, example, rulesets_of(plan.site.book, rule)):
        return f"compare/{topic.id}.md#{comparison_anchor(rule, example)}"
    return plan.site.example_link(rule, example)


def _result(site: Site, rule: RuleDef, example: Example, outcome: Outcome, ruleset: str) -> str:
    """What comes out, in a breath: the value of a hand, or the rule's own reason."""
    say = site.views.say(ruleset)
    found = [one for one in outcome.effects if isinstance(one, Scored | Counted)]
    scored = [effect_text(one, say) for one in found]
    own, rest = own_reasons(rule, example, outcome)
    told = [say.reason(one) for one in (own or rest)[:1]]
    effects = [text for one in outcome.effects if (text := effect_text(one, say))]
    return " ".join(scored or told or effects[:1])


def _apart(site: Site, shown: Sequence[tuple[list[str], Outcome]]) -> list[str]:
    """What follows in each case and not in all of them, where the reasons are the same."""
    told = [
        [text for one in outcome.effects if (text := effect_text(one, site.views.say(ids[-1])))]
        for ids, outcome in shown
    ]
    shared = set(told[0]).intersection(*told[1:]) if told else set()
    texts = [" ".join(text for text in one if text not in shared) for one in told]
    return [text or _NOTHING for text in texts] if any(texts) else []
