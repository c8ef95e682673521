"""The six locations and their boxes: pure counting (SP-HP, SP-DMG, SP-DEATH-09)."""

from typing import Literal, NamedTuple

Location = Literal["head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"]
Limb = Literal["right_arm", "left_arm", "right_leg", "left_leg"]
Arm = Literal["right_arm", "left_arm"]
Mark = Literal["bruise", "lethal"]

LOCATIONS: tuple[Location, ...] = (
    "head", "torso", "right_arm", "left_arm", "right_leg", "left_leg",
)  # fmt: skip
VITAL: tuple[Location, ...] = ("head", "torso")
ARMS: tuple[Arm, ...] = ("right_arm", "left_arm")
LEGS: tuple[Limb, ...] = ("right_leg", "left_leg")

PRINTED_HEAD = 6
"""SP-HP-07: boxes on the printed sheet; those that cannot be used are filled in."""


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
        """L = C: a limb destroyed, a head or torso beyond living; true of no boxes at all."""
        return self.lethal >= self.boxes


Body = dict[Location, Boxes]


def state_of(location: Location, place: Boxes) -> str:
    """Limbs: `ok`, `useless`, `destroyed`; head and torso: `ok`, `full`, `lethal`."""
    words = ("full", "lethal") if location in VITAL else ("useless", "destroyed")
    if place.all_lethal:
        return words[1]
    return words[0] if place.full else "ok"


class Hit(NamedTuple):
    """What some points did to one location; `surplus` found nothing left to mark, `lost` was
    lost by house rule. All of them sum to the points."""

    boxes: Boxes
    filled: int
    converted: int
    surplus: int
    lost: int


class Spill(NamedTuple):
    """House rules on points that find no empty box: SP-R27, SP-R28."""

    converts: bool = True
    """One hit may fill and then convert."""
    bruise_on_mixed: bool = True
    """Bruise converts in a full location that has lethal marks already."""


def capacity(location: Location, strength: int, fortitude: int) -> int:
    """SP-HP-01 to SP-HP-06."""
    if location == "head":
        return fortitude
    return (2 if location == "torso" else 1) * (fortitude + strength)


def boxes_lost(location: Location, fortitude: int) -> int:
    """SP-DEATH-08: boxes that go with so many points of Fortitude."""
    return (2 if location == "torso" else 1) * fortitude


def mark(place: Boxes, points: int, kind: Mark, spill: Spill = Spill()) -> Hit:  # noqa: B008
    """Points into one location: empty boxes first, then bruise boxes turn lethal, whatever comes
    in (SP-DMG-06 to SP-DMG-10)."""
    filled = min(points, max(0, place.empty))
    rest = points - filled
    lethal = place.lethal + (filled if kind == "lethal" else 0)
    bruise = place.bruise + (filled if kind == "bruise" else 0)
    converts = min(rest, bruise)
    if (filled and not spill.converts) or (
        kind == "bruise" and lethal and not spill.bruise_on_mixed
    ):
        marked = Boxes(place.boxes, lethal, bruise)
        return Hit(marked, filled, 0, rest - converts, converts)
    after = Boxes(place.boxes, lethal + converts, bruise - converts)
    return Hit(after, filled, converts, rest - converts, 0)


def healed(place: Boxes, points: int, kind: Mark) -> Boxes:
    """Up to so many boxes of one kind become empty."""
    if kind == "lethal":
        return place._replace(lethal=max(0, place.lethal - points))
    return place._replace(bruise=max(0, place.bruise - points))


def eased(place: Boxes) -> Boxes:
    """One lethal box turns back into bruise (SP-DEATH-05)."""
    if not place.lethal:
        return place
    return Boxes(place.boxes, place.lethal - 1, place.bruise + 1)


def shrunk(place: Boxes, count: int) -> Boxes:
    """Boxes taken away for good: lethal first, then bruise, then empty (SP-DEATH-09)."""
    count = min(count, place.boxes)
    lethal = min(count, place.lethal)
    bruise = min(count - lethal, place.bruise)
    return Boxes(place.boxes - count, place.lethal - lethal, place.bruise - bruise)
