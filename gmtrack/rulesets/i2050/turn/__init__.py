"""The round from declaration to movement: order, whose turn it is, what is done or lost."""
