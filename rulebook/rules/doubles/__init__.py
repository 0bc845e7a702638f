"""What doubles the points of a classical hand."""
