"""Initiative, the order of a round, and who may act."""
