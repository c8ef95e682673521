"""The boxes of the six locations: how many there are, when one is full, and how marks come and go
(SP-HP, SP-DMG); pure counting."""

from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.spotlight.tables import VITAL, Location, Mark

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


def location_state(location: Location, place: Boxes) -> str:
    """Limbs: `ok`, `useless`, `destroyed`; head and torso: `ok`, `full`, `lethal`."""
    words = (
        ("full", "lethal") if location in VITAL else ("useless", "destroyed")
    )
    if place.all_lethal:
        return words[1]
    return words[0] if place.full else "ok"


_LIMBS: dict[Location, str] = {
    "left_arm": "SP-HP-02", "right_arm": "SP-HP-03",
    "left_leg": "SP-HP-04", "right_leg": "SP-HP-05",
}  # fmt: skip


def sheet_box_parts(location: Location, strength: int, fortitude: int) -> Parts:
    if location == "head":
        return (Part("fortitude", fortitude, "SP-HP-01"),)
    if location == "torso":
        rules = "SP-HP-06"
        return (
            Part("fortitude twice", 2 * fortitude, rules),
            Part("strength twice", 2 * strength, rules),
        )
    rules = _LIMBS[location]
    return (
        Part("fortitude", fortitude, rules),
        Part("strength", strength, rules),
    )


def cap_parts(parts: Parts, most: int) -> Parts:
    """No more than the printed boxes."""
    over = total(parts) - most
    return (
        (*parts, Part("head box cap", -over, "SP-R44")) if over > 0 else parts
    )


def raise_parts(parts: Parts, least: int) -> Parts:
    """Head and torso keep a box by house rule; nothing has less than none."""
    short = least - total(parts)
    return (*parts, Part("floor", short, "SP-R41")) if short > 0 else parts


def mark_parts(boxes: Boxes) -> Parts:
    return (
        Part("lethal", -boxes.lethal, "SP-DMG-05"),
        Part("bruise", -boxes.bruise, "SP-DMG-04"),
    )


class Spill(NamedTuple):
    """House rules on points that find no empty box: SP-R27, SP-R28."""

    converts: bool = True
    """One hit may fill and then convert."""
    bruise_on_mixed: bool = True
    """Bruise converts in a full location that has lethal marks already."""


class MarkedHit(NamedTuple):
    """What some points did to one location; `surplus` found nothing left to mark, `lost` was
    lost by house rule. All of them sum to the points."""

    boxes: Boxes
    filled: int
    converted: int
    surplus: int
    lost: int


def mark_points(
    place: Boxes,
    points: int,
    kind: Mark,
    spill: Spill = Spill(),  # noqa: B008
) -> MarkedHit:
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
        return MarkedHit(marked, filled, 0, rest - converts, converts)
    after = Boxes(place.boxes, lethal + converts, bruise - converts)
    return MarkedHit(after, filled, converts, rest - converts, 0)


def empty_marked(place: Boxes, points: int, kind: Mark) -> Boxes:
    """Up to so many boxes of one kind become empty."""
    if kind == "lethal":
        return place._replace(lethal=max(0, place.lethal - points))
    return place._replace(bruise=max(0, place.bruise - points))


def turn_to_bruise(place: Boxes) -> Boxes:
    """One lethal box turns back into bruise (SP-DEATH-05)."""
    if not place.lethal:
        return place
    return Boxes(place.boxes, place.lethal - 1, place.bruise + 1)


def remove_boxes(place: Boxes, count: int) -> Boxes:
    """Boxes taken away for good: lethal first, then bruise, then empty (SP-DEATH-09)."""
    count = min(count, place.boxes)
    lethal = min(count, place.lethal)
    bruise = min(count - lethal, place.bruise)
    return Boxes(
        place.boxes - count, place.lethal - lethal, place.bruise - bruise
    )


def fit_to_boxes(place: Boxes, boxes: int) -> Boxes:
    """Return a location with its marks as it has so many boxes. Where these are too few for the
    marks, bruise goes first; a location that was not all lethal keeps a box that is not (SP-R63).
    """
    marked = min(place.lethal + place.bruise, boxes)
    most = boxes if place.all_lethal else max(0, boxes - 1)
    lethal = min(place.lethal, most)
    return Boxes(boxes, lethal, marked - lethal)
