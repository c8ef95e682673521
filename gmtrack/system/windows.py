"""The Windows half. Files are opened as bytes. A file that another program has open cannot be
renamed or deleted meanwhile, nor can a folder with an open file in it. Folders cannot be synced.

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
"""The seconds after which programs that look at every new file (search, protection) are done
with it."""
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
    """Open a file and return its descriptor, as `os.open` does, but as bytes. If not `follow`, a
    link is refused. Raises OSError."""
    if not follow:
        with suppress(FileNotFoundError):
            if stat.S_ISLNK(os.lstat(path).st_mode):
                raise OSError(errno.ELOOP, "it is a link", os.fspath(path))
    return os.open(path, flags | getattr(os, _AS_BYTES, 0), mode)


def lock(fd: int, *, alone: bool) -> None:
    """Lock an open file until `unlock`: exclusively if `alone`, else shared. Does not wait.
    Others cannot even read a file that is locked, so only files without content are. Raises
    BlockingIOError if others hold it, OSError if files cannot be locked here."""
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


def unlock(fd: int) -> None:
    """Release the lock on a file, if there is one. Call it before closing a file that may be
    locked: left to itself the system takes its time."""
    from portalocker import LockException
    from portalocker import unlock as release

    with suppress(LockException):
        release(fd)


def lock_file_of(folder: str) -> str:
    """Return the path of the file that is locked while something in a folder is changed. On
    Windows it lies beside the folder, so that the folder can be renamed meanwhile."""
    above, name = os.path.split(folder)
    return os.path.join(above, f".{name}.lock")


def copy_rights(fd: int, path: Path) -> None:
    """Do nothing but raise OSError if there is no file at `path`: a new file gets the rights of
    its folder, and a file marked read-only is not replaced at all."""
    os.stat(path)


def make_private(path: str | Path) -> None:
    """Do nothing: the folders of a user are their own."""


def replace(old: Path, new: Path) -> None:
    """Rename a file or folder; a file that has the new name is replaced. Raises OSError;
    BlockingIOError if another program has it open for longer than PATIENCE."""
    _retry_while_open(lambda: os.replace(old, new), new)


def remove(path: Path) -> None:
    """Delete a file. Raises OSError as `replace` does."""
    _retry_while_open(lambda: os.unlink(path), path)


def _retry_while_open(do: Callable[[], None], path: Path) -> None:
    """Call `do` again and again, for PATIENCE seconds, while another program has `path` open.
    Raises BlockingIOError after that, and any other OSError of `do` at once."""
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
    """Return the folder in which programs keep their state; empty if the system names none."""
    from platformdirs.windows import Windows

    with suppress(OSError, ValueError):
        return Windows(appauthor=False).user_state_dir
    return ""


def usual_data() -> str:
    """Return the folder in which programs keep what people add: the same as for their state."""
    return usual_state()
