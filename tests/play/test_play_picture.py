"""The picture of the README: moments of an evening at the prompt, one after the other, as a
terminal shows them. `UPDATE_README=1` takes it anew."""

import os
from collections.abc import Iterator
from html import escape
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple

from programs import ROOT
from pyte.screens import Char

from .terminal import Terminal

PICTURE = ROOT / "pictures" / "evening.svg"
FIGHT, COLUMNS, LINES = "ganger-ambush", 80, 35
WIDE, HIGH, MARGIN, BAR = 9.0, 20, 16, 32
CLEAR = "\x0c"
BEFORE = ("roll-init --seed 3", f"{CLEAR}board")
FIRST = 4.0
"""Seconds for which what comes of these stands."""
MOMENTS = (("o hook neck", 5.0), ("a hook neck --seed 5", 7.0), ("n", 4.0))
"""What is typed then, and for how many seconds its screen stands."""
TYPED = 1.2
"""Seconds for which a line stands before it is entered."""
INK = {
    "default": "#c5c8c6", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b",
    "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#eeeeee",
    "brightblack": "#7f848e",
}  # fmt: skip
PAPER = "#1e2127"


class Look(NamedTuple):
    """How a cell of the terminal looks; no paper where it is that of the screen."""

    ink: str
    paper: str
    bold: bool


def look(cell: Char) -> Look:
    ink, paper = INK.get(cell.fg, f"#{cell.fg}"), "" if cell.bg == "default" else f"#{cell.bg}"
    return Look(paper or PAPER, ink, cell.bold) if cell.reverse else Look(ink, paper, cell.bold)


def drawn(terminal: Terminal, line: int) -> Iterator[str]:
    """What stands on a line, cells that look alike as one; what is blank is left out."""
    cells = [terminal.screen.buffer[line][column] for column in range(COLUMNS)]
    x, y = float(MARGIN), BAR + line * HIGH
    for (ink, paper, bold), alike in groupby(cells, look):
        text = "".join(cell.data for cell in alike)
        wide = len(text) * WIDE
        if paper:
            yield f'<rect x="{x:g}" y="{y}" width="{wide:g}" height="{HIGH}" fill="{paper}"/>'
        if text.strip():
            place = f'x="{x:g}" y="{y + 15}" textLength="{wide:g}"'
            fat = ' font-weight="bold"' if bold else ""
            kept = escape(text.replace(" ", "\N{NO-BREAK SPACE}"), quote=False)
            yield f'<text {place} fill="{ink}"{fat}>{kept}</text>'
        x += wide


def frame(terminal: Terminal) -> str:
    """What is on the screen."""
    return "\n".join(piece for line in range(LINES) for piece in drawn(terminal, line))


def frames(folder: Path) -> Iterator[tuple[str, float]]:
    """The screens of the evening, and for how many seconds each stands."""
    terminal = Terminal(folder / "home", COLUMNS, LINES, FIGHT)
    try:
        terminal.wait_for("saved")
        for line in BEFORE:
            terminal.type(f"{line}\r")
            terminal.settle()
        yield frame(terminal), FIRST
        for line, seconds in MOMENTS:
            terminal.type(CLEAR + line)
            terminal.settle()
            yield frame(terminal), TYPED
            terminal.type("\r")
            terminal.settle()
            yield frame(terminal), seconds
    finally:
        terminal.close()


def picture(taken: list[tuple[str, float]]) -> str:
    """One after the other, again and again; the attack alone where nothing shall move."""
    ends = list(accumulate(seconds for _, seconds in taken))
    whole = ends[-1]
    styles, groups = [], []
    for number, ((shown, seconds), end) in enumerate(zip(taken, ends, strict=True)):
        until = 100 * seconds / whole
        styles.append(
            f"@keyframes f{number} {{ 0%, {until:.2f}% {{ opacity: 1 }} "
            f"{until + 0.01:.2f}%, 100% {{ opacity: 0 }} }}\n"
            f".f{number} {{ animation: f{number} {whole:g}s {end - seconds:g}s infinite }}"
        )
        groups.append(f'<g class="f f{number}">\n{shown}\n</g>')
    still = 2 + 2 * next(n for n, (line, _) in enumerate(MOMENTS) if line.startswith("a "))
    width, height = COLUMNS * WIDE + 2 * MARGIN, BAR + LINES * HIGH + MARGIN
    lights = "".join(
        f'<circle cx="{20 + 18 * n}" cy="16" r="5.5" fill="{ink}"/>'
        for n, ink in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}">\n<style>',
            "text { font: 15px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }",
            ".f { opacity: 0 }",
            *styles,
            "@media (prefers-reduced-motion) { .f { animation: none } "
            f".f{still} {{ opacity: 1 }} }}\n</style>",
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>{lights}',
            *groups,
            "</svg>\n",
        )
    )


def test_the_picture_is_what_a_terminal_shows(tmp_path: Path) -> None:
    now = picture(list(frames(tmp_path)))
    if os.environ.get("UPDATE_README"):
        PICTURE.write_text(now, encoding="utf-8")
    else:
        assert PICTURE.read_text(encoding="utf-8") == now
