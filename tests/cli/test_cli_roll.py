"""`roll`: plain dice, logged where a fight is open."""

from collections.abc import Callable
from typing import Any

import pytest

Type = Callable[[list[str]], Any]


def test_dice_are_a_step_that_changes_nothing(knives: Type) -> None:
    before = knives(["board", "--json"]).doc, knives(["show", "bob", "--json"]).doc
    done = knives(["roll", "3d6+2", "--seed", "1"])
    assert done.status == 0
    assert (knives(["board", "--json"]).doc, knives(["show", "bob", "--json"]).doc) == before
    step = knives(["log", "--json"]).doc["steps"][-1]
    assert (step["line"], step["who"]) == ("roll 3d6+2 --seed 1", None)
    total = step["report"]["total"]
    assert total == sum(step["report"]["rolls"][0]["dice"]) + 2
    assert f"= total {total}" in done.out
    assert knives(["log"]).out.splitlines()[-2].endswith(f"roll 3d6+2 --seed 1  -> {total}")
    assert knives(["log", "2"]).out.endswith(done.out)
    assert knives(["undo"]).out == "undone: roll 3d6+2 --seed 1\n"
    assert knives(["log", "--json"]).doc["steps"][1]["undone"]
    assert knives(["redo"]).status == 0


def test_each_die_is_shown_and_those_that_count_stand_out(knives: Type) -> None:
    doc = knives(["roll", "6d6>=5", "--seed", "4", "--json"]).doc
    [roll] = doc["rolls"]
    assert doc["hits"] == sum(face >= 5 for face in roll["dice"])
    assert (doc["command"], doc["logged"], doc["changes"]) == ("roll", True, [])
    faces = " ".join(f"[{face}]" if face >= 5 else str(face) for face in roll["dice"])
    assert faces in knives(["roll", "6d6>=5", "--seed", "4"]).out


def test_the_same_seed_gives_the_same_dice(knives: Type) -> None:
    first, second, other = (
        knives(["roll", "9d10", "--seed", seed, "--json"]).doc["rolls"] for seed in ("1", "1", "2")
    )
    assert first == second != other


def test_a_dry_run_is_not_logged(knives: Type) -> None:
    doc = knives(["roll", "d6", "--dry-run", "--json"]).doc
    assert (doc["dry_run"], doc["logged"]) == (True, False)
    assert len(knives(["log", "--json"]).doc["steps"]) == 1


def test_without_a_fight_dice_are_rolled_and_that_is_said(type_line: Type) -> None:
    done = type_line(["roll", "2d6", "-1", "--seed", "1"])
    assert done.status == 0
    assert done.out.endswith("no fight is open: this is not logged\n")
    doc = type_line(["roll", "2d6", "--json"]).doc
    assert doc["logged"] is False
    assert "ruleset" not in doc


@pytest.mark.parametrize(("dice", "status"), [("3d", 1), ("joe", 1), ("999999999d6", 1)])
def test_what_is_no_dice_changes_nothing(dice: str, status: int, knives: Type) -> None:
    done = knives(["roll", dice, "--json"])
    assert done.status == status
    assert dice.removesuffix("d6") in done.doc["error"]["message"]
    assert len(knives(["log", "--json"]).doc["steps"]) == 1


def test_bad_dice_have_the_word_of_the_ruleset(knives: Type) -> None:
    bad = knives(["attack", "joe", "bob", "--roll", "attack=9", "--json"]).doc["error"]["kind"]
    assert knives(["roll", "joe", "--json"]).doc["error"]["kind"] == bad


def test_dice_are_no_part_of_the_story_and_of_nobodys_luck(knives: Type) -> None:
    before = knives(["stats", "--json"]).doc["combatants"]
    knives(["roll", "8d6>=5"])
    assert knives(["stats", "--json"]).doc["combatants"] == before
    assert "8d6" not in knives(["log", "--export", "-"]).out
