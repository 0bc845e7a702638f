"""`rulebook options`: what may a player do in a position, what not, and why?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rulebook.catalog import Catalog
from rulebook.commands.shared import (
    chosen_rulesets,
    existing,
    loaded,
    print_json,
    print_problems,
    shared_options,
)
from rulebook.load import read_examples
from rulebook.menu import Choice, WaitVerdict, menu, wait_verdicts
from rulebook.outcome import describe, situation
from rulebook.problems import Problem, merge
from rulebook.report import plain, problem_json
from rulebook.ruling import Ruling
from rulebook.scenario import build, seat_of
from rulebook.state import Position
from rulebook.telling import option_text
from rulebook.tiles import Seat
from rulebook.wording import Wording, wording

__all__ = ["add"]

_SEATS = [seat.name.lower() for seat in Seat]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("options", help=words.text("help.options"))
    @click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
    @click.option("--ruleset", help=words.text("help.ruleset"))
    @click.option("--seat", type=click.Choice(_SEATS), help=words.text("help.seat"))
    @shared_options(words)
    def run(
        files: tuple[Path, ...],
        ruleset: str | None,
        seat: str | None,
        as_json: bool,
        lang: str | None,
    ) -> None:
        existing(files, words)
        book = loaded(words)
        chosen = chosen_rulesets(book, ruleset, words)
        problems: list[Problem] = []
        found: list[dict[str, object]] = []
        for path in files:
            examples, faults = read_examples(path)
            problems += faults
            for example, entry in examples:
                for id in chosen:
                    rules = book.ruleset(id)
                    scenario, wrong = build(example.given, example.when, rules)
                    problems += [
                        entry.problem(example.id, one.kind, *one.at, **one.values) for one in wrong
                    ]
                    if scenario is None:
                        continue
                    position = situation(scenario, rules)
                    who = seat_of(seat) if seat else scenario.seat
                    choices = menu(position, who, rules)
                    waits = wait_verdicts(position, who, rules)
                    say = wording(book, words.code, id)
                    if as_json:
                        about: dict[str, object] = {
                            "id": example.id,
                            "ruleset": id,
                            "seat": plain(who),
                        }
                        found.append(about | _json(choices, waits, say))
                    else:
                        head = {"id": example.id, "ruleset": say.words(book.rulesets[id].short)}
                        click.echo(words.text("options.head", **head, seat=say.seat(who)))
                        for line in _lines(position, choices, waits, say):
                            click.echo(line)
        if as_json:
            wrong_json = [problem_json(problem, words) for problem in merge(problems)]
            print_json({"scenarios": found, "problems": wrong_json})
        else:
            print_problems(merge(problems), words)
        sys.exit(1 if problems else 0)


def _reasons(ruling: Ruling, say: Wording) -> list[dict[str, object]]:
    return [
        {"rule": reason.rule, "key": reason.key, "text": say.reason(reason)}
        for reason in ruling.reasons
    ]


def _json(
    choices: tuple[Choice, ...], waits: tuple[WaitVerdict, ...], say: Wording
) -> dict[str, object]:
    """What may be done, what may not, and what each wait wins, for programs."""
    listed: dict[str, list[dict[str, object]]] = {"allowed": [], "refused": [], "unknown": []}
    for choice in choices:
        reasons = _reasons(choice.ruling, say)
        one: dict[str, object] = {"action": describe(choice.action), "reasons": reasons}
        listed[choice.ruling.verdict.value].append(one)
    verdicts = [
        {
            "tile": wait.tile.code,
            "unseen": wait.unseen,
            "discard": _verdict(wait.discard, say),
            "self-draw": _verdict(wait.draw, say),
        }
        for wait in waits
    ]
    return {**listed, "waits": verdicts}


def _verdict(ruling: Ruling, say: Wording) -> dict[str, object]:
    return {"verdict": ruling.verdict.value, "reasons": _reasons(ruling, say)}


def _lines(
    position: Position,
    choices: tuple[Choice, ...],
    waits: tuple[WaitVerdict, ...],
    say: Wording,
) -> Iterator[str]:
    """The same for people: every line names its rule."""
    for choice in choices:
        mark = say.say(f"options.{choice.ruling.verdict.value}")
        yield f"  {mark} {option_text(choice.action, position, say)}"
        for reason in choice.ruling.reasons:
            yield f"      {say.reason(reason)}  [{reason.rule}]"
    for wait in waits:
        yield "  " + say.say("options.wait", tile=wait.tile, unseen=wait.unseen)
        for key, ruling in (("discard", wait.discard), ("draw", wait.draw)):
            mark = say.say(f"options.{ruling.verdict.value}")
            yield f"    {mark} " + say.say(f"options.on-{key}")
            for reason in ruling.reasons:
                yield f"        {say.reason(reason)}  [{reason.rule}]"
