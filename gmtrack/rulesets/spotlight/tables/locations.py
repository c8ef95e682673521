"""SP-LOC-05, SP-R20: where two location dice hit."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.sheet.body import LOCATIONS, Location

LocationTable = Mapping[int, Location]


def _table(five: Location, six: Location) -> LocationTable:
    rows: dict[int, Location] = {2: "head", 3: "left_arm", 4: "right_arm", 5: five, 6: six}
    return MappingProxyType(rows | dict.fromkeys(range(7, 13), "torso"))


HIT_LOCATIONS: Mapping[str, LocationTable] = MappingProxyType(
    {
        "fixed": _table("left_leg", "right_leg"),
        "printed": _table("left_leg", "left_leg"),
        "swapped": _table("right_leg", "left_leg"),
    }
)
"""The table as mended, as printed, and the other way round."""


def location_table(house: House) -> LocationTable:
    """The table in force: one of the three, with what the house writes into it."""
    rule = house.value("location_table")
    if not isinstance(rule, dict):
        return HIT_LOCATIONS[str(rule)]
    own = {int(key): place for key, word in rule.items() for place in LOCATIONS if place == word}
    return {**HIT_LOCATIONS["fixed"], **own}
