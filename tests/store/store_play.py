"""Doing things to an encounter on disk, as the commands do them."""

import copy
from pathlib import Path
from typing import Any

from gmtrack.core.draft import MISSING, Draft
from gmtrack.core.encounter import Data
from gmtrack.store.editors import schema_file
from gmtrack.store.session import open_session

DUEL = """\
# A duel at dawn.
gmtrack: 1
name: Duel   # to the death
ruleset: toy

combatants:
  joe:   # the good one
    body: 3
    skills: {a: 1}
  # and the bad one
  bob: {body: 4}
"""
Write = tuple[tuple[str, ...], Any]
AP: tuple[str, ...] = ("fight", "combatants", "joe", "ap")
BODY: tuple[str, ...] = ("combatants", "joe", "body")
A_TICK = 0.01
"""Seconds after which a file that is written looks newer: what is written sooner is told apart by
nothing. A hand takes longer."""


def with_line(text: str, end: str = "\n") -> str:
    """A file with the line for editors."""
    return f"# yaml-language-server: $schema={schema_file('toy').as_uri()}{end}{text}"


def do(
    file: str | Path | None, *writes: Write, line: str = "do", report: Data | None = None
) -> None:
    """One command that writes (MISSING: takes away) values."""
    with open_session(None if file is None else str(file), write=True) as session:
        draft = Draft(session.encounter)
        for path, value in writes:
            draft.drop(path) if value is MISSING else draft.put(path, value)
        session.commit_step(draft.changes, line, lambda: {"report": report or {"line": line}})


def amend(file: str | Path | None, seq: int, *writes: Write) -> None:
    """The step with this number left out, and other values in its place."""
    with open_session(None if file is None else str(file), write=True) as session:
        stretch = session.stretch(seq)
        assert stretch is not None
        encounter = copy.deepcopy(session.encounter)
        mended = Draft(encounter)
        for path, value in writes:
            mended.put(path, value)
        kept = [one for one in stretch.steps if one["seq"] != seq]
        told = {"report": {}, "without": [seq]}
        session.amend(encounter, kept, stretch.base, f"amend {seq}", told)


def undo(file: str | Path | None, steps: int = 1) -> list[str]:
    with open_session(None if file is None else str(file), write=True) as session:
        return [entry.line for entry in session.undo(steps)]


def redo(file: str | Path | None, steps: int = 1) -> list[str]:
    with open_session(None if file is None else str(file), write=True) as session:
        return [entry.line for entry in session.redo(steps)]


def log(file: str | Path | None) -> list[str]:
    """The log as `kind line`, with a minus in front of what is undone."""
    with open_session(None if file is None else str(file), write=False) as session:
        return [f"{'-' * entry.undone}{entry.kind} {entry.line}" for entry in session.log()]


def value(file: str | Path | None, path: tuple[str, ...]) -> Any:
    with open_session(None if file is None else str(file), write=False) as session:
        return Draft(session.encounter).get(path, MISSING)
