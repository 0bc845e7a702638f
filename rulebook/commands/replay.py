"""`rulebook replay`: do recorded games come out as they were recorded?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import click

from rulebook.catalog import Catalog
from rulebook.commands.shared import (
    chosen_ruleset,
    existing,
    files_argument,
    loaded,
    print_json,
    rules_option,
    shared_options,
)
from rulebook.load import Rulebook
from rulebook.records import ClassicalGame, Options, Record, RecordError, Wanted, read_file
from rulebook.replay.classical import replay_classical
from rulebook.replay.mismatch import Mismatch, Replayed
from rulebook.replay.options import with_options
from rulebook.replay.riichi import replay_game
from rulebook.report import in_a_line, plain
from rulebook.ruleset import Family, RuleSet

__all__ = ["add", "rules_of"]

FORMATS = ("auto", "tenhou", "tenhou6", "mjai", "mj-server")


def add(group: click.Group, words: Catalog) -> None:
    @group.command("replay", help=words.text("help.replay"))
    @files_argument
    @click.option(
        "--format",
        "wanted",
        default="auto",
        type=click.Choice(FORMATS),
        help=words.text("help.format"),
    )
    @click.option("--ruleset", help=words.text("help.replay-ruleset"))
    @rules_option(words)
    @shared_options(words)
    def run(
        files: tuple[Path, ...],
        wanted: str,
        ruleset: str | None,
        extra: tuple[Path, ...],
        as_json: bool,
        lang: str | None,
    ) -> None:
        existing((*files, *extra))
        book = loaded(words, extra, as_json=as_json)
        ruleset = chosen_ruleset(book, ruleset)
        total = Replayed()
        damaged: list[dict[str, object]] = []
        for path in files:
            done = Replayed()
            for name, found in read_file(path, cast(Wanted, wanted)):
                replayed = _replayed(found, book, ruleset)
                if isinstance(replayed, RecordError):
                    damaged.append(_damage(path, name, replayed, words))
                    if not as_json:
                        click.echo(damaged[-1]["message"], err=True)
                    continue
                done += replayed
                _progress(path, done)
            total += done
            if not as_json:
                _print(path, done, words)
        if as_json:
            print_json(_json(len(files), total, damaged))
        if total.mismatches or damaged:
            sys.exit(1)


def _replayed(
    found: Record | ClassicalGame | RecordError, book: Rulebook, ruleset: str | None
) -> Replayed | RecordError:
    """What comes out of a record, if it can be read and the rule set is for its game."""
    if isinstance(found, RecordError):
        return found
    rules = rules_of(book, found, ruleset)
    if isinstance(found, ClassicalGame):
        if rules.family is Family.CLASSICAL:
            return replay_classical(found, rules)
    elif rules.family is Family.RIICHI:
        return replay_game(found, rules)
    return RecordError("other-game", rules.id)


def rules_of(book: Rulebook, record: Record | ClassicalGame, ruleset: str | None) -> RuleSet:
    """The rule set of a record: the one asked for, else its server's with its own options."""
    if ruleset:
        return book.ruleset(ruleset)
    if isinstance(record, ClassicalGame):
        return with_options(book.ruleset("bradfield"), record.options)
    return _with_options(book.ruleset("tenhou"), record.options)


def _with_options(rules: RuleSet, options: Options) -> RuleSet:
    """A rule set as the options of a record have it, as far as they say."""
    changes: dict[str, bool | int] = {}
    if options.red_fives is not None:
        changes["tiles.red-fives"] = 3 if options.red_fives else 0
    if options.open_tanyao is not None:
        changes["yaku.tanyao.open"] = options.open_tanyao
    return rules.misread(params=changes) if changes else rules


def _progress(path: Path, done: Replayed) -> None:
    """Show on a terminal how far a long file has come."""
    if sys.stderr.isatty():
        click.echo(f"\r{path.name}: {done.deals}", nl=False, err=True)


def _damage(path: Path, name: str, error: RecordError, words: Catalog) -> dict[str, object]:
    values = {"found": error.found, "line": error.line, "deal": error.deal, "at": error.at}
    key = error.what
    if key == "damaged":
        key = "damaged-part" if error.deal else "damaged-start"
    where = f"{path}:{error.line}" if error.line else str(path)
    if not name.startswith(str(path)):
        where += f", {name}"
    found = in_a_line(error.found) or words.text("problem.missing-key.found")
    what = words.text(f"record.{key}", **{**values, "found": found})
    message = words.text("record.damaged", where=where, what=what)
    return {"file": str(path), "game": name, "what": error.what, **values, "message": message}


def _print(path: Path, done: Replayed, words: Catalog) -> None:
    counts = {
        "hands": done.deals,
        "actions": done.actions,
        "wins": done.wins,
        "mismatches": len(done.mismatches),
    }
    shown = {key: words.number(count) for key, count in counts.items()}
    click.echo(words.text("replay.file", file=str(path), **shown))
    for line in _lines(done.mismatches, words):
        click.echo(line)


def _lines(mismatches: tuple[Mismatch, ...], words: Catalog) -> Iterator[str]:
    for one in mismatches:
        where = {"game": one.game, "hand": one.deal, "action": one.action}
        yield "  " + words.text("replay.where", **where, what=words.text(f"replay.{one.what}"))
        yield "    " + words.text("replay.recorded", value=str(plain(one.recorded)))
        yield "    " + words.text("replay.found", value=str(plain(one.found)))
        if one.rules:
            yield "    " + words.text("replay.rules", value=", ".join(one.rules))


def _json(files: int, total: Replayed, damaged: list[dict[str, object]]) -> dict[str, object]:
    found = {
        "files": files,
        "hands": total.deals,
        "actions": total.actions,
        "wins": total.wins,
        "mismatches": [
            {
                "game": one.game,
                "hand": one.deal,
                "action": one.action,
                "what": one.what,
                "recorded": plain(one.recorded),
                "found": plain(one.found),
                "rules": list(one.rules),
            }
            for one in total.mismatches
        ],
    }
    return {**found, "damaged": damaged} if damaged else found
