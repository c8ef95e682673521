"""The Windows half, on a system that is none: what Windows refuses is refused here too, and what
only POSIX has is away. The locks are portalocker's own."""

import errno
import importlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs.windows as folders
import portalocker
import pytest

from gmtrack import system
from gmtrack.system import windows

ASKED_FOR = "GMTRACK_TEST_SYSTEM"
"""Tells processes that a test starts which half is meant."""
AS_BYTES = 1 << 30
"""Stands for a flag that only Windows has."""
ONLY_POSIX = ("O_NONBLOCK", "O_NOFOLLOW", "O_DIRECTORY", "fchmod", "getuid", "geteuid")
HALF = (
    "BACKSLASH_QUOTES", "HOME_VARIABLE", "SEPARATORS", "copy_rights", "lock", "lock_file_of",
    "make_private", "open_fd", "quote", "remove", "replace", "sync_folder", "unlock", "usual_data",
    "usual_state",
)  # fmt: skip
"""The names of the interface that Windows has its own of."""


def begin() -> None:
    """Said by a process that a test has started."""
    if os.environ.get(ASKED_FOR) == "windows":
        become_windows(pytest.MonkeyPatch())


def become_windows(patch: pytest.MonkeyPatch) -> None:
    """Put the Windows half in the place of the other one, and Windows behind it."""
    for name in HALF:
        patch.setattr(system, name, getattr(windows, name))
    patch.setenv(ASKED_FOR, "windows")
    _take_away(patch)
    patch.setattr(os, "O_BINARY", AS_BYTES, raising=False)
    patch.setattr(os, "open", _opening(os.open))
    for name in ("replace", "rename"):
        patch.setattr(os, name, _renaming(getattr(os, name)))
    patch.setattr(os, "unlink", _removing(os.unlink))
    patch.setattr(folders, "get_win_folder", folders.get_win_folder_from_env_vars)
    patch.setattr(portalocker, "lock", _locking(portalocker.lock))


def _take_away(patch: pytest.MonkeyPatch) -> None:
    for name in ONLY_POSIX:
        patch.delattr(os, name, raising=False)
    # Without these, taking a folder away goes by paths, as it does there.
    patch.setattr("shutil._use_fd_functions", False, raising=False)
    patch.setattr(shutil, "_rmtree_impl", shutil._rmtree_unsafe, raising=False)
    importlib.import_module("portalocker.portalocker")  # has it by now
    patch.setitem(sys.modules, "fcntl", None)


def _opening(real: Callable[..., int]) -> Callable[..., int]:
    def call(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        assert flags & AS_BYTES, f"{path} is opened as text"
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
        return real(path, flags & ~AS_BYTES, mode, **more)

    return call


def _renaming(real: Callable[..., None]) -> Callable[..., None]:
    def call(old: Any, new: Any) -> None:
        for path in (old, new):
            _check_not_open(path)
        if Path(new).is_dir():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(new))
        real(old, new)

    return call


def _removing(real: Callable[..., None]) -> Callable[..., None]:
    def call(path: Any) -> None:
        _check_not_open(path)
        real(path)

    return call


def _locking(real: Callable[..., None]) -> Callable[..., None]:
    def call(fd: int, flags: portalocker.LockFlags) -> None:
        assert os.fstat(fd).st_size == 0, "what is locked can be read by nobody else"
        real(fd, flags)

    return call


def _check_not_open(path: Any) -> None:
    """Raises what Windows raises for a file, or a folder with one in it, that is open."""
    path = os.path.abspath(path)  # noqa: PTH100 - a link counts as itself
    if any(one == path or one.startswith(f"{path}{os.sep}") for one in open_files()):
        raise PermissionError(errno.EACCES, "The process cannot access the file", path)


def open_files() -> Iterator[str]:
    """What this process has open, and those that may do something in the same folder."""
    for process in {os.getpid(), os.getppid(), *_children(os.getpid()), *_children(os.getppid())}:
        with suppress(OSError):
            folder = f"/proc/{process}/fd"
            for number in os.listdir(folder):  # noqa: PTH208 - quick
                with suppress(OSError):
                    yield os.readlink(f"{folder}/{number}")  # noqa: PTH115


def _children(process: int) -> list[int]:
    with suppress(OSError):
        found = Path(f"/proc/{process}/task/{process}/children").read_text()
        return list(map(int, found.split()))
    return []
