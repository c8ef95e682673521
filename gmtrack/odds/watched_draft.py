"""The draft of the runs of a search: it knows what was written on it, and notices what is read
though the merged branches differ in it."""

from operator import eq
from typing import Any

from gmtrack.core.draft import MISSING, Change, Draft, Path, undo, write
from gmtrack.core.encounter import Encounter
from gmtrack.odds.random_variable import RandomVariable


class WatchedDraft(Draft):
    """A draft on the encounter itself, which is as before after `put_back`."""

    def __init__(self, encounter: Encounter) -> None:
        super().__init__(encounter)
        self._back: list[Change] = []
        self._settled: tuple[int, dict[Path, None], dict[Path, int]] = (0, {}, {})
        self.written: dict[Path, None] = {}
        """All paths that were written."""
        self.touched: dict[Path, None] = {}
        """Those that this run has written."""
        self.as_read: dict[Path, int] = {}
        """Numbers that were read where nothing had been written yet."""
        self.hidden: set[Path] = set()
        """Where the merged branches differ in more than values: it must not be read."""
        self.hidden_reads: set[Path] = set()
        """What was read of it nevertheless."""

    def get(self, path: Path, default: Any = None) -> Any:
        if self.hidden:
            self.hidden_reads |= {other for other in self.hidden if _overlap(path, other)}
        return super().get(path, default)

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        hidden, self.hidden = self.hidden, set()
        if path not in self.written:
            before = super().get(path, MISSING)
            known = read_as if before is MISSING else before
            if type(known) is int:
                self.as_read[path] = known
        super().put(path, value, read_as)
        # Written is written, even if one of the merged branches had the value already.
        self.hidden = {other for other in hidden if other[: len(path)] != path}

    def drop(self, path: Path) -> None:
        hidden, self.hidden = self.hidden, set()
        super().drop(path)
        self.hidden = {other for other in hidden if other[: len(path)] != path}

    def stands(self, before: Any, value: Any) -> bool:
        return same(before, value)

    def _record(self, change: Change) -> None:
        self._back.append(change)
        if not change.made:
            self.written[change.path] = self.touched[change.path] = None
        write(self.encounter, change.path, change.after)

    # --- from run to run ---

    def settle(self) -> None:
        """From now on `put_back` leaves it as it is here."""
        self._settled = len(self._back), dict(self.written), dict(self.as_read)

    def begin(self, hidden: frozenset[Path]) -> None:
        """A run begins, on merged branches that differ where it is `hidden`."""
        self.touched = {}
        self.hidden, self.hidden_reads = set(hidden), set()

    def lay(self, path: Path, value: Any) -> None:
        """What a run finds in place of something that was there when the draft settled."""
        super().get(path[:-1])[path[-1]] = value

    def put_back(self, *, whole: bool = False) -> None:
        """Everything as it was when it settled; `whole`: when the draft was made."""
        if whole:
            self._settled = 0, {}, {}
        mark, written, as_read = self._settled
        undo(self.encounter, self._back[mark:])
        del self._back[mark:]
        self.written, self.as_read = dict(written), dict(as_read)

    def state(self) -> dict[Path, Any]:
        """The value now at each path that was written."""
        return {path: super(WatchedDraft, self).get(path, MISSING) for path in self.written}


def _overlap(one: Path, other: Path) -> bool:
    """Whether one path leads to the other, or is the same."""
    return all(map(eq, one, other))


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and neither is random."""
    if type(one) is not type(other) or type(one) is RandomVariable:
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
