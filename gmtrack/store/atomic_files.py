"""Writing files whole or not at all."""

import contextlib
import errno
import os
import sys
from pathlib import Path

from gmtrack import system
from gmtrack.errors import StoreError
from gmtrack.store import state_folder
from gmtrack.system import open_file

# What `hashlib` loads of OpenSSL takes a command longer than all that it does with its file: as
# `random` does, Python's own module is asked.
try:
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # type: ignore[import-not-found]
    else:
        from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:
    from hashlib import sha256

MOST_BYTES = 16 * 1024 * 1024
"""Size in bytes of the longest encounter or stock file that is read."""


def digest_of_bytes(data: bytes) -> str:
    """Return the SHA-256 of `data` in hexadecimal: two contents of a file are equal if their
    digests are."""
    return str(sha256(data).hexdigest())


def cannot_save(path: Path, error: OSError) -> StoreError:
    """Return the StoreError for a write that failed: `busy` if another program blocks the file,
    else `cannot-save`."""
    kind = "busy" if isinstance(error, BlockingIOError) else "cannot-save"
    return StoreError(kind, f"cannot write {path}: {error.strerror or error}")


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data` to a file descriptor, in several calls of `os.write` if needed. Raises
    OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def write_beside(path: Path, data: bytes, *, lasting: bool = True) -> Path:
    """Write `data` to the file that is to replace `path` and return its path (see `beside_of`).
    Its content is synced to disk if `lasting`. It gets the access rights of `path`, or in the
    state folder those of its owner alone. Raises OSError, also if `path` itself may not be
    written; then no such file is left."""
    if system.exists(path) and not os.access(path, os.W_OK):
        # Replacing asks for no right to write the file itself; who took it away meant it.
        raise PermissionError(
            errno.EACCES, os.strerror(errno.EACCES), str(path)
        )
    beside = beside_of(path)
    try:
        fd = open_file(
            beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, follow=False
        )
        try:
            if state_folder.is_in_state_folder(path):
                system.make_private(beside)
            else:
                with contextlib.suppress(FileNotFoundError):
                    system.copy_rights(fd, path)
            write_all(fd, data)
            if lasting:
                os.fsync(fd)
        finally:
            os.close(fd)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    return beside


def beside_of(path: Path) -> Path:
    """Return the path under which the next content of `path` is written before it replaces it.
    It is always the same, so that what a killed process has left is found again."""
    return path.with_name(f".{path.name}.gmtrack-new")


def replace_by(beside: Path, path: Path) -> None:
    """Move the file `beside` to `path`. If `path` has several names (hard links), write its
    content through and delete `beside` instead, so that they stay one file. Raises OSError."""
    if not has_other_names(path):
        system.replace(beside, path)
        return
    overwrite_in_place(path, beside.read_bytes())
    beside.unlink()


def overwrite_in_place(path: Path, data: bytes) -> None:
    """Overwrite the content of the existing file `path`, and flush it to the disk. Raises
    OSError: FileNotFoundError if there is no file, another for a symbolic link, which is not
    followed. After an error in writing, the file may hold parts of the old and the new content."""
    fd = system.open_fd(path, os.O_WRONLY, follow=False)
    try:
        write_all(fd, data)
        os.ftruncate(fd, len(data))
        os.fsync(fd)
    finally:
        os.close(fd)


def has_other_names(path: Path) -> bool:
    """Whether a file has several names (hard links); False if it cannot be examined."""
    try:
        return path.stat().st_nlink > 1
    except OSError:
        return False


def replace_file(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace the content of `path` by `data`, whole or not at all. If not `lasting`, nothing is
    synced, and a power cut may undo it or leave rubbish. Raises StoreError(cannot-save)."""
    try:
        beside = write_beside(path, data, lasting=lasting)
        try:
            replace_by(beside, path)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise cannot_save(path, error) from error
    if lasting:
        with contextlib.suppress(OSError):
            # The change is done; a disk that can't sync a folder does not take it back.
            system.sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents if they are missing. A folder in the state folder, with
    its parents there and its files, is made private to its owner, also if an earlier version
    left it open. Raises StoreError(cannot-save)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        private = state_folder.own_folders(folder)
        if private:
            with os.scandir(folder) as entries:
                for entry in entries:
                    with contextlib.suppress(OSError):  # a link to itself
                        if entry.is_file():
                            private.append(entry.path)
        for own in private:
            system.make_private(own)
    except FileExistsError as error:
        message = f"cannot write {folder}: {error.filename} is not a folder"
        raise StoreError("cannot-save", message) from error
    except OSError as error:
        raise cannot_save(folder, error) from error
