"""The glossary: every term in all languages, with its variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.pages.render import render
from quizgen.site import Site
from rulebook.schema import GlossaryEntry
from rulebook.typography import polish

__all__ = ["glossary_page"]


@dataclass(frozen=True, slots=True)
class Term:
    """A term ready for the page."""

    id: str
    word: str
    meaning: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class TermTopic:
    """Terms of one kind, in the order of the language's alphabet."""

    id: str
    title: str
    terms: Sequence[Term]


def glossary_page(site: Site) -> Iterator[tuple[str, str]]:
    """The one page."""
    topics: dict[str, list[Term]] = {}
    for entry in site.book.glossary.values():
        topics.setdefault(entry.topic, []).append(_term(site, entry))
    order = site.say.catalog.order
    shown = [
        TermTopic(
            id, site.t(f"glossary.topic.{id}"), sorted(terms, key=lambda one: order(one.word))
        )
        for id, terms in topics.items()
    ]
    yield "glossary.md", render(site, "glossary.md.j2", topics=shown)


def _term(site: Site, entry: GlossaryEntry) -> Term:
    words = dict.fromkeys(term.word for term in entry.terms[site.code].values())
    return Term(
        entry.id,
        " / ".join(words),
        polish(entry.meaning[site.code], site.code),
        [polish(line, site.code) for line in _lines(site, entry)],
    )


def _lines(site: Site, entry: GlossaryEntry) -> Iterator[str]:
    """A line for each language and family that has a word of its own."""
    for code, families in entry.terms.items():
        for family, term in families.items():
            language = site.t(f"language.{code}")
            parts = [site.t(f"glossary.in.{family}", language=language, word=term.word)]
            if term.accept:
                parts.append(site.t("glossary.accept", words=", ".join(term.accept)))
            if term.reject and code == site.code:
                rejected = [f"{word} ({why.rstrip('.')})" for word, why in term.reject.items()]
                parts.append(site.t("glossary.reject", words="; ".join(rejected)))
            yield " ".join(parts)
