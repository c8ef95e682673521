"""How damage was marked, in JSON."""

from typing import TypedDict

from gmtrack.rulesets.spotlight.tables.locations import Location, Mark


class BoxesDocument(TypedDict):
    """Points marked in one location; `before` and `after` count empty boxes."""

    to: Location
    type: Mark
    amount: int
    filled: int
    converted: int
    lost: int
    before: int
    after: int
