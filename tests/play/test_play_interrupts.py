"""Ctrl-C in a session: at whatever instant it is pressed, the session goes on, and what is said of
it is true."""

import os
import random
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from long_run import LONG

from gmtrack.cli.main import execute
from gmtrack.play.table import INTERRUPTED, PlayTable
from gmtrack.store.session import open_session

from .terminal import Terminal

ROOT = Path(__file__).parents[2]
TAKEN_BACK = "cancelled: nothing has changed\n"
POINTS = 40 if LONG else 2
"""Instants that are tried of each line."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayTable]:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    assert execute(["load", str(ROOT / "encounters" / "knife-fight.yaml")]) == 0
    session = PlayTable(execute)
    with session.signals:
        yield session


class Pressed:
    """Presses Ctrl-C at the `at`-th thing that Python does: a call, a line or a return."""

    def __init__(self, at: int = -1) -> None:
        self.left = at
        self.seen = 0

    def run(self, do: Callable[[], int]) -> int:
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            return do()
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, value: Any) -> Any:
        self.seen += 1
        if self.seen == self.left:
            sys.settrace(None)
            signal.raise_signal(signal.SIGINT)
        return self._trace


def seq() -> int:
    with open_session(None, write=False) as session:
        return session.seq


def lengths(table: PlayTable, line: str) -> int:
    """How many things Python does for the line, once everything is loaded."""
    assert table.run_line(line) == 0
    counted = Pressed()
    table.signals.clear()
    assert counted.run(lambda: table.run_line(line)) == 0
    return counted.seen


# What is opened at the very instant is closed a little later.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("damage bob 1", "done: `damage bob 1` stands (`undo` takes it back)\n"),
        ("a joe bob --seed 1", "done: `attack joe bob --seed 1` stands (`undo` takes it back)\n"),
        ("set bob side=foe", "done: `set bob side=foe` stands (`undo` takes it back)\n"),
        ("undo", "done: `undo` stands (`redo` takes it back)\n"),
        ("show bob", None),
        ("o joe bob --called neck", None),
        ("? attack", None),
        ("zz", None),
    ],
)
def test_at_any_instant_the_session_goes_on_and_the_word_is_true(
    table: PlayTable, capsys: pytest.CaptureFixture[str], line: str, says: str | None
) -> None:
    for _ in range(POINTS + 3):
        assert execute(["damage", "bob", "0"]) == 0
    table.refresh()
    expected = table.run_line(line)
    total = lengths(table, line) if not expected else 3000
    for at in sorted({1 + total * point // POINTS for point in range(POINTS)}):
        before = seq()
        capsys.readouterr()
        table.signals.clear()
        pressed = Pressed(at)
        status = pressed.run(lambda: table.run_line(line))
        if pressed.seen < at:
            continue
        err = capsys.readouterr().err
        if seq() == before:
            assert (status, err.endswith(TAKEN_BACK)) in [(INTERRUPTED, True), (expected, False)]
        elif says:
            assert (status, err.endswith(says)) in [(INTERRUPTED, True), (0, False)], err
        assert "Traceback" not in err


def interrupted(*_: Any) -> Any:
    raise KeyboardInterrupt


def test_while_changes_are_told_the_step_stands(
    table: PlayTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(PlayTable, "_show_changes", interrupted)
    assert table.run_line("damage bob 1") == INTERRUPTED
    assert capsys.readouterr().err == "done: `damage bob 1` stands (`undo` takes it back)\n"


def test_another_encounter_that_was_opened_is_named(
    table: PlayTable,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file = shutil.copy(ROOT / "encounters" / "ninth-street.yaml", tmp_path)

    def opened(words: list[str], perform: Any) -> int:
        execute(words, perform)
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "_execute", opened)
    assert table.run_line(f"load {file}") == INTERRUPTED
    assert "done: Rain on Ninth Street is open now" in capsys.readouterr().err
    assert table.run_line("save") == INTERRUPTED
    assert "the file may have been written" in capsys.readouterr().err


def test_what_is_pressed_in_time_keeps_the_line_from_being_done(
    table: PlayTable, capsys: pytest.CaptureFixture[str]
) -> None:
    before = seq()
    signal.raise_signal(signal.SIGINT)
    assert table.run_line("damage bob 1") == INTERRUPTED
    assert capsys.readouterr().err == TAKEN_BACK
    assert seq() == before
    assert table.run_line("damage bob 1") == 0


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    session = Terminal(tmp_path / "home", 100)
    session.wait_for("| saved")
    yield session
    session.close()


def test_in_a_storm_the_session_goes_on_and_every_word_is_true(terminal: Terminal) -> None:
    chance = random.Random(14)
    lines = 15 if LONG else 6
    for _ in range(lines):
        terminal.type("d bob 0\r")
        for _ in range(chance.randrange(1, 9)):
            # How long the machine takes is left to it: wherever it is, the word must be true.
            time.sleep(chance.random() * 0.03)
            terminal.type("\x03")
        terminal.settle()
    terminal.type("show bob\r")
    terminal.wait_for("10/10")
    said = terminal.transcript
    assert "Traceback" not in said
    with open_session(None, write=False) as session:
        done = [entry for entry in session.log() if entry.kind == "step"]
    assert len(done) + said.count("nothing has changed") == lines
    assert said.count("done: ") <= len(done)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_ends_the_process_gives_the_terminal_back(terminal: Terminal, number: int) -> None:
    terminal.type("d bob 1\r")
    terminal.wait_for("flesh 9/10 left")
    terminal.wait_for("undo: damage bob 1")
    terminal.process.send_signal(number)
    assert terminal.process.wait() == -number
    assert termios.tcgetattr(terminal.end)[3] & termios.ICANON
    assert "Traceback" not in terminal.transcript


LOADING = """\
import sys
from gmtrack.cli.main import execute
from gmtrack.play.table import PlayTable
from signal import SIGINT, raise_signal

def trace(frame, event, value):
    if frame.f_code.co_name == "<module>" and "pydantic" in frame.f_code.co_filename:
        sys.settrace(None)
        raise_signal(SIGINT)

table = PlayTable(execute)
with table.signals:
    sys.settrace(trace)
    first = table.run_line(f"load {sys.argv[1]}")
    assert "pydantic" in sys.modules
    assert (first, table.run_line(f"load {sys.argv[1]}")) == (130, 0)
"""


def test_what_is_being_loaded_is_loaded_to_its_end(tmp_path: Path) -> None:
    file = ROOT / "encounters" / "garage-night.yaml"
    done = subprocess.run(
        [sys.executable, "-c", LOADING, str(file)],
        env={**os.environ, "GMTRACK_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "done: " in done.stderr
