"""A draft that nobody commits. It knows what was written on it, and notices what is read though it
may not be the same on all ways that were gathered."""

from operator import eq
from typing import Any

from gmtrack.core.branching import Branches
from gmtrack.core.draft import MISSING, Change, Draft, Path, undo, write
from gmtrack.core.encounter import Encounter
from gmtrack.odds.unknown import Unknown


class WatchedDraft(Draft):
    """A draft for one run over the encounter itself, which `put_back` leaves as it was."""

    def __init__(self, encounter: Encounter, branches: Branches) -> None:
        super().__init__(encounter, branches)
        self._back: list[Change] = []
        self.written: dict[Path, None] = {}
        self.hidden: set[Path] = set()
        """What may not be the same on all ways that were gathered."""
        self.peeked: set[Path] = set()
        """What was read of it."""

    def get(self, path: Path, default: Any = None) -> Any:
        if self.hidden:
            self.peeked |= {other for other in self.hidden if _overlap(path, other)}
        return super().get(path, default)

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        hidden, self.hidden = self.hidden, set()
        super().put(path, value, read_as)
        # Where it stood there already on this way, it may be new on another one.
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
        """What stands now where something was written."""
        return {path: super(WatchedDraft, self).get(path, MISSING) for path in self.written}


def _overlap(one: Path, other: Path) -> bool:
    """Whether one is the other, or a part of it."""
    return all(map(eq, one, other))


def same(one: Any, other: Any) -> bool:
    """Whether two values are known and equal."""
    if type(one) is not type(other) or type(one) is Unknown:
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
