"""`stats`: what each did, against fights that were counted by hand."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.store.history.journal import seal, unseal

Type = Callable[[list[str]], Any]
KEPT = Path(__file__).parents[1] / "histories"
NOTHING = {
    "attacks": 0, "hits": 0, "damage_dealt": 0, "damage_taken": 0, "put_out": [],
    "luck": {"hits": 0, "expected": 0.0, "percentile": 0.5},
}  # fmt: skip
COUNTERED = "attack thug-1 ash --roll attack=1,1,2,2 --seed 3"
COUNTED = {
    "knife-fight": (
        [
            "attack joe bob --roll attack=6,6,2,4,1,5,1 --roll defense=2,5,4 --roll soak=5,5,1,1",
            "damage bob 2",
            "heal bob 1",
        ],
        # Seven dice at 5 and above, and three and four of them.
        {"joe": (1, 1, 4, 0, [], 3, 7 / 3), "bob": (0, 0, 0, 6, [], 3, 7 / 3)},
    ),
    "garage-night": (
        [
            "attack rook guard-1 --roll attack=3,1,2,6,4,5 --roll resist=1,5,2,6"
            " --roll knockdown=2,2,6,1",
            "damage boss 2",
        ],
        # Six dice at 4; four at 2, and four at 3.
        {
            "rook": (1, 1, 3, 0, [], 3, 3),
            "guard-1": (0, 0, 0, 3, [], 4, 4 * 5 / 6 + 4 * 4 / 6),
            "boss": (0, 0, 0, 2, [], 0, 0),
        },
    ),
    "ninth-street": (
        [
            "attack wendy punk --weapon katana --roll attack=6,5,2,5,3",
            "attack joe punk --roll attack=1,2,3,5,1",
        ],
        {
            "wendy": (1, 1, 3, 0, [], 3, 5 / 3),
            "joe": (1, 0, 0, 0, [], 1, 5 / 3),
            "punk": (0, 0, 0, 3, [], 0, 0),
        },
    ),
    "car-park": (
        [
            "attack crane guard-1 --roll attack=8,3",
            "attack dana clerk --roll attack=7,1,10,7,6,4 --roll attack_again=8",
            "attack dana clerk --roll attack=7,9,8,7,6,4",
        ],
        # Each die is a third of a success, with those that are rolled again.
        {
            "crane": (1, 1, 1, 0, [], 1, 2 / 3),
            "dana": (2, 2, 10, 0, ["clerk"], 4, 4),
            "guard-1": (0, 0, 0, 1, [], 0, 0),
            "clerk": (0, 0, 0, 10, [], 0, 0),
        },
    ),
    "street-samurai-duel": (
        [
            "attack samurai kaz --roll attack=11",
            "attack master lotus --weapon katana --roll attack=13 --roll damage=4,4"
            " --roll location=7",
        ],
        # At or under 10; above 20 nothing can fail.
        {
            "samurai": (1, 0, 0, 0, [], 0, 0.5),
            "master": (1, 1, 6, 0, [], 1, 1),
            "lotus": (0, 0, 0, 6, [], 0, 0),
        },
    ),
}


def played(name: str, type_line: Type) -> dict[str, Any]:
    type_line(["load", f"encounters/{name}.yaml"])
    for line in COUNTED[name][0]:
        done = type_line(line.split())
        assert done.status == 0, done.err
    return dict(type_line(["stats", "--json"]).doc)


@pytest.mark.parametrize("name", COUNTED)
def test_a_fight_is_counted_as_by_hand(name: str, type_line: Type) -> None:
    doc = played(name, type_line)
    assert list(doc) == ["combatants", "rounds", "minutes", "breaks"]
    for who, found in doc["combatants"].items():
        if who not in COUNTED[name][1]:
            assert found == NOTHING
            continue
        attacks, hits, dealt, taken, put_out, fell, expected = COUNTED[name][1][who]
        luck = found.pop("luck")
        assert found == {
            "attacks": attacks, "hits": hits, "damage_dealt": dealt, "damage_taken": taken,
            "put_out": put_out,
        }  # fmt: skip
        assert luck["hits"] == fell
        assert luck["expected"] == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("name", COUNTED)
def test_a_step_that_was_taken_back_was_never_there(name: str, type_line: Type) -> None:
    before = played(name, type_line)
    for line in ("damage {0} 1", "roll-init --seed 1", "next --seed 2"):
        assert type_line(line.format(next(iter(before["combatants"]))).split()).status == 0, line
    assert type_line(["stats", "--json"]).doc["combatants"] != before["combatants"]
    type_line(["undo", "3"])
    after = type_line(["stats", "--json"]).doc
    assert after["combatants"] == before["combatants"]
    assert after["rounds"] == before["rounds"] == 0


def test_rounds_are_those_that_began(type_line: Type) -> None:
    played("knife-fight", type_line)
    for line in ("roll-init --seed 1", "next", "next", "next", "next", "next --seed 3", "end"):
        assert type_line(line.split()).status == 0, line
    steps = type_line(["log", "--json"]).doc["steps"]
    assert type_line(["stats", "--json"]).doc["rounds"] == max(step["round"] or 0 for step in steps)


def test_who_puts_out_whom_is_who_hurt_them_last(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    strike = "attack joe bob --roll attack=6,6,6,6,6,6,6 --seed 1"
    for line in ("damage bob 9", strike, "heal bob all", "damage bob 40"):
        done = type_line(line.split())
        assert done.status == 0, done.err
    people = type_line(["stats", "--json"]).doc["combatants"]
    assert people["joe"]["put_out"] == ["bob"]
    assert people["bob"]["put_out"] == []


def test_a_counter_is_the_defenders_deed(type_line: Type) -> None:
    type_line(["load", "encounters/stairwell.yaml"])
    done = type_line(
        ["attack", "thug-1", "ash", "--roll", "attack=1,1,2,2", "--seed", "3", "--json"]
    )
    assert done.doc["outcome"] == "countered", done.doc
    people = type_line(["stats", "--json"]).doc["combatants"]
    dealt = done.doc["damage"]["dealt"]
    assert dealt
    assert (people["ash"]["damage_dealt"], people["thug-1"]["damage_taken"]) == (dealt, dealt)
    assert (people["thug-1"]["attacks"], people["thug-1"]["hits"]) == (1, 0)


def test_one_who_was_removed_is_counted_by_name(type_line: Type) -> None:
    played("knife-fight", type_line)
    type_line(["remove", "bob"])
    assert type_line(["stats", "--json"]).doc["combatants"]["bob"]["damage_taken"] == 6
    assert "Bob Rock" in type_line(["stats"]).out


def test_breaks_are_no_time_at_the_table(type_line: Type, tmp_path: Path) -> None:
    played("knife-fight", type_line)
    [journal] = tmp_path.rglob("journal.jsonl")
    stamps = ["19:00:00", "19:00:00", "19:10:00", "20:10:00", "20:15:30"]
    lines, at = [], 0
    for line, stamp in zip(journal.read_bytes().splitlines(), stamps, strict=False):
        record = unseal(line) | {"time": f"2026-01-01T{stamp}Z"}
        lines.append(seal(json.loads(json.dumps(record))))
        at += len(line) + 1
    journal.write_bytes(b"\n".join(lines) + b"\n")
    doc = type_line(["stats", "--json"]).doc
    assert (doc["minutes"], doc["breaks"]) == (10.0, 1)
    told = "0 rounds, 10 minutes at the table (1 break of more than 30 minutes left out)"
    assert told in type_line(["stats"]).out


@pytest.mark.parametrize("name", sorted(path.name for path in KEPT.iterdir()))
def test_an_old_history_is_counted(name: str, tmp_path: Path, type_line: Type) -> None:
    state = tmp_path / "state"
    copy = state / "encounters" / f"20261122-131935-{name}-1"
    shutil.copytree(KEPT / name, copy)
    (state / "active").write_text(f"{copy.name}\n")
    steps = type_line(["log", "--json"]).doc["steps"]
    attacks = [s for s in steps if s["line"].startswith("attack") and not s["undone"]]
    doc = type_line(["stats", "--json"]).doc
    assert sum(one["attacks"] for one in doc["combatants"].values()) == len(attacks)
    assert type_line(["stats"]).status == 0


def test_the_screen_has_one_row_for_each_and_says_what_luck_is(type_line: Type) -> None:
    played("knife-fight", type_line)
    screen = type_line(["stats"]).out.splitlines()
    assert screen[:3] == [
        "            Hits    Dealt  Taken  Luck",
        "Joe Schmoe  1 of 1      4      0  3 for 2.3, 70 %",
        "Bob Rock    -           0      6  3 for 2.3, 70 %",
    ]
    assert screen[4] == "0 rounds, 0 minutes at the table"
    assert screen[5].startswith("luck: hits and successes that fell")


def test_a_blow_that_waits_puts_out_whom_it_hits_later(type_line: Type, tmp_path: Path) -> None:
    text = Path("encounters/street-samurai-duel.yaml").read_text(encoding="utf-8")
    duel = tmp_path / "duel.yaml"
    separate = "house_rules: {losers_phase: separate}\ncombatants:"
    duel.write_text(text.replace("combatants:", separate, 1), encoding="utf-8")
    assert type_line(["load", str(duel)]).status == 0
    for line in (
        "set lotus hp=1",
        "roll-init --seed 1",
        "act master fight lotus --weapon katana",
    ):
        done = type_line(line.split())
        assert done.status == 0, done.err
    for _ in range(8):
        type_line(["next", "--seed", "1", "--force"])
        if type_line(["board", "--json"]).doc["acting"] == "master":
            break
    blow = "attack master lotus --weapon katana --roll attack=13 --roll damage=4,4"
    done = type_line([*blow.split(), "--roll", "location=7", "--json"])
    assert done.doc["damage"]["pending"], done.doc
    assert type_line(["stats", "--json"]).doc["combatants"]["master"]["put_out"] == []
    while type_line(["show", "lotus", "--json"]).doc["status"] == "up":
        assert type_line(["next", "--seed", "1"]).status == 0
    assert type_line(["stats", "--json"]).doc["combatants"]["master"]["put_out"] == ["lotus"]
