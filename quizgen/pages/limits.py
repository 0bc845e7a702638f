"""The special limit hands on one page, each with a hand that is one and hands that just miss it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.counted import CountedHand, counted, hand_figure, home
from quizgen.figures import Figure
from quizgen.pages.render import render
from quizgen.site import Site
from quizgen.slips import HOLDS
from quizgen.views import ParamView
from rulebook.catalog import languages
from rulebook.classical.deal import hand_of_winner
from rulebook.classical.limits import LIMITS
from rulebook.examples import outcome_of, scenario_of
from rulebook.schema import RuleDef
from rulebook.typography import polish

__all__ = ["limit_hands_page"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand with what it is worth, and why it is no limit hand if it is none."""

    picture: Figure
    where: str
    worth: str
    story: str
    why: str


@dataclass(frozen=True, slots=True)
class LimitView:
    """A limit hand ready for the page."""

    id: str
    rule: str
    title: str
    names: Sequence[tuple[str, str]]
    paragraphs: Sequence[str]
    hand: Shown
    miss: Shown | None
    params: Sequence[ParamView]


def limit_hands_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page; nothing where no game has such hands."""
    views = [view for id in LIMITS if (view := _view(site, id))]
    if not views:
        return
    title = site.t("limit-hands.title")
    about = site.t("limit-hands.about", n=len(views))
    page = render(site, "limit-hands.md.j2", title=title, about=about, views=views)
    yield "limit-hands.md", page


def _view(site: Site, id: str) -> LimitView | None:
    rule = site.book.rule(LIMITS[id].rule, "classical")
    if rule is None:
        return None
    ruleset = home(site, "classical")
    say, rules = site.views.say(ruleset), site.book.ruleset(ruleset)
    hands = [
        one
        for example in rule.examples
        if not example.retired and (one := counted(rule, example, rules))
    ]
    having = next((one for one in hands if id in one.score.limit_hands), None)
    assert having is not None, id
    view = site.views.rule(rule, "")
    missing = [one for one in hands if id not in one.score.limit_hands]
    miss = next((one for one in missing if _why(site, one)), missing[0] if missing else None)
    missed = _shown(site, miss) if miss else _no_mahjong(site, rule, ruleset)
    return LimitView(
        id.partition("-")[2],
        rule.id,
        say.words(rule.title),
        list(_names(site, rule)),
        site.views.paragraphs(rule, ruleset, ""),
        _shown(site, having),
        missed,
        [param for param in view.params if len(param.values) > 1],
    )


def _names(site: Site, rule: RuleDef) -> Iterator[tuple[str, str]]:
    """What it is called in the other languages."""
    for code in languages():
        if code != site.code:
            yield code, polish(rule.title[code], code)


def _shown(site: Site, one: CountedHand) -> Shown:
    say = site.views.say(one.rules.id)
    return Shown(
        hand_figure(site, f"hand-{one.name}", one.score.view.hand, one.rules, say),
        f"rules/{one.rule.id}.md#{one.example.id}",
        say.count(one.score.value, "point"),
        say.words(one.example.story) if one.example.story else "",
        _why(site, one),
    )


def _no_mahjong(site: Site, rule: RuleDef, ruleset: str) -> Shown | None:
    """A hand that is no mahjong at all, where none that is one just misses the limit hand."""
    say, rules = site.views.say(ruleset), site.book.ruleset(ruleset)
    for example in rule.examples:
        outcome, _ = outcome_of(example, rules)
        scenario, _ = scenario_of(example, rules)
        if not (outcome and scenario and scenario.action) or example.retired:
            continue
        if outcome.facts.get("allowed") == "false":
            hand = hand_of_winner(outcome.position, scenario.action)
            return Shown(
                hand_figure(site, f"hand-{rule.id}--{example.id}", hand, rules, say),
                f"rules/{rule.id}.md#{example.id}",
                say.say("limit-hands.no-mahjong"),
                say.words(example.story) if example.story else "",
                " ".join(dict.fromkeys(map(say.reason, outcome.reasons))),
            )
    return None


def _why(site: Site, one: CountedHand) -> str:
    """The one condition that a hand misses."""
    say = site.views.say(one.rules.id)
    found = [
        say.reason(reason)
        for reason in one.outcome.reasons
        if reason.rule == one.rule.id and reason.key != HOLDS
    ]
    return " ".join(dict.fromkeys(found))
