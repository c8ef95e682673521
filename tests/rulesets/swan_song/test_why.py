"""`why` in Swan Song: everything that `board` and `show` call something, and its rows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtrack.core.screen import Number, Profile
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.store.session import open_session

from ..comparing import Data
from ..typing_in import Answer, at_home_in, gmtrack

ENCOUNTER = Path(__file__).parents[3] / "encounters" / "loading-dock.yaml"
SCORES = {"vex": 5, "mira": 6, "sergeant": 4, "ivo": 1, "pike": 1, "tomas": 1, "ox": 1, "lena": 4}
ROLLS = [word for who, dice in SCORES.items() for word in ("--roll", f"{who}={dice}")]
LINES = (
    ["load", str(ENCOUNTER)],
    ["roll-init", "--seed", "1", *ROLLS],
    "attack vex sergeant --called neck --roll attack=5,6,5,5,2,2,1 --roll defense=2,5,2,5,3,2,2,2"
    " --roll soak=1,3,4,3,3,2,1,4,1 --roll stun=1,3,3,2,6,3",
    "next",
    "act mira run",
    "act mira take-cover good --with barrier=crates --with stay",
    "next",
    "attack lena mira --weapon carbine --with mode=burst --mod 2:aim --seed 2",
    "act mira carry-body ox --force",
    "set pike pools.flesh=5",
    "attack ox sergeant --force --weapon sledge --mod -5:kindly --seed 3",
)
CALLED, BURST = 3, 8
"""Steps: the called shot, the burst."""
ASKED = ("mira", "ox", "sergeant", "van")
"""One with a shield, an encumbered one, one who is hurt, a vehicle."""
NONE_OF_VEHICLES = ("Wounds",)
"""Columns that are always empty for a vehicle."""


@pytest.fixture(scope="module")
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module", autouse=True)
def fight(tmp_path_factory: pytest.TempPathFactory, patch: pytest.MonkeyPatch) -> None:
    at_home_in(tmp_path_factory.mktemp("dock"), patch)
    for line in LINES:
        done(*(line.split() if isinstance(line, str) else line))


def done(*argv: str) -> Answer:
    answer = gmtrack(*argv)
    assert answer.code == 0, answer.err
    return answer


def why(*words: str) -> Data:
    return done("why", *words, "--json").doc


def profiles() -> list[Profile]:
    with open_session(None, write=False) as session:
        return [ruleset.show(session.encounter, who) for who in ASKED]


def numbers(profile: Profile) -> list[Number]:
    return [number for section in profile.sections for number in section.numbers]


def rows(doc: Data, roll: str) -> dict[str, list[str]]:
    """The rows of a roll's parts, by their labels."""
    return {part["label"]: part["rules"] for part in doc["parts"] if part["roll"] == roll}


def test_every_column_of_the_board_is_found() -> None:
    with open_session(None, write=False) as session:
        board = ruleset.board(session.encounter)
        sheets = {row.id: session.encounter.sheet(row.id) for row in board.rows}
    for row in board.rows:
        for column, cell in zip(board.columns, row.cells, strict=True):
            if column in NONE_OF_VEHICLES and sheets[row.id].get("vehicle"):
                continue
            value = why(row.id, column)["value"]
            now = cell.partition("/")[0]
            assert now == str(value) or (cell == "-" and not value), (row.id, column)


def test_every_track_is_found_with_its_value() -> None:
    for profile in profiles():
        for track in profile.tracks:
            for name in (track.label, *track.names):
                assert why(profile.doc["id"], name)["value"] == track.now, (profile.title, name)


def test_every_number_of_show_is_found_and_its_parts_sum_to_it() -> None:
    for profile in profiles():
        for number in numbers(profile):
            for name in (number.label, *number.names):
                check_number(profile, number, why(profile.doc["id"], *name.split()))


def check_number(profile: Profile, number: Number, doc: Data) -> None:
    value, where = doc["value"], (profile.title, number.label)
    assert isinstance(value, list) or number.value.startswith(str(value)), where
    assert [part["label"] for part in doc["parts"]] == [part.label for part in number.parts], where
    assert all(part["rules"] for part in doc["parts"]), where
    if number.parts:
        whole = int(number.value.split()[0])
        assert sum(part["value"] for part in doc["parts"]) == whole, where


def test_no_number_has_the_name_of_a_track() -> None:
    """The one would hide the parts of the other."""
    for profile in profiles():
        tracks: set[str] = {track.label for track in profile.tracks}
        assert not tracks & {number.label for number in numbers(profile)}


def test_the_numbers_that_follow_from_others_say_by_which_rows() -> None:
    def parts(who: str, *what: str) -> list[tuple[str, int, list[str]]]:
        doc = why(who, *what)
        return [(part["label"], part["value"], part["rules"]) for part in doc["parts"]]

    assert parts("mira", "defense") == [
        ("reaction", 1, ["SS-DEF-01"]),
        ("intuition", 4, ["SS-DEF-01"]),
    ]
    assert parts("mira", "reaction") == [
        ("sheet", 4, ["R-TEST-16"]),
        ("carried body", -3, ["SS-BAR-31", "R-BAR-13"]),
    ]
    assert parts("ox", "soak") == [
        ("armor", 12, ["SS-ATK-13"]),
        ("half-body", 3, ["SS-ATK-12", "SS-ATK-13"]),
    ]
    assert parts("ox", "agility") == [
        ("sheet", 3, ["R-TEST-16"]),
        ("encumbrance", -1, ["SS-ARM-08", "R-ARM-5"]),
    ]
    assert parts("ox", "physical", "limit") == [
        ("strength (twice)", 12, ["R-TEST-11"]),
        ("body", 6, ["R-TEST-11"]),
        ("reaction", 2, ["R-TEST-11"]),
        ("to a third, rounded up", -13, ["R-TEST-11"]),
    ]
    assert parts("ox", "encumbrance") == [
        ("accessories", 8, ["SS-ARM-08", "R-ARM-4"]),
        ("strength", -6, ["SS-ARM-08", "R-ARM-4"]),
        ("half", -1, ["SS-ARM-08", "R-ARM-4"]),
    ]


def test_a_wound_modifier_follows_the_tracks() -> None:
    for name in ("Wounds", "wound modifier"):
        doc = why("sergeant", name)
        flesh = next(part for part in doc["parts"] if part["label"] == "flesh")
        assert flesh["rules"] == ["SS-WND-01", "R-WND-1"]
        assert doc["value"] == sum(part["value"] for part in doc["parts"])
        first = doc["history"][0]
        assert (first["seq"], first["what"], first["before"]) == (CALLED, "pools.flesh", 10)


def test_the_history_of_a_track_names_what_took_the_points() -> None:
    hit = why("sergeant", "flesh")["history"][0]
    assert (hit["seq"], hit["before"], hit["after"]) == (CALLED, 10, 2)
    assert hit["rules"] == ["SS-DMG-02", "SS-DMG-03", "SS-DMG-04"]


def test_what_the_gm_sets_is_no_rule() -> None:
    by_hand = why("pike", "flesh")["history"][-1]
    assert (by_hand["after"], by_hand["rules"]) == (5, [])


def test_the_history_of_the_score_names_the_roll_and_what_lowered_it() -> None:
    rolled, stunned, *_ = why("sergeant", "score")["history"]
    assert (rolled["before"], rolled["after"], rolled["rules"]) == (None, 12, ["SS-INIT-07"])
    assert (stunned["seq"], stunned["before"], stunned["after"]) == (CALLED, 12, 0)
    assert stunned["rules"] == ["SS-INIT-18", "SS-INIT-21", "R-INIT-7", "SS-EFF-07", "R-INIT-8"]


def test_the_history_of_action_points_names_the_price() -> None:
    given, run, cover, *_ = why("mira", "AP")["history"]
    assert given["rules"] == ["SS-ACT-02", "R-INIT-9"]
    assert (run["before"], run["after"]) == (3, 2)
    assert run["rules"][0] == "SS-ACT-23"
    assert cover["rules"][0] == "SS-ACT-30"
    assert why("vex", "AP")["history"][-1]["rules"] == ["SS-ACT-27"]


def test_a_called_shot_names_its_penalty_and_its_effects() -> None:
    doc = why(str(CALLED))
    assert rows(doc, "attack") == {
        "agility": ["SS-ATK-04", "R-ATK-6"],
        "pistols": ["SS-ATK-04", "R-ATK-6"],
        "called": ["SS-ATK-37", "SS-ATK-38"],
    }
    assert rows(doc, "soak") == {
        "armor": ["SS-ATK-13"],
        "arp": ["SS-ATK-10", "SS-ARM-04", "SS-ARM-05"],
        "half-body": ["SS-ATK-12", "SS-ATK-13"],
    }
    assert rows(doc, "stun") == {
        "body": ["SS-EFF-07"],
        "willpower": ["SS-EFF-07"],
        "wounds": ["SS-WND-04"],
    }
    changed = {(one["who"], one["what"]): one["rules"] for one in doc["history"]}
    assert changed["sergeant", "effects"] == ["SS-EFF-07", "SS-EFF-16"]
    assert changed["sergeant", "prone"] == ["SS-KD-01", "SS-KD-02", "SS-KD-03"]
    assert changed["vex", "ap"] == ["SS-ACT-27"]


def test_each_modifier_of_a_defense_names_its_own_row() -> None:
    doc = why(str(BURST))
    assert rows(doc, "defense") == {
        "reaction": ["SS-DEF-01"],
        "intuition": ["SS-DEF-01"],
        "cover": ["SS-DEF-26", "SS-DEF-27"],
        "running": ["SS-DEF-25"],
        "mode": ["SS-DEF-21", "SS-DEF-22", "SS-DEF-23"],
    }
    assert rows(doc, "attack")["target-running"] == ["SS-ATK-33", "SS-MOVE-09"]
    assert rows(doc, "attack")["aim"] == ["SS-ATK-46", "R-ATK-3"]
