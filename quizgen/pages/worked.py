"""Hands scored step by step. Each is an example; every line of it comes from its ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from quizgen.figures import Figure
from quizgen.hands import Won, hand_figure, reading_figure, won
from quizgen.pages.render import render
from quizgen.pages.yaku import yaku_rule, yaku_title
from quizgen.site import Site
from quizgen.trouble import known
from rulebook.effects import Effect, Pay, Scored, TakeBets
from rulebook.examples import outcome_of, rulesets_of
from rulebook.outcome import Outcome
from rulebook.riichi.score import DORA_RULES
from rulebook.ruling import Reason
from rulebook.schema import Example, RuleDef
from rulebook.state import Ready
from rulebook.telling import effect_text
from rulebook.tiles import Tile, format_tiles
from rulebook.wording import Wording

__all__ = ["WORKED", "example_of", "worked_page"]

_ROOT = ""


@lru_cache(maxsize=1)
def _listed() -> tuple[str, ...]:
    text = (Path(__file__).parent.parent / "worked-hands.yaml").read_text(encoding="utf-8")
    return tuple(yaml.safe_load(text))


WORKED = _listed()
"""The examples whose hands the page scores, as `rule.id#example-id`."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that counts: in words, with its rule and the tiles it is about."""

    text: str
    rule: str = ""
    tiles: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of scoring, folded on the page."""

    title: str
    lines: Sequence[Line]
    picture: Figure | None = None
    sum: str = ""
    missed: Sequence[Line] = ()


@dataclass(frozen=True, slots=True)
class WorkedHand:
    """A hand with its steps."""

    id: str
    number: int
    title: str
    story: str
    table: Figure
    hand: Figure
    steps: Sequence[Step]
    others: Sequence[tuple[str, str]]
    rule: str
    anchor: str


def worked_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page."""
    hands = [_hand(site, number, name) for number, name in enumerate(WORKED, 1)]
    title, about = site.t("worked.title"), site.t("worked.about")
    page = render(site, "worked.md.j2", title=title, about=about, hands=hands, root=_ROOT)
    yield "score-a-hand.md", page


def _hand(site: Site, number: int, name: str) -> WorkedHand:
    rule, example = example_of(site, name)
    ruleset = site.say.ruleset or ""
    one = won(rule, example, site.book.ruleset(ruleset))
    assert one is not None, name
    say = site.views.say(ruleset)
    view = site.views.rule(rule, _ROOT, ruleset)
    shown = next(found for found in view.examples if found.id == example.id)
    return WorkedHand(
        f"hand-{number}",
        number,
        say.words(rule.title),
        shown.story,
        shown.table,
        hand_figure(site, one, say),
        list(_steps(site, one, say)),
        list(_others(site, one)),
        rule.id,
        example.id,
    )


def example_of(site: Site, name: str) -> tuple[RuleDef, Example]:
    """An example by its name.

    Raises:
        PageError: when there is no such example.
    """
    places = {
        f"{rule.id}#{example.id}": (rule, example)
        for rule in site.book.rules.values()
        for example in rule.examples
    }
    return places[known("example", name, places)]


# The steps -------------------------------------------------------------------


def _steps(site: Site, one: Won, say: Wording) -> Iterator[Step]:
    yield _reading(site, one, say)
    yield _yaku(site, one, say)
    if not one.score.yakuman:
        yield _dora(site, one, say)
        yield _minipoints(site, one, say)
    yield _value(site, one, say)
    yield _payments(site, one, say)


def _about(one: Won, *rules: str) -> list[Reason]:
    """The reasons by these rules, or by rules below them, in the order of the ruling."""
    return [
        reason
        for reason in one.outcome.reasons
        if any(reason.rule == rule or reason.rule.startswith(f"{rule}.") for rule in rules)
    ]


def _lines(site: Site, reasons: Sequence[Reason], say: Wording) -> list[Line]:
    found = [Line(say.reason(one), one.rule, _tiles(site, one, say)) for one in reasons]
    return list(dict.fromkeys(found))


def _tiles(site: Site, reason: Reason, say: Wording) -> str:
    """The tile that a reason is about, as a picture."""
    tile = dict(reason.finding.values).get("tile")
    return _pictures(site, (tile,), say) if isinstance(tile, Tile) else ""


def _pictures(site: Site, tiles: tuple[Tile, ...], say: Wording) -> str:
    return site.figures.in_text(f"`{format_tiles(tiles)}`", _ROOT, say) if tiles else ""


def _earning(
    reason: Reason, items: Mapping[tuple[str, str, Tile], tuple[Tile, ...]]
) -> tuple[Tile, ...]:
    """The tiles that earn the minipoints of a reason."""
    tile = dict(reason.finding.values).get("tile")
    if not isinstance(tile, Tile):
        return ()
    return items.get((reason.rule, reason.key, tile), (tile,))


def _reading(site: Site, one: Won, say: Wording) -> Step:
    """The sets and the pair, what the winning tile completed, and why it is read so."""
    view = one.score.view
    wait = say.say(f"worked.wait.{view.wait.value}", tile=one.score.view.hand.tile)
    state = say.say("worked.closed" if view.closed else "worked.opened")
    reasons = _lines(site, _about(one, "score.value.reading"), say)
    lines = [Line(wait), Line(state), *reasons]
    return Step(say.say("worked.reading"), lines, reading_figure(site, one, say))


def _yaku(site: Site, one: Won, say: Wording) -> Step:
    """The yaku with their fan, and what the hand just misses."""
    yaku = [(id, fan) for id, fan in one.score.yaku if id not in DORA_RULES]
    lines = []
    for id, fan in yaku:
        rule = yaku_rule(site, id)
        worth = say.say("yaku-page.yakuman") if one.score.yakuman else say.count(fan, "fan")
        text = say.say("worked.fan", yaku=yaku_title(site, rule), fan=worth)
        lines.append(Line(text, rule.id))
    missed = [reason for reason in _about(one, "yaku") if reason.key != "holds"]
    fan = sum(fan for _, fan in yaku)
    total = "" if one.score.yakuman else say.say("worked.sum", total=say.count(fan, "fan"))
    return Step(say.say("worked.yaku"), lines, sum=total, missed=_lines(site, missed, say))


def _dora(site: Site, one: Won, say: Wording) -> Step:
    """The dora of each kind, under the indicators that were turned."""
    lines = _lines(site, _about(one, *DORA_RULES.values()), say)
    held = sum(fan for id, fan in one.score.yaku if id in DORA_RULES)
    hand = one.score.view.hand
    ura = hand.ura if hand.ready is not Ready.NO else ()
    shown = [(key, tiles) for key, tiles in (("indicators", hand.indicators), ("ura", ura))]
    lines[:0] = [
        Line(say.say(f"worked.{key}", tiles=_pictures(site, tiles, say)))
        for key, tiles in shown
        if tiles
    ]
    if not held:
        lines.append(Line(say.say("worked.no-dora")))
    total = say.say("worked.fan-total", fan=say.count(one.score.fan, "fan"))
    return Step(say.say("worked.dora"), lines, sum=total)


def _minipoints(site: Site, one: Won, say: Wording) -> Step:
    """What earns minipoints, item by item, and the rounding."""
    reasons = _about(one, "score.fu")
    rounding = [reason for reason in reasons if reason.rule == "score.fu.rounding"]
    items = {(one.rule, one.id, one.tiles[0]): one.tiles for one in one.score.fu_items if one.tiles}
    lines = [
        Line(say.reason(reason), reason.rule, _pictures(site, _earning(reason, items), say))
        for reason in reasons
        if reason not in rounding
    ]
    total = " ".join(say.reason(reason) for reason in rounding)
    return Step(say.say("worked.minipoints"), lines, sum=total)


def _value(site: Site, one: Won, say: Wording) -> Step:
    """The base value, or the limit that the hand reaches."""
    rules = [f"score.value.{name}" for name in ("base", "limit", "thirteen", "round-up", "yakuman")]
    lines = _lines(site, _about(one, *rules), say)
    return Step(say.say("worked.value"), lines, sum=_worth(one.outcome, say))


def _payments(site: Site, one: Won, say: Wording) -> Step:
    """Who pays how much, with counters and bets."""
    rules = [f"score.value.{name}" for name in ("discard", "self-draw", "counters", "bets")]
    lines = _lines(site, _about(one, *rules, "liability"), say)
    paid = " ".join(_told(one.outcome, say, Pay, TakeBets))
    return Step(say.say("worked.payments"), lines, sum=paid)


def _told(outcome: Outcome, say: Wording, *kinds: type[Effect]) -> list[str]:
    """What the effects of these kinds say."""
    return [effect_text(one, say) for one in outcome.effects if isinstance(one, kinds)]


def _worth(outcome: Outcome, say: Wording) -> str:
    return " ".join(_told(outcome, say, Scored))


def _others(site: Site, one: Won) -> Iterator[tuple[str, str]]:
    """What the hand is worth where rule sets say something else: their names and the value."""
    found: dict[str, list[str]] = {}
    for id in rulesets_of(site.book, one.rule):
        outcome, _ = outcome_of(one.example, site.book.ruleset(id))
        if outcome and any(
            outcome.facts.get(key) != one.outcome.facts.get(key)
            for key in ("allowed", "fan", "fu", "worth")
        ):
            say = site.views.say(id)
            text = _worth(outcome, say) or " ".join(map(say.reason, outcome.reasons))
            found.setdefault(text, []).append(id)
    for text, ids in found.items():
        yield site.views.names(ids), text
