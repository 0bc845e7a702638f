"""Scoring and settlement of the classical game."""
