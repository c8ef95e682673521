"""The entries of a journal as the log tells them, the newest first: a reader who needs only the
last of them reads no others."""

from collections.abc import Iterable, Iterator
from typing import Any

from gmtrack.core.deeds import people_as_typed
from gmtrack.core.encounter import Data
from gmtrack.core.history import LogEntry
from gmtrack.errors import StoreError
from gmtrack.store.history.journal import Journal, JournalEntry
from gmtrack.store.history.page import changes_of
from gmtrack.store.history.timeline import (
    AMENDMENT,
    round_moves,
    round_number,
    rounds_before,
)


def entry_of(record: Data, *, undone: bool = False) -> LogEntry:
    """Build the log entry for a journal entry."""
    return LogEntry(
        record["seq"],
        record["kind"],
        record["line"],
        record["time"],
        record.get("report") or {},
        changes_of(record),
        undone,
        record.get("story") or (),
        record.get("shown") or (),
        record.get("first") or "",
        token=record.get("token") or "",
        partner=record.get("partner") or "",
        tied=(record.get("tied") or {}).get("token") or "",
    )


def is_lost_edit(record: Data) -> bool:
    """Whether a journal entry is an edit by hand of which only the text after it is known."""
    return record["kind"] == "edit" and "below" not in record


DECIDING = ("undo", "redo", AMENDMENT)
"""The kinds of entries that decide which earlier ones are in effect."""


class LogReader:
    """A reader of a journal from its end. `now` is the round after the last entry."""

    def __init__(self, journal: Journal, now: Any) -> None:
        self._journal = journal
        self._round = now
        self._lost: dict[int, int | None] | None = None
        """The rounds of the entries before an edit by hand whose changes are not known, by
        offset. None as long as no such edit was met."""
        self._undone: dict[int, bool] = {}
        """Whether each entry is undone that a later undo or redo was about, by offset."""
        self._amended: dict[int, Data] = {}
        """The steps that amendments in effect have carried out again, by number."""
        self._dropped: set[int] = set()
        """The numbers of the steps that amendments in effect have left out."""

    def read(self, entries: Iterable[JournalEntry]) -> Iterator[LogEntry]:
        """Yield log entries for journal entries, which must be all of them, the newest first. A
        journal entry is taken only when its log entry is asked for."""
        for entry in entries:
            told = self._log_entry_of(entry)
            numbers = self._numbers_of(entry.record.get("targets", ()))
            yield told._replace(
                round=self._round_before(entry),
                who=people_as_typed(told.report),
                turned=tuple(numbers),
            )

    def read_some(self, entries: Iterable[JournalEntry]) -> Iterator[LogEntry]:
        """Yield log entries for some journal entries, among them all of the kinds DECIDING, the
        newest first. `round`, `who` and `turned` are not set. The steps of an amendment in effect
        come right after it, whether or not the entries hold them."""
        for entry in entries:
            record = entry.record
            is_known = record["seq"] in self._amended
            of_later = {*self._amended} if record["kind"] == AMENDMENT else ()
            told = self._log_entry_of(entry)
            if told.undone or not is_known:
                yield told
            if record["kind"] != AMENDMENT or told.undone:
                continue
            for step in reversed(record["steps"]):
                number = step["seq"]
                if number in self._amended and number not in of_later:
                    yield entry_of(step)

    def _log_entry_of(self, entry: JournalEntry) -> LogEntry:
        """Return the log entry of a journal entry that comes before those so far, without `round`,
        `who` and `turned`. All undos, redos and amendments after it must have been told."""
        record = entry.record
        is_undone = self._undone.get(entry.start, False)
        self._note_what_it_does_to_others(record, is_undone)
        left_out = record["seq"] in self._dropped and not is_undone
        in_effect = self._amended.get(record["seq"], record)
        told = entry_of(
            record if is_undone else in_effect, undone=is_undone or left_out
        )
        return told._replace(dropped=left_out)

    def _note_what_it_does_to_others(
        self, record: Data, is_undone: bool
    ) -> None:
        """Note what an undo, redo or amendment says of earlier entries, unless a later one has
        said otherwise."""
        kind = record["kind"]
        if kind in ("undo", "redo"):
            for start in record["targets"]:
                self._undone.setdefault(start, kind == "undo")
        elif kind == AMENDMENT and not is_undone:
            self._dropped |= set(record["without"]) - self._amended.keys()
            for step in record["steps"]:
                if step["seq"] not in self._dropped:
                    self._amended.setdefault(step["seq"], step)

    def _numbers_of(self, starts: Iterable[int]) -> Iterator[int]:
        """Yield the numbers of the entries at these offsets, without those that are damaged."""
        for start in starts:
            found = self._read_if_whole(start)
            if found is not None:
                yield found["seq"]

    def _read_if_whole(self, start: int) -> Data | None:
        """Return the entry at an offset; None if it is damaged."""
        try:
            return self._journal.read_entry(start).record
        except StoreError:
            return None

    def _round_before(self, entry: JournalEntry) -> int | None:
        """Return the round before an entry, and take note of it for the entry before that one."""
        if self._lost is None and is_lost_edit(entry.record):
            earlier = [*self._journal.entries_up_to(entry.end)]
            rounds = rounds_before(earlier, self._round)
            starts = (one.start for one in earlier)
            self._lost = dict(zip(starts, rounds, strict=True))
        if self._lost is not None:
            return self._lost[entry.start]
        self._round = self._round_before_moves(entry)
        return round_number(self._round)

    def _round_before_moves(self, entry: JournalEntry) -> Any:
        """Return the round before what an entry did about rounds: its own changes, or those of the
        first step that it undid or did again."""
        record = entry.record
        if "targets" not in record:
            moves = round_moves(record)
            return moves[0] if moves else self._round
        is_undo = record["kind"] == "undo"
        for start in record["targets"]:
            target = self._read_if_whole(start)
            moves = round_moves(target) if target else None
            if moves:
                return moves[is_undo]
        return self._round
