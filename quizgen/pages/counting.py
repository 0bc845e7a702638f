"""The tables of classical scoring: points, doubles, and the values that rule sets may change.

Every number is read off a hand that the engine counts. A cell says what the first rule
set of the game gives; where others give something else, a mark leads to their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quizgen.counted import counted, home
from quizgen.pages.render import render
from quizgen.pages.scoring import Cell, Marks, Row, Table
from quizgen.site import Site
from rulebook.classical.doubles import DOUBLES, Double
from rulebook.classical.hand import Hand
from rulebook.classical.payments import Deal, payments
from rulebook.classical.points import Item
from rulebook.classical.score import Score, best_score
from rulebook.ruleset import RuleSet
from rulebook.schema import ParameterDef
from rulebook.source import Source
from rulebook.state import Meld, MeldKind
from rulebook.tiles import Seat, parse_tiles

__all__ = ["counting_page"]

_FAMILY = "classical"
_NOTHING = "–"
_TOPICS = ("points", "doubles", "limit", "settlement")


@dataclass(frozen=True, slots=True)
class ParamRow:
    """A value that rule sets may change: its rules and what each rule set says."""

    label: str
    rules: Sequence[tuple[str, str]]
    values: Sequence[str]


def counting_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page."""
    ruleset = home(site, _FAMILY)
    sections = [
        ("points", [_sets(site), _kongs(site), _items(site)]),
        ("doubles", [_doubles(site, winner=False), _doubles(site, winner=True)]),
        ("payments", [_payments(site)]),
    ]
    page = render(
        site,
        "classical-scoring.md.j2",
        sections=sections,
        default=site.short(ruleset),
        rulesets=[site.short(id) for id in _rulesets(site)],
        params=list(_params(site)),
        read={
            "points": [f"points.{name}" for name in ("sets", "pairs", "bonus", "value")],
            "doubles": ["points.value", "doubles.dragons", "doubles.concealed-hand"],
            "payments": [f"settlement.{name}" for name in ("winner", "losers", "east")],
        },
        title_of=lambda id: site.title(id, ruleset),
    )
    yield "classical-scoring.md", page


def _rulesets(site: Site) -> list[str]:
    """The rule sets of the game, the first one first."""
    first = home(site, _FAMILY)
    found = [id for id, one in site.book.rulesets.items() if one.family == _FAMILY]
    return sorted(found, key=lambda id: id != first)


def _number(site: Site, number: int) -> str:
    return site.say.catalog.number(number)


# Points ----------------------------------------------------------------------


def _score(hand: Hand, rules: RuleSet) -> Score:
    found = best_score(hand, rules)
    assert isinstance(found, Score), found
    return found


def _loser(tiles: str = "", *melds: Meld, bonus: str = "") -> Hand:
    """A loser's hand with these tiles and nothing else that scores."""
    held = parse_tiles(tiles) if tiles else ()
    room = 13 - len(held) - 3 * len(melds)
    filled = (*held, *parse_tiles("2468m3579p2468s9m")[:room])
    declared = parse_tiles(bonus) if bonus else ()
    return Hand(filled, melds=melds, bonus=declared, seat=Seat.SOUTH, round=Seat.EAST)


def _meld(kind: MeldKind, tile: str) -> Meld:
    tiles = parse_tiles(tile * (4 if kind.kong else 3))
    claimed = None if kind is MeldKind.CONCEALED_KONG else tiles[0]
    return Meld(kind, tiles, claimed=claimed, marked=kind in _MARKED)


_MARKED = (MeldKind.CONCEALED_KONG, MeldKind.KONG)
"""Kongs that are marked by tiles lying face down."""

_SIZES = (("minor", "5p"), ("major", "9p"))


def _sets(site: Site) -> Table:
    """Pungs and kongs, exposed and concealed, of minor and of major tiles."""
    marks = Marks(site, _rulesets(site))

    def cell(hand: Hand) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            return (_number(site, _score(hand, rules).points),), False

        return marks.cell(what)

    rows = []
    for kind in ("pung", "kong"):
        for size, tile in _SIZES:
            exposed = MeldKind.PUNG if kind == "pung" else MeldKind.EXTENDED_KONG
            concealed = _loser(tile * 3)
            if kind == "kong":
                concealed = _loser("", _meld(MeldKind.CONCEALED_KONG, tile))
            cells = [cell(_loser("", _meld(exposed, tile))), cell(concealed)]
            rows.append(Row(site.t(f"counting.{kind}.{size}"), cells))
    columns = [site.t("counting.exposed"), site.t("counting.concealed")]
    corner = site.t("counting.set")
    return Table("sets-table", site.t("counting.sets"), corner, columns, rows, marks.notes)


def _kongs(site: Site) -> Table:
    """The three kinds of kongs: their points, and whether they double as concealed ones."""
    marks = Marks(site, _rulesets(site))
    kinds = (MeldKind.CONCEALED_KONG, MeldKind.KONG, MeldKind.EXTENDED_KONG)

    def points(kind: MeldKind, tile: str) -> Cell:
        hand = _loser("", _meld(kind, tile))
        return marks.cell(lambda rules: ((_number(site, _score(hand, rules).points),), False))

    def nature(kind: MeldKind) -> Cell:
        hand = _loser("222m444s", _meld(kind, "5p"))

        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            concealed = bool(_score(hand, rules).doubles)
            return (site.t(f"counting.{'concealed' if concealed else 'exposed'}"),), False

        return marks.cell(what)

    rows = [
        Row(
            site.t(f"counting.kong.{kind.value}"),
            [*(points(kind, tile) for _, tile in _SIZES), nature(kind)],
        )
        for kind in kinds
    ]
    columns = [site.t(f"counting.column.{one}") for one in ("minor", "major", "doubles")]
    corner = site.t("counting.kong")
    return Table("kongs-table", site.t("counting.kongs"), corner, columns, rows, marks.notes)


def _winner(tiles: str, tile: str, source: Source = Source.DISCARD) -> Hand:
    """A winner's hand without sets on the table."""
    seat, (won,) = Seat.SOUTH, parse_tiles(tile)
    return Hand(parse_tiles(tiles), seat=seat, winner=True, tile=won, source=source)


_CHOWS = "123456m789p"

_ITEMS: Sequence[tuple[str, str, Hand]] = (
    ("bonus", "declared", _loser(bonus="1f")),
    ("pairs", "dragon", _loser("55z")),
    ("pairs", "own-wind", _loser("22z")),
    ("pairs", "prevailing-wind", _loser("11z")),
    ("pairs", "other-wind", _loser("33z")),
    ("pairs", "suit", _loser("11p")),
    ("mahjong", "mahjong", _winner(f"{_CHOWS}55p34s", "5s")),
    ("wall", "drawn", _winner(f"{_CHOWS}55p34s", "5s", Source.SELF_DRAW)),
    ("only-place", "only", _winner(f"{_CHOWS}55p35s", "4s")),
    ("fishing-eyes", "minor", _winner(f"{_CHOWS}123s5p", "5p")),
    ("fishing-eyes", "major", _winner(f"{_CHOWS}123s3z", "3z")),
)
"""What else earns points, each with a hand that has it; a pair of both winds is separate."""

_LABELS = {"declared": "counting.each-bonus"}
"""What is said of one where the label of an item speaks of several."""

_BOTH = Hand(parse_tiles("11z2468m3579p246s"), seat=Seat.EAST, round=Seat.EAST)


def _items(site: Site) -> Table:
    """Everything besides sets that earns points."""
    marks = Marks(site, _rulesets(site))

    def cell(name: str, key: str, hand: Hand) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            item = _item(_score(hand, rules).items, name, key)
            return (_number(site, item.points if item else 0),), False

        return marks.cell(what)

    found = [*_ITEMS[:4], ("pairs", "both-winds", _BOTH), *_ITEMS[4:]]
    rows = [
        Row(site.t(_LABELS.get(key, f"item.{name}.{key}")), [cell(name, key, hand)])
        for name, key, hand in found
    ]
    columns, corner = [site.t("score.points")], site.t("counting.item")
    return Table("items-table", site.t("counting.items"), corner, columns, rows, marks.notes)


def _item(items: Sequence[Item], name: str, key: str) -> Item | None:
    return next((one for one in items if (one.rule, one.key) == (f"points.{name}", key)), None)


# Doubles ---------------------------------------------------------------------


def _doubles(site: Site, *, winner: bool) -> Table:
    """The doubles of every hand, or of the winner's alone; those of house rules are left out."""
    marks = Marks(site, _rulesets(site))
    cells = {
        one: marks.cell(_times(site, one))
        for one in DOUBLES.values()
        if one.winner is winner and _double_title(site, one)
    }
    rows = [
        Row(_double_title(site, one), [cell], one.rule)
        for one, cell in cells.items()
        if cell.others or _NOTHING not in cell.lines
    ]
    who = "winner" if winner else "all"
    columns, corner = [site.t("score.doubles")], site.t(f"counting.doubles.{who}")
    return Table(f"doubles-{who}", corner, site.t("counting.double"), columns, rows, marks.notes)


def _double_title(site: Site, double: Double) -> str:
    rule = site.book.rule(double.rule, _FAMILY)
    return site.views.say(home(site, _FAMILY)).words(rule.title) if rule else ""


def _times(site: Site, double: Double) -> Callable[[RuleSet], tuple[Sequence[str], bool]]:
    """How many doubles it is, read off the examples of its rule."""
    rule = site.book.rule(double.rule, _FAMILY)
    assert rule is not None

    def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
        hands = [counted(rule, example, rules) for example in rule.examples if not example.retired]
        times = {
            number
            for one in hands
            if one
            for id, number in one.score.double_items
            if id == double.id
        }
        if not times:
            return (_NOTHING,), False
        number = _number(site, min(times))
        return (site.t("counting.each", n=number) if len(times) > 1 else number,), False

    return what


# Payments --------------------------------------------------------------------

_VALUE = 100
"""The value of a hand in the table of payments, in points."""


def _payments(site: Site) -> Table:
    """What each pays for a hand of a hundred points, and a loser for one hundred less."""
    marks = Marks(site, _rulesets(site))

    def cell(values: tuple[int, ...], winner: Seat, payer: Seat, payee: Seat) -> Cell:
        def what(rules: RuleSet) -> tuple[Sequence[str], bool]:
            paid = payments(Deal(values, winner), rules)
            points = [one.points for one in paid if (one.payer, one.payee) == (payer, payee)]
            return (_number(site, sum(points)),), False

        return marks.cell(what)

    east, south, west, north = Seat
    won, lost = (0, _VALUE, 0, 0), (0, 0, _VALUE, 0)
    rows = [
        Row(
            site.t("counting.pays.winner"),
            [cell(won, south, west, south), cell(won, south, east, south)],
        ),
        Row(
            site.t("counting.pays.east-winner"),
            [cell((_VALUE, 0, 0, 0), east, west, east), Cell([_NOTHING])],
        ),
        Row(
            site.t("counting.pays.loser"),
            [cell(lost, south, north, west), cell(lost, south, east, west)],
        ),
        Row(
            site.t("counting.pays.east-loser"),
            [cell((_VALUE, 0, 0, 0), south, north, east), Cell([_NOTHING])],
        ),
    ]
    columns = [site.t("counting.pays.others"), site.t("counting.pays.east")]
    corner = site.t("counting.pays.whom")
    caption = site.t("counting.pays", points=_VALUE)
    return Table("payments-table", caption, corner, columns, rows, marks.notes)


# Values ----------------------------------------------------------------------


def _params(site: Site) -> Iterator[ParamRow]:
    """The values that the rules of scoring read, those read by none of them left out."""
    first = home(site, _FAMILY)
    for param in site.book.params.values():
        readers = [
            rule
            for rule in site.book.rules.values()
            if param.id in rule.params
            and rule.family in (None, _FAMILY)
            and site.book.topic(rule.id) in _TOPICS
        ]
        if readers:
            yield ParamRow(
                site.views.say(first).words(param.label),
                [(rule.id, site.title(rule.id, first)) for rule in readers],
                [_value(site, param, id) for id in _rulesets(site)],
            )


def _value(site: Site, param: ParameterDef, ruleset: str) -> str:
    given = site.book.value(ruleset, param.id)
    return site.views.say(ruleset).value(param, given.value) if given else _NOTHING
