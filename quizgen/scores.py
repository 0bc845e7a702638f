"""A winning hand's score as a small table: yaku, minipoints, and who pays what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quizgen.figures import Figures
from quizgen.html import text_html
from quizgen.slips import HOLDS, near_misses
from rulebook.effects import BET, Effect, Pay, Scored, TakeBets
from rulebook.outcome import Outcome
from rulebook.riichi.score import DORA_RULES
from rulebook.ruling import Reason
from rulebook.wording import Wording

__all__ = ["ScorePart", "ScoreRow", "in_the_table", "score_html", "score_parts", "tells_an_item"]

_FU = "score.fu."
_ROUNDING = "score.fu.rounding"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line: what, how much, and the rule it comes from, if one."""

    label: str
    amount: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """Lines under a heading with their sum."""

    label: str
    amount: str
    rows: tuple[ScoreRow, ...]


Title = Callable[[str], str]
"""What a rule is called."""


def score_parts(outcome: Outcome, say: Wording, title: Title) -> tuple[ScorePart, ...]:
    """The score of each hand that wins; nothing where none does."""
    scored = [one for one in outcome.effects if isinstance(one, Scored)]
    parts: list[ScorePart] = []
    for one in scored:
        parts.append(_yaku(one, say, title, several=len(scored) > 1))
        if one.fu and len(scored) == 1:
            parts += _minipoints(one, outcome, say)
        parts.append(_value(one, outcome, say))
    return tuple(parts)


def _yaku(scored: Scored, say: Wording, title: Title, *, several: bool) -> ScorePart:
    label = say.say("score.yaku-of" if several else "score.yaku", seat=scored.seat)
    if scored.yakuman:
        amount = say.count(scored.yakuman, "yakuman")
        rows = [(id, say.catalog.number(fan // 13)) for id, fan in scored.yaku]
    else:
        amount = say.count(scored.fan, "fan")
        rows = [(id, say.catalog.number(fan)) for id, fan in scored.yaku]
    rules = [(DORA_RULES.get(id) or f"yaku.{id}", fan) for id, fan in rows]
    return ScorePart(label, amount, tuple(ScoreRow(title(id), fan, id) for id, fan in rules))


def tells_an_item(reason: Reason) -> bool:
    """Whether a reason names something that earns minipoints."""
    values = dict(reason.finding.values)
    of_an_item = reason.rule.startswith(_FU) and reason.rule != _ROUNDING
    return of_an_item and bool(values.get("fu"))


def _minipoints(scored: Scored, outcome: Outcome, say: Wording) -> Iterator[ScorePart]:
    """The items that earn minipoints and their sum before and after rounding."""
    items = [one for one in outcome.reasons if tells_an_item(one)]
    if not items:
        return
    rows = []
    total = 0
    for one in items:
        values = dict(one.finding.values)
        label = say.say(f"fu.{one.key}", **values)
        total += int(str(values["fu"]))
        rows.append(ScoreRow(label, say.catalog.number(int(str(values["fu"]))), one.rule))
    amount = say.count(scored.fu, "minipoint")
    if total != scored.fu:
        amount = say.say("score.rounded", total=total, fu=scored.fu)
    yield ScorePart(say.say("score.fu"), amount, tuple(rows))


def _value(scored: Scored, outcome: Outcome, say: Wording) -> ScorePart:
    """What the hand is worth, and what each player pays, counters and bets included."""
    amount = say.count(scored.worth, "point")
    if scored.limit and not scored.yakuman:
        name = say.say(f"limit.{scored.limit}")
        amount = say.say("score.limit", limit=name, points=scored.worth)
    pays = [one for one in outcome.effects if isinstance(one, Pay) and one.payee is scored.seat]
    rows = []
    for one in sorted(pays, key=lambda one: one.payer):
        label = say.say("score.counted-in" if one.of_it else "score.pays", seat=one.payer)
        rows.append(ScoreRow(label, say.catalog.number(one.points)))
    for bet in outcome.effects:
        if isinstance(bet, TakeBets) and bet.seat is scored.seat:
            rows.append(ScoreRow(say.say("score.bets"), say.catalog.number(BET * bet.number)))
    return ScorePart(say.say("score.worth"), amount, tuple(rows))


def in_the_table(one: Reason | Effect, outcome: Outcome) -> bool:
    """Whether the table of a score says it already, or it is only what the hand just misses."""
    if isinstance(one, Reason):
        return one.key == HOLDS or tells_an_item(one) or one in near_misses(outcome)
    return isinstance(one, Scored | Pay | TakeBets)


def score_html(parts: tuple[ScorePart, ...], figures: Figures, say: Wording) -> str:
    """The table as HTML, its links from the language's root."""

    def line(row: ScoreRow) -> str:
        label = text_html(row.label, figures, say)
        if row.rule:
            label = f'<a href="rules/{row.rule}.html">{label}</a>'
        return f"<tr><td>{label}</td><td>{row.amount}</td></tr>"

    lines = []
    for part in parts:
        label = text_html(part.label, figures, say)
        lines.append(f"<tr><th>{label}</th><th>{part.amount}</th></tr>")
        lines += map(line, part.rows)
    return f'<table class="kamen-score">{"".join(lines)}</table>' if lines else ""
