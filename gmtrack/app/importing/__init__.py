"""Characters of other programs on their way into an encounter."""
