"""IN-AIM-02, IN-R41: how far the location roll of an aimed blow moves."""

from collections.abc import Sequence

from gmtrack.rulesets.i2050.tables.locations import FACES, Location


def shift_to(
    natural: int, wanted: Location, most: int, column: Sequence[Location], *, full: bool = False
) -> int:
    """What is added to the roll: the least that reaches the place, nothing where nothing does;
    `full`: always `most`, towards it."""
    faces = [face for face, where in enumerate(column, start=1) if where == wanted]
    nearest = min(faces, key=lambda face: abs(face - natural), default=natural)
    away = nearest - natural
    if full and away:
        return within(natural, most if away > 0 else -most)
    return away if abs(away) <= most else 0


def within(natural: int, shift: int) -> int:
    """The shift, as far as the roll stays between 1 and 20."""
    return min(FACES, max(1, natural + shift)) - natural
