"""`why` in a Storyteller fight: all that `board` and `show` call something is found by its name,
and comes from the right rows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gmtrack.core.screen import Board, Number, Profile, Track
from gmtrack.store.session import open_session

from ..comparing import Data
from ..typing_in import at_home_in, gmtrack

BACK_ROOM = Path(__file__).parents[3] / "encounters" / "back-room.yaml"
FIGHT = (
    f"load {BACK_ROOM}",
    "roll-init --roll nick=9 --roll lena=7 --roll bouncer=8 --roll dog=4 --roll host=4"
    " --roll gambler-1=5 --roll gambler-2=2",
    "attack nick bouncer --roll attack=8,9,8",
    "next",
    "attack lena bouncer --called leg --roll attack=10,8 --roll attack_again=8",
    "next",
    "attack bouncer nick --roll attack=10",
    "next",
    "attack dog nick --roll attack=8,8,8",
    "damage nick 2",
    "effect nick stunned",
)
"""Steps 1 to 11; Nick is attacked twice, the bouncer's leg is wracked."""
PEOPLE = ("nick", "bouncer", "lena")


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The fight, played once."""
    with pytest.MonkeyPatch.context() as patch:
        at_home_in(tmp_path_factory.mktemp("why"), patch)
        for line in FIGHT:
            answer = gmtrack(*line.split())
            assert answer.code == 0, answer.err
        yield


pytestmark = pytest.mark.usefixtures("fight")


def why(*words: str) -> Data:
    answer = gmtrack("why", *words, "--json")
    assert answer.code == 0, answer.err
    return answer.doc


def board() -> Board:
    with open_session(None, write=False) as session:
        return session.ruleset.board(session.encounter)


def profile(who: str) -> Profile:
    with open_session(None, write=False) as session:
        return session.ruleset.show(session.encounter, who)


def numbers(who: str) -> Iterator[Number]:
    for section in profile(who).sections:
        yield from section.numbers


def check_explained(doc: Data) -> None:
    """The parts make the number, and each comes from rows."""
    if doc["parts"] and isinstance(doc["value"], int):
        assert sum(part["value"] for part in doc["parts"]) == doc["value"]
    assert all(part["rules"] for part in doc["parts"])


def parts(doc: Data) -> list[tuple[str, int, list[str]]]:
    return [(part["label"], part["value"], part["rules"]) for part in doc["parts"]]


def history(doc: Data) -> list[tuple[int, str, object, object, list[str]]]:
    return [
        (step["seq"], step["what"], step["before"], step["after"], step["rules"])
        for step in doc["history"]
    ]


# --- everything has its name ---


@pytest.mark.parametrize("who", PEOPLE)
def test_the_columns_of_the_board_are_found(who: str) -> None:
    shown = board()
    row = next(row for row in shown.rows if row.id == who)
    assert shown.columns == ("Init", "AP", "Wounds", "Defense", "Willpower")
    for head, cell in zip(shown.columns, row.cells, strict=True):
        doc = why(who, head)
        assert doc["value"] == (0 if cell == "-" else int(cell.partition("/")[0])), head
        check_explained(doc)


@pytest.mark.parametrize("who", PEOPLE)
def test_the_tracks_are_found(who: str) -> None:
    tracks: tuple[Track, ...] = profile(who).tracks
    assert [track.label for track in tracks] == ["health", "willpower"]
    for track in tracks:
        assert why(who, track.label)["value"] == track.now


@pytest.mark.parametrize("who", PEOPLE)
def test_the_numbers_of_the_profile_are_found(who: str) -> None:
    for number in numbers(who):
        doc = why(who, number.label)
        if number.label != "action":
            assert str(doc["value"]) == number.value, number.label
        if number.parts:
            assert parts(doc), number.label
        check_explained(doc)


@pytest.mark.parametrize("who", PEOPLE)
def test_derived_numbers_have_rows(who: str) -> None:
    derived = ("initiative", "Defense now", "wound penalty", "speed", "base Defense", "Init")
    for word in derived:
        assert why(who, word)["rules"], word


# --- and comes from the right rows ---


def test_the_boxes_know_what_filled_them() -> None:
    doc = why("bouncer", "health")
    assert doc["value"] == 1
    assert history(doc) == [
        (3, "bashing", 0, 3, ["ST-164", "ST-172"]),
        (5, "lethal", 0, 5, ["ST-164", "ST-172"]),
    ]


def test_the_score_knows_its_roll() -> None:
    assert history(why("lena", "Init")) == [(2, "initiative", None, 13, ["ST-018"])]
    of_lena = [part for part in why("2")["parts"] if part["who"] == "lena"]
    assert [(part["label"], part["value"], part["rules"]) for part in of_lena] == [
        ("die", 7, ["ST-018", "ST-022"]),
        ("initiative-mod", 8, ["ST-018"]),
        ("weapon", -2, ["ST-018", "ST-019"]),
    ]


def test_defense_is_worn_and_halved() -> None:
    doc = why("nick", "Defense")
    assert parts(doc) == [
        ("wits", 2, ["ST-R06"]),
        ("athletics", 2, ["ST-R06"]),
        ("wear", -2, ["ST-041"]),
        ("halved", -1, ["ST-151"]),
    ]
    assert history(doc)[:2] == [(7, "decay", 0, 1, ["ST-041"]), (9, "decay", 1, 2, ["ST-041"])]
    assert history(why("bouncer", "Defense"))[:3] == [
        (3, "decay", 0, 1, ["ST-041"]),
        (5, "decay", 1, 2, ["ST-041"]),
        (5, "tags", [], [{"tag": "leg-wrack", "location": "leg", "until": "scene"}], ["ST-150"]),
    ]


def test_a_wracked_leg_halves_speed() -> None:
    assert parts(why("bouncer", "speed")) == [
        ("strength", 4, ["ST-R06"]),
        ("dexterity", 2, ["ST-R06"]),
        ("base", 5, ["ST-R06"]),
        ("leg-wrack", -6, ["ST-129", "ST-151"]),
    ]


def test_the_wound_penalty_comes_from_the_boxes() -> None:
    doc = why("bouncer", "Wounds")
    assert (doc["value"], doc["rules"]) == (-2, ["ST-167", "ST-168"])
    assert doc["history"] == why("bouncer", "health")["history"]


def test_a_called_shot_knows_every_die() -> None:
    doc = why("5")
    assert parts(doc) == [
        ("strength", 2, ["ST-032"]),
        ("weaponry", 3, ["ST-032"]),
        ("called", -1, ["ST-148"]),
        ("defense", -2, ["ST-033", "ST-049"]),
    ]
    told = {one["key"]: one["rules"] for one in doc["told"]}
    assert told["attack.called"] == ["ST-146"]
    assert told["damage"] == ["ST-037", "ST-038"]
    assert told["tag.leg-wrack"] == ["ST-150"]
    assert told["wound.penalty"] == ["ST-167", "ST-168"]
    assert doc["rolls"] == [{"name": "attack", "who": "lena", "rules": ["ST-001", "ST-002"]}]


def test_wounds_and_a_wracked_leg_cost_dice_until_a_chance_die_is_left() -> None:
    doc = why("7")
    assert parts(doc) == [
        ("strength", 4, ["ST-032"]),
        ("brawl", 3, ["ST-032"]),
        ("wounds", -2, ["ST-167", "ST-168"]),
        ("leg-wrack", -2, ["ST-151"]),
        ("defense", -4, ["ST-033", "ST-049"]),
    ]
    assert doc["rolls"] == [{"name": "attack", "who": "bouncer", "rules": ["ST-003", "ST-006"]}]


def test_armor_is_told_from_its_row() -> None:
    told = {one["key"]: one["rules"] for one in why("3")["told"]}
    assert told["armor.general"] == ["ST-159"]


def test_what_the_turn_gives_back_is_told_from_its_row() -> None:
    assert history(why("bouncer", "decay")) == [
        (3, "decay", 0, 1, ["ST-041"]),
        (5, "decay", 1, 2, ["ST-041"]),
        (6, "decay", 2, 0, ["ST-041", "ST-R05"]),
    ]
