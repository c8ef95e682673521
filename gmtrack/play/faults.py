"""What goes wrong beside the commands, while somebody is typing: it costs the line that it stands
in, and is noted once."""

from collections.abc import Callable
from typing import TypeVar

from gmtrack.cli.main import keep

T = TypeVar("T")
MOST = 20
"""Faults that are noted in one session."""


class Faults:
    """The faults of one session; `told` says where the notes on them are."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._seen: set[object] = set()

    def spared(self, what: str, do: Callable[[], T], instead: T) -> T:
        """Do what is only a help; if it fails, `instead` has to do."""
        try:
            return do()
        except (Exception, SystemExit) as error:
            self.note(what, error)
            return instead

    def note(self, what: str, error: BaseException) -> None:
        """Keep the traceback of a fault that has not been seen yet."""
        kind = (what, type(error), _line_of(error))
        if kind not in self._seen and len(self._seen) < MOST:
            self._seen.add(kind)
            self.told.append(keep(f"gmtrack play, {what}", error))


def _line_of(error: BaseException) -> object:
    """Where it was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
