"""`why` in an sr3 fight: all that `board` and `show` call something, and some rows by heart."""

from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.screen import Board, Profile, Track

from ..evening import opened
from ..typing_in import Answer, at_home_in, gmtrack

ENCOUNTERS = Path(__file__).parents[3] / "encounters"
GARAGE = (
    f"load {ENCOUNTERS / 'garage-night.yaml'}",
    "roll-init --roll rook=5,4 --roll spotter=6 --roll guard-1=6 --roll brick=5 --roll boss=3"
    " --roll hale=2 --roll guard-2=1 --roll guard-3=3 --roll drone=1",
    "attack rook guard-1 --with mode=bf --with pool=3 --with resist-pool=1"
    " --roll attack=5,5,2,2,1,3,1,1,2 --roll resist=5,2,1,1 --roll resist_pool=3"
    " --roll knockdown=5,4,1,3",
    "next",
    "act spotter aim rook",
    "attack spotter rook --called head --with resist-pool=1 --mod 1:sweat"
    " --roll attack=6,6,2,1,5,4 --roll attack_again=3,4 --roll resist=4,3,2,1,1"
    " --roll resist_pool=1 --roll knockdown=4,2,1,1,1",
    "damage guard-1 2 --type stun",
    "set brick stun=1",
)
"""Steps 1 to 8."""
STAIRS = (
    f"load {ENCOUNTERS / 'stairwell.yaml'}",
    "attack ash thug-1 --with pool=3 --with defense-pool=2 --roll attack=5,4,3,2,1,6,3,1,2"
    " --roll defend=5,2,3,1,6,2 --roll resist=6,2,1,3 --roll resist_again=4"
    " --roll knockdown=5,2,1,3",
    "effect ash prone",
)
"""Steps 1 to 3."""
SPENT = "combat pool"
"""Called so is what is left of it, and the whole."""


def done(*argv: str) -> Answer:
    answer = gmtrack(*argv)
    assert answer.code == 0, answer.err
    return answer


def why(*words: str) -> dict[str, Any]:
    return done("why", *words, "--json").doc


def played(lines: tuple[str, ...], folder: Path, patch: pytest.MonkeyPatch) -> None:
    at_home_in(folder, patch)
    for line in lines:
        done(*line.split())


@pytest.fixture
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(GARAGE, tmp_path, monkeypatch)


@pytest.fixture
def stairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(STAIRS, tmp_path, monkeypatch)


def seen(who: str, folder: Path) -> tuple[Board, Profile]:
    """What people see of the fight as it is."""
    path = folder / "now.yaml"
    done("save", str(path))
    encounter, ruleset = opened(path)
    return ruleset.board(encounter), ruleset.show(encounter, who)


def number_of(text: str) -> int | str:
    """A number as `why` has it."""
    try:
        return int(text)
    except ValueError:
        return text


def shown(profile: Profile) -> dict[str, set[object]]:
    """All values that stand beside a label, or beside its other names."""
    found: dict[str, set[object]] = {}
    tracks: tuple[Track, ...] = profile.tracks
    for track in tracks:
        for name in (track.label, *track.names):
            found.setdefault(name, set()).add(track.now)
    for number in (number for section in profile.sections for number in section.numbers):
        for name in (number.label, *number.names):
            found.setdefault(name, set()).add(number_of(number.value))
    return found


@pytest.mark.usefixtures("garage")
@pytest.mark.parametrize("who", ["rook", "guard-1", "hale", "drone"])
def test_all_that_has_a_name_on_the_screens_can_be_asked_for(who: str, tmp_path: Path) -> None:
    board, profile = seen(who, tmp_path)
    values = shown(profile)
    assert {column.lower() for column in board.columns} <= {name.lower() for name in values}
    for name, known in values.items():
        doc = why(who, name)
        assert doc["value"] in known, name
        assert all(part["rules"] for part in doc["parts"]), name
        if doc["parts"]:
            assert sum(part["value"] for part in doc["parts"]) == doc["value"], name


@pytest.mark.usefixtures("garage")
def test_a_number_has_the_parts_that_show_has(tmp_path: Path) -> None:
    for who in ("rook", "guard-1", "brick"):
        _, profile = seen(who, tmp_path)
        for number in (number for section in profile.sections for number in section.numbers):
            doc = why(who, number.label)
            told = [(part["label"], part["value"]) for part in doc["parts"]]
            spent = number.label == SPENT and doc["value"] != number_of(number.value)
            assert spent or told == [tuple(part) for part in number.parts], number.label


@pytest.mark.usefixtures("garage")
@pytest.mark.parametrize(
    ("column", "value"),
    [("Init", 5), ("Pool", 4), ("Wounds", 4), ("Ammo", "20/20")],
)
def test_a_column_of_the_board_is_a_number(column: str, value: object, tmp_path: Path) -> None:
    board, _ = seen("guard-1", tmp_path)
    cell = next(row for row in board.rows if row.id == "guard-1").cells
    assert why("guard-1", column)["value"] == value
    assert str(value) in cell[board.columns.index(column)]


def steps(who: str, what: str) -> list[tuple[object, ...]]:
    """Number, before, after and rows of what has changed it."""
    history = why(who, what)["history"]
    return [(one["seq"], one["before"], one["after"], one["rules"]) for one in history]


@pytest.mark.usefixtures("garage")
def test_the_steps_that_changed_a_track_or_the_score_are_told_with_their_rows() -> None:
    hit = ["SR-136", "SR-137", "SR-140"]
    assert steps("guard-1", "physical") == [(3, 0, 6, hit)]
    assert steps("guard-1", "stun") == [(7, 0, 2, ["SR-136", "SR-137", "SR-143"])]
    assert steps("guard-1", "Init") == [
        (2, None, 9, ["SR-007"]), (3, 9, 6, ["SR-142"]), (7, 6, 5, ["SR-142"]),
    ]  # fmt: skip
    assert steps("rook", "Pool") == [(3, 7, 4, ["SR-004"]), (6, 4, 3, ["SR-004"])]
    assert steps("rook", "ammo") == [(3, 30, 27, ["SR-056"])]
    assert steps("brick", "stun") == [(8, 0, 1, [])]


def parts(who: str, what: str) -> list[tuple[object, ...]]:
    found = why(who, what)["parts"]
    return [(one["label"], one["value"], one["rules"]) for one in found]


@pytest.mark.usefixtures("garage")
def test_derived_numbers_come_from_these_rows() -> None:
    assert parts("guard-1", "Wounds") == [
        ("physical", 3, ["SR-141"]), ("stun", 1, ["SR-038", "SR-141"]),
    ]  # fmt: skip
    assert parts("guard-1", "reaction") == [
        ("quickness", 4, ["SR-R05"]), ("intelligence", 3, ["SR-R05"]), ("halved", -4, ["SR-R05"]),
    ]  # fmt: skip
    assert {row for *_, rows in parts("brick", "combat pool") for row in rows} == {"SR-R06"}
    assert parts("rook", "ballistic") == [
        ("armored jacket", 5, ["SR-R39"]), ("half of second skin", 1, ["SR-R39"]),
    ]  # fmt: skip
    assert ("gyro harness", 1, ["SR-073"]) in parts("hale", "impact")
    assert {row for *_, rows in parts("drone", "ballistic") for row in rows} == {"SR-R08"}


def rows(step: str, roll: str, of: str) -> dict[str, list[str]]:
    """The rows of each part of a number of a roll."""
    found = why(step)["parts"]
    return {one["label"]: one["rules"] for one in found if (one["roll"], one["of"]) == (roll, of)}


@pytest.mark.usefixtures("garage")
def test_the_numbers_of_a_shot_come_from_these_rows() -> None:
    assert rows("3", "attack", "pool") == {"skill": ["SR-047"], "pool": ["SR-004"]}
    assert rows("3", "attack", "tn") == {
        "base": ["SR-044", "SR-046"],
        "recoil": ["SR-068", "SR-069", "SR-070", "SR-071"],
        "visibility": ["SR-127", "SR-131"],
        "smartlink": ["SR-077"],
    }
    assert rows("3", "resist", "tn") == {"power": ["SR-048"], "armor": ["SR-048"]}
    assert rows("3", "knockdown", "tn") == {"half-power": ["SR-082", "SR-083"]}
    aimed = rows("6", "attack", "tn")
    assert aimed["called"] == ["SR-075"]
    assert aimed["aim"] == ["SR-126", "SR-R26"]
    assert aimed["sweat"] == ["SR-001"]
    codes = [one["rules"] for one in why("6")["told"] if one["key"] == "code"]
    assert codes == [["SR-088", "SR-090"], ["SR-076"]]


@pytest.mark.usefixtures("stairs")
def test_the_numbers_of_a_blow_come_from_these_rows() -> None:
    assert rows("2", "attack", "pool") == {"skill": ["SR-012"], "pool": ["SR-004"]}
    assert rows("2", "attack", "tn")["superior-position"] == ["SR-027"]
    assert rows("2", "defend", "tn")["visibility"] == ["SR-128", "SR-131"]
    assert rows("2", "resist", "tn") == {"power": ["SR-016"]}
    assert rows("2", "knockdown", "tn") == {"strength": ["SR-030"]}
    told = {one["key"]: one["rules"] for one in why("2")["told"]}
    assert told["damage"] == ["SR-015", "SR-016"]
    assert told["knocked-back.to"] == ["SR-032", "SR-R34"]
    # What the GM does by hand is of no row.
    assert steps("ash", "prone") == [(3, False, True, [])]
