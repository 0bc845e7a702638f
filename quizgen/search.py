"""What the site's search looks through: rules, terms and pages, as data for the browser.

Accents, endings and other words for the same thing are dealt with here and in
`static/search.js`: words that mean the same, by the glossary or by the catalogue,
share a number, and whoever types one finds them all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from quizgen.pages.games import GROUPS
from quizgen.pages.written import written_page
from quizgen.script import as_script
from quizgen.site import Site
from rulebook.examples import rulesets_of
from rulebook.schema import RuleDef

__all__ = ["fold", "search_file"]

Doc = dict[str, str | list[str]]
"""What can be found: its address, and its words by field; `asked` lists questions."""


def search_file(site: Site) -> str:
    """The documents as a script."""
    words = site.say.catalog.texts
    data = {
        "lang": site.code,
        "stop": sorted({fold(word) for word in words["search.stop"].split()}),
        "words": {
            key.removeprefix("search."): text
            for key, text in sorted(words.items())
            if key.startswith("search.") and key not in ("search.stop", "search.same")
        },
        "same": _same(site),
        "also": _also(site),
        "docs": [*_rules(site), *_terms(site), *_chapters(site), *_pages(site), *_points(site)],
    }
    return as_script("kamenSearch", data)


def fold(word: str) -> str:
    """A word in small letters without accents."""
    plain = unicodedata.normalize("NFD", word.lower())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _rules(site: Site) -> Iterator[Doc]:
    for id in dict.fromkeys(rule.id for rule in site.book.rules.values()):
        rules = [rule for rule in site.book.rules.values() if rule.id == id]
        texts = [_words_of(site, rule) for rule in rules]
        title = site.title(id)
        body = " ".join(text for one in texts for text in one["text"])
        asked = [text for one in texts for text in one["asked"]]
        belief = " ".join(text for one in texts for text in one["belief"])
        story = " ".join(text for one in texts for text in one["story"])
        yield {
            "id": f"rules/{id}.html",
            "kind": "rule",
            "title": title,
            "titles": " ".join(one["title"][0] for one in texts),
            "asked": asked,
            "text": body,
            "belief": belief,
            "story": story,
            "terms": " ".join(dict.fromkeys(name for one in rules for name in _names(one))),
        }


def _names(rule: RuleDef) -> Iterator[str]:
    """What a yaku is called, in all languages."""
    if rule.names:
        yield from (rule.names.romaji, rule.names.kanji)
        yield from (name for called in rule.names.called.values() for name in called.values())


def _words_of(site: Site, rule: RuleDef) -> dict[str, list[str]]:
    """A rule's words as plain text; paragraphs of all rule sets together."""
    rulesets = rulesets_of(site.book, rule)
    say = site.views.say(rulesets[-1])
    paragraphs = [
        site.views.say(id).words(one.words)
        for one in rule.text
        for id in rulesets
        if all(
            (given := site.book.value(id, param)) and given.value == value
            for param, value in one.when.items()
        )
    ]
    reasons = [words[site.code] for words in rule.reasons.values() if "{" not in words[site.code]]
    return {
        "title": [say.words(rule.title)],
        "text": [_plain(text) for text in dict.fromkeys([*paragraphs, *reasons])],
        "asked": [say.words(one) for one in rule.asked],
        "belief": [say.words(one.belief) for one in rule.misreadings],
        "story": [say.words(one.story) for one in rule.examples if one.story],
    }


def _plain(text: str) -> str:
    return re.sub(r"`[^`]*`", "", text)


def _terms(site: Site) -> Iterator[Doc]:
    for id, entry in site.book.glossary.items():
        own = entry.terms[site.code]
        words = list(dict.fromkeys(term.word for term in own.values()))
        variants = [
            word
            for families in entry.terms.values()
            for term in families.values()
            for word in (term.word, *term.accept, *term.forms.values())
        ]
        yield {
            "id": f"glossary.html#{id}",
            "kind": "term",
            "title": " / ".join(words),
            "titles": " ".join(words),
            "asked": [],
            "text": entry.meaning[site.code],
            "belief": "",
            "story": "",
            "terms": " ".join(dict.fromkeys(variants)),
        }


def _chapters(site: Site) -> Iterator[Doc]:
    for ruleset in site.book.rulesets:
        say = site.views.say(ruleset)
        definition = site.book.rulesets[ruleset]
        yield _page(
            f"{ruleset}/index.html", say.words(definition.name), say.words(definition.about)
        )
        for topic in site.book.topics.values():
            title = f"{say.words(topic.title)} · {say.words(definition.short)}"
            if any(site.book.topic(one.id) == topic.id for one in site.book.in_force(ruleset)):
                yield _page(f"{ruleset}/{topic.id}.html", title, say.words(topic.about))


def _pages(site: Site) -> Iterator[Doc]:
    """The hand-written pages, and what is generated beside the rules."""
    for path in sorted(site.docs.rglob("*.md")):
        name = path.relative_to(site.docs).as_posix()
        text = written_page(site, name)
        front = re.search(r'^title: "?(.*?)"?$', text, flags=re.MULTILINE)
        body = re.sub(r"(?s)^---.*?---", "", text)
        body = re.sub(r"!\[[^\]]*\]\([^)]*\)|[#*>|{}\[\]()]|<[^>]*>", " ", body)
        title = front[1] if front else name
        yield _page(name.replace(".md", ".html"), title, " ".join(body.split())[:600])
    for name, title, about in (
        ("quiz.html", "quiz.title", "question.all-about"),
        ("compare/index.html", "compare-page.title", "compare-page.about"),
        ("yaku.html", "yaku-page.title", "yaku-page.search"),
        ("scoring.html", "scoring.title", "scoring.about"),
        ("score-a-hand.html", "worked.title", "worked.about"),
        ("editions.html", "editions.title", "editions.about"),
        ("classical-scoring.html", "counting.title", "counting.search"),
        ("limit-hands.html", "limit-hands.title", "limit-hands.search"),
        ("settle-a-hand.html", "deals.title", "deals.about"),
        ("classical-editions.html", "programs.title", "programs.about"),
        ("two-games.html", "games.title", "games.about"),
        ("glossary.html", "glossary.title", "glossary.about"),
        ("coverage.html", "coverage.title", "coverage.about"),
    ):
        yield _page(name, site.t(title), site.t(about))


def _points(site: Site) -> Iterator[Doc]:
    """The points on which the two games are compared."""
    for group in GROUPS:
        for point in group.points:
            rules = dict.fromkeys(id for ids in point.rules.values() for id in ids)
            titles = ". ".join(site.title(id) for id in rules)
            page = site.t("games.title")
            name = f"two-games.html#{point.id}"
            yield _page(name, f"{site.say.words(point.title)} · {page}", titles)


def _page(path: str, title: str, text: str) -> Doc:
    kind = "chapter" if "/" in path else "page"
    return {
        "id": path,
        "kind": kind,
        "title": title,
        "titles": title,
        "asked": [],
        "text": text,
        "belief": "",
        "story": "",
        "terms": "",
    }


def _same(site: Site) -> dict[str, list[int]]:
    """Words by what they mean: for each, folded, the numbers of its meanings."""
    groups = [line.split() for line in site.say.catalog.text("search.same").split(";")]
    for entry in site.book.glossary.values():
        terms = entry.terms.get(site.code, {}).values()
        variants = [word for one in terms for word in (one.word, *one.accept, *one.forms.values())]
        groups.append([word for word in variants if " " not in word])
    found: dict[str, list[int]] = {}
    for number, group in enumerate(groups):
        words = sorted({fold(word) for word in group})
        for word in words if len(words) > 1 else ():
            found.setdefault(word, []).append(number)
    return dict(sorted(found.items()))


def _also(site: Site) -> dict[str, str]:
    """One-word names for terms of several words, folded, with the words of the term."""
    found: dict[str, str] = {}
    for entry in site.book.glossary.values():
        for term in entry.terms.get(site.code, {}).values():
            names = [word for word in term.accept if " " not in word]
            found |= {fold(name): fold(term.word) for name in names if " " in term.word}
    return dict(sorted(found.items()))
