"""The interface to the operating system: opening, locking and replacing files, the usual
folders, how a word is quoted. This module has what all systems share, and the POSIX half; on
Windows the functions of `windows` take their place.

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
        keep_private as keep_private,
        keep_rights as keep_rights,
        let_go as let_go,
        lock as lock,
        lock_of as lock_of,
        open_fd as open_fd,
        quote as quote,
        remove as remove,
        replace as replace,
        sync_folder as sync_folder,
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
        """`os.open` at once, whoever is at the other end of a pipe; if not `follow`, never what a
        link leads to. Raises OSError."""
        return os.open(
            path, flags | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW), mode
        )

    def lock(fd: int, *, alone: bool) -> None:
        """Hold an open file, `alone` or together with others who look on, until it is
        closed. Raises BlockingIOError where others hold it, OSError where files cannot be held."""
        import fcntl  # not needed by most that a shell asks

        fcntl.flock(
            fd, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB
        )

    def let_go(fd: int) -> None:
        """Said before a file that may be held is closed, which is enough here."""

    def lock_of(folder: str) -> str:
        """The file that is held while something is done with what lies in a folder."""
        return os.path.join(folder, "lock")

    def keep_rights(fd: int, path: Path) -> None:
        """Let the file that is to replace another have the same rights. Raises OSError, also where
        there is none to replace."""
        os.fchmod(fd, os.stat(path).st_mode & 0o7777)

    def keep_private(path: Path) -> None:
        """Let nobody but its owner read a file or folder, as far as that can be had; a folder that
        is there for everybody (/tmp) is left alone."""
        with suppress(OSError):
            mode = os.stat(path).st_mode
            if mode & 0o077 and not mode & stat.S_ISVTX:
                os.chmod(path, stat.S_IMODE(mode) & 0o700)

    def replace(old: Path, new: Path) -> None:
        """Give a file or folder another name, in place of the file that has it. Raises OSError;
        BlockingIOError where another program has it open and the system minds."""
        os.replace(old, new)

    def remove(path: Path) -> None:
        """Take a file away. Raises OSError as `replace` does."""
        os.unlink(path)

    def sync_folder(folder: Path) -> None:
        """Make what happened to names in a folder durable. Raises OSError."""
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    HOME_VARIABLE = "HOME"
    """From it the usual folders are known."""
    SEPARATORS: tuple[str, ...] = ("/",)
    """What stands between the parts of a path."""

    BACKSLASH_QUOTES = True
    """Whether a backslash takes the meaning from what follows it, where lines are typed."""

    def quote(word: str) -> str:
        """A word as the shell takes it for what it is."""
        import shlex  # slow to import, and needed only where somebody is told what to type

        return shlex.quote(word)

    if sys.platform == "darwin":
        from gmtrack.system.macos import usual_data as usual_data
        from gmtrack.system.macos import usual_state as usual_state
    else:

        def usual_state() -> str:
            """The folder in which programs keep what they know; not absolute where nothing says
            which."""
            return (
                os.path.expanduser("~/.local/state")
                if os.environ.get("HOME", "unset")
                else ""
            )

        def usual_data() -> str:
            """The folder in which programs keep what people add."""
            return os.path.expanduser("~/.local/share")

# --- what is the same everywhere ---


def step_back() -> None:
    """Let all other work of this machine go first, where that can be said."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(10)


def kind_of(mode: int) -> str:
    """Return the word for something that is no regular file."""
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
    """Open a file as `open_fd` does, and only if it is one: a pipe to which nobody writes would be
    waited for, a device has no end. Raises OSError, also for what is no file."""
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
    """Raises OSError for what is no file."""
    if not stat.S_ISREG(mode):
        raise OSError(
            errno.EINVAL, f"it is {kind_of(mode)}, not a file", os.fspath(path)
        )


def read_bytes(path: Path) -> bytes:
    """Return the content of a file. Raises OSError, also for what is no regular file."""
    with os.fdopen(open_file(path), "rb") as file:
        return file.read()


def exists(path: Path) -> bool:
    """Whether something stands there; not under a name that nothing can have."""
    return os.path.exists(path)


LOOKS = 3
"""How often a missing path is looked at again: another process may be replacing it, but a path
that is really at fault shows the fault at every look."""


def is_absent(path: Path) -> bool:
    """Whether nothing stands there, and nothing is in the way of it: no link that leads nowhere,
    no file where a folder should be, no folder that must not be looked into."""
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
    """Whether an error of reading a path says that nothing stood there. Another process may have
    made it since, or its folder between two looks: that is no fault of the path's."""
    looks = (is_absent(path) or os.path.exists(path) for _ in range(LOOKS))
    return isinstance(error, FileNotFoundError) and any(looks)
