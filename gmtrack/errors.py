"""The errors, as a small tree: not allowed now, cannot be read, cannot be written.

Every message says what happened, what is possible, and if it can what to type."""

from typing import NamedTuple

OVERRULES = "; --force overrules"
"""Ends the message of a refusal that the GM can overrule; it is no part of the reason."""


class GmtrackError(Exception):
    """An error that the user can mend. `kind` is one word, for scripts; exit status 1."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


class Refusal(GmtrackError):
    """A rule, the state or a name does not allow the command; nothing has changed."""


class Ambiguous(Refusal):
    """A word fits several things; the message names them."""


class StoreError(GmtrackError):
    """The encounter cannot be opened, locked or written."""


class Fault(NamedTuple):
    """One fault of a file: where it is, what stands there, what is allowed."""

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
    """A file that cannot be used, with all its faults at once."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("bad-file", "\n".join(str(fault) for fault in faults))
        self.faults = faults
