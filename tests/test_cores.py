"""Work over several cores comes out as on one, and where it cannot be shared out too."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from rulebook.checks import check
from rulebook.cores import over_cores

HERE = os.getpid()
BAD = Path(__file__).parent / "bad"


def doubled(number: int) -> tuple[int, bool]:
    """Twice the number, the later the smaller it is, and whether another process found it."""
    time.sleep(0.01 / (1 + number))
    return 2 * number, os.getpid() != HERE


@pytest.mark.parametrize("processes", [1, 2, 9])
def test_results_stand_in_the_order_of_the_parts(processes: int) -> None:
    found = over_cores(doubled, range(12), processes)
    assert found == [(2 * number, processes > 1) for number in range(12)]


def test_nothing_and_a_single_part_need_no_other_process() -> None:
    assert over_cores(doubled, [], 4) == []
    assert over_cores(doubled, [3], 4) == [(6, False)]


def test_without_copies_of_the_process_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    assert over_cores(doubled, range(3), 2) == [(0, False), (2, False), (4, False)]


def test_where_no_process_can_be_made_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", full)
    assert over_cores(doubled, range(3), 2) == [(0, False), (2, False), (4, False)]


def test_a_lost_process_loses_nothing() -> None:
    def deadly(number: int) -> int:
        if os.getpid() != HERE and number == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    assert over_cores(deadly, range(4), 2) == [0, 1, 2, 3]


def test_an_error_in_another_process_is_raised_here() -> None:
    def wrong(number: int) -> int:
        raise LookupError(number)

    with pytest.raises(LookupError):
        over_cores(wrong, range(4), 2)


def test_a_check_reports_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    """House rules that change examples of many rules, beside rules that are wrong."""
    club = tmp_path / "club.yaml"
    text = (BAD / "ruleset-name.yaml").read_text(encoding="utf-8").replace("Our Club", "club")
    values = "values:\n  kong.limit: none\n  yaku.tanyao.open: no\n  tiles.red-fives: 3\n"
    club.write_text(text.partition("values:")[0] + values, encoding="utf-8")
    paths = [club, BAD / "unknown-see.yaml", BAD / "undeclared-reason.yaml"]
    alone = check(paths)
    assert alone.rules > 400
    assert len({one.path for one in alone.problems}) > 3
    assert check(paths, 3) == alone
