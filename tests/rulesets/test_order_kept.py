"""Whoever is taken out stands, in the history, where they stood: in that order people roll."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from gmtrack.core.draft import Draft

from .typing_in import done, saved

AMBUSH = str(Path(__file__).parents[2] / "encounters" / "ganger-ambush.yaml")
STORIES = {
    "one goes": ["roll-init --seed 1", "remove blaze"],
    "two go": ["roll-init --seed 1", "remove vex,blaze", "next"],
    "two go and one comes again": [
        "roll-init --seed 1", "remove blaze", "remove vex", "add blaze",
        "roll-init --seed 2 --force", "remove dodger", "roll-init --seed 3 --force",
    ],
    "one goes and another is mended": [
        "roll-init --seed 1", "damage spit 1", "remove blaze", "amend 3 damage spit 2",
        "roll-init --seed 2 --force",
    ],
    "one who had gone stays": [
        "roll-init --seed 1", "remove blaze", "amend 3 --drop", "roll-init --seed 2 --force",
    ],
    "the first who had gone stays": [
        "remove unit7", "roll-init --seed 1", "amend 2 --drop", "roll-init --seed 2 --force",
    ],
}  # fmt: skip


pytestmark = pytest.mark.usefixtures("home")


def play(lines: Sequence[str]) -> None:
    done("load", AMBUSH)
    for line in lines:
        done(*line.split())


def ids(text: str) -> list[str]:
    return list(yaml.safe_load(text)["combatants"])


@pytest.mark.parametrize("name", STORIES)
def test_a_fight_from_which_somebody_went_goes_as_it_went(name: str, tmp_path: Path) -> None:
    play(STORIES[name])
    done("replay", "--verify")
    done("log", "--export", str(tmp_path / "away.jsonl"))
    done("replay", str(tmp_path / "away.jsonl"), "--verify")
    done("load", str(tmp_path / "away.jsonl"))
    done("replay", "--verify")


@pytest.mark.parametrize("name", ["one goes", "two go", "two go and one comes again"])
def test_a_history_that_does_not_say_where_they_stood_goes_so_too(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Draft, "_place", lambda draft, path: None)
        play(STORIES[name])
    done("replay", "--verify")
    done("log", "--export", str(tmp_path / "away.jsonl"))
    done("replay", str(tmp_path / "away.jsonl"), "--verify")
    assert done("why", "2", "--json").doc["same"]


def test_what_came_before_is_explained() -> None:
    play(["roll-init --seed 1", "remove blaze", "remove vex"])
    assert done("why", "2", "--json").doc["same"]
    history = done("why", "mira", "score", "--json").doc["history"]
    assert [one["seq"] for one in history] == [2]
    assert history[0]["rules"]


def test_its_own_words_change_no_dice() -> None:
    play(["roll-init --seed 1", "remove blaze"])
    rolls = done("log", "--json").doc["steps"][1]["report"]["rolls"]
    doc = done("amend", "2", "--json").doc
    assert (doc["differences"], doc["new_rolls"]) == ([], [])
    assert done("log", "--json").doc["steps"][1]["report"]["rolls"] == rolls


@pytest.mark.parametrize("who", ["unit7", "blaze", "spit"])
def test_whoever_stays_after_all_stands_where_they_stood(who: str, tmp_path: Path) -> None:
    play([f"remove {who}"])
    done("amend", "2", "--drop")
    text = saved(tmp_path).decode()
    assert ids(text) == ids(Path(AMBUSH).read_text())
    assert "# the plain human" in text


def test_who_was_put_in_and_taken_out_by_hand(tmp_path: Path) -> None:
    play(["roll-init --seed 1"])
    [file] = (tmp_path / "home" / "encounters").glob("*/encounter.yaml")
    data = yaml.safe_load(file.read_text())
    zoe = data["combatants"].pop("blaze") | {"name": "Zoe"}
    data["fight"]["combatants"].pop("blaze")
    data["combatants"] = {"zoe": zoe, **data["combatants"]}
    file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))
    for line in ("roll-init --seed 2 --force", "replay --verify", "why 2"):
        done(*line.split())
