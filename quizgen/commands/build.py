"""`quizgen build`: check everything, then build the site."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from quizgen.build import Places, build_site
from quizgen.trouble import StoppedError
from rulebook.catalog import Catalog
from rulebook.checks import check
from rulebook.commands.shared import each_once, existing, print_json, print_problems, shared_options
from rulebook.problems import Problem
from rulebook.report import problem_json

__all__ = ["add", "folders", "sound"]


def folders(words: Catalog) -> list[click.Option]:
    """The options that say where to build, and of what."""
    return [
        _folder("--site", "site", words.text("help.site")),
        _folder("--work", ".build", words.text("help.work")),
        click.Option(
            ["--rules", "extra"],
            multiple=True,
            type=click.Path(path_type=Path),
            callback=each_once,
            help=words.text("help.rules"),
        ),
    ]


def _folder(name: str, default: str, help: str) -> click.Option:
    folder = click.Path(path_type=Path, file_okay=False)
    return click.Option([name], type=folder, default=default, show_default=True, help=help)


def add(group: click.Group, words: Catalog) -> None:
    @group.command("build", help=words.text("help.build"))
    @click.option("--dirty", is_flag=True, help=words.text("help.dirty"))
    @shared_options(words)
    def run(
        dirty: bool,
        site: Path,
        work: Path,
        extra: tuple[Path, ...],
        as_json: bool,
        lang: str | None,
    ) -> None:
        existing(extra)
        start = time.perf_counter()
        pages, problems = sound(Places(work, site), extra, dirty=dirty)
        if as_json:
            wrong = [problem_json(one, words) for one in problems]
            print_json({"pages": pages, "site": str(site), "problems": wrong})
        else:
            print_problems(problems, words)
            if pages:
                seconds = round(time.perf_counter() - start, 1)
                click.echo(words.counted("build.done", pages, site=site, seconds=seconds))
        sys.exit(0 if pages else 1)

    run.params[:0] = folders(words)


def sound(
    places: Places, rulesets: tuple[Path, ...], *, dirty: bool = False
) -> tuple[int, list[Problem]]:
    """Build the site if the definitions are right: the number of pages, and what is wrong.

    Published examples that come out otherwise under house rules are told and stop nothing.
    """
    problems = list(check(rulesets).problems)
    if not all(problem.is_change for problem in problems):
        return 0, problems
    try:
        return build_site(places, dirty=dirty, rulesets=rulesets), problems
    except StoppedError as error:
        return 0, [*problems, *error.problems]
