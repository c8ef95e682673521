"""One encounter on disk: the YAML file, which is the truth that a person can read, and a store
folder with its journal and its head.

A change is committed in this order: the new file beside the old one, the entry at the end of the
journal, the new file in the old one's place, all durable; then the head, a convenience. The new
file that still stands beside tells an entry that was not committed from one that was.

Two encounters change together, or neither does: the entry of the one is written first and names
the entry of the other that it is `tied` to; it waits, its new file beside the old one, and counts
from the moment at which that other entry does.

So whoever reads in mid-commit finds what they would find if the writer had been killed there: the
state before or the state after. Only a mixture of two instants is none, and that the stamps of the
files tell.
"""

import contextlib
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gmtrack import system
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import BadFile, Fault, GmtrackError, StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.atomic_files import (
    MOST_BYTES,
    beside_of,
    cannot_save,
    digest,
    has_other_names,
    make_folder,
    take_place,
    write_beside,
    write_through,
)
from gmtrack.store.encounter_map import difference
from gmtrack.store.history.head import (
    Head,
    Mark,
    program_of,
    read_head,
    write_head,
)
from gmtrack.store.history.journal import Found, Journal, change_to_data
from gmtrack.store.history.page import Page, page_before, page_of, replay
from gmtrack.store.lock import locked
from gmtrack.store.other_formats import told_of_import
from gmtrack.store.text.layout import written_out
from gmtrack.system import open_file, read_bytes

if TYPE_CHECKING:
    from gmtrack.store.text.nodes import Document

EDITED = "edited by hand"
JOURNAL = "journal.jsonl"
HEAD = "head.json"
ASKING = "asking"
"""Held by a session that is asking somebody in the midst of a command."""

Seen = tuple[int, int, int]
"""What shows that a file was replaced or written: inode, size, time in nanoseconds."""
_TRIES = 5
"""How often somebody reads beside one who writes before they wait for their turn."""
_PAUSE = 0.02


class Place(NamedTuple):
    """Where an encounter is: the YAML file and the folder of its journal, head and lock."""

    file: Path
    folder: Path

    @property
    def lock(self) -> Path:
        return Path(system.lock_of(str(self.folder)))


def read_file(file: Path, most: int = MOST_BYTES) -> tuple[bytes, Seen]:
    """The content of a file, one byte more than the `most` of one that is too long. Raises BadFile
    if it can't be read."""
    try:
        with os.fdopen(open_file(file), "rb") as opened:
            status = os.fstat(opened.fileno())
            content = opened.read(most + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise BadFile([Fault("", message, str(file))]) from error
    return content, _seen(status)


def _seen(status: os.stat_result) -> Seen:
    return status.st_ino, status.st_size, status.st_mtime_ns


class Judged(NamedTuple):
    """A file's content that was judged in full and found without faults."""

    document: "Document"
    encounter: Encounter
    ruleset: Ruleset

    def page(self) -> tuple[Page, Ruleset]:
        """Return the page for the file, whose text says itself what the file takes from the stock,
        and its ruleset. Raises BadFile where that is more than one file can hold."""
        document, encounter, ruleset = self
        if document.resolved is not None:
            document = written_out(document, encounter)
        return page_of(document, encounter), ruleset


def judge(content: bytes, file: str) -> Judged:
    """Parse and validate a file's content. Raises BadFile with all its faults."""
    from gmtrack.store.check.validate import validate
    from gmtrack.store.text.codec import decode, parse

    with told_of_import(content, file):
        document = parse(decode(content, file), file)
        return Judged(document, *validate(document, file))


def read_page(content: bytes, file: Path) -> tuple[Page, Ruleset]:
    """Return the page for a file's content, validated in full, and its ruleset. Raises BadFile."""
    return judge(content, str(file)).page()


def stamps(place: Place) -> tuple[Seen | None, ...]:
    """What is different after every commit, after every edit by hand, and in the midst of them."""

    def stamp(file: Path) -> Seen | None:
        try:
            return _seen(file.stat())
        except OSError:
            return None

    beside, journal = beside_of(place.file), place.folder / JOURNAL
    return tuple(map(stamp, (place.file, journal, beside, place.folder / HEAD)))


def as_it_stands(place: Place) -> "Stored":
    """The encounter, read at once, also while somebody writes it. Raises BadFile, and StoreError
    (`busy`) if it never stands still."""
    with locked(place.lock, write=False, wait=False) as lock:
        if lock.held:
            return Stored(place)
    for _ in range(_TRIES):
        before = stamps(place)
        stored = None
        with contextlib.suppress(GmtrackError, OSError):
            stored = Stored(place)
        if stamps(place) != before:
            time.sleep(_PAUSE)
        elif stored is not None:
            return stored
        else:
            break
    with locked(place.lock, write=False):
        return Stored(place)


class Stored:
    """An encounter on disk as it stands; open it under its lock. Raises BadFile if a hand has
    made the file unusable; nothing is changed then.

    `before` is the page before an edit by hand that is not in the journal yet. `given` spares
    the reading of a file that was just read.
    """

    def __init__(
        self, place: Place, given: tuple[Page, Ruleset] | None = None
    ) -> None:
        self.place = place
        self.journal = Journal(place.folder / JOURNAL)
        self._head_path = place.folder / HEAD
        self._stamps = stamps(place)
        content, self._seen = read_file(place.file)
        self.digest = digest(content)
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
        content = self._whole(content)
        self.page, self.ruleset = given or read_page(content, place.file)
        self._recover(head)

    def _whole(self, content: bytes) -> bytes:
        """A file with several names is written through, and a process may be killed in the midst
        of it; or before what was tied to another encounter was put in its place. What the file was
        to hold stands beside it then, and the journal has it already."""
        if self._beside_digest() == "":
            return content
        last = self.journal.last()
        if last is None or self._beside_digest() != last.record["after"]:
            return content
        before, after = last.record["before"], last.record["after"]
        torn = has_other_names(self.place.file) and self.digest not in (
            before,
            after,
        )
        if not (
            torn or (self.digest == before and counts(last.record, self.place))
        ):
            return content
        self._torn, self.digest = True, after
        return read_bytes(beside_of(self.place.file))

    @property
    def is_played(self) -> bool:
        """Whether there is anything in it that somebody would miss: a fight, a history beyond its
        beginning, or one that cannot be found any more."""
        return not self.is_untouched or bool(self.page.encounter.fight)

    @property
    def is_untouched(self) -> bool:
        return self.mark.seq == 1 and not self.edited

    @property
    def played(self) -> str:
        """When something was done last, as the journal has it; empty if it knows nothing."""
        last = self.mark.last
        return (
            "" if last is None else str(self.journal.read(last).record["time"])
        )

    def _recover(self, head: Head | None) -> None:
        """Find out where the history stands from the file and the end of the journal."""
        last = self._committed(self.journal.last(), head)
        if last is None:
            self.mark = Mark()
            return
        self.mark = Mark.behind(last.record, last.start, last.end)
        after = last.record["after"]
        if after != self.digest:
            self.edited = True
            page = (
                page_before(head.text)
                if head and head.mark.last == last.start
                else None
            )
            if page is None or page.digest != after:
                page = replay(self.journal, last.end)
            self.before = page if page and page.digest == after else None

    def _committed(self, last: Found | None, head: Head | None) -> Found | None:
        """The last entry that a file belonged to: `last`, or the one before it if the process
        that wrote `last` was killed before it could replace the file."""
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
            return None if previous is None else self.journal.read(previous)
        return last

    def _beside_digest(self) -> str:
        return digest_of(beside_of(self.place.file))

    def begin(self, line: str) -> None:
        """Write the journal's first entry: the file as it was opened by a command. Raises
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
        """Write into the journal what it does not know yet: where it begins, or what a hand has
        done to the file since the last entry. The file is touched only where it names things of
        the stock, or where something follows from its live state that it does not say."""
        if self.mark.last is None:
            self.begin(f"open {self.place.file}")
        elif self.edited:
            entry: Data = {"text": {"after": self.page.text}}
            if self.before:
                changes = difference(self.before.encounter, self.page.encounter)
                entry["changes"] = [
                    change_to_data(change) for change in changes
                ]
                entry["text"]["before"] = self.before.text
            self._enter("edit", EDITED, entry, undoable=self.before is not None)
            self.edited, self.before = False, None

    def _enter(
        self, kind: str, line: str, more: Data, *, undoable: bool
    ) -> None:
        """What a file takes from the stock is written into it as soon as the journal knows of it:
        one day the stock may say something else."""
        start = self.mark.length
        record = self.record(kind, line, self.page.digest) | more
        if undoable:
            record |= {"below": self.mark.undo, "undo": start}
        self.commit(record, self.page)

    def record(self, kind: str, line: str, after: str) -> Data:
        """An entry that follows on the last one, after which nothing can be undone or redone."""
        return {
            "seq": self.mark.seq + 1,
            "kind": kind,
            "line": line,
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "before": self.digest,
            "after": after,
            "prev": self.mark.last,
            "undo": None,
            "redo": None,
        }

    def commit(self, record: Data, page: Page) -> None:
        """Write an entry and the page that it leads to, or neither.
        Raises StoreError (`cannot-save`, `busy`)."""
        self._follow(record, page, self._written(record, page))

    def prepare(self, record: Data, page: Page) -> Callable[[], None]:
        """Write an entry that is `tied` to one of another encounter, and the page that it leads to:
        they count when that other entry does. What is to be called as soon as that is known.
        Raises StoreError(cannot-save, busy)."""
        mark = self._written(record, page, waits=True)
        return partial(self._settle, record, page, mark)

    def _settle(self, record: Data, page: Page, mark: Mark) -> None:
        """Put the new file in its place if the entry counts, else take the entry back. What the
        system does not let happen now happens when the encounter is opened next."""
        file = self.place.file
        with contextlib.suppress(OSError):
            if counts(record, self.place):
                take_place(beside_of(file), file)
                self._follow(record, page, mark)
                system.sync_folder(file.parent)
            else:
                self._take_back(mark.last or 0)

    def _follow(self, record: Data, page: Page, mark: Mark) -> None:
        """What was written counts: go there, and keep the head."""
        self.page, self.digest, self.mark = page, record["after"], mark
        write_head(
            self._head_path, page, self.digest, mark, program_of(self.ruleset)
        )
        self._stamps = stamps(self.place)

    @property
    def has_moved_on(self) -> bool:
        """Whether file or history are not what they were when they were read or written here."""
        return stamps(self.place) != self._stamps

    def _written(
        self, record: Data, page: Page, *, waits: bool = False
    ) -> Mark:
        """Write an entry and its file, which comes into its place unless it `waits`. Raises
        StoreError."""
        file, start = self.place.file, self.mark.length
        try:
            make_folder(self.place.folder)
            self._take_torn()
            self.journal.cut(start)
            if record["after"] == self.digest and not waits:
                return Mark.behind(
                    record, start, self.journal.append(record, start)
                )
            self._check_unseen_hand()
            try:
                write_beside(file, page.text.encode())
                mark = Mark.behind(
                    record, start, self.journal.append(record, start)
                )
                if waits:
                    return mark
                self._check_unseen_hand()
                take_place(beside_of(file), file)
            except BaseException:
                with contextlib.suppress(OSError):
                    self._take_back(start)
                raise
        except OSError as error:
            raise cannot_save(Path(error.filename or file), error) from error
        with contextlib.suppress(OSError):
            # The change is done; a disk that can't sync a folder does not take it back.
            self._seen = _seen(file.stat())
            system.sync_folder(file.parent)
        return mark

    def mend(self) -> None:
        """Put the file that counts in its place, if a process was killed before it could. Raises
        StoreError(cannot-save)."""
        try:
            self._take_torn()
        except OSError as error:
            raise cannot_save(self.place.file, error) from error

    def _take_torn(self) -> None:
        """Put in the file's place what was to stand there already. Raises OSError."""
        file = self.place.file
        if self._torn:
            take_place(beside_of(file), file)
            self._torn, self._seen = False, _seen(file.stat())

    def _take_back(self, start: int) -> None:
        """While the new file stands beside the old one the entry does not count. Raises OSError;
        then the next command finds out what holds."""
        file = self.place.file
        beside = beside_of(file)
        if not beside.exists():
            return
        if has_other_names(file) and digest(file.read_bytes()) != self.digest:
            write_through(file, self.page.text.encode())
            self._seen = _seen(file.stat())
        self.journal.cut(start)
        beside.unlink()

    def _check_unseen_hand(self) -> None:
        """Nobody may have written the file since it was read: an editor knows no lock."""
        if self._seen != _seen(self.place.file.stat()):
            message = f"{self.place.file} was changed by another program just now; try again"
            raise StoreError("busy", message)


def counts(record: Data, place: Place) -> bool:
    """Whether the entry counts to which one of another working copy is tied; False for one that is
    tied to none. Raises StoreError where that cannot be read."""
    tie = record.get("tied")
    if not tie:
        return False
    folder = place.folder.parent / tie["to"]
    return is_committed(
        Place(folder / place.file.name, folder), "token", tie["token"]
    )


def is_committed(place: Place, key: str, token: str) -> bool:
    """Whether an encounter has a committed entry with this token under a key. Raises StoreError
    where its history cannot be read."""
    journal = Journal(place.folder / JOURNAL)
    last = found = journal.last()
    while found and found.record.get(key) != token:
        previous = found.record["prev"]
        found = None if previous is None else journal.read(previous)
    if not found or not last or found.start != last.start:
        return found is not None
    after: str = found.record["after"]
    return (
        digest_of(place.file) == after
        or digest_of(beside_of(place.file)) != after
    )


def is_tied_to(place: Place, name: str) -> bool:
    """Whether the last entry of an encounter is tied to one of the kept fight with this name."""
    last = Journal(place.folder / JOURNAL).last()
    tie = last.record.get("tied") if last else None
    return bool(tie and tie["to"] == name)


def digest_of(file: Path) -> str:
    """The digest of what stands in a file; empty where nothing can be read."""
    try:
        return digest(read_bytes(file))
    except OSError:
        return ""
