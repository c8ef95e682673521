"""The interface to the operating system: opening, locking and replacing files, the usual
folders, quoting of words. This module has what all systems share, and the POSIX half; on Windows
the functions of `windows` take the place of that half.

Completion in a shell imports this module too, so it imports as little as possible, and no
pathlib."""

# ruff: noqa: PTH101, PTH105, PTH108, PTH110, PTH111, PTH112, PTH116, PTH118, PTH120

import errno
import os
import stat
import sys
from contextlib import suppress

Path = str | os.PathLike[str]

KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)

# --- what differs ---

if sys.platform == "win32":
    # isort: off
    from gmtrack.system.windows import (
        BACKSLASH_QUOTES as BACKSLASH_QUOTES,
        HOME_VARIABLE as HOME_VARIABLE,
        SEPARATORS as SEPARATORS,
        copy_rights as copy_rights,
        lock as lock,
        lock_file_of as lock_file_of,
        make_private as make_private,
        open_fd as open_fd,
        quote as quote,
        remove as remove,
        replace as replace,
        sync_folder as sync_folder,
        unlock as unlock,
        usual_data as usual_data,
        usual_state as usual_state,
    )
    # isort: on
else:

    def open_fd(
        path: Path,
        flags: int = os.O_RDONLY,
        mode: int = 0o666,
        *,
        follow: bool = True,
    ) -> int:
        """Open a file and return its descriptor, as `os.open` does, but without waiting for the
        other end of a pipe. If not `follow`, a link is refused. Raises OSError."""
        return os.open(
            path, flags | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW), mode
        )

    def lock(fd: int, *, alone: bool) -> None:
        """Lock an open file until it is closed: exclusively if `alone`, else shared with others
        who do not want it alone. Does not wait. Raises BlockingIOError if others hold it,
        OSError if files cannot be locked here."""
        import fcntl  # not needed by most that a shell asks

        fcntl.flock(
            fd, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB
        )

    def unlock(fd: int) -> None:
        """Do nothing: on POSIX a lock ends when the file is closed. Call it before closing a
        file that may be locked."""

    def lock_file_of(folder: str) -> str:
        """Return the path of the file that is locked while something in a folder is changed. On
        POSIX it lies inside the folder."""
        return os.path.join(folder, "lock")

    def copy_rights(fd: int, path: Path) -> None:
        """Give an open file the access rights of the file at `path`, which it is to replace.
        Raises OSError, also if there is no file at `path`."""
        os.fchmod(fd, os.stat(path).st_mode & 0o7777)

    def make_private(path: str | Path) -> None:
        """Take away all rights of others to a file or folder. Leaves a folder alone that is
        there for everybody (/tmp). Failures raise nothing."""
        with suppress(OSError):
            mode = os.stat(path).st_mode
            if mode & 0o077 and not mode & stat.S_ISVTX:
                os.chmod(path, stat.S_IMODE(mode) & 0o700)

    def replace(old: Path, new: Path) -> None:
        """Rename a file or folder; a file that has the new name is replaced. Raises OSError;
        BlockingIOError if another program has it open and the system minds."""
        os.replace(old, new)

    def remove(path: Path) -> None:
        """Delete a file. Raises OSError as `replace` does."""
        os.unlink(path)

    def sync_folder(folder: Path) -> None:
        """Write the names in a folder to the disk, so that a power cut does not undo a renaming.
        Raises OSError."""
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    HOME_VARIABLE = "HOME"
    """The environment variable from which the usual folders are known."""
    SEPARATORS: tuple[str, ...] = ("/",)
    """The characters between the parts of a path."""

    BACKSLASH_QUOTES = True
    """Whether a backslash takes the meaning from what follows it, where lines are typed."""

    def quote(word: str) -> str:
        """Return a word quoted so that the shell takes it literally."""
        import shlex  # slow to import, and needed only where somebody is told what to type

        return shlex.quote(word)

    if sys.platform == "darwin":
        from gmtrack.system.macos import usual_data as usual_data
        from gmtrack.system.macos import usual_state as usual_state
    else:

        def usual_state() -> str:
            """Return the folder in which programs keep their state; empty if $HOME is set to
            nothing, and not absolute if no home folder is known."""
            return (
                os.path.expanduser("~/.local/state")
                if os.environ.get("HOME", "unset")
                else ""
            )

        def usual_data() -> str:
            """Return the folder in which programs keep what people add."""
            return os.path.expanduser("~/.local/share")

# --- what is the same everywhere ---


def lower_priority() -> None:
    """Let all other work of this machine go first. Does nothing if the system refuses it, or on
    Windows."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(10)


def kind_of_file(mode: int) -> str:
    """Return the word for something that is no regular file, by its `st_mode`: `a folder`, `a
    pipe` ..."""
    return next(
        (name for is_one, name in KINDS if is_one(mode)), "something else"
    )


def open_file(
    path: Path,
    flags: int = os.O_RDONLY,
    mode: int = 0o666,
    *,
    follow: bool = True,
) -> int:
    """Open a regular file as `open_fd` does. Raises OSError, also for anything but a regular
    file: reading a pipe could wait for ever, and a device has no end."""
    try:
        fd = open_fd(path, flags, mode, follow=follow)
    except ValueError as error:  # no path at all, such as one with a NUL in it
        raise OSError(errno.EINVAL, str(error)) from error
    except OSError as error:
        # That is how Windows refuses a folder.
        if error.errno in (errno.ENXIO, errno.EACCES) and os.path.exists(path):
            check_mode(os.stat(path).st_mode, path)
        raise
    try:
        check_mode(os.fstat(fd).st_mode, path)
    except OSError:
        os.close(fd)
        raise
    return fd


def check_mode(mode: int, path: Path) -> None:
    """Raise OSError if `mode`, the `st_mode` of `path`, is not that of a regular file."""
    if not stat.S_ISREG(mode):
        raise OSError(
            errno.EINVAL,
            f"it is {kind_of_file(mode)}, not a file",
            os.fspath(path),
        )


def read_bytes(path: Path) -> bytes:
    """Return the content of a file. Raises OSError, also for what is no regular file."""
    with os.fdopen(open_file(path), "rb") as file:
        return file.read()


def exists(path: Path) -> bool:
    """Whether there is something at `path`. False for a name that nothing can have."""
    return os.path.exists(path)


LOOKS = 3
"""The number of times that a missing path is examined: another process may be replacing it, but
a path that is really at fault shows the fault every time."""


def is_absent(path: Path) -> bool:
    """Whether there is nothing at `path`, and nothing that would keep it from being created: no
    link that leads nowhere, no file where a folder should be, no folder that must not be looked
    into."""
    path = os.fspath(path)
    try:
        os.lstat(path)
    except FileNotFoundError:
        above = os.path.dirname(path)
        return above == path or os.path.isdir(above) or is_absent(above)
    except OSError:
        return False
    return False


def was_absent(path: Path, error: OSError) -> bool:
    """Whether an `error` of reading a path says that nothing was there. Another process may have
    made the file since, or its folder between two looks: that is no fault of the path's."""
    looks = (is_absent(path) or os.path.exists(path) for _ in range(LOOKS))
    return isinstance(error, FileNotFoundError) and any(looks)
