"""A terminal in two parts: the board at the top, which stays, and below it the story, which
scrolls.

The lower part is a scroll region of the terminal, so whatever is printed there scrolls by itself.
A terminal forgets the region when its window gets another size. Then the whole screen is drawn
again: the board, and the last lines of the story from a record."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO, cast

from prompt_toolkit.data_structures import Size
from prompt_toolkit.key_binding import (
    KeyBindings,
    KeyBindingsBase,
    merge_key_bindings,
)
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from gmtrack.cli.output import say
from gmtrack.core.screen import Board
from gmtrack.play.split.story_record import RecordingStream, StoryRecord
from gmtrack.system import terminal
from gmtrack.view.board.board import render_board_within
from gmtrack.view.console import Output
from gmtrack.view.text import Span, cut_line, wrap

LEAST = Size(rows=20, columns=60)
"""The smallest window in which the board stays."""
TOO_SMALL = (
    f"The board stays in a window of {LEAST.columns} columns and {LEAST.rows} lines or more. In "
    "this one it is shown after a command"
)
LOOKING_BACK = " earlier lines; PageDown: later ones "
SPARED = 3
"""Lines that a board may need less before the part for it becomes smaller."""
WHOLE_REGION = "\x1b[r"
SAVE_CURSOR, RESTORE_CURSOR = "\x1b7", "\x1b8"
PLAIN = "\x1b[0m"
HOME_AND_CLEAR = "\x1b[H\x1b[J"


def can_split_screen(stream: TextIO) -> bool:
    """Whether a stream is a terminal that knows scroll regions."""
    is_dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown")
    return terminal.HAS_SCROLL_REGIONS and stream.isatty() and not is_dumb


class SplitScreen:
    """The board at the top of a terminal, and the story below it.

    `stream` is the terminal. Within the context all that is written to stdout and stderr is
    recorded. The screen is split when it is renewed first, and given back by `close` or at the
    end of the context."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.read_board: Callable[[], Board | str] = str
        """Callback that returns the board to show, or a text in its place."""
        self._story = StoryRecord()
        self._size = Size(0, 0)
        """The size of the window for which the screen was drawn."""
        self._board: Board | str = ""
        """The board, or the text in its place, when the screen was drawn."""
        self._top: list[str] = []
        """The lines that stand above the story, the last of them a rule; empty while the screen
        is not split."""
        self._is_stale = True
        """Whether the whole screen has to be drawn, even if the board is the same."""
        self._scrolled = 0
        """Number of the newest lines that are not in sight while somebody looks back."""
        self._streams: tuple[TextIO, TextIO] | None = None
        self._stop_handler: Any = None

    def __enter__(self) -> "SplitScreen":
        self._streams = sys.stdout, sys.stderr
        sys.stdout = self._make_recording(sys.stdout)
        sys.stderr = self._make_recording(sys.stderr)
        size = self._measure_window()
        if is_large_enough(size):
            # What is printed before the screen is split needs no board.
            Output.board_rows = size.rows // 2
        stop = terminal.STOP
        if stop is not None and signal.getsignal(stop) is not signal.SIG_IGN:
            with suppress(ValueError):  # only the main thread may take signals
                self._stop_handler = signal.signal(stop, self._stop)
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the terminal back with what stands on it. Does nothing the second time."""
        if self._streams is None:
            return
        sys.stdout, sys.stderr = self._streams
        self._streams = None
        if self._stop_handler is not None and terminal.STOP is not None:
            signal.signal(terminal.STOP, self._stop_handler)
        self._leave_region()
        self._top = []
        Output.board_rows = 0

    def tell_if_too_small(self) -> None:
        """Print why the board does not stay if the window is too small."""
        if not self.is_split:
            say(TOO_SMALL, fold=True)

    @property
    def is_split(self) -> bool:
        """Whether the board stays in sight: not in a window that is too small."""
        return Output.board_rows > 0

    @property
    def story_size(self) -> Size:
        """The size of the part below the board."""
        size = self._measure_window()
        return Size(
            rows=max(1, size.rows - len(self._top)), columns=size.columns
        )

    def renew(self, erase_prompt: Callable[[], None]) -> None:
        """Draw what has changed: the board, or the whole screen if the window or the board has
        become larger or smaller. Calls `erase_prompt` before the whole screen is drawn."""
        size, board = self._measure_window(), self.read_board()
        self._is_stale = self._is_stale or size != self._size
        if board == self._board and not self._is_stale:
            return
        top = self._render_top(board, size)
        if len(top) == len(self._top) and not self._is_stale:
            self._draw_changes(top)
        elif top or self._top:
            erase_prompt()
            self._draw_whole(top, size)
        self._size, self._board, self._top = size, board, top
        self._is_stale = False
        Output.board_rows = len(top)

    def record_prompt(self, message: str, typed: str) -> None:
        """Record a line that was typed at a prompt, and go back to the newest lines. The prompt
        must be over."""
        self._story.add(f"{message}{typed}\n")
        if self._scrolled:
            self._scrolled, self._is_stale = 0, True
            self.renew(lambda: None)

    @property
    def frame_codes(self) -> str:
        """The codes that clear the part below the board, and draw the board again."""
        return _frame_codes(self._top, self._size)

    @property
    def first_row(self) -> int:
        """The number of the first row below the board, counted from 1."""
        return len(self._top) + 1

    def make_output(self) -> "StoryOutput":
        """Return the output for a line editor that stays below the board."""
        return StoryOutput(self)

    def add_look_back_keys(
        self, bindings: KeyBindingsBase | None
    ) -> KeyBindingsBase:
        """Return the key bindings, None for none, with PageUp for earlier lines of the story and
        PageDown for later ones."""
        keys = KeyBindings()
        keys.add("pageup")(lambda event: self.look_back(1))
        keys.add("pagedown")(lambda event: self.look_back(-1))
        return merge_key_bindings([*filter(None, [bindings]), keys])

    def look_back(self, pages: int) -> None:
        """Let the next `renew` show lines that are so many pages earlier, or later if `pages` is
        negative. Stops at the first and the last line."""
        rows = self.story_size.rows
        page, most = rows - 2, max(0, len(self._story) - (rows - 2))
        scrolled = min(most, max(0, self._scrolled + pages * page))
        if self.is_split and scrolled != self._scrolled:
            self._scrolled, self._is_stale = scrolled, True

    def _render_top(self, board: Board | str, size: Size) -> list[str]:
        """Return the lines above the story, with codes for colours: the board in at most half of
        the window, and a rule. Empty if the window is too small."""
        if not is_large_enough(size):
            return []
        most = size.rows // 2 - 1
        if isinstance(board, str):
            lines = [cut_line([Span(board)], size.columns)]
        else:
            lines = render_board_within(board, size.columns, most)
        before = len(self._top) - 1 if size == self._size else 0
        if len(lines) <= before <= len(lines) + SPARED:
            lines += [[]] * (before - len(lines))
        text = LOOKING_BACK if self._scrolled else ""
        rule = Span(text.center(size.columns, "─"), "note")
        return Output(self.stream).format_lines([*lines, [rule]])

    def _draw_changes(self, top: list[str]) -> None:
        """Draw those lines at the top anew that are other ones now. The cursor stays."""
        changed = [
            f"\x1b[{row};1H{PLAIN}\x1b[2K{line}"
            for row, (line, before) in enumerate(
                zip(top, self._top, strict=True), start=1
            )
            if line != before
        ]
        self._write(SAVE_CURSOR, *changed, RESTORE_CURSOR)

    def _draw_whole(self, top: list[str], size: Size) -> None:
        """Draw these lines at the top, and below them the last lines of the story. Without lines
        at the top the story has the whole window, and a last line says why."""
        if not top:
            for line in wrap(TOO_SMALL, size.columns):
                self._story.add(f"{line}\n")
        rows = size.rows - len(top)
        story = self._story.lines_before(self._scrolled, rows)
        # What stands in the whole window is not lost, but scrolls away.
        before = "" if self._top else "\r\n" * size.rows
        self._write(
            f"{before}{_frame_codes(top, size)}\x1b[{size.rows};1H",
            *(f"{line}{PLAIN}\r\n" for line in story),
        )

    def _leave_region(self) -> None:
        """Let the whole screen scroll again. The cursor stays."""
        if self._top:
            with suppress(OSError):
                self._write(SAVE_CURSOR, WHOLE_REGION, RESTORE_CURSOR)

    def _stop(self, *_: object) -> None:
        """Give the terminal back while the process is stopped; the screen is drawn again after
        that."""
        self._leave_region()
        self._top = []
        terminal.stop_process()
        self._is_stale = True

    def _measure_window(self) -> Size:
        """Return the size of the window; the last one known if that cannot be found out."""
        with suppress(OSError, ValueError):
            columns, rows = os.get_terminal_size(self.stream.fileno())
            return Size(rows=rows, columns=columns)
        return self._size

    def _make_recording(self, stream: TextIO) -> TextIO:
        """Return the stream with a record of what is written to it; the stream itself if it is
        no terminal."""
        if not stream.isatty():
            return stream
        return cast("TextIO", RecordingStream(stream, self._story))

    def _write(self, *codes: str) -> None:
        """Write codes and texts to the terminal at once. Raises OSError."""
        self.stream.write("".join(codes))
        self.stream.flush()


def _frame_codes(top: list[str], size: Size) -> str:
    """Return the codes that clear the window, draw these lines at its top, and let the rest of it
    scroll. The cursor goes to the first line of the rest."""
    rest = len(top) + 1
    region = f"\x1b[{rest};{size.rows}r" if top else ""
    drawn = "\r\n".join(top)
    return f"{WHOLE_REGION}{PLAIN}{HOME_AND_CLEAR}{drawn}{region}\x1b[{rest};1H"


def is_large_enough(size: Size) -> bool:
    """Whether the board stays in a window of this size."""
    return size.rows >= LEAST.rows and size.columns >= LEAST.columns


class StoryOutput(Vt100_Output):
    """The output of a line editor that stays in the part below the board."""

    def __init__(self, screen: SplitScreen) -> None:
        super().__init__(
            screen.stream,
            lambda: screen.story_size,
            term=os.environ.get("TERM"),
            default_color_depth=ColorDepth.from_env(),
        )
        self._screen = screen

    def get_rows_below_cursor_position(self) -> int:
        """Return 1, the least number: the line editor then takes the rows that it needs, and asks
        the terminal nothing. Raises NotImplementedError while the screen is not split, so that
        the terminal is asked."""
        if not self._screen.is_split:
            raise NotImplementedError
        return 1

    def erase_screen(self) -> None:
        """Erase the part below the board, and draw the board again: something else may have
        written over it."""
        if self._screen.is_split:
            self.write_raw(self._screen.frame_codes)
        else:
            super().erase_screen()

    def cursor_goto(self, row: int = 0, column: int = 0) -> None:
        """Move the cursor; row 0 is the first one below the board."""
        super().cursor_goto(row + self._screen.first_row, column)
