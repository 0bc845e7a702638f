"""The classical pages and questions say what the engine says, and what the facts say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from quizgen.counted import counted, home
from quizgen.pages.counting import counting_page
from quizgen.pages.deals import DEALS, deals_page, settled
from quizgen.pages.editions import programs_page
from quizgen.pages.games import GROUPS, Point, games_page, point_examples
from quizgen.pages.limits import limit_hands_page
from quizgen.pages.same_hands import same_hands
from quizgen.questions import Question, questions
from quizgen.scores import score_parts
from quizgen.search import search_file
from quizgen.site import Site
from quizgen.tree import docs_folder
from rulebook.catalog import languages
from rulebook.classical.doubles import DOUBLES
from rulebook.classical.limits import LIMITS
from rulebook.effects import LayMeld, Pay
from rulebook.examples import outcome_of, rulesets_of
from rulebook.ruling import Reason
from rulebook.schema import Example, RuleDef, ValueDef
from rulebook.telling import effect_text
from rulebook.tiles import Seat
from tests.book import BOOK

CLASSICAL = [id for id, one in BOOK.rulesets.items() if one.family == "classical"]
LANGUAGES = pytest.mark.parametrize("code", languages())
Pages = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def sites() -> dict[str, Site]:
    return {code: Site(BOOK, code, docs_folder() / code) for code in languages()}


@pytest.fixture(scope="module")
def first(sites: dict[str, Site]) -> str:
    return home(sites["en"], "classical")


@pytest.fixture(scope="module")
def pages(sites: dict[str, Site]) -> Pages:
    makers = (counting_page, limit_hands_page, deals_page, programs_page, games_page)
    return {code: dict(page for make in makers for page in make(sites[code])) for code in sites}


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    topics = ("points", "limit", "settlement")
    return [one for one in questions(BOOK, "en") if one.topic in topics]


def _text(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).strip()


def _table(page: str, id: str) -> dict[str, list[str]]:
    """The cells of a table by the head of their row."""
    table = re.search(rf'<table[^>]*>\s*<caption id="{id}">.*?</table>', page, re.DOTALL)
    assert table, id
    return {
        _text(head): [_text(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells)]
        for head, cells in re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table[0])
    }


# ---- Tables -----------------------------------------------------------------


@LANGUAGES
def test_points_are_those_that_players_know(pages: Pages, code: str) -> None:
    page = pages[code]["classical-scoring.md"]
    assert list(_table(page, "sets-table").values()) == [
        ["2", "4"],
        ["4", "8"],
        ["8", "16"],
        ["16", "32"],
    ]
    kongs = [cells[:2] for cells in _table(page, "kongs-table").values()]
    assert kongs == [["16", "32"], ["8", "16"], ["8", "16"]]
    items = [cell for (cell,) in _table(page, "items-table").values()]
    assert items == ["4", "2", "2", "2", "4", "0", "0", "1020†", "2", "2", "2", "4"]


def test_a_claimed_kong_is_concealed_for_doubles_where_rules_say_so(pages: Pages) -> None:
    kongs = _table(pages["en"]["classical-scoring.md"], "kongs-table")
    assert [cells[2] for cells in kongs.values()] == [
        "Concealed",
        "ConcealedExposed†",
        "Exposed",
    ]


@LANGUAGES
def test_every_double_is_in_a_table(pages: Pages, code: str, first: str) -> None:
    page = pages[code]["classical-scoring.md"]
    listed = re.findall(r'<th scope="row"><a href="rules/(doubles[\w.-]+)\.html">', page)
    named = [one.rule for one in DOUBLES.values() if not one.id.startswith("house")]
    assert [rule for rule in listed if rule in named] == named


def test_doubles_are_those_that_players_know(pages: Pages) -> None:
    page = pages["en"]["classical-scoring.md"]
    everyone = [cell for (cell,) in _table(page, "doubles-all").values()]
    assert everyone == ["1", "1", "1", "1 each", "1", "1", "1", "2", "1", "2", "1"]
    winner = [cell for (cell,) in _table(page, "doubles-winner").values()]
    assert winner[:12] == ["1", "1", "1", "1", "3", "1", "2", "1", "1", "1", "1", "1"]


def test_payments_are_doubled_with_east(pages: Pages) -> None:
    table = _table(pages["en"]["classical-scoring.md"], "payments-table")
    assert list(table.values()) == [["100", "200"], ["200", "–"], ["100", "200"], ["200", "–"]]


# ---- Limit hands ------------------------------------------------------------


@LANGUAGES
def test_every_limit_hand_has_a_hand_and_a_near_miss(pages: Pages, code: str) -> None:
    page = pages[code]["limit-hands.md"]
    ids = [id.partition("-")[2] for id in LIMITS]
    assert len(ids) == 18
    assert re.findall(r"^## .* \{: #([\w-]+) \}$", page, re.MULTILINE) == ids
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        assert section.count("](figures/hand-") == 2, section.split("\n")[0]


def test_the_hands_shown_are_limit_hands_and_the_misses_are_none(pages: Pages, first: str) -> None:
    rules = BOOK.ruleset(first)
    sections = re.split(r"^## ", pages["en"]["limit-hands.md"], flags=re.MULTILINE)[1:]
    for id, section in zip(LIMITS, sections, strict=True):
        rule = BOOK.rule(LIMITS[id].rule, "classical")
        assert rule is not None
        shown = re.findall(rf"\(rules/{re.escape(rule.id)}\.md#([\w-]+)\)", section)
        assert len(shown) == 2, id
        for example_id, wanted in zip(shown, (True, False), strict=True):
            example = next(one for one in rule.examples if one.id == example_id)
            hand = counted(rule, example, rules)
            held = hand is not None and id in hand.score.limit_hands
            assert held is wanted, (id, example_id)


def test_limit_hands_are_described_by_the_rules_of_the_hands_shown(
    pages: Pages, first: str
) -> None:
    sections = re.split(r"^## ", pages["en"]["limit-hands.md"], flags=re.MULTILINE)[1:]
    for id, section in zip(LIMITS, sections, strict=True):
        rule = BOOK.rule(LIMITS[id].rule, "classical")
        assert rule is not None
        for one in rule.text:
            values = {param: BOOK.value(first, param) for param in one.when}
            holds = all(v and v.value == one.when[param] for param, v in values.items())
            assert (re.split("[`{]", one.words["en"])[0] in section) is holds, id


# ---- Deals ------------------------------------------------------------------


VALUES = {
    "loser-gains": (136, 20, 80, 48),
    "cannon": (8, 2, 768, 0),
    "over-the-limit": (1000, 20, 12, 8),
}
GAINS = {
    "loser-gains": (248, -340, 320, -228),
    "cannon": (0, -3072, 3072, 0),
    "over-the-limit": (3920, 80, -1992, -2008),
}
"""What the facts have worked out by hand."""


@pytest.mark.parametrize("id", VALUES)
def test_the_deals_come_out_as_worked_by_hand(first: str, id: str) -> None:
    assert {one.id for one in DEALS} == set(VALUES)
    example = next(one for one in DEALS if one.id == id)
    one = settled(example, BOOK.ruleset(first))
    assert tuple(score.value for score in one.scores) == VALUES[id]
    assert tuple(one.gains.values()) == GAINS[id]


@pytest.mark.parametrize("ruleset", CLASSICAL)
def test_the_gains_of_a_deal_add_up_to_nothing(ruleset: str) -> None:
    for example in DEALS:
        assert not sum(settled(example, BOOK.ruleset(ruleset)).gains.values()), example.id


@LANGUAGES
def test_each_deal_shows_all_hands_and_all_payments(
    sites: dict[str, Site], pages: Pages, code: str, first: str
) -> None:
    page, say = pages[code]["settle-a-hand.md"], sites[code].views.say(first)
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    for example, section in zip(DEALS, sections, strict=True):
        one = settled(example, BOOK.ruleset(first))
        assert section.count("\n??? question") == 5
        for score in one.scores:
            for item in score.items:
                assert f"rules/{item.rule}.md" in section
            for double, _ in score.double_items:
                assert f"rules/{DOUBLES[double].rule}.md" in section
        for paid in one.paid:
            who = say.say("score.pays-to", payer=paid.payer, payee=paid.payee)
            line = next(line for line in section.split("\n") if who in line)
            assert f"| {say.catalog.number(paid.points)} |" in line, (example.id, who)
            assert f"rules/{paid.rule}.md" in line


def test_how_payments_are_reckoned(pages: Pages) -> None:
    page = pages["en"]["settle-a-hand.md"]
    assert "| South pays East | 2 × (136 − 20) | 232 |" in page
    assert "| South pays North | 48 − 20 | 28 |" in page
    assert "| East pays West | 2 × 80 | 160 |" in page
    assert "capped by the limit at 1,000 points" in page
    shares = re.search(r"\| South pays West \| ([\d,+ ]+) \| 3,072 \|", page)
    assert shares
    numbers = [int(one.replace(",", "")) for one in shares[1].split(" + ")]
    assert sorted(numbers) == [768, 768, 1536]


# ---- Comparisons ------------------------------------------------------------


def _listed(page: str) -> list[str]:
    return re.findall(r'<tr><th scope="row" id="([\w.-]+)">', page)


def _differing(rulesets: list[str]) -> list[str]:
    return [
        id
        for id in BOOK.params
        if len({given.value for one in rulesets if (given := BOOK.value(one, id))}) > 1
    ]


@LANGUAGES
def test_classical_rules_list_what_differs_and_nothing_else(pages: Pages, code: str) -> None:
    assert sorted(_listed(pages[code]["classical-editions.md"])) == sorted(_differing(CLASSICAL))


@LANGUAGES
def test_the_games_list_what_differs_and_what_one_has_alone(
    sites: dict[str, Site], pages: Pages, code: str
) -> None:
    page = pages[code]["two-games.md"]
    columns = [home(sites[code], family) for family in ("riichi", "classical")]
    read = [{param for rule in BOOK.in_force(id) for param in rule.params} for id in columns]
    wanted = [id for id in _differing(columns) if all(id in one for one in read)]
    assert sorted(_listed(page)) == sorted(wanted)
    assert "penalty.chombo" not in wanted and "wall.dead.size" in wanted
    assert not re.search(r"^ {8}- .*: *$", page, re.MULTILINE)
    in_force = [{rule.id for rule in BOOK.in_force(id)} for id in columns]
    linked = set(re.findall(r"^    - \[[^]]*\]\(rules/([\w.-]+)\.md\)$", page, re.MULTILINE))
    assert linked == in_force[0] ^ in_force[1]


# ---- Questions --------------------------------------------------------------


def _asks(question: Question) -> str:
    return question.id.split("/")[1].split("@")[0].partition(".")[2]


def test_what_is_asked_follows_from_the_rule(asked: list[Question]) -> None:
    wanted = {
        "points.sets": "points",
        "points.only-place": "only-place",
        "points.value": "worth",
        "doubles.dragons": "doubles",
        "limit.cap": "worth",
        "limit.four-kongs": "limit-hand",
        "settlement.winner": "gets",
        "settlement.losers": "gets",
    }
    for rule, ask in wanted.items():
        assert ask in {_asks(one) for one in asked if one.rule == rule}, rule


def test_every_rule_that_counts_is_asked_about(asked: list[Question]) -> None:
    rules = [*(one.rule for one in DOUBLES.values()), *_LIMITED]
    quiet = set(rules) - {one.rule for one in asked}
    assert quiet <= {"doubles.terminals"}


def _numbers(asked: list[Question]) -> Iterator[tuple[Question, str, str]]:
    facts = {"points": "points", "worth": "worth", "doubles": "doubles"}
    for one in asked:
        if _asks(one) in facts:
            yield one, _asks(one), facts[_asks(one)]


def test_answers_are_the_engines_and_wrong_choices_are_wrong(asked: list[Question]) -> None:
    seen = 0
    for question, ask, fact in _numbers(asked):
        id, example_id = question.id.split("/")
        rule = BOOK.rule(id, "classical")
        assert rule is not None
        example = next(one for one in rule.examples if one.id == re.split(r"[.@]", example_id)[0])
        outcome, _ = outcome_of(example, BOOK.ruleset(question.rulesets[0]))
        assert outcome is not None
        if ask == "doubles":
            held = {
                one.rule
                for one in outcome.reasons
                if one.rule.startswith("doubles.") and one.key == "holds"
            }
            assert set(question.made.answer) == held, question.id
        else:
            right = next(one.text for one in question.made.choices if one.key == "right")
            assert re.sub(r"\D", "", right) == str(outcome.facts[fact]), question.id
            texts = [one.text for one in question.made.choices]
            assert len(set(texts)) == len(texts) > 1, question.id
        assert all(one.note for one in question.made.choices if one.key not in question.made.answer)
        seen += 1
    assert seen > 50


def test_a_limit_hand_that_fits_is_never_a_wrong_choice(asked: list[Question]) -> None:
    for question in asked:
        if _asks(question) == "limit-hand":
            held = {
                row.label for part in question.score for row in part.rows if row.rule in _LIMITED
            }
            wrong = {one.text for one in question.made.choices if one.key != "right"}
            assert not held & wrong, question.id


_LIMITED = {one.rule for one in LIMITS.values()}


def test_settlements_ask_for_all_four_players(asked: list[Question]) -> None:
    found = [one for one in asked if _asks(one) == "gets"]
    assert len(found) > 10
    for question in found:
        assert not sum(question.made.values.values()), question.id
        assert set(question.made.values) == {seat.name.lower() for seat in Seat}


# ---- The table of a score ---------------------------------------------------


@LANGUAGES
def test_the_table_of_a_counted_hand_adds_up(sites: dict[str, Site], code: str, first: str) -> None:
    say = sites[code].views.say(first)
    rules, number = BOOK.ruleset(first), say.catalog.number
    for rule in BOOK.rules.values():
        if rule.family != "classical" or first not in rulesets_of(BOOK, rule):
            continue
        for example in rule.examples:
            hand = counted(rule, example, rules)
            if hand is None:
                continue
            parts = score_parts(hand.outcome, say, lambda id: id)
            points = [int(row.amount) for row in parts[0].rows]
            assert sum(points) == hand.score.points, (rule.id, example.id)
            worth = next(one for one in parts if one.label == say.say("score.worth"))
            assert worth.amount == say.count(hand.score.value, "point")
            assert hand.score.doubles == 0 or any(
                row.amount == number(hand.score.natural) for row in worth.rows
            )


# ---- The points of the two games --------------------------------------------

_POINTS = [point for group in GROUPS for point in group.points]
_FAMILIES = ("riichi", "classical")


def _of_point(page: str, id: str) -> str:
    """What a page says of a point."""
    return re.split(r"^##+ ", page.split(f"{{: #{id} }}")[1], flags=re.MULTILINE)[0]


@LANGUAGES
def test_the_games_are_compared_in_all_points(pages: Pages, code: str) -> None:
    page = pages[code]["two-games.md"]
    heads = re.findall(r"^### (\d+)\. (.*) \{: #([\w-]+) \}$", page, re.MULTILINE)
    assert [int(number) for number, _, _ in heads] == list(range(1, 56))
    assert [id for _, _, id in heads] == [point.id for point in _POINTS]
    assert all(title.endswith("?") for _, title, _ in heads)
    anchors = re.findall(r"\{: #([\w.-]+) \}|<th[^>]* id=\"([\w.-]+)\"", page)
    assert len(set(anchors)) == len(anchors)


@LANGUAGES
def test_each_point_names_its_rules_in_both_games(pages: Pages, code: str) -> None:
    for point in _POINTS:
        assert set(point.rules) == set(_FAMILIES), point.id
        section = _of_point(pages[code]["two-games.md"], point.id)
        for id in {id for ids in point.rules.values() for id in ids}:
            assert f"](rules/{id}.md)" in section, (point.id, id)


def _answered(site: Site, point: Point) -> Iterator[tuple[str, RuleDef, Example]]:
    columns = {family: home(site, family) for family in _FAMILIES}
    for case in point.cases:
        for family, (rule, example) in point_examples(site, case).items():
            yield columns[family], rule, example


def _earns(reason: Reason) -> bool:
    """Whether a reason is not about a set or pair that is worth nothing."""
    values = dict(reason.finding.values)
    return values.get("points", values.get("fu", 1)) != 0


@pytest.mark.parametrize("point", _POINTS, ids=lambda point: point.id)
def test_what_a_point_says_is_computed(sites: dict[str, Site], pages: Pages, point: Point) -> None:
    """Positions are decided by a rule of the point, and values are those of the rule sets."""
    for code, site in sites.items():
        section = _of_point(pages[code]["two-games.md"], point.id)
        for ruleset, rule, example in _answered(site, point):
            say = site.views.say(ruleset)
            outcome, faults = outcome_of(example, BOOK.ruleset(ruleset))
            assert outcome is not None, faults
            assert not example.retired and site.example_link(rule, example) in section
            rules = point.rules[say.family]
            assert not set(rules).isdisjoint(outcome.rules) or say.say("games.nothing") in section
            told = [one for one in outcome.reasons if one.rule in rules and _earns(one)]
            if outcome.facts.get("allowed") == "false":
                assert f"**{site.views.verdict(outcome, say)}**{{: .false }}" in section
                assert told
            assert all(say.reason(one) in section for one in told)
            for effect in outcome.effects:
                if isinstance(effect, Pay | LayMeld) and effect.rule in rules:
                    assert effect_text(effect, say) in section, effect
        for family, ids in point.values.items():
            say = site.views.say(home(site, family))
            for id in ids:
                assert f": **{say.param(id)}**" in section, id


def test_points_show_what_older_editions_say(pages: Pages) -> None:
    page = pages["en"]["two-games.md"]
    assert "*Different in EMA 2012:* **Allowed.**" in _of_point(page, "swapping")
    assert "; EMA 2012 and EMA 2016: pung or kong always goes first" in page


CHANGES = {
    ("millington", "wall.dead.size"): ("14", "size-of-the-dead-wall"),
    ("millington", "score.limit"): ("500", "most-a-hand-can-bring"),
    ("millington", "win.several"): ("all", "two-winners"),
    ("ema-2025", "discard.swap-calling"): ("allowed", "swapping"),
    ("ema-2025", "kong.concealed.face-down"): ("outer", "concealed-kong-on-the-table"),
    ("ema-2025", "hand.seven-pairs"): ("no", "seven-pairs"),
}
"""Another value of a rule set, and the point that it must change."""


@pytest.mark.parametrize("given", CHANGES, ids=lambda given: given[1])
def test_another_value_changes_its_point(pages: Pages, given: tuple[str, str]) -> None:
    (ruleset, param), (value, id) = given, CHANGES[given]
    definition = BOOK.rulesets[ruleset]
    values = {**definition.values, param: ValueDef(value=value)}
    changed = replace(definition, values=values)
    book = replace(BOOK, rulesets={**BOOK.rulesets, ruleset: changed})
    page = dict(games_page(Site(book, "en", docs_folder() / "en")))["two-games.md"]
    assert _of_point(page, id) != _of_point(pages["en"]["two-games.md"], id)
    assert _of_point(page, "place-of-the-discards") == _of_point(
        pages["en"]["two-games.md"], "place-of-the-discards"
    )


@LANGUAGES
def test_the_search_knows_every_point(sites: dict[str, Site], code: str) -> None:
    found = search_file(sites[code])
    for point in _POINTS:
        assert f'"two-games.html#{point.id}"' in found
        assert sites[code].say.words(point.title) in found


# ---- The same hands ---------------------------------------------------------


def test_the_same_hands_are_worth_what_each_game_says(sites: dict[str, Site], first: str) -> None:
    site = sites["en"]
    columns = [home(site, "riichi"), first]
    hands = list(same_hands(site, columns))
    assert len(hands) > 6
    for hand in hands:
        id, example_id = re.findall(r"rules/([\w.-]+)\.md#([\w-]+)", hand.where)[0]
        rule = next(one for one in BOOK.rules.values() if one.id == id)
        example = next(one for one in rule.examples if one.id == example_id)
        for ruleset, (name, text) in zip(columns, hand.results, strict=True):
            outcome, _ = outcome_of(example, BOOK.ruleset(ruleset))
            assert outcome is not None and name == site.short(ruleset)
            if outcome.facts["allowed"] == "true":
                assert site.say.count(int(str(outcome.facts["worth"])), "point") in text, name
    assert any(text.startswith("No.") for one in hands for _, text in one.results)
