"""The two games side by side: point by point, then topic by topic.

A point is a question and the rules that answer it. What they answer is computed: in
positions that both games are asked about, and from the values of the rule sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import yaml

from quizgen.answers import untold
from quizgen.counted import home
from quizgen.figures import Figure
from quizgen.pages.editions import Plan, columns_of, topics_of, usual
from quizgen.pages.render import render
from quizgen.pages.same_hands import same_hands
from quizgen.pages.yaku import yaku_rule, yaku_title
from quizgen.site import Site
from quizgen.trouble import known
from quizgen.views import SceneView, SourceView
from rulebook.effects import LayMeld, Scored
from rulebook.examples import outcome_of
from rulebook.outcome import Outcome
from rulebook.reckoned import RECKONED
from rulebook.riichi.score import DORA_RULES
from rulebook.ruling import Reason
from rulebook.schema import Example, RuleDef, Words
from rulebook.telling import effects_text
from rulebook.wording import Wording

__all__ = ["GROUPS", "Group", "Point", "games_page", "point_examples"]

_T = TypeVar("_T")
_NOTHING = "–"
_OWN = {"points", "fu"}
"""What a reason names that earns something, or earns nothing."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something on which the games are compared.

    Attributes:
        id: its anchor, the same in every language.
        title: a question.
        rules: for each game the rules that answer it.
        values: for each game the parameters, or numbers that follow from some, to be shown.
        cases: the examples in which it is seen, each by game: the same or one each.
    """

    id: str
    title: Words
    rules: Mapping[str, Sequence[str]]
    values: Mapping[str, Sequence[str]]
    cases: Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Group:
    """Points under a heading."""

    id: str
    title: Words
    points: Sequence[Point]


def _listed() -> tuple[Group, ...]:
    text = (Path(__file__).parent.parent / "two-games.yaml").read_text(encoding="utf-8")
    return tuple(
        Group(group["id"], group["title"], tuple(map(_point, group["points"])))
        for group in yaml.safe_load(text)
    )


def _point(given: Mapping[str, object]) -> Point:
    point = Point(**{"values": [], "cases": [], **given})  # type: ignore[arg-type]
    return replace(
        point,
        rules=_by_game(point.rules),
        values=_by_game(point.values),
        cases=[_by_game(one) for one in point.cases],
    )


def _by_game(given: _T | Mapping[str, _T]) -> Mapping[str, _T]:
    """What is said of both games at once, or of each."""
    return given if isinstance(given, Mapping) else dict.fromkeys(_GAMES, given)


_GAMES = ("riichi", "classical")

GROUPS = _listed()
"""The points of the comparison under their headings."""


# What the template shows -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """What rule sets that agree say of a position.

    Attributes:
        names: the rule sets; empty for the one the column is about.
        verdict: in words; empty where no game refuses.
        verdict_key: `true`, `false`, `unknown`, or `settled` for several calls.
        lines: why, and what follows.
        picture: the set that is laid.
    """

    names: str
    verdict: str
    verdict_key: str
    lines: tuple[str, ...]
    picture: Figure | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a game says of a position; the position too where the other game has another."""

    game: str
    told: Sequence[Told]
    where: str
    scene: SceneView | None = None


@dataclass(frozen=True, slots=True)
class CaseView:
    """A position and what each game says of it."""

    scene: SceneView | None
    where: str
    answers: Sequence[Answer]


@dataclass(frozen=True, slots=True)
class ValueView:
    """A value of a rule set, and of others of its game that have another."""

    label: str
    text: str
    certainty: str
    others: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule as a game calls it, and how well it is known."""

    id: str
    title: str
    source: SourceView


@dataclass(frozen=True, slots=True)
class Side:
    """What a game has besides positions: values, its words where nothing computes, the rules."""

    game: str
    values: Sequence[ValueView]
    paragraphs: Sequence[str]
    rules: Sequence[RuleLink]


@dataclass(frozen=True, slots=True)
class PointView:
    """A point ready for the page."""

    id: str
    number: int
    title: str
    cases: Sequence[CaseView]
    sides: Sequence[Side]


@dataclass(frozen=True, slots=True)
class GroupView:
    """Points under a heading."""

    id: str
    title: str
    points: Sequence[PointView]


def games_page(site: Site) -> Iterator[tuple[str, str]]:
    """The default rule set beside the first one of the other game."""
    families = dict.fromkeys(one.family for one in site.book.rulesets.values())
    first = [home(site, family) for family in families]
    columns = tuple(sorted(first, key=lambda id: not site.book.rulesets[id].default))
    plan = Plan(site, "games", columns[0], columns, {}, frozenset(families))
    topics = topics_of(plan)
    page = render(
        site,
        "two-games.md.j2",
        groups=list(_groups(plan)),
        editions=columns_of(plan, topics),
        topics=topics,
        hands=list(same_hands(site, columns)),
    )
    yield "two-games.md", page


def _groups(plan: Plan) -> Iterator[GroupView]:
    site, number = plan.site, 0
    for group in GROUPS:
        points = []
        for point in group.points:
            number += 1
            points.append(_view(plan, point, number))
        yield GroupView(group.id, site.say.words(group.title), points)


def _view(plan: Plan, point: Point, number: int) -> PointView:
    site = plan.site
    cases = [_case(plan, point, case) for case in point.cases]
    seen = {answer.game for case in cases for answer in case.answers}
    sides = [_side(site, point, ruleset, seen) for ruleset in plan.columns]
    return PointView(point.id, number, site.say.words(point.title), cases, sides)


def _family(site: Site, ruleset: str) -> str:
    return site.book.rulesets[ruleset].family


# Positions -------------------------------------------------------------------


def point_examples(site: Site, case: Mapping[str, str]) -> dict[str, tuple[RuleDef, Example]]:
    """The example of a case by game: where the games share a rule's id, each game's own.

    Raises:
        PageError: when there is no such example.
    """
    found: dict[str, tuple[RuleDef, Example]] = {}
    shared = len(set(case.values())) == 1
    for family, name in case.items():
        places = {
            f"{rule.id}#{example.id}": (rule, example)
            for rule in sorted(site.book.rules.values(), key=lambda one: one.family == family)
            for example in rule.examples
        }
        one = places[known("example", name, places)]
        found[family] = next(iter(found.values()), one) if shared else one
    return found


def _case(plan: Plan, point: Point, case: Mapping[str, str]) -> CaseView:
    """A position under both games, or one for each."""
    site = plan.site
    examples = point_examples(site, case)
    same = len({example for _, example in examples.values()}) == 1
    columns = [id for id in plan.columns if _family(site, id) in examples]
    found = [(id, *examples[_family(site, id)]) for id in columns]
    told = {id: list(_all_told(site, point, example, id)) for id, _, example in found}
    if all(one.verdict_key == "true" for told_here in told.values() for one in told_here):
        told = {id: [replace(one, verdict="") for one in told[id]] for id in told}
    answers = [
        Answer(
            site.short(id),
            told[id],
            site.example_link(rule, example),
            None if same else site.views.scene(rule, example, id),
        )
        for id, rule, example in found
    ]
    first, rule, example = found[0]
    scene = site.views.scene(rule, example, first) if same else None
    return CaseView(scene, site.example_link(rule, example), answers)


def _all_told(site: Site, point: Point, example: Example, ruleset: str) -> Iterator[Told]:
    """What a rule set says, then what others of its game say otherwise."""
    own = _told(site, point, example, ruleset)
    yield own
    others: dict[Told, list[str]] = {}
    for id in _beside(site, ruleset):
        told = _told(site, point, example, id)
        if told != own:
            others.setdefault(told, []).append(id)
    for told, ids in others.items():
        yield replace(told, names=site.views.names(ids))


def _beside(site: Site, ruleset: str) -> list[str]:
    """The other rule sets of a game that people play by."""
    return [
        id
        for id, one in site.book.rulesets.items()
        if id != ruleset and one.asked and one.family == _family(site, ruleset)
    ]


def _told(site: Site, point: Point, example: Example, ruleset: str) -> Told:
    """What the rules of a point find in a position, and what follows by them."""
    outcome, faults = outcome_of(example, site.book.ruleset(ruleset))
    assert outcome is not None, (point.id, example.id, ruleset, faults)
    say = site.views.say(ruleset)
    rules = point.rules[say.family]
    reasons = _reasons(outcome, rules)
    effects = [one for one in untold(outcome) if one.rule in rules]
    why = list(map(say.reason, reasons))
    lines = [*why, *_fan(site, outcome, rules, why, say), *effects_text(effects, say)]
    laid = next((one.laid for one in effects if isinstance(one, LayMeld)), None)
    return Told(
        "",
        site.views.verdict(outcome, say),
        str(outcome.facts.get("allowed", "settled")),
        tuple(dict.fromkeys(lines)) or (site.t("games.nothing"),),
        site.figures.laid(laid, say) if laid else None,
    )


def _reasons(outcome: Outcome, rules: Sequence[str]) -> list[Reason]:
    """The reasons by these rules, those that earn nothing only where no other does."""
    own = [one for one in outcome.reasons if one.rule in rules]
    if not own and outcome.facts.get("allowed") == "false":
        return list(outcome.reasons)
    return [one for one in own if not _earns_nothing(one)] or own


def _earns_nothing(reason: Reason) -> bool:
    return any(name in _OWN and not value for name, value in reason.finding.values)


def _fan(
    site: Site, outcome: Outcome, rules: Sequence[str], why: Sequence[str], say: Wording
) -> Iterator[str]:
    """What the yaku among these rules are worth, where no reason has said it."""
    for scored in [one for one in outcome.effects if isinstance(one, Scored)]:
        for id, fan in [yaku for yaku in scored.yaku if yaku[0] not in DORA_RULES]:
            rule = yaku_rule(site, id)
            worth = say.say("yaku-page.yakuman") if scored.yakuman else say.count(fan, "fan")
            if rule.id in rules and not any(worth in one for one in why):
                yield say.say("games.fan", yaku=yaku_title(site, rule), fan=worth)


# Values and rules ------------------------------------------------------------


def _side(site: Site, point: Point, ruleset: str, seen: set[str]) -> Side:
    family, short = _family(site, ruleset), site.short(ruleset)
    values = [_value(site, id, ruleset) for id in point.values.get(family, ())]
    rules = [_rule(site, id, family) for id in point.rules[family]]
    paragraphs: Sequence[str] = ()
    if not values and short not in seen:
        paragraphs = [text for rule in rules for text in site.views.paragraphs(rule, ruleset, "")]
    links = [
        RuleLink(rule.id, site.title(rule.id, ruleset), site.views.source(rule, ruleset))
        for rule in rules
    ]
    return Side(short, values, paragraphs, links)


def _rule(site: Site, id: str, family: str) -> RuleDef:
    """A rule as a game has it.

    Raises:
        PageError: when it has no such rule.
    """
    rules = {rule.id: rule for rule in site.book.rules.values() if rule.family in (None, family)}
    return rules[known("rule", id, rules)]


def _value(site: Site, id: str, ruleset: str) -> ValueView:
    """A value with how well it is known, and what other rule sets of the game have instead."""
    text = _text(site, id, ruleset)
    others: dict[str, list[str]] = {}
    for other in _beside(site, ruleset):
        if (said := _text(site, id, other)) != text:
            others.setdefault(said, []).append(other)
    label = site.t(f"reckoned.{id}") if id in RECKONED else _label(site, id, ruleset)
    found = [(site.views.names(ids), said) for said, ids in others.items()]
    return ValueView(label, text, _certainty(site, id, ruleset), found)


def _label(site: Site, id: str, ruleset: str) -> str:
    return site.views.say(ruleset).words(site.book.params[id].label)


def _text(site: Site, id: str, ruleset: str) -> str:
    if id not in RECKONED:
        known("param", id, site.book.params)
        if site.book.value(ruleset, id) is None:
            return _NOTHING
    return site.views.say(ruleset).param(id)


def _certainty(site: Site, id: str, ruleset: str) -> str:
    """How well a value is known, where not as well as is usual in its rule set."""
    given = site.book.value(ruleset, id)
    certainty = given.certainty if given else None
    if certainty in (None, usual(site, ruleset)):
        return ""
    return site.t(f"certainty.{certainty}")
