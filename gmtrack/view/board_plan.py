"""How much room the tracks and conditions of a board get: tried from the roomiest plan down."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gmtrack.core.screen import Row, Track
from gmtrack.view.conditions import SEPARATOR
from gmtrack.view.text import GAP, cells, shown
from gmtrack.view.tracks import bar_width

INDENT = 5
"""Where the second line of a combatant begins."""
# In the order of preference among plans that need the same number of lines.
WIDE_BARS = (10, 8, 6, 5, 4)
SECOND_LINE_BARS = (10, 8, 6, 5, 4, 3, 0)


class Plan(NamedTuple):
    """How the tracks are drawn: beside the rest (`wide`) or on a line of their own, with bars of
    at most `most` boxes. By label: the columns for the `bars`, for the `numbers` after them, and
    for the whole `slots`, with the label before the bar unless it stands above it."""

    wide: bool
    most: int
    bars: dict[str, int]
    numbers: dict[str, int]
    slots: dict[str, int]

    def width(self, labels: Sequence[str]) -> int:
        """The columns of the tracks of one combatant, who has those with `labels`."""
        slots = self.slots.values() if self.wide else [self.slots[label] for label in labels]
        return sum(slots) + len(GAP) * max(0, len(slots) - 1)


def plan_for(
    wide: bool, most: int, tracks: dict[str, list[Track]], numbers: dict[str, int]
) -> Plan:
    """The plan with bars of at most `most` boxes; `tracks` are those of everybody by label."""
    bars = {label: max(bar_width(t, most) for t in some) for label, some in tracks.items()}
    slots = {}
    for label, boxes in bars.items():
        name = cells(shown(label))
        drawn = boxes + bool(boxes) + numbers[label]
        slots[label] = max(name, drawn) if wide else name + 1 + drawn
    return Plan(wide, most, bars, numbers, slots)


def plans(rows: Sequence[Row], used: int, width: int) -> Iterator[Plan]:
    """Every plan that fits; where none does there is one that is folded."""
    kinds = list(dict.fromkeys(map(labels_of, rows)))
    tracks: dict[str, list[Track]] = {label: [] for label in merged(kinds)}
    for track in (track for row in rows for track in row.tracks):
        tracks[track.label].append(track)
    numbers = {label: max(cells(shown(t.text)) for t in some) for label, some in tracks.items()}
    fits = False
    for wide, most in [*((True, n) for n in WIDE_BARS), *((False, n) for n in SECOND_LINE_BARS)]:
        if fits and not most:
            return
        plan = plan_for(wide, most, tracks, numbers)
        room = width - (used + len(GAP) if wide else INDENT)
        if not most or max(map(plan.width, kinds)) <= room:
            fits = True
            yield plan


def labels_of(row: Row) -> tuple[str, ...]:
    """The labels of a combatant's tracks."""
    return tuple(track.label for track in row.tracks)


def merged(kinds: Iterable[tuple[str, ...]]) -> list[str]:
    """All labels, in an order that keeps to the one that each combatant has."""
    labels: list[str] = []
    for own in kinds:
        at = 0
        for label in own:
            if label not in labels:
                labels.insert(at, label)
            at = labels.index(label) + 1
    return labels


def height(rows: Sequence[Row], needs: list[list[int]], plan: Plan, used: int, width: int) -> int:
    """The lines that all combatants need together."""
    lines = 0
    for row, need in zip(rows, needs, strict=True):
        rooms = rooms_for(row, plan, used, width)
        lines += max([len(rooms) - 1, *spread(need, rooms, width)]) + 1
    return lines


def rooms_for(row: Row, plan: Plan, used: int, width: int) -> list[int]:
    """The columns left for conditions on each line that a combatant needs anyway."""
    if plan.wide and plan.slots:
        return [width - used - plan.width(labels_of(row)) - 2 * len(GAP)]
    if not row.tracks:
        return [width - used - len(GAP)]
    return [width - used - len(GAP), width - INDENT - plan.width(labels_of(row)) - len(GAP)]


def spread(needs: Sequence[int], rooms: list[int], width: int) -> list[int]:
    """For each condition, by the columns that it needs, the line on which it stands: one that
    has room for it, or a further one."""
    free = list(rooms)
    at = 0
    places = []
    for need in needs:
        short = min(need, width - INDENT)
        while free[at] < short:
            at += 1
            if at == len(free):
                free.append(width - INDENT)
        free[at] -= short + len(SEPARATOR)
        places.append(at)
    return places
