"""`watch` at a terminal: however it ends or rests, the terminal is as it was."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from gmtrack.cli.main import execute
from gmtrack.view.board.live import ENTER, LEAVE

ROOT = Path(__file__).parents[2]
AT_TERMINAL = """\
import fcntl, os, sys, termios
del sys.argv[1]
fcntl.ioctl(1, termios.TIOCSCTTY, 0)
from gmtrack.cli.main import main
main()
"""
PATIENCE = 60


class Watching:
    """`watch` in a pseudo-terminal of its own."""

    def __init__(self, code: str = AT_TERMINAL, told: int = 0) -> None:
        self.end, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
        env.pop("COLUMNS", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(told), "watch"], pass_fds=[told],
            stdin=inner, stdout=inner, stderr=inner, env=env, start_new_session=True,
        )  # fmt: skip
        os.close(inner)
        self.all = ""
        self.seen = 0

    def wait_for(self, text: str) -> None:
        """Wait until this was written since the last wait."""
        until = time.monotonic() + PATIENCE
        while (at := self.all.find(text, self.seen)) < 0:
            assert time.monotonic() < until, f"{text!r} never came: {self.all[self.seen :]!r}"
            if select.select([self.end], [], [], 0.1)[0]:
                with suppress(OSError):
                    self.all += os.read(self.end, 65536).decode("utf-8", "replace")
        self.seen = at + len(text)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(10)
        os.close(self.end)


@pytest.fixture(autouse=True)
def fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    assert execute(["load", str(ROOT / "encounters" / "knife-fight.yaml")]) == 0


@pytest.fixture
def watching() -> Iterator[Watching]:
    screen = Watching()
    screen.wait_for(ENTER)
    screen.wait_for("Bob Rock")
    yield screen
    screen.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_whatever_ends_it_the_terminal_is_as_it_was(watching: Watching, number: int) -> None:
    watching.process.send_signal(number)
    watching.wait_for(LEAVE)
    status = watching.process.wait(PATIENCE)
    assert status == (0 if number == signal.SIGINT else -number)
    assert watching.all.count(ENTER) == watching.all.count(LEAVE) == 1
    assert "Traceback" not in watching.all


WHILE_LOADING = """\
import os, signal, sys
class Presses:
    def find_spec(self, name, path, target=None):
        if name == "gmtrack.view.board.board":
            os.kill(os.getpid(), signal.SIGTERM)
sys.meta_path.insert(0, Presses())
"""


def test_a_signal_that_comes_while_it_is_still_loaded_ends_it() -> None:
    screen = Watching(WHILE_LOADING + AT_TERMINAL)
    try:
        assert screen.process.wait(PATIENCE) == -signal.SIGTERM
        screen.wait_for(LEAVE)
    finally:
        screen.close()


def test_a_storm_of_signals_does_not_keep_it_from_leaving(watching: Watching) -> None:
    for number in [signal.SIGINT, signal.SIGTERM, signal.SIGINT, signal.SIGHUP] * 5:
        with suppress(ProcessLookupError):
            os.kill(watching.process.pid, number)
    watching.wait_for(LEAVE)
    watching.process.wait(PATIENCE)
    assert "Traceback" not in watching.all


def test_ctrl_c_ends_it(watching: Watching) -> None:
    os.write(watching.end, b"\x03")
    watching.wait_for(LEAVE)
    assert watching.process.wait(PATIENCE) == 0


def test_where_no_shell_could_make_it_go_on_it_does_not_rest(watching: Watching) -> None:
    os.kill(watching.process.pid, signal.SIGTSTP)
    watching.wait_for(LEAVE)
    watching.wait_for(ENTER)
    watching.wait_for("Bob Rock")
    assert execute(["damage", "bob", "3"]) == 0
    watching.wait_for("7/10")
    watching.process.terminate()
    watching.wait_for(LEAVE)


def test_after_a_stop_that_nobody_is_asked_about_it_is_drawn_anew(watching: Watching) -> None:
    os.kill(watching.process.pid, signal.SIGSTOP)
    os.kill(watching.process.pid, signal.SIGCONT)
    watching.wait_for(ENTER)
    watching.wait_for("Bob Rock")


SHELL = """\
import fcntl, os, signal, sys, termios
told = int(sys.argv.pop(1))
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if not child:
    os.setpgid(0, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    from gmtrack.cli.main import main
    main()
os.setpgid(child, child)
os.tcsetpgrp(0, child)
for line in open(told, buffering=1):
    word = line.strip()
    if word == "stopped":
        assert os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1])
        os.tcsetpgrp(0, os.getpgrp())
    if word == "fg":
        os.tcsetpgrp(0, child)
    if word in ("bg", "fg"):
        os.kill(child, signal.SIGCONT)
    if word == "end":
        os.kill(child, signal.SIGKILL)
    print("did " + word, flush=True)
"""


def test_behind_a_shell_it_keeps_quiet_until_it_is_in_front_again() -> None:
    told, tell = os.pipe()
    screen = Watching(SHELL, told)

    def say(word: str) -> None:
        os.write(tell, f"{word}\n".encode())
        screen.wait_for(f"did {word}")

    try:
        screen.wait_for(ENTER)
        screen.wait_for("Bob Rock")
        os.write(screen.end, b"\x1a")
        screen.wait_for(LEAVE)
        say("stopped")
        say("bg")
        assert execute(["damage", "bob", "3"]) == 0
        say("fg")
        assert "Bob Rock" not in screen.all.rpartition("did bg")[2].partition("did fg")[0]
        screen.wait_for(ENTER)
        screen.wait_for("7/10")
        say("end")
    finally:
        screen.close()
        os.close(told)
        os.close(tell)


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PY": sys.executable}
    return subprocess.run(
        ["bash", "-c", line], env=env, capture_output=True, text=True, check=False, timeout=60
    )


def test_it_ends_when_nobody_reads_it_any_more() -> None:
    done = shell('"$PY" -m gmtrack watch | head -n 1; exit ${PIPESTATUS[0]}')
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_output_that_cannot_be_written_ends_it_with_74() -> None:
    done = shell('"$PY" -m gmtrack watch > /dev/full')
    assert done.returncode == 74
    assert done.stderr.startswith("error: the output cannot be written")
