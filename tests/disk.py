"""A disk that fails, and a power cut, at any of the system calls of a command."""

import contextlib
import os
import signal
from collections.abc import Callable, Container
from functools import partial
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
            if name == "open" and not args[1] & (os.O_WRONLY | os.O_RDWR):
                return real(*args, **kwargs)
            number, self.calls = self.calls, self.calls + 1
            struck = number >= self.at >= 0 if self.lasting else number == self.at
            if struck and not self.after:
                if name == "write" and self.torn:
                    real(args[0], bytes(args[1])[: len(args[1]) // 2])
                self.strike()
            try:
                return real(*args, **kwargs)
            finally:
                if struck and self.after:
                    self.strike()

        return call


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
