"""The lock of an encounter, by which processes take turns."""

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from gmtrack import system
from gmtrack.errors import StoreError
from gmtrack.store.atomic_files import cannot_save
from gmtrack.system import open_file

PATIENCE = 10.0
"""Seconds to wait for another gmtrack."""
_PAUSE = 0.02
_WRITING: set[tuple[Path, int]] = set()
"""Locks that this process holds to write, with the threads that hold them."""


class Lock:
    """A lock on one encounter: exclusive to write, shared with other readers to read. Its holder
    may release it for a while and take it again."""

    def __init__(self, path: Path, *, write: bool) -> None:
        self._path = path
        self._write = write
        self._file: FileIO | None = None
        self._note = (path, threading.get_ident())

    @property
    def is_held(self) -> bool:
        """Whether the lock file is held. A reader may go on without it."""
        return self._file is not None

    def acquire(self, *, wait: bool = True) -> None:
        """Acquire the lock, waiting up to PATIENCE seconds. Without `wait` a reader who cannot
        have it at once goes on without. Raises StoreError: `busy` if the others do not finish in
        time, `cannot-save` if a writer cannot lock the file."""
        deadline = time.monotonic() + (PATIENCE if wait else 0)
        try:
            while self._file is None:
                self._try(deadline)
        except OSError as error:
            if self._write:
                raise cannot_save(self._path, error) from error
        except StoreError:
            if wait:
                raise
        if self._write:
            _WRITING.add(self._note)

    def _try(self, deadline: float) -> None:
        """Try once to acquire the lock; after a failure pause, or raise StoreError(busy) if the
        deadline has passed. May return without the lock, if the lock file's folder was renamed
        meanwhile. Raises OSError."""
        flags = os.O_RDWR | os.O_CREAT if self._write else os.O_RDONLY
        file = FileIO(open_file(self._path, flags, 0o600), "r")
        try:
            system.lock(file.fileno(), alone=self._write)
            # Meanwhile its folder may have got another name.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                    self._file = file
        except BlockingIOError:
            if time.monotonic() > deadline:
                message = f"another gmtrack is working on this encounter ({self._path.parent})"
                raise StoreError("busy", f"{message}; try again") from None
            time.sleep(_PAUSE)
        finally:
            if self._file is None:
                system.unlock(file.fileno())
                file.close()

    def release(self) -> None:
        """Release the lock; does nothing if it is not held."""
        _WRITING.discard(self._note)
        file, self._file = self._file, None
        if file is not None:
            system.unlock(file.fileno())
            file.close()


@contextlib.contextmanager
def hold_lock(path: Path, *, write: bool, wait: bool = True) -> Iterator[Lock]:
    """Hold the lock inside a `with` block: exclusive to write, shared to read.

    A reader goes without a lock if there can be no lock file (a disk that cannot be written), if
    it is not to `wait` for a writer, or if its own thread already holds the lock to write.
    Raises StoreError: `busy` if the others do not finish in time, `cannot-save` if a writer
    cannot lock the file."""
    lock = Lock(path, write=write)
    try:
        if write or (path, threading.get_ident()) not in _WRITING:
            lock.acquire(wait=wait)
        yield lock
    finally:
        lock.release()
