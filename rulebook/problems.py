"""What is wrong in the definitions: values while they travel, words only at the edge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

__all__ = ["Message", "Problem", "abridged", "merge", "nearest"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the catalogues and what it names."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault, fixable without opening the code.

    Attributes:
        path: the file, relative to where the definitions live.
        line: the line, counted from 1; 0 when the whole file is meant.
        rule: the id concerned, with `#` and the example's id where one is.
        kind: the kind of fault, a part of the catalogue's keys.
        values: what the sentences name.
    """

    path: str
    line: int
    rule: str
    kind: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_change(self) -> bool:
        """Whether house rules change what is published, which may be just what they mean."""
        return self.kind == "house"

    @property
    def expected(self) -> Message:
        return Message(f"problem.{self.kind}.expected", self.values)

    @property
    def found(self) -> Message:
        return Message(f"problem.{self.kind}.found", self.values)

    @property
    def fix(self) -> Message:
        return Message(f"problem.{self.kind}.fix", self.values)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one most likely means.

    A name with all parts of the word comes before one that only looks like it.

    >>> nearest("open-tanyao", ["yaku.tanyao.open", "open-twenty"])
    'yaku.tanyao.open'
    """
    parts = _parts(word)
    names = sorted(known)
    same = [name for name in names if parts <= _parts(name)]
    found = get_close_matches(word, same or names, n=1, cutoff=0 if same else 0.7)
    return found[0] if found else None


def _parts(name: str) -> set[str]:
    return set(re.split("[.-]", name.lower()))


def abridged(text: str) -> str:
    """A text short enough for one line of a report.

    >>> abridged("9" * 100)[-3:]
    '99…'
    """
    return text if len(text) <= 60 else text[:57] + "…"


def merge(problems: Iterable[Problem]) -> list[Problem]:
    """The problems in the order of files and lines.

    What is wrong in the same way under several rule sets becomes one problem
    that names them all.
    """
    found: dict[str, tuple[Problem, list[str]]] = {}
    for one in problems:
        same = {key: str(value) for key, value in one.values.items() if key not in _PER_RULESET}
        key = f"{one.path}:{one.line}:{one.rule}:{one.kind}:{same}"
        names = found.setdefault(key, (one, []))[1]
        if ruleset := str(one.values.get("ruleset", "")):
            names.append(ruleset)
    merged = [
        replace(one, values={**one.values, "ruleset": ", ".join(dict.fromkeys(names))})
        for one, names in found.values()
    ]
    return sorted(merged, key=lambda one: (one.path, one.line, one.rule, one.kind))


_PER_RULESET = ("ruleset", "section")
