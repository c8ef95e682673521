"""Counters of the GM's own at the command line: read, moved, set, completed, told and checked."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_support import Gm

from gmtrack.cli.main import complete
from gmtrack.store.session import open_session

CLUB = """\
gmtrack: 1
name: Night club
ruleset: storyteller
counters:
  alarm: {name: Alarm, max: 6, at: {4: the guards arrive}, each: {at: round-end}}
templates:
  vampire:
    strength: 2
    dexterity: 2
    stamina: 2
    counters:
      blood: {name: Blood Pool, max: 10, now: 7, refill: night, players: thirst}
      bond: {max: 3, players: false}
combatants:
  lilith: {name: Lilith, side: pc, template: vampire}
  vlad: {name: Vlad, template: vampire}
  bob: {name: Bob, side: ally, strength: 2, dexterity: 2, stamina: 3}
"""


@pytest.fixture
def club(gm: Gm) -> Gm:
    Path("club.yaml").write_text(CLUB, encoding="utf-8")
    assert gm("load", "club.yaml").status == 0
    return gm


def numbers(gm: Gm, *words: str) -> list[int]:
    return [one["now"] for one in gm("count", *words, "--json").doc["counters"].values()]


# --- count ---


def test_a_counter_is_read_moved_and_set(club: Gm) -> None:
    assert club("count", "lilith", "blood").out == "Lilith: Blood Pool 7/10\n"
    assert club("count", "Lil", "blood", "-2").out == "  Lilith: Blood Pool 5/10 (was 7)\n"
    assert club("count", "lilith", "Blood", "Pool", "+1").out.endswith("6/10 (was 5)\n")
    assert club("count", "lilith", "blo", "0").status == 0
    assert numbers(club, "lilith", "blood") == [0]
    assert numbers(club, "lilith") == [0, 0]
    assert club("count", "fight").out == "Alarm 0/6\n"
    assert club("count", "fight", "al", "+4").out.splitlines() == [
        "  Alarm 4/6 (was 0)", "Alarm reaches 4: the guards arrive",
    ]  # fmt: skip
    assert club("count", "fight", "alarm").out == "Alarm 4/6, the guards arrive\n"


def test_reading_is_no_step_and_neither_is_what_changes_nothing(club: Gm) -> None:
    club("count", "lilith", "blood")
    assert "nothing has changed" in club("count", "lilith", "blood", "7").out
    assert len(club("log", "--json").doc["steps"]) == 1


@pytest.mark.parametrize("whom", [["lilith,vlad"], ["lilith", "vlad"], ["*l*"]])
def test_several_are_one_step(club: Gm, whom: list[str]) -> None:
    doc = club("count", *whom, "blood", "-1", "--json").doc
    assert [one["who"] for one in doc["results"]] == ["lilith", "vlad"]
    assert club("undo").status == 0
    assert numbers(club, "lilith", "blood") == numbers(club, "vlad", "blood") == [7]
    told = club("count", "lilith,vlad", "blood", "--json").doc["results"]
    assert [one["who"] for one in told] == ["lilith", "vlad"]


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("count lilith b 1", 1, "counter 'b' could be blood, bond"),
        ("count lilith blud", 1, "did you mean 'blood'?"),
        ("count nobody blood 1", 1, "no combatant 'nobody'"),
        ("count bob blood 1", 1, "bob has no counter: `set bob counters."),
        ("count fight doom 1", 1, "no counter 'doom'; there is alarm"),
        ("count lilith blood 99", 1, "Blood Pool is at 7/10 and cannot go to 99"),
        ("count lilith blood 99999999", 2, "too large"),
        ("count", 2, "WHO"),
    ],
)
def test_what_is_wrong_is_told(club: Gm, line: str, status: int, told: str) -> None:
    result = club(*line.split())
    assert result.status == status
    assert told in result.err


def test_the_history_knows_it(club: Gm) -> None:
    club("count", "lilith", "blood", "-2")
    club("count", "lilith", "blood", "-2")
    before = club("show", "lilith", "--json").doc
    for line in ("undo", "redo"):
        assert club(line).status == 0
    assert club("show", "lilith", "--json").doc == before
    why = club("why", "lilith", "blood", "--json").doc
    assert (why["value"], [one["after"] for one in why["history"]]) == (3, [5, 3])
    assert why["history"][0]["rules"] == ["ALL-COUNT-01"]
    changed = club("amend", "2", "count", "lilith", "blood", "-3", "--json").doc
    assert changed["differences"] == [
        {"who": "lilith", "what": "counters.blood", "was": 3, "now": 2}
    ]
    club("count", "fight", "alarm", "+1")
    last = str(club("log", "--json").doc["steps"][-1]["seq"])
    assert "Alarm" in club("amend", last, "--drop").out
    assert "as they went" in club("replay", "--verify").out


def test_set_makes_one_and_takes_one_out(club: Gm) -> None:
    assert club("set", "bob", "counters.luck={max: 3, now: 2}").status == 0
    assert numbers(club, "bob", "luck") == [2]
    assert club("set", "bob", "counters.luck=1").status == 0
    assert numbers(club, "bob", "luck") == [1]
    assert "from 0 to 3" in club("set", "bob", "counters.luck=4").err
    assert "did you mean 'luck'" in club("set", "bob", "counters.lucky=1").out
    assert club("set", "bob", "counters.luck=null").status == 0
    assert "has no counter" in club("count", "bob", "luck", "1").err
    assert club("set", "fight", "counters.heat={max: 5}").status == 0
    assert numbers(club, "fight") == [0, 0]
    club("undo")
    assert numbers(club, "fight") == [0]


def test_it_moves_with_next_and_is_due_in_what(club: Gm) -> None:
    club("roll-init", "--seed", "1")
    club("count", "fight", "alarm", "3")
    due = [one["help"] for one in club("what", "--json").doc["due"]]
    assert due == ["Alarm 3/6, +1 at the end of each round"]
    for _ in range(3):
        out = club("next").out
    assert "Alarm reaches 4: the guards arrive" in out
    assert "count fight alarm  Alarm is at 4: the guards arrive" in club("what").out
    doc = club("next", "--json").doc
    assert doc["counters"] == {"alarm": {"now": 4, "max": 6}}
    order = {one["id"]: one.get("counters") for one in doc["order"]}
    assert order["lilith"]["blood"] == {"now": 7, "max": 10}
    assert order["bob"] is None


def test_tracks_of_the_rules_and_counters_are_apart_in_json(club: Gm) -> None:
    entry = club("board", "--json").doc["order"][0]
    assert entry["tracks"] == {"health": {"now": 7, "max": 7}}
    assert list(entry["counters"]) == ["blood", "bond"]


def test_a_save_loads_again_to_the_same(club: Gm) -> None:
    club("count", "lilith", "blood", "2")
    club("count", "fight", "alarm", "3")
    before = club("board", "--json").doc
    assert club("save", "saved.yaml").status == 0
    assert club("load", "saved.yaml", "--fresh").status == 0
    assert club("board", "--json").doc == before


# --- completion ---


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gmtrack count fig", ["fight"]),
        ("gmtrack count lilith ", ["blood", "bond"]),
        ("gmtrack count fight a", ["alarm"]),
        ("gmtrack count bob ", []),
        ("gmtrack count lilith blood ", []),
    ],
)
@pytest.mark.usefixtures("club")
def test_a_shell_is_told_what_can_be_counted(
    capsys: pytest.CaptureFixture[str], text: str, words: list[str]
) -> None:
    for _ in ("learnt", "known"):
        capsys.readouterr()
        assert complete([text]) == 0
        found = [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines()]
        assert found == words


# --- players ---


def test_the_players_page_has_what_they_may_see(club: Gm) -> None:
    from gmtrack.app.players_page import page_of_session

    club("count", "lilith", "bond", "2")
    club("count", "fight", "alarm", "4")
    with open_session(None, write=False) as session:
        doc = page_of_session(session)
    tracks = {row["name"]: [track["label"] for track in row["tracks"]] for row in doc["rows"]}
    assert tracks["Lilith"][-1] == "thirst"
    assert tracks["Vlad"] == []
    assert [track["text"] for track in doc["tracks"]] == ["4/6"]
    assert doc["story"] == [{"head": "", "lines": ["The guards arrive"]}]
    for secret in ("bond", "Blood"):
        assert secret not in repr(doc)


# --- files ---


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("{max: 3, now: 4}", "counters.x.now: found 4, allowed: a whole number from 0 to 3"),
        ("{max: 3, at: {4: x}}", "counters.x.at.4: found 4, allowed: a whole number from 0 to 3"),
        ("{max: 3, at: {soon: x}}", "counters.x.at.soon: found 'soon', allowed: a whole number"),
        ("{max: 3, each: {at: turn-end}}", "the fight has no turn; allowed: round-start or"),
        ("{max: 3, each: {at: dusk}}", "one of round-start, round-end, turn-start, turn-end"),
        ("{max: 3, refill: evening}", "one of scene, hour, night, day, week, full"),
        ("{max: 3, refil: night}", "unknown key; did you mean 'refill'?"),
        ("{now: 3}", "counters.x.max: is missing"),
        ("{max: 1000000000}", "allowed: a whole number from 1 to 1000000"),
        ('{max: 3, name: "a\\e[31mb"}', "found 'a\\x1b[31mb', allowed: a text"),
        ("{max: 3, players: 3}", "allowed: true or false or a text"),
        ("7", "found 7, allowed: a map"),
    ],
)
def test_validate_tells_what_is_wrong_and_what_is_right(gm: Gm, written: str, told: str) -> None:
    text = CLUB.replace("counters:\n", f"counters:\n  x: {written}\n", 1)
    Path("club.yaml").write_text(text, encoding="utf-8")
    result = gm("validate", "club.yaml")
    assert result.status == 1
    assert told in result.out.replace("\n", " ")
    assert len(result.out.split("club.yaml:")) == 2


def test_validate_refuses_a_thousand_counters(gm: Gm) -> None:
    many = "".join(f"  c{number}: {{max: 3}}\n" for number in range(1000))
    text = CLUB.replace("counters:\n", f"counters:\n{many}", 1)
    Path("club.yaml").write_text(text, encoding="utf-8")
    assert "1001 counters; at most 30 are allowed" in gm("validate", "club.yaml").out


def test_i2050_has_no_turns_of_single_people(gm: Gm) -> None:
    assert gm("new", "x", "--ruleset", "i2050", "--example").status == 0
    who = gm("board", "--json").doc["order"][0]["id"]
    assert gm("set", who, "counters.a={max: 3, each: {at: round-end}}").status == 0
    result = gm("set", who, "counters.b={max: 3, each: {at: turn-end}}")
    assert "i2050 has no turns of single people; allowed: round-start or" in result.err


def test_a_counter_of_the_fight_is_found_without_the_word_fight(
    type_line: Callable[[list[str]], Any],
) -> None:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    made = type_line(["set", "fight", 'counters.barge={"max": 6, "name": "Barge"}'])
    assert made.status == 0
    assert "Barge 1/6 (was 0)" in type_line(["count", "barge", "+1"]).out
    assert "Barge 1/6" in type_line(["count", "bar"]).out
    refused = type_line(["count", "joe", "+1"])
    assert (refused.status, "joe has no counter" in refused.err) == (1, True)
