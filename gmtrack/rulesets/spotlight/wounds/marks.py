"""Marks in the boxes of one location: damage, healing, boxes lost for good; pure counting (SP-DMG,
SP-DEATH-05, SP-DEATH-09)."""

from typing import NamedTuple

from gmtrack.rulesets.spotlight.sheet.boxes import Boxes
from gmtrack.rulesets.spotlight.tables.locations import Mark


class Spill(NamedTuple):
    """House rules on points that find no empty box: SP-R27, SP-R28."""

    converts: bool = True
    """One hit may fill and then convert."""
    bruise_on_mixed: bool = True
    """Bruise converts in a full location that has lethal marks already."""


class Hit(NamedTuple):
    """What some points did to one location; `surplus` found nothing left to mark, `lost` was
    lost by house rule. All of them sum to the points."""

    boxes: Boxes
    filled: int
    converted: int
    surplus: int
    lost: int


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
