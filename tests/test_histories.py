"""Histories that the first versions wrote: they open, go back to the beginning and forth again."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from gmtrack.core.encounter import FORMAT as ENCOUNTER_FORMAT
from gmtrack.store.history.journal import FORMAT, Journal, seal, unseal
from gmtrack.store.history.recording import FORMAT as RECORDING_FORMAT

KEPT = Path(__file__).parent / "histories"
RECORDED = Path(__file__).parent / "recorded"
Type = Callable[[list[str]], Any]


@pytest.fixture(params=sorted(path.name for path in KEPT.iterdir()))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The working copy of an old version, made active; its head may be there or not."""
    state = tmp_path / "state"
    copy = state / "encounters" / f"20261122-131935-{request.param}-1"
    shutil.copytree(KEPT / request.param, copy)
    (state / "active").write_text(f"{copy.name}\n")
    return copy


def first_text(folder: Path) -> str:
    [first, *_] = Journal(folder / "journal.jsonl").entries_up_to(1)
    return str(first.record["text"]["after"])


@pytest.mark.parametrize("with_head", [True, False])
def test_an_old_history_goes_back_to_its_beginning_and_forth(
    folder: Path, with_head: bool, type_line: Type
) -> None:
    if not with_head:
        (folder / "head.json").unlink()
    file = folder / "encounter.yaml"
    now = file.read_bytes()
    steps = type_line(["log", "--json"]).doc["steps"]
    undoable = sum(s["kind"] in ("step", "edit", "amend") and not s["undone"] for s in steps)
    undone = sum(s["undone"] for s in steps)
    assert undoable
    assert undone
    assert type_line(["board"]).status == 0
    done = type_line(["undo", str(undoable)])
    assert done.status == 0, done.err
    assert file.read_text() == first_text(folder)
    assert type_line(["redo", str(undoable)]).status == 0
    assert file.read_bytes() == now


def test_an_old_fight_is_among_those_that_are_kept(folder: Path, type_line: Type) -> None:
    [fight] = type_line(["fights", "--json"]).doc["fights"]
    assert (fight["name"], fight["active"], "fault" in fight) == (folder.name, True, False)
    title = fight["title"]
    type_line(["new", "Another", "--ruleset", fight["ruleset"]])
    assert type_line(["switch", title]).status == 0
    assert type_line(["board", "--json"]).doc["name"] == title


def test_an_old_history_is_told_in_sentences(folder: Path, type_line: Type) -> None:
    done = type_line(["log", "--export", "story.md"])
    assert done.status == 0, done.err
    keys = {
        part[0]
        for line in (folder / "journal.jsonl").read_bytes().splitlines()
        for part in unseal(line).get("story") or ()
        if isinstance(part, list)
    }
    assert keys
    story = Path("story.md").read_text(encoding="utf-8").replace("\\", "")
    told = set(story.replace("*", "").replace(";", " ").split())
    assert not {key for key in keys if "." in key} & told


def test_a_history_of_a_later_format_is_refused_in_a_line(folder: Path, type_line: Type) -> None:
    journal = folder / "journal.jsonl"
    *_, last = journal.read_bytes().splitlines(keepends=True)
    record = unseal(last[:-1]) | {"format": FORMAT + 1}
    # What a later version has written beside it, this one does not believe.
    (folder / "head.json").unlink()
    journal.write_bytes(journal.read_bytes().removesuffix(last) + seal(record) + b"\n")
    before = journal.read_bytes()
    for words in (["board"], ["next"], ["undo"], ["log"], ["save", "x.yaml"]):
        done = type_line(words)
        assert done.status == 1
        assert f"is of format {FORMAT + 1}" in done.err
        assert len(done.err.splitlines()) == 1
    assert journal.read_bytes() == before


def test_what_is_written_today_says_its_format(folder: Path, type_line: Type) -> None:
    assert type_line(["set", "fight", "round=7"]).status == 0
    last = (folder / "journal.jsonl").read_text().splitlines()[-1]
    head = json.loads((folder / "head.json").read_text())
    assert json.loads(last)["format"] == FORMAT
    assert isinstance(head["format"], int)


def test_a_head_that_another_program_wrote_is_not_believed(
    folder: Path, type_line: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it says was checked by other rules: the file is read again."""
    type_line(["set", "fight", "round=7"])
    head = folder / "head.json"
    told = unseal(head.read_bytes().rstrip(b"\n"))
    told["state"]["name"] = "As another program had it"
    head.write_bytes(seal(told) + b"\n")
    assert type_line(["board", "--json"]).doc["name"] == told["state"]["name"]
    told["program"] += " another"
    head.write_bytes(seal(told) + b"\n")
    assert type_line(["board", "--json"]).doc["name"] != told["state"]["name"]


def formats_of(folder: Path) -> set[int]:
    """Of the entries of a history; the first versions wrote none."""
    lines = (folder / "journal.jsonl").read_bytes().splitlines()
    return {unseal(line).get("format", 0) for line in lines}


def test_every_format_so_far_has_a_history_here() -> None:
    kept = set().union(*map(formats_of, KEPT.iterdir()))
    assert kept == set(range(FORMAT + 1))


def test_every_format_of_files_so_far_has_a_save_here() -> None:
    saves = [yaml.safe_load((one / "encounter.yaml").read_text()) for one in KEPT.iterdir()]
    assert {save["gmtrack"] for save in saves} == set(range(1, ENCOUNTER_FORMAT + 1))
    assert all(save["fight"] for save in saves)


def test_every_format_of_exported_histories_so_far_is_here() -> None:
    heads = [json.loads(one.read_text().splitlines()[0]) for one in RECORDED.glob("*.jsonl")]
    assert {head["format"] for head in heads} == set(range(1, RECORDING_FORMAT + 1))


@pytest.mark.parametrize("name", sorted(path.name for path in KEPT.iterdir()))
def test_an_old_save_opens_as_it_stood(name: str, tmp_path: Path, type_line: Type) -> None:
    save = KEPT / name / "encounter.yaml"
    assert type_line(["load", str(save)]).status == 0
    board = type_line(["board", "--json"]).doc
    assert board["round"] == yaml.safe_load(save.read_text())["fight"]["round"]
    assert type_line(["save", "again.yaml"]).status == 0
    data = [yaml.safe_load(one.read_text()) for one in (save, Path("again.yaml"))]
    assert data[0] == data[1]
    assert type_line(["next", "--seed", "1"]).status == 0
