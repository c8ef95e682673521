"""An open encounter with its history, as the commands use it."""

import contextlib
import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gmtrack.core import draft
from gmtrack.core.draft import FIRST_EDITION, Change, Draft, net_changes
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry
from gmtrack.core.report import Report
from gmtrack.errors import StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import working_copies
from gmtrack.store.atomic_files import digest_of_bytes
from gmtrack.store.encounter_map import changes_between, take_over
from gmtrack.store.history.followed_steps import FollowedSteps
from gmtrack.store.history.head import write_list_row
from gmtrack.store.history.journal import JournalEntry, change_to_data
from gmtrack.store.history.log_entries import DECIDING, LogReader, entry_of
from gmtrack.store.history.page import Page, changes_of
from gmtrack.store.history.recording import TOLD, Recording
from gmtrack.store.history.timeline import (
    AMENDMENT,
    Stretch,
    round_number,
    steps_in_effect,
    stretch_from,
)
from gmtrack.store.history.undo import (
    steps_back,
    steps_forth,
    undo_or_redo_steps,
)
from gmtrack.store.lock import Lock
from gmtrack.store.stored_encounter import (
    EDITED,
    Place,
    StoredEncounter,
    read_stored,
)

if TYPE_CHECKING:
    from gmtrack.core.lexicon import Lexicon

NOTHING: Data = {}
OF_CAST = '["combatants",'
"""A text in the JSON of each entry that has changed a sheet, or taken somebody out."""


@contextlib.contextmanager
def open_session(
    file: str | Place | None, *, write: bool, though_asked: bool = False
) -> "Iterator[Session]":
    """Open an encounter for the length of a `with` block: the file worked on in place, the
    encounter at a Place, or (None) the active working copy.

    Opening it to read does not wait for a writer. To `write`, the encounter is locked; that is
    refused while a question is open in another session, unless `though_asked`. An encounter in
    memory yields its own session, which stays open.

    Raises StoreError: `no-encounter`, `bad-file`, `busy`, `cannot-save`."""
    if (held := getattr(file, "session", None)) is not None:
        yield held
        return
    place = file if isinstance(file, Place) else working_copies.place_of(file)
    if not write:
        working_copies.check_kept(place)
        yield Session(read_stored(place))
        return
    with working_copies.lock_to_change(
        place, though_asked=though_asked
    ) as lock:
        yield Session(StoredEncounter(place), lock)


def is_saved(place: Place, content: bytes) -> bool:
    """Whether the file that `save` writes holds `content`, with or without the line for editors.
    True for a file that is worked on in place."""
    from gmtrack.store.editors import without_schema_line

    origin = working_copies.origin_of(place)
    known = (
        origin.get("digest"),
        None if origin.get("saved") else origin.get("resolved"),
    )
    return not working_copies.is_copy(place) or any(
        digest_of_bytes(one) in known
        for one in (content, without_schema_line(content))
    )


class Session:
    """An open encounter and its history. Change `encounter` only through a draft, and commit
    with `commit_step`.

    `lock` is held as long as the session is open to write, and released while somebody is asked.
    Without a lock the session is for reading."""

    def __init__(
        self, stored: StoredEncounter, lock: Lock | None = None
    ) -> None:
        self._stored = stored
        self._lock = lock
        self._bond: Data = {}
        self._waiting: list[Callable[[], None]] = []
        """Callbacks that settle each entry tied to an entry of another encounter."""
        self.moved_on = False
        """Whether others have changed the fight while somebody was asked; nothing can be
        committed any more then."""

    @property
    def encounter(self) -> Encounter:
        """The encounter; always the same object, also after undo and redo."""
        return self._stored.page.encounter

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the encounter."""
        return self._stored.ruleset

    def lexicon(self) -> "Lexicon":
        """Return the words of a command line in the encounter as it is now."""
        return self.ruleset.lexicon(self.encounter)

    @property
    def hands(self) -> list[str]:
        """Ids of the combatants whose players have raised a hand on their phones."""
        from gmtrack.store.raised_hands import raised_hands

        return raised_hands(self._stored.place.folder)

    @property
    def file(self) -> Path:
        """Path of the YAML file."""
        return self._stored.place.file

    @property
    def place(self) -> Place:
        """Paths of the file and of the store folder."""
        return self._stored.place

    @property
    def name(self) -> str:
        """Name by which `switch` knows the encounter, if it is a kept fight."""
        return self.file.parent.name

    @property
    def title(self) -> str:
        """Title of the encounter."""
        return self.encounter.name

    @contextlib.contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """Release the lock for the length of a `with` block in which somebody is asked for
        `what`. Others may read meanwhile; whoever wants to write is told about the question.
        Does nothing for a session without a lock. Raises StoreError (`no-encounter`, `busy`) if
        the lock cannot be taken again or the fight is no longer kept."""
        if self._lock is None:
            yield
            return
        from gmtrack.store.mailbox import (
            announce_waiting,
        )  # only for those who ask

        with announce_waiting(self._stored.place.folder, what):
            self._lock.release()
            yield
            try:
                self._lock.acquire()
            finally:
                working_copies.check_kept(self._stored.place)
            self.moved_on = self.moved_on or self._stored.has_moved_on

    @contextlib.contextmanager
    def along_with(self, other: "Session") -> Iterator[None]:
        """Tie what `other` commits inside a `with` block to what this session commits there, so
        that both count or neither. `other` must commit first."""
        token = working_copies.new_mark()
        other._bond = {"tied": {"to": self.file.parent.name, "token": token}}
        try:
            with self.noting(
                {"token": token, "partner": other.file.parent.name}
            ):
                yield
        finally:
            other._bond = {}
            for settle in other._waiting:
                settle()
            other._waiting.clear()

    @contextlib.contextmanager
    def noting(self, bond: Data) -> Iterator[None]:
        """Add the keys of `bond` to each journal entry that this session commits inside a `with`
        block."""
        was = self._bond
        self._bond = was | bond
        try:
            yield
        finally:
            self._bond = was

    def mend(self) -> None:
        """Put the file in place if a process was killed before it could, although its entry
        counts. Raises StoreError(cannot-save)."""
        self._stored.mend()

    def _write(self, record: Data, page: Page) -> None:
        """Commit an entry and its page, or prepare them if they are tied to another encounter's
        entry."""
        record |= self._bond
        if "tied" in self._bond:
            self._waiting.append(self._stored.prepare(record, page))
        else:
            self._stored.commit(record, page)

    def commit_plain_step(
        self, draft: Draft, line: str, report: Report, more: Data = NOTHING
    ) -> None:
        """Commit what a draft has changed as one step without dice or rules: an amendment
        repeats its changes as they are. Adds the keys `more` to the report's document. Raises
        StoreError as `commit_step`."""
        report.changes = list(net_changes(draft.changes))
        doc = report.to_json() | more
        self.commit_step(
            draft.changes,
            line,
            lambda: {
                "report": doc,
                "story": report.story_to_json(),
                "plain": True,
            },
        )

    def new_draft(self) -> Draft:
        """Return a draft of the encounter without any change yet."""
        return Draft(self.encounter)

    def commit_step(
        self, changes: list[Change], line: str, told: Callable[[], Data]
    ) -> None:
        """Commit changes that were made to `encounter` as one step. `told` is called once and
        returns the keys of the entry that say what came of it. If it raises StoreError
        (`cannot-save`, `busy`), the changes are taken back."""
        try:
            if self._stored.mark.last is None or self._stored.edited:
                self._adopt_without(changes)
            self._commit(changes, line, told())
        except BaseException:
            draft.undo_changes(self.encounter, changes)
            raise

    def _adopt_without(self, changes: list[Change]) -> None:
        """Write into the journal what it lacks of the file, as it is without these changes."""
        record = {"changes": [change_to_data(change) for change in changes]}
        draft.undo_changes(self.encounter, changes)
        try:
            self._stored.adopt()
        finally:
            draft.redo_changes(self.encounter, changes_of(record))

    def _commit(
        self, changes: list[Change], line: str, told: Data, kind: str = "step"
    ) -> None:
        """Write a journal entry of this kind for changes that were made to `encounter`, and the
        new text of the file. Raises StoreError; the changes stay then."""
        stored = self._stored
        old = stored.page
        whole = any(change.path[0] != "fight" for change in changes)
        # The order in which an amendment makes its changes is not that of the fight.
        in_text = bool(changes) and (
            whole or old.outer is None or kind == AMENDMENT
        )
        before = old.text_before(changes) if in_text else ""
        page = old.copied()
        if changes:
            page.put_encounter(whole=whole)
        start = stored.mark.length
        record = stored.record(kind, line, page.digest) | {
            "below": stored.mark.undo,
            "undo": start,
            "changes": [change_to_data(change) for change in changes],
            **told,
        }
        if in_text:
            record["text"] = {"before": before, "after": page.text}
        self._write(record, page)

    def repeat(self, step: Data) -> None:
        """Make the changes of another history's step and commit it as the next step of this one,
        with its number if that is still free. Raises LookupError, TypeError or AttributeError if
        its changes do not fit."""
        changes = changes_of(step)
        draft.redo_changes(self.encounter, changes)
        told = {key: step[key] for key in TOLD if key in step}
        # Numbers that people know stay, also where one is left out.
        told["seq"] = max(step["seq"], self.seq + 1)
        told["edition"] = step.get("edition", FIRST_EDITION)
        self._commit(changes, step["line"], told, step["kind"])

    def stretch(self, seq: int | None) -> Stretch | None:
        """Return the steps in effect from step number `seq` on (None: the last step); None if that
        step is not in effect. An edit by hand since the last step counts as the last one, and is
        written to the journal if the session can write."""
        stored = self._stored
        if stored.edited and self._lock is not None:
            stored.adopt()
        if stored.edited and stored.before is None:
            return None
        return stretch_from(stored.journal, stored.mark.undo, seq, self._edit())

    def recording(self) -> Recording:
        """Return the history in effect, from its beginning, for an export. Raises
        StoreError(bad-file) if the state before an edit by hand is lost."""
        from gmtrack.store.editors import without_schema_line

        stored = self._stored
        now = stored.before if stored.edited else stored.page
        if now is None:
            raise StoreError(
                "bad-file",
                f"what was there before {self.file} was edited is lost",
            )
        steps = [*self._newest_steps()][::-1]
        encounter = copy.deepcopy(now.encounter)
        for step in reversed(steps):
            draft.undo_changes(encounter, changes_of(step))
        first = Page(encounter, now.text, now.outer)
        first.put_encounter(whole=True)
        return Recording(
            without_schema_line(first.text.encode()).decode(), steps
        )

    def in_effect(self) -> list[Data]:
        """Return the entries of all steps in effect, oldest first. An edit by hand since the
        last step is the last of them; if the state before it is lost, the result is empty."""
        return [*self.newest_in_effect()][::-1]

    def newest_in_effect(self) -> Iterator[Data]:
        """Yield the entries of `in_effect`, the newest first. Of the history only those are read
        that are asked for."""
        stored = self._stored
        if stored.edited and stored.before is None:
            return
        yield from self._edit()
        yield from self._newest_steps()

    def _edit(self) -> list[Data]:
        """Return the entry for an edit by hand since the last step, in a list: `seq`, `kind`,
        `line`, `time` (empty) and `changes`. An empty list if there is none or the state before
        it is lost."""
        stored = self._stored
        if not stored.edited or stored.before is None:
            return []
        changes = changes_between(stored.before.encounter, self.encounter)
        edit = {
            "seq": stored.mark.seq + 1,
            "kind": "edit",
            "line": EDITED,
            "time": "",
        }
        return [edit | {"changes": [change_to_data(one) for one in changes]}]

    def _newest_steps(self) -> Iterator[Data]:
        """Yield the entries of all steps in effect, the newest first, without an edit by hand that
        the journal lacks."""
        stored = self._stored
        for group, _ in steps_in_effect(stored.journal, stored.mark.undo):
            yield from reversed(group)

    def amend(
        self,
        encounter: Encounter,
        steps: Sequence[Data],
        base: int | None,
        line: str,
        told: Data,
    ) -> None:
        """Commit as one step that the fight is `encounter` now. `steps` have led to it,
        beginning after the entry at the offset `base` (None: at the start). `told` holds further
        keys of the entry. If it raises StoreError, nothing has changed."""
        old = copy.deepcopy(self.encounter)
        changes = changes_between(old, encounter)
        take_over(self.encounter, encounter)
        try:
            self._commit(
                changes, line, {**told, "steps": steps, "base": base}, AMENDMENT
            )
        except BaseException:
            take_over(self.encounter, old)
            raise

    def undo(self, steps: int) -> list[LogEntry]:
        """Undo the last `steps` steps, all or none, and return them, last first. An edit by hand
        counts as one. Raises StoreError (`nothing-to-undo` if there are fewer, `cannot-save`)."""
        stored = self._stored
        if stored.edited:
            if stored.before is None:
                raise StoreError(
                    "nothing-to-undo", "what was there before the edit is lost"
                )
            steps_back(stored, steps, found=1)
            stored.adopt()
        return self._undo_or_redo("undo", steps)

    def redo(self, steps: int) -> list[LogEntry]:
        """Redo the next `steps` undone steps, all or none and with their old dice, and return
        them in order. Raises StoreError (`nothing-to-redo` if there are fewer, `cannot-save`)."""
        return self._undo_or_redo("redo", steps)

    def _undo_or_redo(self, command: str, steps: int) -> list[LogEntry]:
        """Commit an `undo` or `redo`, change `encounter` in place, and return the steps."""
        stored, encounter = self._stored, self.encounter
        found, page, record = undo_or_redo_steps(stored, command, steps)
        self._write(record, page)
        take_over(encounter, page.encounter)
        page.encounter = encounter
        stored.ruleset = registry.load(encounter.ruleset)
        return [
            entry_of(step.record, undone=command == "undo") for step in found
        ]

    def steps_to_undo(self, steps: int) -> list[LogEntry]:
        """Return the last `steps` steps, which `undo` would undo, last first. Changes nothing.
        An edit by hand counts as a step but is not among them. Raises StoreError as `undo`."""
        count = steps - bool(self._stored.edited)
        return (
            [entry_of(step.record) for step in steps_back(self._stored, count)]
            if count
            else []
        )

    def steps_to_redo(self, steps: int) -> list[LogEntry]:
        """Return the next `steps` steps, which `redo` would redo, in order. Changes nothing.
        Raises StoreError as `redo`."""
        return [
            entry_of(step.record)
            for step in steps_forth(self._stored, steps)[0]
        ]

    def after_undo_or_redo(
        self, entries: Sequence[LogEntry], *, is_undo: bool
    ) -> Encounter:
        """Return a copy of the encounter as it will be after these entries of `steps_to_undo` or
        `steps_to_redo` are undone or redone."""
        stored = self._stored
        now = (
            stored.before.encounter
            if stored.edited and stored.before
            else self.encounter
        )
        found = copy.deepcopy(now)
        for entry in entries:
            (draft.undo_changes if is_undo else draft.redo_changes)(
                found, entry.changes
            )
        return found

    @property
    def seq(self) -> int:
        """Number of the last entry of the log; 0 before the first."""
        return self._stored.mark.seq

    @property
    def next_undo(self) -> str | None:
        """Command line of the step that `undo` would undo; None if there is none."""
        if self._stored.edited:
            return EDITED if self._stored.before else None
        at = self._stored.mark.undo
        return (
            None
            if at is None
            else str(self._stored.journal.read_entry(at).record["line"])
        )

    def since(self, seq: int) -> Iterator[LogEntry]:
        """Yield the entries after number `seq`, last first."""
        at = self._stored.mark.last
        while at is not None:
            record = self._stored.journal.read_entry(at).record
            if record["seq"] <= seq:
                return
            yield entry_of(record)
            at = record["prev"]

    def log(self) -> Iterator[LogEntry]:
        """Yield all entries, oldest first, with their round, whether they are undone or left
        out, and for an undo or redo the numbers of its steps. An edit by hand since the last
        entry comes last."""
        stored = self._stored
        found = [*stored.journal.entries_up_to(stored.mark.length)]
        yield from reversed([*self._log_of(reversed(found))])

    def log_newest_first(self) -> Iterator[LogEntry]:
        """Yield the entries of `log`, the newest first. Of the history only those are read that
        are asked for, and what these refer to."""
        stored = self._stored
        return self._log_of(
            stored.journal.entries_back_from(stored.mark.length)
        )

    def log_holding(self, *words: str) -> Iterator[LogEntry]:
        """Yield the entries of the log whose JSON in the journal holds one of these words, the
        newest first; others may be among them. The steps of an amendment come right after it. No
        `round`, `who` and `turned` are set. An edit by hand since the last entry comes first. No
        more of the history is parsed."""
        stored = self._stored
        if stored.edited:
            yield self._edit_in_log()
        found = stored.journal.entries_back_from(
            stored.mark.length, words, DECIDING
        )
        yield from LogReader(stored.journal, None).read_some(found)

    @property
    def log_length(self) -> int:
        """The number of entries of the log; damaged ones count too."""
        stored = self._stored
        return stored.journal.count_lines(stored.mark.length) + stored.edited

    @property
    def opening(self) -> LogEntry | None:
        """The first entry of the history; None if it has none."""
        stored = self._stored
        first = next(stored.journal.entries_up_to(stored.mark.length), None)
        return first and entry_of(first.record)

    def _log_of(self, entries: Iterable[JournalEntry]) -> Iterator[LogEntry]:
        """Yield the log entries of all journal entries, the newest first; before them an edit by
        hand since the last one."""
        stored = self._stored
        before = stored.before if stored.edited else stored.page
        now = before and before.encounter.fight.get("round")
        if stored.edited:
            yield self._edit_in_log()._replace(round=round_number(now))
        yield from LogReader(stored.journal, now).read(entries)

    def follow_steps(self, followed: FollowedSteps) -> list[LogEntry]:
        """Bring `followed` up to date and return the steps and edits in effect, oldest first. An
        edit by hand since the last entry comes last. Their `round` and `who` are not set."""
        stored = self._stored
        followed.catch_up(stored.journal, stored.mark)
        edit = [self._edit_in_log()] if stored.edited else []
        return [*followed.steps, *edit]

    def _edit_in_log(self) -> LogEntry:
        """Return the log entry for an edit by hand since the last entry. It has no changes if the
        state before it is lost."""
        stored = self._stored
        before = stored.before
        changes = (
            changes_between(before.encounter, self.encounter) if before else []
        )
        return LogEntry(stored.mark.seq + 1, "edit", EDITED, "", {}, changes)

    def removed(self, word: str) -> draft.Removed | None:
        """Return the combatant with this id or name who was taken out last and has not come
        back; None if there is none."""
        found = [
            entry.changes
            for entry in self.log_holding(OF_CAST)
            if not entry.undone
        ]
        changes = (change for step in reversed(found) for change in step)
        return draft.last_removed(changes, word, self.encounter)

    @property
    def played(self) -> str:
        """Time of the last entry (UTC, as in the journal); empty if there is none."""
        return self._stored.played

    @property
    def text(self) -> str:
        """Text of the encounter's file."""
        return self._stored.page.text

    @property
    def is_saved(self) -> bool:
        """Whether the file that `save` writes holds this encounter as it is now."""
        return is_saved(self._stored.place, self._stored.page.text.encode())

    def keep_list_row(self, told: Data) -> None:
        """Store what a list shows of this fight, so that the next list need not open it. Does
        nothing if an edit by hand is not in the journal yet."""
        stored = self._stored
        if not stored.edited and stored.mark.last is not None:
            folder, length = stored.place.folder, stored.mark.length
            write_list_row(folder, stored.digest, length, self.ruleset, told)

    def save(self, target: str | None, *, force: bool = False) -> Path:
        """Write the encounter to a file and return its path (see `saving.save_encounter`). An
        edit by hand is written to the journal first, unless a question is open in another
        session. Raises StoreError(cannot-save)."""
        from gmtrack.store.editors import keep_schema
        from gmtrack.store.saving import save_encounter

        if self._stored.edited and not working_copies.open_question(
            self._stored.place
        ):
            # What a hand has done belongs to the history that goes with the save. While somebody is
            # asked, the command that asks will keep it.
            self._stored.adopt()
        keep_schema(self.ruleset)
        page = self._stored.page
        content = page.text.encode()
        return save_encounter(
            self._stored.place,
            page.encounter.name,
            content,
            target,
            force=force,
        )
