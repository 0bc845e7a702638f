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
from rulebook.ruleset import Family

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
        rules = book.ruleset(id)
        play_game = _PLAY[rules.family]
        played: list[Played] = []
        broken: list[dict[str, object]] = []
        for number in range(seed, seed + games):
            try:
                played.append(play_game(rules, number))
            except BrokenError as error:
                broken.append({"seed": number, "what": error.what})
            if sys.stderr.isatty():
                click.echo(f"\r{number - seed + 1}/{games}", nl=False, err=True)
        ends = Counter(end for one in played for end in one.ends)
        deals, moves = sum(one.deals for one in played), sum(one.moves for one in played)
        if as_json:
            print_json(
                {
                    "ruleset": id,
                    "games": len(played),
                    "deals": deals,
                    "moves": moves,
                    "ends": dict(sorted(ends.items())),
                    "broken": broken,
                }
            )
        else:
            counts = {"games": len(played), "deals": deals, "moves": moves, "broken": len(broken)}
            shown = {key: words.number(count) for key, count in counts.items()}
            click.echo(words.text("play.done", **shown))
            for one in broken:
                click.echo("  " + words.text("play.broken", **one))
        if broken:
            sys.exit(1)
