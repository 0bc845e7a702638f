"""The catalogues of the interface: one language, its sentences, its numbers."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import localcontext
from functools import cache, cached_property, lru_cache
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from rulebook.problems import Message

__all__ = ["Catalog", "catalog", "environment_language", "languages", "locales_folder"]


@lru_cache(maxsize=1)
def locales_folder() -> Path:
    """Where the catalogues are: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "locales"
    return inside if inside.is_dir() else package.parent / "locales"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The codes of the languages there are catalogues for, English first."""
    found = sorted(path.name for path in locales_folder().iterdir() if path.is_dir())
    return tuple(sorted(found, key=lambda code: (code != "en", code)))


def environment_language() -> str:
    """The language of the environment if there is a catalogue for it, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(variable, "")[:2]
        if code in languages():
            return code
        if code:
            break
    return "en"


@lru_cache(maxsize=4096)
def _number(value: float, code: str) -> str:
    with localcontext(prec=max(400, len(str(value)) + 4)):  # digits that Babel reckons with
        return str(format_decimal(value, locale=code)).replace("-", "−")


@dataclass(frozen=True)
class Catalog:
    """The sentences of one language.

    Attributes:
        code: the language code.
        texts: the sentences by key.
        plurals: the sentences that count something: one form for each of the
            language's plural forms, by key.
        plural_form: which of those forms a number takes.
    """

    code: str
    texts: Mapping[str, str]
    plurals: Mapping[str, Sequence[str]]
    plural_form: Callable[[int], int]

    @cached_property
    def locale(self) -> Locale:
        """The customs of the language: British ones for English, no comma before the last and."""
        return Locale.parse("en_GB" if self.code == "en" else self.code)

    def text(self, key: str, /, **values: object) -> str:
        """A sentence with what it names filled in.

        Raises:
            KeyError: when the catalogue has no such sentence.
        """
        return _SLOT.sub(lambda slot: self._shown(values[slot[1]]), self.texts[key])

    def counted(self, key: str, n: int, /, **values: object) -> str:
        """A sentence about `n` things."""
        template = self.plurals[key][self.plural_form(n)]
        return _SLOT.sub(lambda slot: self._shown({**values, "n": n}[slot[1]]), template)

    def message(self, message: Message) -> str:
        return self.text(message.key, **message.values)

    def _shown(self, value: object) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.number(value)
        if isinstance(value, Message):
            return self.message(value)
        if isinstance(value, list | tuple):
            return self.listing([str(item) for item in value])
        return str(value)

    def number(self, value: float) -> str:
        """A number as people write it, with a real minus sign."""
        return _number(value, self.code)

    def plural(self, value: float) -> str:
        """The plural category of a number: `one`, `few`, `many` or `other`."""
        return str(self.locale.plural_form(value))

    @cached_property
    def _alphabet(self) -> dict[str, int]:
        return {letter: place for place, letter in enumerate(self.text("alphabet").split())}

    def order(self, text: str) -> tuple[list[int], str]:
        """A key that sorts words by the language's alphabet.

        A letter that the alphabet does not name counts as the one it is an accent of;
        pairs such as the Czech ch are letters of their own.
        """
        word, places, at = text.casefold(), [], 0
        while at < len(word):
            pair = word[at : at + 2]
            letter = pair if pair in self._alphabet else word[at]
            base = unicodedata.normalize("NFD", letter)[0]
            places.append(self._alphabet.get(letter, self._alphabet.get(base, -1)))
            at += len(letter)
        return places, word

    def listing(self, items: Iterable[str], *, either: bool = False) -> str:
        """Items joined with the language's word for and, or for or."""
        return str(format_list(list(items), "or" if either else "standard", locale=self.locale))


_SLOT = re.compile(r"\{(\w+)\}")


@cache
def catalog(code: str) -> Catalog:
    """The catalogue of a language."""
    path = locales_folder() / code / "LC_MESSAGES" / "kamen.po"
    with path.open("rb") as file:
        messages = read_po(file, locale=code)
    texts: dict[str, str] = {}
    plurals: dict[str, Sequence[str]] = {}
    for message in messages:
        if message.pluralizable:
            plurals[message.id[0]] = tuple(message.string or ())
        elif message.id and message.string:
            texts[str(message.id)] = str(message.string)
    return Catalog(code, texts, plurals, c2py(messages.plural_expr))
