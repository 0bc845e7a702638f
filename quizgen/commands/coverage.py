"""`quizgen coverage`: what is proved by examples, topic by topic."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from quizgen.coverage import coverage
from quizgen.questions import questions
from rulebook.catalog import Catalog
from rulebook.commands.shared import loaded, print_json, shared_options
from rulebook.wording import wording

__all__ = ["add"]

_COLUMNS = ("rules", "notes", "examples", "runs", "questions")


def add(group: click.Group, words: Catalog) -> None:
    @group.command("coverage", help=words.text("help.coverage"))
    @shared_options(words)
    def run(as_json: bool, lang: str | None) -> None:
        book = loaded(words, as_json=as_json)
        found = coverage(book, questions(book, words.code))
        uncovered = [id for one in found for id in one.uncovered]
        if as_json:
            print_json({"topics": [asdict(one) for one in found], "uncovered": uncovered})
        else:
            say = wording(book, words.code, next(iter(book.rulesets)))
            for one in found:
                click.echo(say.words(book.topics[one.topic].title))
                for name in _COLUMNS:
                    click.echo(f"  {words.text(f'coverage.{name}')}: {getattr(one, name)}")
            for id in uncovered:
                click.echo(f"{words.text('coverage.uncovered')}: {id}")
        sys.exit(1 if uncovered else 0)
