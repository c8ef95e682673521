"""`log`: the table of the steps, and one step as it was shown when it was played."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.cli import output

Type = Callable[[list[str]], Any]
KEPT = Path(__file__).parents[1] / "histories"
FIGHTS = {
    "knife-fight": (["attack", "joe", "bob"], ["damage", "bob", "2"]),
    "garage-night": (["attack", "rook", "guard-1"], ["test", "brick", "body"]),
    "ninth-street": (["attack", "joe", "punk"], ["damage", "punk", "1", "--location", "torso"]),
    "car-park": (["attack", "crane", "guard-1"], ["test", "rita", "wits"]),
    "street-samurai-duel": (["attack", "samurai", "kaz"], ["damage", "kaz", "2"]),
}


@pytest.fixture(params=FIGHTS)
def played(request: pytest.FixtureRequest, type_line: Type) -> list[str]:
    """What was shown of each step of a short fight, by its number less one."""
    type_line(["load", f"encounters/{request.param}.yaml"])
    shown = [""]
    for words in (*FIGHTS[request.param], ["attack", "nobody", "here"], ["roll-init"], ["end"]):
        done = type_line([*words, *(["--seed", "4"] if words[0] not in ("end",) else [])])
        if done.status == 0:
            shown.append(done.out)
    return shown


def test_a_step_is_shown_as_it_was(played: list[str], type_line: Type) -> None:
    assert len(played) == 5
    for seq, shown in enumerate(played[1:], start=2):
        told = type_line(["log", str(seq)]).out
        head, line, *rest = told.splitlines()
        assert head.startswith(f"step {seq}")
        body = shown.splitlines()
        assert rest
        assert rest == body[: len(rest)], line
        # Only a board may have followed what was told.
        assert body[len(rest) : len(rest) + 1] in ([], [""])


def test_rounds_are_those_in_which_a_step_began(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    for words in (
        ["damage", "bob", "1"], ["roll-init", "--seed", "1"], ["damage", "bob", "1"],
        ["set", "fight", "round=2"], ["damage", "bob", "1"], ["undo", "2"], ["heal", "bob", "1"],
        ["undo"], ["redo"], ["end"], ["damage", "bob", "1"],
    ):  # fmt: skip
        assert type_line(words).status == 0, words
    steps = type_line(["log", "--json"]).doc["steps"]
    assert [step["round"] for step in steps] == [
        None, None, None, 1, 1, 2, 2, 1, 1, 1, 1, None,
    ]  # fmt: skip
    assert [step["who"] for step in steps if step["line"].startswith("damage")] == ["bob"] * 4


@pytest.mark.parametrize(
    ("encounter", "begin", "told"),
    [
        ("knife-fight", "roll-init --roll joe=5 --roll bob=1", ["-> Bob Rock", "-> Joe Schmoe"]),
        ("ninth-street", "roll-init --seed 1", ["-> Wendy", "-> Sally"]),
        ("car-park", "roll-init --seed 1", ["-> Second guard", "-> Dana"]),
    ],
)
def test_next_says_whose_turn_began(
    type_line: Type, encounter: str, begin: str, told: list[str]
) -> None:
    type_line(["load", f"encounters/{encounter}.yaml"])
    for line in (begin, "next", "next"):
        assert type_line(line.split()).status == 0
    lines = type_line(["log"]).out.splitlines()
    assert [line.split("next  ")[1] for line in lines[3:5]] == told


def test_a_fight_that_was_loaded_in_mid_round_says_so(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["roll-init", "--seed", "1"])
    type_line(["save", "mid.yaml"])
    type_line(["load", "mid.yaml", "--fresh"])
    type_line(["damage", "bob", "1"])
    assert type_line(["log", "--json"]).doc["steps"][-1]["round"] == 1


@pytest.mark.parametrize(
    ("words", "who"),
    [
        (["attack", "joe", "bob"], "joe"),
        (["test", "bob", "body"], "bob"),
        (["damage", "joe,bob", "1"], "joe,bob"),
        (["set", "bob", "prone=true"], "bob"),
        (["roll-init"], None),
        (["next"], None),
    ],
)
def test_who_is_who_acts_or_whom_it_concerns(
    words: list[str], who: str | None, type_line: Type
) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    assert type_line(words).status == 0
    assert type_line(["log", "2", "--json"]).doc["who"] == who


def test_one_step_as_a_document_is_the_one_of_the_log(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["attack", "joe", "bob", "--seed", "3"])
    one = type_line(["log", "2", "--json"]).doc
    assert one == type_line(["log", "--json"]).doc["steps"][1]
    assert list(one) == ["seq", "kind", "line", "time", "round", "who", "undone", "report"]


@pytest.mark.parametrize(("step", "status"), [("3", 1), ("0", 2), ("-1", 2), ("x", 2)])
def test_a_step_that_is_not_there_is_refused_with_those_that_are(
    step: str, status: int, type_line: Type
) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["damage", "bob", "1"])
    done = type_line(["log", step])
    assert done.status == status
    if status == 1:
        assert done.err == "error: there is no step 3: the log has 1 to 2\n"


def test_one_step_and_the_last_steps_are_not_asked_for_together(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    assert type_line(["log", "1", "--last", "1"]).status == 2


def test_an_overruled_refusal_is_told_with_its_step(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["roll-init", "--roll", "joe=5", "--roll", "bob=1"])
    assert type_line(["attack", "bob", "joe", "--force", "--seed", "1"]).status == 0
    assert "(forced)" in type_line(["log"]).out
    assert "forced: " in type_line(["log", "3"]).out


@pytest.mark.parametrize("name", sorted(path.name for path in KEPT.iterdir()))
def test_each_step_of_an_old_history_is_told(name: str, tmp_path: Path, type_line: Type) -> None:
    state = tmp_path / "state"
    copy = state / "encounters" / f"20261122-131935-{name}-1"
    shutil.copytree(KEPT / name, copy)
    (state / "active").write_text(f"{copy.name}\n")
    steps = type_line(["log", "--json"]).doc["steps"]
    for step in steps:
        told = type_line(["log", str(step["seq"])])
        assert (told.status, told.err) == (0, "")
        # Dice that count stand in brackets, where the history has kept which do.
        dice = re.sub(r"[\[\]]", "", told.out)
        for roll in (step["report"] or {}).get("rolls", ()):
            assert " ".join(map(str, roll["dice"])) in dice
    attacks = [s for s in steps if s["line"].startswith("attack")]
    assert all(s["who"] == s["report"]["attacker"] for s in attacks)
    assert {s["round"] for s in steps} >= {None, 1}


def test_on_a_small_terminal_as_many_steps_as_fit(
    type_line: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    for _ in range(12):
        assert type_line(["damage", "bob", "0"]).status == 0
    monkeypatch.setattr(output, "count_rows", lambda stream: 9)
    told = type_line(["log"]).out.splitlines()
    assert len(told) == 8
    assert any(line.strip().startswith("13 ") for line in told)
    assert any("earlier" in line for line in told)
    assert len(type_line(["log", "--last", "12"]).out.splitlines()) > 9


def test_who_has_gone_keeps_the_name_in_earlier_steps(type_line: Type) -> None:
    attack = "attack joe bob --seed 4"
    for line in ("load encounters/knife-fight.yaml", attack, "remove bob"):
        assert type_line(line.split()).status == 0
    for _ in range(3):
        type_line(["damage", "joe", "1"])
    assert "Bob Rock" in type_line(["log", "2"]).out
    assert "Bob Rock" in type_line(["why", "2"]).out
