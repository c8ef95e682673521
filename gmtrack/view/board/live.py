"""A screen that stays: drawn over itself, line by line, without flicker."""

import os
import select
import shutil
import signal
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, TextIO

from gmtrack.view.console import Output
from gmtrack.view.text import Line, Span

ENTER = "\x1b[?1049h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1049l"
HOME = "\x1b[H"
CLEAR_REST_OF_LINE = "\x1b[K"
CLEAR_BELOW = "\x1b[J"


class LiveScreen:
    """The whole terminal as one screen; used as a context, it gives the terminal back as it was,
    also for as long as the process is stopped (Ctrl-Z). Where the stream is no terminal, screens
    are written one after the other."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.terminal = stream.isatty()
        self.woken = 0
        """How often the process went on after a stop: what is shown may be gone."""
        self._entered = False
        self._wants_to_stop = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "LiveScreen":
        if self.terminal:
            self._take(signal.SIGTSTP, self._ask_to_stop)
            self._take(signal.SIGCONT, self._wake)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._leave()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines now."""
        size = shutil.get_terminal_size()
        return size.columns, size.lines

    @property
    def gone(self) -> bool:
        """Whether nobody can see it any more: the reader of the pipe or the terminal has left."""
        with suppress(OSError, ValueError):
            poll = select.poll()
            poll.register(self.stream.fileno(), 0)
            return any(found & (select.POLLERR | select.POLLHUP) for _, found in poll.poll(0))
        return False

    @property
    def in_front(self) -> bool:
        """Whether the terminal is this process's to write on; not while it goes on behind a
        shell."""
        if self.terminal:
            with suppress(OSError):
                return os.tcgetpgrp(self.stream.fileno()) == os.getpgrp()
        return True

    def stop_if_asked(self) -> None:
        """Give the terminal back and stop, if Ctrl-Z was pressed; goes on when the shell says so.
        Raises OSError."""
        if not self._wants_to_stop:
            return
        self._wants_to_stop = False
        self._leave()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._ask_to_stop)
        # Where no shell could make it go on, the system has not let it stop either.
        self.woken += 1

    def draw(self, lines: Sequence[Line]) -> None:
        """Show these lines and nothing else; what does not fit below is counted. Raises OSError."""
        _, height = self.size
        output = Output(self.stream)
        if not self.terminal:
            output.lines([*lines, []])
            return
        if not self._entered:
            self._entered = True
            self._write(ENTER)
        shown = list(lines)
        if len(shown) > height - 1:
            left = len(shown) - (height - 2)
            shown = [*shown[: height - 2], [Span(f"… {left} more lines", "note")]]
        self._write(HOME)
        for line in shown:
            self._write(CLEAR_REST_OF_LINE)
            output.lines([line])
        self._write(CLEAR_BELOW)

    def _leave(self) -> None:
        if self._entered:
            self._entered = False
            with suppress(OSError):
                self._write(LEAVE)

    def _write(self, code: str) -> None:
        self.stream.write(code)
        self.stream.flush()

    def _take(self, number: int, handler: Any) -> None:
        if signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(ValueError):  # only the main thread may take signals
                self._before[number] = signal.signal(number, handler)

    def _ask_to_stop(self, *_: int | FrameType | None) -> None:
        self._wants_to_stop = True

    def _wake(self, *_: int | FrameType | None) -> None:
        self.woken += 1
        self._entered = False
