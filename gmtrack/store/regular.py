"""Opening what stands where a file should be, and only if it is one: a pipe to which nobody writes
would be waited for, a device has no end. Completion in a shell comes this way too: with as little
as possible."""

# ruff: noqa: PTH112, PTH116, PTH120 - importing pathlib takes too long

import errno
import os
import stat

Path = str | os.PathLike[str]

KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def kind_of(mode: int) -> str:
    """What something is that is no file."""
    return next((name for is_one, name in KINDS if is_one(mode)), "something else")


def open_file(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a file as `os.open` does, at once. Raises OSError, also for what is no file."""
    try:
        fd = os.open(path, flags | os.O_NONBLOCK, 0o666)
    except ValueError as error:  # no path at all, such as one with a NUL in it
        raise OSError(errno.EINVAL, str(error)) from error
    except OSError as error:
        if error.errno == errno.ENXIO:
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
        raise OSError(errno.EINVAL, f"it is {kind_of(mode)}, not a file", os.fspath(path))


def read_bytes(path: Path) -> bytes:
    """What a file holds. Raises OSError, also for what is no file."""
    with os.fdopen(open_file(path), "rb") as file:
        return file.read()


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
