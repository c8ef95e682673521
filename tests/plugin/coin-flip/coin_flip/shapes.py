"""The shapes of a file: what the GM writes, and what play changes."""

from dataclasses import dataclass
from typing import Annotated

from gmtrack.core.draft import Draft
from gmtrack.core.record import Bounds, Record
from gmtrack.rulesets.port import Schema


@dataclass
class Sheet:
    """One combatant; name, side, template, hidden and notes are there in every ruleset."""

    nerve: Annotated[int, Bounds(1, 20)]


@dataclass
class Scene:
    """The surroundings: nothing matters to a coin."""


class FightState(Record):
    """The state of the fight as a whole: there are no turns."""


class Flipper(Record):
    """The state of one combatant; what is annotated is kept in the file."""

    down: bool = False

    def __init__(self, draft: Draft, who: str) -> None:
        super().__init__(draft, ("fight", "combatants", who))
        self.id = who

    @property
    def nerve(self) -> int:
        return int(self.draft.encounter.sheet(self.id)["nerve"])

    @property
    def status(self) -> str:
        return "down" if self.down else "up"


SCHEMA = Schema(
    Sheet, Scene, FightState, Flipper, house_rules={}, refused_rules={}
)
