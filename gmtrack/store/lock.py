"""The lock that lets processes take turns at an encounter."""

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
"""The locks that are held to write, with the threads that hold them."""


class Lock:
    """A lock that is held: alone to write, together with other readers to read. Who holds it may
    let go of it for a while and take it again."""

    def __init__(self, path: Path, *, write: bool) -> None:
        self._path = path
        self._write = write
        self._file: FileIO | None = None
        self._note = (path, threading.get_ident())

    @property
    def held(self) -> bool:
        """A reader may be without."""
        return self._file is not None

    def take(self, *, wait: bool = True) -> None:
        """Wait for it; or else a reader goes without. Raises StoreError: `busy` when the others
        don't finish, `cannot-save` when a writer can't lock."""
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
                system.let_go(file.fileno())
                file.close()

    def let_go(self) -> None:
        _WRITING.discard(self._note)
        file, self._file = self._file, None
        if file is not None:
            system.let_go(file.fileno())
            file.close()


@contextlib.contextmanager
def locked(path: Path, *, write: bool, wait: bool = True) -> Iterator[Lock]:
    """Hold the lock: alone to write, together with other readers to read. Where a reader can't
    have the lock file (a disk that cannot be written), or is not to `wait` for it, they go without.
    So does one who looks on while they are themselves about to write.

    Raises StoreError: `busy` when the others don't finish, `cannot-save` when a writer can't lock.
    """
    lock = Lock(path, write=write)
    try:
        if write or (path, threading.get_ident()) not in _WRITING:
            lock.take(wait=wait)
        yield lock
    finally:
        lock.let_go()
