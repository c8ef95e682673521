"""The steps in effect of one history, for a reader who looks at it again and again."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.history import LogEntry
from gmtrack.errors import StoreError
from gmtrack.store.history.head import Mark
from gmtrack.store.history.journal import Journal, JournalEntry
from gmtrack.store.history.log_entries import entry_of, is_lost_edit
from gmtrack.store.history.timeline import AMENDMENT


class _Group(NamedTuple):
    """What one journal entry has brought into effect: one step, or all steps of an amendment.

    `replaced` are the groups that the amendment stands for, oldest first."""

    start: int
    steps: tuple[LogEntry, ...]
    replaced: "tuple[_Group, ...]" = ()


class FollowedSteps:
    """The steps and edits in effect of a history, oldest first. Each look reads only the entries
    that came since the last one.

    A journal is only ever added to. Whether it is still the one that was read shows by its last
    entry so far: if another one stands in its place, the whole history is read anew."""

    def __init__(self) -> None:
        self._groups: list[_Group] = []
        self._fixed = 0
        """The number of groups that no undo or amendment can reach any more: those before an edit
        by hand of which only the result is known."""
        self._last: JournalEntry | None = None
        """The last entry that was read."""

    @property
    def steps(self) -> list[LogEntry]:
        """The steps in effect, as a new list. A step that is still in effect is the same object
        as at the look before. `round` and `who` are not set."""
        return [step for group in self._groups for step in group.steps]

    def catch_up(self, journal: Journal, mark: Mark) -> None:
        """Read what the journal has up to `mark` and was not read yet. Raises
        StoreError(bad-file) if the journal cannot be read or is of a later format."""
        last = self._last
        if last is None or not _still_holds(journal, mark, last):
            self._groups, self._fixed, last = [], 0, None
        start = last.end if last else 0
        # Whatever interrupts the reading, the next look begins anew.
        self._last = None
        for last in journal.entries_up_to(mark.length, start):
            self._take_in(journal, last)
        self._last = last

    def _take_in(self, journal: Journal, entry: JournalEntry) -> None:
        """Do to the steps in effect what the next entry of the journal did."""
        kind = entry.record["kind"]
        if kind == "undo":
            for start in entry.record["targets"]:
                self._take_back(start)
        elif kind == "redo":
            for start in entry.record["targets"]:
                self._do_again(journal, start)
        else:
            self._bring_in(entry)

    def _take_back(self, start: int) -> None:
        """Take the group of the entry at this offset out of effect; what it has replaced is in
        effect again. Does nothing if there is no such group, as of a damaged entry."""
        for place in range(len(self._groups) - 1, -1, -1):
            group = self._groups[place]
            if group.start == start:
                self._groups[place : place + 1] = group.replaced
                return

    def _do_again(self, journal: Journal, start: int) -> None:
        """Bring the entry at this offset into effect again. Does nothing if it is damaged."""
        try:
            entry = journal.read_entry(start)
        except StoreError:
            return
        self._bring_in(entry)

    def _bring_in(self, entry: JournalEntry) -> None:
        """Bring a step, an edit by hand or an amendment into effect. The entry that opened the
        fight is none of these."""
        record = entry.record
        if record["kind"] in ("step", "edit"):
            self._groups.append(_Group(entry.start, (entry_of(record),)))
        elif record["kind"] == AMENDMENT:
            replaced = self._groups_after(record["base"])
            del self._groups[len(self._groups) - len(replaced) :]
            steps = tuple(map(entry_of, _steps_of(record)))
            self._groups.append(_Group(entry.start, steps, replaced))
        if is_lost_edit(record):
            self._fixed = len(self._groups)

    def _groups_after(self, base: int | None) -> "tuple[_Group, ...]":
        """Return the groups that came into effect after the entry at the offset `base` (None: all
        that can be reached)."""
        place = len(self._groups)
        while place > self._fixed and (
            base is None or self._groups[place - 1].start > base
        ):
            place -= 1
        return tuple(self._groups[place:])


def _steps_of(record: Data) -> list[Data]:
    """Return the steps and edits that an amendment has carried out again."""
    return [one for one in record["steps"] if one["kind"] in ("step", "edit")]


def _still_holds(journal: Journal, mark: Mark, last: JournalEntry) -> bool:
    """Whether the journal up to `mark` goes on from this entry, which was its last one."""
    if mark.length < last.end:
        return False
    try:
        return journal.read_entry(last.start) == last
    except StoreError:
        return False
