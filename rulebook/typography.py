"""Typography: no-break spaces that no author has to type, characters that authors must.

What a language asks for stands in its catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from rulebook.catalog import catalog

__all__ = ["NBSP", "polish", "typed"]

NBSP = "\u00a0"

_NUMBER = re.compile(r"(\d) (?=[^\W\d_]|%)")
_MARKS = '"\u201e\u201c\u201d\u00ab\u00bb'
_TYPED = (
    (re.compile(r"\.\.\."), "…"),
    (re.compile(r"'"), "’"),
    (re.compile(r" - "), " – "),
)


@cache
def _bound(language: str) -> re.Pattern[str] | None:
    """The words of one letter that may not end a line, where the language minds."""
    letters = catalog(language).texts.get("typography.bound", "-")
    return None if letters == "-" else re.compile(rf"(?i)(?<![\w\u2019])([{letters}]) (?=\S)")


@lru_cache(maxsize=65536)
def polish(text: str, language: str) -> str:
    """Bind one-letter words and numbers to what follows, where the language asks for it.

    >>> polish("Je jich 5 a dost.", "cs").count(NBSP)
    2
    """
    bound = _bound(language)
    if bound is None:
        return text
    text = bound.sub(rf"\1{NBSP}", text)
    text = bound.sub(rf"\1{NBSP}", text)
    return _NUMBER.sub(rf"\1{NBSP}", text)


@cache
def _quotes(language: str) -> tuple[re.Pattern[str], str]:
    """Quotation marks that the language does not write, and those that it does."""
    pair = catalog(language).text("typography.quotes")
    first, last = pair.split()
    wrong = "".join(mark for mark in _MARKS if mark not in (first, last))
    return re.compile(rf"[{wrong}]|{last}(?=\w)"), pair


def typed(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Characters of a typewriter or of another language, each with what to write instead.

    >>> [found for found, _ in typed('"pon"...', "cs")]
    ['...', '"']
    """
    for pattern, better in (*_TYPED, _quotes(language)):
        if match := pattern.search(text):
            yield match[0], better
