"""An encounter on disk: the YAML file, which a person can read and edit, and a folder with its
journal and its head.

A commit writes four things in this order, the first three durably: the new file beside the old
one, the entry at the end of the journal, the new file in the old one's place, and the head,
which only saves time. As long as the new file still stands beside the old one, the last entry is
not committed.

Two encounters can change together or not at all. The first one's entry is `tied` to an entry of
the other encounter: it names that encounter and a token. The tied entry waits, its new file
beside the old one, and counts as soon as the other entry is committed.

A reader who looks in the middle of a commit therefore finds the state before it or the state
after it, as if the writer had been killed at that moment. Only files read at two different
moments could contradict each other; `file_stamps` detects that."""

import contextlib
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gmtrack import system
from gmtrack.core.draft import EDITION
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import BadFile, Fault, GmtrackError, StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.atomic_files import (
    MOST_BYTES,
    beside_of,
    cannot_save,
    digest_of_bytes,
    has_other_names,
    make_folder,
    overwrite_in_place,
    replace_by,
    write_beside,
)
from gmtrack.store.encounter_map import changes_between
from gmtrack.store.history.head import (
    Head,
    Mark,
    page_digest_of,
    program_of,
    read_head,
    write_head,
)
from gmtrack.store.history.journal import Journal, JournalEntry, change_to_data
from gmtrack.store.history.page import (
    Page,
    page_before,
    page_of,
    replay_journal,
)
from gmtrack.store.lock import hold_lock
from gmtrack.store.other_formats import hint_at_import
from gmtrack.store.text.layout import write_out_stock
from gmtrack.system import open_file, read_bytes

if TYPE_CHECKING:
    from gmtrack.store.text.nodes import Document

EDITED = "edited by hand"
JOURNAL = "journal.jsonl"
HEAD = "head.json"
ASKING = "asking"
"""Name of the file that a session holds while it asks somebody in the middle of a command."""

Stamp = tuple[int, int, int]
"""Inode, size and modification time in nanoseconds: they differ once a file was replaced or
written."""
_TRIES = 5
"""Number of attempts to read without a lock while somebody writes; then the reader waits for the
lock."""
_PAUSE = 0.02


class Place(NamedTuple):
    """Path of an encounter's YAML file, and of the folder with its journal, head and lock."""

    file: Path
    folder: Path

    @property
    def lock(self) -> Path:
        """Path of the lock file for this encounter."""
        return Path(system.lock_file_of(str(self.folder)))


def read_file(file: Path, most: int = MOST_BYTES) -> tuple[bytes, Stamp]:
    """Read a file and return its content with the stamp that shows later changes. Of a file
    longer than `most` bytes, `most` + 1 bytes are returned, so that the caller can tell. Raises
    BadFile if the file cannot be read."""
    try:
        with os.fdopen(open_file(file), "rb") as opened:
            status = os.fstat(opened.fileno())
            content = opened.read(most + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise BadFile([Fault("", message, str(file))]) from error
    return content, _stamp_of(status)


def _stamp_of(status: os.stat_result) -> Stamp:
    """Return the stamp of a file from its `os.stat` result."""
    return status.st_ino, status.st_size, status.st_mtime_ns


class ValidFile(NamedTuple):
    """The content of a file that was validated in full and has no faults, with its encounter and
    ruleset."""

    document: "Document"
    encounter: Encounter
    ruleset: Ruleset

    def page(self) -> tuple[Page, Ruleset]:
        """Return the page for the file and its ruleset. Names of stock things are replaced by
        the things themselves in the page's text. Raises BadFile if the text then exceeds what
        one file can hold."""
        document, encounter, ruleset = self
        if document.resolved is not None:
            document = write_out_stock(document, encounter)
        return page_of(document, encounter), ruleset


def validate_content(content: bytes, file: str) -> ValidFile:
    """Parse and validate a file's content. Raises BadFile with all its faults; `file` is the
    name that they mention."""
    from gmtrack.store.check.validate import validate
    from gmtrack.store.text.codec import decode_file, parse_yaml

    with hint_at_import(content, file):
        document = parse_yaml(decode_file(content, file), file)
        return ValidFile(document, *validate(document, file))


def read_page(content: bytes, file: Path) -> tuple[Page, Ruleset]:
    """Validate a file's content in full and return its page and ruleset. Raises BadFile with all
    its faults."""
    return validate_content(content, str(file)).page()


def file_stamps(place: Place) -> tuple[Stamp | None, ...]:
    """Return the stamps of an encounter's file, journal, waiting new file and head (None for a
    file that is absent). They differ after every commit and every edit by hand, and while either
    is under way."""

    def stamp(file: Path) -> Stamp | None:
        """Return a file's stamp, or None if it cannot be examined."""
        try:
            return _stamp_of(file.stat())
        except OSError:
            return None

    beside, journal = beside_of(place.file), place.folder / JOURNAL
    return tuple(map(stamp, (place.file, journal, beside, place.folder / HEAD)))


def read_stored(place: Place) -> "StoredEncounter":
    """Read an encounter without waiting for a writer, where possible. While somebody writes,
    reading is repeated a few times until the files hold still, then waits for the lock. Raises
    BadFile, and StoreError (`busy`) if the lock is not released in time."""
    with hold_lock(place.lock, write=False, wait=False) as lock:
        if lock.is_held:
            return StoredEncounter(place)
    for _ in range(_TRIES):
        before = file_stamps(place)
        stored = None
        with contextlib.suppress(GmtrackError, OSError):
            stored = StoredEncounter(place)
        if file_stamps(place) != before:
            time.sleep(_PAUSE)
        elif stored is not None:
            return stored
        else:
            break
    with hold_lock(place.lock, write=False):
        return StoredEncounter(place)


def _first_fault(bad: BadFile) -> str:
    """Return the first fault of a file in a few words: where, and what, without what is allowed."""
    fault = bad.faults[0]
    what = fault.message.partition(";")[0]
    return f"{fault.path}: {what}" if fault.path else what


class StoredEncounter:
    """An encounter on disk, read in full; create it only while its lock is held. The constructor
    raises BadFile if an edit by hand has made the file unusable, and changes nothing then.

    `edited` says whether the file was edited by hand since the last entry; `before` is the page
    before that edit, or None if there was none or that page is lost. Pass `given` to avoid
    reading a page and ruleset that were just read from the file."""

    def __init__(
        self, place: Place, given: tuple[Page, Ruleset] | None = None
    ) -> None:
        self.place = place
        self.journal = Journal(place.folder / JOURNAL)
        self._head_path = place.folder / HEAD
        self._stamps = file_stamps(place)
        content, self._seen = read_file(place.file)
        self.digest = digest_of_bytes(content)
        self._torn = False
        self.edited = False
        self.before: Page | None = None
        head = read_head(self._head_path)
        if head and (head.digest, head.mark.length) == (
            self.digest,
            self.journal.size(),
        ):
            # It tells of the file and the history as they are now.
            self.ruleset = registry.load(head.encounter.ruleset)
            if head.program == program_of(self.ruleset):
                self.page, self.mark = (
                    Page(head.encounter, content.decode(), head.outer),
                    head.mark,
                )
                return
        content = self._content_in_force(content)
        self.page, self.ruleset = given or self._read_page(content, head)
        self._recover(head)

    def _read_page(
        self, content: bytes, head: Head | None
    ) -> tuple[Page, Ruleset]:
        """Return the page and the ruleset of the file's content. If it does not fit a system page
        that has changed since, the fight goes on by an earlier one that it fits, first of all the
        one by which it was played last. Raises BadFile with all faults if none fits."""
        try:
            return read_page(content, self.place.file)
        except BadFile as bad:
            if head is None:
                raise
            from gmtrack.store.systems import keeping

            page_id = head.encounter.ruleset
            first = page_digest_of(head.program)
            for _ in keeping.try_earlier_pages(page_id, first):
                with contextlib.suppress(BadFile):
                    found = read_page(content, self.place.file)
                    keeping.tell_earlier_page(page_id, _first_fault(bad))
                    return found
            raise

    def _content_in_force(self, content: bytes) -> bytes:
        """Return the content that the file should have: its own, or that of the new file beside
        it, which `_take_torn` then puts in its place.

        The new file counts if a process was killed while it wrote through a file with several
        names, or before it put a tied change in place. The journal has that entry already."""
        if self._beside_digest() == "":
            return content
        last = self.journal.last_entry()
        if last is None or self._beside_digest() != last.record["after"]:
            return content
        before, after = last.record["before"], last.record["after"]
        torn = has_other_names(self.place.file) and self.digest not in (
            before,
            after,
        )
        if not (
            torn
            or (
                self.digest == before
                and is_tie_committed(last.record, self.place)
            )
        ):
            return content
        self._torn, self.digest = True, after
        return read_bytes(beside_of(self.place.file))

    @property
    def is_played(self) -> bool:
        """Whether the encounter holds something to lose: live state, a history beyond its first
        entry, or a history that was lost."""
        return not self.is_untouched or bool(self.page.encounter.fight)

    @property
    def is_untouched(self) -> bool:
        """Whether the history has only its first entry and nobody has edited the file by hand."""
        return self.mark.seq == 1 and not self.edited

    @property
    def played(self) -> str:
        """Time of the last entry (UTC, as in the journal); empty if there is none."""
        last = self.mark.last
        return (
            ""
            if last is None
            else str(self.journal.read_entry(last).record["time"])
        )

    def _recover(self, head: Head | None) -> None:
        """Find where the history stands, and whether the file was edited by hand, from the file
        and the end of the journal."""
        last = self._committed(self.journal.last_entry(), head)
        if last is None:
            self.mark = Mark()
            return
        self.mark = Mark.after_entry(last.record, last.start, last.end)
        after = last.record["after"]
        if after != self.digest:
            self.edited = True
            page = (
                page_before(head.text)
                if head and head.mark.last == last.start
                else None
            )
            if page is None or page.digest != after:
                page = replay_journal(self.journal, last.end)
            self.before = page if page and page.digest == after else None

    def _committed(
        self, last: JournalEntry | None, head: Head | None
    ) -> JournalEntry | None:
        """Return the last entry that was committed: `last`, or the one before it if the process
        that wrote `last` was killed before it could replace the file. None if no entry is left."""
        if last is None or last.end <= (head.mark.length if head else 0):
            return last
        before, after = last.record["before"], last.record["after"]
        # An entry that changes nothing of its file waits as well, if it is tied to another one.
        is_other = after != self.digest or (
            "tied" in last.record and before == after
        )
        waiting = is_other and not self._torn and self._beside_digest() == after
        if waiting or (head and head.digest == before == self.digest != after):
            previous = last.record["prev"]
            return (
                None if previous is None else self.journal.read_entry(previous)
            )
        return last

    def _beside_digest(self) -> str:
        """Return the digest of the new file beside the encounter's; empty if there is none."""
        return digest_of_file(beside_of(self.place.file))

    def begin(self, line: str) -> None:
        """Write the journal's first entry, with the file as the command `line` opened it. A
        journal without one readable entry is kept under another name. Raises
        StoreError(cannot-save)."""
        if self.mark.last is None and self.journal.size():
            # One in which nothing can be read is kept under another name.
            ruins = self.journal.path.with_name(
                f"journal-damaged-{time.time_ns()}.jsonl"
            )
            with contextlib.suppress(OSError):
                system.replace(self.journal.path, ruins)
        self._enter(
            "load", line, {"text": {"after": self.page.text}}, undoable=False
        )
        self.edited, self.before = False, None

    def adopt(self) -> None:
        """Write into the journal what it lacks: its first entry, or an edit by hand since the
        last entry. Does nothing if it lacks neither. The file changes only if it names stock
        things, or leaves unsaid something that follows from its live state. Raises StoreError as
        `commit`."""
        if self.mark.last is None:
            self.begin(f"open {self.place.file}")
        elif self.edited:
            entry: Data = {"text": {"after": self.page.text}}
            if self.before:
                changes = changes_between(
                    self.before.encounter, self.page.encounter
                )
                entry["changes"] = [
                    change_to_data(change) for change in changes
                ]
                entry["text"]["before"] = self.before.text
            self._enter("edit", EDITED, entry, undoable=self.before is not None)
            self.edited, self.before = False, None

    def _enter(
        self, kind: str, line: str, more: Data, *, undoable: bool
    ) -> None:
        """Commit an entry of this kind with the keys `more`. It replaces names of stock things
        in the file by the things themselves, because the stock may change."""
        start = self.mark.length
        record = self.record(kind, line, self.page.digest) | more
        if undoable:
            record |= {"below": self.mark.undo, "undo": start}
        self.commit(record, self.page)

    def record(self, kind: str, line: str, after: str) -> Data:
        """Return a new journal entry that follows the last one; nothing can be undone or redone
        after it unless the caller sets `undo` or `redo`. `after` is the digest of the file that
        it leads to."""
        return {
            "seq": self.mark.seq + 1,
            "kind": kind,
            "line": line,
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "edition": EDITION,
            "before": self.digest,
            "after": after,
            "prev": self.mark.last,
            "undo": None,
            "redo": None,
        }

    def commit(self, record: Data, page: Page) -> None:
        """Write an entry and the page that it leads to; both or neither. Raises StoreError
        (`cannot-save`, or `busy` if another program has changed the file)."""
        self._follow(record, page, self._written(record, page))

    def prepare(self, record: Data, page: Page) -> Callable[[], None]:
        """Write an entry that is `tied` to another encounter's entry, and its new file beside
        the old one. Return the callback to call once that other entry was committed or given up.
        Raises StoreError (`cannot-save`, `busy`)."""
        mark = self._written(record, page, waits=True)
        return partial(self._settle, record, page, mark)

    def _settle(self, record: Data, page: Page, mark: Mark) -> None:
        """Put the new file in place if the tied entry counts by now, else remove entry and new
        file. A step that the system refuses here is made up for when the encounter is opened
        next."""
        file = self.place.file
        with contextlib.suppress(OSError):
            if is_tie_committed(record, self.place):
                replace_by(beside_of(file), file)
                self._follow(record, page, mark)
                system.sync_folder(file.parent)
            else:
                self._take_back(mark.last or 0)

    def _follow(self, record: Data, page: Page, mark: Mark) -> None:
        """Take over a page, entry and mark that were committed, and write the head for them."""
        self.page, self.digest, self.mark = page, record["after"], mark
        write_head(
            self._head_path, page, self.digest, mark, program_of(self.ruleset)
        )
        self._stamps = file_stamps(self.place)

    @property
    def has_moved_on(self) -> bool:
        """Whether file or journal have changed on disk since this object read or wrote them."""
        return file_stamps(self.place) != self._stamps

    def _written(
        self, record: Data, page: Page, *, waits: bool = False
    ) -> Mark:
        """Write an entry and its page, and return the mark after it. With `waits` the new file
        stays beside the old one. Raises StoreError (`cannot-save`, `busy`); then nothing has
        changed."""
        file, start = self.place.file, self.mark.length
        try:
            make_folder(self.place.folder)
            self._take_torn()
            self.journal.cut(start)
            if record["after"] == self.digest and not waits:
                return Mark.after_entry(
                    record, start, self.journal.append(record, start)
                )
            self._check_unseen_hand()
            try:
                write_beside(file, page.text.encode())
                mark = Mark.after_entry(
                    record, start, self.journal.append(record, start)
                )
                if waits:
                    return mark
                self._check_unseen_hand()
                replace_by(beside_of(file), file)
            except BaseException:
                with contextlib.suppress(OSError):
                    self._take_back(start)
                raise
        except OSError as error:
            raise cannot_save(Path(error.filename or file), error) from error
        with contextlib.suppress(OSError):
            # The change is done; a disk that can't sync a folder does not take it back.
            self._seen = _stamp_of(file.stat())
            system.sync_folder(file.parent)
        return mark

    def mend(self) -> None:
        """Put the new file in place if a killed process left it beside the old one although its
        entry counts. Raises StoreError(cannot-save)."""
        try:
            self._take_torn()
        except OSError as error:
            raise cannot_save(self.place.file, error) from error

    def _take_torn(self) -> None:
        """Put the waiting new file in place if `_content_in_force` found that it counts. Raises
        OSError."""
        file = self.place.file
        if self._torn:
            replace_by(beside_of(file), file)
            self._torn, self._seen = False, _stamp_of(file.stat())

    def _take_back(self, start: int) -> None:
        """Remove an entry that begins at `start`, and the new file beside the old one; does
        nothing if there is no such file. If it raises OSError, the next command decides whether
        the entry counts."""
        file = self.place.file
        beside = beside_of(file)
        if not beside.exists():
            return
        if (
            has_other_names(file)
            and digest_of_bytes(file.read_bytes()) != self.digest
        ):
            overwrite_in_place(file, self.page.text.encode())
            self._seen = _stamp_of(file.stat())
        self.journal.cut(start)
        beside.unlink()

    def _check_unseen_hand(self) -> None:
        """Raise StoreError(busy) if another program, which knows no lock, has changed the file
        since it was read."""
        if self._seen != _stamp_of(self.place.file.stat()):
            message = f"{self.place.file} was changed by another program just now; try again"
            raise StoreError("busy", message)


def is_tie_committed(record: Data, place: Place) -> bool:
    """Whether the entry of another working copy to which `record` is tied was committed. False
    for a record that is not tied. Raises StoreError if the history of that copy cannot be read."""
    tie = record.get("tied")
    if not tie:
        return False
    folder = place.folder.parent / tie["to"]
    return is_committed(
        Place(folder / place.file.name, folder), "token", tie["token"]
    )


def is_committed(place: Place, key: str, token: str) -> bool:
    """Whether the encounter at `place` has a committed entry in which `key` holds `token`.
    Raises StoreError if its history cannot be read."""
    journal = Journal(place.folder / JOURNAL)
    last = found = journal.last_entry()
    while found and found.record.get(key) != token:
        previous = found.record["prev"]
        found = None if previous is None else journal.read_entry(previous)
    if not found or not last or found.start != last.start:
        return found is not None
    after: str = found.record["after"]
    return (
        digest_of_file(place.file) == after
        or digest_of_file(beside_of(place.file)) != after
    )


def is_tied_to(place: Place, name: str) -> bool:
    """Whether the last entry of an encounter is tied to an entry of the kept fight with this
    name."""
    last = Journal(place.folder / JOURNAL).last_entry()
    tie = last.record.get("tied") if last else None
    return bool(tie and tie["to"] == name)


def digest_of_file(file: Path) -> str:
    """Return the digest of a file's content; empty if the file cannot be read."""
    try:
        return digest_of_bytes(read_bytes(file))
    except OSError:
        return ""
