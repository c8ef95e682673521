"""The draft of the runs of a search: it knows what was written on it, and asks for what is not
settled when it is read."""

from collections.abc import Callable, Iterator
from operator import eq
from typing import Any

from gmtrack.core.draft import MISSING, Change, Draft, Path, undo, write
from gmtrack.core.encounter import Encounter
from gmtrack.odds.random_variable import RandomVariable

OWNER_DEPTH = 3
"""So much of a path names the combatant that it belongs to."""
Settle = Callable[[], Any]
"""Says what stands somewhere, where that is random."""


class WatchedDraft(Draft):
    """A draft on the encounter itself, which is as before after `put_back`."""

    plain = False

    def __init__(
        self, encounter: Encounter, settled: dict[str, Any] | None = None
    ) -> None:
        super().__init__(encounter, settled=settled)
        self._back: list[Change] = []
        self._settled: tuple[int, dict[Path, None], dict[Path, int]] = (
            0,
            {},
            {},
        )
        self.written: dict[Path, None] = {}
        """All paths that were written."""
        self.touched: dict[Path, None] = {}
        """Those that this run has written."""
        self.as_read: dict[Path, int] = {}
        """Numbers that were read where nothing had been written yet."""
        self._unsettled: dict[Path, dict[Path, Settle]] = {}
        """By whom it belongs to: what stands there is not known before it is read."""

    def get(self, path: Path, default: Any = None) -> Any:
        if self._unsettled:
            for other in self._unsettled_overlapping(path):
                self._settle_path(other)
        return super().get(path, default)

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        self._settle_before_writing(path)
        if path not in self.written:
            before = super().get(path, MISSING)
            known = read_as if before is MISSING else before
            if type(known) is int:
                self.as_read[path] = known
        self._change(path, value, read_as)

    def drop(self, path: Path) -> None:
        self._settle_before_writing(path)
        self._change(path, MISSING)

    # --- what is not settled ---

    def _unsettled_overlapping(self, path: Path) -> list[Path]:
        """What is not settled of it, of what is in it and of what it is in."""
        if not self._unsettled:
            return []
        known = [self._unsettled.get(path[:OWNER_DEPTH], {})]
        if len(path) < OWNER_DEPTH:
            known = list(self._unsettled.values())
        return [
            other
            for paths in known
            for other in paths
            if _paths_overlap(path, other)
        ]

    def _settle_before_writing(self, path: Path) -> None:
        """What is written is known, whatever stood there or in it; what it is in must be known."""
        for other in self._unsettled_overlapping(path):
            if len(other) < len(path):
                self._settle_path(other)
            else:
                del self._unsettled[other[:OWNER_DEPTH]][other]
                self._write_found(other, MISSING)

    def _settle_path(self, path: Path) -> None:
        """What stands there on this branch."""
        self._write_found(path, self._unsettled[path[:OWNER_DEPTH]].pop(path)())

    def _write_found(self, path: Path, value: Any) -> None:
        """What a run finds; it has not written it."""
        touched, written = self.touched, self.written
        self.touched, self.written = {}, {}
        self._change(path, value)
        self.touched, self.written = touched, written

    def _change(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        """Write it, or (MISSING) take it away; the maps on the way to a value are no news."""
        unsettled, self._unsettled = self._unsettled, {}
        if value is MISSING:
            super().drop(path)
        else:
            super().put(path, value, read_as)
        self._unsettled = unsettled

    def stands(self, before: Any, value: Any) -> bool:
        return is_same(before, value)

    def _record(self, change: Change) -> None:
        self._back.append(change)
        self._unsettle((change,))
        if not change.made:
            self.written[change.path] = self.touched[change.path] = None
        write(self.encounter, change.path, change.after)
        self._count(change)

    # --- from run to run ---

    def settle(self) -> None:
        """From now on `put_back` leaves it as it is here."""
        self._settled = len(self._back), dict(self.written), dict(self.as_read)

    def begin(self, unsettled: dict[Path, Settle]) -> None:
        """A run begins; what stands at some places is said when it is asked for."""
        self.touched = {}
        self._unsettled = {}
        for path, settle in unsettled.items():
            self._unsettled.setdefault(path[:OWNER_DEPTH], {})[path] = settle
            self._note_change(path)

    def lay(self, path: Path, value: Any) -> None:
        """What a run finds in place of something that was there when the draft settled."""
        Draft.get(self, path[:-1])[path[-1]] = value
        self._note_change(path)

    def _note_change(self, path: Path) -> None:
        """Something else stands there than when it was read."""
        self._count(Change(path, None, None))

    def restore(self, *, whole: bool = False) -> None:
        """Everything as it was when it settled; `whole`: when the draft was made."""
        self._unsettled = {}
        if whole:
            self._settled = 0, {}, {}
        mark, written, as_read = self._settled
        gone = self._back[mark:]
        self._unsettle(gone)
        undo(self.encounter, gone)
        del self._back[mark:]
        for change in gone:
            self._count(change)
        self.written, self.as_read = dict(written), dict(as_read)

    def unsettled(self) -> set[Path]:
        """What nobody has asked for in this run."""
        return {path for known in self._unsettled.values() for path in known}

    def state(self) -> Iterator[tuple[Path, Any]]:
        """The value now at each path that was written, and is settled."""
        unsettled = self.unsettled()
        for path in self.written:
            if path not in unsettled:
                yield path, super().get(path, MISSING)


def _paths_overlap(one: Path, other: Path) -> bool:
    """Whether one path leads to the other, or is the same."""
    return all(map(eq, one, other))


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and neither is random."""
    if type(one) is not type(other) or type(one) is RandomVariable:
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            is_same(one[key], other[key]) for key in one
        )
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)
