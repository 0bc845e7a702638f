"""The tables of scoring: points by fan and minipoints, limits, minipoints, draws, counters.

A cell says what the default rule set gives. Where others give something else, a
mark leads to their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from quizgen.pages.render import render
from quizgen.site import Site
from rulebook.effects import BET
from rulebook.riichi.minipoints import Item
from rulebook.riichi.settle import settle
from rulebook.riichi.tables import FAN, Payment, limits, minipoint_items, payment, possible, rows
from rulebook.riichi.terms import terms_of
from rulebook.riichi.value import COUNTER, base_value
from rulebook.ruleset import RuleSet
from rulebook.wording import capitalised

__all__ = ["Cell", "Marks", "Row", "Table", "scoring_page"]

_MARKS = ("†", "‡", "§", "¶", "#", "*")
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell says: under the default rule set, then under those that differ."""

    lines: Sequence[str]
    limit: bool = False
    others: Sequence[tuple[Sequence[str], str]] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table by what it is about, with the rule that has a page of its own."""

    head: str
    cells: Sequence[Cell]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns and the names behind its marks."""

    id: str
    caption: str
    corner: str
    columns: Sequence[str]
    rows: Sequence[Row]
    notes: Sequence[tuple[str, str]] = ()


@dataclass(slots=True)
class Marks:
    """The marks of a table, one for each group of rule sets that differ together.

    Attributes:
        site: the language.
        rulesets: the rule sets, the one that cells begin with first.
    """

    site: Site
    rulesets: Sequence[str]
    found: dict[tuple[str, ...], str] = field(default_factory=dict)

    def cell(self, what: Callable[[RuleSet], tuple[Sequence[str], bool]]) -> Cell:
        """A cell that says what each rule set says."""
        default, *others = self.rulesets
        lines, limit = what(self.site.book.ruleset(default))
        differing: dict[tuple[str, ...], list[str]] = {}
        for id in others:
            said = tuple(what(self.site.book.ruleset(id))[0])
            if said != tuple(lines):
                differing.setdefault(said, []).append(id)
        marked = [(said, self._mark(tuple(ids))) for said, ids in differing.items()]
        return Cell(lines, limit, marked)

    def _mark(self, ids: tuple[str, ...]) -> str:
        return self.found.setdefault(ids, _MARKS[len(self.found)])

    @property
    def notes(self) -> Sequence[tuple[str, str]]:
        return [(mark, self.site.views.names(ids)) for ids, mark in self.found.items()]


def _rulesets(site: Site) -> list[str]:
    """The rule sets of the default one's family, the default one first."""
    found = [id for id, one in site.book.rulesets.items() if one.family == site.say.family]
    return sorted(found, key=lambda id: id != site.say.ruleset)


def scoring_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page."""
    sections = [
        ("points", [_points(site, east=False), _points(site, east=True)]),
        ("limits", [_limits(site)]),
        ("minipoints", [_sets(site), _minipoints(site)]),
        ("draw", [_draw(site)]),
        ("counters", [_counters(site)]),
    ]
    page = render(
        site,
        "scoring.md.j2",
        sections=sections,
        default=site.short(site.say.ruleset or ""),
        read={
            "points": ("score.value.base", "score.value.discard", "score.value.self-draw"),
            "limits": ("score.value.limit", "score.value.round-up", "score.value.thirteen"),
            "minipoints": ("score.fu.base", "score.fu.sets", "score.fu.pair", "score.fu.rounding"),
            "draw": ("end.wall.payment",),
            "counters": ("score.value.counters", "score.value.bets"),
        },
        title_of=site.title,
    )
    yield "scoring.md", page


def _number(site: Site, number: int) -> str:
    return site.say.catalog.number(number)


def _paid(site: Site, paid: Payment) -> str:
    """The shares of a self-draw: the others' and East's, or what each pays to East."""
    others = _number(site, paid.others)
    if paid.east is None:
        return site.t("scoring.each", points=others)
    return site.t("scoring.shares", others=others, east=_number(site, paid.east))


# Points ----------------------------------------------------------------------


def _points(site: Site, *, east: bool) -> Table:
    """Points by minipoints and fan, from a discard and by self-draw."""
    marks = Marks(site, _rulesets(site))
    found = sorted({fu for id in _rulesets(site) for fu in rows(site.book.ruleset(id))})

    def cell(fan: int, fu: int) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            base, limit = base_value(fan, fu, terms_of(rules))
            paid = payment(base, rules, east=east)
            given = possible(fan, fu, rules, drawn=False)
            drawn = possible(fan, fu, rules, drawn=True)
            if not (given or drawn):
                return (_NOTHING,), False
            lines = (
                _number(site, paid.discard) if given else _NOTHING,
                _paid(site, paid) if drawn else _NOTHING,
            )
            return lines, limit is not None

        return marks.cell(what)

    table = [Row(_number(site, fu), [cell(fan, fu) for fan in FAN]) for fu in found]
    who = "east" if east else "others"
    return Table(
        f"points-{who}",
        site.t(f"scoring.points.{who}"),
        site.t("scoring.fu"),
        [site.say.count(fan, "fan") for fan in FAN],
        table,
        marks.notes,
    )


# Limits ----------------------------------------------------------------------


def _limits(site: Site) -> Table:
    """The limits with the fan that reach them, their base and what is paid."""
    marks = Marks(site, _rulesets(site))
    names = [one.name for id in _rulesets(site) for one in limits(site.book.ruleset(id))]
    order = sorted(dict.fromkeys(names), key=lambda name: (_base(site, name), names.index(name)))

    def fan(name: str) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            found = next((one for one in limits(rules) if one.name == name), None)
            if found is None:
                return (_NOTHING,), False
            if found.least is None:
                return (site.t("scoring.pattern"),), False
            if found.most is None:
                return (site.t("scoring.from", least=found.least),), False
            key = "exactly" if found.most == found.least else "between"
            return (site.t(f"scoring.{key}", least=found.least, most=found.most),), False

        return marks.cell(what)

    def cells(name: str) -> Iterator[Cell]:
        base = _base(site, name)
        yield fan(name)
        yield Cell([_number(site, base)])
        for east in (False, True):
            paid = payment(base, site.book.ruleset(_rulesets(site)[0]), east=east)
            yield Cell([_number(site, paid.discard), _paid(site, paid)])

    table = [Row(capitalised(site.t(f"scoring.limit.{name}")), list(cells(name))) for name in order]
    columns = [site.t(f"scoring.column.{one}") for one in ("fan", "base", "others", "east")]
    corner = site.t("scoring.limit")
    return Table("limits-table", site.t("scoring.limits"), corner, columns, table, marks.notes)


def _base(site: Site, name: str) -> int:
    return next(
        one.base
        for id in _rulesets(site)
        for one in limits(site.book.ruleset(id))
        if one.name == name
    )


# Minipoints ------------------------------------------------------------------


def _items(rules: RuleSet) -> dict[tuple[str, bool], Item]:
    """What earns minipoints, by what it is and whether it is of simples."""
    found = minipoint_items(rules)
    return {(one.id, bool(one.tiles) and one.tiles[0].simple): one for one in found}


def _sets(site: Site) -> Table:
    """Pungs and kongs, open and concealed, of simples and of other tiles."""
    marks = Marks(site, _rulesets(site))

    def cell(id: str, *, simple: bool) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            item = _items(rules).get((id, simple))
            return (_number(site, item.fu) if item else _NOTHING,), False

        return marks.cell(what)

    table = [
        Row(
            site.t(f"scoring.set.{kind}.{'simple' if simple else 'outer'}"),
            [cell(f"{how}-{kind}", simple=simple) for how in ("open", "concealed")],
        )
        for kind in ("pung", "kong")
        for simple in (True, False)
    ]
    columns = [site.t("scoring.set.open"), site.t("scoring.set.concealed")]
    corner = site.t("scoring.set")
    return Table("sets-table", site.t("scoring.sets"), corner, columns, table, marks.notes)


_PLAIN = (
    *("base-concealed-discard", "base", "seven-pairs", "dragon-pair", "seat-wind-pair"),
    *("round-wind-pair", "double-wind", "edge-wait", "closed-wait", "pair-wait"),
    *("self-draw", "open-twenty"),
)
"""What else earns minipoints, in the order of counting."""


def _minipoints(site: Site) -> Table:
    """Everything besides sets that earns minipoints."""
    marks = Marks(site, _rulesets(site))

    def cell(id: str) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            found = [one for one in minipoint_items(rules) if one.id == id]
            if id == "double-wind":
                found = [one for one in minipoint_items(rules) if one.rule == f"score.fu.{id}"]
            total = sum(one.fu for one in {one.id: one for one in found}.values())
            return (_number(site, total) if found else _NOTHING,), False

        return marks.cell(what)

    table = [Row(site.t(f"scoring.item.{id}"), [cell(id)]) for id in _PLAIN]
    columns, corner = [site.t("scoring.fu")], site.t("scoring.item")
    return Table("items-table", site.t("scoring.items"), corner, columns, table, marks.notes)


# Without a winner, counters and bets -------------------------------------------


def _draw(site: Site) -> Table:
    """What is paid when the wall is used up, by how many players have tenpai."""
    marks = Marks(site, _rulesets(site))
    seats = ("east", "south", "west", "north")

    def cell(number: int, *, ready: bool) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            settled = settle({"draw": {"tenpai": list(seats[:number])}}, rules)
            totals = settled["totals"]
            assert isinstance(totals, dict)
            shown = seats[:number] if ready else seats[number:]
            return (_signed(site, totals[shown[0]]) if shown else _NOTHING,), False

        return marks.cell(what)

    table = [
        Row(_number(site, number), [cell(number, ready=ready) for ready in (True, False)])
        for number in range(5)
    ]
    columns = [site.t("scoring.draw.tenpai"), site.t("scoring.draw.noten")]
    corner = site.t("scoring.draw.number")
    return Table("draw-table", site.t("scoring.draw"), corner, columns, table, marks.notes)


def _signed(site: Site, points: int) -> str:
    """Points with their sign; a minus is written as one."""
    sign = "+" if points > 0 else "−" if points else ""
    return f"{sign}{_number(site, abs(points))}"


def _counters(site: Site) -> Table:
    """What each counter and each riichi bet adds."""
    columns = [site.t("scoring.counters.discard"), site.t("scoring.counters.self-draw")]
    corner = site.t("scoring.counters.what")
    each = site.t("scoring.each", points=_number(site, COUNTER))
    table = [
        Row(
            site.t("scoring.counters.counter"),
            [Cell([_number(site, 3 * COUNTER)]), Cell([each])],
        ),
        Row(
            site.t("scoring.counters.bet"),
            [Cell([_number(site, BET)]), Cell([_number(site, BET)])],
        ),
    ]
    return Table("counters-table", site.t("scoring.counters"), corner, columns, table)
