"""What stands on a terminal during a session: the guide's screens, and those of narrow terminals.

A screen in the guide comes after a comment with what is typed, line by line; a line that ends
with `<Tab>` is not entered. On the page of the first evening all screens are of one session, each
from the first line that is typed for it. `UPDATE_README=1` takes the screens anew.
"""

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from long_run import part

from .terminal import Terminal

GUIDE = Path(__file__).parents[2] / "gmtrack" / "guide"
PROMPT, FIRST_EVENING = GUIDE / "prompt.md", GUIDE / "first-evening.md"
SCREEN = re.compile(
    r"<!-- play (?P<fight>\S+) in (?P<lines>\d+) lines\n(?P<keys>.*?)\n-->\n\n```screen\n.*?^```$",
    re.DOTALL | re.MULTILINE,
)
TYPED = re.compile(
    r"<!-- type\n(?P<keys>.*?)\n-->\n\n```screen\n.*?^```$", re.DOTALL | re.MULTILINE
)
START = "gmtrack play "
TAB = "<Tab>"


def screen(folder: Path, fight: str, lines: int, keys: list[str], columns: int = 80) -> list[str]:
    """What is on the screen after the keys."""
    terminal = Terminal(folder / "home", columns, lines, fight)
    try:
        terminal.wait_for("saved")
        for line in keys:
            begun = line.endswith(TAB)
            terminal.type(line.removesuffix(TAB) + ("\t" if begun else "\r"))
            shown = terminal.settle()
    finally:
        terminal.close()
    return shown


def holds(page: Path, now: str) -> None:
    """The page has this text; or gets it, where the pages are taken anew."""
    if os.environ.get("UPDATE_README"):
        page.write_text(now, encoding="utf-8")
    else:
        assert page.read_text(encoding="utf-8") == now


def test_the_sessions_in_the_guide_are_what_a_terminal_shows(tmp_path: Path) -> None:
    text = PROMPT.read_text(encoding="utf-8")

    def taken(found: re.Match[str]) -> str:
        keys = found["keys"].splitlines()
        folder = tmp_path / str(found.start())
        shown = "\n".join(screen(folder, found["fight"], int(found["lines"]), keys))
        head = found[0].partition("```screen\n")[0]
        return f"{head}```screen\n{shown}\n```"

    assert len(SCREEN.findall(text)) >= 2
    holds(PROMPT, SCREEN.sub(taken, text))


def test_the_first_evening_goes_as_its_page_says() -> None:
    """In a folder with a short name: what a terminal shows of it must fit on the page."""
    text = FIRST_EVENING.read_text(encoding="utf-8")
    start, *others = [found["keys"] for found in TYPED.finditer(text)]
    assert start.startswith(START)
    with TemporaryDirectory(dir="/tmp", prefix="") as name:
        folder = Path(name)
        fight = start.removeprefix(START)
        terminal = Terminal(folder / "home", 80, 120, fight, folder)
        try:
            terminal.wait_for("saved")
            terminal.settle()
            screens = [f"$ {start}\n{rows_since(terminal, 0)}"]
            for keys in others:
                first_row = terminal.screen.cursor.y
                for line in keys.splitlines():
                    terminal.type(f"{line}\r")
                    terminal.settle()
                screens.append(rows_since(terminal, first_row))
        finally:
            terminal.close()
        assert (folder / "tonight.yaml").is_file()
    shown = iter(screens)

    def taken(found: re.Match[str]) -> str:
        head = found[0].partition("```screen\n")[0]
        screen_now = next(shown).replace(name, "/home/ann")
        return f"{head}```screen\n{screen_now}\n```"

    holds(FIRST_EVENING, TYPED.sub(taken, text))


def rows_since(terminal: Terminal, first_row: int) -> str:
    """What the terminal shows from a row on, down to the last line above the prompt."""
    rows = terminal.screen.display[first_row : terminal.screen.cursor.y]
    return "\n".join(row.rstrip() for row in rows).rstrip()


@pytest.mark.parametrize("columns", part([60, 80, 120], 2))
def test_nothing_is_cut_at_any_width(tmp_path: Path, columns: int) -> None:
    keys = ["i --roll joe=5 --roll bob=1", "a bob --seed 1"]
    shown = screen(tmp_path, "knife-fight", 30, keys, columns)
    assert any("Joe Schmoe attacks Bob Rock" in line for line in shown)
    bottom = shown[-2:] if columns == 60 else shown[-1:]
    assert "undo: attack" in bottom[-1]
    assert "Joe Schmoe, 1 AP" in bottom[0]
    assert max(map(len, shown)) <= columns


def test_a_menu_says_what_each_word_means(tmp_path: Path) -> None:
    keys = ["i --roll joe=5 --roll bob=1", f"a bob --called {TAB}"]
    shown = screen(tmp_path, "knife-fight", 24, keys)
    menu = [line for line in shown if "dice:" in line]
    assert any("ankle" in line for line in menu)
    assert len(menu) >= 4


def test_the_bottom_line_follows_the_size_of_the_window(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "home", 120, 30)
    try:
        terminal.wait_for("saved")
        terminal.type("i --roll joe=5 --roll bob=1\r")
        wide = terminal.settle()
        terminal.resize(60)
        narrow = terminal.settle()
        terminal.type("s bob\r")
        after = terminal.settle()
    finally:
        terminal.close()
    assert wide[-1].endswith("undo: roll-init --roll joe=5 --roll bob=1")
    assert narrow[-1].startswith("undo: roll-init")
    assert "Joe Schmoe, 3 AP" in narrow[-2]
    assert max(map(len, after)) <= 60
