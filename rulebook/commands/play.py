"""`rulebook play`: do whole games of random legal moves keep every invariant?"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from rulebook.catalog import Catalog
from rulebook.classical.play import play_game as play_classical
from rulebook.commands.shared import (
    chosen_ruleset,
    default_ruleset,
    loaded,
    print_json,
    rules_option,
    shared_options,
)
from rulebook.played import BrokenError, Played
from rulebook.riichi.play import play_game as play_riichi
from rulebook.ruleset import Family, RuleSet

__all__ = ["add"]

_PLAY = {Family.RIICHI: play_riichi, Family.CLASSICAL: play_classical}


def add(group: click.Group, words: Catalog) -> None:
    @group.command("play", help=words.text("help.play"))
    @click.option("--ruleset", help=words.text("help.play-ruleset"))
    @click.option("--seed", default=1, show_default=True, help=words.text("help.seed"))
    @click.option(
        "--games",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help=words.text("help.games"),
    )
    @rules_option(words)
    @shared_options(words)
    def run(
        ruleset: str | None,
        seed: int,
        games: int,
        extra: tuple[Path, ...],
        as_json: bool,
        lang: str | None,
    ) -> None:
        book = loaded(words, extra, as_json=as_json)
        id = chosen_ruleset(book, ruleset) or default_ruleset(book)
        played, broken = _played(book.ruleset(id), seed, games)
        if as_json:
            print_json(_json(id, played, broken))
        else:
            _print(played, broken, words)
        if broken:
            sys.exit(1)


Broken = dict[str, object]
"""The seed of a game that broke an invariant, and which."""


def _played(rules: RuleSet, seed: int, games: int) -> tuple[list[Played], list[Broken]]:
    """Play games, each with the next seed; a terminal is told how far it has come."""
    played: list[Played] = []
    broken: list[Broken] = []
    for number in range(games):
        try:
            played.append(_PLAY[rules.family](rules, seed + number))
        except BrokenError as error:
            broken.append({"seed": seed + number, "what": error.what})
        if sys.stderr.isatty():
            click.echo(f"\r{number + 1}/{games}", nl=False, err=True)
    return played, broken


def _json(ruleset: str, played: list[Played], broken: list[Broken]) -> dict[str, object]:
    ends = Counter(end for one in played for end in one.ends)
    return {
        "ruleset": ruleset,
        "games": len(played),
        "deals": sum(one.deals for one in played),
        "moves": sum(one.moves for one in played),
        "ends": dict(sorted(ends.items())),
        "broken": broken,
    }


def _print(played: list[Played], broken: list[Broken], words: Catalog) -> None:
    counts = {
        "games": len(played),
        "deals": sum(one.deals for one in played),
        "moves": sum(one.moves for one in played),
        "broken": len(broken),
    }
    shown = {key: words.number(count) for key, count in counts.items()}
    click.echo(words.text("play.done", **shown))
    for one in broken:
        click.echo("  " + words.text("play.broken", **one))
