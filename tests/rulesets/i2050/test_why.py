"""`why` in an i2050 fight: every number of the screens has its parts, its steps and its rows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtrack.core.screen import Board, Number, Profile, Track
from gmtrack.store.check.schema import validate
from gmtrack.store.text.codec import parse

from ..comparing import Data
from ..typing_in import Answer, at_home_in, gmtrack, saved

ENCOUNTERS = Path(__file__).parents[3] / "encounters"
DECLARED = (
    f"load {ENCOUNTERS / 'street-samurai-duel.yaml'}",
    "roll-init",
    "act lotus fight samurai",
    "act samurai fight lotus --weapon katana",
    "act kaz fight student --weapon spear",
    "act student fight kaz",
    "act master weave",
)
ROUNDS = (
    *DECLARED,
    "next",
    "attack lotus samurai --roll attack=15 --roll defend=16 --roll damage=6,4 --roll location=14",
    "attack kaz student --roll attack=9 --roll defend=5 --roll damage=6 --roll location=2",
    "next",
    "roll-init",
    "act samurai fight lotus --weapon knuckles",
    "act lotus fight samurai",
    "act student move",
    "act kaz fight student --weapon spear --called head --with aim=2",
    "next",
    "attack lotus samurai --force --roll attack=12 --roll defend=7 --roll damage=6"
    " --roll location=12",
    "heal samurai 3 --location chest",
)
DUEL = DECLARED[0]
FOG = (f"load {ENCOUNTERS / 'three-thugs-in-the-fog.yaml'}", "set scene visibility=clear")
READ = {"healing": True, "intent": None}
"""What stands in a field as something else than the screen says."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    at_home_in(tmp_path, monkeypatch)
    return tmp_path


def done(line: str) -> Answer:
    answer = gmtrack(*line.split())
    assert answer.code == 0, f"{line}: {answer.err}"
    return answer


def play(*lines: str) -> None:
    for line in lines:
        done(line)


def why(who: str, what: str) -> Data:
    answer = gmtrack("why", who, *what.split(), "--json")
    assert answer.code == 0, f"{who} {what}: {answer.err}"
    return answer.doc


def screens(folder: Path, who: str) -> tuple[Board, Profile]:
    """The board, and what `show` has of somebody."""
    encounter, ruleset = validate(parse(saved(folder).decode(), "saved"), "saved")
    return ruleset.board(encounter), ruleset.show(encounter, who)


def tracks_of(board: Board, profile: Profile, who: str) -> Iterator[Track]:
    yield from profile.tracks
    yield from (track for row in profile.figure for track in row if track)
    yield from next(row for row in board.rows if row.id == who).tracks


def numbers_of(profile: Profile) -> Iterator[Number]:
    for section in profile.sections:
        yield from section.numbers


# --- all that the screens name ---


@pytest.mark.parametrize("who", ["lotus", "samurai", "kaz", "master", "student"])
def test_every_word_of_the_screens_is_found_with_its_value(home: Path, who: str) -> None:
    play(*ROUNDS)
    board, profile = screens(home, who)
    for column in board.columns:
        assert column.lower() in (number.label for number in numbers_of(profile))
        assert why(who, column)["what"]
    for track in tracks_of(board, profile, who):
        assert why(who, track.label)["value"] == track.now
    for number in numbers_of(profile):
        doc = why(who, number.label)
        told = int(number.value) if number.value.isdigit() else number.value
        assert doc["value"] in (told, READ.get(number.label, told)), number
        assert bool(doc["parts"]) == bool(number.parts)
        assert_explained(doc)


def assert_explained(doc: Data) -> None:
    """Parts add up, and every part and step has its rows."""
    if doc["parts"]:
        assert sum(part["value"] for part in doc["parts"]) == doc["value"]
        assert doc["rules"]
    assert all(part["rules"] for part in doc["parts"])
    assert all(step["rules"] for step in doc["history"])


def test_a_number_names_the_rows_of_each_part(home: Path) -> None:
    play(*DECLARED, "set samurai dex=8")
    assert shares(why("samurai", "Speed")) == [
        ("dex", 8, "IN-SPD-02"),
        ("katana", 13, "IN-SPD-02"),
        ("halved", -10, "IN-SPD-02 IN-R09 IN-R10"),
        ("medium", -2, "IN-SPD-03"),
    ]
    assert shares(why("samurai", "acts at")) == [
        ("speed", 9, "IN-SPD-02"),
        ("pair", 2, "IN-PHASE-07 IN-R11"),
    ]
    assert shares(why("master", "metres")) == [
        ("move", 6, "IN-MOVE-02"),
        ("weaving", -3, "IN-MOVE-04 IN-R09"),
    ]
    assert shares(why("master", "total")) == [("con", 9, "IN-R22"), ("siz", 9, "IN-R22")]
    assert shares(why("master", "unconscious below")) == [
        ("total", 18, "IN-DMG-05 IN-R20"),
        ("three quarters", -13, "IN-DMG-05 IN-R20"),
    ]
    assert shares(why("master", "knockdown")) == [("siz", 9, "IN-KD-02 IN-R21")]


def test_the_shots_of_a_burst_have_a_speed_each(home: Path) -> None:
    play(*FOG, "roll-init", "act rudy burst geezer-1 geezer-2 geezer-2 --with burst=3")
    doc = why("rudy", "acts at")
    assert (doc["value"], doc["rules"]) == ("11 10", ["IN-SPD-06", "IN-BURST-03", "IN-R11"])
    board, _ = screens(home, "rudy")
    assert next(row for row in board.rows if row.id == "rudy").cells[0] == "11 10"


def test_useless_limbs_take_metres(home: Path) -> None:
    play(DUEL, "damage lotus 8 --location abdomen", "damage kaz 9 --location right-leg")
    assert shares(why("lotus", "metres"))[1] == ("useless abdomen", -5, "IN-MOVE-05 IN-LIMB-02")
    assert shares(why("kaz", "metres"))[1] == ("useless leg", -5, "IN-LIMB-06 IN-R39")
    hurt = [step["what"] for step in why("kaz", "metres")["history"]]
    assert hurt == ["locations.right_leg"]


def shares(doc: Data) -> list[tuple[str, int, str]]:
    return [(one["label"], one["value"], " ".join(one["rules"])) for one in doc["parts"]]


# --- what has happened to it ---


def test_the_hit_points_know_every_step(home: Path) -> None:
    play(*ROUNDS)
    assert steps(why("samurai", "hp")) == [
        (9, 26, 19, "IN-DMG-04"),
        (19, 19, 22, "IN-DMG-06"),
    ]
    assert steps(why("samurai", "right arm")) == [(9, 7, 0, "IN-DMG-04")]


def test_the_speed_knows_what_was_declared_and_lost(home: Path) -> None:
    play(*ROUNDS)
    doc = why("samurai", "speed")
    told = [(step["seq"], step["what"], " ".join(step["rules"])) for step in doc["history"]]
    assert told == [
        (4, "intent", "IN-PHASE-02 IN-PHASE-04"),
        (9, "weapons.katana.status", "IN-LIMB-03 IN-R44 IN-R54"),
        (12, "intent", "IN-PHASE-01 IN-PHASE-04"),
        (13, "intent", "IN-PHASE-02 IN-PHASE-04"),
    ]
    lost = doc["history"][1]
    assert (lost["before"], lost["after"]) == ("ready", "dropped")


def steps(doc: Data) -> list[tuple[int, object, object, str]]:
    return [
        (step["seq"], step["before"], step["after"], " ".join(step["rules"]))
        for step in doc["history"]
    ]


# --- a step, line by line ---


def explained(line: str) -> Data:
    """The step of a line, carried out now."""
    done(line)
    return done("why --json").doc


def parts(doc: Data, roll: str) -> dict[str, tuple[int, str]]:
    return {
        one["label"]: (one["value"], " ".join(one["rules"]))
        for one in doc["parts"]
        if one["roll"] == roll
    }


def told(doc: Data) -> dict[str, str]:
    return {one["key"]: " ".join(one["rules"]) for one in doc["told"]}


def rolled(doc: Data) -> dict[str, str]:
    return {one["name"]: " ".join(one["rules"]) for one in doc["rolls"]}


def changed(doc: Data) -> dict[str, str]:
    return {one["what"]: " ".join(one["rules"]) for one in doc["history"]}


def test_a_blow_with_armor_parry_and_knockdown(home: Path) -> None:
    play(DUEL, "set lotus weapons.katana.status=ready")
    doc = explained(
        "attack samurai lotus --weapon katana --mod 1:rage --defense fight --roll attack=12"
        " --roll defend=7 --roll damage=9 --roll location=6 --roll knockdown=14"
    )
    assert parts(doc, "attack") == {"katana": (13, "IN-CORE-02"), "rage": (1, "IN-CORE-02")}
    assert parts(doc, "knockdown") == {"dex": (13, "IN-CORE-03")}
    rows = rolled(doc)
    assert (rows["attack"], rows["damage"]) == ("IN-CORE-01", "IN-WIN-01")
    assert (rows["location"], rows["knockdown"]) == ("IN-WIN-03 IN-LOC-01", "IN-KD-02 IN-R21")
    facts = told(doc)
    assert facts["struck"] == "IN-DMG-01 IN-DMG-02 IN-DMG-03"
    assert (facts["check"], facts["prone"]) == ("IN-WIN-02", "IN-KD-02 IN-R21")
    assert changed(doc)["pools.hp"] == "IN-DMG-04"


def test_a_blow_from_behind_at_somebody_on_the_ground(home: Path) -> None:
    play(DUEL, "damage student 8 --location right-leg")
    doc = explained(
        "attack kaz student --weapon spear --with behind --mod -5:smoke --roll attack=18"
    )
    assert parts(doc, "attack") == {
        "spear": (12, "IN-CORE-02"),
        "behind": (5, "IN-MOD-04 IN-R17"),
        "foe-below": (5, "IN-MOD-02 IN-MOD-03"),
        "smoke": (-5, "IN-CORE-02"),
    }
    doc = explained("attack student kaz --without foe-above --roll attack=19")
    assert parts(doc, "attack")["on-ground"] == (-5, "IN-MOD-10 IN-R27")


def test_a_dodge_below_the_armor_and_above_it(home: Path) -> None:
    play(DUEL)
    doc = explained("attack samurai lotus --defense dodge --roll attack=12 --roll dodge=13")
    assert parts(doc, "dodge") == {
        "dex": (13, "IN-CORE-03"),
        "armor": (-1, "IN-DODGE-02"),
        "firearm": (-10, "IN-DODGE-04 IN-R35"),
    }
    facts = told(doc)
    assert (facts["overdone"], facts["prone"]) == ("IN-DODGE-05", "IN-DODGE-05")
    assert (facts["miss"], rolled(doc)["dodge"]) == ("IN-OPP-08", "IN-DODGE-01")


def test_a_grievous_wound_halves(home: Path) -> None:
    play(DUEL, "damage samurai 14")
    doc = explained("attack samurai lotus --roll attack=6")
    assert parts(doc, "attack")["grievous"] == (-5, "IN-WND-04 IN-R09 IN-R46")
    doc = explained("damage samurai 6")
    assert told(doc)["unconscious"] == "IN-DMG-05 IN-R20"
    assert changed(doc)["out"] == "IN-DMG-05 IN-R20"
    assert changed(doc)["prone"] == "IN-R53"


def test_an_aimed_shot_and_a_burst(home: Path) -> None:
    play(*FOG)
    doc = explained(
        "attack mona sally --called head --with aim=4 --roll attack=6 --roll damage=5,4"
        " --roll location=15"
    )
    assert parts(doc, "attack")["aim"] == (-4, "IN-AIM-01")
    assert told(doc)["shifted"] == "IN-AIM-02 IN-R41"
    doc = explained(
        "attack rudy geezer-1 geezer-2 --with burst=2 --roll attack.1=9 --roll attack.2=9"
    )
    assert parts(doc, "attack.2")["burst"] == (-5, "IN-BURST-01 IN-R32")
    assert parts(doc, "attack.2")["switches"] == (-1, "IN-BURST-03")


def test_limbs_and_fumbles_have_the_row_of_their_own(home: Path) -> None:
    play(DUEL)
    legs = told(explained("damage lotus 8 --location abdomen"))
    assert (legs["prone"], legs["useless"]) == ("IN-LIMB-02", "IN-LIMB-02")
    assert told(explained("damage samurai 9 --location head"))["unconscious"] == "IN-LIMB-05"
    doc = explained("attack kaz student --weapon spear --roll attack=20 --roll attack_fumble=9")
    assert rolled(doc)["attack_fumble"] == "IN-FUM-02"
    assert (told(doc)["fumble"], told(doc)["dropped"]) == ("IN-FUM-01 IN-R06", "IN-FUM-03 IN-R47")
