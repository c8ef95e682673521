"""The turn in JSON: rounds, the spotlight, everybody in order."""

from typing import TypedDict

from gmtrack.rulesets.spotlight.sheet.records import Phase, Stage

SaveDocument = TypedDict("SaveDocument", {"for": str, "by": str, "ap": int})
"""A dramatic save under way: who is saved by whom, and the AP left for it."""


class OrderDocument(TypedDict):
    """One combatant in order."""

    id: str
    score: int | None
    ap: int
    acted: bool
    delayed: bool
    forgone: bool
    status: str


class TurnDocument(TypedDict):
    """The keys that commands of the turn share."""

    round: int
    phase: Phase
    stage: Stage | None
    spotlight: list[str]
    acting: str | None
    death_spotlight: list[str]
    save: SaveDocument | None
    order: list[OrderDocument]
