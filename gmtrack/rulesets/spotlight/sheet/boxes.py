"""The boxes of the six locations as plain counts: how many there are, when a location is full,
how marks come and go (SP-HP, SP-DMG)."""

from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.spotlight.tables import VITAL, Location, Mark

Parts = tuple[Part, ...]


class Boxes(NamedTuple):
    """The boxes of a location: `boxes` is its capacity, `lethal` and `bruise` are the marks."""

    boxes: int
    lethal: int = 0
    bruise: int = 0

    @property
    def empty(self) -> int:
        """The boxes without a mark; below 0 if a file has more marks than boxes."""
        return self.boxes - self.lethal - self.bruise

    @property
    def full(self) -> bool:
        """Whether no empty box is left."""
        return self.empty <= 0

    @property
    def all_lethal(self) -> bool:
        """Whether every box is lethal: a limb is destroyed, from head or torso somebody is
        dying. True also without any boxes."""
        return self.lethal >= self.boxes


Body = dict[Location, Boxes]


def location_state(location: Location, place: Boxes) -> str:
    """Return the state of a location: `ok`, `useless`, `destroyed` of a limb; `ok`, `full`,
    `lethal` of head and torso."""
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
    """Return the parts of a location's boxes by Strength and Fortitude."""
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
    """Return the parts with a cut to `most`, the printed boxes."""
    over = total(parts) - most
    return (
        (*parts, Part("head box cap", -over, "SP-R44")) if over > 0 else parts
    )


def raise_parts(parts: Parts, least: int) -> Parts:
    """Return the parts with a floor: head and torso keep a box by house rule, nothing has less
    than none."""
    short = least - total(parts)
    return (*parts, Part("floor", short, "SP-R41")) if short > 0 else parts


def mark_parts(boxes: Boxes) -> Parts:
    """Return the marks as parts that take from the boxes."""
    return (
        Part("lethal", -boxes.lethal, "SP-DMG-05"),
        Part("bruise", -boxes.bruise, "SP-DMG-04"),
    )


class Spill(NamedTuple):
    """House rules on points that find no empty box: SP-R27, SP-R28."""

    converts: bool = True
    """Whether one hit may fill and then convert."""
    bruise_on_mixed: bool = True
    """Whether bruise converts in a full location that has lethal marks already."""


class MarkedHit(NamedTuple):
    """The result of points on one location: `filled` empty boxes, `converted` bruises, `surplus`
    that found nothing left to mark, `lost` by house rule. They sum to the points."""

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
    """Mark points in one location: empty boxes first, then bruise boxes turn lethal, whatever
    comes in. `spill` are the house rules on points that find no empty box. Returns the boxes
    after it and where the points went (SP-DMG-06 to SP-DMG-10)."""
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
    """Return the location with up to so many boxes of one kind emptied."""
    if kind == "lethal":
        return place._replace(lethal=max(0, place.lethal - points))
    return place._replace(bruise=max(0, place.bruise - points))


def turn_to_bruise(place: Boxes) -> Boxes:
    """Return the location with one lethal box turned back into bruise, if it has any
    (SP-DEATH-05)."""
    if not place.lethal:
        return place
    return Boxes(place.boxes, place.lethal - 1, place.bruise + 1)


def remove_boxes(place: Boxes, count: int) -> Boxes:
    """Return the location with so many boxes taken away for good: lethal first, then bruise,
    then empty (SP-DEATH-09)."""
    count = min(count, place.boxes)
    lethal = min(count, place.lethal)
    bruise = min(count - lethal, place.bruise)
    return Boxes(
        place.boxes - count, place.lethal - lethal, place.bruise - bruise
    )


def fit_to_boxes(place: Boxes, boxes: int) -> Boxes:
    """Return the location with its marks fitted into so many boxes. If these are too few, bruise
    goes first; a location that was not all lethal keeps a box that is not (SP-R63)."""
    marked = min(place.lethal + place.bruise, boxes)
    most = boxes if place.all_lethal else max(0, boxes - 1)
    lethal = min(place.lethal, most)
    return Boxes(boxes, lethal, marked - lethal)
