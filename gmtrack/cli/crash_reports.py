"""Reports of crashes: tracebacks of program errors, written to files."""

import os
import time
import traceback
from collections.abc import Callable
from typing import TypeVar

from gmtrack import system
from gmtrack.errors import GmtrackError
from gmtrack.store.atomic_files import make_folder
from gmtrack.store.working_copies import home_folder


def write_crash_report(title: str, error: BaseException) -> str:
    """Write a traceback into the folder for crashes. Returns a sentence that says where it is,
    or why it could not be written."""
    try:
        folder = home_folder() / "crashes"
        make_folder(folder)
        path = folder / time.strftime(f"crash-%Y%m%d-%H%M%S-{os.getpid()}.txt")
        with path.open(
            "a", encoding="utf-8", errors="backslashreplace"
        ) as file:
            system.make_private(path)
            file.write(
                "".join(
                    [f"{title}\n", *traceback.format_exception(error), "\n"]
                )
            )
    except (OSError, GmtrackError) as refused:
        return f"the error report could not be written: {refused}"
    return f"please report it; details are in {path}"


T = TypeVar("T")
MOST_FAULTS = 20
"""The most errors that are written in one session."""


class Faults:
    """The program errors of one session, each reported once. `told` holds a sentence for each
    report that was written."""

    def __init__(self, program: str) -> None:
        self.told: list[str] = []
        self._program = program
        self._seen: dict[object, str] = {}

    def spared(self, what: str, do: Callable[[], T], instead: T) -> T:
        """Return what `do` returns, or `instead` if it fails; the failure is reported."""
        try:
            return do()
        except (Exception, SystemExit) as error:
            self.note(what, error)
            return instead

    def note(self, what: str, error: BaseException) -> str:
        """Report an error, unless the same one was reported before. Returns a sentence that says
        where the report is."""
        kind = (what, type(error), _raising_line(error))
        if kind not in self._seen and len(self._seen) < MOST_FAULTS:
            title = ", ".join(filter(None, (self._program, what)))
            self._seen[kind] = write_crash_report(title, error)
            self.told.append(self._seen[kind])
        return self._seen.get(kind, "too many faults")


def _raising_line(error: BaseException) -> object:
    """Return the file and the line that raised an error, None without a traceback."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
