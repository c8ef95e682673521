"""Output of screens and documents: through rich on a terminal that takes colours, else as plain
text.

rich is slow to import, so it is imported only where there is something to colour."""

import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TextIO

from gmtrack.system import terminal
from gmtrack.view.text import (
    Line,
    cells,
    plain,
)

if TYPE_CHECKING:
    import subprocess

    from rich.console import Console
    from rich.text import Text


# The styles that spans name, for people who see colours. None of them carries a meaning that
# the text does not carry as well.
STYLES = {
    "title": "bold",
    "head": "bold",
    "heading": "underline",
    "name": "bold",
    "number": "bold",
    "roll": "cyan",
    "good": "green",
    "bad": "red",
    "note": "dim",
    "warning": "bold yellow",
    "error": "bold red",
    "urgent": "bold red",
    "acting": "bold green",
    "pc": "cyan",
    "out": "dim",
    "fine": "green",
    "half": "yellow",
    "quarter": "bold red",
    "counter": "cyan",
    "lost": "dim",
    "unusable": "dim",
    "strain": "yellow",
    "bruise": "yellow",
    "bashing": "yellow",
    "lethal": "red",
    "aggravated": "bold red",
}
PLAINER = {
    "─": "-",
    "█": "#",
    "░": ".",
    "■": "#",
    "□": "_",
    "·": "-",
    "…": "~",
    "±": "~",
}
"""The signs that stand in for those that the output's encoding does not have."""
PLAINER |= (
    dict.fromkeys("▁▂", "_")
    | dict.fromkeys("▒▃▄▅", "=")
    | dict.fromkeys("▆▇", "#")
)
NARROWEST = 20
OWN_PAGER = "GMTRACK_PAGER"
"""The environment variable for the pager of gmtrack alone; it goes before `PAGER`."""
USUAL_PAGER = "less"
LESS = "FRX -Psspace goes on, q leaves$"
NO_PAGER = ("", "cat")
"""Values of the pager variables that mean: use none."""


class Output:
    """A stream for screens, pages and documents.

    `width` is its number of columns, `height` the lines of its terminal (None: it is none).
    `terminal` says whether it takes colours; as an argument None means: find out. A `width` of 0
    means: find out."""

    reader: ClassVar[Callable[[str], None] | None] = None
    """Callback that shows long pages in place of a pager while a session runs: a line typed
    below them may be the next command. None: use a pager."""
    pages_all: ClassVar[bool] = False
    """Whether every page counts as long, since a terminal does not keep what scrolls away below a
    board that stays."""
    board_rows: ClassVar[int] = 0
    """Lines at the top of the terminal that a session keeps for a board that stays; 0: none."""

    def __init__(
        self,
        stream: TextIO | None = None,
        *,
        terminal: bool | None = None,
        width: int = 0,
    ) -> None:
        self.stream = stream or sys.stdout
        self.terminal = (
            takes_colours(self.stream) if terminal is None else terminal
        )
        self.width = width or count_columns(self.stream)
        self.height = count_rows(self.stream)

    def lines(self, lines: Sequence[Line], *, long: bool = False) -> None:
        """Write a screen. A `long` page is shown in a pager if it does not fit on a terminal. A
        reader that has gone away is no error."""
        if not self.terminal:
            self.text("".join(plain(line) + "\n" for line in lines), long=long)
            return
        console = self._make_console()
        if not (
            (long or Output.pages_all)
            and self._show_if_long(
                lambda: self._print_lines(console, lines), console
            )
        ):
            self._write_safely(lambda: self._print_lines(console, lines))

    def format_lines(self, lines: Sequence[Line]) -> list[str]:
        """Return the lines of a screen as they are written, each with the codes of its colours."""
        if not self.terminal:
            return [self._make_encodable(plain(line)) for line in lines]
        console = self._make_console()
        with console.capture() as written:
            self._print_lines(console, lines)
        return written.get().split("\n")[:-1]

    def text(self, text: str, *, long: bool = False) -> None:
        """Write a text as it is; a `long` text in a pager, as in `lines`. A reader that has gone
        away is no error."""
        text = self._make_encodable(text)
        is_long = long or Output.pages_all
        if not (is_long and _show_in_pager(text, self.stream)):
            self._write_safely(lambda: self.stream.write(text))

    def markdown(self, text: str) -> None:
        """Show a long page of Markdown: laid out, and in a pager where it does not fit, on a
        terminal; else as it is."""
        if not (self.terminal or self.stream.isatty()):
            self.text(text)
            return
        from gmtrack.view.markdown import MarkdownPage

        console = self._make_console()
        page = MarkdownPage(self._make_encodable(text))
        if not self._show_if_long(lambda: console.print(page), console):
            self._write_safely(lambda: console.print(page))

    def json(self, doc: Any) -> None:
        """Write a document as JSON, with escapes for what the stream cannot encode."""
        self.text(format_json(doc, self.stream.encoding or "utf-8"))

    def _write_safely(self, write: Callable[[], object]) -> None:
        """Carry out a writing and flush. If the reader of a pipe has gone away, discard what is
        left, without an error."""
        try:
            write()
            self.stream.flush()
        except BrokenPipeError:
            # What is still buffered goes nowhere, so that Python's own flush at the end is quiet.
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self.stream.fileno())
                os.close(nowhere)

    def _show_if_long(
        self, write: Callable[[], None], console: "Console"
    ) -> bool:
        """Render what is written to the console, show it in a pager if it does not fit, and
        return whether that was done."""
        with console.capture() as written:
            write()
        return _show_in_pager(written.get(), self.stream)

    def _print_lines(self, console: "Console", lines: Sequence[Line]) -> None:
        """Print lines with their styles, without folding and trailing blanks."""
        for line in lines:
            text = _style_line(line, self._make_encodable)
            text.rstrip()
            console.print(text, no_wrap=True, overflow="ignore", crop=False)

    def to_rich_text(self, lines: Sequence[Line]) -> "Text":
        """Return the lines of a screen as one rich text, with their styles."""
        from rich.text import Text

        styled = (_style_line(line, self._make_encodable) for line in lines)
        return Text("\n").join(styled)

    def _make_console(self) -> "Console":
        """Return a rich console for the stream that leaves the text as it is."""
        from rich.console import Console

        return Console(
            file=self.stream,
            width=self.width,
            force_terminal=self.terminal,
            highlight=False,
            markup=False,
            emoji=False,
        )

    def _make_encodable(self, text: str) -> str:
        """Return the text in characters that the stream can write, of the same width."""
        encoding = self.stream.encoding or "utf-8"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return "".join(
                _replace_unencodable(char, encoding) for char in text
            )
        return text


def _style_line(line: Line, written: Callable[[str], str]) -> "Text":
    """Return a line as rich text with the styles of STYLES. `written` converts the text of each
    span."""
    from rich.text import Text

    text = Text(end="")
    for span in line:
        text.append(written(span.text), STYLES.get(span.style))
    return text


def _replace_unencodable(char: str, encoding: str) -> str:
    """Return a character, or one of the same width in its place if the encoding does not have
    it."""
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return PLAINER.get(char) or "?" * cells(char)
    return char


def _show_in_pager(text: str, stream: TextIO) -> bool:
    """Show a text in the pager if the stream is a terminal on which it does not fit. Return
    whether that was done; False if the pager cannot be started."""
    # The pager that the reader has chosen.
    chosen = os.environ.get(OWN_PAGER, os.environ.get("PAGER", USUAL_PAGER))
    command = chosen.strip()
    if command in NO_PAGER or not _is_too_long(text, stream):
        return False
    # A pager would write over a board that stays.
    is_own_wanted = OWN_PAGER in os.environ and not Output.board_rows
    if Output.reader is not None and not is_own_wanted:
        Output.reader(text)
        return True
    # Only here, since they are slow to import and rarely needed.
    import shlex
    import subprocess

    # As git does: leave colours as they are, and what was read on the screen.
    # What somebody types on is no command to a pager that would write files or run programs.
    safe = {"LESSSECURE": "1"}
    settings = {**os.environ, **safe, "LESS": os.environ.get("LESS", LESS)}
    try:
        reader = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, env=settings, text=True,
            encoding=stream.encoding, errors="replace",
        )  # fmt: skip
    except (OSError, ValueError):
        return False
    _feed_pager(reader, text)
    return reader.returncode not in (126, 127)


def _is_too_long(text: str, stream: TextIO) -> bool:
    """Whether a text has more lines than the terminal. False if somebody cannot read it there:
    no terminal, a dumb one, or one of unknown size."""
    if (
        not (stream.isatty() and sys.stdin.isatty())
        or os.environ.get("TERM") == "dumb"
    ):
        return False
    rows = count_rows(stream)
    return rows is not None and text.count("\n") >= rows


def _feed_pager(reader: "subprocess.Popen[str]", text: str) -> None:
    """Feed the text to the pager and wait until the reader leaves it. Ctrl-C goes to the pager
    alone meanwhile."""
    import signal

    usual = None
    with suppress(ValueError):  # only the main thread may take signals
        usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with suppress(OSError):
            reader.communicate(text)
        reader.wait()
    finally:
        if usual is not None:
            signal.signal(signal.SIGINT, usual)


def takes_colours(stream: TextIO) -> bool:
    """Whether the stream is a terminal and neither `NO_COLOR` nor a dumb terminal forbids
    colours."""
    unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not unwanted


def paint_text(text: str, style: str, stream: TextIO) -> str:
    """Return the text with the codes of a style of `STYLES`, or unchanged if the stream takes no
    colours."""
    if not takes_colours(stream):
        return text
    from rich.style import Style

    terminal.enable_escape_codes(stream.fileno())
    return Style.parse(STYLES[style]).render(text)


def count_columns(stream: TextIO) -> int:
    """Return the width to write for: the variable `COLUMNS`, else the terminal's width, else 80;
    never less than `NARROWEST`."""
    with suppress(ValueError):
        return max(NARROWEST, int(os.environ.get("COLUMNS", "")))
    with suppress(OSError, ValueError):
        return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns)
    return 80


def count_rows(stream: TextIO) -> int | None:
    """Return how many lines the stream's terminal has below a board that stays, or None if it is
    no terminal."""
    with suppress(OSError, ValueError):
        return (
            os.get_terminal_size(stream.fileno()).lines - Output.board_rows
            if stream.isatty()
            else None
        )
    return None


ExportKind = Literal["svg", "html"]


def export_lines(
    lines: Sequence[Line], width: int, title: str, kind: ExportKind
) -> str:
    """Render the lines `width` columns wide as an SVG or HTML document with this title."""
    from rich.console import Console

    console = Console(
        file=io.StringIO(), record=True, width=width, force_terminal=True, color_system="standard",
        highlight=False, markup=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    for line in lines:
        console.print(
            _style_line(line, str), no_wrap=True, overflow="ignore", crop=False
        )
    if kind == "svg":
        return console.export_svg(title=title)
    return console.export_html(inline_styles=True)


# Such characters can only stand inside a string, where JSON allows the escape as well.
_UNSAFE = re.compile(
    "[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


def format_json(doc: Any, encoding: str = "utf-8") -> str:
    """Return `doc` as one line of JSON with a newline. Invisible characters, and all that
    `encoding` cannot write, become escapes."""
    import json  # a screen has no use for it

    text = _UNSAFE.sub(_escape_character, json.dumps(doc, ensure_ascii=False))
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = json.dumps(doc)
    return text + "\n"


def _escape_character(match: re.Match[str]) -> str:
    """Return a found character as a JSON escape."""
    return f"\\u{ord(match[0]):04x}"
