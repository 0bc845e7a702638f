"""`rulebook settle`: who pays whom when a deal is over. One JSON object a line, in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

import click

from rulebook.catalog import Catalog
from rulebook.classical import settle as classical
from rulebook.commands.lines import LINES, Answers, answer, answer_lines
from rulebook.commands.shared import loaded, shared_options
from rulebook.load import Rulebook
from rulebook.riichi import settle as riichi
from rulebook.ruleset import Family

__all__ = ["add", "settle_line"]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("settle", help=words.text("help.settle"))
    @click.argument("file", type=LINES, default="-")
    @shared_options(words)
    def run(file: IO[str], as_json: bool, lang: str | None) -> None:
        book = loaded(words)
        answer_lines(file, lambda given: settle_line(given, book, words), words)


def settle_line(given: Mapping[str, Any], book: Rulebook, words: Catalog) -> dict[str, object]:
    """The settlement of one deal, or what is wrong with it."""
    return answer(given, _SETTLED, book, words)


_SETTLED: Answers = {Family.RIICHI: riichi.settle, Family.CLASSICAL: classical.settle}
"""How a deal of each kind of game is settled."""
