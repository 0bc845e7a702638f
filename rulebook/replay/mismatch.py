"""Where a record and the engine disagree."""

from __future__ import annotations

from rulebook.frozen import dataclass

__all__ = ["Mismatch", "Replayed"]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference between a record and the engine.

    Attributes:
        game: the record.
        deal: the deal of the game, counted from 1.
        action: the event of the deal, counted from 1.
        what: what differs: `refused`, `yaku`, `fan`, `fu`, `points`, `scores`, ….
        recorded: what the record says.
        found: what the engine says.
        rules: the rules by which the engine says so.
    """

    game: str
    deal: int
    action: int
    what: str
    recorded: object
    found: object
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay went through.

    Attributes:
        deals: how many deals.
        actions: how many recorded actions were judged.
        wins: how many wins were valued.
        mismatches: every difference.
    """

    deals: int = 0
    actions: int = 0
    wins: int = 0
    mismatches: tuple[Mismatch, ...] = ()

    def __add__(self, other: Replayed) -> Replayed:
        return Replayed(
            self.deals + other.deals,
            self.actions + other.actions,
            self.wins + other.wins,
            self.mismatches + other.mismatches,
        )
