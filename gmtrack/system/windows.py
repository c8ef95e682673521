"""The Windows half. Files are opened as bytes; a file that another program has open keeps its
name meanwhile, and so does a folder with an open file in it; folders cannot be synced.

The module can be imported on every system, so that tests can put it in the place of the POSIX
half."""

# ruff: noqa: PTH105, PTH108, PTH116, PTH118 - it comes before pathlib

import errno
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress

Path = str | os.PathLike[str]

PATIENCE = 1.0
"""Seconds in which programs that look at every new file (search, protection) are done with it."""
_PAUSE = 0.02
_AS_BYTES = "O_BINARY"
"""The flag without which the system changes line ends, and stops at a Ctrl-Z."""


def open_fd(
    path: Path,
    flags: int = os.O_RDONLY,
    mode: int = 0o666,
    *,
    follow: bool = True,
) -> int:
    """`os.open`; if not `follow`, never what a link leads to. Raises OSError."""
    if not follow:
        with suppress(FileNotFoundError):
            if stat.S_ISLNK(os.lstat(path).st_mode):
                raise OSError(errno.ELOOP, "it is a link", os.fspath(path))
    return os.open(path, flags | getattr(os, _AS_BYTES, 0), mode)


def lock(fd: int, *, alone: bool) -> None:
    """Hold an open file until it is let go of. Others cannot even read what is held here, so only
    files without content are. Raises BlockingIOError where others hold it, OSError where files
    cannot be held."""
    from portalocker import AlreadyLocked, LockException, LockFlags
    from portalocker import lock as hold

    kind = LockFlags.EXCLUSIVE if alone else LockFlags.SHARED
    try:
        hold(fd, kind | LockFlags.NON_BLOCKING)
    except AlreadyLocked as error:
        raise BlockingIOError(
            errno.EAGAIN, "another program holds it"
        ) from error
    except LockException as error:
        raise OSError(errno.ENOLCK, str(error)) from error


def let_go(fd: int) -> None:
    """Said before a file that may be held is closed: left to itself the system takes its time."""
    from portalocker import LockException, unlock

    with suppress(LockException):
        unlock(fd)


def lock_of(folder: str) -> str:
    """Return the file that is locked while something in a folder is changed. It lies beside the
    folder, so that the folder can be renamed meanwhile."""
    above, name = os.path.split(folder)
    return os.path.join(above, f".{name}.lock")


def keep_rights(fd: int, path: Path) -> None:
    """Do nothing: a new file gets the rights of its folder, and a file marked read-only is not
    replaced at all. Raises OSError where there is no file to replace."""
    os.stat(path)


def keep_private(path: Path) -> None:
    """Do nothing: the folders of a user are their own."""


def replace(old: Path, new: Path) -> None:
    """Give a file or folder another name, in place of the file that has it. Raises OSError;
    BlockingIOError where another program has it open."""
    _patiently(lambda: os.replace(old, new), new)


def remove(path: Path) -> None:
    """Take a file away. Raises OSError as `replace` does."""
    _patiently(lambda: os.unlink(path), path)


def _patiently(do: Callable[[], None], path: Path) -> None:
    """Try again for a moment while somebody else has it open."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return do()
        except PermissionError as error:
            if time.monotonic() > deadline:
                message = "it is open in another program: close it there and try again"
                raise BlockingIOError(
                    errno.EAGAIN, message, os.fspath(path)
                ) from error
            time.sleep(_PAUSE)


def sync_folder(folder: Path) -> None:
    """Do nothing: the system writes names to the disk by itself, and opens no folder as a file."""


HOME_VARIABLE = "LOCALAPPDATA"
SEPARATORS = ("/", "\\")
BACKSLASH_QUOTES = False
"""Whether a backslash quotes: it does not, as it separates the parts of a path."""
_PLAIN = "_+=:./\\-"
_NOT_IN_DOUBLE = frozenset('$`"\u201c\u201d\u201e')
_SINGLE = "'\u2018\u2019\u201a\u201b"
"""The characters that PowerShell takes for a single quote; above are the double ones."""


def quote(word: str) -> str:
    """Return a word so that PowerShell takes it literally: a bare comma would make two words of
    it, and an `@` in front something else. It uses double quotes where they do, as the older
    shell (cmd) knows no others. A double quote inside a word arrives from PowerShell 7.3 on."""
    bare = all(char.isalnum() or char in _PLAIN for char in word)
    if word and bare and not (word[0] == "-" and "." in word):
        return word
    if not _NOT_IN_DOUBLE.intersection(word) and word[-1:] != "\\":
        return f'"{word}"'
    return (
        "'"
        + "".join(char * 2 if char in _SINGLE else char for char in word)
        + "'"
    )


def usual_state() -> str:
    """Return the folder for the state of programs; empty where the system names none."""
    from platformdirs.windows import Windows

    with suppress(OSError, ValueError):
        return Windows(appauthor=False).user_state_dir
    return ""


def usual_data() -> str:
    """Return the folder for what people add: the same."""
    return usual_state()
