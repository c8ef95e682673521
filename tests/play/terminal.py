"""A session of `play` in a pseudo-terminal."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import time
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pyte

ROOT = Path(__file__).parents[2]


PATIENT = """\
from gmtrack.cli.main import main
from gmtrack.play import foresight
foresight.AT_ONCE = 60.0
main()
"""
"""gmtrack, but odds are never left out for want of time: a screen must not hang on the machine."""


class Terminal:
    """A session in a pseudo-terminal of its own."""

    def __init__(
        self, home: Path, columns: int, lines: int = 40, fight: str = "knife-fight"
    ) -> None:
        self._end, inner = pty.openpty()
        self._screen = pyte.Screen(columns, lines)
        self._screen.write_process_input = self.type
        self._stream = pyte.Stream(self._screen)
        ioctl(inner, TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        env = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        env |= {"GMTRACK_HOME": str(home), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
        file = ROOT / "encounters" / f"{fight}.yaml"
        self.process = subprocess.Popen(
            [sys.executable, "-c", PATIENT, "play", str(file)],
            stdin=inner, stdout=inner, stderr=inner, env=env, start_new_session=True,
        )  # fmt: skip
        os.close(inner)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def wait_for(self, text: str, seconds: float = 15) -> str:
        """Wait until the text has been written since the last wait; what was written up to it."""
        until = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < until, f"{text!r} never came: {self.seen}"
            if select.select([self._end], [], [], 0.1)[0]:
                with suppress(OSError):
                    found = os.read(self._end, 65536).decode("utf-8", "replace")
                    # Also says where the cursor stands when it is asked.
                    self._stream.feed(found)
                    self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", found)
        before, _, self.seen = self.seen.partition(text)
        return before

    def resize(self, columns: int) -> None:
        """Make the window wider or narrower, as a hand at its side does."""
        self._screen.resize(columns=columns)
        ioctl(self._end, TIOCSWINSZ, struct.pack("HHHH", self._screen.lines, columns, 0, 0))
        os.kill(self.process.pid, signal.SIGWINCH)

    def settle(self, seconds: float = 0.4) -> list[str]:
        """What the screen shows when nothing has been written for so long; no spaces at the ends
        of lines, no empty lines at its own."""
        until = time.monotonic() + 15
        while select.select([self._end], [], [], seconds)[0] and time.monotonic() < until:
            with suppress(OSError):
                self._stream.feed(os.read(self._end, 65536).decode("utf-8", "replace"))
        text = "\n".join(line.rstrip() for line in self._screen.display)
        return text.strip("\n").split("\n")

    def close(self) -> None:
        self.process.kill()
        self.process.wait(10)
        os.close(self._end)
