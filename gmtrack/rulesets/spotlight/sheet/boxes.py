"""The boxes of the six locations: how many there are, and when one is full (SP-HP)."""

from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.spotlight.tables.locations import ARMS, VITAL, Location

Parts = tuple[Part, ...]


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


def boxes_of(location: Location, strength: int, fortitude: int) -> Parts:
    """What the boxes of a location come from."""
    if location == "head":
        return head_boxes(fortitude)
    if location == "torso":
        return torso_boxes(strength, fortitude)
    return (arm_boxes if location in ARMS else leg_boxes)(strength, fortitude)


def head_boxes(fortitude: int) -> Parts:
    """SP-HP-01"""
    return (Part("fortitude", fortitude),)


def arm_boxes(strength: int, fortitude: int) -> Parts:
    """SP-HP-02, SP-HP-03"""
    return (Part("fortitude", fortitude), Part("strength", strength))


def leg_boxes(strength: int, fortitude: int) -> Parts:
    """SP-HP-04, SP-HP-05"""
    return (Part("fortitude", fortitude), Part("strength", strength))


def torso_boxes(strength: int, fortitude: int) -> Parts:
    """SP-HP-06"""
    return (Part("fortitude twice", 2 * fortitude), Part("strength twice", 2 * strength))


def sheet_boxes(own: int) -> Parts:
    """SP-HP-07: the sheet says which boxes there are."""
    return (Part("sheet", own),)


def lost_boxes(location: Location, fortitude: int) -> Part:
    """SP-DEATH-08: those that go with so many points of Fortitude."""
    return Part("lost for good", -(2 if location == "torso" else 1) * fortitude)


def capped(parts: Parts, most: int) -> Parts:
    """SP-R44: no more than the printed boxes."""
    over = total(parts) - most
    return (*parts, Part("head box cap", -over)) if over > 0 else parts


def at_least(parts: Parts, least: int) -> Parts:
    """SP-R41: head and torso keep a box by house rule; nothing has less than none."""
    short = least - total(parts)
    return (*parts, Part("floor", short)) if short > 0 else parts


def marks(boxes: Boxes) -> Parts:
    """The boxes that are marked."""
    return (lethal_mark(boxes.lethal), bruise_mark(boxes.bruise))


def lethal_mark(count: int) -> Part:
    """SP-DMG-05"""
    return Part("lethal", -count)


def bruise_mark(count: int) -> Part:
    """SP-DMG-04"""
    return Part("bruise", -count)
