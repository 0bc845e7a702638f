"""Fouls and what they cost."""
