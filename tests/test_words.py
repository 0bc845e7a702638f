"""Words: catalogues are complete and used, Czech keeps its typography and its terms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizgen.pages import all_pages
from quizgen.site import Site
from quizgen.tree import docs_folder
from rulebook.actions import ActionKind
from rulebook.catalog import Catalog, catalog, languages
from rulebook.tiles import KINDS
from rulebook.typography import polish
from rulebook.wording import slots_in
from tests.book import BOOK

ROOT = Path(__file__).parent.parent
SLOT = re.compile(r"\{[^{}]*\}")
LANGUAGES = pytest.mark.parametrize("code", languages())


def _keys(words: Catalog) -> set[str]:
    return {*words.texts, *words.plurals}


def test_catalogues_have_the_same_keys() -> None:
    english = _keys(catalog("en"))
    for code in languages():
        assert _keys(catalog(code)) == english, code


def test_what_can_be_offered_has_a_short_name() -> None:
    """Every kind of action that a player is offered; the others only ever happen."""
    never = {"take", "change", "mark", "withdraw", "put-back"}
    wanted = {f"option.{kind.value}" for kind in ActionKind if kind.value not in never}
    assert wanted <= catalog("en").texts.keys()


def test_translations_have_the_same_slots() -> None:
    english = catalog("en").texts
    for code in languages():
        texts = catalog(code).texts
        different = [
            key
            for key, text in english.items()
            if _names(text) != _names(texts[key]) and key not in ("search.same", "search.stop")
        ]
        assert not different, code


def _names(text: str) -> set[str]:
    """What the slots of a sentence name, without grammatical forms."""
    slots = (slot[1:-1] for slot in SLOT.findall(text))
    return {re.split(r"[.|]", slot)[0].lower() for slot in slots if slot[0] not in "@="}


def test_rules_name_the_same_parameters_in_every_language() -> None:
    """What house rules change must not stand as a fixed number in one language."""
    different = [
        (rule.id, at)
        for rule in BOOK.rules.values()
        for at, words in [*enumerate(one.words for one in rule.text), *rule.reasons.items()]
        if len({_parameters(text) for text in words.values()}) > 1
    ]
    assert not different


def _parameters(text: str) -> frozenset[str]:
    return frozenset(slot.name for slot in slots_in(text) if slot.sigil == "=")


@LANGUAGES
def test_plurals_have_a_form_for_every_number(code: str) -> None:
    words = catalog(code)
    for forms in words.plurals.values():
        assert len(forms) == len({words.plural_form(n) for n in range(200)})
        assert all(forms)


def test_every_key_is_used() -> None:
    """A key stands in code or a template, or under a beginning that code completes."""
    used = _strings()
    starts = {text for text in used if text.endswith((".", "-"))}
    unused = [
        key
        for key in _keys(catalog("en"))
        if key not in used
        and not any(key.startswith(start) for start in starts)
        and key.rpartition(".")[0] not in used
        and not any(key.endswith(f".{text}") for text in used if "." not in text)
    ]
    assert not unused


def _strings() -> set[str]:
    found: set[str] = set()
    for path in [*ROOT.glob("rulebook/**/*.py"), *ROOT.glob("quizgen/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    for path in ROOT.glob("quizgen/templates/*.j2"):
        found |= set(re.findall(r"""\bt\("([^"]+)\"""", path.read_text(encoding="utf-8")))
    for path in ROOT.glob("quizgen/static/*.js"):
        found |= set(re.findall(r"['`]([\w.-]+)", path.read_text(encoding="utf-8")))
    return found


# Czech ---------------------------------------------------------------------------

LETTERS = "a-záčďéěíňóřšťúůýž"
RULES = {
    "straight quotes": re.compile(r'(?<![=\w])"[^"\n]*"'),
    "English quotes": re.compile("”"),
    "no space after a one-letter preposition": re.compile(
        rf"(?i)(?<![\w'’.-])[ksvzouai] (?=[{LETTERS}0-9])"
    ),
    "a hyphen for a dash": re.compile(r"\w - \w"),
    "three dots": re.compile(r"\.\.\."),
    "a plain space between a number and its noun": re.compile(
        rf"(?<![\w.,–#-])\d+ (?=[{LETTERS}]{{2,}})"
    ),
    "a space before a sign": re.compile(r"\w [.,;:!?](?:\s|$)"),
}


def _prose(markdown: str) -> str:
    """A page without code, links' targets, front matter and words of other languages."""
    text = re.sub(r"(?s)\A---.*?\n---\n", "", markdown)
    text = re.sub(r"(?s)```.*?```", "", text)
    text = re.sub(r'<span lang="(?!cs)\w+">.*?</span>', " ¤", text)
    text = re.sub(r"`[^`]*`|\]\([^)]*\)|\{:[^}]*\}|<[^>]*>", " ¤", text)
    text = re.sub(r"(?m)^ *(\?\?\?|!!!) \w+ ", "", text)
    return re.sub(r"(?m)^ *\d+\. ", "", text)


@pytest.fixture(scope="module")
def czech() -> dict[str, str]:
    return all_pages(Site(BOOK, "cs", docs_folder() / "cs"))


@pytest.mark.parametrize("what", RULES)
def test_czech_pages_keep_their_typography(czech: dict[str, str], what: str) -> None:
    faults = []
    for path, page in czech.items():
        for line in _prose(page).split("\n"):
            if what == "straight quotes" and line.lstrip().startswith(("title:", '"')):
                continue
            found = RULES[what].search(line)
            if found:
                faults.append(f"{path}: {line[max(0, found.start() - 20) : found.end() + 20]!r}")
    assert not faults, "\n".join(faults[:20])


def test_czech_pages_avoid_rejected_words(czech: dict[str, str]) -> None:
    terms = [one for entry in BOOK.glossary.values() for one in entry.terms["cs"].values()]
    fine = {word.lower() for one in terms for word in (one.word, *one.accept, *one.forms.values())}
    say = Site(BOOK, "cs", docs_folder() / "cs").say
    fine |= {word for tile in KINDS for word in say.tile(tile).split()}
    rejected = {word.lower() for one in terms for word in one.reject} - fine
    assert len(rejected) > 20
    yaku = [rule.names.called for rule in BOOK.rules.values() if rule.names]
    named = sorted({one["en"] for called in yaku for one in called.values()}, key=len, reverse=True)
    asked = {polish(one["cs"], "cs") for rule in BOOK.rules.values() for one in rule.asked}
    faults = []
    for path, page in czech.items():
        if path == "glossary.md":
            continue
        lines = [line for line in _prose(page).splitlines() if line.lstrip("- ") not in asked]
        text = "\n".join(lines)
        for name in named:
            text = text.replace(name, "¤").replace(name.replace(" a ", " a\u00a0"), "¤")
        words = set(re.findall(r"\w+", text.lower()))
        faults += [f"{path}: {word}" for word in rejected & words]
    assert not faults


def test_polish_changes_nothing_twice() -> None:
    text = "Hráč s kamenem k ruce a 3 kameny v ruce."
    once = polish(text, "cs")
    assert "s\u00a0kamenem" in once and "3\u00a0kameny" in once
    assert polish(once, "cs") == once


def test_lists_have_no_comma_before_the_last() -> None:
    for code, text in (("en", "East, South and West"), ("cs", "East, South a\u00a0West")):
        assert catalog(code).listing(["East", "South", "West"]) == text
    assert catalog("en").listing(["a", "b", "c"], either=True) == "a, b or c"


def test_czech_sorts_by_its_own_alphabet() -> None:
    order = catalog("cs").order
    words = ["zeď", "čtvrtý", "chi", "hra", "ron", "řada", "ruka", "červený", "cena"]
    assert sorted(words, key=order) == [
        *("cena", "červený", "čtvrtý", "hra", "chi"),
        *("ron", "ruka", "řada", "zeď"),
    ]


@pytest.mark.parametrize(
    ("n", "text"),
    [
        *[(0, "0 kamenů"), (1, "1 kámen"), (2, "2 kameny"), (4, "4 kameny"), (5, "5 kamenů")],
        *[(21, "21 kamenů"), (22, "22 kamenů"), (1.5, "1,5 kamene"), (1000, "1 000 kamenů")],
    ],
)
def test_czech_counts_tiles(n: float, text: str) -> None:
    say = Site(BOOK, "cs", docs_folder() / "cs").say
    assert say.count(n, "tile").replace("\u00a0", " ") == text


def test_a_number_of_any_size_is_written() -> None:
    """A hand doubled a hundred times is worth more than Babel reckons with by itself."""
    assert catalog("en").number(-(10**30 + 7)) == "−1" + ",000" * 9 + ",007"
    assert catalog("cs").number(10**4200).startswith("1\u00a0000\u00a0000")
    assert catalog("en").number(1e300).startswith("1,000,000")


def test_no_czech_stands_in_code() -> None:
    faults = []
    for path in _code():
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if re.search("[ěščřžýůňťďĚŠČŘŽÝŮŇŤĎ]", line):
                faults.append(f"{path.relative_to(ROOT)}:{number}")
    assert not faults


def _code() -> Iterator[Path]:
    yield from ROOT.glob("rulebook/**/*.py")
    yield from ROOT.glob("quizgen/**/*.py")
    yield from (path for path in ROOT.glob("quizgen/static/*.js"))


LEANING = {
    "en": r"^The same|the (very )?same (concealed )?(hand|tiles|sets|two)|This time|For comparison",
    "cs": r"^(Stejn|Tytéž|Táž|Znovu)|(tutéž|toutéž|stejnou) (skrytou )?ruk|Tentokrát|Pro srovnání",
}
"""How a story speaks of the example before it."""


@LANGUAGES
def test_a_story_needs_no_other(code: str) -> None:
    """A question shows one example alone."""
    stories = {
        f"{rule.id}#{example.id}": example.story[code]
        for rule in BOOK.rules.values()
        for example in rule.examples
        if example.story and not example.retired and example.ask != []
    }
    assert not [id for id, story in stories.items() if re.search(LEANING[code], story)]


def test_both_languages_have_the_same_pages_and_anchors(czech: dict[str, str]) -> None:
    english = all_pages(Site(BOOK, "en", docs_folder() / "en"))
    assert czech.keys() == english.keys()
    for path, page in english.items():
        assert sorted(_anchors(page)) == sorted(_anchors(czech[path])), path


def _anchors(page: str) -> list[str]:
    return re.findall(r"\{: #([^ }]+)", page)
