"""All rulings, and those that are in force for one encounter."""

import re
from collections.abc import Iterator
from functools import cached_property

from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.rulings.attacks import ATTACKS
from gmtrack.rulesets.i2050.rulings.bodies import BODIES
from gmtrack.rulesets.i2050.rulings.options import OPTIONS
from gmtrack.rulesets.i2050.rulings.rest import REST
from gmtrack.rulesets.i2050.tables.locations import COLUMNS, LOCATIONS, Column, Location, printed
from gmtrack.rulesets.kit.rounding import ROUNDING
from gmtrack.rulesets.kit.rulings import HouseRules, Ruling, by_key

RULINGS: tuple[Ruling, ...] = (*ATTACKS, *BODIES, *OPTIONS, *REST)
"""Section 6, in its order; those with several keys stand once for each."""
_BY_KEY = by_key(RULINGS)


class House(HouseRules):
    """The house rules of one encounter; every value by its key of section 6."""

    def __init__(self, house_rules: Data) -> None:
        super().__init__(house_rules, _BY_KEY)

    def part(self, number: int, of: int) -> int:
        """IN-R09: a fraction, rounded as ruled."""
        return ROUNDING[self.text("rounding")](number, of)

    def half(self, number: int) -> int:
        return self.part(number, 2)

    @cached_property
    def location_table(self) -> dict[Column, tuple[Location, ...]]:
        """IN-R01: the location of each roll from 1 to 20."""
        told = self.map("location_table")
        if not told:
            return {column: printed(column) for column in COLUMNS}
        return {column: tuple(by_roll(told[column]).values()) for column in COLUMNS}

    def location_at(self, column: Column, roll: int) -> Location:
        return self.location_table[column][roll - 1]


def by_roll(rows: Data) -> dict[int, Location]:
    """A column of the house's own table, by roll: `right_leg: 1-4` or `1-4: right_leg`."""
    found: dict[int, Location] = {}
    for key, value in rows.items():
        place, told = (key, value) if str(key) in LOCATIONS else (value, key)
        location = next(one for one in LOCATIONS if one == place)
        found |= dict.fromkeys(rolls_of(told), location)
    return dict(sorted(found.items()))


def rolls_of(told: object) -> Iterator[int]:
    """The rolls that `1-4`, `7` or `[1, 2, 5-6]` name."""
    if isinstance(told, list):
        for one in told:
            yield from rolls_of(one)
        return
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", str(told).strip())
    if match:
        yield from range(int(match[1]), int(match[2] or match[1]) + 1)
