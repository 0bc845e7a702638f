"""`rulebook score`: what are these hands worth? One JSON object a line, in and out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import IO, Any

import click

from rulebook.catalog import Catalog
from rulebook.commands.shared import loaded, shared_options
from rulebook.load import Rulebook, parse_value
from rulebook.problems import nearest
from rulebook.riichi.form import read_hand, write_score
from rulebook.riichi.hand import HandError, HandFault
from rulebook.riichi.score import score
from rulebook.ruleset import RuleSet

__all__ = ["add", "chosen", "fault_json", "json_lines", "score_line"]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("score", help=words.text("help.score"))
    @click.argument("file", type=click.File(encoding="utf-8"), default="-")
    @shared_options(words)
    def run(file: IO[str], as_json: bool, lang: str | None) -> None:
        book = loaded(words)
        for given in json_lines(file):
            sys.stdout.write(json.dumps(score_line(given, book, words), ensure_ascii=False) + "\n")


def json_lines(lines: Iterable[str]) -> Iterator[object]:
    """The JSON value of each line that is not blank; a line that holds none as a `HandFault`."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except ValueError as error:
            place = getattr(error, "colno", 1)
            yield HandFault("json", str(number), (("place", place),))


def score_line(given: object, book: Rulebook, words: Catalog) -> dict[str, object]:
    """The score of one hand, or what is wrong with it."""
    if isinstance(given, HandFault):
        return fault_json(None, (given,), words)
    if not isinstance(given, Mapping):
        return fault_json(None, (HandFault("not-an-object", ""),), words)
    id = given.get("id")
    try:
        rules = chosen(given, book)
        return write_score(score(read_hand(given), rules), id)
    except HandError as error:
        return fault_json(id, error.faults, words)


def chosen(given: Mapping[str, Any], book: Rulebook) -> RuleSet:
    """The rule set of a line, with the parameters that the line sets.

    Raises:
        HandError: when there is no such rule set, parameter or value.
    """
    default = next(id for id, one in book.rulesets.items() if one.default)
    id = given.get("ruleset", default)
    if id not in book.rulesets:
        close = nearest(str(id), book.rulesets) or ", ".join(book.rulesets)
        raise HandError(
            (HandFault("unknown-ruleset", "ruleset", (("found", id), ("known", close))),)
        )
    changes = given.get("set") or {}
    if not isinstance(changes, Mapping):
        raise HandError((HandFault("not-an-object", "set", (("found", changes),)),))
    return _varied(
        book, str(id), tuple(sorted((key, _text(value)) for key, value in changes.items()))
    )


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
            close = nearest(key, book.params) or ""
            faults.append(
                HandFault("unknown-param", f"set.{key}", (("found", key), ("known", close)))
            )
            continue
        try:
            values[key] = parse_value(param, text)
        except ValueError:
            faults.append(HandFault("param-value", f"set.{key}", (("found", text),)))
    if faults:
        raise HandError(tuple(faults))
    return rules.misread(params=values)


def fault_json(id: object, faults: tuple[HandFault, ...], words: Catalog) -> dict[str, object]:
    """What is wrong with a line, all of it: the code and place are those of the first fault."""
    first = faults[0]
    message = " ".join(_sentence(fault, words) for fault in faults)
    return {"id": id, "error": {"code": first.code, "message": message, "where": first.where}}


def _sentence(fault: HandFault, words: Catalog) -> str:
    return words.text(f"fault.{fault.code}", where=fault.where, **dict(fault.values))
