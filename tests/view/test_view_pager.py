"""Long pages on a terminal are read in a pager; nothing else ever is."""

import os
import pty
import struct
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

LONG = """
import sys
from gmtrack.view.console import Output
from gmtrack.view.text import Span
lines = [[Span(f"line {number}", "title")] for number in range(int(sys.argv[1]))]
Output(sys.stdout, width=80).lines(lines, long=sys.argv[2] == "long")
"""
ROWS = 24


def on_a_terminal(
    lines: int, kind: str, env: Mapping[str, str | None], *, piped: bool = False
) -> str:
    """What is seen of so many lines on a terminal of 24 rows."""
    end, inner = pty.openpty()
    ioctl(inner, TIOCSWINSZ, struct.pack("HHHH", ROWS, 80, 0, 0))
    own = {key: value for key, value in {**os.environ, **env}.items() if value is not None}
    process = subprocess.Popen(
        [sys.executable, "-c", LONG, str(lines), kind],
        stdin=subprocess.DEVNULL if piped else inner, stdout=inner, stderr=inner, env=own,
    )  # fmt: skip
    os.close(inner)
    seen = b""
    with suppress(OSError):
        while found := os.read(end, 65536):
            seen += found
    os.close(end)
    assert process.wait() == 0
    return seen.decode()


@pytest.fixture
def pager(tmp_path: Path) -> dict[str, str | None]:
    """A pager that counts the lines it is given."""
    script = tmp_path / "pager"
    script.write_text("#!/bin/sh\necho paged $(wc -l)\n")
    script.chmod(0o755)
    return {"PAGER": str(script), "GMTRACK_PAGER": None, "NO_COLOR": None, "TERM": "xterm"}


@pytest.mark.parametrize("no_color", [None, "1"])
def test_a_page_longer_than_the_screen_is_paged(
    pager: dict[str, str | None], no_color: str | None
) -> None:
    told = on_a_terminal(30, "long", pager | {"NO_COLOR": no_color})
    assert told.split() == ["paged", "30"]


@pytest.mark.parametrize(
    ("lines", "kind", "env"),
    [
        (10, "long", {}),
        (30, "short", {}),
        (30, "long", {"GMTRACK_PAGER": ""}),
        (30, "long", {"GMTRACK_PAGER": "cat"}),
        (30, "long", {"PAGER": "cat"}),
        (30, "long", {"GMTRACK_PAGER": "/nowhere/pager"}),
        (30, "long", {"TERM": "dumb"}),
    ],
)
def test_what_is_shown_at_once(
    pager: dict[str, str | None], lines: int, kind: str, env: dict[str, str]
) -> None:
    told = on_a_terminal(lines, kind, pager | env)
    assert "paged" not in told
    assert f"line {lines - 1}" in told


def test_gmtrack_pager_comes_before_pager(pager: dict[str, str | None]) -> None:
    env = pager | {"GMTRACK_PAGER": pager["PAGER"], "PAGER": "cat"}
    assert "paged 30" in on_a_terminal(30, "long", env)


def test_a_script_is_never_paged(pager: dict[str, str | None]) -> None:
    assert "line 29" in on_a_terminal(30, "long", pager, piped=True)


def test_the_pager_says_how_to_leave_it(pager: dict[str, str | None], tmp_path: Path) -> None:
    Path(str(pager["PAGER"])).write_text('#!/bin/sh\necho "settings $LESS"\n')
    assert "q leaves" in on_a_terminal(30, "long", pager | {"LESS": None})
    assert "settings X" in on_a_terminal(30, "long", pager | {"LESS": "X"})


BELOW_A_BOARD = """
import sys
from gmtrack.view.console import Output
Output.board_rows, Output.pages_all = int(sys.argv[1]), sys.argv[2] == "all"
Output.reader = staticmethod(lambda text: print("read", text.count("line")))
Output(sys.stdout, width=80).text("".join(f"line {n}\\n" for n in range(20)))
"""


@pytest.mark.parametrize(
    ("board", "pages", "told"),
    [
        (12, "all", "read 20"),
        (12, "long", "line 19"),
        (0, "all", "line 19"),
    ],
)
def test_below_a_board_that_stays_the_prompt_shows_what_does_not_fit(
    pager: dict[str, str | None],
    monkeypatch: pytest.MonkeyPatch,
    board: int,
    pages: str,
    told: str,
) -> None:
    monkeypatch.setitem(globals(), "LONG", BELOW_A_BOARD)
    env = pager | {"GMTRACK_PAGER": pager["PAGER"]}
    assert on_a_terminal(board, pages, env).split("\r\n")[-2] == told
