"""Conduct at the table, and laying out and counting hands."""
