"""A disk that fails, and a power cut, at any of the system calls of a command."""

import contextlib
import os
import shutil
import signal
from collections.abc import Callable, Container, Iterator
from functools import partial
from io import FileIO
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest
from long_run import LONG

TOUCHING = (
    "open", "write", "fsync", "ftruncate", "replace", "rename", "unlink", "mkdir", "rmdir",
    "fchmod", "chmod",
)  # fmt: skip
"""The calls that change something on a disk, or prepare it."""
NOT_SEEN = ("fsync", "fchmod", "chmod")
"""Whoever is killed after these leaves what they would have left before, so that is tried in the
long run alone."""


class Disk:
    """Stands before the system calls of one process and lets `happen` strike at one of them."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        strike: Callable[[], None],
        spared: Container[str] = (),
    ) -> None:
        self.strike = strike
        self.is_striking = False
        """Whether `strike` runs, whose own calls are neither counted nor struck."""
        self.calls = 0
        self.at: float = -1
        self.after = False
        self.lasting = False
        self.torn = True
        """Whether half of what is being written is on the disk when it strikes."""
        for name in filter(partial(hasattr, os), TOUCHING):
            if name not in spared:
                monkeypatch.setattr(os, name, self._guarded(name, getattr(os, name)))

    def _guarded(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            is_reading = name == "open" and not args[1] & (os.O_WRONLY | os.O_RDWR)
            if is_reading or self.is_striking:
                return real(*args, **kwargs)
            number, self.calls = self.calls, self.calls + 1
            struck = number >= self.at >= 0 if self.lasting else number == self.at
            if struck and not self.after:
                if name == "write" and self.torn:
                    return self._tear(real, args[0], bytes(args[1]))
                self._strike()
            try:
                return real(*args, **kwargs)
            finally:
                if struck and self.after:
                    self._strike()

        return call

    def _strike(self) -> None:
        self.is_striking = True
        try:
            self.strike()
        finally:
            self.is_striking = False

    def _tear(self, write: Callable[..., int], file: int, content: bytes) -> int:
        """Strike when half of the content is written. Writes the rest if that returns."""
        half = len(content) // 2
        write(file, content[:half])
        self._strike()
        return half + write(file, content[half:])


def killed_at(at: int, after: bool, command: Callable[[], Any]) -> bool:
    """Run the command in a process of its own that dies at its call number `at`, of those that
    others can see; False if it came to its end before that."""
    child = os.fork()
    if child == 0:
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(
                patch, lambda: os.kill(os.getpid(), signal.SIGKILL), () if LONG else NOT_SEEN
            )
            disk.at, disk.after = at, after
            with contextlib.suppress(BaseException):
                command()
                os._exit(0)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def kill_everywhere(
    command: Callable[[], Any], folder: Path, aside: Path, *, after: bool = False
) -> Iterator[int]:
    """Yield a number each time that `folder` is as a command leaves it that is killed at one of
    its calls: before the call (half of what it writes is written), or after it. `aside` is a new
    folder for copies.

    The long run kills a process at each call. Otherwise one process goes through the command and
    copies the folder at each call that finds other files than the last one did. The files are the
    same, and it takes a fraction of the time."""
    if not LONG:
        _copy_at_calls(command, folder, aside, after=after)
        for at in range(len(list(aside.iterdir()))):
            put_back(folder, aside / str(at))
            yield at
        return
    shutil.copytree(folder, aside)
    for at in count():
        put_back(folder, aside)
        if not killed_at(at, after, command):
            return
        yield at


def _copy_at_calls(command: Callable[[], Any], folder: Path, aside: Path, *, after: bool) -> None:
    """Run the command in a process of its own that copies `folder` at its calls, into folders of
    `aside` that are numbered from 0."""
    aside.mkdir()
    copied: list[dict[str, bytes | None]] = []

    def copy() -> None:
        content = contents(folder)
        if content not in copied[-1:]:
            shutil.copytree(folder, aside / str(len(copied)))
            copied.append(content)

    child = os.fork()
    if child == 0:
        status = 1
        with pytest.MonkeyPatch.context() as patch, contextlib.suppress(BaseException):
            disk = Disk(patch, copy, NOT_SEEN)
            disk.at, disk.lasting, disk.after = 0, True, after
            command()
            status = 0
        os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return what each file below a folder holds, by its path; None for each folder in it."""
    found: dict[str, bytes | None] = {}
    folders = [str(folder)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    found[entry.path] = None
                    folders.append(entry.path)
                else:
                    with FileIO(entry.path) as file:
                        found[entry.path] = file.readall()
    return found


def put_back(folder: Path, copy: Path) -> None:
    """Make `folder` what it was when it was copied."""
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)


def stopped_at(at: int, command: Callable[[], int]) -> int | None:
    """Run the command in a process of its own that stops at its call number `at`, and return its
    id; None if it came to its end before that."""
    child = os.fork()
    if child == 0:
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, lambda: os.kill(os.getpid(), signal.SIGSTOP))
            disk.at, disk.torn = at, False
            _run(command)
    _, status = os.waitpid(child, os.WUNTRACED)
    return child if os.WIFSTOPPED(status) else None


def continued(child: int) -> int:
    """Let a process that has stopped go on, and return its exit status."""
    os.kill(child, signal.SIGCONT)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def forked(command: Callable[[], int]) -> Callable[[], int]:
    """Run the command in a process of its own, and return what waits for its exit status."""
    child = os.fork()
    if child == 0:
        _run(command)
    return lambda: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run(command: Callable[[], int]) -> NoReturn:
    status = 99
    with contextlib.suppress(BaseException):
        status = command()
    os._exit(status)
