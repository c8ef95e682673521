"""The first lines of a combatant, alike in every ruleset: what they are made from."""

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.record import Record

H = TypeVar("H")
S = TypeVar("S")


class Seated(Record, Generic[S, H]):
    """A combatant in the fight, made from an id with the house rules at hand. A ruleset's own is
    also its live state, and says how a sheet is read (`READ`)."""

    READ: Callable[[Data], S]

    def __init__(self, draft: Draft, who: str, house: H) -> None:
        super().__init__(draft, ("fight", "combatants", who))
        self.id = who
        self.house = house

    @cached_property
    def sheet(self) -> S:
        return self.READ(self.draft.encounter.sheet(self.id))

    @property
    def name(self) -> str:
        return self.draft.encounter.display_name(self.id)

    @property
    def side(self) -> str:
        return self.draft.encounter.side(self.id)
