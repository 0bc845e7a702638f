"""Pages that are one table."""

from __future__ import annotations

from collections.abc import Iterator

from quizgen.coverage import coverage
from quizgen.pages.render import render
from quizgen.site import Site

__all__ = ["coverage_page"]


def coverage_page(site: Site) -> Iterator[tuple[str, str]]:
    """What is proved by examples, topic by topic."""
    rows = [
        (
            site.topic_title(site.book.topics[one.topic]),
            *(one.rules, one.notes, one.examples, one.runs, one.questions),
            len(one.uncovered),
        )
        for one in coverage(site.book, site.questions)
    ]
    yield "coverage.md", render(site, "coverage.md.j2", rows=rows)
