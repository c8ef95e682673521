"""Tracks on the lines of one combatant: how wide each is, and on which line it stands."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gmtrack.core.screen import Track
from gmtrack.view.text import GAP, cells, shown


class Slot(NamedTuple):
    """The place of a track on a line; without one there is a gap below another one's head."""

    width: int
    track: Track | None


@lru_cache(1024)
def slot_width(label: str, boxes: int, number: int, *, below: bool = False) -> int:
    """The columns of a track with its label, which stands before it or above it (`below`)."""
    name = cells(shown(label))
    drawn = boxes + bool(boxes and number) + number
    return max(name, drawn) if below else name + 1 + drawn


def width_of_slots(slots: Sequence[Slot], gap: int = len(GAP)) -> int:
    """The columns of slots behind each other."""
    return sum(slot.width for slot in slots) + gap * max(0, len(slots) - 1)


def flowing(
    slots: Sequence[Slot], first: int, room: int, beside: int | None = None
) -> list[list[Slot]]:
    """Slots on a first line with room for `first` columns and on further ones with `room`: the
    first `beside` of them on the first line if they fit there, or on as few lines as can be.

    Lines are filled from the last one up: limbs stay together, and above them there is room for
    conditions.
    """
    if beside is not None and width_of_slots(slots[:beside]) <= first:
        return [list(slots[:beside]), *flowing(slots[beside:], 0, room)[1:]]
    rest = list(slots)
    lines: list[list[Slot]] = []
    while rest and width_of_slots(rest) > first:
        line = [rest.pop()]
        while rest and width_of_slots([rest[-1], *line]) <= room:
            line.insert(0, rest.pop())
        lines.insert(0, line)
    return [rest, *lines]
