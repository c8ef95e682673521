"""Whole fights as they were played, command line by command line, to the exact end and back.

A record has the `encounter` as the GM wrote it, its `steps`, and its `end`: the `fight` of the
saved file, and what `show` says of everybody.
"""

import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest
import yaml
from long_run import LONG

from gmtrack.store.editors import without_schema_line

from .case_tests import refusal
from .casebook import Book, Step, read, steps_of
from .comparing import Data, differences, rolls_in
from .typing_in import gmtrack, saved, undone


class Replay(NamedTuple):
    """A recorded fight, played: the files before and after, how many steps can be taken back at
    the end, and all that went otherwise."""

    record: Data
    folder: Path
    before: bytes
    after: bytes
    undoable: int
    wrong: list[str]


class ReplayTests:
    """Every recorded fight of a book, played once; whoever undoes something does it again. To be
    inherited with a book, and the keys of the scene whose things `show` knows."""

    book: ClassVar[Book]
    scenery: ClassVar[tuple[str, ...]] = ()
    as_script: ClassVar[bool] = LONG
    """Whether the record is played by a session too."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "replay" in metafunc.fixturenames:
            records = self.book.replays
            metafunc.parametrize(
                "replay", records, indirect=True, scope="class", ids=lambda path: path.stem
            )

    def test_every_step_goes_as_it_was_recorded(self, replay: Replay) -> None:
        assert not replay.wrong, "\n".join(replay.wrong)

    def test_what_the_gm_wrote_stands_unchanged_before_the_first_step(self, replay: Replay) -> None:
        assert without_schema_line(replay.before).decode() == replay.record["encounter"]

    def test_the_fight_ends_exactly_as_recorded(self, replay: Replay) -> None:
        assert as_read(replay.after)["fight"] == replay.record["end"]["fight"]

    def test_everybody_ends_exactly_as_recorded(self, replay: Replay) -> None:
        assert shown(replay.record) == replay.record["end"]["show"]

    def test_the_record_speaks_of_everybody(self, replay: Replay) -> None:
        end = as_read(replay.after)
        things = [thing for key in self.scenery for thing in end["scene"][key]]
        assert [*end["combatants"], *things] == list(replay.record["end"]["show"])

    def test_undo_goes_back_to_the_first_bytes_and_redo_to_the_last(self, replay: Replay) -> None:
        steps = undone()
        assert steps == replay.undoable
        assert saved(replay.folder) == replay.before
        for _ in range(steps):
            assert gmtrack("redo").code == 0
        assert saved(replay.folder) == replay.after
        assert gmtrack("redo", "--json").doc["error"]["kind"] == "nothing-to-redo"

    def test_a_save_of_the_end_loads_to_the_identical_state(
        self, replay: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy = tmp_path / "copy.yaml"
        copy.write_bytes(replay.after)
        monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
        assert gmtrack("load", str(copy)).code == 0
        assert saved(tmp_path) == replay.after
        assert shown(replay.record) == replay.record["end"]["show"]
        assert gmtrack("board", "--json").doc["phase"] == "not-started"

    def test_the_fight_as_a_script_of_a_session_ends_the_same(
        self, replay: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not self.as_script:
            pytest.skip("in the long run")
        prepared = tmp_path / "prepared.yaml"
        prepared.write_text(replay.record["encounter"], encoding="utf-8")
        monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
        assert gmtrack("load", str(prepared)).code == 0
        steps = [step for raw in replay.record["steps"] for step in steps_of(raw)]
        told = scripted([shlex.join(step.argv) for step in steps])
        assert saved(tmp_path) == replay.after
        refused = [number for number, step in enumerate(steps, 1) if step.refused]
        assert [int(line) for line in re.findall(r"^line (\d+): ", told, re.MULTILINE)] == refused


def scripted(lines: list[str]) -> str:
    """What a session complains of when the lines come from a pipe."""
    from gmtrack.cli.main import execute
    from gmtrack.play.script import run_script
    from gmtrack.play.table import PlayTable

    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        run_script(PlayTable(execute), io.StringIO("\n".join(lines)), keep_going=True)
    return err.getvalue()


def replayed(book: Book, path: Path, folder: Path) -> Replay:
    """Play a record, in a state folder of its own."""
    record = read(path)
    steps = [step for raw in record["steps"] for step in steps_of(raw)]
    prepared = folder / "prepared.yaml"
    prepared.write_text(record["encounter"], encoding="utf-8")
    assert gmtrack("load", str(prepared)).code == 0
    before = saved(folder)
    encounter = as_read(before)
    wrong = [
        f"step {number}, {step.run}: {line}"
        for number, step in enumerate(steps, 1)
        for line in played(step, folder, book, encounter)
    ]
    return Replay(record, folder, before, saved(folder), sum(map(in_history, steps)), wrong)


def played(step: Step, folder: Path, book: Book, encounter: Data) -> list[str]:
    """What is wrong with one step; every die must have been typed in, and every typed one have
    fallen."""
    idle = bool(step.refused) or _dry(step)
    before = saved(folder) if idle else b""
    answer = gmtrack(*step.argv, "--json")
    if step.refused:
        wrong = refusal(step, answer)
    elif answer.code:
        wrong = [f"exit status {answer.code}: {answer.out}{answer.err}"]
    else:
        wrong = differences(step.expect, answer.doc) + book.faults(answer.doc, encounter)
        wrong += untyped(answer.doc)
    if idle and saved(folder) != before:
        wrong.append("changed something")
    return wrong


def untyped(doc: Data) -> list[str]:
    """The dice that the program rolled, and those that were typed for nothing."""
    return [
        f"{roll['name']} was rolled by the program: {roll['dice']}"
        for roll in rolls_in(doc)
        if roll["dice"] and not roll["given"]
    ] + [f"dice for {name} were not needed" for name in doc.get("unused", [])]


def shown(record: Data) -> Data:
    return {who: gmtrack("show", who, "--json").doc for who in record["end"]["show"]}


def as_read(text: bytes) -> Any:
    return yaml.load(text, Loader=yaml.CSafeLoader)


def in_history(step: Step) -> int:
    """How many steps it adds to what can be taken back."""
    if not step.changes_something or _dry(step):
        return 0
    command, *rest = step.argv
    if command == "heal" and step.expect.get("changes") == []:
        return 0
    many = int(rest[0]) if rest and rest[0].isdigit() else 1
    return {"undo": -many, "redo": many}.get(command, 1)


def _dry(step: Step) -> bool:
    return "--dry-run" in step.argv
