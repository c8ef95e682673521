"""`play` at a terminal: the prompt, the bottom line, Ctrl-C, Ctrl-D, the history."""

import os
import pty
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

ROOT = Path(__file__).parents[2]


class Terminal:
    """A session in a pseudo-terminal of its own."""

    def __init__(self, home: Path, columns: int) -> None:
        self._end, inner = pty.openpty()
        ioctl(inner, TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        env = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        env |= {"GMTRACK_HOME": str(home), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
        file = ROOT / "encounters" / "knife-fight.yaml"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gmtrack", "play", str(file)],
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
                    for _ in range(found.count("\x1b[6n")):
                        # A terminal says where its cursor stands when it is asked.
                        os.write(self._end, b"\x1b[12;1R")
                    self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", found)
        before, _, self.seen = self.seen.partition(text)
        return before

    def close(self) -> None:
        self.process.kill()
        self.process.wait(10)
        os.close(self._end)


@pytest.fixture(params=[80, 60])
def terminal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    session = Terminal(tmp_path / "home", request.param)
    session.wait_for("| saved")
    yield session
    session.close()


def test_a_line_is_carried_out_and_the_bottom_line_follows(terminal: Terminal) -> None:
    terminal.type("i --roll joe=4 --roll bob=2\r")
    terminal.wait_for("Joe Schmoe acts at 10")
    terminal.wait_for("Joe Schmoe, 3 AP")
    terminal.type("a bob --seed 1\r")
    terminal.wait_for("flesh 10 to 6")
    terminal.wait_for("Joe Schmoe, 1 AP")


def test_ctrl_c_takes_back_what_is_being_typed_and_nothing_else(terminal: Terminal) -> None:
    terminal.type("damage bob 3\r")
    terminal.wait_for("flesh 10 to 7")
    terminal.type("damage bob 3\x03")
    terminal.type("show bob\r")
    assert "flesh 7 to 4" not in terminal.wait_for("7/10")


def test_an_error_does_not_end_the_session(terminal: Terminal) -> None:
    terminal.type("attack joe nobody\r")
    terminal.wait_for("error: no combatant")
    terminal.type("damage bob 1\r")
    terminal.wait_for("flesh 10 to 9")


def test_the_end_of_the_input_ends_the_session(terminal: Terminal) -> None:
    terminal.type("\x04")
    assert terminal.process.wait(10) == 0


def test_what_was_confirmed_outlives_a_kill_and_the_history_too(tmp_path: Path) -> None:
    first = Terminal(tmp_path / "home", 80)
    first.wait_for("| saved")
    first.type("damage bob 4\r")
    first.wait_for("flesh 10 to 6")
    first.close()
    again = Terminal(tmp_path / "home", 80)
    assert "6/10" in again.wait_for("undo: damage bob 4")
    again.type("\x1b[A\r")
    again.wait_for("flesh 6 to 2")
    again.close()
