"""What a classical hand earns in points."""
