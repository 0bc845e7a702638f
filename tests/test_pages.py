"""Pages: a few are kept word for word, all are the same twice, and what breaks is told."""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from quizgen.asks import Made
from quizgen.links import broken_links, page_links
from quizgen.pages.changeable import changeable
from quizgen.pages.written import written_page
from quizgen.questions import KINDS, questions
from quizgen.quizzes import quiz_files
from quizgen.site import Site, question_anchor
from quizgen.tree import Tree, docs_folder, make_tree, write_tree
from quizgen.trouble import PageError, known
from rulebook.catalog import languages
from rulebook.compare import compare
from rulebook.load import parse_value
from tests.book import BOOK

GOLDEN = Path(__file__).parent / "golden"
KEPT = (
    "rules/claim.chow.from-left.md",
    "rules/kong.concealed.display.md",
    "millington/sets.md",
    "compare/sets.md",
    "questions/sets.md",
)
LANGUAGES = pytest.mark.parametrize("code", languages())


@cache
def tree(code: str) -> Tree:
    return make_tree(BOOK, code)


@LANGUAGES
def test_golden_pages(code: str) -> None:
    """Set KAMEN_GOLDEN=write to accept what the pages say now."""
    pages = tree(code).pages
    assert not [name for name, page in pages.items() if "****" in page], "bold without words"
    for name in KEPT:
        kept = GOLDEN / code / name
        if os.environ.get("KAMEN_GOLDEN") == "write":
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(pages[name], encoding="utf-8")
        assert pages[name] == kept.read_text(encoding="utf-8"), name


@LANGUAGES
def test_the_same_tree_twice(code: str, work: Path, tmp_path: Path) -> None:
    """What the build has written is what is made here, and only what differs is written."""
    for name in ("docs", "mkdocs.yml", "common.yml"):
        copy = shutil.copytree if name == "docs" else shutil.copyfile
        copy(work / code / name, tmp_path / name)
    assert not write_tree(tree(code), tmp_path)
    page = tmp_path / "docs" / "index.md"
    page.write_text("something else", encoding="utf-8")
    assert write_tree(tree(code), tmp_path)
    assert page.read_text(encoding="utf-8") == tree(code).pages["index.md"]


@LANGUAGES
def test_there_are_questions_of_every_kind(code: str) -> None:
    found = questions(BOOK, code)
    assert len(found) >= 60
    assert {one.kind for one in found} == set(KINDS)
    assert len({one.id for one in found}) == len(found)


def _wrong(made: Made) -> list[str]:
    return [choice.key for choice in made.choices if choice.key not in made.answer]


@LANGUAGES
def test_every_question_has_one_answer_and_a_reason(code: str) -> None:
    for question in questions(BOOK, code):
        made = question.made
        keys = [choice.key for choice in made.choices]
        texts = [choice.text for choice in made.choices if choice.tile is None]
        assert len(set(keys)) == len(keys), question.id
        assert len(set(texts)) == len(texts), question.id
        assert set(made.answer) <= set(keys), question.id
        said = [one.text for one in made.choices if one.key in made.answer]
        assert made.why or any(". " in text for text in said), question.id
        assert question.decided_by, question.id
        if made.kind == "one":
            assert len(made.answer) == 1 and _wrong(made), question.id
        for mistake in made.mistakes:
            assert mistake.answer != made.answer and mistake.note, question.id


def test_both_languages_ask_the_same() -> None:
    found = {code: questions(BOOK, code) for code in languages()}
    first, *rest = found.values()
    for other in rest:
        assert [one.id for one in first] == [one.id for one in other]
        assert [one.made.answer for one in first] == [one.made.answer for one in other]


@LANGUAGES
def test_questions_stand_under_their_rules(code: str) -> None:
    """Every question once, numbered through its page, under the heading of its rule."""
    rules = {question_anchor(one.id): (one.topic, one.rule) for one in questions(BOOK, code)}
    listed: dict[str, tuple[str, str]] = {}
    for topic in sorted({topic for topic, _ in rules.values()}):
        page = tree(code).pages[f"questions/{topic}.md"]
        numbers = re.findall(r"^<h3[^>]*>(\d+)\.", page, flags=re.MULTILINE)
        assert numbers == [str(one) for one in range(1, len(numbers) + 1)], topic
        for part in re.split("^## ", page, flags=re.MULTILINE)[1:]:
            [rule] = re.findall(r"\{: #(.+) \}$", part.splitlines()[0])
            for anchor in re.findall('<h3 id="([^"]+)"', part):
                assert anchor not in listed
                listed[anchor] = (topic, rule)
    assert listed == rules


@LANGUAGES
def test_a_note_on_sources_is_said_once(code: str) -> None:
    """With all the rule sets that it goes for."""
    pages = {name: page for name, page in tree(code).pages.items() if name.startswith("rules/")}
    shared = 0
    for name, page in pages.items():
        doubts = re.findall(r"^(.+?): (.+)\n\{: \.doubt \}$", page, flags=re.MULTILINE)
        notes = [note for _, note in doubts]
        assert len(notes) == len(set(notes)), name
        shared += sum(" EMA 2016" in names for names, _ in doubts)
    assert shared


@pytest.mark.parametrize(
    ("code", "rule", "said"),
    [
        ("en", "end.abort.triple-win", "Nobody gets the tile."),
        ("cs", "end.abort.triple-win", "Kámen nedostane nikdo."),
        ("en", "end.abort.triple-win", "North: The tiles do not make a complete hand."),
        ("cs", "end.abort.triple-win", "Sever: Kameny netvoří kompletní ruku."),
        ("en", "deal.counters.next", "The next deal begins without counters on the table."),
        ("cs", "deal.counters.next", "V dalším rozdání žádná honba na stole neleží."),
        ("en", "penalty.misnamed.chow", "for a chow with the seven and eight of dots."),
        ("cs", "penalty.misnamed.chow", "a přiloží sedmičku a osmičku puntíků."),
    ],
)
def test_what_comes_out_is_told_in_full(code: str, rule: str, said: str) -> None:
    """Who gets nothing, whose call is illegal, and what is laid beside a claimed tile."""
    page = tree(code).pages[f"rules/{rule}.md"].replace("\N{NO-BREAK SPACE}", " ")
    assert said in page


@pytest.mark.parametrize(
    ("rule", "effect"),
    [
        ("deal.rotation.draw", "South becomes East."),
        ("deal.title.won", "East stays East."),
        ("end.abort.four-riichi", "The deal is aborted unless somebody wins on this discard."),
        ("game.end.last-deal", "The game is over."),
        ("penalty.chombo.payment", "20,000 points are taken off the final result of"),
        ("riichi.bet.won", "The riichi is void, and the bet goes back to West."),
    ],
)
def test_what_a_reason_says_is_not_said_again(rule: str, effect: str) -> None:
    page = tree("en").pages[f"rules/{rule}.md"]
    assert not re.search(rf"(?<![a-z] ){re.escape(effect)}", page)


@LANGUAGES
def test_what_all_rule_sets_share_is_said_once(code: str) -> None:
    """What only some of them say stands in its place, and names them."""
    page = tree(code).pages["rules/penalty.chombo.payment.md"]
    words = page.partition("{: .rule-id }")[2].partition("{: .sources }")[0]
    *paragraphs, _ = filter(None, words.splitlines())
    assert len(paragraphs) == len(set(paragraphs))
    assert [one.startswith("*EMA") for one in paragraphs] == [False, True, True, True, False, False]


@LANGUAGES
def test_topics_of_one_game_are_compared_within_it(code: str) -> None:
    """Rule sets of a game that has no rule on a topic get no column there."""
    pages = tree(code).pages
    for topic, heads in {
        "limit": "| Millington | Bradfield |",
        "yaku": "| EMA 2012 | EMA 2016 | EMA 2025 | Tenhou | WRC |",
        "kongs": "| EMA 2012 | EMA 2016 | EMA 2025 | Millington | Bradfield | Tenhou | WRC |",
    }.items():
        tables = re.findall(r"^\|.*(?=\n\|---)", pages[f"compare/{topic}.md"], flags=re.MULTILINE)
        tables = [one for one in tables if "EMA" in one or "Millington" in one]
        assert tables and all(re.fullmatch(rf"\| [^|]+ {re.escape(heads)}", one) for one in tables)


def test_values_of_the_other_game_are_not_compared() -> None:
    """The classical game has no chombo, so nothing is told of what one costs there."""
    page = tree("en").pages["compare/penalty.md"]
    (row,) = (line for line in page.splitlines() if line.startswith("| Chombo |"))
    cells = [one.strip() for one in row.strip("|").split("|")]
    assert cells[1].startswith("a mangan") and cells[4:6] == ["–", "–"]
    params = [param.id for param, _, _ in compare(BOOK, "ema-2016", "millington").params]
    assert "furiten" in params and "penalty.chombo" not in params


def test_the_answers_are_where_the_quiz_looks() -> None:
    site = Site(BOOK, "en", docs_folder() / "en")
    files = quiz_files(site)
    index = files["index.js"]
    chunks = dict(re.findall(r'"id":"([^"]+)"[^{}]*"chunk":"([^"]+)"', index))
    for question in site.questions:
        assert f'"id":"{question.id}"' in files[f"{chunks[question.id]}.js"]


def test_broken_links_and_anchors_are_found() -> None:
    pages = {
        "en/a.html": page_links('<a id="x" href="b.html#y">b</a><a href="#x">x</a>'),
        "en/b.html": page_links('<p id="y"></p><a href="a.html#no">a</a><a href="c.html">c</a>'),
        "en/quiz.html": page_links('<a href="#q%2F1">q</a><a href="#q%2F2">q</a>'),
    }
    files = {*pages, "en/d.png"}
    found = list(broken_links(pages, files, {"en/quiz.html": {"q/1"}}))
    assert found == [
        ("en/b.html", "a.html#no"),
        ("en/b.html", "c.html"),
        ("en/quiz.html", "#q%2F2"),
    ]


def test_a_page_that_names_what_is_not_there_stops_the_build() -> None:
    with pytest.raises(PageError) as error:
        known("rule", "claim.chow.form-left", ["claim.chow.from-left"])
    assert error.value.kind == "misspelt"
    assert error.value.values["nearest"] == "claim.chow.from-left"


@LANGUAGES
def test_the_club_page_names_what_house_rules_can_change(code: str) -> None:
    """Every parameter of a game, with every value that a rule set of it has, and no wrong one."""
    site = Site(BOOK, code, docs_folder() / code)
    page = written_page(site, "club.md")
    for game in changeable(site):
        shown = {one.id: one.values for topic in game.topics for one in topic.parameters}
        assert set(shown) == {id for id in BOOK.params if not BOOK.other_game(id, game.id)}
        for id, values in shown.items():
            written = [one.written for one in values]
            given = {
                value.value
                for one in BOOK.rulesets.values()
                if one.family == game.id and (value := BOOK.value(one.id, id))
            }
            assert given | set(BOOK.params[id].choices) <= set(written), id
            assert len(set(written)) == len(written), id
            assert f": `{id}`\n" in page
            for one in values:
                parse_value(BOOK.params[id], one.written)
                assert f"- `{one.written}`" in page
