"""A page that is longer than the screen, through the pager of whoever reads it."""

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TextIO

USUAL = "less"
NONE = ("", "cat")
"""Pagers that are none."""


def paged(text: str, stream: TextIO) -> bool:
    """Show a text in the pager, if the stream is a terminal that it does not fit on; whether that
    was done. A pager that cannot be started is none."""
    command = wanted()
    if command in NONE or not _too_long(text, stream):
        return False
    # As git does: leave colours as they are, and what was read on the screen.
    settings = {**os.environ, "LESS": os.environ.get("LESS", "FRX")}
    try:
        reader = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, env=settings, text=True,
            encoding=stream.encoding, errors="replace",
        )  # fmt: skip
    except (OSError, ValueError):
        return False
    _read(reader, text)
    return reader.returncode not in (126, 127)


def wanted() -> str:
    """The pager that the reader has chosen."""
    chosen = os.environ.get("GMTRACK_PAGER", os.environ.get("PAGER", USUAL))
    return chosen.strip()


def _too_long(text: str, stream: TextIO) -> bool:
    if not (stream.isatty() and sys.stdin.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    with suppress(OSError, ValueError):
        return text.count("\n") >= os.get_terminal_size(stream.fileno()).lines
    return False


def _read(reader: "subprocess.Popen[str]", text: str) -> None:
    """Until the reader has left it. Ctrl-C is the pager's own meanwhile."""
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
