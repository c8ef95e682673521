"""Whatever stands half-typed at the prompt: what looks at it fails at nothing and prints nothing,
and what goes wrong in it all the same costs its own line alone."""

import io
import os
import stat
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest, part

from gmtrack.cli.completion import describe_commands
from gmtrack.cli.main import execute
from gmtrack.core.command_table import COMMANDS as TABLE
from gmtrack.core.command_table import SHORT
from gmtrack.play import prompt
from gmtrack.play.complete import find_completions
from gmtrack.play.foresight import Foresight
from gmtrack.play.help import render_guide, rows_about_command
from gmtrack.play.line_editor import LineHistory
from gmtrack.play.prompt import make_completer, render_bottom_line
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import ASK, HELP, LEAVING

from .terminal import Terminal

ROOT = Path(__file__).parents[2]
FIGHTS = ("knife-fight", "ninth-street", "back-room", "garage-night", "street-samurai-duel")
NAMED = ("? attack", "? a", "? o", "o joe --help")


class Silent:
    """Nothing may be printed, and nothing raised, while it is entered."""

    def __enter__(self) -> None:
        self.text = io.StringIO()
        self.out, self.err = redirect_stdout(self.text), redirect_stderr(self.text)
        self.out.__enter__()
        self.err.__enter__()

    def __exit__(self, *error: Any) -> None:
        self.err.__exit__(*error)
        self.out.__exit__(*error)
        assert error[0] is None
        assert not self.text.getvalue()


def begun(fight: str, home: Path, patch: pytest.MonkeyPatch) -> PlayTable:
    """A session in a fight that has begun."""
    patch.setenv("GMTRACK_HOME", str(home))
    patch.setenv("COLUMNS", "80")
    with redirect_stdout(io.StringIO()):
        assert execute(["load", str(ROOT / "encounters" / f"{fight}.yaml")]) == 0
        assert execute(["roll-init", "--seed", "1"]) == 0
    return PlayTable(execute)


@pytest.fixture(scope="module", params=FIGHTS)
def table(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[PlayTable]:
    with pytest.MonkeyPatch.context() as patch:
        yield begun(request.param, tmp_path_factory.mktemp("home"), patch)


def looked_at(table: PlayTable, text: str) -> None:
    """Everything that looks at a line while it is typed."""
    find_completions(text, table.scene)
    assert Foresight().odds_line(table.fight, text, 80).count("\n") == 0
    assert render_bottom_line(table, text)
    render_guide(table.fight, table.scene, 80)
    assert not table.faults.told


COMMANDS = sorted({*TABLE, *SHORT, *LEAVING, *HELP, ASK})
NEVER_OPTIONS = ["--help", "-h", "--version", "-f", "--", "-", "--file=x", "--show-completion"]


@cache
def options() -> list[str]:
    return sorted({o.flag for c in describe_commands().values() for o in c.options})


def words(table: PlayTable) -> st.SearchStrategy[str]:
    """Words as they are typed: what the fight knows, cut off somewhere, and any others."""
    scene = table.scene
    assert scene
    known = [who.id for who in scene.people] + [entry.word for entry in scene.lexicon.actions]
    known += [entry.word for found in scene.lexicon.weapons.values() for entry in found]
    whole = st.sampled_from([*known, *COMMANDS, *options(), *NEVER_OPTIONS])
    return st.one_of(
        whole,
        st.builds(lambda word, end: word[:end], whole, st.integers(1, 6)),
        st.builds(lambda a, b: f"{a}={b}", whole, st.sampled_from([*known, "1", "6,6", "x"])),
        st.sampled_from(["?", "'", '"', "\\", "#", "", "*", "joe,", "-3", "66", "\x1b[31m", "\0"]),
        st.text(max_size=4),
    )


def lines(table: PlayTable) -> st.SearchStrategy[str]:
    first = st.sampled_from([*COMMANDS, "a", "o", "?", "? a", "o joe", "attack"])
    return st.builds(
        lambda begin, rest: " ".join([begin, *rest]), first, st.lists(words(table), max_size=5)
    )


@modest(40)
@given(data=st.data())
def test_no_line_is_too_much_for_what_looks_at_it(table: PlayTable, data: st.DataObject) -> None:
    text = data.draw(lines(table))
    with Silent():
        looked_at(table, text)


@pytest.mark.parametrize(
    "text", [*part(NAMED, 2), "attack joe --help", "? odds joe", "a --version", "x" * 40_000]
)
def test_the_lines_that_ask_for_help_only_look(table: PlayTable, text: str) -> None:
    with Silent():
        looked_at(table, text)
        for name in COMMANDS:
            rows_about_command(name, table.scene)


@pytest.mark.parametrize("text", part(NAMED, 2))
def test_at_a_terminal_they_show_no_traceback(tmp_path: Path, text: str) -> None:
    session = Terminal(tmp_path / "home", 80)
    session.wait_for("| saved")
    session.type("i --roll joe=4 --roll bob=2\r")
    session.wait_for("Joe Schmoe, 3 AP")
    session.type(text)
    screen = "\n".join(session.settle())
    assert f"> {text}" in screen
    for sign in ("Traceback", "Unhandled", "ENTER", "Usage"):
        assert sign not in screen
    session.type("\x15d bob 1\r")
    session.wait_for("flesh 9/10 left")
    session.close()
    assert not [*tmp_path.rglob("crash-*")]


def broken(*_: Any) -> Any:
    raise RuntimeError("a fault on purpose")


def leaving(*_: Any) -> Any:
    raise SystemExit(3)


@pytest.mark.parametrize("fault", [broken, leaving])
@pytest.mark.parametrize(
    "part", ["render_status_line", "find_completions", "foresight", "refresh_if_changed"]
)
def test_a_fault_costs_its_line_alone_and_is_noted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, fault: Any
) -> None:
    from prompt_toolkit.document import Document

    table = begun("knife-fight", tmp_path, monkeypatch)
    if part == "foresight":
        monkeypatch.setattr(table.foresight, "odds_line", fault)
    else:
        monkeypatch.setattr(table if part == "refresh_if_changed" else prompt, part, fault)
    for _ in range(3):
        with Silent():
            said = render_bottom_line(table, "a joe bob")
            found = list(make_completer(table).get_completions(Document("sh"), None))
        assert ("Knife fight" in said) is (part != "render_status_line")
        assert bool(found) is (part != "find_completions")
    (note,) = tmp_path.rglob("crash-*.txt")
    assert note.read_text(encoding="utf-8").count("Traceback") == 1
    assert len(table.faults.told) == 1
    assert table.run_line("show bob") == 0


def test_faults_in_the_same_second_are_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun("knife-fight", tmp_path, monkeypatch)
    for kind in (RuntimeError, ValueError, KeyError):
        table.faults.note("a test", kind("on purpose"))
        table.faults.note("a test", kind("on purpose"))
    notes = [note.read_text(encoding="utf-8") for note in tmp_path.rglob("crash-*.txt")]
    assert "".join(notes).count("on purpose") == 3


@pytest.mark.skipif(os.name == "nt", reason="has other rights")
def test_what_was_typed_is_for_its_owner_alone(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        LineHistory(tmp_path / "play-history").store_string("d bob 1")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "play-history").stat().st_mode) == 0o600
    assert LineHistory(tmp_path / "play-history").load_history_strings() == ["d bob 1"]


def test_a_history_that_cannot_be_read_or_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "home" / "play-history").mkdir(parents=True)
    session = Terminal(tmp_path / "home", 80)
    session.wait_for("| saved")
    session.type("d bob 1\r")
    session.wait_for("flesh 9/10 left")
    session.settle()
    session.type("\x04")
    assert session.process.wait() == 0
    assert "Traceback" not in session.seen
