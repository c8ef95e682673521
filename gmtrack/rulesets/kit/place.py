"""Where somebody stands, in metres: as two numbers, or as people type them (`3,4.5`)."""

from typing import Annotated

from gmtrack.core.record import Pattern

PointText = Annotated[
    str, Pattern(r"\s*[+-]?\d{1,6}(\.\d+)?\s*,\s*[+-]?\d{1,6}(\.\d+)?\s*", "metres such as 3,4.5")
]
PlaceText = PointText | tuple[float, ...] | None


def point(told: PlaceText) -> tuple[float, ...] | None:
    """Its numbers; None: nobody knows."""
    if told is None:
        return None
    return tuple(map(float, told.split(",") if isinstance(told, str) else told))
