"""Layouts for the tracks and conditions of a board, from the roomiest down, and the lines that
each needs.

A layout follows from what stays as it is in a fight: people, columns, sizes of tracks and the
screen. What changes from command to command (conditions, how full a track is) decides nothing, so
that everything keeps its place."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from gmtrack.core.screen import Row, Track
from gmtrack.view.board.tracks import (
    SEPARATOR,
    is_counter,
    is_drawn_in_full,
    measure_bar,
)
from gmtrack.view.text import (
    GAP,
    cells,
    shown,
)


class Slot(NamedTuple):
    """The place of a track on a line, `width` columns wide. Without a track it is a gap below a
    column head."""

    width: int
    track: Track | None


@lru_cache(1024)
def slot_width(
    label: str, boxes: int, number: int, *, below: bool = False
) -> int:
    """Return the columns of a track with its label, which stands before the bar, or above it if
    `below` is set."""
    name = cells(shown(label))
    drawn = boxes + bool(boxes and number) + number
    return max(name, drawn) if below else name + 1 + drawn


def measure_slots_with_gap(slots: Sequence[Slot], gap: int = len(GAP)) -> int:
    """Return the columns of slots beside each other, with a gap of `gap` columns between them."""
    return sum(slot.width for slot in slots) + gap * max(0, len(slots) - 1)


def distribute_slots(
    slots: Sequence[Slot], first: int, room: int, beside: int | None = None
) -> list[list[Slot]]:
    """Distribute slots over a first line with `first` columns and further lines with `room`
    columns each.

    Puts the first `beside` slots on the first line if they fit there; without `beside`, uses as
    few lines as possible. Lines are filled from the last one up: limbs stay together, and the
    first line keeps room for conditions."""
    if beside is not None and measure_slots_with_gap(slots[:beside]) <= first:
        return [
            list(slots[:beside]),
            *distribute_slots(slots[beside:], 0, room)[1:],
        ]
    rest = list(slots)
    lines: list[list[Slot]] = []
    while rest and measure_slots_with_gap(rest) > first:
        line = [rest.pop()]
        while rest and measure_slots_with_gap([rest[-1], *line]) <= room:
            line.insert(0, rest.pop())
        lines.insert(0, line)
    return [rest, *lines]


INDENT = 5
"""Column in which the second and further lines of a combatant begin."""
# In the order of preference among plans that need the same number of lines.
WIDE_BARS = (10, 8, 6)
SHORT_BARS = (5, 4)
SECOND_LINE_BARS = (10, 8, 6, 5, 4, 3)
FLOWING_BARS = (10, 6, 4)
NARROW_GAP = " "
LONGEST_NAME = 24
NAMES = (12, 10, 8)
"""Columns for the names where numbers alone need nearly the whole line."""
USUAL_CONDITION = 13
"""Columns that a layout leaves free for a condition, if it can: `unconscious`, `cover: crates`."""
ROOMY = 80
"""Columns of a screen on which boxes that tell more than their number may need a second line."""


_OF_MOST = re.compile(r"(-?\d+)/(\d+)(.*)", re.DOTALL)


@lru_cache(1024)
def widen_text(text: str) -> str:
    """Return a text as wide as it can become while only its first number changes: `9/15` and
    `12/15` give `15/15`. Any other text stays as it is."""
    found = _OF_MOST.fullmatch(text)
    if not found:
        return text
    now, most, rest = found.groups()
    return f"{max(now, most, key=len)}/{most}{rest}"


def measure_widest_text(track: Track) -> int:
    """Return the columns of the widest text that a track may come to have."""
    return max(
        _measure_shown(widen_text(track.text)), _measure_shown(track.widest)
    )


@lru_cache(1024)
def _measure_shown(text: str) -> int:
    """Return the columns that a text takes on the screen."""
    return cells(shown(text))


LayoutKind = Literal["wide", "numbers", "second", "aligned", "ragged"]


class BoardLayout(NamedTuple):
    """A way to place the tracks of a board.

    Kinds:
    - `wide`: beside the names, below column heads
    - `numbers`: as `wide`, without boxes
    - `second`: on one line of their own
    - `aligned` and `ragged`: on as many lines as they need, in columns or not, with up to
      `beside` tracks on the first line

    Bars have at most `most` boxes. Names have at most `name` columns (0: as many as fit). `bare`
    is how many of the columns that can be spared are left out. `counters` says whether counters
    of the GM's own have boxes."""

    kind: LayoutKind
    most: int
    beside: int | None = None
    gap: str = GAP
    name: int = 0
    bare: int = 0
    counters: bool = True


LayoutGroup = Sequence[BoardLayout]
"""Layouts that are tried together; the one that needs the fewest lines is taken."""


class BoardPlan(NamedTuple):
    """A layout with the widths of its columns, by the label of the track.

    `bars` are the columns of the bars, `numbers` those of the numbers after them, `slots` the
    whole (with the label, unless it stands above the bar). `largest` are the boxes of the
    longest track of each label, which set the scale. `right` are the labels that have nothing
    but numbers and are aligned to the right."""

    layout: BoardLayout
    largest: Mapping[str, int]
    bars: dict[str, int]
    numbers: dict[str, int]
    slots: dict[str, int]
    right: set[str]

    @property
    def wide(self) -> bool:
        """Whether the tracks stand beside the names, below column heads."""
        return self.layout.kind in ("wide", "numbers")

    @property
    def short(self) -> bool:
        """Whether the layout draws no boxes."""
        return self.layout.kind == "numbers"

    def shape_track(self, track: Track) -> Track:
        """Return the track as this layout draws it: unchanged, or with short text and without
        boxes if the layout is short, or has none for counters."""
        if not self.short and (self.layout.counters or not is_counter(track)):
            return track
        return track._replace(
            segments=(), marks=(), text=track.short or track.text
        )

    def measure_track(self, track: Track) -> tuple[int, int]:
        """Return the columns for a track's bar and for the number after it."""
        if self.layout.kind == "ragged":
            most = measure_bar(
                track, self.layout.most, self.largest[track.label]
            )
            return most, measure_widest_text(track)
        return self.bars[track.label], self.numbers[track.label]

    def distribute_tracks(
        self, row: Row, used: int, width: int
    ) -> list[list[Slot]]:
        """Distribute a combatant's tracks over lines: the first list is for the first line,
        where `used` columns are taken, each further list for a line below. In a wide plan there
        is one line with a slot for each column, empty where the combatant has no such track."""
        if self.wide:
            own = {track.label: track for track in row.tracks}
            return [
                [
                    Slot(columns, own.get(label))
                    for label, columns in self.slots.items()
                ]
            ]
        slots = [
            Slot(slot_width(track.label, *self.measure_track(track)), track)
            for track in row.tracks
        ]
        if self.layout.kind == "second":
            return [[], slots] if slots else [[]]
        return distribute_slots(
            slots, width - used - len(GAP), width - INDENT, self.layout.beside
        )

    def measure_slots(self, slots: Sequence[Slot]) -> int:
        """Return the columns of slots with this layout's gaps."""
        return measure_slots_with_gap(slots, len(self.layout.gap))

    def fits(self, row: Row, used: int, width: int) -> bool:
        """Whether all lines of a combatant's tracks fit into the width."""
        first, *others = self.distribute_tracks(row, used, width)
        if self.wide:
            # Where there is little room there is a column for the sign that there is more.
            room = width - used - len(self.layout.gap) - self.short
            return self.measure_slots(first) <= room
        return all(
            self.measure_slots(line) <= width - INDENT for line in others
        )


def make_plan(
    layout: BoardLayout, rows: Sequence[Row], largest: Mapping[str, int]
) -> BoardPlan:
    """Work out the columns of a layout for these rows. `largest` are the boxes of the longest
    track of each label."""
    plan = BoardPlan(layout, largest, {}, {}, {}, set())
    by_label: dict[str, list[Track]] = {}
    for row in rows:
        for track in row.tracks:
            by_label.setdefault(track.label, []).append(plan.shape_track(track))
    # Whoever has most tracks comes first, since rows change places from turn to turn.
    ordered = sorted(rows, key=lambda row: (-len(row.tracks), row.id))
    labels = merge_labels(
        tuple(track.label for track in row.tracks) for row in ordered
    )
    for label in labels:
        tracks = by_label[label]
        bar = max(
            measure_bar(track, layout.most, largest[label]) for track in tracks
        )
        number = max(measure_widest_text(track) for track in tracks)
        if plan.short and all(
            holds_numbers([t.text, t.widest]) for t in tracks
        ):
            plan.right.add(label)
        plan.bars[label] = bar
        plan.numbers[label] = number
        plan.slots[label] = slot_width(label, bar, number, below=plan.wide)
    return plan


def holds_numbers(texts: Iterable[str]) -> bool:
    """Whether no text of a column has a letter, so that it is aligned to the right."""
    return not any(char.isalpha() for text in texts for char in text)


def find_scales(rows: Iterable[Row]) -> dict[str, int]:
    """Return the boxes of the longest track of each label. All bars of one label share this
    scale, so that a box has the same length for everybody."""
    largest: dict[str, int] = {}
    for row in rows:
        for track in row.tracks:
            largest[track.label] = max(track.size, largest.get(track.label, 0))
    return largest


def list_layout_groups(
    rows: Sequence[Row], width: int
) -> Iterator[LayoutGroup]:
    """Yield groups of layouts to try, the roomiest first.

    The order is: one line each with bars, at last without the columns that can be spared; lines
    with numbers alone, if every track has a number; tracks on further lines; and a layout that
    always works."""
    tracks = [track for row in rows for track in row.tracks]
    own = [track for track in tracks if not is_counter(track)]
    boxes = bool(own) and all(map(is_drawn_in_full, own))
    # How many boxes of bars are drawn makes no difference where there are none.
    tries = 1 if all(map(is_drawn_in_full, tracks)) else None
    has_counters = len(own) < len(tracks)
    wide = [*_list_wide_layouts(WIDE_BARS[:tries], has_counters)]
    shorter = [*_list_wide_layouts(SHORT_BARS[:tries], has_counters)]
    below = [*_list_layouts_below_names(rows, tries)]
    untold = boxes and not any(track.text for track in own)
    bare = [layout._replace(bare=1) for layout in (*wide, *shorter)]
    yield wide
    yield shorter
    yield [*bare, *below] if untold and width >= ROOMY else bare
    if all(track.short or track.text for track in tracks):
        yield from _list_number_layouts()
    yield below
    yield [BoardLayout("second", 0)]


def _list_wide_layouts(
    bars: Sequence[int], has_counters: bool
) -> Iterator[BoardLayout]:
    """Yield layouts with one line for each combatant and bars of these lengths; where there are
    counters of the GM's own, at last those without boxes for them."""
    for counters in (True, False) if has_counters else (True,):
        for gap in (GAP, NARROW_GAP):
            for most in bars:
                yield BoardLayout("wide", most, gap=gap, counters=counters)


def _list_number_layouts() -> Iterator[LayoutGroup]:
    """Yield layouts with one line for each combatant and no bars."""
    yield [BoardLayout("numbers", 0)]
    yield [BoardLayout("numbers", 0, gap=NARROW_GAP)]
    yield [BoardLayout("numbers", 0, gap=NARROW_GAP, bare=1)]
    for bare in (1, 2):
        yield from (
            [BoardLayout("numbers", 0, None, NARROW_GAP, name, bare)]
            for name in NAMES
        )


def _list_layouts_below_names(
    rows: Sequence[Row], tries: int | None
) -> Iterator[BoardLayout]:
    """Yield layouts with all tracks below the names, or as many as do not fit beside them.
    `tries` limits how many bar lengths are tried; None: all."""
    yield from (
        BoardLayout("second", most) for most in SECOND_LINE_BARS[:tries]
    )
    longest = max((len(row.tracks) for row in rows), default=0)
    for most in FLOWING_BARS[:tries]:
        yield BoardLayout("aligned", most)
        yield from (
            BoardLayout("ragged", most, beside)
            for beside in (*range(longest), None)
        )


def merge_labels(kinds: Iterable[tuple[str, ...]]) -> list[str]:
    """Merge lists of labels into one list without repetition that keeps the order of each list
    as far as possible."""
    labels: list[str] = []
    for own in dict.fromkeys(kinds):
        at = 0
        for label in own:
            if label not in labels:
                labels.insert(at, label)
            at = labels.index(label) + 1
    return labels


class NeededLines(NamedTuple):
    """The lines that all combatants need together, if every second one has a condition of the usual
    length, and if nobody has any."""

    with_conditions: int
    without: int


def count_lines(
    rows: Sequence[Row], plan: BoardPlan, used: int, width: int
) -> NeededLines:
    """Return the lines that all combatants need, whatever conditions they have now. `used` are
    the columns taken on a first line."""
    without = full = 0
    for row in rows:
        rooms = measure_free_columns(row, plan, used, width)
        without += len(rooms)
        # Where there are several lines anyway, some have room, and one more costs little.
        full += plan.wide and max(rooms) < USUAL_CONDITION
    return NeededLines(without + (full + 1) // 2, without)


def measure_free_columns(
    row: Row, plan: BoardPlan, used: int, width: int
) -> list[int]:
    """Return the columns left for conditions on each line that a combatant's tracks need anyway."""
    rooms: list[int] = []
    for slots in plan.distribute_tracks(row, used, width):
        is_first = not rooms
        taken = used if is_first else INDENT
        taken += plan.measure_slots(slots)
        if slots and is_first:
            taken += len(plan.layout.gap)
        if slots or is_first:
            taken += len(GAP)
        rooms.append(width - taken)
    return rooms


def place_conditions(
    needs: Sequence[int], rooms: list[int], width: int
) -> list[int]:
    """Return the line for each condition, as an index into the lines: the first line with enough
    room, or a new one below. `needs` are the columns of the conditions, `rooms` the free columns
    of the lines."""
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
