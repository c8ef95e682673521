"""The boxes of the six locations: how many there are, and when one is full (SP-HP)."""

from typing import NamedTuple

from gmtrack.rulesets.spotlight.tables.locations import VITAL, Location


class Boxes(NamedTuple):
    """One location: `boxes` is its capacity."""

    boxes: int
    lethal: int = 0
    bruise: int = 0

    @property
    def empty(self) -> int:
        return self.boxes - self.lethal - self.bruise

    @property
    def full(self) -> bool:
        """No empty box is left."""
        return self.empty <= 0

    @property
    def all_lethal(self) -> bool:
        """Every box is lethal: a limb is destroyed, from head or torso they are dying. Also where
        there are no boxes at all."""
        return self.lethal >= self.boxes


Body = dict[Location, Boxes]


def state_of(location: Location, place: Boxes) -> str:
    """Limbs: `ok`, `useless`, `destroyed`; head and torso: `ok`, `full`, `lethal`."""
    words = ("full", "lethal") if location in VITAL else ("useless", "destroyed")
    if place.all_lethal:
        return words[1]
    return words[0] if place.full else "ok"


def capacity(location: Location, strength: int, fortitude: int) -> int:
    """SP-HP-01 to SP-HP-06."""
    if location == "head":
        return fortitude
    return (2 if location == "torso" else 1) * (fortitude + strength)


def boxes_lost(location: Location, fortitude: int) -> int:
    """SP-DEATH-08: boxes that go with so many points of Fortitude."""
    return (2 if location == "torso" else 1) * fortitude
