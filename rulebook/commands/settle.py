"""`rulebook settle`: who pays whom when a deal is over. One JSON object a line, in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from rulebook.catalog import Catalog
from rulebook.classical import settle as classical
from rulebook.commands.lines import Answers, answer, line_command
from rulebook.load import Rulebook
from rulebook.riichi import settle as riichi
from rulebook.ruleset import Family

__all__ = ["add", "settle_line"]


def add(group: click.Group, words: Catalog) -> None:
    line_command(group, words, "settle", _SETTLED)


def settle_line(given: Mapping[str, Any], book: Rulebook, words: Catalog) -> dict[str, object]:
    """The settlement of one deal, or what is wrong with it."""
    return answer(given, _SETTLED, book, words)


_SETTLED: Answers = {Family.RIICHI: riichi.settle, Family.CLASSICAL: classical.settle}
"""How a deal of each kind of game is settled."""
