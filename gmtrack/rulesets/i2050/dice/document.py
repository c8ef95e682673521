"""What a roll adds to its JSON."""

from typing import NotRequired, TypedDict


class PartDocument(TypedDict):
    """One named part of a number."""

    label: str
    value: int


class TestRollDocument(TypedDict):
    """A d20 at or under a number; criticals and fumbles only of skills."""

    target: int
    target_parts: list[PartDocument]
    value: int
    success: bool
    critical: NotRequired[bool]
    fumble: NotRequired[bool]


class TotalDocument(TypedDict):
    """Dice that are added up: damage has its parts, a location its shift."""

    total: int
    total_parts: NotRequired[list[PartDocument]]
    shift: NotRequired[int]
