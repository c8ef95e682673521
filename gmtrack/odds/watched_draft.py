"""The draft of a trial run: it knows what was written on it, and notices what is read though the
merged branches differ in it."""

from operator import eq
from typing import Any

from gmtrack.core.branching import Branches
from gmtrack.core.draft import MISSING, Change, Draft, Path, undo, write
from gmtrack.core.encounter import Encounter
from gmtrack.odds.random_variable import RandomVariable


class WatchedDraft(Draft):
    """A draft on the encounter itself, which is as before after `put_back`."""

    def __init__(self, encounter: Encounter, branches: Branches) -> None:
        super().__init__(encounter, branches)
        self._back: list[Change] = []
        self.written: dict[Path, None] = {}
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
            self.written[change.path] = None
        write(self.encounter, change.path, change.after)

    def put_back(self) -> None:
        """Everything as it was when the draft was made."""
        undo(self.encounter, self._back)
        self._back.clear()

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
