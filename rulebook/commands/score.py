"""`rulebook score`: what are these hands worth? One JSON object a line, in and out."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import IO, Any

import click

from rulebook.catalog import Catalog
from rulebook.classical import form as classical_form
from rulebook.classical.score import score as classical_score
from rulebook.commands.shared import loaded, shared_options
from rulebook.faults import HandError, HandFault
from rulebook.load import Rulebook, parse_value
from rulebook.problems import Message, nearest
from rulebook.riichi import form as riichi_form
from rulebook.riichi.score import score as riichi_score
from rulebook.ruleset import Family, RuleSet

__all__ = ["LINES", "add", "answer_lines", "chosen", "fault_json", "score_line"]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("score", help=words.text("help.score"))
    @click.argument("file", type=LINES, default="-")
    @shared_options(words)
    def run(file: IO[str], as_json: bool, lang: str | None) -> None:
        book = loaded(words)
        answer_lines(file, lambda given: score_line(given, book, words), words)


LINES = click.File(encoding="utf-8-sig", errors="surrogateescape")
"""A file of lines, of which damaged ones must not stop the others."""

Answer = Callable[[object], Mapping[str, object]]


def answer_lines(lines: Iterable[str], answer: Answer, words: Catalog) -> None:
    """Write for each line that is not blank what is answered to it, whatever it holds."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            text = _written(answer(_read(line, number)))
        except (RecursionError, ValueError):
            fault = HandFault("line-too-much", str(number))
            text = _written(fault_json(None, (fault,), words))
        sys.stdout.write(text + "\n")


def _read(line: str, number: int) -> object:
    """The JSON object of a line; a line that holds none as a `HandFault`."""
    try:
        found = json.loads(line, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        return HandFault("json", str(number), (("place", error.colno),))
    except _NoNumberError as error:
        return HandFault("json", str(number), (("place", _place_of(str(error), line)),))
    return found if isinstance(found, dict) else HandFault("line-no-object", str(number))


class _NoNumberError(Exception):
    """A word that Python reads as a number and JSON does not know."""


def _no_number(name: str) -> object:
    raise _NoNumberError(name)


def _place_of(name: str, line: str) -> int:
    """Where the line says this outside of texts, counted from 1."""
    return _TEXT.sub(lambda text: " " * len(text[0]), line).index(name) + 1


_TEXT = re.compile(r'"(?:\\.|[^"\\])*"')


def _written(value: Mapping[str, object]) -> str:
    """A JSON object on one line; characters that the output cannot show are escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def score_line(given: object, book: Rulebook, words: Catalog) -> dict[str, object]:
    """The score of one hand, or what is wrong with it."""
    if isinstance(given, HandFault):
        return fault_json(None, (given,), words)
    if not isinstance(given, Mapping):
        return fault_json(None, (HandFault("not-an-object", "hand"),), words)
    id = given.get("id")
    try:
        rules = chosen(given, book)
        return _SCORED[rules.family](given, rules, id)
    except HandError as error:
        return fault_json(id, error.faults, words)


def _riichi(given: Mapping[str, Any], rules: RuleSet, id: object) -> dict[str, object]:
    hand = riichi_form.read_hand(given)
    return riichi_form.write_score(riichi_score(hand, rules), id)


def _classical(given: Mapping[str, Any], rules: RuleSet, id: object) -> dict[str, object]:
    hand = classical_form.read_hand(given)
    return classical_form.write_score(classical_score(hand, rules), id)


_SCORED = {Family.RIICHI: _riichi, Family.CLASSICAL: _classical}
"""How a hand of each kind of game is scored."""


def chosen(given: Mapping[str, Any], book: Rulebook) -> RuleSet:
    """The rule set of a line, with the parameters that the line sets.

    Raises:
        HandError: when there is no such rule set, parameter or value.
    """
    default = next(id for id, one in book.rulesets.items() if one.default)
    id = given.get("ruleset", default)
    if not isinstance(id, str) or id not in book.rulesets:
        close = nearest(str(id), book.rulesets) or ", ".join(book.rulesets)
        raise HandError(
            (HandFault("unknown-ruleset", "ruleset", (("found", str(id)), ("known", close))),)
        )
    changes = given.get("set")
    if changes is None:
        changes = {}
    if not isinstance(changes, Mapping):
        raise HandError((HandFault("not-an-object", "set", (("found", changes),)),))
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
            named = (("found", key), ("near", near))
            faults.append(HandFault("unknown-param", f"set.{key}", named))
            continue
        try:
            values[key] = parse_value(param, text)
            if values[key] is None and not _can_lack(book, rules.family, key):
                raise ValueError(text)
        except ValueError:
            faults.append(HandFault("param-value", f"set.{key}", (("found", text),)))
    if faults:
        raise HandError(tuple(faults))
    return rules.misread(params=values)


def _can_lack(book: Rulebook, family: Family, param: str) -> bool:
    """Whether some rule set of a family has no such thing as the parameter is about."""
    found = (book.ruleset(id) for id, one in book.rulesets.items() if one.family == family.value)
    return book.params[param].optional or any(rules[param] is None for rules in found)


def fault_json(id: object, faults: tuple[HandFault, ...], words: Catalog) -> dict[str, object]:
    """What is wrong with a line, all of it: the code and place are those of the first fault."""
    first = faults[0]
    message = " ".join(_sentence(fault, words) for fault in faults)
    return {"id": id, "error": {"code": first.code, "message": message, "where": first.where}}


def _sentence(fault: HandFault, words: Catalog) -> str:
    return words.text(f"fault.{fault.code}", where=fault.where, **dict(fault.values)).strip()
