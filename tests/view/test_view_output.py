"""Where screens go: terminals, pipes, poor encodings, readers that leave; and JSON."""

import io
import json
import os
import pty
import subprocess
import sys

import pytest
from tables import each_row

from gmtrack.cli.main import report_error
from gmtrack.view.console import Output, count_columns, format_json, takes_colours
from gmtrack.view.text import Span

HERE = os.path.dirname(__file__)  # noqa: PTH120


def run(code: str, **fields: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], text=True, check=False, capture_output=True, **fields
    )


ALL_SCREENS = f"""
import sys
sys.path.insert(0, {HERE!r})
import view_samples as samples
from gmtrack.view import console, profile, report, rule_pages
from gmtrack.view.history import log
from gmtrack.view.board import board
output = console.Output()
w = output.width
output.lines(board.render_board(samples.board(), w))
output.lines(profile.render_profile(samples.profile(), w))
told = samples.report()
output.lines(report.render_report(told, samples.WORDS, w))
output.lines(rule_pages.render_topic(samples.topic(), w))
output.lines(log.render_log(samples.log(), 0, samples.NAMES, w))
"""


def test_rich_is_not_imported_when_nobody_sees_colours() -> None:
    result = run(ALL_SCREENS + "print([m for m in sys.modules if m.startswith('rich')])")
    assert result.stderr == ""
    assert result.stdout.endswith("[]\n")
    assert "\x1b" not in result.stdout


def test_a_terminal_gets_colours_through_rich() -> None:
    written = on_a_terminal(ALL_SCREENS + "print('rich.console' in sys.modules)", {})
    assert "\x1b[" in written
    assert written.rstrip().endswith("True")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_whose_owner_wants_no_colours_gets_none(environment: dict[str, str]) -> None:
    assert "\x1b" not in on_a_terminal(ALL_SCREENS, environment)


def on_a_terminal(code: str, environment: dict[str, str]) -> str:
    """What a child process writes to a pseudo-terminal."""
    ours, theirs = pty.openpty()
    base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=theirs,
        env=base | {"TERM": "xterm-256color", "COLUMNS": "80"} | environment,
    )
    os.close(theirs)
    written = b""
    try:
        while chunk := os.read(ours, 65536):
            written += chunk
    except OSError:
        pass  # Linux tells the end of a pseudo-terminal by an error.
    os.close(ours)
    assert child.wait() == 0
    return written.decode()


def test_an_error_has_a_colour_where_there_are_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with os.fdopen(theirs, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        report_error("unknown", "no such thing")
        stream.flush()
        assert os.read(ours, 100) == b"\x1b[1;31merror:\x1b[0m no such thing\r\n"
        monkeypatch.setenv("NO_COLOR", "1")
        report_error("unknown", "no such thing")
        stream.flush()
        assert os.read(ours, 100) == b"error: no such thing\r\n"
    os.close(ours)


def test_a_reader_that_leaves_early_causes_no_traceback() -> None:
    code = ALL_SCREENS + "output.json({'x': 'y' * 100_000})\nprint('after')"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    assert child.wait() == 0
    child.stderr.close()


def test_the_width_is_that_of_columns_else_80_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for value, width in {"": 80, "120": 120, "3": 20, "wide": 80}.items():
        monkeypatch.setenv("COLUMNS", value)
        assert count_columns(io.StringIO()) == width


def test_no_color_counts_only_if_it_is_not_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "")
    assert takes_colours(terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not takes_colours(terminal)


@pytest.mark.parametrize("terminal", [False, True])
def test_bars_are_drawn_in_ascii_where_the_encoding_has_no_blocks(terminal: bool) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    Output(stream, terminal=terminal, width=80).lines([[Span("flesh ██░ 狼 …")]])
    stream.flush()
    assert raw.getvalue() == b"flesh ##. ?? ~\n"


def test_json_is_one_document_on_a_line_of_its_own() -> None:
    stream = io.StringIO()
    Output(stream).json({"name": "狼 \n"})
    assert stream.getvalue() == '{"name": "狼 \\n"}\n'


@each_row("name", ["\x1b[2J", "\x9b31m\x7f", "\u202e\u2066\ufeff", "\ud83d", "狼"])
@each_row("encoding", ["utf-8", "ascii", "latin-1"])
def test_json_brings_back_any_name_and_has_no_control_characters(name: str, encoding: str) -> None:
    written = format_json({name: [name]}, encoding)
    assert json.loads(written.encode(encoding)) == {name: [name]}
    assert written[:-1].isprintable()
