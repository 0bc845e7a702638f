"""The end of the game and its result."""
