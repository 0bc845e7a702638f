"""A hand's score as a small table: what it has, what it is worth, and who pays what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quizgen.figures import Figures
from quizgen.html import text_html
from quizgen.slips import HOLDS, near_misses
from rulebook.classical.doubles import DOUBLES
from rulebook.classical.limits import LIMITS
from rulebook.classical.points import POINT_RULES
from rulebook.effects import BET, Counted, Effect, Pay, Scored, TakeBets
from rulebook.outcome import Outcome
from rulebook.riichi.score import DORA_RULES
from rulebook.ruling import Reason
from rulebook.state import Over
from rulebook.tiles import Seat, Tile, format_tiles
from rulebook.wording import Wording

__all__ = [
    "ScorePart",
    "ScoreRow",
    "counted_parts",
    "in_the_table",
    "item_label",
    "score_html",
    "score_parts",
    "signed",
    "tells_an_item",
]

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
    """The score of each hand that wins or is counted, and a settlement; else nothing."""
    if say.family == "classical":
        return (*counted_parts(outcome, say, title), *_settled(outcome, say))
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
    """Whether a reason names something that earns minipoints, or points of the classical game."""
    values = dict(reason.finding.values)
    if reason.rule in POINT_RULES:
        return bool(values.get("points"))
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


# The classical game --------------------------------------------------------


def counted_parts(outcome: Outcome, say: Wording, title: Title) -> Iterator[ScorePart]:
    """What a classical hand is worth: points, doubles, the limit hand, the value."""
    counted = next((one for one in outcome.effects if isinstance(one, Counted)), None)
    if counted is None:
        return
    items = [one for one in outcome.reasons if tells_an_item(one)]
    rows = [_item(one, say) for one in items]
    yield ScorePart(say.say("score.points"), say.count(counted.points, "point"), tuple(rows))
    if counted.double_items:
        rows = [_named(DOUBLES[id].rule, n, say, title) for id, n in counted.double_items]
        amount = say.count(counted.doubles, "double")
        yield ScorePart(say.say("score.doubles"), amount, tuple(rows))
    held = [one.rule for one in LIMITS.values() if (one.rule, HOLDS) in _found(outcome)]
    rows = [ScoreRow(title(rule), "", rule) for rule in held]
    rows += _steps(counted, special=bool(held), say=say)
    yield ScorePart(say.say("score.worth"), say.count(counted.worth, "point"), tuple(rows))


def _found(outcome: Outcome) -> set[tuple[str, str]]:
    return {(one.rule, one.key) for one in outcome.reasons}


def _item(reason: Reason, say: Wording) -> ScoreRow:
    """Something that earns points, with the tiles that do."""
    values = dict(reason.finding.values)
    tiles = values.get("tiles")
    label = item_label(reason.rule, reason.key, tiles if isinstance(tiles, tuple) else (), say)
    return ScoreRow(label, say.catalog.number(int(str(values["points"]))), reason.rule)


def item_label(rule: str, key: str, tiles: tuple[Tile, ...], say: Wording) -> str:
    """What earns points, in words, after its tiles."""
    name = say.say(f"{rule}.{key}".replace("points.", "item.", 1))
    return f"`{format_tiles(tiles)}` {name}" if tiles else name


def _named(rule: str, number: int, say: Wording, title: Title) -> ScoreRow:
    """Something that doubles; what house rules alone have is no rule with a page."""
    name = title(rule)
    return ScoreRow(name, say.catalog.number(number), rule if name != rule else "")


def _steps(counted: Counted, *, special: bool, say: Wording) -> Iterator[ScoreRow]:
    """How the value follows from points and doubles, where that takes a step."""
    number = say.catalog.number
    natural = counted.points << counted.doubles
    if counted.doubles:
        label = " × ".join([number(counted.points), *["2"] * counted.doubles])
        yield ScoreRow(label, number(natural), "points.value")
    if natural != counted.worth:
        key = "score.limit-special" if special else "score.limit-cap"
        key = "score.limit-share" if counted.share else key
        rule = "limit.cap" if special or counted.share or natural > counted.worth else ""
        yield ScoreRow(say.say(key), number(counted.worth), rule)


def _settled(outcome: Outcome, say: Wording) -> Iterator[ScorePart]:
    """Who pays whom by which rule, and what each player gains or loses."""
    pays = [one for one in outcome.effects if isinstance(one, Pay)]
    if not pays:
        return
    gains = dict.fromkeys(Seat, 0)
    for one in pays:
        gains[one.payer] -= one.points
        gains[one.payee] += one.points
    rows = [
        ScoreRow(
            say.say("score.pays-to", payer=one.payer, payee=one.payee),
            say.catalog.number(one.points),
            one.rule,
        )
        for one in pays
    ]
    yield ScorePart(say.say("score.settlement"), "", tuple(rows))
    if not isinstance(outcome.position.event, Over):
        return
    rows = [ScoreRow(say.seat(seat), signed(points, say)) for seat, points in gains.items()]
    yield ScorePart(say.say("score.result"), "", tuple(rows))


def signed(points: int, say: Wording) -> str:
    """Points with their sign; a minus is written as one."""
    sign = "+" if points > 0 else "−" if points else ""
    return f"{sign}{say.catalog.number(abs(points))}"


# What the table says ---------------------------------------------------------


def in_the_table(one: Reason | Effect, outcome: Outcome) -> bool:
    """Whether the table of a score says it already, or it is only what the hand just misses."""
    if isinstance(one, Reason):
        if one.rule in _TABLED or one.rule in POINT_RULES:
            return True
        return one.key == HOLDS or tells_an_item(one) or one in near_misses(outcome)
    return isinstance(one, Scored | Counted | Pay | TakeBets)


_TABLED = ("points.value", "points.grouping")
"""Rules of which the table shows what comes of them."""


def _parted(label: str) -> tuple[str, str, str]:
    """A label parted into the tiles it begins with, a space, and the words."""
    return label.partition(" ") if label.startswith("`") else ("", "", label)


def score_html(parts: tuple[ScorePart, ...], figures: Figures, say: Wording) -> str:
    """The table as HTML, its links from the language's root."""

    def line(row: ScoreRow) -> str:
        tiles, space, words = _parted(row.label)
        label = text_html(words, figures, say)
        if row.rule:
            label = f'<a href="rules/{row.rule}.html">{label}</a>'
        label = text_html(tiles, figures, say) + space + label
        return f"<tr><td>{label}</td><td>{row.amount}</td></tr>"

    lines = []
    for part in parts:
        label = text_html(part.label, figures, say)
        lines.append(f"<tr><th>{label}</th><th>{part.amount}</th></tr>")
        lines += map(line, part.rows)
    return f'<table class="kamen-score">{"".join(lines)}</table>' if lines else ""
