"""Typography: no-break spaces that no author has to type, characters that authors must."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["NBSP", "polish", "typed"]

NBSP = "\u00a0"

_ONE_LETTER = re.compile(r"(?<![\w\u2019])([KSVZOUAIksvzouai]) (?=\S)")
_NUMBER = re.compile(r"(\d) (?=[^\W\d_]|%)")


def polish(text: str, language: str) -> str:
    """Bind one-letter words and numbers to what follows, where the language asks for it.

    >>> polish("Zbývá 5 kamenů a dost.", "cs").count(NBSP)
    2
    """
    if language != "cs":
        return text
    text = _ONE_LETTER.sub(rf"\1{NBSP}", text)
    text = _ONE_LETTER.sub(rf"\1{NBSP}", text)
    return _NUMBER.sub(rf"\1{NBSP}", text)


_TYPED = (
    (re.compile(r"\.\.\."), "…"),
    (re.compile(r"'"), "’"),
    (re.compile(r" - "), " – "),
)
_QUOTES = {
    "en": (re.compile(r'["„]'), "“ ”"),
    "cs": (re.compile(r'["”]|“(?=\w)'), "„ “"),
}


def typed(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Characters of a typewriter or of another language, each with what to write instead.

    >>> list(typed('Řekne "pon"...', "cs"))
    [('...', '…'), ('"', '„ “')]
    """
    for pattern, better in (*_TYPED, *([_QUOTES[language]] if language in _QUOTES else [])):
        if match := pattern.search(text):
            yield match[0], better
