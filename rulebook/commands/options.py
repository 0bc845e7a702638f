"""`rulebook options`: what may a player do in a position, what not, and why?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from rulebook.catalog import Catalog
from rulebook.commands.shared import (
    chosen_rulesets,
    existing,
    files_argument,
    loaded,
    print_json,
    print_problems,
    rules_option,
    shared_options,
)
from rulebook.examples import unless_impossible
from rulebook.load import Rulebook, read_examples
from rulebook.menu import Choice, WaitVerdict, menu, wait_verdicts
from rulebook.outcome import describe, situation
from rulebook.problems import Problem, merge
from rulebook.report import in_a_line, plain, problem_json
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling
from rulebook.scenario import ScenarioFault, build, seat_of
from rulebook.schema import Example
from rulebook.state import Position
from rulebook.telling import option_text
from rulebook.tiles import Seat
from rulebook.wording import Wording, wording

__all__ = ["add"]

_SEATS = [seat.name.lower() for seat in Seat]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("options", help=words.text("help.options"))
    @files_argument
    @click.option("--ruleset", help=words.text("help.ruleset"))
    @click.option("--seat", type=click.Choice(_SEATS), help=words.text("help.seat"))
    @rules_option(words)
    @shared_options(words)
    def run(
        files: tuple[Path, ...],
        ruleset: str | None,
        seat: str | None,
        extra: tuple[Path, ...],
        as_json: bool,
        lang: str | None,
    ) -> None:
        existing((*files, *extra))
        book = loaded(words, extra, as_json=as_json)
        chosen = chosen_rulesets(book, ruleset)
        menus, problems = _menus(book, files, chosen, seat_of(seat) if seat else None)
        if as_json:
            wrong = [problem_json(problem, words) for problem in problems]
            found = [_json(one, wording(book, words.code, one.ruleset)) for one in menus]
            print_json({"scenarios": found, "problems": wrong})
        else:
            for one in menus:
                _print(book, one, words)
            print_problems(problems, words)
        sys.exit(1 if problems else 0)


@dataclass(frozen=True, slots=True)
class _Menu:
    """What a player may do and win in a scenario under a rule set."""

    id: str
    ruleset: str
    seat: Seat
    position: Position
    choices: tuple[Choice, ...]
    waits: tuple[WaitVerdict, ...]


def _menus(
    book: Rulebook, files: tuple[Path, ...], rulesets: list[str], seat: Seat | None
) -> tuple[list[_Menu], list[Problem]]:
    """The menus of all scenarios, of the seat asked for or of those that act in them."""
    menus, problems = [], []
    for path in files:
        examples, faults = read_examples(path)
        problems += faults
        for example, entry in examples:
            for id in rulesets:
                found, wrong = _menu_of(example, book.ruleset(id), seat)
                problems += [
                    entry.problem(example.id, one.kind, *one.at, **one.values) for one in wrong
                ]
                menus += [found] if found else []
    return menus, merge(problems)


def _menu_of(
    example: Example, rules: RuleSet, seat: Seat | None
) -> tuple[_Menu | None, list[ScenarioFault]]:
    """The menu of one scenario, or why there is none."""
    scenario, faults = build(example.given, example.when, rules)
    if scenario is None:
        return None, faults
    who = scenario.seat if seat is None else seat

    def found() -> _Menu:
        position = situation(scenario, rules)
        choices, waits = menu(position, who, rules), wait_verdicts(position, who, rules)
        return _Menu(example.id, rules.id, who, position, choices, waits)

    return unless_impossible(found)


def _reasons(ruling: Ruling, say: Wording) -> list[dict[str, object]]:
    return [
        {"rule": reason.rule, "key": reason.key, "text": say.reason(reason)}
        for reason in ruling.reasons
    ]


def _json(menu: _Menu, say: Wording) -> dict[str, object]:
    """What may be done, what may not, and what each wait wins, for programs."""
    listed: dict[str, list[dict[str, object]]] = {"allowed": [], "refused": [], "unknown": []}
    for choice in menu.choices:
        reasons = _reasons(choice.ruling, say)
        one: dict[str, object] = {"action": describe(choice.action), "reasons": reasons}
        listed[choice.ruling.verdict.value].append(one)
    waits = [
        {
            "tile": wait.tile.code,
            "unseen": wait.unseen,
            "discard": _verdict(wait.discard, say),
            "self-draw": _verdict(wait.draw, say),
        }
        for wait in menu.waits
    ]
    about = {"id": menu.id, "ruleset": menu.ruleset, "seat": plain(menu.seat)}
    return {**about, **listed, "waits": waits}


def _verdict(ruling: Ruling, say: Wording) -> dict[str, object]:
    return {"verdict": ruling.verdict.value, "reasons": _reasons(ruling, say)}


def _print(book: Rulebook, menu: _Menu, words: Catalog) -> None:
    say = wording(book, words.code, menu.ruleset)
    name = say.words(book.rulesets[menu.ruleset].short)
    id = in_a_line(menu.id)
    click.echo(words.text("options.head", id=id, ruleset=name, seat=say.seat(menu.seat)))
    for line in _lines(menu, say):
        click.echo(line)


def _lines(menu: _Menu, say: Wording) -> Iterator[str]:
    """The same for people: every line names its rule."""
    for choice in menu.choices:
        mark = say.say(f"options.{choice.ruling.verdict.value}")
        yield f"  {mark} {option_text(choice.action, menu.position, say)}"
        for reason in choice.ruling.reasons:
            yield f"      {say.reason(reason)}  [{reason.rule}]"
    for wait in menu.waits:
        yield "  " + say.say("options.wait", tile=wait.tile, unseen=wait.unseen)
        for key, ruling in (("discard", wait.discard), ("draw", wait.draw)):
            mark = say.say(f"options.{ruling.verdict.value}")
            yield f"    {mark} " + say.say(f"options.on-{key}")
            for reason in ruling.reasons:
                yield f"        {say.reason(reason)}  [{reason.rule}]"
