"""What JSON holds of the combat turn. For the type checker alone, never imported at run time."""

from typing import Literal, TypedDict

Phase = Literal["not-started", "acting", "round-over"]


class LeftDoc(TypedDict):
    """`ap`: the actions left in a phase."""

    free: int
    simple: int


class PlaceDoc(TypedDict):
    """One combatant in the order."""

    id: str
    score: int | None
    ap: LeftDoc | None
    acted: bool
    delayed: bool
    status: str


TurnDoc = TypedDict(
    "TurnDoc",
    {"round": int, "pass": int, "phase": Phase, "acting": str | None, "order": list[PlaceDoc]},
)
"""The keys of `board`, `roll-init`, `next` and the other commands of the turn."""
