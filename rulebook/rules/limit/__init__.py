"""The limit, and the hands that are worth it."""
