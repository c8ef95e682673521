"""The book's tables: the seven locations of a body and the d20 that finds them (IN-LOC), wounds
(IN-WND), classes of weapons (IN-SPD), defenses."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Location = Literal[
    "head", "chest", "abdomen", "right_arm", "left_arm", "right_leg", "left_leg"
]
Column = Literal["melee", "ranged"]

LOCATIONS: tuple[Location, ...] = (
    "head", "chest", "abdomen", "right_arm", "left_arm", "right_leg", "left_leg",
)  # fmt: skip
ARMS: tuple[Location, ...] = ("right_arm", "left_arm")
LEGS: tuple[Location, ...] = ("right_leg", "left_leg")
FELLING: tuple[Location, ...] = ("abdomen", *LEGS)
"""Locations without which nobody stands (IN-LIMB-02, IN-LIMB-06)."""
COLUMNS: tuple[Column, ...] = ("melee", "ranged")
FACES = 20

LOCATION_TABLE: Mapping[Column, tuple[tuple[int, Location], ...]] = {
        "melee": (
            (4, "right_leg"), (8, "left_leg"), (11, "abdomen"), (12, "chest"),
            (15, "right_arm"), (18, "left_arm"), (20, "head"),
        ),
        "ranged": (
            (3, "right_leg"), (6, "left_leg"), (10, "abdomen"), (15, "chest"),
            (17, "right_arm"), (19, "left_arm"), (20, "head"),
        ),
    }  # fmt: skip
"""The highest roll of each location, by column (IN-LOC-02 to IN-LOC-08)."""
FRACTIONS: Mapping[Location, tuple[int, int]] = {
    "head": (1, 3),
    "chest": (2, 5),
    "abdomen": (1, 3),
    "right_arm": (1, 4),
    "left_arm": (1, 4),
    "right_leg": (1, 3),
    "left_leg": (1, 3),
}
"""The share of the total hit points that a location has, as numerator and denominator (IN-R23)."""


def printed_column(column: Column) -> tuple[Location, ...]:
    """Return the book's location for each roll from 1 to 20."""
    rows = LOCATION_TABLE[column]
    return tuple(
        next(at for top, at in rows if roll <= top)
        for roll in range(1, FACES + 1)
    )


def place_word(place: str) -> str:
    """Spell a location as it is typed and as effects name it: `left-arm`."""
    return place.replace("_", "-")


def with_spaces(place: str) -> str:
    """Spell a location or another key with spaces, as people say it."""
    return place.replace("_", " ")


Band = Literal["healthy", "light", "serious", "grievous", "mortal", "dying"]
BANDS: tuple[Band, ...] = (
    "healthy",
    "light",
    "serious",
    "grievous",
    "mortal",
    "dying",
)
QUARTERS: tuple[Band, ...] = ("light", "serious", "grievous")
"""The bands for up to one, two, three quarters of the total lost (IN-WND-02 to IN-WND-04)."""


WeaponClass = Literal["missile", "long", "medium", "short", "unarmed"]
ADJUSTMENTS: Mapping[WeaponClass, int] = {
    "missile": 0,
    "long": -1,
    "medium": -2,
    "short": -3,
    "unarmed": -3,
}
"""The adjustment of the speed by class of weapon (IN-SPD-03)."""


Defense = Literal["fight", "dodge", "weave", "none"]


class DefenseRow(NamedTuple):
    """A word of `--defense`: its rows, its help."""

    id: str
    help: str


DEFENSES: Mapping[Defense, DefenseRow] = {
    "fight": DefenseRow(
        "IN-PHASE-07, IN-OPP-01",
        "fights back in melee; the higher success strikes",
    ),
    "dodge": DefenseRow(
        "IN-DODGE-01 to IN-DODGE-05",
        "DEX roll against the attack; not while prone",
    ),
    "weave": DefenseRow("IN-MOD-07, IN-R29", "no roll; -5 for the attacker"),
    "none": DefenseRow("IN-PHASE-08, IN-R17", "no roll, no parry"),
}
