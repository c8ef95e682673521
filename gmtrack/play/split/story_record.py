"""Lines that a session has printed, recorded so that they can be shown again: after the window
has got another size, and when somebody looks back."""

import re
from collections import deque
from typing import Any, TextIO

MOST = 2_000
"""Lines that are recorded; older ones are forgotten."""
CONTROL = re.compile(
    r"(\r?\n|\r|\x1b\[[0-9;?]*[A-Za-ln-z]|\x1b[^\[]|\x1b\[[0-9;]*m)"
)
"""What moves the cursor, erases or colours. Odd pieces of a split are such, even ones are text."""
CURSOR_UP = re.compile(r"\x1b\[(\d*)A")
ERASE_LINE = "\x1b[2K"


class StoryRecord:
    """The last lines that were printed, with the codes of their colours.

    Lines that were erased again, such as those of a progress bar, are not in it."""

    def __init__(self, most: int = MOST) -> None:
        self._lines: deque[str] = deque(maxlen=most)
        self._begun = ""
        """The line that has no end yet."""

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, text: str) -> None:
        """Record a text as it is written to the terminal, line ends and codes included."""
        for place, piece in enumerate(CONTROL.split(text)):
            if place % 2:
                self._carry_out(piece)
            else:
                self._begun += piece

    def _carry_out(self, code: str) -> None:
        """Carry out a line end or an escape code. Codes that do not concern a line are ignored."""
        if code.endswith("\n"):
            self._lines.append(self._begun)
            self._begun = ""
        elif code.endswith("m"):
            self._begun += code
        elif code in ("\r", ERASE_LINE):
            self._begun = ""
        elif up := CURSOR_UP.fullmatch(code):
            for _ in range(min(int(up[1] or 1), len(self._lines))):
                self._begun = self._lines.pop()

    def lines_before(self, end: int, count: int) -> list[str]:
        """Return up to `count` lines. `end` of them, the newest ones, stand behind the last one
        that is returned."""
        last = len(self._lines) - end
        return list(self._lines)[max(0, last - count) : max(0, last)]


class RecordingStream:
    """A text stream that records what is written to it, and is otherwise the stream itself."""

    def __init__(self, stream: TextIO, record: StoryRecord) -> None:
        self._stream = stream
        self._record = record

    def write(self, text: str) -> int:
        """Write a text and record it. Raises OSError, as the stream does."""
        self._record.add(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
