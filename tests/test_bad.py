"""Broken definitions: every mistake is found, said clearly, and said at once."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
import yaml

from rulebook.catalog import Catalog, catalog, languages
from rulebook.checks import check
from rulebook.paths import definitions
from rulebook.problems import Message, Problem
from rulebook.report import problem_lines
from rulebook.yamltree import read_yaml
from tests.test_editors import faults

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
    "folder": ELSEWHERE,
    "no-file": ELSEWHERE,
    "no-such-word": ELSEWHERE,
    "usage": ELSEWHERE,
    "no-scenarios": ELSEWHERE,
    "system": ELSEWHERE,
    "taken": ELSEWHERE,
    "link": ELSEWHERE,
    "mkdocs": ELSEWHERE,
    "no-sentence": ELSEWHERE,
    "same-twice": ELSEWHERE,
    "unexpected": ELSEWHERE,
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
        assert words.message(sentence) != sentence.key
    head, *lines = problem_lines(problem, words)
    assert "\n" not in head and len(lines) == 3
    assert all(line.split(maxsplit=1)[1:] and "\n" not in line for line in lines)


def test_kinds() -> None:
    """Every kind of problem is shown by a file here, or cannot be."""
    shown = {problem.kind for path in FILES for problem in problems_in(path)}
    assert len(shown) >= 30
    assert not shown & NOT_COVERED.keys()
    assert shown | NOT_COVERED.keys() == kinds_in_catalogue()


OF_FORM = frozenset(
    ("misspelt-key", "unknown-key", "missing-key", "choice", "flag", "list", "mapping", "number")
)
"""The kinds of problems that an editor can see."""


def test_editors_see_a_wrong_form_as_well() -> None:
    wrong = [path for path in FILES if OF_FORM & {one.kind for one in problems_in(path)}]
    assert len(wrong) > 10
    for path in wrong:
        is_rules = isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), list)
        assert faults("rule" if is_rules else "ruleset", path), path.name


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


def test_aliases_of_aliases_are_not_unfolded(tmp_path: Path) -> None:
    """Ten lines that would become ten thousand million values."""
    lines = ["- &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"- &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]" for n in range(9)]
    path = tmp_path / "aliases.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert {problem.kind for problem in check([path]).problems} == {"alias"}


def test_a_number_of_thousands_of_figures_is_no_number(tmp_path: Path) -> None:
    path = tmp_path / "number.yaml"
    text = (BAD / "negative-wall.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("wall: -1", f"wall: {'9' * 5000}"), encoding="utf-8")
    (problem,) = check([path]).problems
    assert problem.kind == "number" and problem.line == 17
    assert len(str(problem.values["found"])) < 100


def test_house_rules_in_a_circle(tmp_path: Path) -> None:
    """Those in the circle are told, not those that only extend one of them."""
    text = (BAD / "extends-itself.yaml").read_text(encoding="utf-8")
    paths = []
    for id, base in (("one", "two"), ("two", "one"), ("third", "one")):
        paths.append(tmp_path / f"{id}.yaml")
        changed = text.replace("id: club", f"id: {id}").replace("extends: club", f"extends: {base}")
        paths[-1].write_text(changed, encoding="utf-8")
    found = [(one.kind, one.rule) for one in check(paths).problems]
    assert found == [("extends-circle", "one"), ("extends-circle", "two")]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all definitions, loaded in place of them."""
    root = tmp_path / "rulebook"
    shutil.copytree(definitions(), root, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr("rulebook.load.definitions", lambda: root)
    return root


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_names_and_works(copied: Path) -> None:
    """Forms that are missing, empty or too many; a title in one language only."""
    names = copied / "names.yaml"
    change(names, "np: twos", 'np: ""')
    change(names, "{n: South}", "{n: South, g: Southern}")
    change(names, "d: dvojce, ", "")
    change(copied / "sources.yaml", "    cs:", "    sk:")
    found = {(Path(one.path).name, one.kind, one.rule) for one in check().problems}
    assert {
        ("names.yaml", "empty-value", "en"),
        ("names.yaml", "unknown-key", "en"),
        ("names.yaml", "missing-key", "cs"),
        ("sources.yaml", "missing-language", "ema-2012"),
        ("sources.yaml", "unknown-language", "ema-2012"),
    } <= found


def test_a_rule_that_cannot_be_read_is_known_to_be_there(copied: Path) -> None:
    """Only its own faults are told, not every rule that points to it."""
    change(copied / "rules/claims/pung.yaml", "  source:", "  sauce:")
    problems = check().problems
    assert {problem.rule for problem in problems} == {"claim.pung.anyone"}
    assert {problem.kind for problem in problems} == {"misspelt-key", "missing-key"}


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


@pytest.mark.parametrize(
    "text",
    [
        "a: }",
        "[a, ,",
        'a: "C:\\maps"',
        'a: "\\u12"',
        "a: >50\n",
        "a: >\n\t\tb\n",
        "{a: b} c",
        '"a\n---\nb"',
        "a: [b",
        "a: b: c",
        "- a\nb: c",
        "a: *b",
        "a\n--- b",
        '"abc',
        "a: @b",
    ],
)
def test_a_fault_of_notation_is_told_in_every_language(text: str) -> None:
    """What the parser says is English; what authors get wrong has words of its own."""
    _, problems = read_yaml(text, "file.yaml")
    assert problems and all(isinstance(one.values["what"], Message) for one in problems)
