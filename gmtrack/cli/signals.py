"""Signals in a session: a command is interrupted only where that leaves nothing half done, and
the terminal is restored before the process ends."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
"""Ctrl-C and the signals that end a process (SIGBREAK on Windows, as when its window is closed).
Each is handled if the system has it and it is not ignored."""


class Signals:
    """A context that handles the signals.

    A signal is noted; only within `breaking` it raises KeyboardInterrupt, and only once, so that
    nothing interrupts the tidying up; but not while a module is loaded. At the end of the
    context the process is ended by the signal that asked for it."""

    def __init__(self) -> None:
        self.pressed = False
        """Whether Ctrl-C, or a signal that ends the process, has come since `clear`."""
        self.ended: int | None = None
        """The signal that the process is to be ended by."""
        self._open = False
        self._broken = False
        self._cancel: Callable[[], bool] | None = None
        self._before: dict[int, Any] = {}
        self._hook = sys.unraisablehook

    def __enter__(self) -> "Signals":
        for name in NAMES:
            number = getattr(signal, name, None)
            if number is None or signal.getsignal(number) is signal.SIG_IGN:
                continue
            with contextlib.suppress(
                ValueError
            ):  # only the main thread may take signals
                self._before[number] = signal.signal(number, self._come)
        self._hook, sys.unraisablehook = sys.unraisablehook, self._ignore
        return self

    def __exit__(self, *error: object) -> None:
        sys.unraisablehook = self._hook
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self.ended is not None:
            with contextlib.suppress(OSError):
                sys.stdout.flush()
            os.kill(os.getpid(), self.ended)

    def clear(self) -> None:
        """Forget an interruption, but not a signal that ends the process."""
        self._open = self._broken = False
        self.pressed = self.ended is not None

    def breaking(self, do: Callable[[], T]) -> T:
        """Return what `do` returns; it may be interrupted at any instant. Raises
        KeyboardInterrupt if a signal comes meanwhile or has come since `clear`."""
        if self.pressed:
            raise KeyboardInterrupt
        try:
            self._open = True
            return do()
        finally:
            self._open = False

    @contextlib.contextmanager
    def waiting(self, cancel: Callable[[], bool]) -> Iterator[None]:
        """Hand signals to `cancel` within the block, while somebody is typing; it clears what is
        typed and returns whether there was anything."""
        opened, self._open = self._open, False
        self._cancel = cancel
        try:
            yield
        except KeyboardInterrupt:
            self.pressed = self._broken = True
            raise
        finally:
            self._cancel = None
            self._open = opened

    def _come(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: note it, cancel what is typed, or raise KeyboardInterrupt."""
        if number != signal.SIGINT:
            self.ended = number
        if self._cancel is not None and self._cancel():
            return
        self.pressed = True
        if self._open and not self._broken and not _is_importing(frame):
            self._broken = True
            raise KeyboardInterrupt

    def _ignore(self, unraisable: Any) -> None:
        """Drop the report of a KeyboardInterrupt that Python could not raise."""
        # Where Python cannot raise what a signal raises, it would print it; it is noted already.
        if unraisable.exc_type is not KeyboardInterrupt:
            self._hook(unraisable)


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being loaded: some libraries cannot be loaded again after half of it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
