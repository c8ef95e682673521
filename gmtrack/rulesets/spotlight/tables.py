"""Tables of the book: the six locations, their names, and where two location dice hit."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Location = Literal[
    "head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"
]
Limb = Literal["right_arm", "left_arm", "right_leg", "left_leg"]
Arm = Literal["right_arm", "left_arm"]
Mark = Literal["bruise", "lethal"]
KINDS: tuple[Mark, ...] = ("bruise", "lethal")
POOL = "fortitude"
"""The pool that the GM's damage can take besides boxes."""

LOCATIONS: tuple[Location, ...] = (
    "head", "torso", "right_arm", "left_arm", "right_leg", "left_leg",
)  # fmt: skip
VITAL: tuple[Location, ...] = ("head", "torso")
ARMS: tuple[Arm, ...] = ("right_arm", "left_arm")
LEGS: tuple[Limb, ...] = ("right_leg", "left_leg")

PRINTED_HEAD = 6
"""The boxes of the head on the printed sheet; those that cannot be used are filled in
(SP-HP-07)."""

LocationTable = Mapping[int, Location]


def _table(five: Location, six: Location) -> LocationTable:
    """Make a location table of the locations that a 5 and a 6 hit."""
    rows: dict[int, Location] = {
        2: "head",
        3: "left_arm",
        4: "right_arm",
        5: five,
        6: six,
    }
    return MappingProxyType(rows | dict.fromkeys(range(7, 13), "torso"))


HIT_LOCATIONS: Mapping[str, LocationTable] = {
    "fixed": _table("left_leg", "right_leg"),
    "printed": _table("left_leg", "left_leg"),
    "swapped": _table("right_leg", "left_leg"),
}
"""The location table as mended, as printed, and the other way round, by the values of the house
rule (SP-LOC-05, SP-R20)."""


def place_name(place: str) -> str:
    """Spell a location with spaces, as people say it."""
    return place.replace("_", " ")
