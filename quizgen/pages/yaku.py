"""All yaku on one page, by their fan: names, a drawn hand, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.figures import Figure
from quizgen.hands import Won, hand_figure, open_too, won
from quizgen.pages.render import render
from quizgen.site import Site
from quizgen.views import ParamView
from rulebook.catalog import languages
from rulebook.examples import rulesets_of
from rulebook.riichi.yaku import YAKU, YAKUMAN
from rulebook.schema import RuleDef
from rulebook.typography import polish
from rulebook.wording import capitalised

__all__ = ["yaku_page", "yaku_rule", "yaku_title"]

_GROUPS = ((1,), (2,), (3,), (5, 6))
"""The fan that a section holds; yakuman follow."""


@dataclass(frozen=True, slots=True)
class YakuView:
    """A yaku ready for the page."""

    id: str
    rule: str
    title: str
    romaji: str
    kanji: str
    name: str
    names: Sequence[tuple[str, str]]
    closed: str
    open: str
    fan: str
    picture: Figure
    example: str
    paragraphs: Sequence[str]
    params: Sequence[ParamView]


@dataclass(frozen=True, slots=True)
class YakuGroup:
    """The yaku of a section."""

    id: str
    title: str
    yaku: Sequence[YakuView]


def yaku_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page."""
    sections = [
        ("-".join(map(str, fan)), [one.id for one in YAKU.values() if one.closed in fan])
        for fan in _GROUPS
    ]
    sections.append(("yakuman", [id for id in YAKUMAN if id not in YAKU]))
    groups = [
        YakuGroup(id, site.t(f"yaku-page.group.{id}"), [_view(site, one) for one in yaku])
        for id, yaku in sections
    ]
    count = sum(len(group.yaku) for group in groups)
    title = site.t("yaku-page.title")
    about = site.t("yaku-page.about", n=count)
    page = render(site, "yaku.md.j2", title=title, about=about, groups=groups)
    yield "yaku.md", page


def _view(site: Site, id: str) -> YakuView:
    rule = yaku_rule(site, id)
    names = rule.names
    assert names is not None, rule.id
    view, hands = site.views.rule(rule, ""), list(_examples(site, rule, id))
    hand = hands[0]
    closed, open_ = _fan(id, hands)
    own = _own_name(site, rule)
    return YakuView(
        id,
        rule.id,
        yaku_title(site, rule),
        capitalised(names.romaji),
        names.kanji,
        own,
        list(_names(site, rule)),
        _cell(site, closed),
        _cell(site, open_),
        _worth(site, closed, open_),
        hand_figure(site, hand, site.views.say(hand.rules.id)),
        f"rules/{rule.id}.md#{hand.example.id}",
        site.views.paragraphs(rule, _ruleset(site, rule), ""),
        [param for param in view.params if len(param.values) > 1],
    )


def yaku_title(site: Site, rule: RuleDef) -> str:
    """The name in the page's language beside the romaji."""
    romaji, own = rule.names.romaji if rule.names else "", _own_name(site, rule)
    if own.lower() == romaji:
        return site.t("yaku-page.same", romaji=romaji)
    return site.t("yaku-page.heading", romaji=romaji, name=own)


def _own_name(site: Site, rule: RuleDef) -> str:
    """What the default rule set calls it in the page's language."""
    called = site.book.called(rule, _ruleset(site, rule))
    assert called is not None, rule.id
    return polish(called[site.code], site.code)


def yaku_rule(site: Site, id: str) -> RuleDef:
    """The rule of a yaku."""
    family = site.say.family
    rule = site.book.rule(f"yaku.{id}", family)
    assert rule is not None, id
    return rule


def _ruleset(site: Site, rule: RuleDef) -> str:
    """The default rule set where it has the rule, else the newest that has it."""
    having = rulesets_of(site.book, rule)
    default = site.say.ruleset
    return default if default in having else having[-1]


def _fan(id: str, hands: Sequence[Won]) -> tuple[int, int | None]:
    """The fan of a concealed and of an open hand; 0 stands for a yakuman."""
    yaku = YAKU.get(id)
    if yaku:
        return yaku.closed, yaku.open
    return 0, 0 if any(open_too(hand, id) for hand in hands) else None


def _cell(site: Site, fan: int | None) -> str:
    """Fan in a table."""
    if fan is None:
        return "–"
    return site.say.catalog.number(fan) if fan else site.t("yaku-page.yakuman")


def _worth(site: Site, closed: int, open_: int | None) -> str:
    """What it is worth, concealed and open, in words."""
    text = site.say.count(closed, "fan") if closed else capitalised(site.t("yaku-page.yakuman"))
    if open_ is None:
        return site.t("yaku-page.concealed-only", closed=text)
    if open_ == closed:
        return text
    return site.t("yaku-page.worth", closed=text, open=site.say.count(open_, "fan"))


def _names(site: Site, rule: RuleDef) -> Iterator[tuple[str, str]]:
    """What the editions call it, in each language: the language and the names."""
    editions = [id for id in rulesets_of(site.book, rule) if site.book.rulesets[id].work]
    for code in languages():
        found: dict[str, list[str]] = {}
        for id in editions:
            called = site.book.called(rule, id)
            if called:
                found.setdefault(polish(called[code], code), []).append(id)
        names = [
            site.t("yaku-page.in", name=name, rulesets=site.views.names(ids))
            for name, ids in found.items()
        ]
        yield site.t(f"language.{code}"), "; ".join(names if len(found) > 1 else found)


def _examples(site: Site, rule: RuleDef, id: str) -> Iterator[Won]:
    """The examples whose hand has the yaku, those under the default rule set first."""
    having = sorted(rulesets_of(site.book, rule), key=lambda one: one != site.say.ruleset)
    for ruleset in having:
        for example in rule.examples:
            found = None if example.retired else won(rule, example, site.book.ruleset(ruleset))
            if found and id in dict(found.score.yaku):
                yield found
