"""Faults of the program: their tracebacks are kept in files, for a report."""

import os
import time
import traceback
from collections.abc import Callable
from typing import TypeVar

from gmtrack import system
from gmtrack.errors import GmtrackError
from gmtrack.store.atomic_files import make_folder
from gmtrack.store.working_copies import home


def write_crash_report(title: str, error: BaseException) -> str:
    """Write a traceback into the folder for crashes; says where, or why not."""
    try:
        folder = home() / "crashes"
        make_folder(folder)
        path = folder / time.strftime(f"crash-%Y%m%d-%H%M%S-{os.getpid()}.txt")
        with path.open(
            "a", encoding="utf-8", errors="backslashreplace"
        ) as file:
            system.keep_private(path)
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
"""Faults that are noted in one session."""


class Faults:
    """The faults of one session, each noted once; `told` says where the notes on them are."""

    def __init__(self, program: str) -> None:
        self.told: list[str] = []
        self._program = program
        self._seen: dict[object, str] = {}

    def spared(self, what: str, do: Callable[[], T], instead: T) -> T:
        """Do what is only a help; if it fails, `instead` has to do."""
        try:
            return do()
        except (Exception, SystemExit) as error:
            self.note(what, error)
            return instead

    def note(self, what: str, error: BaseException) -> str:
        """Keep the traceback of a fault that has not been seen yet; says where that is."""
        kind = (what, type(error), _raising_line(error))
        if kind not in self._seen and len(self._seen) < MOST_FAULTS:
            title = ", ".join(filter(None, (self._program, what)))
            self._seen[kind] = write_crash_report(title, error)
            self.told.append(self._seen[kind])
        return self._seen.get(kind, "too many faults")


def _raising_line(error: BaseException) -> object:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
