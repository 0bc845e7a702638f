"""From one deal to the next."""
