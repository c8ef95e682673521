"""Faults of a formula, and the bounds of its size."""

MOST_CHARACTERS = 200
MOST_NODES = 60
MOST_BRACKETS = 20
"""The most brackets in each other."""
MOST_KINDS_OF_DICE = 8
MOST_DICE = 100
MOST_SIDES = 1_000
MOST_POINTS = 2_000
"""The most dice times sides of one kind: odds take the square of it."""
MOST_WAYS_TO_FALL = 10_000
"""The most ways in which dice may fall of which one counts: odds tell all of them apart."""
MOST_NUMBER = 1_000_000


class FormulaError(Exception):
    """A formula that cannot be read or worked out, in words for the one who wrote it."""
