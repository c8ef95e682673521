"""SS-CALL-10..25: the body locations of called shots."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class StunTest(NamedTuple):
    """The Stunned test of a location: `pool` is `body_willpower` or `composure`; `loss` is the
    Score loss (negative) if the hits stay below `threshold`."""

    threshold: int
    loss: int
    pool: str = "body_willpower"


class Location(NamedTuple):
    """One place. `dice` replaces the -4 of a called shot; `limit` is the largest damage that the
    hit can apply; `effects` follow after the Stunned test, in this order (keys of EFFECTS)."""

    key: str
    dice: int
    limit: int
    stun: StunTest | None
    effects: tuple[str, ...]
    id: str
    help: str
    sided: bool = False
    """Left and right are told apart (R-CALL-12)."""
    aliases: tuple[str, ...] = ()


_ROWS = (
    Location("ankle", -8, 1, None, ("slowed", "winded"), "SS-CALL-10", "slows and winds"),
    Location(
        "ear", -10, 1, StunTest(2, -10), ("deafened",), "SS-CALL-11",
        "stuns, deafens that ear", sided=True,
    ),
    Location(
        "eye", -10, 1, StunTest(3, -10), ("blinded",), "SS-CALL-12",
        "stuns, blinds that eye", sided=True,
    ),
    Location(
        "foot", -8, 1, StunTest(3, -5), ("slowed", "winded"), "SS-CALL-13",
        "stuns, slows and winds",
    ),
    Location(
        "forearm", -6, 2, None, ("broken_grip", "weak_side"), "SS-CALL-14",
        "breaks the grip of that arm", sided=True,
    ),
    Location(
        "genitals", -10, 4, StunTest(4, -10), ("nauseous", "buckled"), "SS-CALL-15",
        "stuns, nauseates, buckles",
    ),
    Location(
        "gut", -6, 8, StunTest(2, -5), ("nauseous", "slow_death"), "SS-CALL-16",
        "stuns, nauseates; pierced: a slow death",
    ),
    Location(
        "hand", -8, 1, StunTest(2, -5), ("broken_grip", "weak_side"), "SS-CALL-17",
        "stuns, breaks the grip of that hand", sided=True,
    ),
    Location("hip", -6, 3, None, ("knockdown", "slowed"), "SS-CALL-18", "knocks down, slows"),
    Location(
        "jaw", -8, 2, StunTest(2, -5), ("unable_to_speak",), "SS-CALL-19",
        "stuns, takes away speech",
    ),
    Location(
        "knee", -8, 1, StunTest(2, -10, "composure"), ("knockdown", "slowed", "winded"),
        "SS-CALL-20", "stuns, knocks down, slows and winds",
    ),
    Location("neck", -8, 10, StunTest(3, -10), ("bleedout",), "SS-CALL-21", "stuns, bleeds out"),
    Location(
        "shin", -6, 2, None, ("knockdown", "slowed", "winded"), "SS-CALL-22",
        "knocks down, slows and winds",
    ),
    Location(
        "shoulder", -6, 3, StunTest(1, -5), ("one_armed", "weak_side"), "SS-CALL-23",
        "stuns, disables that arm", sided=True, aliases=("upper-arm",),
    ),
    Location(
        "sternum", -10, 10, StunTest(3, -10), ("fatigued", "winded"), "SS-CALL-24",
        "stuns, fatigues and winds",
    ),
    Location("thigh", -6, 3, None, ("slowed", "winded"), "SS-CALL-25", "slows and winds"),
)  # fmt: skip

LOCATIONS: Mapping[str, Location] = MappingProxyType({row.key: row for row in _ROWS})


class VehicleLocation(NamedTuple):
    """A place of a vehicle: `limit` None is no limit; `effects` are flags until repaired."""

    key: str
    dice: int
    limit: int | None
    effects: tuple[str, ...]
    id: str
    help: str
    aliases: tuple[str, ...] = ()


_VEHICLE_ROWS = (
    VehicleLocation("engine-block", -4, None, ("vehicle_disabled",), "SS-CALL-30", "disables it"),
    VehicleLocation("fuel-tank", -6, None, ("vehicle_disabled", "leak"), "SS-CALL-31",
                    "disables it, the tank or battery leaks", ("battery",)),
    VehicleLocation("axle", -6, 6, ("speed_1",), "SS-CALL-32", "its speed becomes 1"),
    VehicleLocation("antenna", -8, 2, ("comms_down",), "SS-CALL-33", "cuts communications"),
    VehicleLocation("door-lock", -6, 0, ("door_locked",), "SS-CALL-34", "the door stays shut"),
    VehicleLocation("window-motor", -4, 0, ("window_stuck",), "SS-CALL-35",
                    "the window stays shut"),
)  # fmt: skip
VEHICLE_LOCATIONS: Mapping[str, VehicleLocation] = MappingProxyType(
    {row.key: row for row in _VEHICLE_ROWS}
)
"""SS-CALL-30..35, SS-CALL-08"""

GENITALS_BY_ENTRY = LOCATIONS["genitals"]._replace(dice=-6, limit=2)
"""R-CALL-1 `genitals_values: entry`: the numbers of the detail entry."""

CALLED_DICE = -4
"""SS-CALL-02, SS-ATK-37: a called shot at no place of the table."""
UNPLACED = ("knockdown", "other")
"""Called shots without a location (SS-KD-05, R-KD-3)."""
CALLED_SHOTS = (*LOCATIONS, *VEHICLE_LOCATIONS, *UNPLACED)
"""R-CALL-10: all that a GM can choose from."""

_ALL: tuple[Location | VehicleLocation, ...] = (*_ROWS, *_VEHICLE_ROWS)


def called_shot(word: str) -> str | None:
    """The key of a called shot from a word that can be typed for it, without its side; None if it
    is none."""
    named = (row.key for row in _ALL if word in (row.key, *row.aliases))
    return next(named, word if word in UNPLACED else None)
