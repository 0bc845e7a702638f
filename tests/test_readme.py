"""What the README shows works as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from quizgen.__main__ import main as quizgen
from rulebook.__main__ import main as rulebook

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^((?:rulebook|quizgen) .*?)(?: +#.*)?$", README, flags=re.MULTILINE)
PROGRAMS = {"rulebook": rulebook, "quizgen": quizgen}


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_python_example() -> None:
    names: dict[str, Any] = {}
    exec(block("python"), names)
    ruling = names["ruling"]
    assert ruling.verdict.value == "refused"
    assert ruling.rules == ("claim.chow.from-left",)


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 11


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_exist_with_their_options(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage would end the program instead of printing the help."""
    program, *words = shlex.split(line)
    PROGRAMS[program]([*words, "--lang", "en", "--help"])
    assert f"{program} {words[0]}" in capsys.readouterr().out
