"""The journal of an encounter: one sealed line for each entry, added at the end.

An entry has the offset of the entry before it, and those of the steps that can be undone and
redone after it, so that no command has to read the whole journal. Every entry names the format
in which it is written."""

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from gmtrack import system
from gmtrack.core.draft import MISSING, Change
from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store.atomic_files import digest_of_bytes, write_all
from gmtrack.system import check_mode, open_file, was_absent

_START = b'{"sum":"'
_WIDTH = 16


def seal(document: Data) -> bytes:
    """Return a document as a line of JSON that begins with its checksum, without a newline."""
    body = json.dumps(document, separators=(",", ":"), allow_nan=False)
    rest = body[1:].encode()
    return _START + digest_of_bytes(rest)[:_WIDTH].encode() + b'",' + rest


def unseal(line: bytes) -> Data:
    """Return the document of a sealed line. Raises ValueError if the line is torn or was
    changed."""
    end = len(_START) + _WIDTH
    rest = line[end + 2 :]
    if (
        not line.startswith(_START)
        or line[len(_START) : end] != digest_of_bytes(rest)[:_WIDTH].encode()
    ):
        raise ValueError("damaged")
    document: Any = json.loads(b"{" + rest)
    return dict(document)


_BLOCK = 1 << 16
_BEGINNING = 100
"""So many bytes of a line hold its sum, number and kind."""
FORMAT = 1
"""Format of the entries. An entry that names none is of format 1, as the first versions wrote
it."""


def _has_any_word(line: bytes, words: Sequence[bytes]) -> bool:
    """Whether a line holds one of these words."""
    return any(word in line for word in words)


class JournalEntry(NamedTuple):
    """A journal entry with the offsets at which it begins and ends."""

    record: Data
    start: int
    end: int


class Journal:
    """The journal file of one encounter; it may not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def size(self) -> int:
        """Return the length of the journal in bytes; 0 if it does not exist. Raises
        StoreError(bad-file) if it cannot be read."""
        try:
            status = self.path.stat()
            check_mode(status.st_mode, self.path)
        except OSError as error:
            if was_absent(self.path, error):
                return 0
            raise self._unreadable(error) from error
        return status.st_size

    def read_entry(self, start: int) -> JournalEntry:
        """Return the entry that begins at the offset `start`. Raises StoreError(bad-file) if it
        is damaged, cannot be read, or is of a later format."""
        with self._reading() as file:
            file.seek(start)
            line = file.readline()
        try:
            return JournalEntry(
                self._entry(line, start), start, start + len(line)
            )
        except ValueError as error:
            message = f"the history {self.path} is damaged at byte {start}"
            raise StoreError("bad-file", message) from error

    def last_entry(self) -> JournalEntry | None:
        """Return the last entry that can be read; None if there is none. What a killed process
        has left torn behind it is ignored. Raises StoreError(bad-file) if the journal cannot be
        read or is of a later format."""
        end = self.size()
        while end:
            line = self._line_before(end)
            start = end - len(line)
            try:
                return JournalEntry(self._entry(line, start), start, end)
            except ValueError:
                end = start
        return None

    def entries_up_to(self, end: int, start: int = 0) -> Iterator[JournalEntry]:
        """Yield all readable entries up to the offset `end`, oldest first, from the one at `start`
        on. Damaged ones are left out. Raises StoreError(bad-file) if the journal cannot be read or
        is of a later format."""
        if not self.size():
            return
        with self._reading() as file:
            file.seek(start)
            for line in file:
                if start >= end:
                    return
                with contextlib.suppress(ValueError):
                    yield JournalEntry(
                        self._entry(line, start), start, start + len(line)
                    )
                start += len(line)

    def entries_back_from(
        self, end: int, words: Sequence[str] = (), kinds: Sequence[str] = ()
    ) -> Iterator[JournalEntry]:
        """Yield all readable entries up to the offset `end`, the newest first, and read no more of
        the journal than those that are asked for. Damaged ones are left out. With `words` only
        entries are parsed whose JSON holds one of them, or that are of one of the `kinds`; others
        may come as well. Raises StoreError(bad-file) as `entries_up_to`."""
        wanted = [word.encode() for word in words]
        of_kind = [f'"kind":"{kind}"'.encode() for kind in kinds]
        for line, start in self._lines_back_from(min(end, self.size())):
            # The kind stands at the beginning of a line, behind sum and number.
            beginning = line[:_BEGINNING]
            if wanted and not (
                _has_any_word(beginning, of_kind) or _has_any_word(line, wanted)
            ):
                continue
            with contextlib.suppress(ValueError):
                yield JournalEntry(
                    self._entry(line, start), start, start + len(line)
                )

    def count_lines(self, end: int) -> int:
        """Return how many lines there are up to the offset `end`, damaged ones too. Nothing is
        parsed."""
        if not self.size():
            return 0
        return self._bytes_at(0, end).count(b"\n")

    def _lines_back_from(self, end: int) -> Iterator[tuple[bytes, int]]:
        """Yield the lines up to the offset `end` with their offsets, the last one first. The file
        is not kept open from one to the next."""
        position = end
        block = b""
        upto = 0  # so much of the block was not yielded yet
        while position or upto:
            # A line ends with a newline of its own; the one before that ends the line before it.
            newline = block.rfind(b"\n", 0, max(0, upto - 1))
            if newline < 0 and position:
                size = min(_BLOCK, position)
                position -= size
                block = self._bytes_at(position, size) + block[:upto]
                upto = len(block)
                continue
            yield block[newline + 1 : upto], position + newline + 1
            upto = newline + 1

    def _bytes_at(self, start: int, size: int) -> bytes:
        """Return so many bytes of the journal from an offset on."""
        with self._reading() as file:
            file.seek(start)
            return file.read(size)

    def bytes_up_to(self, digest: str) -> bytes:
        """Return the bytes of the journal up to the last entry after which the encounter's file
        had this digest; empty if it never had. Raises StoreError(bad-file) if the journal cannot
        be read."""
        end = 0
        for entry in self.entries_up_to(self.size()):
            if entry.record["after"] == digest:
                end = entry.end
        if not end:
            return b""
        with self._reading() as file:
            return file.read(end)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[BinaryIO]:
        """Open the journal for reading. Raises StoreError(bad-file)."""
        try:
            with os.fdopen(open_file(self.path), "rb") as file:
                yield file
        except OSError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: OSError) -> StoreError:
        """Return the error for a journal that the system cannot read."""
        why = error.strerror or error
        return StoreError(
            "bad-file", f"the history {self.path} cannot be read: {why}"
        )

    def append(self, record: Data, start: int) -> int:
        """Write an entry at `start`, the journal's end, sync it to disk and return the offset at
        which it ends. If it raises OSError, the journal still ends at `start`."""
        line = seal({**record, "format": FORMAT, "at": start}) + b"\n"
        fd = system.open_fd(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.lseek(fd, start, os.SEEK_SET)
            try:
                write_all(fd, line)
                os.fsync(fd)
            except OSError:
                os.ftruncate(fd, start)
                raise
        finally:
            os.close(fd)
        if not start:
            system.sync_folder(self.path.parent)
        return start + len(line)

    def cut(self, length: int) -> None:
        """Shorten the journal to `length` bytes and sync it to disk; does nothing if it is no
        longer than that. Raises OSError."""
        if self.size() <= length:
            return
        fd = system.open_fd(self.path, os.O_RDWR)
        try:
            os.ftruncate(fd, length)
            os.fsync(fd)
        finally:
            os.close(fd)

    def _entry(self, line: bytes, start: int) -> Data:
        """Parse the line of an entry at the offset `start`. Raises ValueError if it is damaged
        or stands elsewhere, StoreError(bad-file) if it is of a later format."""
        if not line.endswith(b"\n"):
            raise ValueError("torn")
        record = unseal(line[:-1])
        if record.get("at") != start:
            raise ValueError("not where it belongs")
        if record.get("format", FORMAT) != FORMAT:
            from gmtrack.store.text.scalars import (
                shorten_value,
            )  # slow to import, and rarely needed

            format_ = shorten_value(record["format"])
            message = (
                f"the history {self.path} is of format {format_}, and this"
            )
            way = "go on with the newer gmtrack that has written it"
            raise StoreError(
                "bad-file", f"{message} gmtrack knows format {FORMAT}: {way}"
            )
        return record

    def _line_before(self, end: int) -> bytes:
        """Return the bytes from the beginning of the line that ends at `end` up to there."""
        tail = b""
        with self._reading() as file:
            position = end
            while position:
                size = min(max(_BLOCK, len(tail)), position)
                position -= size
                file.seek(position)
                tail = file.read(size) + tail
                cut = tail.rfind(b"\n", 0, len(tail) - 1)
                if cut >= 0:
                    return tail[cut + 1 :]
        return tail


def change_to_data(change: Change) -> Data:
    """Return a change as the journal writes it: `path`, `before`, `after`, `read_as`, `made` and
    `place`, without those that are MISSING, None or false."""
    data: Data = {"path": list(change.path)}
    if change.before is not MISSING:
        data["before"] = change.before
    if change.after is not MISSING:
        data["after"] = change.after
    if change.read_as is not MISSING:
        data["read_as"] = change.read_as
    if change.made:
        data["made"] = True
    if change.place is not None:
        data["place"] = change.place
    return data


def change_of_data(data: Data) -> Change:
    """Build a change from its form in the journal; what is absent there is MISSING. Raises
    LookupError or TypeError for another form."""
    before, after, read_as = (
        data.get(key, MISSING) for key in ("before", "after", "read_as")
    )
    place = data.get("place")
    if not isinstance(place, int):
        place = None
    return Change(
        tuple(data["path"]),
        before,
        after,
        read_as,
        data.get("made", False),
        place,
    )
