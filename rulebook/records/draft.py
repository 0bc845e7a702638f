"""A deal while it is being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.records.events import (
    Claimed,
    Deal,
    Discarded,
    Drawn,
    Ended,
    Event,
    Four,
    Indicator,
    Kong,
    Won,
)
from rulebook.tiles import Tile

__all__ = ["Draft", "ready_by_payments"]

_DRAWS = 70
"""Tiles that four players can draw in a deal: 136 less the hands and the dead wall."""

_READY_PAYMENTS = 3000
"""What players who are not ready pay together."""


@dataclass(slots=True)
class Draft:
    """What is known of a deal so far."""

    round: int
    dealer: int
    counters: int
    bets: int
    scores: Four[int]
    indicator: Tile
    hands: Four[tuple[Tile, ...] | None]
    events: list[Event] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return bool(self.events) and isinstance(self.events[-1], Won | Ended)

    def add(self, event: Event) -> None:
        """Note what happened next.

        Raises:
            ValueError: when the deal is over, unless another player wins too.
        """
        if self.over and not (isinstance(event, Won) and isinstance(self.events[-1], Won)):
            raise ValueError("after the end of the deal")
        self.events.append(event)

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """Those turned so far."""
        return (self.indicator, *(one.tile for one in self.events if isinstance(one, Indicator)))

    def finish(self) -> Deal:
        return Deal(
            self.round,
            self.dealer,
            self.counters,
            self.bets,
            self.scores,
            self.indicator,
            self.hands,
            tuple(self.events),
        )

    def in_riichi(self, player: int) -> bool:
        return any(
            isinstance(one, Discarded) and one.player == player and one.riichi
            for one in self.events
        )

    def winning_tile(self, source: int | None) -> Tile | None:
        """The tile drawn, discarded or added last.

        Raises:
            ValueError: when the last one to act was not its source.
        """
        for one in reversed(self.events):
            match one:
                case Drawn(tile=tile) if source is None:
                    return tile
                case Discarded(player=player, tile=tile) if player == source:
                    return tile
                case Kong(player=player, tiles=tiles) if player == source:
                    return tiles[0]
                case Drawn() | Discarded() | Claimed() | Kong():
                    break
        raise ValueError(f"no tile won from {source}")

    def exhausted(self) -> bool:
        """Whether the last tile of the wall was drawn."""
        return sum(isinstance(one, Drawn) for one in self.events) == _DRAWS


def ready_by_payments(deltas: Four[int] | None) -> tuple[int, ...] | None:
    """Who was ready, where the usual 3000 points were paid for it; else None."""
    if deltas is None or sum(delta for delta in deltas if delta > 0) != _READY_PAYMENTS:
        return None
    return tuple(player for player, delta in enumerate(deltas) if delta > 0)
