"""Every page of a language as Markdown, with the pictures it links to.

Pure: definitions in, texts by path out. The same input gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from quizgen.pages.chapters import chapter_pages
from quizgen.pages.comparisons import comparison_pages
from quizgen.pages.counting import counting_page
from quizgen.pages.deals import deals_page
from quizgen.pages.editions import editions_page, programs_page
from quizgen.pages.games import games_page
from quizgen.pages.glossary import glossary_page
from quizgen.pages.limits import limit_hands_page
from quizgen.pages.questions import question_pages
from quizgen.pages.rules import rule_pages
from quizgen.pages.scoring import scoring_page
from quizgen.pages.tables import coverage_page
from quizgen.pages.worked import worked_page
from quizgen.pages.written import written_pages
from quizgen.pages.yaku import yaku_page
from quizgen.site import Site

__all__ = ["all_pages"]

_MAKERS: tuple[Callable[[Site], Iterator[tuple[str, str]]], ...] = (
    written_pages,
    rule_pages,
    chapter_pages,
    comparison_pages,
    editions_page,
    programs_page,
    games_page,
    yaku_page,
    scoring_page,
    worked_page,
    counting_page,
    limit_hands_page,
    deals_page,
    question_pages,
    glossary_page,
    coverage_page,
)

_TOP = "top"
"""The anchor of a page's title."""

_TITLE = re.compile(r"^(# [^{\n]*[^{\s])$", re.MULTILINE)
"""The title of a page, without an anchor of its own."""


def all_pages(site: Site) -> dict[str, str]:
    """Every page by its path from the language's root."""
    pages = (page for make in _MAKERS for page in make(site))
    return {path: _anchored(text) for path, text in sorted(pages)}


def _anchored(text: str) -> str:
    """A page whose title has the same anchor in every language."""
    return _TITLE.sub(rf"\1 {{: #{_TOP} }}", text, count=1)
