"""Whole fights as they were played, command line by command line, to the exact end and back."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from .casebook import HERE, Data, Step, differences, faults_of_roll, gmtrack, rolls_in, steps_of

RECORDS = sorted((HERE / "replays").glob("*.yaml"))


class Replay(NamedTuple):
    """A recorded fight, played: the files before and after, and all that went otherwise."""

    record: Data
    folder: Path
    before: bytes
    after: bytes
    wrong: list[str]


@pytest.fixture(scope="module", params=RECORDS, ids=lambda path: path.stem)
def replay(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Replay]:
    """The record played once; whoever undoes something does it again."""
    folder = tmp_path_factory.mktemp("replay")
    record = yaml.load(request.param.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GMTRACK_HOME", str(folder / "home"))
        patch.delenv("GMTRACK_FILE", raising=False)
        # What a power cut leaves is tested elsewhere; waiting for the disk here is half the time.
        patch.setattr(os, "fsync", lambda descriptor: None)
        prepared = folder / "prepared.yaml"
        prepared.write_text(record["encounter"], encoding="utf-8")
        assert gmtrack("load", str(prepared)).code == 0
        before = saved(folder)
        wrong = [line for number, step in steps(record) for line in played(number, step, folder)]
        yield Replay(record, folder, before, saved(folder), wrong)


def steps(record: Data) -> Iterator[tuple[int, Step]]:
    return enumerate((step for raw in record["steps"] for step in steps_of(raw)), 1)


def saved(folder: Path) -> bytes:
    """The working copy as it is now."""
    path = folder / "saved.yaml"
    answer = gmtrack("save", str(path))
    assert answer.code == 0, answer.err
    return path.read_bytes()


def played(number: int, step: Step, folder: Path) -> list[str]:
    """What is wrong with one step."""
    idle = bool(step.refused) or "--dry-run" in step.argv
    before = saved(folder) if idle else b""
    answer = gmtrack(*step.argv, "--json")
    wrong = refusal(step, answer.doc) if answer.code else found(step, answer.doc)
    if answer.code != bool(step.refused):
        wrong.append(f"exit status {answer.code}: {answer.out}{answer.err}")
    if idle and saved(folder) != before:
        wrong.append("changed something")
    return [f"step {number}, {step.run}: {line}" for line in wrong]


def refusal(step: Step, doc: Data) -> list[str]:
    error = doc["error"]
    right = error["kind"] == step.refused and step.says in error["message"]
    return [] if right else [f"expected {step.refused} {step.says}, found {error}"]


def found(step: Step, doc: Data) -> list[str]:
    """What an answer lacks; every die must have been typed in, and every typed one have fallen."""
    wrong = differences(step.expect, doc)
    for roll in rolls_in(doc):
        wrong += faults_of_roll(roll)
        if roll["dice"] and not roll["given"]:
            wrong.append(f"{roll['name']} was rolled by the program: {roll['dice']}")
    return wrong + [f"dice for {name} were not needed" for name in doc.get("unused", [])]


def shown(record: Data) -> Data:
    return {who: gmtrack("show", who, "--json").doc for who in record["end"]["show"]}


def as_read(text: bytes) -> Any:
    return yaml.load(text, Loader=yaml.CSafeLoader)


def test_every_step_goes_as_it_was_recorded(replay: Replay) -> None:
    assert not replay.wrong, "\n".join(replay.wrong)


def test_what_the_gm_wrote_stands_unchanged_before_the_first_step(replay: Replay) -> None:
    assert replay.before.decode() == replay.record["encounter"]


def test_the_fight_ends_exactly_as_recorded(replay: Replay) -> None:
    assert as_read(replay.after)["fight"] == replay.record["end"]["fight"]


def test_everybody_ends_exactly_as_recorded(replay: Replay) -> None:
    assert shown(replay.record) == replay.record["end"]["show"]


def test_the_record_speaks_of_everybody(replay: Replay) -> None:
    end = as_read(replay.after)
    assert [*end["combatants"], *end["scene"]["barriers"]] == list(replay.record["end"]["show"])


def test_undo_goes_back_to_the_first_bytes_and_redo_to_the_last(replay: Replay) -> None:
    undone = 0
    while gmtrack("undo").code == 0:
        undone += 1
    assert undone > 60
    assert saved(replay.folder) == replay.before
    for _ in range(undone):
        assert gmtrack("redo").code == 0
    assert saved(replay.folder) == replay.after
    assert json.loads(gmtrack("redo", "--json").out)["error"]["kind"] == "nothing-to-redo"


def test_a_save_of_the_end_loads_to_the_identical_state(
    replay: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.yaml"
    copy.write_bytes(replay.after)
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    assert gmtrack("load", str(copy)).code == 0
    assert saved(tmp_path) == replay.after
    assert shown(replay.record) == replay.record["end"]["show"]
    assert gmtrack("board", "--json").doc["phase"] == "not-started"
