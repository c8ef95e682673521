"""The worked cases of the ledger and a case for each of its rows, through the command line."""

import json
import os
from pathlib import Path

import pytest

from .casebook import (
    ROLLERS,
    Case,
    Step,
    as_file,
    cases,
    differences,
    faults_of_roll,
    gmtrack,
    rolls_in,
)

ALL = list(cases())
PLAYED = [case for case in ALL if not case.refused]
REFUSED = [case for case in ALL if case.refused]


def opened(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The case's encounter as a file, made the active one."""
    monkeypatch.setenv("GMTRACK_HOME", str(folder / "home"))
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    # What a power cut leaves is tested elsewhere; waiting for the disk here is half the time.
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    return as_file(case.encounter, folder / "fight.yaml")


def saved(folder: Path, name: str) -> bytes:
    """The working copy as it is now."""
    path = folder / f"{name}.yaml"
    answer = gmtrack("save", str(path))
    assert answer.code == 0, answer.err
    return path.read_bytes()


def played(step: Step) -> list[str]:
    """What is wrong with one step."""
    argv = step.argv
    seed = ["--seed", "1"] if argv[0] in ROLLERS else []
    rehearsal = gmtrack(*argv, *seed, "--dry-run", "--json") if step.changes_something else None
    answer = gmtrack(*argv, *seed, "--json")
    if step.refused:
        return refusal(step, answer.code, answer.out)
    if answer.code:
        return [f"exit status {answer.code}: {answer.out}{answer.err}"]
    wrong = differences(step.expect, answer.doc)
    wrong += [line for roll in rolls_in(answer.doc) for line in faults_of_roll(roll)]
    if rehearsal and {**rehearsal.doc, "dry_run": 0} != {**answer.doc, "dry_run": 0}:
        wrong.append(f"--dry-run said {rehearsal.out}, the command {answer.out}")
    return wrong


def refusal(step: Step, code: int, out: str) -> list[str]:
    if code != 1:
        return [f"not refused, exit status {code}: {out}"]
    error = json.loads(out)["error"]
    wrong = [] if step.says in error["message"] else [f"'{step.says}' is not in {out}"]
    if step.refused not in (True, error["kind"]) or error["kind"] == "crash":
        wrong.append(f"refused: expected {step.refused}, found {error}")
    return wrong


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.id)
def test_case(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = opened(case, tmp_path, monkeypatch)
    loaded = gmtrack("load", str(path))
    assert loaded.code == 0, loaded.err
    before = saved(tmp_path, "before")
    wrong = []
    for number, step in enumerate(case.steps, 1):
        wrong += [f"step {number}, {step.run}: {line}" for line in played(step)]
    assert not wrong, "\n".join([case.title, *wrong])
    undone_and_redone(before, tmp_path)


def undone_and_redone(before: bytes, folder: Path) -> None:
    after = saved(folder, "after")
    steps = 0
    while gmtrack("undo").code == 0:
        steps += 1
    assert saved(folder, "undone") == before
    for _ in range(steps):
        assert gmtrack("redo").code == 0
    assert saved(folder, "redone") == after


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.id)
def test_file_is_refused(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = opened(case, tmp_path, monkeypatch)
    answer = gmtrack("load", str(path))
    assert answer.code == 1
    assert case.refused in answer.err


def test_case_ids_are_unique() -> None:
    ids = [case.id for case in ALL]
    assert sorted(ids) == sorted(set(ids))
