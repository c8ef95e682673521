"""The health track on paper: its marks, and what the last empty boxes cost."""

from typing import Literal

Mark = Literal["bashing", "lethal", "aggravated"]
MARKS: tuple[Mark, ...] = ("bashing", "lethal", "aggravated")
WORST_FIRST: tuple[Mark, ...] = ("aggravated", "lethal", "bashing")
PENALTIES = {2: 1, 1: 2, 0: 3}
"""ST-167: what so many empty boxes take off."""
