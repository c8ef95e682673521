"""The history of an encounter: one sealed line per entry, only ever added to. An entry knows where
the one before it begins and which steps may be undone and redone after it, as byte offsets; nothing
ever has to be read through. Every entry says in which format it is written.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from gmtrack import system
from gmtrack.core.draft import MISSING, Change
from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store.atomic_files import digest, write_all
from gmtrack.system import check_mode, open_file, was_absent

_START = b'{"sum":"'
_WIDTH = 16


def seal(document: Data) -> bytes:
    """The document as a line of JSON with its checksum in front, without the line's end."""
    body = json.dumps(document, separators=(",", ":"), allow_nan=False)
    rest = body[1:].encode()
    return _START + digest(rest)[:_WIDTH].encode() + b'",' + rest


def unseal(line: bytes) -> Data:
    """The document of a sealed line. Raises ValueError if it is torn or was changed."""
    end = len(_START) + _WIDTH
    rest = line[end + 2 :]
    if (
        not line.startswith(_START)
        or line[len(_START) : end] != digest(rest)[:_WIDTH].encode()
    ):
        raise ValueError("damaged")
    document: Any = json.loads(b"{" + rest)
    return dict(document)


_BLOCK = 1 << 16
FORMAT = 1
"""Of the entries. The first versions did not write it: an entry without it is one of these."""


class Found(NamedTuple):
    """An entry with the offsets at which it begins and ends."""

    record: Data
    start: int
    end: int


class Journal:
    """A file of sealed lines."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def size(self) -> int:
        """The length in bytes; 0 if there is none. Raises StoreError if it cannot be read."""
        try:
            status = self.path.stat()
            check_mode(status.st_mode, self.path)
        except OSError as error:
            if was_absent(self.path, error):
                return 0
            raise self._unreadable(error) from error
        return status.st_size

    def read(self, start: int) -> Found:
        """The entry that begins at `start`. Raises StoreError if it is damaged, cannot be read, or
        is of a later format."""
        with self._reading() as file:
            file.seek(start)
            line = file.readline()
        try:
            return Found(self._entry(line, start), start, start + len(line))
        except ValueError as error:
            message = f"the history {self.path} is damaged at byte {start}"
            raise StoreError("bad-file", message) from error

    def last(self) -> Found | None:
        """The last whole entry; what a killed process left torn behind it does not count."""
        end = self.size()
        while end:
            line = self._line_before(end)
            start = end - len(line)
            try:
                return Found(self._entry(line, start), start, end)
            except ValueError:
                end = start
        return None

    def all(self, end: int) -> Iterator[Found]:
        """All readable entries up to the offset `end`, oldest first."""
        if not self.size():
            return
        with self._reading() as file:
            start = 0
            for line in file:
                if start >= end:
                    return
                with contextlib.suppress(ValueError):
                    yield Found(
                        self._entry(line, start), start, start + len(line)
                    )
                start += len(line)

    def up_to(self, digest: str) -> bytes:
        """The history as far as the last entry after which the file had this digest; empty if it
        never had. Raises StoreError if it cannot be read."""
        end = 0
        for entry in self.all(self.size()):
            if entry.record["after"] == digest:
                end = entry.end
        if not end:
            return b""
        with self._reading() as file:
            return file.read(end)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[BinaryIO]:
        try:
            with os.fdopen(open_file(self.path), "rb") as file:
                yield file
        except OSError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: OSError) -> StoreError:
        why = error.strerror or error
        return StoreError(
            "bad-file", f"the history {self.path} cannot be read: {why}"
        )

    def append(self, record: Data, start: int) -> int:
        """Add an entry durably at `start`, the journal's end, and return where it ends.
        Raises OSError; the file then ends at `start` again."""
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
        """Take off, durably, whatever lies beyond `length`. Raises OSError."""
        if self.size() <= length:
            return
        fd = system.open_fd(self.path, os.O_RDWR)
        try:
            os.ftruncate(fd, length)
            os.fsync(fd)
        finally:
            os.close(fd)

    def _entry(self, line: bytes, start: int) -> Data:
        if not line.endswith(b"\n"):
            raise ValueError("torn")
        record = unseal(line[:-1])
        if record.get("at") != start:
            raise ValueError("not where it belongs")
        if record.get("format", FORMAT) != FORMAT:
            from gmtrack.store.text.scalars import (
                shown,
            )  # slow to import, and rarely needed

            message = f"the history {self.path} is of format {shown(record['format'])}, and this"
            way = "go on with the newer gmtrack that has written it"
            raise StoreError(
                "bad-file", f"{message} gmtrack knows format {FORMAT}: {way}"
            )
        return record

    def _line_before(self, end: int) -> bytes:
        """The bytes from the last line's beginning to `end`."""
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
    """A change for the journal; what is MISSING in it is left out."""
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
