"""Typography that no author should have to type: no-break spaces."""

from __future__ import annotations

import re

__all__ = ["NBSP", "polish"]

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
