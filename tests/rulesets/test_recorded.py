"""Histories that were exported when they were played: today's rules play them the same, or the
change is a decision that stands in the CHANGELOG."""

import json
from pathlib import Path
from typing import Any

import pytest
from long_run import part

from .conftest import BeginWith
from .typing_in import gmtrack, saved

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.jsonl"))
FIGHT = str(Path(__file__).parents[2] / "encounters" / "knife-fight.yaml")


pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_an_old_fight_goes_as_it_went(path: Path) -> None:
    answer = gmtrack("replay", str(path), "--verify", "--json")
    steps = len(path.read_text().splitlines()) - 1
    assert answer.code == 0, answer.out
    assert answer.doc == {"command": "replay", "steps": steps, "same": True}


def documents(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path: Path, documents: list[Any]) -> str:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in documents))
    return str(path)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_first_step_that_goes_otherwise_is_named(path: Path, tmp_path: Path) -> None:
    found = documents(path)
    changed = next(one for one in found[20:] if any("after" in c for c in one["changes"]))
    change = next(c for c in reversed(changed["changes"]) if "after" in c)
    change["after"] = "otherwise"
    answer = gmtrack("replay", write(tmp_path / "other.jsonl", found), "--verify", "--json")
    assert (answer.code, answer.doc["same"]) == (1, False)
    assert (answer.doc["seq"], answer.doc["line"]) == (changed["seq"], changed["line"])
    assert [one["was"] for one in answer.doc["differences"]] == ["otherwise"]
    shown = gmtrack("replay", str(tmp_path / "other.jsonl"), "--verify")
    assert f"step {changed['seq']} goes otherwise" in " ".join(shown.out.split())


def test_a_step_that_is_refused_now_is_named_with_why(tmp_path: Path) -> None:
    found = documents(RECORDED[0])
    found[5]["line"] = "attack nobody anybody"
    answer = gmtrack("replay", write(tmp_path / "other.jsonl", found), "--verify", "--json")
    assert answer.code == 1
    assert "nobody" in answer.doc["why"]


BROKEN = {
    "empty": [],
    "no head": [{"kind": "step"}],
    "a later format": [{"kind": "gmtrack-history", "format": 99, "text": ""}],
    "no encounter": [{"kind": "gmtrack-history", "format": 1, "text": "[1"}],
    "a list": [[1]],
    "no step": ["head", {"seq": 2}],
    "no path": ["head", {"seq": 2, "kind": "step", "line": "next", "time": "", "changes": [1]}],
    "no dice": [
        "head",
        {"seq": 2, "kind": "step", "line": "next", "time": "", "changes": [], "dice": [[1]]},
    ],
    "no rolls": [
        "head",
        {"seq": 2, "kind": "step", "line": "next", "time": "", "changes": [],
         "report": {"rolls": [3]}},
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_one_error_with_its_line(name: str, tmp_path: Path) -> None:
    head = documents(RECORDED[0])[0]
    lines = [head if one == "head" else one for one in BROKEN[name]]
    file = write(tmp_path / "broken.jsonl", lines)
    answer = gmtrack("replay", file)
    assert answer.code == 1
    assert "broken.jsonl" in answer.err
    assert "crash" not in answer.err


@pytest.mark.parametrize(
    "path", [["name"], ["fight", "nowhere", "deep"], ["combatants", "joe"], ["scene", "x"]]
)
def test_an_edit_that_does_not_fit_is_refused(path: list[str], tmp_path: Path) -> None:
    head = documents(RECORDED[0])[0]
    edit = {"seq": 2, "kind": "edit", "line": "", "time": "", "report": {}}
    edit["changes"] = [{"path": path, "after": {"a": [1]}}]
    file = write(tmp_path / "edited.jsonl", [head, edit])
    answer = gmtrack("replay", file, "--verify", "--json")
    assert (answer.code, "why" in answer.doc) == (1, True)


def test_the_fight_that_is_open_and_a_kept_one_are_played_again(tmp_path: Path) -> None:
    for line in (
        f"load {FIGHT}", "roll-init --seed 1", "attack joe bob --seed 2 --force", "damage bob 1",
        "undo", "damage bob 2", "amend 3 --mod 2 --seed 1", "roll 2d6",
    ):  # fmt: skip
        assert gmtrack(*line.split()).code == 0
    before = saved(tmp_path)
    done = gmtrack("replay", "--json")
    assert done.doc == {"command": "replay", "steps": 4, "same": True}
    told = gmtrack("replay").out
    assert "Joe Schmoe attacks Bob Rock" in told
    assert "4 steps, all as they went" in told
    assert gmtrack("load", FIGHT.replace("knife-fight", "loading-dock")).code == 0
    assert gmtrack("replay", "knife-fight", "--verify").code == 0
    assert gmtrack("replay", "no-such-fight").code == 1
    assert gmtrack("switch", "knife-fight").code == 0
    assert saved(tmp_path) == before
    file = tmp_path / "away.jsonl"
    assert gmtrack("log", "--export", str(file)).code == 0
    assert gmtrack("replay", str(file), "--verify").code == 0


@pytest.mark.parametrize("path", part(RECORDED, 2), ids=lambda path: path.stem)
def test_a_recorded_fight_is_opened_with_its_history(
    path: Path, tmp_path: Path, begin_with: BeginWith
) -> None:
    begin_with(f"load {path}")
    recorded, kept = documents(path)[1:], gmtrack("log", "--json").doc["steps"]
    assert [one["line"] for one in kept] == [
        f"load {path}",
        *(step["line"] for step in recorded),
    ]
    assert [one["time"] for one in kept[1:]] == [step["time"] for step in recorded]
    assert gmtrack("replay", "--verify").code == 0
    assert gmtrack("log", "--export", str(tmp_path / "again.jsonl")).code == 0
    again = documents(tmp_path / "again.jsonl")
    keys = ("line", "report", "changes", "time")
    assert [[one[key] for key in keys] for one in again[1:]] == [
        [one[key] for key in keys] for one in recorded
    ]
    steps = len(recorded)
    assert gmtrack("undo", str(steps)).code == 0
    assert gmtrack("undo").code == 1


def test_a_history_that_fits_nothing_opens_nothing(tmp_path: Path) -> None:
    assert gmtrack("load", FIGHT).code == 0
    before = gmtrack("fights", "--json").doc
    found = documents(RECORDED[0])
    deep = {"path": ["fight", "combatants", "nobody", "deep", "ap"], "before": 1, "after": 2}
    found[5]["changes"] = [deep]
    answer = gmtrack("load", write(tmp_path / "other.jsonl", found), "--json")
    assert answer.code == 1
    assert "does not fit what is before it" in answer.doc["error"]["message"]
    assert gmtrack("fights", "--json").doc == before
    found[5]["changes"] = [{"path": ["combatants", "joe", "sied"], "after": 7}]
    answer = gmtrack("load", write(tmp_path / "other.jsonl", found), "--json")
    assert (answer.code, gmtrack("fights", "--json").doc) == (1, before)


@pytest.mark.usefixtures("home")
def test_steps_keep_their_numbers_where_one_was_taken_out(tmp_path: Path) -> None:
    file = str(tmp_path / "fight.jsonl")
    assert gmtrack("load", FIGHT).code == 0
    for words in ("note bob one", "note bob two", "note bob three", "amend 3 --drop"):
        assert gmtrack(*words.split()).code == 0
    assert gmtrack("log", "--export", file).code == 0
    assert gmtrack("load", file).code == 0
    steps = gmtrack("log", "--json").doc["steps"]
    assert [(one["seq"], one["line"]) for one in steps[1:]] == [
        (2, "note bob one"),
        (4, "note bob three"),
    ]
    assert gmtrack("note", "bob", "four").code == 0
    assert gmtrack("log", "--json").doc["steps"][-1]["seq"] == 5
