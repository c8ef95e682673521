"""The clock of the dying in histories: those of an earlier version come out as they did."""

import json
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import EDITION

from ..typing_in import gmtrack

ALLEY = Path(__file__).parents[2] / "recorded" / "winter-alley.jsonl"
FIGHT = """\
gmtrack: 1
name: Alley
ruleset: sr3
combatants:
  sam: {side: pc}
  zed: {side: pc, body: 2}
"""

pytestmark = pytest.mark.usefixtures("home")


def documents(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_by_rules_of_today_an_old_history_would_come_out_otherwise(tmp_path: Path) -> None:
    head, *steps = documents(ALLEY)
    assert not any("edition" in step for step in steps)
    path = tmp_path / "today.jsonl"
    today = [head, *({**step, "edition": EDITION} for step in steps)]
    path.write_text("".join(f"{json.dumps(one)}\n" for one in today))
    answer = gmtrack("replay", str(path), "--verify", "--json")
    assert (answer.code, answer.doc["line"]) == (1, "next")
    assert [one["what"] for one in answer.doc["differences"]] == ["bleeding"]


def test_an_old_history_goes_on_in_a_fight_that_is_made_of_it(home: Path) -> None:
    assert gmtrack("load", str(ALLEY)).code == 0
    assert gmtrack("replay", "--verify").code == 0
    for line in ("damage zed 4", "roll-init --roll doc=3 --roll gus=2", "next", "next"):
        assert gmtrack(*line.split()).code == 0
    gmtrack("log", "--export", str(home / "alley.jsonl"))
    _, *steps = documents(home / "alley.jsonl")
    assert {step["edition"] for step in steps[:-4]} == {1}
    assert {step["edition"] for step in steps[-4:]} == {EDITION}
    assert gmtrack("replay", "--verify").code == 0
    assert gmtrack("show", "zed", "--json").doc["bleeding"] == 2


def test_every_step_names_its_edition_and_keeps_it_when_it_is_amended(home: Path) -> None:
    (home / "alley.yaml").write_text(FIGHT)
    gmtrack("load", str(home / "alley.yaml"))
    for line in ("damage zed 9", "damage zed 1", "roll-init --roll sam=1", "next"):
        assert gmtrack(*line.split()).code == 0
    amended = gmtrack("amend", "2", "damage", "zed", "10")
    assert amended.code == 0, amended.err
    gmtrack("log", "--export", str(home / "alley.jsonl"))
    _, *steps = documents(home / "alley.jsonl")
    assert [step["edition"] for step in steps] == [EDITION] * len(steps)
    assert gmtrack("replay", str(home / "alley.jsonl"), "--verify").code == 0
    assert gmtrack("show", "zed", "--json").doc["bleeding"] == 1
    assert gmtrack("undo").code == 0
    assert gmtrack("undo").code == 0
    assert gmtrack("show", "zed", "--json").doc["bleeding"] == 2


def test_the_board_and_why_tell_the_clock(home: Path) -> None:
    (home / "alley.yaml").write_text(FIGHT.replace("body: 2", "body: 3"))
    gmtrack("load", str(home / "alley.yaml"))
    for line in ("damage zed 10", "roll-init --roll sam=1", "next"):
        assert gmtrack(*line.split()).code == 0
    assert "bleeding (2 turns)" in " ".join(gmtrack("board").out.split())
    told = gmtrack("why", "zed", "bleeding")
    assert told.code == 0, told.err
    assert "SRX-208" in told.out
    gmtrack("set", "zed", "stable=true")
    assert "stable" in gmtrack("board").out
