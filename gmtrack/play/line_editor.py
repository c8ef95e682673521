"""The line editor: its menu of completions, the lines of earlier evenings, and pasted text. Too
much pasted text would take minutes, so it is refused at once."""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import application, run_in_terminal
from prompt_toolkit.filters import is_searching
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.defaults import load_key_bindings
from prompt_toolkit.keys import Keys

from gmtrack.cli.exit_status import report_error
from gmtrack.cli.parse import LONGEST
from gmtrack.play.questions.given_answers import BACK
from gmtrack.system import open_fd

# Each question has a line editor of its own, and the library would make the same 600 key bindings
# for each, which takes most of the time until the question is shown.
application.load_key_bindings = cache(load_key_bindings)  # type: ignore[attr-defined]

MOST_ROWS = 6
"""Most rows of the menu, so that what was shown above stays visible."""


class SlimPrompt(PromptSession[str]):
    """A prompt that takes no more rows of the terminal than it writes on."""

    @property
    def reserve_space_for_menu(self) -> int:
        """The row that is typed on, and one for each completion of an open menu."""
        state = self.default_buffer.complete_state
        return 1 + min(MOST_ROWS, len(state.completions)) if state else 0

    @reserve_space_for_menu.setter
    def reserve_space_for_menu(self, rows: int) -> None:
        """Ignore the library's wish for rows: the open menu alone decides."""


LATEST = 1 << 20
"""Bytes at the end of the file that are read."""
MOST_LINES = 2_000
"""Lines that are remembered; all of them are looked through whenever a key is pressed."""


class LineHistory(FileHistory):
    """A file of typed lines, of which the last MOST_LINES are remembered. If the file cannot be
    read or written, the session goes on without it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines of earlier sessions, the newest first. Empty if the file cannot be
        read."""
        text = ""
        with suppress(OSError), self._path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - LATEST))
            text = file.read(LATEST).decode("utf-8", "replace")
        return list(islice(_history_entries(text), MOST_LINES))

    def store_string(self, string: str) -> None:
        """Add a line to the file, unless it is too long for a command and was pasted by mistake.
        Failures are ignored."""
        if len(string) <= LONGEST:
            with suppress(OSError):
                os.close(open_fd(self._path, os.O_WRONLY | os.O_CREAT, 0o600))
                super().store_string(string)


def _history_entries(text: str) -> Iterable[str]:
    """Yield the entries of a history file, newest first. Lines that begin with `+` and follow
    each other are one entry."""
    entry: list[str] = []
    for line in reversed(text.split("\n")):
        if line.startswith("+"):
            entry.append(line[1:])
        elif entry:
            yield "\n".join(reversed(entry))
            entry = []


MOST_PASTED = 100_000
"""Characters that may be pasted at once, over several lines."""


def make_paste_binding() -> KeyBindings:
    """Return the key binding that inserts pasted text, all line ends as newlines. It inserts
    nothing of a text that is too long, and reports that on stderr."""
    keys = KeyBindings()

    @keys.add(Keys.BracketedPaste)
    def _(event: Any) -> None:
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > MOST_PASTED or is_too_long(text):
            run_in_terminal(lambda: report_long_paste(len(text)))
        else:
            event.current_buffer.insert_text(text)

    return keys


ESCAPE_WAIT = 0.1
"""Seconds for which the line editor waits at a question for what may follow Esc: the rest of the
code of an arrow key, then the letter of a key that was pressed together with Alt."""


def make_back_binding() -> KeyBindings:
    """Return the key binding for questions: Esc types BACK if nothing is typed, and otherwise
    empties the line."""
    keys = KeyBindings()

    @keys.add(Keys.Escape, filter=~is_searching)
    def _(event: Any) -> None:
        buffer = event.current_buffer
        if buffer.text:
            buffer.reset()
        else:
            buffer.text = BACK
            buffer.validate_and_handle()

    return keys


def is_too_long(text: str) -> bool:
    """Whether a line of the text is longer than a command may be."""
    return len(text) > LONGEST and max(map(len, text.split("\n"))) > LONGEST


def report_long_paste(length: int) -> None:
    """Report on stderr that so many characters are too many to paste."""
    most = (
        f"a line has at most {LONGEST:,}, and {MOST_PASTED:,} are taken at once"
    )
    message = f"{length:,} characters were pasted, but {most}"
    report_error("usage", f"{message}: pipe a long script into `gmtrack play`")


def end_flood(buffer: Any) -> None:
    """Accept the buffer's text as a line as soon as it is too long for one, so that it is
    refused: some terminals send pasted text as typing."""
    from prompt_toolkit.application import get_app

    if is_too_long(buffer.text) and not get_app().is_done:
        get_app().exit(result=buffer.text)
