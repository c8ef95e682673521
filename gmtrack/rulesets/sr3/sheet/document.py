"""What JSON holds of a barrier of the scene. For the type checker alone, never imported at run
time."""

from typing import TypedDict


class RatingDoc(TypedDict):
    """Before anybody shot at it, and what is left of it."""

    max: int
    now: int


class BarrierDoc(TypedDict):
    rating: RatingDoc
