"""Work shared out among the cores of the machine, with the same result as on one."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

__all__ = ["cores", "over_cores"]

P = TypeVar("P")
R = TypeVar("R")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def over_cores(work: Callable[[P], R], parts: Sequence[P], processes: int) -> list[R]:
    """What comes of each part, in their order.

    The processes are copies of this one, so that only results must be sent. Where they
    cannot be made, or one of them is lost, this process does all of the work.
    """
    processes = min(processes, len(parts))
    if processes > 1 and "fork" in multiprocessing.get_all_start_methods():
        try:
            fork = multiprocessing.get_context("fork")
            with ProcessPoolExecutor(processes, fork, _receive, (work, parts)) as pool:
                return list(pool.map(_done, range(len(parts))))
        except (BrokenProcessPool, ImportError, OSError):
            pass
    return [work(part) for part in parts]


_RECEIVED: list[Any] = []
"""In a copy: the work and its parts."""


def _receive(work: Callable[[P], R], parts: Sequence[P]) -> None:
    """Take over the work in a copy, which leaves Ctrl-C to the process that it was made by."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _RECEIVED[:] = [work, parts]


def _done(place: int) -> Any:
    work, parts = _RECEIVED
    return work(parts[place])
