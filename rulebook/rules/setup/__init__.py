"""Seats, the wall and the deal."""
