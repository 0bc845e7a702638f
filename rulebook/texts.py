"""What must hold for every text and value of the definitions, wherever it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rulebook.catalog import languages
from rulebook.load import Entry, Rulebook
from rulebook.problems import Problem
from rulebook.schema import Term
from rulebook.wording import outside_slots
from rulebook.yamltree import Path, Tree

__all__ = ["empty_values", "rejected_words"]


def empty_values(book: Rulebook) -> Iterator[Problem]:
    """A key with nothing after it; texts are told elsewhere, empty hands are none."""
    for id, entry in _entries(book):
        for path, text in _leaves(_tree(entry)):
            if text.strip() or "given" in path or _is_words(_tree(entry), path):
                continue
            key = next((step for step in reversed(path) if isinstance(step, str)), "")
            yield entry.problem(id, "empty-value", *path, key=key)


def rejected_words(book: Rulebook) -> Iterator[Problem]:
    """A word that the glossary calls wrong, in any text but in questions as players ask them."""
    for id, entry in _entries(book):
        for path, text in _leaves(_tree(entry)):
            code = path[-1] if path else ""
            if code not in languages() or not _OUR_WORDS.isdisjoint(path):
                continue
            for found in _found(book, str(code), text):
                wrong = _rejected(book, str(code))[found.lower()]
                values = {"found": found, "better": wrong.better, "why": wrong.why}
                yield entry.problem(id, "rejected", *path, **values)


_OUR_WORDS = {"asked", "terms"}
"""The keys under which words stand that readers use, right or wrong."""


def _entries(book: Rulebook) -> Iterator[tuple[str, Entry]]:
    """Every definition with its id."""
    for (_, key), entry in book.entries.items():
        yield str(key[0] if isinstance(key, tuple) else key), entry


def _tree(entry: Entry) -> Tree:
    """What stands in the file for a definition."""
    return _at(entry.file.tree, entry.path)


def _at(tree: Tree, path: Path) -> Tree:
    for step in path:
        tree = tree[step]  # type: ignore[index]
    return tree


def _is_words(tree: Tree, path: Path) -> bool:
    """Whether a value stands among the languages of a text."""
    around = _at(tree, path[:-1])
    return isinstance(around, dict) and not around.keys().isdisjoint(languages())


def _leaves(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every plain value with the way to it."""
    if isinstance(tree, str):
        yield path, tree
        return
    steps = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for step, one in steps:
        yield from _leaves(one, (*path, step))


@dataclass(frozen=True, slots=True)
class _Wrong:
    """What to write instead of a rejected word, and why."""

    better: str
    why: str


@lru_cache(maxsize=16)
def _rejected(book: Rulebook, code: str) -> Mapping[str, _Wrong]:
    """The words that a language rejects and no term or name of it uses."""
    terms = [one for entry in book.glossary.values() for one in entry.terms.get(code, {}).values()]
    fine = {word.lower() for one in terms for word in _used(one)} | _named(book, code)
    return {
        word.lower(): _Wrong(one.word, why)
        for one in reversed(terms)
        for word, why in one.reject.items()
        if word.lower() not in fine
    }


def _used(term: Term) -> Iterator[str]:
    yield term.word
    yield from term.accept
    yield from term.forms.values()


def _named(book: Rulebook, code: str) -> set[str]:
    """The words in the names of tiles."""
    names = book.names.get(code)
    tables = [*names.ranks.values(), *names.named.values(), names.red, names.suits] if names else []
    return {word.lower() for forms in tables for text in forms.values() for word in text.split()}


def _found(book: Rulebook, code: str, text: str) -> Iterator[str]:
    """The rejected words of a text, as written there, names in other languages left out."""
    pattern, foreign = _pattern(book, code), _foreign_names(book, code)
    text = foreign.sub("", outside_slots(text)) if foreign else outside_slots(text)
    yield from dict.fromkeys(pattern.findall(text) if pattern else ())


@lru_cache(maxsize=16)
def _pattern(book: Rulebook, code: str) -> re.Pattern[str] | None:
    words = sorted(_rejected(book, code), key=len, reverse=True)
    either = "|".join(map(re.escape, words))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE) if words else None


@lru_cache(maxsize=16)
def _foreign_names(book: Rulebook, code: str) -> re.Pattern[str] | None:
    """What yaku are called in other languages."""
    called = [
        one for rule in book.rules.values() if rule.names for one in rule.names.called.values()
    ]
    names = {words[other] for words in called for other in words if other != code}
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)") if names else None
