"""`next` always goes on: to the next turn, pass or round, in every ruleset."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from long_run import LONG

from gmtrack.cli.main import execute
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.table import PlayTable

Type = Callable[[list[str]], Any]
FIGHTS = {
    "swan-song": "knife-fight", "spotlight": "stand-off", "storyteller": "back-room",
    "sr3": "stairwell", "i2050": "street-samurai-duel",
}  # fmt: skip


@pytest.mark.parametrize("fight", FIGHTS.values(), ids=FIGHTS)
def test_next_alone_runs_a_whole_evening(type_line: Type, fight: str) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    rounds = []
    for number in range(40):
        answer = type_line(["next", "--seed", str(number), "--json"])
        assert answer.status == 0, answer
        document = json.loads(answer.out)
        assert document["command"] == "next"
        rounds.append(document["round"])
        if rounds[-1] > 3 and not LONG:
            break
    assert rounds == sorted(rounds)
    assert rounds[0] == 1
    assert rounds[-1] > 2


def test_where_a_round_begins_it_takes_what_roll_init_takes(type_line: Type) -> None:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    begun = json.loads(type_line(["next", "--roll", "joe=6", "--roll", "bob=1", "--json"]).out)
    dice = {roll["who"]: (roll["dice"], roll["given"]) for roll in begun["rolls"]}
    assert dice["joe"] == ([6], True)
    refused = type_line(["next", "--roll", "joe=6"])
    assert refused.status == 1
    assert type_line(["undo"]).status == 0
    assert json.loads(type_line(["board", "--json"]).out)["phase"] == "not-started"


def test_words_of_a_round_have_no_place_in_the_middle_of_one(type_line: Type) -> None:
    assert type_line(["load", "encounters/street-samurai-duel.yaml"]).status == 0
    assert type_line(["next", "--with", "first=pc"]).status == 0
    refused = type_line(["next", "--with", "first=pc"])
    assert refused.status == 1
    assert "first=pc" in refused.err


def test_at_the_prompt_nobody_is_passed_over_unasked(type_line: Type) -> None:
    assert type_line(["load", "encounters/street-samurai-duel.yaml"]).status == 0
    table, asked = PlayTable(execute), []

    def put(choice: PlayerChoice) -> str:
        asked.append(choice.text)
        return choice.words[len(asked) % 2].word  # no, then yes

    table.asking.put = put
    table.run_line("n")
    assert table.fight is not None
    assert not asked
    step = table.fight.board.clock
    table.run_line("n")
    assert table.fight.board.clock == step
    assert "Still to declare: Lotus, Kaz" in asked[0]
    table.run_line("n")
    assert table.fight.board.clock != step


def test_of_steps_that_are_alike_only_what_has_changed_is_shown(
    type_line: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    assert type_line(["load", "encounters/street-samurai-duel.yaml"]).status == 0
    for line in ("next", "act kaz move lotus"):
        assert type_line(line.split()).status == 0
    table = PlayTable(execute)

    def told(line: str = "n") -> list[str]:
        capsys.readouterr()
        assert table.run_line(line) == 0
        return capsys.readouterr().out.splitlines()

    while table.fight and table.fight.board.clock[1] != ("step", "movement"):
        entering = told()
    assert any("movement  metre 0" in line for line in entering)
    assert told("n 1") == ["  metre 1: Kaz"]
    assert told("n 1") == ["  metre 2: Kaz"]
    assert any("metre 2" in line for line in told("b"))
    assert '"order"' in told("next 1 --json")[0]
    assert "metre 4" in told("next 1 --dry-run")[1]
    assert told("x kaz stop")[0] == "  Kaz stops"
    ending = told()
    assert any("Duel with the street samurai  end of round 1" in line for line in ending)
    table.run_line("undo 2")
    table = PlayTable(execute, board="always")
    assert any("movement  metre 4" in line for line in told("n 1"))


def test_who_may_interrupt_is_told_to_those_who_ask(
    type_line: Callable[[list[str]], Any],
) -> None:
    type_line(["load", "encounters/ganger-ambush.yaml"])
    type_line(["next", "--seed", "1"])
    assert "interrupt" not in type_line(["next", "--seed", "1"]).out
    told = " ".join(type_line(["what"]).out.split())
    assert "can still interrupt (`what WHO`): Mira Kade, Unit 7, Blaze, Chains" in told


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_twelve_fit_on_a_screen_when_they_roll_initiative(
    type_line: Type, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_line(["new", "Twelve", "--ruleset", ruleset])
    type_line(["add", "Vex", "--template", "@ganger", "--count", "4", "--set", "side=pc"])
    type_line(["add", "Thug", "--template", "@thug", "--count", "8"])
    whole = type_line(["roll-init", "--seed", "3"]).out
    assert len(re.findall(r"^  initiative  ", whole, re.MULTILINE)) == {
        "i2050": 0,
        "spotlight": 4,
    }.get(ruleset, 12)
    type_line(["undo"])
    monkeypatch.setattr("gmtrack.view.console.count_rows", lambda stream: 24)
    lines = type_line(["roll-init", "--seed", "3"]).out.splitlines()
    assert len(lines) <= 22
    rows = re.findall(r"^.. (?:Thug|Vex) \d ", "\n".join(lines), re.MULTILINE)
    assert len(set(rows)) == len(rows) == 12


@pytest.mark.parametrize(("fight", "spent", "label"), [
    ("stairwell", "simple_left=1", "simple actions left"),
    ("stairwell", "free_left=0", "free actions left"),
    ("stairwell", "pool_left=0", "combat pool left"),
    ("stand-off", "ap=1", "AP"),
    ("back-room", "decay=2", "Defense lost"),
])  # fmt: skip
def test_what_every_turn_gives_back_is_not_told(
    type_line: Type, fight: str, spent: str, label: str
) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    assert type_line(["next", "--seed", "1"]).status == 0
    people = [one["id"] for one in json.loads(type_line(["board", "--json"]).out)["order"]]
    field, tells = spent.partition("=")[0], re.compile(rf"  {label} (\d+ )?->")
    for who in people:
        assert tells.search(type_line(["set", who, spent]).out)
    for number in range(20):
        told = type_line(["next", "--seed", str(number)]).out
        assert not tells.search(told)
        assert type_line(["undo"]).status == 0
        done = json.loads(type_line(["next", "--seed", str(number), "--json"]).out)
        if any(change["what"] == field for change in done["changes"]):
            break
    else:
        pytest.fail(f"{field} never comes back")
    assert not tells.search(type_line(["log", str(step_of_last(type_line))]).out)


def step_of_last(type_line: Type) -> int:
    """The number of the last step."""
    return int(json.loads(type_line(["log", "--json"]).out)["steps"][-1]["seq"])
