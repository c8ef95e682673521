"""The errors that users can correct: refused, unreadable, unwritable.

Every message says what happened, what is possible and, if it can, what to type."""

from typing import NamedTuple

OVERRULES = "; --force overrules"
"""The end of a refusal's message if the GM can overrule it; it is not part of the reason."""


class GmtrackError(Exception):
    """An error that the user can correct. `kind` is one word, for scripts; the exit status is 1."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


class Refusal(GmtrackError):
    """An error for a command that a rule, the state or a name does not allow. Nothing has
    changed."""


class Ambiguous(Refusal):
    """A refusal of a word that fits several things; the message names them."""


class StoreError(GmtrackError):
    """An error for an encounter that cannot be opened, locked or written."""


class Fault(NamedTuple):
    """A fault of a file: its path inside the file, and a message that says what stands there and
    what is allowed. `file` and `line` are empty and 0 if they are not known."""

    path: str
    message: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = self.file + (f":{self.line}" if self.line else "")
        return ": ".join(
            part for part in (place, self.path, self.message) if part
        )


class BadFile(StoreError):
    """An error for a file that cannot be used, with all its faults at once."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("bad-file", "\n".join(str(fault) for fault in faults))
        self.faults = faults
