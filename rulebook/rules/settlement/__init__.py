"""Who pays whom at the end of a classical deal."""
