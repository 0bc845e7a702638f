"""`rulebook check`: is everything right?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.catalog import Catalog
from rulebook.checks import check
from rulebook.commands.shared import each_once, existing, print_json, print_problems, shared_options
from rulebook.cores import cores
from rulebook.report import report_json

__all__ = ["add"]


def add(group: click.Group, words: Catalog) -> None:
    @group.command("check", help=words.text("help.check"))
    @click.argument(
        "paths",
        nargs=-1,
        type=click.Path(path_type=Path),
        callback=each_once,
    )
    @shared_options(words)
    def run(paths: tuple[Path, ...], as_json: bool, lang: str | None) -> None:
        existing(paths)
        report = check(paths, cores())
        if as_json:
            print_json(report_json(report, words))
        else:
            print_problems(report.problems, words)
            changes = len([one for one in report.problems if one.is_change])
            counts = [
                words.counted(f"count.{noun}", n)
                for noun, n in (
                    ("rules", report.rules),
                    ("examples", report.examples),
                    ("runs", report.runs),
                    ("rulesets", len(report.rulesets)),
                    *([("changes", changes)] if changes else []),
                    ("problems", len(report.problems) - changes),
                )
            ]
            click.echo(", ".join(counts))
        sys.exit(1 if report.problems else 0)
