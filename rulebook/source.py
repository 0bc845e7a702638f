"""Where a winning tile comes from."""

from __future__ import annotations

from enum import Enum

__all__ = ["Source"]


class Source(Enum):
    """Where the winning tile comes from."""

    DISCARD = "discard"
    SELF_DRAW = "self-draw"
    REPLACEMENT = "replacement"
    ROBBED_KONG = "robbed-kong"

    __hash__ = object.__hash__  # by identity, which is quicker than by name

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the tile, replacement tiles included."""
        return self is Source.SELF_DRAW or self is Source.REPLACEMENT
