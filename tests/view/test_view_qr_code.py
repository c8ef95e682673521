"""A code in half blocks is the code that a phone reads, module for module."""

import segno

from gmtrack.view.qr_code import MARGIN, render_lobby, render_lobby_lines

URL = "http://192.168.0.7:8000/kd8s/"
MODULES = {" ": (1, 1), "▄": (1, 0), "▀": (0, 1), "█": (0, 0)}
"""The upper and the lower module of each letter: 1 is dark, which a dark terminal leaves empty."""


def modules_of(url: str) -> list[list[int]]:
    code = segno.make(url, error="l", micro=False)
    return [list(row) for row in code.matrix_iter(border=MARGIN)]


def drawn_at(width: int) -> list[str]:
    lines = render_lobby(URL, width, lan=True)
    code = lines[: lines.index(render_lobby_lines(URL)[0])]
    return ["".join(span.text for span in line) for line in code]


def test_each_module_of_a_code_is_drawn() -> None:
    modules = modules_of(URL)
    drawn = [[MODULES[letter][half] for letter in line] for line in drawn_at(80) for half in (0, 1)]
    assert drawn[: len(modules)] == modules
    assert len(drawn) - len(modules) == len(modules) % 2


def test_a_code_is_drawn_where_it_just_fits_and_left_out_where_it_does_not() -> None:
    width = len(modules_of(URL)[0])
    assert drawn_at(width)
    assert drawn_at(width - 1) == []
