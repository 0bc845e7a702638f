"""The pages about scoring say what the engine says: yaku, tables, hands, editions."""

from __future__ import annotations

import re

import pytest

from quizgen.hands import open_too, won
from quizgen.pages.editions import editions_page
from quizgen.pages.scoring import scoring_page
from quizgen.pages.worked import WORKED, worked_page
from quizgen.pages.yaku import yaku_page
from quizgen.site import Site
from quizgen.tree import docs_folder
from rulebook.catalog import languages
from rulebook.effects import Pay, Scored
from rulebook.examples import outcome_of
from rulebook.riichi.tables import payment, possible, rows
from rulebook.riichi.terms import terms_of
from rulebook.riichi.value import base_value
from rulebook.riichi.yaku import YAKU, YAKUMAN
from rulebook.telling import effect_text
from tests.book import BOOK

DEFAULT = next(id for id, one in BOOK.rulesets.items() if one.default)
RIICHI = [id for id, one in BOOK.rulesets.items() if one.family == "riichi"]
Pages = dict[str, dict[str, str]]
LANGUAGES = pytest.mark.parametrize("code", languages())


@pytest.fixture(scope="module")
def sites() -> dict[str, Site]:
    return {code: Site(BOOK, code, docs_folder() / code) for code in languages()}


@pytest.fixture(scope="module")
def pages(sites: dict[str, Site]) -> Pages:
    makers = (yaku_page, scoring_page, worked_page, editions_page)
    return {code: dict(page for make in makers for page in make(sites[code])) for code in sites}


def _text(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).strip()


def _table(page: str, id: str) -> dict[str, list[str]]:
    """The cells of a table by the head of their row, as HTML."""
    table = re.search(rf'<table[^>]*>\s*<caption id="{id}">.*?</table>', page, re.DOTALL)
    assert table, id
    found = {}
    for head, cells in re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table[0]):
        found[_text(head)] = re.findall(r"<td[^>]*>(.*?)</td>", cells)
    return found


# ---- Yaku -------------------------------------------------------------------


@LANGUAGES
def test_every_yaku_is_listed_once(pages: Pages, code: str) -> None:
    page = pages[code]["yaku.md"]
    ids = {**YAKU, **YAKUMAN}
    assert sorted(re.findall(r"^### .* \{: #([\w-]+) \}$", page, re.MULTILINE)) == sorted(ids)
    assert sorted(re.findall(r'<th scope="row"><a href="#([\w-]+)">', page)) == sorted(ids)
    pictures = re.findall(r"figures/(hand-yaku\.[\w.-]+)\.svg", page)
    assert len(pictures) == len(ids)


@LANGUAGES
def test_the_sheet_has_the_fan_of_the_engine(
    sites: dict[str, Site], pages: Pages, code: str
) -> None:
    page = pages[code]["yaku.md"]
    found = re.findall(r'<tr><th scope="row"><a href="#([\w-]+)">(.*?)</tr>', page)
    for id, rest in found:
        closed, open_ = re.findall(r"<td>(.*?)</td>", rest)[-2:]
        if id in YAKU:
            assert closed == str(YAKU[id].closed), id
            assert open_ == str(YAKU[id].open or "–"), id
        else:
            assert closed == sites[code].t("yaku-page.yakuman"), id


def test_every_yaku_has_names() -> None:
    for id in {**YAKU, **YAKUMAN}:
        rule = BOOK.rule(f"yaku.{id}", "riichi")
        assert rule is not None and rule.names is not None, id
        for code in languages():
            assert rule.names.kanji in rule.title[code], id
        for ruleset in RIICHI:
            assert BOOK.citation(rule, ruleset) is None or BOOK.called(rule, ruleset), id


def test_a_yaku_is_kept_in_an_open_hand_as_its_fan_say() -> None:
    """Claim a set of each hand that has it: the table of yaku must agree."""
    rules = BOOK.ruleset(DEFAULT)
    for id, yaku in YAKU.items():
        rule = BOOK.rule(f"yaku.{id}", "riichi")
        assert rule is not None
        found = [one for example in rule.examples if (one := won(rule, example, rules))]
        having = [one for one in found if id in dict(one.score.yaku)]
        assert having, id
        assert any(open_too(one, id) for one in having) is (yaku.open is not None), id


# ---- Tables -----------------------------------------------------------------

IMPOSSIBLE = {
    (1, 20, False), (2, 20, False), (3, 20, False), (4, 20, False), (1, 20, True),
    (1, 25, False), (1, 25, True), (2, 25, True), (1, 110, True),
}  # fmt: skip
"""Fan, minipoints and self-draw that no hand has; what differs by edition left out."""


@pytest.mark.parametrize("ruleset", RIICHI)
def test_what_can_occur(ruleset: str) -> None:
    rules = BOOK.ruleset(ruleset)
    assert rows(rules) == (20, 25, *range(30, 120, 10))
    expected = set(IMPOSSIBLE)
    if rules["score.double-wind-pair"] == 2:
        expected.add((1, 110, False))
    assert expected == {
        (fan, fu, drawn)
        for fu in rows(rules)
        for fan in (1, 2, 3, 4)
        for drawn in (False, True)
        if not possible(fan, fu, rules, drawn=drawn)
    }


@LANGUAGES
@pytest.mark.parametrize("east", [False, True])
def test_points_are_the_engines(
    sites: dict[str, Site], pages: Pages, code: str, east: bool
) -> None:
    page = pages[code]["scoring.md"]
    table = _table(page, f"points-{'east' if east else 'others'}")
    rules, number = BOOK.ruleset(DEFAULT), sites[code].say.catalog.number
    assert list(table) == [number(fu) for fu in rows(rules)]
    for fu in rows(rules):
        for fan, html in zip((1, 2, 3, 4), table[number(fu)], strict=True):
            base, _ = base_value(fan, fu, terms_of(rules))
            paid = payment(base, rules, east=east)
            given, *drawn = html.split("<span")[0].split("<br>")
            can = [possible(fan, fu, rules, drawn=one) for one in (False, True)]
            assert given == (number(paid.discard) if can[0] else "–"), (fan, fu)
            if can[1]:
                shares = [paid.others] if paid.east is None else [paid.others, paid.east]
                assert all(number(one) in drawn[0] for one in shares), (fan, fu)
            else:
                assert drawn in ([], ["–"]), (fan, fu)


def test_a_few_numbers_that_players_know(pages: Pages) -> None:
    page = pages["en"]["scoring.md"]
    others, east = _table(page, "points-others"), _table(page, "points-east")
    assert others["30"][0] == "1,000<br>300 / 500"
    assert others["20"][1] == "–<br>400 / 700"
    assert others["25"][3] == "6,400<br>1,600 / 3,200"
    assert others["30"][3].startswith("8,000<br>2,000 / 4,000<span")
    assert "7,700<br>2,000 / 3,900<sup>" in others["30"][3]
    assert east["30"][0] == "1,500<br>500 each"
    assert _table(page, "limits-table")["Yakuman"][2:] == [
        "32,000<br>8,000 / 16,000",
        "48,000<br>16,000 each",
    ]
    assert list(_table(page, "sets-table").values()) == [
        ["2", "4"],
        ["4", "8"],
        ["8", "16"],
        ["16", "32"],
    ]
    assert list(_table(page, "draw-table").values()) == [
        ["–", "0"],
        ["+3,000", "−1,000"],
        ["+1,500", "−1,500"],
        ["+1,000", "−3,000"],
        ["0", "–"],
    ]
    assert _table(page, "counters-table")["Each counter"] == ["300", "100 each"]
    assert "†" in page


# ---- Hands and editions -------------------------------------------------------


@LANGUAGES
def test_the_hands_run(sites: dict[str, Site], pages: Pages, code: str) -> None:
    """Each section ends in what the example's own ruling says."""
    assert len(WORKED) == len(set(WORKED)) == 10
    page = pages[code]["score-a-hand.md"]
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    say = sites[code].views.say(DEFAULT)
    for name, section in zip(WORKED, sections, strict=True):
        id, example_id = name.split("#")
        rule = BOOK.rule(id, "riichi")
        assert rule is not None
        example = next(one for one in rule.examples if one.id == example_id)
        outcome, _ = outcome_of(example, BOOK.ruleset(DEFAULT))
        assert outcome is not None
        told = [effect_text(one, say) for one in outcome.effects if isinstance(one, Scored | Pay)]
        assert told and all(text in section for text in told), name
        hand = won(rule, example, BOOK.ruleset(DEFAULT))
        assert hand is not None
        assert section.count("\n??? question") == (4 if hand.score.yakuman else 6)
        for yaku, _ in hand.score.yaku:
            assert yaku in ("dora", "ura") or f"rules/yaku.{yaku}.md" in section, name


@LANGUAGES
def test_editions_list_what_differs_and_nothing_else(pages: Pages, code: str) -> None:
    page = pages[code]["editions.md"]
    listed = re.findall(r'<tr><th scope="row" id="([\w.-]+)">', page)
    differing = [
        id
        for id in BOOK.params
        if len({given.value for one in RIICHI if (given := BOOK.value(one, id))}) > 1
    ]
    assert sorted(listed) == sorted(differing)
    for id in listed:
        row = page.split(f'id="{id}">')[1].split("</tr>")[0]
        readers = {
            rule.id
            for rule in BOOK.rules.values()
            if id in rule.params and rule.family in (None, "riichi")
        }
        assert set(re.findall(r'href="rules/([\w.-]+)\.html"', row)) == readers, id
        assert row.count("<td") == len(RIICHI), id
