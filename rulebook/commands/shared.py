"""What the commands share: the language, options, printing, and loading definitions."""

from __future__ import annotations

import gettext
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rulebook.catalog import Catalog, catalog, environment_language, languages, locales_folder
from rulebook.checks import ruleset_problems
from rulebook.load import Rulebook, load_rulebook
from rulebook.problems import Message, Problem, nearest
from rulebook.report import problem_json, problem_lines

__all__ = [
    "Decorator",
    "check_word",
    "chosen_rulesets",
    "existing",
    "language_of",
    "loaded",
    "print_error",
    "print_json",
    "print_problems",
    "run_group",
    "shared_options",
]

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def language_of(arguments: Sequence[str]) -> str:
    """The language asked for on the command line, else the environment's."""
    for place, word in enumerate(arguments):
        name, _, value = word.partition("=")
        if name == "--lang":
            value = value or (arguments[place + 1] if place + 1 < len(arguments) else "")
            if value in languages():
                return value
    return environment_language()


def run_group(
    name: str,
    adders: Iterable[Callable[[click.Group, Catalog], None]],
    arguments: Sequence[str] | None,
) -> None:
    """Run a command that has subcommands, in the language asked for."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    words = catalog(language_of(given))
    group = click.Group(
        name,
        params=[_language_option(words)],
        callback=lambda lang: None,
        help=words.text(f"help.{name}"),
    )
    for add in adders:
        add(group, words)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _speak(words.code, Path(folder))
            group(args=given, prog_name=name)
    except OSError as error:
        what = error.strerror or str(error)
        print_error(Problem(str(error.filename or name), 0, "", "system", {"what": what}), words)
        sys.exit(2)


def _speak(code: str, folder: Path) -> None:
    """Give click its own words in a language: it takes them from gettext's domain."""
    source = locales_folder() / code / "LC_MESSAGES" / "click.po"
    target = folder / code / "LC_MESSAGES" / "click.mo"
    if source.is_file():
        target.parent.mkdir(parents=True)
        with source.open("rb") as file, target.open("wb") as out:
            write_mo(out, read_po(file, locale=code))
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain("click", str(folder))
    gettext.textdomain("click")


def _language_option(words: Catalog) -> click.Option:
    return click.Option(["--lang"], type=click.Choice(languages()), help=words.text("help.lang"))


def shared_options(words: Catalog, *, with_json: bool = True) -> Decorator:
    """The options that all commands take."""

    def add(run: Callable[..., None]) -> Callable[..., None]:
        help = words.text("help.lang")
        run = click.option("--lang", type=click.Choice(languages()), help=help)(run)
        if with_json:
            run = click.option("--json", "as_json", is_flag=True, help=words.text("help.json"))(run)
        return run

    return add


def print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_problems(problems: Sequence[Problem], words: Catalog) -> None:
    for problem in problems:
        click.echo("\n".join(problem_lines(problem, words)))
        click.echo()


def print_error(problem: Problem, words: Catalog) -> None:
    click.echo("\n".join(problem_lines(problem, words)), err=True)


def existing(paths: Sequence[Path], words: Catalog) -> None:
    """Stop with a usage error when a file is not there."""
    missing = [path for path in paths if not path.is_file()]
    for path in missing:
        kind = "folder" if path.is_dir() else "no-file"
        print_error(Problem(str(path), 0, "", kind), words)
    if missing:
        sys.exit(2)


def loaded(words: Catalog, extra: Sequence[Path] = (), *, as_json: bool = False) -> Rulebook:
    """The definitions; broken ones are shown and stop the command."""
    book, problems = load_rulebook(extra)
    problems += ruleset_problems(book, extra)
    if not problems:
        return book
    if as_json:
        print_json({"problems": [problem_json(problem, words) for problem in problems]})
    else:
        for problem in problems:
            print_error(problem, words)
    sys.exit(1)


def check_word(option: str, word: str, known: Iterable[str], words: Catalog) -> None:
    """Stop with a usage error when a word of the command line is not known."""
    names = list(known)
    if word in names:
        return
    close = nearest(word, names)
    what = Message(f"what.{option.lstrip('-')}")
    values = {"what": what, "word": word, "nearest": close or ""}
    print_error(Problem(option, 0, "", "misspelt" if close else "unknown", values), words)
    sys.exit(2)


def chosen_rulesets(book: Rulebook, text: str | None, words: Catalog) -> list[str]:
    """The rule sets asked for, the default one when none is."""
    if text is None:
        return [id for id, one in book.rulesets.items() if one.default][:1]
    chosen = [id.strip() for id in text.split(",")]
    for id in chosen:
        check_word("--ruleset", id, book.rulesets, words)
    return chosen
