"""Numbers that follow from the values of a rule set, for the words that name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulebook.tiles import KINDS

__all__ = ["RECKONED", "Number"]

Number = Callable[[str], int]
"""Gives the value of a parameter that counts something."""

_PLAIN = 4 * len(KINDS)
"""All tiles but the bonus tiles."""

_DEALT = 14 + 3 * 13
"""The tiles dealt: East begins with one more than the others."""

RECKONED: Mapping[str, Callable[[Number], int]] = {
    "tiles.all": lambda n: _PLAIN + n("tiles.bonus"),
    "wall.columns": lambda n: (_PLAIN + n("tiles.bonus")) // 8,
    "wall.live.dealt": lambda n: _PLAIN + n("tiles.bonus") - n("wall.dead.size") - _DEALT,
    "wall.live.without-bonus": lambda n: _PLAIN - n("wall.dead.size") - _DEALT,
}
"""By name: all tiles of the game, the columns of each of the four walls, the live tiles
once all are dealt, and the same when the bonus tiles are left out."""
