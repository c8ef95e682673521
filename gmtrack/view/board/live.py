"""A screen that stays: it is drawn over itself, line by line, without flicker."""

import shutil
import signal
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, TextIO

from gmtrack.system import terminal
from gmtrack.view.console import Output
from gmtrack.view.text import Line, Span

ENTER = "\x1b[?1049h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1049l"
HOME = "\x1b[H"
CLEAR_REST_OF_LINE = "\x1b[K"
CLEAR_BELOW = "\x1b[J"


class LiveScreen:
    """The whole terminal as one screen that is drawn again and again.

    Used as a context, it gives the terminal back as it was, also while the process is stopped
    (Ctrl-Z). If the stream is no terminal, screens are written one after the other."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.terminal = stream.isatty()
        self.woken = 0
        """Number of times the process went on after Ctrl-Z; the screen must then be drawn again."""
        self._entered = False
        self._wants_to_stop = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "LiveScreen":
        if self.terminal:
            terminal.enable_escape_codes(self.stream.fileno())
            self._take_signal(terminal.STOP, self._ask_to_stop)
            self._take_signal(terminal.GO_ON, self._wake)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._leave()

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the terminal now."""
        size = shutil.get_terminal_size()
        return size.columns, size.lines

    @property
    def is_gone(self) -> bool:
        """Whether nobody can see the screen any more: the reader of the pipe or the terminal has
        left. False for a stream of which that cannot be found out."""
        with suppress(OSError, ValueError):
            return terminal.is_reader_gone(self.stream.fileno())
        return False

    @property
    def is_in_front(self) -> bool:
        """Whether this process may write on the terminal; False while it runs in a shell's
        background."""
        return not self.terminal or terminal.is_in_foreground(
            self.stream.fileno()
        )

    def stop_if_asked(self) -> None:
        """Give the terminal back and stop, if Ctrl-Z was pressed; goes on when the shell says so.
        Raises OSError."""
        if not self._wants_to_stop:
            return
        self._wants_to_stop = False
        self._leave()
        terminal.stop_process()
        # Where no shell could make it go on, the system has not let it stop either.
        self.woken += 1

    def draw(self, lines: Sequence[Line]) -> None:
        """Show these lines and nothing else. Lines that do not fit are replaced by a last line
        with their number. Raises OSError."""
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
            shown = [
                *shown[: height - 2],
                [Span(f"… {left} more lines", "note")],
            ]
        self._write(HOME)
        for line in shown:
            self._write(CLEAR_REST_OF_LINE)
            output.lines([line])
        self._write(CLEAR_BELOW)

    def _leave(self) -> None:
        """Give the terminal back as it was before the first drawing; does nothing if nothing was
        drawn."""
        if self._entered:
            self._entered = False
            with suppress(OSError):
                self._write(LEAVE)

    def _write(self, code: str) -> None:
        """Write a code to the terminal at once. Raises OSError."""
        self.stream.write(code)
        self.stream.flush()

    def _take_signal(self, number: int | None, handler: Any) -> None:
        """Set a handler for a signal and note the one before. Does nothing if the system has no
        such signal (None), it is ignored, or this is not the main thread."""
        if (
            number is not None
            and signal.getsignal(number) is not signal.SIG_IGN
        ):
            with suppress(ValueError):  # only the main thread may take signals
                self._before[number] = signal.signal(number, handler)

    def _ask_to_stop(self, *_: int | FrameType | None) -> None:
        """Note that Ctrl-Z was pressed; `stop_if_asked` stops."""
        self._wants_to_stop = True

    def _wake(self, *_: int | FrameType | None) -> None:
        """Note that the process goes on after a stop, so that the screen is drawn again."""
        self.woken += 1
        self._entered = False
