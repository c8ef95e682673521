"""The draft that a search runs on: it knows what was written, and settles random paths when they
are read."""

from collections.abc import Callable, Iterator
from operator import eq
from typing import Any

from gmtrack.core.draft import (
    MISSING,
    Change,
    Draft,
    Path,
    undo_changes,
    write_value,
)
from gmtrack.core.encounter import Encounter
from gmtrack.odds.random_variable import RandomVariable

OWNER_DEPTH = 3
"""The number of parts of a path that name the combatant to whom it belongs."""
Settle = Callable[[], Any]
"""A callback that returns what stands at a path that is random, observing its shape."""


class WatchedDraft(Draft):
    """A draft on the encounter itself, which is as before after `restore`."""

    plain = False

    def __init__(
        self, encounter: Encounter, of_file: dict[str, Any] | None = None
    ) -> None:
        super().__init__(encounter, of_file=of_file)
        self._back: list[Change] = []
        self._settled: tuple[int, dict[Path, None], dict[Path, int]]
        self._settled = 0, {}, {}
        self.written: dict[Path, None] = {}
        """The paths that were written, by the mixture or by the run."""
        self.touched: dict[Path, None] = {}
        """The paths that this run has written."""
        self.as_read: dict[Path, int] = {}
        """Numbers that were read at paths where nothing had been written yet."""
        self._unsettled: dict[Path, dict[Path, Settle]] = {}
        """The paths that are random until they are read, by the combatant to whom they belong."""

    def get(self, path: Path, default: Any = None) -> Any:
        """Return what stands at a path, after settling what is random there."""
        if self._unsettled:
            for other in self._unsettled_overlapping(path):
                self._settle_path(other)
        return super().get(path, default)

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        """Write a value, noting the number that stood there or was read there before
        (`read_as`)."""
        self._settle_before_writing(path)
        if path not in self.written:
            before = super().get(path, MISSING)
            known = read_as if before is MISSING else before
            if type(known) is int:
                self.as_read[path] = known
        self._change(path, value, read_as)

    def drop(self, path: Path) -> None:
        """Remove what stands at a path."""
        self._settle_before_writing(path)
        self._change(path, MISSING)

    # --- what is not settled ---

    def _unsettled_overlapping(self, path: Path) -> list[Path]:
        """Return the unsettled paths that lead to `path`, are equal to it, or lie within it."""
        if not self._unsettled:
            return []
        if len(path) < OWNER_DEPTH:
            known = list(self._unsettled.values())
        else:
            known = [self._unsettled.get(path[:OWNER_DEPTH], {})]
        overlapping: list[Path] = []
        for paths in known:
            overlapping += (
                other for other in paths if _paths_overlap(path, other)
            )
        return overlapping

    def _settle_before_writing(self, path: Path) -> None:
        """Settle the unsettled paths that lead to `path`, and drop those that it overwrites."""
        for other in self._unsettled_overlapping(path):
            if len(other) < len(path):
                self._settle_path(other)
            else:
                del self._unsettled[other[:OWNER_DEPTH]][other]
                self._write_found(other, MISSING)

    def _settle_path(self, path: Path) -> None:
        """Settle a path: write what stands there on this branch."""
        settle = self._unsettled[path[:OWNER_DEPTH]].pop(path)
        self._write_found(path, settle())

    def _write_found(self, path: Path, value: Any) -> None:
        """Write a value without counting it as written by the run."""
        touched, written = self.touched, self.written
        self.touched, self.written = {}, {}
        self._change(path, value)
        self.touched, self.written = touched, written

    def _change(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        """Write a value, or drop the path for MISSING, without settling anything on the way to
        it."""
        unsettled, self._unsettled = self._unsettled, {}
        if value is MISSING:
            super().drop(path)
        else:
            super().put(path, value, read_as)
        self._unsettled = unsettled

    def is_same_value(self, before: Any, value: Any) -> bool:
        """Whether a value is the one that stands there already, so that nothing has to be
        written."""
        return is_same(before, value)

    def _record(self, change: Change) -> None:
        """Carry out a change, and note it so that `restore` can undo it."""
        self._back.append(change)
        self._report_file_changes((change,))
        if not change.made:
            self.written[change.path] = None
            self.touched[change.path] = None
        write_value(self.encounter, change.path, change.after)
        self._report_live_change(change)

    # --- from run to run ---

    def mark_settled(self) -> None:
        """Take the present state as the one that `restore` goes back to."""
        self._settled = len(self._back), dict(self.written), dict(self.as_read)

    def begin_run(self, unsettled: dict[Path, Settle]) -> None:
        """Begin a run in which these paths are random until they are read."""
        self.touched = {}
        self._unsettled = {}
        for path, settle in unsettled.items():
            self._unsettled.setdefault(path[:OWNER_DEPTH], {})[path] = settle
            self._note_change(path)

    def replace_value(self, path: Path, value: Any) -> None:
        """Replace a value that was there when the draft settled, without recording a change."""
        Draft.get(self, path[:-1])[path[-1]] = value
        self._note_change(path)

    def _note_change(self, path: Path) -> None:
        """Note that what stands at a path is no longer what was read there."""
        self._report_live_change(Change(path, None, None))

    def restore(self, *, whole: bool = False) -> None:
        """Undo everything since the draft settled or, with `whole`, since it was made."""
        self._unsettled = {}
        if whole:
            self._settled = 0, {}, {}
        mark, written, as_read = self._settled
        gone = self._back[mark:]
        self._report_file_changes(gone)
        undo_changes(self.encounter, gone)
        del self._back[mark:]
        for change in gone:
            self._report_live_change(change)
        self.written, self.as_read = dict(written), dict(as_read)

    def unsettled_paths(self) -> set[Path]:
        """Return the paths that nobody has read in this run."""
        return {path for known in self._unsettled.values() for path in known}

    def written_values(self) -> Iterator[tuple[Path, Any]]:
        """Yield each path that was written and is settled, with its present value."""
        unsettled = self.unsettled_paths()
        for path in self.written:
            if path not in unsettled:
                yield path, super().get(path, MISSING)


def _paths_overlap(one: Path, other: Path) -> bool:
    """Whether one path leads to the other, or both are equal."""
    return all(map(eq, one, other))


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal and of the same type, with nothing random in them."""
    if type(one) is not type(other) or type(one) is RandomVariable:
        return False
    if isinstance(one, dict):
        if one.keys() != other.keys():
            return False
        return all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        if len(one) != len(other):
            return False
        return all(map(is_same, one, other))
    return bool(one == other)
