"""Commands that answer JSON objects, one a line, in and out; bad lines stop nobody."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import click

from rulebook.catalog import Catalog
from rulebook.commands.shared import (
    default_ruleset,
    existing,
    json_text,
    loaded,
    rules_option,
    shared_options,
)
from rulebook.faults import HandError, HandFault, fault
from rulebook.form import shown
from rulebook.load import Rulebook, choices_of, parse_value
from rulebook.problems import Message, abridged, nearest
from rulebook.ruleset import Family, RuleSet

__all__ = ["Answers", "answer", "answer_lines", "chosen", "line_command"]

_STANDARD_INPUT = Path("-")

Line = Mapping[str, Any]
Answers = Mapping[Family, Callable[[Line, RuleSet], dict[str, object]]]
"""What answers a line in each kind of game; a `HandError` says what is wrong with it."""


def line_command(group: click.Group, words: Catalog, name: str, answers: Answers) -> None:
    """Add a command that answers each line of a file, or of the standard input."""

    @group.command(name, help=words.text(f"help.{name}"))
    @click.argument("file", type=click.Path(path_type=Path), default=_STANDARD_INPUT)
    @rules_option(words)
    @shared_options(words)
    def run(file: Path, extra: tuple[Path, ...], as_json: bool, lang: str | None) -> None:
        existing([*extra, *([] if file == _STANDARD_INPUT else [file])])
        book = loaded(words, extra, as_json=as_json)
        source = sys.stdin.buffer if file == _STANDARD_INPUT else file.open("rb")
        with io.TextIOWrapper(source, encoding="utf-8-sig", errors="surrogateescape") as lines:
            answer_lines(lines, lambda given: answer(given, answers, book, words), words)


def answer_lines(
    lines: Iterable[str], answer: Callable[[Line], Mapping[str, object]], words: Catalog
) -> None:
    """Write for each line that is not blank what is answered to it, whatever it holds."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            sys.stdout.write(_answered(line, number, answer, words) + "\n")


def _answered(
    line: str, number: int, answer: Callable[[Line], Mapping[str, object]], words: Catalog
) -> str:
    given: Line = {}
    try:
        given = _read(line, number)
        return json_text(answer(given))
    except HandError as error:
        return json_text(_fault_json(None, error.faults, words))
    except (RecursionError, ValueError):
        faults = (fault("line-too-much", str(number)),)
    try:
        return json_text(_fault_json(given.get("id"), faults, words))
    except (RecursionError, ValueError):
        return json_text(_fault_json(None, faults, words))


def _read(line: str, number: int) -> Line:
    """The JSON object of a line.

    Raises:
        HandError: when it holds none, or one that is not clear.
    """
    try:
        found = json.loads(line, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise HandError((fault("json", str(number), place=error.colno),)) from None
    except _NoNumberError as error:
        place = _place_of(str(error), line)
        raise HandError((fault("json", str(number), place=place),)) from None
    except _TwiceError as error:
        raise HandError((fault("key-twice", str(number), key=str(error)),)) from None
    if not isinstance(found, dict):
        raise HandError((fault("line-no-object", str(number)),))
    return found


class _NoNumberError(Exception):
    """A word that Python reads as a number and JSON does not know."""


class _TwiceError(Exception):
    """A key that an object has more than once."""


def _no_number(name: str) -> object:
    raise _NoNumberError(name)


def _object(pairs: list[tuple[str, Any]]) -> Line:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return found


def _place_of(name: str, line: str) -> int:
    """Where the line says this outside of texts, counted from 1."""
    return _TEXT.sub(lambda text: " " * len(text[0]), line).index(name) + 1


_TEXT = re.compile(r'"(?:\\.|[^"\\])*"')


def answer(given: Line, answers: Answers, book: Rulebook, words: Catalog) -> dict[str, object]:
    """What is answered to a line under its rule set, or what is wrong with it."""
    try:
        rules = chosen(given, book)
        return answers[rules.family](given, rules)
    except HandError as error:
        return _fault_json(given.get("id"), error.faults, words)


def chosen(given: Line, book: Rulebook) -> RuleSet:
    """The rule set of a line, with the parameters that the line sets.

    Raises:
        HandError: when there is no such rule set, parameter or value.
    """
    id = given.get("ruleset", default_ruleset(book))
    if not isinstance(id, str) or id not in book.rulesets:
        close = nearest(str(id), book.rulesets) or ", ".join(book.rulesets)
        raise HandError((fault("unknown-ruleset", "ruleset", found=shown(id), known=close),))
    changes = given.get("set")
    if changes is None:
        changes = {}
    if not isinstance(changes, Mapping):
        raise HandError((fault("not-an-object", "set", found=shown(changes)),))
    return _varied(book, id, tuple(sorted((key, _text(value)) for key, value in changes.items())))


def _text(value: object) -> str:
    """A parameter's value as definitions write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@lru_cache(maxsize=1024)
def _varied(book: Rulebook, id: str, changes: tuple[tuple[str, str], ...]) -> RuleSet:
    """A rule set with some parameters changed."""
    rules = book.ruleset(id)
    if not changes:
        return rules
    values = {}
    faults = []
    for key, text in changes:
        param = book.params.get(key)
        if param is None:
            close = nearest(key, book.params)
            near = Message("fault.near", {"known": close}) if close else ""
            faults.append(fault("unknown-param", f"set.{key}", found=key, near=near))
            continue
        other = book.other_game(key, rules.family.value)
        if other:
            games = {"family": Message(f"family.{rules.family.value}")}
            games["other"] = Message(f"family.{other}")
            faults.append(fault("param-of-other-game", f"set.{key}", ruleset=id, **games))
            continue
        lacking = book.can_lack(key, rules.family.value)
        try:
            values[key] = parse_value(param, text)
            if values[key] is None and not lacking:
                raise ValueError(text)
        except ValueError:
            told = {"found": abridged(text), "choices": choices_of(param, none=lacking)}
            faults.append(fault("param-value", f"set.{key}", **told))
    if faults:
        raise HandError(tuple(faults))
    return rules.misread(params=values)


def _fault_json(id: object, faults: tuple[HandFault, ...], words: Catalog) -> dict[str, object]:
    """What is wrong with a line, all of it: the code and place are those of the first fault."""
    first = faults[0]
    message = " ".join(_sentence(one, words) for one in faults)
    return {"id": id, "error": {"code": first.code, "message": message, "where": first.where}}


def _sentence(fault: HandFault, words: Catalog) -> str:
    return words.text(f"fault.{fault.code}", where=fault.where, **dict(fault.values)).strip()
