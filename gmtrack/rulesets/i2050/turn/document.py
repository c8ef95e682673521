"""The round in JSON."""

from typing import Literal, TypedDict

from gmtrack.rulesets.i2050.sheet.intent import ActionName
from gmtrack.rulesets.i2050.sheet.records import Step


class EntryDocument(TypedDict):
    """One entry of the order: somebody's item, or somebody without one."""

    id: str
    score: int | None
    acted: bool
    lost: bool
    intent: ActionName | None
    status: str


class TurnDocument(TypedDict):
    """What the board and the commands of the turn say of the round."""

    round: int
    phase: Literal["not-started", "acting", "round-over"]
    step: Step | None
    acting: str | None
    undeclared: list[str]
    metre: int | None
    order: list[EntryDocument]
