"""The finished site in a browser: accessibility, layout, the quiz, the search, the weight."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote, urlsplit

import pytest
import yaml

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

pytestmark = pytest.mark.browser

LANGS = ("en", "cs")
RULE = "rules/kong.robbing.concealed.html"
PAGES = {
    "home": "index.html",
    "rule": RULE,
    "chapter": "ema-2025/sets.html",
    "contents": "ema-2025/index.html",
    "comparison": "compare/sets.html",
    "comparisons": "compare/index.html",
    "questions": "questions/sets.html",
    "question list": "questions/index.html",
    "quiz": "quiz.html",
    "glossary": "glossary.html",
    "pictures": "pictures.html",
    "coverage": "coverage.html",
    "search": "search.html?q=kong",
    "about": "about.html",
    "learner": "learner.html",
    "club": "club.html",
    "translator": "translator.html",
    "yaku": "yaku.html",
    "scoring": "scoring.html",
    "hands": "score-a-hand.html",
    "editions": "editions.html",
    "two games": "two-games.html",
}
KINDS = ("one", "all", "order", "place", "next", "pay", "compare")
"""The kinds of questions, as the trainer's filter knows them."""
RESULTS = ".md-search-result__link"
ASKED = yaml.safe_load((Path(__file__).parent / "data/asked.yaml").read_text(encoding="utf-8"))


# ---- Helpers ----------------------------------------------------------------------------------


@contextmanager
def opened(browser: Browser, width: int = 1280, **options: Any) -> Iterator[Page]:
    """A page of a reader who has never been here."""
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    context.set_default_timeout(8000)
    try:
        yield context.new_page()
    finally:
        context.close()


def until(page: Page, condition: str, arg: Any = None) -> None:
    """Wait for a condition; Playwright's own wait needs what the pages' policy forbids."""
    for _ in range(400):
        if page.evaluate(condition, arg):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{page.url}: never {condition} ({arg})")


def settled(page: Page, url: str) -> None:
    """Open an address and wait until quiz and search have drawn what they draw."""
    page.goto(url)
    if page.locator("[data-quiz]").count():
        page.wait_for_selector(".kq-prompt")
    if "search.html?" in url:
        page.wait_for_selector(RESULTS)
        page.wait_for_timeout(350)  # The box opens with a transition.


def violations(page: Page) -> list[str]:
    """What axe finds wrong, one line for each rule."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{page.url}: {one['id']} ({len(one['nodes'])}): {one['nodes'][0]['html'][:200]} "
        f"{one['nodes'][0].get('failureSummary', '')}"
        for one in found
    ]


def too_wide(page: Page) -> str:
    """Empty, or how much wider than the window the page is."""
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return f"{page.url} at {window}: {wide}" if wide > window else ""


def data_of(site: Path, lang: str, name: str) -> Any:
    """The data in one of the quiz's or the search's scripts."""
    text = (site / lang / "assets" / name).read_text(encoding="utf-8")
    return json.loads(text[text.index("(") + 1 : text.rindex(")")])


def index_of(site: Path, lang: str) -> Any:
    return data_of(site, lang, "quiz/index.js")["index"]


def question(site: Path, lang: str, id: str) -> Any:
    """A question with its answer."""
    index = index_of(site, lang)
    chunk = next(one["chunk"] for one in index["questions"] if one["id"] == id)
    data = data_of(site, lang, f"quiz/{index['chunks'][chunk]}")
    return next(one for one in data["questions"] if one["id"] == id)


def one_of_each(site: Path) -> list[str]:
    """The first question of each kind, in the trainer's order."""
    found: dict[str, str] = {}
    for one in index_of(site, "en")["questions"]:
        found.setdefault(one["kind"], one["id"])
    return list(found.values())


def quiz_url(base: str, lang: str, id: str = "") -> str:
    return f"{base}/{lang}/quiz.html" + (f"#{quote(id, safe='')}" if id else "")


def current(page: Page) -> str:
    """The id of the question in play."""
    return page.locator(".kq-link code").inner_text()


def progress(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage.getItem('kamen-progress') ?? '{}').answers ?? {}")


def set_progress(page: Page, answers: dict[str, Any]) -> None:
    data = json.dumps({"v": 1, "answers": answers})
    page.evaluate("data => localStorage.setItem('kamen-progress', data)", data)


def focused(page: Page) -> str:
    """The classes of what has the focus; `body` if nothing has."""
    return str(
        page.evaluate("document.activeElement.className || document.activeElement.localName")
    )


def plain(text: str) -> str:
    return re.sub(r"<[^>]*>", "", text).strip()


def spoken(choice: Any) -> str:
    """What a choice is called: its words, or the name of its picture."""
    named = re.search(r'aria-label="([^"]+)"', choice["html"])
    return plain(choice["html"]) or (named[1] if named else "")


def type_answer(page: Page, asked: Any, right: bool) -> None:
    """Answer with the keyboard alone, from wherever the focus is."""
    keys = page.keyboard
    if asked["kind"] == "pay":
        keys.press("1")
        for at, field in enumerate(asked["fields"]):
            if at:
                keys.press("Tab")
                if "kq-sign" in focused(page):
                    keys.press("Tab")
            assert "kq-amount" in focused(page)
            keys.insert_text(str(asked["values"][field["key"]] + (0 if right else 1)))
        keys.press("Enter")
        return
    answer = list(asked["answer"])
    if asked["kind"] == "order":
        names = page.locator(".kq-put .kq-text").all_inner_texts()
        by_key = {one["key"]: spoken(one) for one in asked["choices"]}
        for key in answer if right else reversed(answer):
            keys.press(str(names.index(by_key[key]) + 1))
        # Enter on a choice would take it back, as on any button.
        while page.evaluate("document.activeElement.type") != "submit":
            keys.press("Tab")
    else:
        shown = page.locator(".kq-card .kq-choice input").evaluate_all("l => l.map(i => i.value)")
        if not right:
            others = [key for key in shown if key not in answer]
            answer = others[:1] or answer[:1]
        for key in answer:
            keys.press(str(shown.index(key) + 1))
    keys.press("Enter")


def click_answer(page: Page, asked: Any, right: bool = True) -> None:
    """Answer a question with choices by mouse."""
    wrong = [one["key"] for one in asked["choices"] if one["key"] not in asked["answer"]]
    for key in asked["answer"] if right else wrong[:1]:
        page.locator(f'.kq-card .kq-choice:has(input[value="{key}"])').first.click()
    page.locator(".kq-card button[type=submit]").first.click()


# ---- 1, 2: accessibility and layout -------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", PAGES)
def test_accessible(browser: Browser, served: str, kind: str, lang: str) -> None:
    """axe finds nothing in light colours on a wide screen and in dark ones on a narrow one.

    And no page is wider than the window.
    """
    found: list[str] = []
    for width, scheme in ((1280, "light"), (390, "dark")):
        with opened(browser, width, color_scheme=scheme) as page:
            settled(page, f"{served}/{lang}/{PAGES[kind]}")
            is_dark = page.evaluate("document.body.dataset.mdColorScheme") == "slate"
            assert is_dark == (scheme == "dark"), "the page follows the reader's colours"
            found += [*violations(page), too_wide(page)]
            if width < 400:
                page.set_viewport_size({"width": 360, "height": 800})
                found.append(too_wide(page))
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.parametrize("kind", KINDS)
def test_answered_quiz_is_accessible(browser: Browser, served: str, site: Path, kind: str) -> None:
    """The trainer keeps axe content and the page narrow before and after an answer.

    The languages take turns, so that each is seen in both colours.
    """
    first, second = LANGS if KINDS.index(kind) % 2 else LANGS[::-1]
    found: list[str] = []
    for lang, width, scheme, right in (
        (first, 1280, "light", True),
        (second, 390, "dark", False),
    ):
        id = next(one["id"] for one in index_of(site, lang)["questions"] if one["kind"] == kind)
        asked = question(site, lang, id)
        with opened(browser, width, color_scheme=scheme) as page:
            settled(page, quiz_url(served, lang, id))
            page.locator(".kq-filters summary").click()
            found += [*violations(page), too_wide(page)]
            type_answer(page, asked, right)
            page.wait_for_selector(".kq-result")
            page.locator(".kq-tools .kq-quiet:visible").last.click()
            found += [*violations(page), too_wide(page)]
            page.set_viewport_size({"width": 360, "height": 800})
            found.append(too_wide(page))
    assert not any(found), "\n".join(filter(None, found))


def test_root_is_accessible(browser: Browser, served: str) -> None:
    """The root page; without JavaScript, for with it a reader is sent on."""
    found: list[str] = []
    for width, scheme in ((1280, "light"), (390, "dark")):
        with opened(browser, width, color_scheme=scheme) as page:
            page.route("**/root.js", lambda route: route.abort())
            page.goto(f"{served}/index.html")
            assert page.locator("a[hreflang]").count() == len(LANGS)
            found += [*violations(page), too_wide(page)]
    assert not any(found), "\n".join(found)


def test_axe_and_width_can_fail(browser: Browser, served: str) -> None:
    """The two measures above see a defect where there is one."""
    with opened(browser, 390) as page:
        settled(page, f"{served}/en/about.html")
        page.evaluate(
            """() => {
                document.querySelector('article').insertAdjacentHTML(
                    'beforeend', '<img src="../mark.svg"><div id="wide">.</div>');
                document.getElementById('wide').style.width = '700px';
            }"""
        )
        assert any("image-alt" in one for one in violations(page))
        assert too_wide(page)


def test_pictures_of_tables_keep_their_size(browser: Browser, served: str) -> None:
    """On a wide screen a table is as wide as in the quiz, not as the column."""
    with opened(browser) as page:
        settled(page, f"{served}/en/{RULE}")
        table = page.locator(".kamen-table").first.bounding_box()
        column = page.locator("article").bounding_box()
        assert table and column and table["width"] == 540 < column["width"]


def test_names_at_the_table_are_legible_on_a_phone(browser: Browser, served: str) -> None:
    """Where a narrow card shrinks a table, its letters stay large enough, and none is cut off."""
    letters = """() => [...document.querySelectorAll('.kq-picture .kamen-table text.tl')].map(
        text => {
            const table = text.ownerSVGElement, words = text.getBoundingClientRect();
            const edge = table.getBoundingClientRect();
            const scale = edge.width / table.viewBox.baseVal.width;
            const inside = words.left >= edge.left && words.right <= edge.right;
            return inside ? scale * parseFloat(getComputedStyle(text).fontSize) : 0;
        })"""
    for lang, width in (("en", 390), ("cs", 390), ("cs", 1280)):
        with opened(browser, width) as page:
            settled(page, quiz_url(served, lang))
            sizes = page.evaluate(letters)
            assert len(sizes) == 4 and min(sizes) >= 12 and max(sizes) < 18


def test_headings_are_as_high_as_their_words(browser: Browser, served: str) -> None:
    """The unseen link of a heading does not begin a line of its own on a narrow screen."""
    link_below = """() => [...document.querySelectorAll(':is(h1, h2, h3):has(.headerlink)')].filter(
        heading => {
            const link = heading.querySelector('.headerlink');
            const words = document.createRange();
            words.selectNodeContents(heading);
            words.setEndBefore(link);
            const last = [...words.getClientRects()].at(-1);
            return link.getBoundingClientRect().top > last.bottom;
        }).map(heading => heading.id)"""
    with opened(browser, 390) as page:
        for lang in LANGS:
            settled(page, f"{served}/{lang}/two-games.html")
            assert page.evaluate(link_below) == []
            assert not too_wide(page)


def test_the_focus_shows_wherever_keys_lead(browser: Browser, served: str) -> None:
    """What the keys reach is outlined, or its label is; a box to write in shows its caret."""
    with opened(browser) as page:
        for path in ("pictures.html", "questions/sets.html", "search.html?q=furiten"):
            settled(page, f"{served}/en/{path}")
            page.wait_for_timeout(400)  # The answers of a search come a moment later.
            bare = set()
            for _ in range(40):
                page.keyboard.press("Tab")
                bare.add(page.evaluate(_WITHOUT_OUTLINE))
            assert bare == {""}, path


_WITHOUT_OUTLINE = """() => {
    const one = document.activeElement;
    const shown = (part) => part && getComputedStyle(part).outlineStyle !== 'none';
    const written = one.matches('body, input[type=search]');
    return written || shown(one) || shown(one.nextElementSibling) ? '' : one.outerHTML;
}"""


@pytest.mark.parametrize("lang", LANGS)
def test_paper_without_answers(browser: Browser, served: str, lang: str) -> None:
    """A switch, reached by keys, keeps the answers off the sheet and the questions on it."""
    with opened(browser) as page:
        settled(page, f"{served}/{lang}/questions/sets.html")
        answers = page.locator("article details.success")
        assert answers.count() > 5
        page.emulate_media(media="print")
        assert all(one.is_visible() for one in answers.all())
        page.emulate_media(media="screen")
        page.locator("[data-kamen-answers] input").focus()
        page.keyboard.press("Space")
        assert all(one.is_visible() for one in answers.all())
        page.emulate_media(media="print")
        assert not any(one.is_visible() for one in answers.all())
        assert all(one.is_visible() for one in page.locator("article h3, .kamen-table").all())
        assert not page.locator("[data-kamen-answers]").is_visible()


@pytest.mark.parametrize("lang", LANGS)
def test_on_paper(browser: Browser, served: str, lang: str) -> None:
    """A sheet shows what is folded, in light colours, and nothing is cut off at its edge."""
    with opened(browser, 718, color_scheme="dark") as page:
        for path in (
            "settle-a-hand.html",
            "scoring.html",
            "questions/sets.html",
            "compare/points.html",
        ):
            settled(page, f"{served}/{lang}/{path}")
            page.emulate_media(media="print")
            page.wait_for_timeout(200)  # What was folded is laid out a moment later.
            hidden, cut, paper = page.evaluate(
                """() => [
                    [...document.querySelectorAll('article details > :not(summary)')]
                        .filter(one => !one.checkVisibility({contentVisibilityAuto: true})).length,
                    [...document.querySelectorAll('.kamen-scroll, .md-typeset__scrollwrap')]
                        .filter(one => one.scrollWidth > one.clientWidth + 1).length,
                    getComputedStyle(document.body).backgroundColor,
                ]"""
            )
            page.emulate_media(media="screen")
            screen = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (hidden, cut) == (0, 0), path
            assert paper == "rgb(253, 252, 248)" != screen
            assert not too_wide(page)


# ---- 3: nothing from elsewhere, no errors --------------------------------------------------------


def complaints(page: Page, base: str) -> list[str]:
    """What a page will do wrong: errors, failures, requests to elsewhere."""
    found: list[str] = []

    def said(one: ConsoleMessage) -> None:
        if one.type in ("error", "warning"):
            found.append(one.text)

    def asked(one: Request) -> None:
        if not one.url.startswith((f"{base}/", "data:", "blob:")):
            found.append(f"outside: {one.url}")

    def failed(one: Request) -> None:
        # The root page sends readers on before its picture has come.
        if "ABORTED" not in (one.failure or ""):
            found.append(f"failed: {one.url}")

    def answered(one: Response) -> None:
        if one.status >= 400:
            found.append(f"{one.status}: {one.url}")

    page.on("console", said)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", asked)
    page.on("requestfailed", failed)
    page.on("response", answered)
    return found


@pytest.mark.parametrize("scheme", ("http", "file"))
@pytest.mark.parametrize("turn", (0, 1))
def test_quiet_and_self_contained(
    browser: Browser, served: str, site: Path, scheme: str, turn: int
) -> None:
    """No page asks for anything elsewhere or writes an error, also from a folder.

    Every page type is seen both ways; the languages take turns.
    """
    base = served if scheme == "http" else site.as_uri()
    lang = LANGS[turn if scheme == "http" else 1 - turn]
    with opened(browser, locale=lang) as page:
        found = complaints(page, base)
        settled(page, f"{base}/index.html")
        for path in list(PAGES.values())[turn::2]:
            settled(page, f"{base}/{lang}/{path}")
            page.mouse.wheel(0, 400)
            assert not found, f"{path}: {found}"
        settled(page, quiz_url(base, lang))
        page.locator(".kq-choice").first.click()
        page.locator("button[type=submit]").click()
        page.wait_for_selector(".kq-result")
        page.locator(".kq-feedback .kq-main").click()
        page.wait_for_selector(".kq-prompt")
    assert not found, found


def test_complaints_are_noticed(browser: Browser, served: str) -> None:
    """The policy of the pages forbids what is not theirs, and the test above would say so."""
    with opened(browser) as page:
        found = complaints(page, served)
        page.goto(f"{served}/en/about.html")
        assert not found
        page.evaluate("document.body.append(Object.assign(new Image(), {src: 'http://x.test/a'}))")
        page.evaluate(
            "document.head.append(Object.assign(document.createElement('script'), "
            "{textContent: 'window.ran = true'}))"
        )
        page.evaluate("setTimeout(() => { throw new Error('thrown'); })")
        for _ in range(200):
            blocked = sum("Content Security Policy" in one for one in found)
            thrown = any("thrown" in one for one in found)
            if blocked >= 2 and thrown:
                break
            page.wait_for_timeout(20)
        assert blocked >= 2 and thrown, found
        assert page.evaluate("window.ran") is None


# ---- 4: the quiz by keyboard ------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_quiz_by_keyboard(browser: Browser, served: str, site: Path, lang: str) -> None:
    """A question of each kind: digits, Enter, N; what happens is said, and kept."""
    words = index_of(site, lang)["words"]
    chosen = one_of_each(site)
    assert len(chosen) >= 5
    rest = [one["id"] for one in index_of(site, lang)["questions"] if one["id"] not in chosen]
    with opened(browser) as page:
        page.goto(f"{served}/{lang}/about.html")
        set_progress(page, {id: {"n": 1, "right": 1, "last": True} for id in rest})
        settled(page, quiz_url(served, lang))
        assert focused(page) == "body"
        page.keyboard.press("Enter")
        assert page.locator(".kq-need[role=alert]").inner_text() == words["chooseFirst"]
        seen: list[str] = []
        for at in range(len(chosen)):
            id = current(page)
            right = at % 3 != 1
            asked = question(site, lang, id)
            type_answer(page, asked, right)
            result = page.locator(".kq-result")
            result.wait_for()
            said = page.locator(".kq-hidden[role=status]").text_content() or ""
            assert "kq-result" in focused(page), id
            if right:
                assert result.inner_text() == said == words["right"], id
            else:
                assert result.inner_text() in (words["wrong"], words["partly"]), id
                assert said.startswith(result.inner_text()), id
                assert words["rightAnswer"] in said, id
            seen.append(id)
            assert progress(page)[id] == {"n": 1, "right": int(right), "last": right}
            page.keyboard.press("n")
            until(page, "id => document.querySelector('code').textContent !== id", arg=id)
            assert "kq-title" in focused(page)
        assert sorted(seen) == sorted(chosen)
        before = progress(page)
        score = page.locator(".kq-score").inner_text()
        page.reload()
        page.wait_for_selector(".kq-prompt")
        assert progress(page) == before
        assert page.locator(".kq-score").inner_text() == score
        wrong = sum(not one["last"] for one in before.values())
        numbers = numbers_in(score)
        assert sorted(numbers) == sorted([len(before) - wrong, len(before)])


# ---- 5: permanent links and languages -----------------------------------------------------------


def switch_language(page: Page, lang: str) -> None:
    """Use the language menu of the header."""
    page.hover(".md-select")
    page.locator(f'.md-select__link[hreflang="{lang}"]').click()


@pytest.mark.parametrize(("lang", "other"), (LANGS, LANGS[::-1]))
def test_permanent_link(browser: Browser, served: str, site: Path, lang: str, other: str) -> None:
    """A link opens its question, answered or not, and keeps it in the other language."""
    ids = [one["id"] for one in index_of(site, lang)["questions"]]
    id = next(id for id in ids[50:] if question(site, lang, id)["kind"] == "one")
    with opened(browser) as page:
        settled(page, quiz_url(served, lang, id))
        assert current(page) == id
        switch_language(page, other)
        page.wait_for_url(f"**/{other}/quiz.html#*")
        page.wait_for_selector(".kq-prompt")
        assert current(page) == id
        assert page.locator(".kq-prompt").inner_text() == plain(question(site, other, id)["prompt"])
        click_answer(page, question(site, other, id))
        switch_language(page, lang)
        page.wait_for_url(f"**/{lang}/quiz.html#*")
        page.wait_for_selector(".kq-result")
        assert current(page) == id
        # The link under the question, and the questions' own pages, lead there, too.
        assert unquote(urlsplit(page.url).fragment) == id
        page.goto(f"{served}/{lang}/questions/sets.html")
        link = page.locator(".question-id a").nth(2)
        wanted = link.inner_text()
        link.click()
        page.wait_for_selector(".kq-prompt")
        assert current(page) == wanted


@pytest.mark.parametrize("script", (True, False))
@pytest.mark.parametrize(("lang", "other"), (LANGS, LANGS[::-1]))
def test_same_page_in_the_other_language(
    browser: Browser, served: str, lang: str, other: str, script: bool
) -> None:
    """The language menu leads to the same page, without JavaScript, too."""
    with opened(browser, java_script_enabled=script) as page:
        for path in (RULE, "ema-2025/sets.html", "glossary.html"):
            page.goto(f"{served}/{lang}/{path}")
            id = page.locator(".rule-id code").first.inner_text() if path == RULE else ""
            switch_language(page, other)
            page.wait_for_url(f"{served}/{other}/{path}")
            assert page.locator("html").get_attribute("lang") == other
            if id:
                assert page.locator(".rule-id code").first.inner_text() == id


# ---- 6: without JavaScript ---------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_without_javascript(browser: Browser, served: str, site: Path, lang: str) -> None:
    """Rules show words and pictures, questions their answers; the quiz says where they are."""
    with opened(browser, java_script_enabled=False) as page:
        page.goto(f"{served}/{lang}/{RULE}")
        assert page.locator("h1").is_visible()
        assert page.locator("article > p").nth(1).inner_text().strip()
        pictures = page.locator("article svg[role=img]")
        assert pictures.count() > 0
        for picture in pictures.all():
            box = picture.bounding_box()
            assert box and box["width"] > 20 and box["height"] > 10
            assert picture.get_attribute("aria-label")
        html = (site / lang / RULE).read_text(encoding="utf-8")
        used = set(re.findall(r'<use href="#([\w-]+)"', html))
        assert used and all(f'id="{one}"' in html for one in used)

        page.goto(f"{served}/{lang}/questions/sets.html")
        questions = page.locator("article h3")
        answers = page.locator("article details.success")
        assert questions.count() == answers.count() > 5
        answer = answers.first.locator("p").first
        assert not answer.is_visible()
        answers.first.locator("summary").click()
        assert answer.is_visible() and answer.inner_text().strip()

        page.goto(f"{served}/{lang}/quiz.html")
        links = page.locator("[data-quiz] a")
        assert links.count() == len(index_of(site, lang)["topics"])
        links.first.click()
        page.wait_for_url(f"**/{lang}/questions/*.html")

        page.goto(f"{served}/{lang}/index.html")
        page.locator("[data-quiz=single] summary").click()
        assert page.locator("[data-quiz=single] details p").first.is_visible()


# ---- 7: search --------------------------------------------------------------------------------

OTHER_WORDS = {
    "muzu oloupit skryty kan": "kong.robbing.concealed",
    "oloupeneho kongu": "kong.robbing.undone",
    "chi od hrace zprava": "claim.chow.from-left",
    "doplneneho kongu": "kong.added.display",
    "tri hraci rekli ron": "claim.precedence.winners",
    "prazdna zed konec rozdani": "end.wall.used-up",
    "nahradnich kamenu z mrtve zdi": "setup.wall.loose",
    "docasny furiten": "furiten.passed.until",
    "trinacti sirotku furiten": "furiten.own.thirteen-waits",
    "rucitel za velke draky": "liability.feeding.dragons",
    "kvetiny v riichi": "hand.bonus.used",
    "spatne pojmenovaneho kamene": "turn.error.misnamed",
    "patym kongem": "kong.limit.fifth",
    "ukazatele dory po kanu": "kong.indicator.at-once",
    "MŮŽU ZMĚNIT HLÁŠKU": "claim.change.sets",
}
"""Czech as people type it: without accents, in other cases, in capitals."""


class Found(NamedTuple):
    """What a query found: ways from the language's root, and titles."""

    paths: list[str]
    titles: list[str]


def search_all(page: Page, queries: Sequence[str]) -> list[Found]:
    """Type each query into the search box and read what is shown."""
    found = page.evaluate(
        """async (queries) => {
            const input = document.querySelector('.md-search__input');
            const status = document.querySelector('.kamen-search__status');
            const found = [];
            for (const query of queries) {
                status.textContent = '';
                input.value = query;
                input.dispatchEvent(new Event('input', { bubbles: true }));
                const end = Date.now() + 5000;
                while (!status.textContent && Date.now() < end)
                    await new Promise((done) => setTimeout(done));
                const links = [...document.querySelectorAll('.md-search-result__link')];
                found.push([links.map((a) => a.href),
                            links.map((a) => a.querySelector('strong').textContent)]);
            }
            return found;
        }""",
        list(queries),
    )
    return [Found(*one) for one in found]


def missed(base: str, query: str, wanted: Sequence[str], found: Found, most: int = 5) -> str:
    """Empty if one of the rules is among the first results."""
    paths = found.paths[:most]
    first = [path.removeprefix(f"{base}/rules/").removesuffix(".html") for path in paths]
    return "" if set(first) & set(wanted) else f"{query}: {wanted} is not in {first}"


@pytest.mark.parametrize("lang", LANGS)
def test_search_answers_what_players_ask(browser: Browser, served: str, lang: str) -> None:
    """Every question that somebody asked finds its rule, among the first three."""
    assert len(ASKED) > 30
    base = f"{served}/{lang}"
    with opened(browser) as page:
        page.goto(f"{base}/about.html")
        found = search_all(page, [one[lang] for one in ASKED])
        bad = [
            missed(base, one[lang], one["finds"], result, most=3)
            for one, result in zip(ASKED, found, strict=True)
        ]
    assert not any(bad), "\n".join(filter(None, bad))


@pytest.mark.parametrize("lang", LANGS)
def test_search_knows_a_question_word_for_word(
    browser: Browser, served: str, site: Path, lang: str
) -> None:
    """A rule is among the first three that its own questions find."""
    docs = data_of(site, lang, "search/docs.js")["docs"]
    asked = [(one["id"], question) for one in docs for question in one["asked"]][::9]
    assert len(asked) > 100
    base = f"{served}/{lang}"
    with opened(browser) as page:
        page.goto(f"{base}/about.html")
        found = search_all(page, [question for _, question in asked])
    for (id, question), result in zip(asked, found, strict=True):
        assert f"{base}/{id}" in result.paths[:3], (question, result.paths[:3])


def test_search_without_accents_and_in_other_forms(browser: Browser, served: str) -> None:
    base = f"{served}/cs"
    with opened(browser) as page:
        page.goto(f"{base}/{RULE}")
        found = search_all(page, list(OTHER_WORDS))
        bad = [
            missed(base, query, [id], result)
            for (query, id), result in zip(OTHER_WORDS.items(), found, strict=True)
        ]
    assert not any(bad), "\n".join(filter(None, bad))


@pytest.mark.parametrize("lang", LANGS)
def test_search_keeps_to_the_language(browser: Browser, served: str, site: Path, lang: str) -> None:
    """Results are pages of the reader's language, under their titles there."""
    titles = {one["title"] for one in data_of(site, lang, "search/docs.js")["docs"]}
    with opened(browser) as page:
        page.goto(f"{served}/{lang}/about.html")
        queries = ["kong", "kan", "furiten", "robbing a kong", "oloupit", "zeď", "wall", "qqqxyz"]
        found = search_all(page, queries)
        assert found[0].paths and not found[-1].paths
        for query, one in zip(queries, found, strict=True):
            assert all(path.startswith(f"{served}/{lang}/") for path in one.paths), query
            assert set(one.titles) <= titles, query


@pytest.mark.parametrize("width", (1280, 390))
def test_search_box(browser: Browser, served: str, width: int) -> None:
    """It opens by its picture and by key, and is used with the keyboard."""
    with opened(browser, width) as page:
        page.goto(f"{served}/en/{RULE}")
        box = page.locator(".md-search__input")
        if width < 900:
            page.locator(".md-header__button[for=__search]").click()
        else:
            assert page.locator(".md-search__form [for=__search] svg").first.is_visible()
            page.keyboard.press("/")
        assert page.evaluate("document.activeElement.name") == "q"
        page.keyboard.type("fifth kong")
        page.wait_for_selector(RESULTS)
        page.wait_for_timeout(350)
        assert box.bounding_box() and not too_wide(page)
        status = page.locator(".kamen-search__status[role=status]").inner_text()
        assert re.search(r"\d", status)
        sizes = [
            page.locator(f"{RESULTS} {part}").first.evaluate(
                "node => parseFloat(getComputedStyle(node).fontSize)"
            )
            for part in ("strong", ".kamen-search__teaser")
        ]
        assert sizes[0] > sizes[1], "a title is larger than what is said under it"
        if width < 900:
            page.locator(".md-search__form [for=__search]").click()
            assert not page.locator("#__search").is_checked()
            page.locator(".md-header__button[for=__search]").click()
        page.keyboard.press("ArrowDown")
        assert "md-search-result__link" in focused(page)
        page.keyboard.press("Escape")
        assert not page.locator("#__search").is_checked()
        page.keyboard.press("/")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{served}/en/rules/kong.limit.fifth.html")


# ---- 8: weight --------------------------------------------------------------------------------


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


@pytest.mark.parametrize("lang", LANGS)
def test_weight_of_rule_pages(browser: Browser, served: str, site: Path, lang: str) -> None:
    """What a reader without a cache loads to see a rule: at most 110 kB."""
    pages = {path: packed(path) for path in sorted((site / lang / "rules").glob("*.html"))}
    heaviest = max(pages, key=pages.__getitem__)
    asked: set[str] = set()
    with opened(browser) as page:
        page.on("request", lambda one: asked.add(one.url))
        page.goto(f"{served}/{lang}/rules/{heaviest.name}", wait_until="networkidle")
    files = [site / one.removeprefix(f"{served}/") for one in asked if one.startswith(served)]
    assert heaviest in files and len(files) > 3
    weights = {path.name: packed(path) for path in files}
    assert sum(weights.values()) <= 110_000, weights


def test_weight_of_scripts_and_tiles(site: Path) -> None:
    """The quiz stays a small component, the tiles a small sheet."""
    assert packed(site / "en/assets/quiz.js") <= 12_500
    assert packed(Path(__file__).parent.parent / "quizgen/static/tiles.svg") <= 25_000


# ---- 9: filters, progress, motion ---------------------------------------------------------------


def choose(page: Page, filter: str, value: str) -> None:
    """Choose in one of the three lists: 0 the rules, 1 the topic, 2 the kind."""
    order = ("ruleset", "topic", "kind")
    page.locator(".kq-filters select").nth(order.index(filter)).select_option(value)


def total(page: Page) -> int:
    """How many questions the filters leave."""
    return numbers_in(page.locator(".kq-count").inner_text())[1]


def numbers_in(text: str) -> list[int]:
    """The whole numbers of a text, written with or without marks between thousands."""
    found = re.findall(r"\d{1,3}(?:[,\s]\d{3})+|\d+", text)
    return [int(re.sub(r"\D", "", one)) for one in found]


@pytest.mark.parametrize("lang", LANGS)
def test_filters(browser: Browser, served: str, site: Path, lang: str) -> None:
    """Each filter leaves what it names; they are kept, and can be cleared."""
    index = index_of(site, lang)
    asked = index["questions"]
    with opened(browser) as page:
        settled(page, quiz_url(served, lang))
        assert total(page) == len(asked)
        page.locator(".kq-filters summary").click()
        for kind in KINDS:
            choose(page, "kind", kind)
            until(
                page,
                "ids => ids.includes(document.querySelector('.kq-link code')?.textContent)",
                arg=[one["id"] for one in asked if one["kind"] == kind],
            )
            assert total(page) == sum(one["kind"] == kind for one in asked)
        choose(page, "kind", "one")
        choose(page, "ruleset", "millington")
        choose(page, "topic", "kongs")
        left = [
            one["id"]
            for one in asked
            if (one["kind"], one["topic"]) == ("one", "kongs") and "millington" in one["rulesets"]
        ]
        until(
            page,
            "n => document.querySelector('.kq-count')?.textContent.split('/')[1].trim() === n",
            arg=str(len(left)),
        )
        for _ in range(3):
            assert current(page) in left
            before = current(page)
            page.locator(".kq-form, form").locator(".kq-quiet").first.click()
            until(
                page, "id => document.querySelector('.kq-link code').textContent !== id", arg=before
            )
        page.reload()
        page.wait_for_selector(".kq-prompt")
        assert total(page) == len(left)
        page.locator(".kq-filters summary").click()
        page.locator(".kq-filters .kq-check").click()
        page.wait_for_selector(".kq-notice")
        assert page.locator(".kq-notice [role=alert]").inner_text() == index["words"]["none"]
        page.locator(".kq-notice button").click()
        page.wait_for_selector(".kq-prompt")
        assert total(page) == len(asked)


@pytest.mark.parametrize("lang", LANGS)
def test_filter_by_topic(browser: Browser, served: str, site: Path, lang: str) -> None:
    """A chapter leads to its own questions; with the keys another topic is chosen, and kept."""
    index = index_of(site, lang)

    def left(topic: str) -> int:
        return sum(
            one["topic"] == topic and "millington" in one["rulesets"] for one in index["questions"]
        )

    with opened(browser, 390) as page:
        page.goto(f"{served}/{lang}/millington/kongs.html")
        page.locator('a[href*="quiz.html?"]').click()
        page.wait_for_selector(".kq-prompt")
        assert page.url.startswith(f"{served}/{lang}/quiz.html#")
        assert total(page) == left("kongs")
        page.locator(".kq-filters summary").focus()
        for key in ("Enter", "Tab", "Tab", "ArrowDown"):
            page.keyboard.press(key)
        topics = [one["id"] for one in index["topics"]]
        label = index["topics"][topics.index("kongs") + 1]["label"]
        below = left(topics[topics.index("kongs") + 1])
        until(
            page, "n => document.querySelector('.kq-count').textContent.endsWith(n)", f"/ {below}"
        )
        chosen = page.locator(".kq-filters select").nth(1).locator("option:checked")
        assert chosen.inner_text() == f"{label} ({below})"
        assert not violations(page) and not too_wide(page)
        page.reload()
        page.wait_for_selector(".kq-prompt")
        assert total(page) == below
        page.locator(".kq-filters summary").click()
        assert chosen.inner_text() == f"{label} ({below})"


def test_repeat_what_was_wrong(browser: Browser, served: str, site: Path) -> None:
    """Questions answered wrong come again until they are right."""
    ids = [one["id"] for one in index_of(site, "en")["questions"] if one["kind"] == "one"][:3]
    with opened(browser) as page:
        for id, right in zip(ids, (False, True, False), strict=True):
            page.goto("about:blank")
            settled(page, quiz_url(served, "en", id))
            click_answer(page, question(site, "en", id), right)
            page.wait_for_selector(".kq-result")
        page.locator(".kq-filters summary").click()
        page.locator(".kq-filters .kq-check").click()
        until(page, "document.querySelector('.kq-count')?.textContent.endsWith('/ 2')")
        for left in (2, 1):
            page.wait_for_selector(".kq-card button[type=submit]:visible, .kq-feedback .kq-quiet")
            if page.locator(".kq-feedback .kq-quiet").count():
                page.locator(".kq-feedback .kq-quiet").first.click()
            id = current(page)
            assert id in (ids[0], ids[2]) and total(page) == left
            click_answer(page, question(site, "en", id))
            page.wait_for_selector(".kq-feedback.kq-right")
            page.keyboard.press("n")
            page.wait_for_selector(".kq-card button[type=submit]:visible, .kq-notice")
        assert page.locator(".kq-notice").is_visible()
        assert all(progress(page)[id]["last"] for id in ids)


def test_progress_saved_deleted_and_loaded(
    browser: Browser, served: str, site: Path, tmp_path: Path
) -> None:
    """Progress goes into a file and back; bad files change nothing."""
    words = index_of(site, "cs")["words"]
    id = next(one["id"] for one in index_of(site, "cs")["questions"] if one["kind"] == "one")
    file = tmp_path / "progress.json"
    with opened(browser, accept_downloads=True) as page:
        settled(page, quiz_url(served, "cs", id))
        click_answer(page, question(site, "cs", id))
        score = page.locator(".kq-score").inner_text()
        tools = page.locator(".kq-tools")
        message = page.locator(".kq-tools .kq-message[role=status]")
        with page.expect_download() as download:
            tools.get_by_role("button", name=words["export"], exact=True).click()
        download.value.save_as(file)
        saved = json.loads(file.read_text(encoding="utf-8"))
        assert saved == {"v": 1, "answers": {id: {"n": 1, "right": 1, "last": True}}}

        reset = tools.get_by_role("button", name=words["reset"], exact=True)
        reset.click()
        tools.get_by_role("button", name=words["cancel"], exact=True).click()
        assert progress(page) == saved["answers"]
        reset.click()
        tools.get_by_role("button", name=words["resetYes"], exact=True).click()
        assert message.inner_text() == words["resetDone"]
        assert progress(page) == {}

        picker = page.locator(".kq-tools input[type=file]")
        bad = tmp_path / "bad.json"
        wrong = {"v": 1, "answers": {id: {"n": 1, "right": 2, "last": True}}}
        for text in ("nonsense", "[]", json.dumps(wrong)):
            bad.write_text(text)
            page.evaluate("document.querySelector('.kq-tools .kq-message').textContent = ''")
            picker.set_input_files(bad)
            until(page, "document.querySelector('.kq-tools .kq-message').textContent")
            assert message.inner_text() == words["importBad"], text
            assert progress(page) == {}
        picker.set_input_files(file)
        until(
            page,
            "bad => document.querySelector('.kq-tools .kq-message').textContent !== bad",
            arg=words["importBad"],
        )
        assert message.inner_text() == words["imported"]["one"].replace("{n}", "1")
        assert progress(page) == saved["answers"]
        assert page.locator(".kq-score").inner_text() == score


def test_link_to_a_question_that_is_gone(browser: Browser, served: str, site: Path) -> None:
    """Readers are told, and get another question; the next known link puts it right."""
    index = index_of(site, "en")
    with opened(browser) as page:
        settled(page, quiz_url(served, "en", "claim.pung.anyone/no-such-example"))
        told = page.locator(".kq-card").locator("xpath=preceding-sibling::p[@role='status']")
        assert told.inner_text() == index["words"]["unknown"]
        assert current(page) in {one["id"] for one in index["questions"]}
        page.evaluate("id => { location.hash = id; }", index["questions"][3]["id"])
        until(
            page,
            "id => document.querySelector('.kq-link code').textContent === id",
            arg=index["questions"][3]["id"],
        )
        assert told.inner_text() == ""


def test_spoilt_storage(browser: Browser, served: str, site: Path) -> None:
    """What cannot be read in the stores is passed over; what can be read stays."""
    index = index_of(site, "en")
    first, second = [one["id"] for one in index["questions"] if one["kind"] == "order"][:2]
    good = {"n": 2, "right": 1, "last": False}
    with opened(browser) as page:
        settled(page, quiz_url(served, "en"))
        for spoilt in ("nonsense", "[]", "7", '"text"', '{"v":1,"answers":[]}'):
            for name in ("kamen-progress", "kamen-quiz-settings"):
                page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, spoilt])
            page.reload()
            page.wait_for_selector(".kq-prompt")
            assert total(page) == len(index["questions"])
        set_progress(page, {first: good, second: {"n": 1, "right": 5, "last": 3}})
        for response in ("nonsense", [], ["nonsense"], None):
            shown = json.dumps({"id": first, "attempt": 0, "response": response})
            page.evaluate("t => sessionStorage.setItem('kamen-quiz-shown', t)", shown)
            page.goto("about:blank")
            settled(page, quiz_url(served, "en", first))
            assert page.locator(".kq-card button[type=submit]").is_visible()
        page.locator(".kq-card button[type=submit]").click()
        page.wait_for_selector(".kq-result")
        assert set(progress(page)) == {first} and progress(page)[first]["n"] == 3


MOVING = """[...document.querySelectorAll('*')].filter((node) => ['', '::before', '::after'].some(
    (part) => {
        const style = getComputedStyle(node, part || undefined);
        const seconds = style.transitionDuration.split(',').map(parseFloat);
        return Math.max(...seconds) > 0.01 || style.animationName !== 'none'
            || style.scrollBehavior === 'smooth';
    })).length"""


@pytest.mark.parametrize("path", ("quiz.html", RULE, "search.html?q=kong"))
def test_reduced_motion(browser: Browser, served: str, path: str) -> None:
    """Nothing moves for those who asked for that; for others some things do."""
    with opened(browser, reduced_motion="reduce") as page:
        settled(page, f"{served}/en/{path}")
        assert page.evaluate(MOVING) == 0
    with opened(browser, reduced_motion="no-preference") as page:
        settled(page, f"{served}/en/{path}")
        assert page.evaluate(MOVING) > 0


# ---- 10: the root page -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "lang"), (("cs-CZ", "cs"), ("en-GB", "en"), ("en-US", "en"), ("de-DE", "en"))
)
def test_root_sends_readers_to_their_language(
    browser: Browser, served: str, locale: str, lang: str
) -> None:
    with opened(browser, locale=locale) as page:
        page.goto(f"{served}/")
        page.wait_for_url(f"{served}/{lang}/*")
        assert page.locator("html").get_attribute("lang") == lang


@pytest.mark.parametrize("lang", LANGS)
def test_root_without_javascript(browser: Browser, served: str, lang: str) -> None:
    """The links of the root page do by themselves."""
    with opened(browser, java_script_enabled=False, locale="cs-CZ") as page:
        page.goto(f"{served}/")
        assert page.url == f"{served}/"
        page.locator(f'a[hreflang="{lang}"]').click()
        page.wait_for_url(f"{served}/{lang}/*")
        assert page.locator("h1").is_visible()


# ---- The page for addresses that lead nowhere -------------------------------------------------


def test_missing_page_is_whole_anywhere(browser: Browser, served: str, site: Path) -> None:
    """At whatever depth a server shows it, and from disk, it has its looks and leads on."""
    missing = site / "404.html"
    there = "([lang, href]) => document.querySelector(`a[hreflang=${lang}]`).href === href"
    for address, home, lang, width, scheme in (
        (f"{served}/nowhere", served, "en", 1280, "light"),
        (f"{served}/cs/rules/nowhere/deep/down.html?a=b#c", served, "cs", 390, "dark"),
        (missing.as_uri(), site.as_uri(), "cs", 1280, "dark"),
    ):
        with opened(browser, width, color_scheme=scheme) as page:
            page.route(
                "**/nowhere**",
                lambda route: route.fulfill(status=404, path=missing, content_type="text/html"),
            )
            page.goto(address)
            for code in LANGS:
                until(page, there, [code, f"{home}/{code}/index.html"])
            assert page.locator("img").evaluate("one => one.naturalWidth") > 0
            look = page.locator("main").evaluate("one => getComputedStyle(one).textAlign")
            assert look == "center"
            assert not violations(page) and not too_wide(page)
            page.locator(f'a[hreflang="{lang}"]').click()
            page.wait_for_url(f"{home}/{lang}/index.html")
