"""`rulebook compare`: what differs between two rule sets?"""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.catalog import Catalog
from rulebook.commands.shared import (
    WrongUsageError,
    check_word,
    loaded,
    print_json,
    rules_option,
    shared_options,
)
from rulebook.compare import Comparison, compare
from rulebook.load import Rulebook
from rulebook.problems import Problem
from rulebook.report import outcome_json, outcome_lines
from rulebook.wording import wording

__all__ = ["add", "comparison_json"]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("compare", help=words.text("help.compare"))
    @click.argument("first", metavar="A")
    @click.argument("second", metavar="B")
    @click.option("--topic", help=words.text("help.topic"))
    @rules_option(words)
    @shared_options(words)
    def run(
        first: str,
        second: str,
        topic: str | None,
        extra: tuple[Path, ...],
        as_json: bool,
        lang: str | None,
    ) -> None:
        book = loaded(words, extra, as_json=as_json)
        for id in (first, second):
            check_word("--ruleset", id, book.rulesets)
        if first == second:
            raise WrongUsageError([Problem("A B", 0, "", "same-twice", {"word": first})])
        if topic is not None:
            check_word("--topic", topic, book.topics)
        found = compare(book, first, second, topic)
        if as_json:
            print_json(comparison_json(book, first, second, found, words.code))
        else:
            _print(book, first, second, found, words)


def comparison_json(
    book: Rulebook, first: str, second: str, found: Comparison, language: str
) -> dict[str, object]:
    """What differs between two rule sets, for programs."""
    say = {id: wording(book, language, id) for id in (first, second)}
    return {
        "params": [
            {"param": param.id, first: one, second: other} for param, one, other in found.params
        ],
        "only": {
            first: [rule.id for rule in found.only_first],
            second: [rule.id for rule in found.only_second],
        },
        "examples": [
            {
                "rule": pair.rule.id,
                "example": pair.example.id,
                first: outcome_json(pair.first, say[first], first),
                second: outcome_json(pair.second, say[second], second),
            }
            for pair in found.examples
        ],
    }


def _print(book: Rulebook, first: str, second: str, found: Comparison, words: Catalog) -> None:
    say = {id: wording(book, words.code, id) for id in (first, second)}
    names = {id: one.words(book.rulesets[id].short) for id, one in say.items()}
    if found.params:
        click.echo(words.text("compare.params"))
    for param, one, other in found.params:
        click.echo(f"  {say[first].words(param.label)}  [{param.id}]")
        click.echo(f"    {names[first]}: {say[first].value(param, one)}")
        click.echo(f"    {names[second]}: {say[second].value(param, other)}")
    for id, rules in ((first, found.only_first), (second, found.only_second)):
        if rules:
            click.echo(words.text("compare.only", ruleset=names[id]))
        for rule in rules:
            click.echo(f"  {say[id].words(rule.title)}  [{rule.id}]")
    if found.examples:
        click.echo(words.text("compare.examples"))
    for pair in found.examples:
        click.echo(f"  {pair.rule.id}#{pair.example.id}")
        for id, outcome in ((first, pair.first), (second, pair.second)):
            lines = list(outcome_lines(outcome, say[id]))
            click.echo(f"    {names[id]}: " + "\n      ".join(line.strip() for line in lines))
    if not (found.params or found.only_first or found.only_second or found.examples):
        click.echo(words.text("compare.nothing"))
