"""What a roll adds to its JSON."""

from typing import NotRequired, TypedDict


class PartDocument(TypedDict):
    """One named share of a Difficulty."""

    label: str
    value: int


class RollDocument(TypedDict):
    """Successes; with a Difficulty also what they were compared with."""

    hits: int
    difficulty: NotRequired[int]
    difficulty_parts: NotRequired[list[PartDocument]]
    passed: NotRequired[bool]
