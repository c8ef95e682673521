"""A session of `play` in a pseudo-terminal."""

import os
import pty
import re
import select
import signal
import struct
import time
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pyte
from programs import ROOT, Output, Program

LOOKING_ON = 2
"""So much a session works, in hundredths of a second, that only looks whether its file is as it
was."""
A_MOMENT = 0.02
"""Seconds between two looks at a session that is silent."""
QUIET = 0.12
"""Seconds of silence after which a session that has nothing to do has shown all there is."""
AFTER_ESCAPE = 0.4
"""The same after Esc: the line editor waits for what may follow it."""
WORKING = {"R", "D"}
"""Letters of Linux for a thread that runs, waits for a processor, or waits for a disk."""


class Terminal:
    """A session in a pseudo-terminal of its own; without a fight on the one that is open, with
    `@NAME` on the ready-made one that a player would name so. It runs in `folder`, if one is
    given; `words` are more words of the command line."""

    def __init__(
        self,
        home: Path,
        columns: int,
        lines: int = 40,
        fight: str = "knife-fight",
        folder: Path | None = None,
        words: tuple[str, ...] = (),
    ) -> None:
        self.end, inner = pty.openpty()
        self.screen = pyte.Screen(columns, lines)
        self.screen.write_process_input = self.type
        self._stream = pyte.Stream(self.screen)
        ioctl(inner, TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        env = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        env |= {"GMTRACK_HOME": str(home), "TERM": "xterm"}
        file = [str(ROOT / "encounters" / f"{fight}.yaml")] if fight else []
        if fight.startswith("@"):
            file = [fight]
        self.process = Program(
            ["play", *file, *words], env, Output(inner, inner), at_terminal=True, folder=folder
        )
        os.close(inner)
        self.seen = ""
        self._typed = ""
        """What was typed last."""
        self.transcript = ""
        """All that was written so far, without what moves the cursor and colours it."""

    def type(self, text: str) -> None:
        self._typed = text
        os.write(self.end, text.encode())

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Wait until the text has been written since the last wait; what was written up to it."""
        until = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < until, f"{text!r} never came: {self.seen}"
            if select.select([self.end], [], [], 1.0)[0]:
                self.seen += self._read()
        before, _, self.seen = self.seen.partition(text)
        return before

    def _read(self) -> str:
        """What is there to be read."""
        found = ""
        with suppress(OSError):
            found = os.read(self.end, 65536).decode("utf-8", "replace")
        # Also says where the cursor stands when it is asked.
        self._stream.feed(found)
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", found)
        self.transcript += plain
        return plain

    def resize(self, columns: int, lines: int | None = None) -> None:
        """Make the window wider or narrower, higher or lower, as a hand at its corner does."""
        self.screen.resize(lines, columns)
        ioctl(self.end, TIOCSWINSZ, struct.pack("HHHH", self.screen.lines, columns, 0, 0))
        os.kill(self.process.pid, signal.SIGWINCH)

    def settle(self, seconds: float | None = None) -> list[str]:
        """What the screen shows when nothing has been written for so long, by a session that had
        nothing to do meanwhile; no spaces at the ends of lines, no empty lines at its own. The
        looks at the silent session are counted, not the time between them: on a busy machine they
        take as much longer as the session does."""
        if seconds is None:
            seconds = AFTER_ESCAPE if self._typed.endswith("\x1b") else QUIET
        until = time.monotonic() + 60
        quiet_looks, work_then = 0, self._work()
        while time.monotonic() < until and quiet_looks * A_MOMENT < max(seconds, A_MOMENT):
            if select.select([self.end], [], [], min(seconds, A_MOMENT))[0]:
                self._read()
            elif not self._is_busy() and self._work() - work_then <= LOOKING_ON:
                quiet_looks += 1
                continue
            quiet_looks, work_then = 0, self._work()
        text = "\n".join(line.rstrip() for line in self.screen.display)
        return text.strip("\n").split("\n")

    def show(self, text: str, seconds: float = 60) -> None:
        """Wait until a line of the screen has the text. `wait_for` misses what is changed in place:
        of a number that grows, its new digits alone are written."""
        until = time.monotonic() + seconds
        lines = self.settle()
        while not any(text in line for line in lines):
            assert time.monotonic() < until, f"{text!r} is not shown: {lines}"
            lines = self.settle()

    def _work(self) -> int:
        """How much the session has worked, in hundredths of a second, where the system tells it."""
        with suppress(OSError):
            numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return sum(map(int, numbers[11:13]))
        return 0

    def _is_busy(self) -> bool:
        """Whether the session works, or would if a processor were free, where the system tells it:
        on a busy machine it is silent for long before it is done."""
        states = set()
        for thread in Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            with suppress(OSError):
                states.add(thread.read_text().rpartition(")")[2].split()[0])
        return bool(states & WORKING)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)
