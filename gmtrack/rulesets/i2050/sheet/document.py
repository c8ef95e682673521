"""A blow that waits, and a note for the GM, in JSON."""

from typing import NotRequired, TypedDict

from gmtrack.rulesets.i2050.tables.locations import Location


class PendingDocument(TypedDict):
    """A blow that waits for the Losers Phase."""

    victim: str
    by: str
    place: Location
    points: int
    blow: int
    melee: bool
    disable: NotRequired[bool]


class NoteDocument(TypedDict):
    """Something for the GM, without numbers of its own."""

    who: str
    note: str
    what: str
