"""Recorded games replayed through the engine."""

from rulebook.replay.mismatch import Mismatch, Replayed

__all__ = ["Mismatch", "Replayed"]
