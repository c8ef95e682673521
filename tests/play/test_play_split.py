"""`play --board`: the board stays above, the story scrolls below it, the prompt comes last."""

import io
import os
import pty
import random
import signal
import struct
from collections.abc import Callable, Iterator
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest
from long_run import LONG
from programs import ran

from gmtrack.play.command import NO_SPLIT
from gmtrack.play.split.screen import SplitScreen, can_split_screen
from gmtrack.system import terminal as system_terminal
from gmtrack.view.console import Output

from .conftest import Evening
from .terminal import Terminal

Open = Callable[..., Terminal]
TOO_SMALL = "The board stays in a window of 60 columns and 20 lines or more."
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"


@pytest.fixture
def split(tmp_path: Path) -> Iterator[Open]:
    """Opens a session with a board that stays."""
    found: list[Terminal] = []

    def opened(columns: int = 100, lines: int = 30, fight: str = "ganger-ambush") -> Terminal:
        found.append(Terminal(tmp_path / "home", columns, lines, fight=fight, words=("--board",)))
        found[-1].wait_for("| saved")
        return found[-1]

    yield opened
    for one in found:
        one.close()


def parts(terminal: Terminal) -> tuple[list[str], list[str]]:
    """What the screen shows above the rule and below it, without empty lines."""
    terminal.settle()
    lines = [line.rstrip() for line in terminal.screen.display]
    rule = next((at for at, line in enumerate(lines) if line.startswith("───")), 0)
    return [*filter(None, lines[:rule])], [*filter(None, lines[rule + bool(rule) :])]


def has_board(lines: list[str]) -> bool:
    """Whether the heads of a board's columns are among these lines."""
    return any(line.split()[:2] == ["Name", "Score"] for line in lines)


@pytest.mark.parametrize(("columns", "lines"), [(100, 30), (120, 40)])
def test_the_board_is_renewed_above_and_not_printed_below(
    split: Open, columns: int, lines: int
) -> None:
    terminal = split(columns, lines)
    above, below = parts(terminal)
    assert above[0].endswith("not started")
    assert len(above) < lines // 2
    assert below[-2] == ">"
    for line, told in (("roll-init --seed 1", "Round 1"), ("d dodger 3", "flesh 7/10 left")):
        terminal.type(f"{line}\r")
        terminal.wait_for(told)
        above, below = parts(terminal)
        assert f"> {line}" in below
        assert not has_board(below)
    assert "round 1" in above[0]
    assert "7/10" in next(line for line in above if "Dodger" in line)
    assert below[-2] == ">", "the prompt is last"
    for _ in range(6):
        terminal.type("next\r")
        terminal.wait_for("acts at")
        assert has_board(parts(terminal)[0])


def test_the_screen_is_drawn_again_whenever_the_window_has_another_size(split: Open) -> None:
    terminal = split(120, 40)
    terminal.type("roll-init --seed 1\r")
    terminal.wait_for("Round 1")
    told = parts(terminal)[1][-3]
    terminal.type("note blaze runs")
    for columns, lines in ((100, 30), (130, 50), (80, 24), (60, 20), (120, 40)):
        terminal.resize(columns, lines)
        above, below = parts(terminal)
        assert has_board(above)
        assert len(above) <= lines // 2
        assert below[below.index("> note blaze runs") - 1] == told
    terminal.type("\x03")
    terminal.resize(59, 30)
    above, below = parts(terminal)
    assert not above
    assert TOO_SMALL[:30] in "\n".join(below)
    assert told in below
    terminal.type("d dodger 3\r")
    terminal.wait_for("7/10 left")
    assert has_board(parts(terminal)[1])
    terminal.resize(100, 19)
    assert not parts(terminal)[0]
    terminal.resize(100, 30)
    above, below = parts(terminal)
    assert "7/10" in next(line for line in above if "Dodger" in line)
    assert below[-2] == ">"


def test_a_window_that_is_too_small_is_told_in_a_line(split: Open) -> None:
    terminal = split(70, 16)
    lines = terminal.settle()
    text = " ".join(lines)
    assert text.count(TOO_SMALL) == 1
    terminal.resize(90, 26)
    assert has_board(parts(terminal)[0])


def test_a_long_board_is_folded_and_says_what_is_left_out(split: Open) -> None:
    terminal = split()
    terminal.type("roll-init --seed 1\radd chains --count 15\r")
    terminal.wait_for("brings them into the round")
    above, below = parts(terminal)
    assert len(above) == 14
    assert above[-1] == "… 12 more: `board` shows all"
    assert any(line.startswith(">") for line in above), "whoever acts is among them"
    terminal.type("board\r")
    terminal.wait_for("Enter: more")
    above, below = parts(terminal)
    assert has_board(below), "a board that is asked for is shown as a page"
    terminal.type("load @knife-fight\r")
    terminal.wait_for("next: i (roll-init)")
    above, below = parts(terminal)
    assert above[0].startswith("Knife fight")
    assert len(above) < 8, "the room that it does not need goes to the story"
    assert not has_board(below[-4:])


def test_questions_menus_and_errors_stay_below(split: Open) -> None:
    terminal = split()
    terminal.type("ask pc all\r")
    terminal.wait_for("own dice")
    terminal.type("roll-init\r")
    terminal.wait_for("(Enter = roll the rest)")
    terminal.type("mira=1\r")
    terminal.wait_for("still to answer: Unit 7, Vex")
    terminal.resize(110, 32)
    above, below = parts(terminal)
    assert "not started" in above[0]
    assert any(line.startswith("still to answer: Unit 7, Vex") for line in below)
    terminal.type("\x1b")
    terminal.wait_for("still to answer: Mira Kade, Unit 7, Vex")
    terminal.type("\x03")
    terminal.wait_for("cancelled: nothing has changed")
    terminal.type("nothing\r")
    terminal.wait_for("no command 'nothing'")
    terminal.type("a blaze --")
    above, below = parts(terminal)
    assert has_board(above)
    assert any(line.split()[0] == "--weapon" for line in below)
    terminal.type("\x03")
    terminal.type("\x1b[200~" + "\n".join(f"note blaze {n}" for n in range(40)) + "\x1b[201~")
    above, below = parts(terminal)
    assert has_board(above)
    assert below[-2].endswith("note blaze 39")
    terminal.type("\x03\x0c")
    above, below = parts(terminal)
    assert has_board(above)
    assert below[0] == ">", "Ctrl-L clears what is below"


def test_a_phone_answers_below_the_board(evening: Callable[..., Evening]) -> None:
    table = evening("ganger-ambush", ask="pc", columns=100, words=("--board",))
    terminal = table.terminal
    table.type("roll-init")
    table.still("Mira Kade, Unit 7, Vex")
    table.answer("vex", "3")
    terminal.wait_for("Vex's phone: 3")
    table.still("Mira Kade, Unit 7")
    terminal.resize(90, 28)
    above, below = parts(terminal)
    assert "not started" in above[0]
    assert any("Vex's phone: 3" in line for line in below)
    terminal.type("all\r")
    terminal.wait_for("initiative  Vex  3")
    terminal.wait_for("undo: roll-init")
    assert "round 1" in parts(terminal)[0][0]


def test_long_pages_are_shown_in_parts_and_earlier_lines_again(split: Open) -> None:
    terminal = split()
    terminal.type("show vex\r")
    terminal.wait_for("Enter: more")
    above, below = parts(terminal)
    assert below[0] == "> show vex"
    terminal.type("\r")
    terminal.wait_for("Enter: more")
    terminal.type("q\r")
    assert "> show vex" not in parts(terminal)[1]
    for _ in range(3):
        terminal.type(PAGE_UP)
        terminal.settle(0)
    above, below = parts(terminal)
    assert "> show vex" in below
    assert any("is open as a working copy" in line for line in below)
    assert below[-2] == ">"
    assert any("PageDown: later ones" in line for line in terminal.screen.display)
    terminal.type("roll 1d2+70\r")
    terminal.wait_for("total 7")
    above, below = parts(terminal)
    assert any("total 7" in line for line in below), "what is new is in sight at once"
    assert not any("PageDown" in line for line in terminal.screen.display)
    assert above == parts(terminal)[0]


SIZES = ((100, 30), (120, 40), (80, 24), (59, 30), (100, 19), (60, 20), (200, 60), (40, 10))
KEYS = (
    *(
        "roll-init\r",
        "next\r",
        "\r",
        "ask pc all\r",
        "what\r",
        "board\r",
        "a \t\r",
        "undo\r",
        "?\r",
    ),
    *("<\r", "all\r", "nothing\r", "load @stand-off\r", "guide dice\r", "note fight rain\r"),
    *("\x1b", "\x1b[A", PAGE_UP, PAGE_DOWN, "\x03", "\x0c", "\x15"),
)


def test_whatever_is_typed_in_whatever_size_the_board_stays_above(split: Open) -> None:
    terminal, chance = split(), random.Random(1)
    for _ in range(80 if LONG else 10):
        terminal.type(chance.choice(KEYS))
        terminal.settle()
        terminal.resize(*chance.choice(SIZES))
        terminal.settle()
        screen, margins = terminal.screen, terminal.screen.margins
        if screen.lines < 20 or screen.columns < 60:
            assert margins is None
            continue
        assert margins is not None
        assert margins.bottom == screen.lines - 1
        assert margins.top <= screen.lines // 2
        assert screen.display[margins.top - 1].startswith("───")
        assert screen.cursor.y >= margins.top


@pytest.mark.parametrize("how", ["q", "end of input", "killed", "killed at a question"])
def test_the_terminal_is_given_back(split: Open, how: str) -> None:
    terminal = split()
    parts(terminal)
    assert terminal.screen.margins
    if how == "killed at a question":
        terminal.type("ask pc\rroll-init\r")
        terminal.wait_for("(Enter = roll the rest)")
    if how.startswith("killed"):
        os.kill(terminal.process.pid, signal.SIGTERM)
    else:
        terminal.type("q\r" if how == "q" else "\x04")
    terminal.wait_for("after another one")
    assert terminal.screen.margins is None
    terminal.process.wait()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SplitScreen, int]]:
    """A split screen with 30 lines, and the other end of its terminal."""
    monkeypatch.setattr(Output, "board_rows", 0)
    end, inner = pty.openpty()
    ioctl(inner, TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    with io.TextIOWrapper(os.fdopen(inner, "wb"), "utf-8") as stream:
        found = SplitScreen(stream)
        found.read_board = lambda: "no fight"
        yield found, end
    os.close(end)


def test_the_terminal_is_given_back_after_an_error(screen: tuple[SplitScreen, int]) -> None:
    split, end = screen

    def break_off() -> None:
        with split:
            split.renew(lambda: None)
            assert "\x1b[3;30r" in os.read(end, 10_000).decode()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert os.read(end, 10_000).decode().endswith("\x1b7\x1b[r\x1b8")
    assert not split.is_split


def test_nothing_is_drawn_while_nothing_has_changed(screen: tuple[SplitScreen, int]) -> None:
    split, end = screen
    with split:
        split.renew(lambda: None)
        os.read(end, 10_000)
        split.renew(lambda: pytest.fail("the prompt is left alone"))
        split.read_board = lambda: "another fight"
        split.renew(lambda: pytest.fail("the prompt is left alone"))
        assert os.read(end, 10_000).decode().count("another fight") == 1


def test_where_it_cannot_be_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = {**os.environ, "GMTRACK_HOME": str(tmp_path)}
    status, out, err = ran(["play", "@knife-fight", "--board"], env)
    assert status == 0
    assert err == f"{NO_SPLIT}\n"
    assert "Knife fight" in out
    end, inner = pty.openpty()
    with io.TextIOWrapper(os.fdopen(inner, "wb"), "utf-8") as stream:
        monkeypatch.setenv("TERM", "xterm")
        assert can_split_screen(stream)
        monkeypatch.setenv("TERM", "dumb")
        assert not can_split_screen(stream)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(system_terminal, "HAS_SCROLL_REGIONS", False)
        assert not can_split_screen(stream)
    os.close(end)


@pytest.mark.parametrize(
    "words",
    [["--board", "@knife-fight"], ["@knife-fight", "--board"], ["--board=", "@knife-fight"]],
)
def test_the_file_stands_before_it_or_behind_it(words: list[str], tmp_path: Path) -> None:
    env = {**os.environ, "GMTRACK_HOME": str(tmp_path)}
    status, out, _ = ran(["play", *words], env)
    assert status == 0
    assert "Knife fight" in out


@pytest.mark.parametrize(
    "words", [["--board", "always"], ["--board=never"], ["--board", "changes"]]
)
def test_when_the_board_is_shown_is_said_as_before(words: list[str], tmp_path: Path) -> None:
    env = {**os.environ, "GMTRACK_HOME": str(tmp_path)}
    status, _, err = ran(["play", "@knife-fight", *words], env)
    assert (status, err) == (0, "")
    status, _, err = ran(["play", "@knife-fight", "--board", "sometimes"], env)
    assert status == 2
    assert "'sometimes' is not changes, always, never" in err
