"""What is pasted at the prompt, which may be anything: too much of it is refused at once, since the
line editor takes minutes for it."""

from typing import Any

from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys

from gmtrack.cli.main import fail
from gmtrack.play.words import LONGEST

MOST = 100_000
"""Characters that may be pasted at once, over several lines."""


def pasting() -> KeyBindings:
    """The key that a terminal sends for what is pasted."""
    keys = KeyBindings()

    @keys.add(Keys.BracketedPaste)
    def _(event: Any) -> None:
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > MOST or is_too_long(text):
            run_in_terminal(lambda: refuse(len(text)))
        else:
            event.current_buffer.insert_text(text)

    return keys


def is_too_long(text: str) -> bool:
    """Whether one of the lines is."""
    return len(text) > LONGEST and max(map(len, text.split("\n"))) > LONGEST


def refuse(length: int) -> None:
    """Say why nothing was pasted."""
    fail(
        "usage",
        f"{length:,} characters were pasted, but a line has at most {LONGEST:,}, and {MOST:,} are"
        " taken at once: pipe a long script into `gmtrack play`",
    )


def end_flood(buffer: Any) -> None:
    """Take what is typed for a line, to be refused, when it is too long to be one: a terminal that
    does not tell pasting from typing."""
    from prompt_toolkit.application import get_app

    if is_too_long(buffer.text) and not get_app().is_done:
        get_app().exit(result=buffer.text)
