"""Files that are written whole or not at all."""

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
"""The longest file that is read."""


def digest(data: bytes) -> str:
    """What tells two contents of a file apart."""
    return str(sha256(data).hexdigest())


def cannot_save(path: Path, error: OSError) -> StoreError:
    """The error for a write that the system refused, or that another program stands in the way
    of."""
    kind = "busy" if isinstance(error, BlockingIOError) else "cannot-save"
    return StoreError(kind, f"cannot write {path}: {error.strerror or error}")


def write_all(fd: int, data: bytes) -> None:
    """`os.write` until everything is written."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def write_beside(path: Path, data: bytes, *, lasting: bool = True) -> Path:
    """Write `data` (durably, if `lasting`) into the file that is to replace `path`; its name is
    always the same, so that what a killed process left is found again. Raises OSError; then
    nothing is left."""
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
            if state_folder.is_own(path):
                system.keep_private(beside)
            else:
                with contextlib.suppress(FileNotFoundError):
                    system.keep_rights(fd, path)
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
    """Where the next content of `path` is written before it replaces it."""
    return path.with_name(f".{path.name}.gmtrack-new")


def take_place(beside: Path, path: Path) -> None:
    """Put the new file in the place of the old one; where that has other names as well (hard
    links) write through it, so that it stays one file under all of them. Raises OSError."""
    if not has_other_names(path):
        system.replace(beside, path)
        return
    write_through(path, beside.read_bytes())
    beside.unlink()


def write_through(path: Path, data: bytes) -> None:
    """Make `data` the content of a file that stays the same one. Raises OSError; then it may hold
    a part of either."""
    fd = system.open_fd(path, os.O_WRONLY, follow=False)
    try:
        write_all(fd, data)
        os.ftruncate(fd, len(data))
        os.fsync(fd)
    finally:
        os.close(fd)


def has_other_names(path: Path) -> bool:
    """Whether a file stands in folders under several names."""
    try:
        return path.stat().st_nlink > 1
    except OSError:
        return False


def replace_file(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Make `data` the content of `path`, whole or not at all; if not `lasting`, a power cut may
    undo it or leave rubbish. Raises StoreError(cannot-save)."""
    try:
        beside = write_beside(path, data, lasting=lasting)
        try:
            take_place(beside, path)
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
    """Make a folder and those above it; what lies in the state folder is for its owner alone, also
    where an earlier version made it otherwise. Raises StoreError(cannot-save)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if state_folder.is_own(folder):
            for own in [folder, *folder.parents]:
                if state_folder.is_own(own):
                    system.keep_private(own)
            for file in folder.iterdir():
                if file.is_file():
                    system.keep_private(file)
    except FileExistsError as error:
        message = f"cannot write {folder}: {error.filename} is not a folder"
        raise StoreError("cannot-save", message) from error
    except OSError as error:
        raise cannot_save(folder, error) from error
