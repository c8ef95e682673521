"""What the players' page is told: what they may know of the steps, and no secret in any of it."""

import json
from typing import Any

import pytest

from gmtrack.app.players_page import page_of_session
from gmtrack.store.session import open_session

SECRETS = ("Hook", "hook", "traitor", "pays the gang", "knucks", "secret", ".yaml", "ambusher")
PLAYED = [
    ["set", "hook", "notes=the traitor"],
    ["note", "fight", "who pays the gang"],
    ["hide", "hook"],
    ["roll-init", "--seed", "1"],
    ["attack", "unit7", "spit", "--force", "--seed", "3"],
    ["attack", "hook", "vex", "--force", "--seed", "4"],
    ["attack", "unit7", "hook", "--force", "--seed", "5"],
    ["attack", "spit", "mira", "--force", "--seed", "6"],
    ["act", "hook", "gesture", "the", "secret", "signal", "--force"],
    ["act", "vex", "speak", "the", "secret", "word", "--force"],
    ["test", "hook", "composure", "--force", "--seed", "7"],
    ["test", "mira", "composure", "--force", "--seed", "7"],
    ["damage", "spit", "30"],
    ["damage", "hook", "30"],
]  # fmt: skip


def shown() -> dict[str, Any]:
    with open_session(None, write=False) as session:
        return page_of_session(session)


@pytest.fixture
def fight(type_line: Any) -> Any:
    """A GM who has played a while, with a hidden foe."""
    assert type_line(["load", "encounters/ganger-ambush.yaml"]).status == 0
    for line in PLAYED:
        screen = type_line(line)
        assert screen.status == 0, (line, screen.err)
    return type_line


def lines(doc: dict[str, Any]) -> list[str]:
    return [line for part in doc["story"] for line in part["lines"]]


def test_the_story_tells_attacks_tests_and_who_goes_down(fight: Any) -> None:
    doc = shown()
    told = lines(doc)
    assert [part["head"] for part in doc["story"]] == ["Round 1"]
    assert told[0].startswith("Unit 7 attacks Spit with Shoulder autocannon and ")
    assert told[1].startswith("Somebody attacks Vex and ")
    assert told[2].startswith("Unit 7 attacks somebody")
    assert told[3].startswith("Spit attacks Mira Kade")
    assert any(line.startswith("Mira Kade: composure") for line in told)
    assert told[-1] == "Spit goes down"
    assert doc["last"]["line"] == "Spit goes down"


def test_no_secret_is_in_what_is_sent(fight: Any) -> None:
    text = json.dumps(shown(), ensure_ascii=False)
    assert [secret for secret in SECRETS if secret in text] == []


def test_of_foes_there_are_no_numbers_and_no_dice(fight: Any) -> None:
    doc = shown()
    foes = [row for row in doc["rows"] if row["side"] == "foe"]
    assert {row["name"] for row in foes} == {"Blaze", "Chains", "Dodger", "Spit"}
    for row in foes:
        assert (row["tracks"], row["conditions"], row["cells"]) == ([], [], [])
        assert row["status"] == row["health"]
    fight(["attack", "blaze", "mira", "--force", "--seed", "8"])
    assert {one["who"] for one in shown()["last"]["dice"]} <= {"Mira Kade"}


def test_what_is_undone_is_told_no_more_and_what_is_mended_is(fight: Any) -> None:
    before = shown()
    fight(["attack", "vex", "chains", "--force", "--seed", "9"])
    assert lines(shown())[-1].startswith("Vex attacks Chains") or "Chains" in lines(shown())[-1]
    fight(["undo"])
    undone = shown()
    assert undone.pop("moment") != before.pop("moment"), "it says what was taken back"
    assert undone == before
    number = next(
        entry["seq"] for entry in fight(["log", "--json"]).doc["steps"]
        if entry["line"].startswith("attack unit7 spit")
    )  # fmt: skip
    fight(["amend", str(number), "--drop"])
    assert not any(line.startswith("Unit 7 attacks Spit") for line in lines(shown()))


def test_a_fight_that_has_not_begun_says_so(type_line: Any) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    doc = shown()
    assert doc["clock"] == [["", "not started"]]
    assert (doc["last"], doc["story"], doc["turn"]["now"]) == (None, [], [])
    assert [row["name"] for row in doc["rows"]] == ["Joe Schmoe", "Bob Rock"]


def test_who_is_next_is_the_one_after_whose_turn_it_is(type_line: Any) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["roll-init", "--roll", "joe=6", "--roll", "bob=1"])
    assert shown()["turn"] == {
        "now": ["Joe Schmoe"],
        "next": ["Bob Rock"],
        "left": "3 AP",
        "everybody": "",
    }
    type_line(["next"])
    assert shown()["turn"] == {"now": ["Bob Rock"], "next": [], "left": "", "everybody": ""}
