"""Our frozen dataclasses behave as those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from typing import Any

import pytest

from rulebook import frozen
from rulebook.effects import DrawTile, Effect
from rulebook.ruling import Finding, Verdict
from rulebook.state import Meld, MeldKind
from rulebook.tiles import Seat, parse_tiles


@frozen.dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    rule: str = ""


@frozen.dataclass(frozen=True, slots=True)
class OursToo(Ours):
    first: int
    second: str = "two"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Theirs:
    rule: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class TheirsToo(Theirs):
    first: int
    second: str = "two"


def both(*values: Any, **named: Any) -> tuple[Any, Any]:
    return OursToo(*values, **named), TheirsToo(*values, **named)


@pytest.mark.parametrize("named", [{}, {"second": "x"}, {"rule": "r"}, {"rule": "r", "second": ""}])
def test_they_are_made_alike(named: dict[str, str]) -> None:
    ours, theirs = both(1, **named)
    assert repr(ours) == repr(theirs).replace("TheirsToo", "OursToo")
    assert hash(ours) == hash((ours.rule, ours.first, ours.second))
    assert ours == OursToo(1, **named) and ours != OursToo(2, **named)
    assert ours != theirs
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    for change in (frozen.replace, dataclasses.replace):
        assert change(ours, first=5) == OursToo(5, **named)


@pytest.mark.parametrize("values", [(), (1, "two", "three"), (1, 2, 3, 4)])
def test_wrong_arguments_are_refused_alike(values: tuple[Any, ...]) -> None:
    for cls in (OursToo, TheirsToo):
        with pytest.raises(TypeError):
            cls(*values)
        with pytest.raises(TypeError):
            cls(1, third=3)  # type: ignore[call-arg]


def test_nothing_can_be_set() -> None:
    for one in both(1):
        with pytest.raises(AttributeError):
            one.first = 2
        with pytest.raises(AttributeError):
            del one.first
        with pytest.raises((AttributeError, TypeError)):
            one.third = 3
        assert one.first == 1


def test_they_are_copied_and_matched() -> None:
    meld = Meld(MeldKind.PUNG, parse_tiles("555z"))
    assert copy.deepcopy(meld) == pickle.loads(pickle.dumps(meld)) == meld
    match Finding(Verdict.ALLOWED, "key"):
        case Finding(Verdict.ALLOWED, key):
            assert key == "key"
        case _:
            pytest.fail("no match")


def test_effects_are_dataclasses() -> None:
    drawn = DrawTile(Seat.EAST)
    assert frozen.replace(drawn, rule="turn").rule == "turn"
    assert isinstance(drawn, Effect) and drawn.rule == ""
    assert [one.name for one in dataclasses.fields(drawn)] == ["rule", "seat", "tile"]


@pytest.mark.parametrize("heavy", ["dataclasses", "inspect", "typing", "re", "rulebook.rules"])
def test_the_engine_imports_nothing_heavy(heavy: str) -> None:
    program = f"import rulebook.engine, rulebook.riichi.score, sys; print({heavy!r} in sys.modules)"
    command = [sys.executable, "-S", "-c", program]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "False\n"
