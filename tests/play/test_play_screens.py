"""What stands on a terminal during a session: the guide's screens, and those of narrow terminals.

A screen in the guide comes after a comment with what is typed, line by line; a line that ends
with `<Tab>` is not entered. `UPDATE_README=1` takes the screens anew.
"""

import os
import re
from pathlib import Path

import pytest
from long_run import part

from .terminal import Terminal

GUIDE = Path(__file__).parents[2] / "gmtrack" / "GUIDE.md"
SCREEN = re.compile(
    r"<!-- play (?P<fight>\S+) in (?P<lines>\d+) lines\n(?P<keys>.*?)\n-->\n\n```screen\n.*?^```$",
    re.DOTALL | re.MULTILINE,
)
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


def test_the_sessions_in_the_guide_are_what_a_terminal_shows(tmp_path: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")

    def taken(found: re.Match[str]) -> str:
        keys = found["keys"].splitlines()
        folder = tmp_path / str(found.start())
        shown = "\n".join(screen(folder, found["fight"], int(found["lines"]), keys))
        head = found[0].partition("```screen\n")[0]
        return f"{head}```screen\n{shown}\n```"

    assert len(SCREEN.findall(text)) >= 2
    now = SCREEN.sub(taken, text)
    if os.environ.get("UPDATE_README"):
        GUIDE.write_text(now, encoding="utf-8")
    else:
        assert text == now


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
        narrow = terminal.settle(1)
        terminal.type("s bob\r")
        after = terminal.settle()
    finally:
        terminal.close()
    assert wide[-1].endswith("undo: roll-init --roll joe=5 --roll bob=1")
    assert narrow[-1].startswith("undo: roll-init")
    assert "Joe Schmoe, 3 AP" in narrow[-2]
    assert max(map(len, after)) <= 60
