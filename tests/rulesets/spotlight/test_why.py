"""`why` in a Spotlight fight: all that the screens have is found, and knows its rows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Board, Number, Profile, Track
from gmtrack.rulesets import registry
from gmtrack.store.session import open_session

from ..typing_in import Answer, at_home_in, gmtrack

RULES = registry.load("spotlight")
FIGHT = Path(__file__).parents[3] / "encounters" / "ninth-street.yaml"
LINES = (
    f"load {FIGHT}",
    "roll-init --roll joe=5,5,1,1 --roll wendy=5,1,1,1 --roll sally=1,1,1 --roll bill=1,1",
    "attack joe punk --weapon uzi --with mode=burst --roll attack=5,6,5,6,5",
    "damage punk 3",
    "attack joe thug-1 --called left-leg --roll attack=5,5,5,5,5",
    "damage sally 5 --location left-leg",
    "damage bill 3 --type lethal --location head",
    "act bill cheat-death --roll willpower=5,1,1,1",
    "next",
    "set wendy ap=2",
)
BURST, CALLED, CHEAT = 3, 5, 8
"""Steps that are explained as a whole."""


@pytest.fixture(scope="module", autouse=True)
def fight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        at_home_in(tmp_path_factory.mktemp("fight"), patch)
        for line in LINES:
            done(*line.split())
        yield


def done(*argv: str) -> Answer:
    answer = gmtrack(*argv)
    assert answer.code == 0, (argv, answer.err)
    return answer


def why(*words: str) -> Answer:
    return done("why", *words, "--json")


def encounter() -> Encounter:
    with open_session(None, write=False) as session:
        return session.encounter


def board() -> Board:
    return RULES.board(encounter())


def profile(who: str) -> Profile:
    return RULES.show(encounter(), who)


def tracks(who: str) -> list[Track]:
    return [track for row in profile(who).figure for track in row if track]


def numbers(who: str) -> list[Number]:
    return [number for section in profile(who).sections for number in section.numbers]


PEOPLE = ("joe", "wendy", "sally", "bill", "punk", "thug-1", "thug-2", "boss")


@pytest.mark.parametrize("who", PEOPLE)
def test_what_the_board_has_is_found(who: str) -> None:
    shown = board()
    row = next(row for row in shown.rows if row.id == who)
    for head in shown.columns:
        why(who, head)
    for head, cell in zip(shown.columns[:2], row.cells, strict=False):
        assert str(why(who, head).doc["value"] or "-") in (cell, "-"), head
    for track in row.tracks:
        assert why(who, track.label).doc["value"] == track.now, track.label


@pytest.mark.parametrize("who", PEOPLE)
def test_what_show_has_is_found_and_its_parts_sum_to_it_and_know_their_rows(who: str) -> None:
    for track in tracks(who):
        assert why(who, track.label).doc["value"] == track.now, track.label
    for number in numbers(who):
        doc = why(who, number.label).doc
        parts = doc["parts"]
        assert [(part["label"], part["value"]) for part in parts] == list(number.parts)
        assert all(part["rules"] for part in parts), (number, parts)
        if parts:
            assert sum(part["value"] for part in parts) == int(doc["value"]) == int(number.value)


def test_the_history_of_boxes() -> None:
    told = [
        (step["seq"], step["what"], step["before"], step["after"], step["rules"])
        for step in why("punk", "torso").doc["history"]
    ]
    assert told == [
        (BURST, "locations.torso.lethal", 0, 4, ["SP-DMG-06"]),
        (4, "locations.torso.bruise", 0, 3, ["SP-DMG-06"]),
    ]


def test_the_history_of_the_score_and_of_ap() -> None:
    (rolled,) = why("joe", "Init").doc["history"]
    assert (rolled["before"], rolled["after"], rolled["rules"]) == (None, 2, ["SP-INIT-01"])
    steps = why("wendy", "AP").doc["history"]
    assert [(step["before"], step["after"], step["rules"]) for step in steps] == [
        (0, 4, ["SP-AP-01", "SP-R03"]),
        (4, 2, []),
    ]
    assert [step["after"] for step in why("joe", "ap").doc["history"]] == [4, 3, 2]


def rows_of(*words: str) -> dict[str, list[str]]:
    return {part["label"]: part["rules"] for part in why(*words).doc["parts"]}


def test_the_rows_of_an_attack() -> None:
    assert rows_of(str(BURST)) == {
        "firearms": ["SP-CORE-02", "SP-ATK-10"],
        "base": ["SP-DIFF-01"],
        "visibility": ["SP-DIFF-04"],
        "burst": ["SP-DIFF-06"],
    }


def test_the_row_of_a_called_shot() -> None:
    assert rows_of(str(CALLED))["called"] == ["SP-DIFF-07"]
    shown = done("why", str(CALLED)).out
    assert "called shot at the left leg" in shown
    assert "[SP-SPEC-01]" in shown


def test_the_rows_of_armor_damage_and_boxes() -> None:
    shown = " ".join(done("why", str(BURST)).out.split())
    assert "= 7 lethal [SP-ATK-06]" in shown
    assert "pierced) [SP-ATK-07, SP-ATK-08]" in shown
    assert "gets through [SP-ATK-08]" in shown
    assert "torso lethal 0 -> 4 [SP-DMG-06]" in shown


def test_the_rows_of_empty_boxes() -> None:
    assert rows_of("punk", "torso") == {
        "fortitude twice": ["SP-HP-06"],
        "strength twice": ["SP-HP-06"],
        "lethal": ["SP-DMG-05"],
        "bruise": ["SP-DMG-04"],
    }
    assert rows_of("joe", "l.arm")["strength"] == ["SP-HP-02"]
    assert rows_of("bill", "head")["lost for good"] == ["SP-DEATH-08"]


def test_the_rows_of_a_useless_leg() -> None:
    assert rows_of("sally", "speed") == {
        "sheet": ["SP-AP-02"],
        "useless leg": ["SP-INJ-03", "SP-INJ-04"],
    }
    assert rows_of("sally", "speed-with-help")["half, rounded down"] == ["SP-INJ-03", "SP-R32"]


def test_the_rows_of_cheating_death() -> None:
    assert rows_of(str(CHEAT)) == {"willpower": ["SP-DEATH-04"], "base": ["SP-DEATH-04"]}
    assert rows_of("bill", "fortitude") == {
        "sheet": ["SP-DEATH-07"],
        "lost for good": ["SP-DEATH-07"],
    }
    (lost,) = why("bill", "fortitude-lost").doc["history"]
    assert (lost["seq"], lost["after"], lost["rules"]) == (CHEAT, 1, ["SP-DEATH-07"])
