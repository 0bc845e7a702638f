"""The tiles, the sets and what else lies on the table."""
