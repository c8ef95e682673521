"""How much room the tracks and conditions of a board get: tried from the roomiest plan down."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from gmtrack.core.screen import Row, Track
from gmtrack.view.board.slots import Slot, flowing, slot_width, width_of_slots
from gmtrack.view.board.tracks import bar_width, counted
from gmtrack.view.conditions import SEPARATOR
from gmtrack.view.text import GAP, cells, shown

INDENT = 5
"""Where the second line of a combatant begins."""
# In the order of preference among plans that need the same number of lines.
WIDE_BARS = (10, 8, 6, 5, 4)
SECOND_LINE_BARS = (10, 8, 6, 5, 4, 3)
FLOWING_BARS = (10, 6, 4)


class Layout(NamedTuple):
    """Where the tracks stand: `wide`, beside the rest below heads of their own; `second`, on one
    line of their own; else on as many lines as they need, `aligned` below each other or `ragged`,
    with as many as `beside` on the first line. Bars have at most `most` boxes."""

    kind: Literal["wide", "second", "aligned", "ragged"]
    most: int
    beside: int | None = None


class Plan(NamedTuple):
    """A layout with its columns, by label: for the `bars`, for the `numbers` after them, and for
    the whole `slots`, with the label before the bar unless it stands above it."""

    layout: Layout
    bars: dict[str, int]
    numbers: dict[str, int]
    slots: dict[str, int]

    @property
    def wide(self) -> bool:
        return self.layout.kind == "wide"

    def columns(self, track: Track) -> tuple[int, int]:
        """The columns for the bar of a track and for the number after it."""
        if self.layout.kind == "ragged":
            return bar_width(track, self.layout.most), cells(shown(track.text))
        return self.bars[track.label], self.numbers[track.label]

    def lines(self, row: Row, used: int, width: int) -> list[list[Slot]]:
        """What stands on the first line of a combatant, of which `used` columns are taken, and
        on each further one."""
        if self.wide:
            own = {track.label: track for track in row.tracks}
            return [[Slot(columns, own.get(label)) for label, columns in self.slots.items()]]
        slots = [Slot(slot_width(track.label, *self.columns(track)), track) for track in row.tracks]
        if self.layout.kind == "second":
            return [[], slots] if slots else [[]]
        return flowing(slots, width - used - len(GAP), width - INDENT, self.layout.beside)

    def fits(self, row: Row, used: int, width: int) -> bool:
        """Whether the tracks of a combatant end before the line does."""
        first, *others = self.lines(row, used, width)
        if self.wide:
            return width_of_slots(first) <= width - used - len(GAP)
        return all(width_of_slots(line) <= width - INDENT for line in others)


def plan_for(layout: Layout, tracks: dict[str, list[Track]], numbers: dict[str, int]) -> Plan:
    """The plan for a layout; `tracks` are those of everybody by label."""
    most, wide = layout.most, layout.kind == "wide"
    bars = {label: max(bar_width(t, most) for t in some) for label, some in tracks.items()}
    slots = {label: slot_width(label, bars[label], numbers[label], below=wide) for label in bars}
    return Plan(layout, bars, numbers, slots)


def plans(rows: Sequence[Row], used: int, width: int) -> Iterator[Plan]:
    """Every plan that fits; where none does there is one that is folded."""
    tracks: dict[str, list[Track]] = {label: [] for label in merged(map(labels_of, rows))}
    for track in (track for row in rows for track in row.tracks):
        tracks[track.label].append(track)
    numbers = {label: max(cells(shown(t.text)) for t in some) for label, some in tracks.items()}
    fits = False
    for layout in layouts(rows):
        plan = plan_for(layout, tracks, numbers)
        if all(plan.fits(row, used, width) for row in rows):
            fits = True
            yield plan
    if not fits:
        yield plan_for(Layout("second", 0), tracks, numbers)


def layouts(rows: Sequence[Row]) -> Iterator[Layout]:
    """What to try. Only counted boxes may need more than one line, and how many of other ones are
    drawn makes no difference where there are none."""
    exact = [counted(track) for row in rows for track in row.tracks]
    tries = 1 if all(exact) else None
    yield from (Layout("wide", most) for most in WIDE_BARS[:tries])
    yield from (Layout("second", most) for most in SECOND_LINE_BARS[:tries])
    if any(exact):
        longest = max(len(row.tracks) for row in rows)
        for most in FLOWING_BARS[:tries]:
            yield Layout("aligned", most)
            yield from (Layout("ragged", most, beside) for beside in (*range(longest), None))


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
    rooms: list[int] = []
    for slots in plan.lines(row, used, width):
        start = INDENT if rooms else used
        gaps = len(GAP) * (bool(slots) + (not rooms))
        rooms.append(width - start - gaps - width_of_slots(slots))
    return rooms


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
