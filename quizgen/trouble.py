"""What stops a build, told as problems with a place and a way to mend them."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path

from jinja2 import TemplateError

from quizgen.links import BrokenLinksError
from quizgen.mkdocs import MkDocsError
from rulebook.paths import shown
from rulebook.problems import Message, Problem, nearest

__all__ = ["PageError", "StoppedError", "known", "problems_of"]

_TEMPLATE = re.compile(r"\.(md|j2)$")
_WARNING = re.compile(r"^WARNING +- +(?P<text>.*?'(?P<file>[\w./-]+\.md)'.*)$", re.MULTILINE)


class StoppedError(RuntimeError):
    """A build that stopped; `problems` says why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


class PageError(LookupError):
    """A page names something that there is not.

    Attributes:
        kind: the kind of problem.
        values: what its sentences name.
    """

    def __init__(self, kind: str, values: dict[str, object]) -> None:
        super().__init__(kind)
        self.kind = kind
        self.values = values


def known(what: str, word: str, names: Iterable[str]) -> str:
    """A word if it is one of these names.

    Args:
        what: the kind of name, a part of the catalogue's keys.
        word: the word that a page uses.
        names: the names there are.

    Raises:
        PageError: with the nearest name, when it is none of them.
    """
    names = list(names)
    if word in names:
        return word
    close = nearest(word, names)
    values = {"what": Message(f"what.{what}"), "word": word, "nearest": close or ""}
    raise PageError("misspelt" if close else "unknown", values)


def problems_of(error: Exception) -> list[Problem]:
    """An error of a build as problems; nothing for errors that are our own fault."""
    if isinstance(error, MkDocsError):
        return list(_warnings(error.output))
    if isinstance(error, BrokenLinksError):
        return [Problem(page, 0, "", "link", {"link": link}) for page, link in error.found]
    path, line = _place(error)
    if isinstance(error, PageError):
        return [Problem(path, line, "", error.kind, error.values)]
    if isinstance(error, TemplateError):
        return [Problem(path, line, "", "template", {"what": str(error)})]
    if isinstance(error, KeyError):
        return [Problem(path, line, "", "no-sentence", {"what": str(error.args[0])})]
    return []


def _place(error: Exception) -> tuple[str, int]:
    """Where in a template or page an error arose."""
    name, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if isinstance(name, str) and isinstance(line, int):
        return shown(Path(name)), line
    frames = traceback.extract_tb(error.__traceback__)
    found = [frame for frame in frames if _TEMPLATE.search(frame.filename)]
    return (shown(Path(found[-1].filename)), found[-1].lineno or 0) if found else ("", 0)


def _warnings(output: str) -> Iterator[Problem]:
    """What MkDocs complains of."""
    found = list(_WARNING.finditer(output))
    for match in found:
        yield Problem(f"docs/{match['file']}", 0, "", "mkdocs", {"what": match["text"]})
    if not found:
        told = [line for line in output.split("\n") if line and not line.startswith("INFO")]
        yield Problem("mkdocs.yml", 0, "", "mkdocs", {"what": "\n".join(told)})
