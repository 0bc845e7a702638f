"""What comes of a game of random legal moves."""

from __future__ import annotations

from rulebook.frozen import dataclass
from rulebook.state import Position

__all__ = ["BrokenError", "Played"]


class BrokenError(AssertionError):
    """An invariant that does not hold; `what` names it, `position` is where."""

    def __init__(self, what: str, position: Position) -> None:
        super().__init__(what)
        self.what = what
        self.position = position


@dataclass(frozen=True, slots=True)
class Played:
    """A game played to its end.

    Attributes:
        deals: how many deals.
        moves: how many actions.
        scores: what each player ended with, by the first seat, in points.
        bets: riichi bets left on the table; none in the classical game.
        ends: how the deals ended, in order.
    """

    deals: int
    moves: int
    scores: tuple[int, ...]
    bets: int
    ends: tuple[str, ...]
