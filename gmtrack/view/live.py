"""A screen that stays: drawn over itself, line by line, without flicker."""

import shutil
from collections.abc import Sequence
from typing import TextIO

from gmtrack.view.console import Output
from gmtrack.view.text import Line, Span

ENTER = "\x1b[?1049h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1049l"
HOME = "\x1b[H"
CLEAR_REST_OF_LINE = "\x1b[K"
CLEAR_BELOW = "\x1b[J"


class LiveScreen:
    """The whole terminal as one screen; used as a context, it gives the terminal back as it was.
    Where the stream is no terminal, screens are written one after the other."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.terminal = stream.isatty()

    def __enter__(self) -> "LiveScreen":
        self._write(ENTER)
        return self

    def __exit__(self, *error: object) -> None:
        self._write(LEAVE)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines now."""
        size = shutil.get_terminal_size()
        return size.columns, size.lines

    def draw(self, lines: Sequence[Line]) -> None:
        """Show these lines and nothing else; what does not fit below is counted."""
        _, height = self.size
        output = Output(self.stream)
        if not self.terminal:
            output.lines([*lines, []])
            return
        shown = list(lines)
        if len(shown) > height - 1:
            left = len(shown) - (height - 2)
            shown = [*shown[: height - 2], [Span(f"… {left} more lines", "note")]]
        self._write(HOME)
        for line in shown:
            self._write(CLEAR_REST_OF_LINE)
            output.lines([line])
        self._write(CLEAR_BELOW)

    def _write(self, code: str) -> None:
        if self.terminal:
            self.stream.write(code)
            self.stream.flush()
