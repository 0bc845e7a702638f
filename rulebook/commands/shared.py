"""What the commands share: the language, options, printing, and loading definitions."""

from __future__ import annotations

import errno
import gettext
import io
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
from rulebook.report import change_line, problem_json, problem_lines

__all__ = [
    "Decorator",
    "WrongUsageError",
    "check_word",
    "chosen_ruleset",
    "chosen_rulesets",
    "default_ruleset",
    "each_once",
    "existing",
    "files_argument",
    "json_text",
    "language_of",
    "loaded",
    "print_error",
    "print_json",
    "print_problems",
    "rules_option",
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


class WrongUsageError(Exception):
    """Something on the command line that cannot be; `problems` says what, all at once."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.kind for problem in problems))
        self.problems = list(problems)


def run_group(
    name: str,
    adders: Iterable[Callable[[click.Group, Catalog], None]],
    arguments: Sequence[str] | None,
) -> None:
    """Run a command that has subcommands, in the language asked for."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    words = catalog(language_of(given))
    as_json = "--json" in given
    _open_streams()
    try:
        try:
            _run(name, adders, given, words)
        finally:
            sys.stdout.flush()
    except WrongUsageError as error:
        problems = error.problems
    except click.Abort:  # Ctrl-C
        sys.exit(130)
    except BrokenPipeError:  # whoever reads has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        code = errno.errorcode.get(error.errno or 0)
        what = words.texts.get(f"system.{code}", error.strerror or str(error))
        problems = [Problem(str(error.filename or name), 0, "", "system", {"what": what})]
    else:
        return
    try:
        if as_json:
            print_json({"problems": [problem_json(problem, words) for problem in problems]})
            sys.stdout.flush()
        else:
            for problem in problems:
                print_error(problem, words)
    except OSError:  # nobody can be told there, such as on a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if as_json:
            for problem in problems:
                print_error(problem, words)
    sys.exit(2)


def _run(
    name: str,
    adders: Iterable[Callable[[click.Group, Catalog], None]],
    given: list[str],
    words: Catalog,
) -> None:
    """Run the command.

    Raises:
        WrongUsageError: when a program is to be told what is wrong with the command line.
    """
    with tempfile.TemporaryDirectory() as folder:
        _speak(words.code, Path(folder))
        group = click.Group(
            name,
            params=[_language_option(words)],
            callback=lambda lang: None,
            help=words.text(f"help.{name}"),
        )
        for add in adders:
            add(group, words)
        _name_placeholders(group, words)
        try:
            group.main(args=given, prog_name=name, standalone_mode=False)
        except click.ClickException as error:
            if "--json" not in given:
                error.show()
                sys.exit(error.exit_code)
            context = error.ctx if isinstance(error, click.UsageError) else None
            usage = context.command_path if context else name
            values = {"usage": usage, "what": error.format_message()}
            raise WrongUsageError([Problem(name, 0, "", "usage", values)]) from None


def _open_streams() -> None:
    """See to it that there is something to read and to write, and that all can be written."""
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BytesIO())
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


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


def _name_placeholders(command: click.Command, words: Catalog) -> None:
    """Name what stands for values in usage lines and lists of options: click does it in English.

    Raises:
        KeyError: when the catalogue has no name for an argument or a kind of value.
    """
    command.options_metavar = f"[{words.text('placeholder.options')}]"
    if isinstance(command, click.Group):
        command.subcommand_metavar = words.text("placeholder.command")
        for one in command.commands.values():
            _name_placeholders(one, words)
    for param in command.params:
        if param.metavar is not None:
            continue
        if isinstance(param, click.Argument):
            name = words.text(f"placeholder.{param.name}")
            several = "..." if param.nargs != 1 else ""
            param.metavar = (name if param.required else f"[{name}]") + several
        elif isinstance(param.type, click.types.IntParamType):
            param.metavar = words.text("placeholder.number")
        elif isinstance(param.type, click.types.StringParamType):
            param.metavar = words.text("placeholder.text")


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


def rules_option(words: Catalog) -> Decorator:
    """The option that names files with house rules."""
    return click.option(
        *("--rules", "extra"),
        multiple=True,
        type=click.Path(path_type=Path),
        callback=each_once,
        help=words.text("help.rules"),
    )


def files_argument(run: Callable[..., None]) -> Callable[..., None]:
    """The argument that names the files to read, at least one."""
    path = click.Path(path_type=Path)
    return click.argument("files", nargs=-1, required=True, type=path, callback=each_once)(run)


def each_once(
    context: click.Context, parameter: click.Parameter, paths: tuple[Path, ...]
) -> tuple[Path, ...]:
    """Every file once, however often and in whatever ways it is named."""
    named = {os.path.realpath(path): path for path in reversed(paths)}
    return tuple(path for path in paths if named.get(os.path.realpath(path)) is path)


def print_json(value: object) -> None:
    click.echo(json_text(value, indent=2))


def json_text(value: object, *, indent: int | None = None) -> str:
    """JSON; characters that the output cannot show are escaped.

    Raises:
        ValueError: when it holds a number that JSON does not know.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text


def print_problems(problems: Sequence[Problem], words: Catalog) -> None:
    """What house rules change, a line each, and then what is wrong."""
    changes = [problem for problem in problems if problem.is_change]
    if changes:
        click.echo(words.text("check.changes"))
        for problem in changes:
            click.echo(f"  {change_line(problem, words)}")
        click.echo()
    for problem in problems:
        if not problem.is_change:
            click.echo("\n".join(problem_lines(problem, words)))
            click.echo()


def print_error(problem: Problem, words: Catalog) -> None:
    click.echo("\n".join(problem_lines(problem, words)), err=True)


def existing(paths: Iterable[Path]) -> None:
    """Stop with a usage error when a file is not there."""
    missing = [path for path in paths if path.is_dir() or not path.exists()]
    if missing:
        kinds = ["folder" if path.is_dir() else "no-file" for path in missing]
        named = zip(missing, kinds, strict=True)
        raise WrongUsageError([Problem(str(path), 0, "", kind) for path, kind in named])


def loaded(words: Catalog, extra: Sequence[Path] = (), *, as_json: bool = False) -> Rulebook:
    """The definitions, with files of house rules; broken ones are shown and stop the command."""
    existing(extra)
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


def check_word(option: str, word: str, known: Iterable[str]) -> None:
    """Stop with a usage error when a word of the command line is not known."""
    names = list(known)
    if word not in names:
        close = nearest(word, names)
        what = Message(f"what.{option.lstrip('-')}")
        values = {"what": what, "word": word, "nearest": close, "known": ", ".join(names)}
        kind = "misspelt" if close else "no-such-word"
        raise WrongUsageError([Problem(option, 0, "", kind, values)])


def chosen_ruleset(book: Rulebook, id: str | None) -> str | None:
    """The one rule set asked for, if any."""
    if id is not None:
        check_word("--ruleset", id, book.rulesets)
    return id


def default_ruleset(book: Rulebook) -> str:
    return next(id for id, one in book.rulesets.items() if one.default)


def chosen_rulesets(book: Rulebook, text: str | None) -> list[str]:
    """The rule sets asked for, the default one when none is."""
    if text is None:
        return [default_ruleset(book)]
    chosen = list(dict.fromkeys(id.strip() for id in text.split(",")))
    for id in chosen:
        check_word("--ruleset", id, book.rulesets)
    return chosen
