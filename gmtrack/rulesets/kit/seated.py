"""The first lines of a combatant, alike in every ruleset: what they are made from."""

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.record import Record
from gmtrack.core.standing import Standing

H = TypeVar("H")
S = TypeVar("S")


class Present(Record):
    """What play changes of a combatant in every ruleset. `away`: in what word they are out of the
    fight for the time being; `note`: the GM's."""

    away: str | None = None
    note: str = ""


class Noted(Record):
    """What play changes of the fight in every ruleset: the GM's notes on it."""

    notes: str = ""


class Seated(Present, Generic[S, H]):
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

    def away_or(self, standing: Standing) -> Standing:
        """How they stand for everybody: who is away is out, in that word."""
        return standing._replace(status=self.away, out=True) if self.away else standing
