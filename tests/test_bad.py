"""Broken definitions: every mistake is found, said clearly, and said at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulebook.catalog import Catalog, catalog, languages
from rulebook.checks import check
from rulebook.problems import Message, Problem
from rulebook.report import problem_lines

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))
NAMES = [path.stem for path in FILES]

OTHERS = "only in files that every project has once, which no extra file can stand for"
ELSEWHERE = "not a matter of definitions: raised by a command or by the build of the site"
NOT_COVERED = {
    "accept-reject": OTHERS,
    "choices": OTHERS,
    "not-a-list": OTHERS,
    "param-not-shown": OTHERS,
    "param-unused": OTHERS,
    "wrong-file": "only for rules inside the package",
    "no-entry": "only for a function of the package whose rule has no entry",
    "slot-reason": "only for a reason that the package's own functions give, at its own entry",
    "house": "stands at a line of the published rules; has a test of its own below",
    "no-file": ELSEWHERE,
    "link": ELSEWHERE,
    "mkdocs": ELSEWHERE,
    "no-sentence": ELSEWHERE,
    "port": ELSEWHERE,
    "template": ELSEWHERE,
}
"""The kinds of problem that no file in `bad` shows, with the reason."""


@cache
def problems_in(path: Path) -> tuple[Problem, ...]:
    """What a check finds in one broken file."""
    return check([path]).problems


def printed(problems: tuple[Problem, ...], words: Catalog) -> str:
    """Problems as the command prints them."""
    return "\n\n".join("\n".join(problem_lines(one, words)) for one in problems) + "\n"


def kinds_in_catalogue() -> set[str]:
    """The kinds of problem that the catalogue has sentences for."""
    keys = (key.split(".") for key in catalog("en").texts)
    return {key[1] for key in keys if key[0] == "problem"}


def sentences(problem: Problem) -> tuple[Message, ...]:
    return problem.expected, problem.found, problem.fix


def test_there_are_enough_files() -> None:
    assert len(FILES) >= 36
    assert {path.stem for path in BAD.glob("*.txt")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_file(name: str) -> None:
    """The very text, at lines that the file has, in sentences that every language has."""
    path = BAD / f"{name}.yaml"
    problems = problems_in(path)
    assert problems
    assert printed(problems, catalog("en")) == path.with_suffix(".txt").read_text(encoding="utf-8")
    count = path.read_bytes().count(b"\n")
    for problem in problems:
        assert problem.path == f"tests/bad/{name}.yaml"
        assert 1 <= problem.line <= count + 1
        for code in languages():
            _told(problem, catalog(code))


def _told(problem: Problem, words: Catalog) -> None:
    for sentence in sentences(problem):
        assert sentence.key in words.texts
        text = words.message(sentence)
        assert text
        assert text != sentence.key
    assert len(problem_lines(problem, words)) == 4
    assert all("\n" not in line for line in problem_lines(problem, words))


def test_kinds() -> None:
    """Every kind of problem is shown by a file here, or cannot be."""
    shown = {problem.kind for path in FILES for problem in problems_in(path)}
    assert len(shown) >= 30
    assert not shown & NOT_COVERED.keys()
    assert shown | NOT_COVERED.keys() == kinds_in_catalogue()


def test_all_at_once() -> None:
    """Files given together show all their problems, each as if it were alone."""
    together = [
        "encoding",
        "extends-nothing",
        "missing-language",
        "misspelt-key",
        "tile-letter",
        "yaml-syntax",
    ]
    found = check([BAD / f"{name}.yaml" for name in together]).problems
    alone = [one for name in together for one in problems_in(BAD / f"{name}.yaml")]
    assert {one.path for one in found} == {f"tests/bad/{name}.yaml" for name in together}
    assert printed(found, catalog("en")) == printed(tuple(alone), catalog("en"))


def test_several_in_one_file(tmp_path: Path) -> None:
    """A check does not stop at the first mistake of a file."""
    names = ["bad-id", "duplicate-key", "unknown-key", "unknown-see", "unknown-section"]
    path = tmp_path / "several.yaml"
    parts = [
        (BAD / f"{name}.yaml").read_text(encoding="utf-8").replace("pung.silence", f"pung.{name}")
        for name in names
    ]
    path.write_text("".join(parts), encoding="utf-8")
    found = {problem.kind for problem in check([path]).problems}
    wanted = {problem.kind for name in names for problem in problems_in(BAD / f"{name}.yaml")}
    assert wanted <= found


def test_same_file_twice() -> None:
    path = BAD / "bad-id.yaml"
    assert check([path, path]).problems == problems_in(path)


def test_house_rules_that_change_published_examples(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    text = (BAD / "ruleset-name.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("Our Club", "club").replace('"4"', "none"), encoding="utf-8")
    found = check([path]).problems
    assert {problem.kind for problem in found} == {"house"}
    assert all(problem.path.startswith("rulebook/rules/") for problem in found)
