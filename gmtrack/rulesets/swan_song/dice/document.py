"""What JSON holds of a roll, besides its dice and parts."""

from typing import NotRequired, TypedDict


class TestBody(TypedDict):
    """A pool in which hits are counted."""

    hits: int
    limit: int | None
    counted: int
    glitch: str | None
    threshold: NotRequired[int]
    success: NotRequired[bool | None]


class SumBody(TypedDict):
    """Dice that are added up."""

    total: int
