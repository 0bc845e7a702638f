"""The garbage collector, held still where there is nothing for it to find."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["no_collector"]


@contextmanager
def no_collector() -> Iterator[None]:
    """Do without the collector for a while.

    Definitions and outcomes are values that make no circles, so that it finds nothing
    among them; but to look through them again and again takes a third of a check.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
