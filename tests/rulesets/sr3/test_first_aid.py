"""First aid as people see it: board, turns that end by themselves, choices, odds, simulation."""

from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.sr3.screens.moves import next_intents, treatments

from ..typing_in import gmtrack

FIGHT = """\
gmtrack: 1
name: Alley
ruleset: sr3
combatants:
  doc: {name: Doc, side: pc, skills: {biotech: 5}}
  sam: {name: Sam, side: pc, skills: {unarmed_combat: 4}}
  gus: {name: Gus, side: pc, body: 4}
  thug: {name: Thug}
"""

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def fight(home: Path) -> None:
    (home / "alley.yaml").write_text(FIGHT)
    assert gmtrack("load", str(home / "alley.yaml")).code == 0


def typed(*lines: str) -> None:
    for line in lines:
        answer = gmtrack(*line.split())
        assert answer.code == 0, f"{line}: {answer.err}"


def board() -> str:
    return " ".join(gmtrack("board").out.split())


INITIATIVE = "roll-init --roll doc=6 --roll sam=4 --roll gus=2 --roll thug=1"


@pytest.mark.usefixtures("fight")
def test_the_board_counts_the_turns_and_nobody_needs_the_rest_of_the_phase() -> None:
    typed("damage gus 4", INITIATIVE, "act doc first-aid gus --roll aid=6,6,1,1,1")
    assert "treats Gus (0 of 5 turns)" in board()
    assert "first aid goes on" in gmtrack("what", "doc").out
    typed("next", "next", "next", "next")
    assert "treats Gus (1 of 5 turns)" in board()
    typed(INITIATIVE, "damage gus 1 --type stun")
    assert "treats" not in board()
    assert "breaks off the first aid" in gmtrack("log", "10").out


@pytest.mark.usefixtures("fight")
def test_undo_amend_save_and_load_keep_the_work(home: Path) -> None:
    typed("damage gus 4", INITIATIVE, "act doc first-aid gus --roll aid=6,6,1,1,1", "next")
    before = gmtrack("show", "doc", "--json").doc
    typed("damage doc 1", "undo", f"save {home / 'saved.yaml'}", f"load {home / 'saved.yaml'}")
    assert gmtrack("show", "doc", "--json").doc == before
    assert "patient: gus" in (home / "saved.yaml").read_text()
    typed("amend 4 --with conditions=terrible")
    assert "of 5 turns" not in board()


@pytest.mark.usefixtures("fight")
def test_odds_of_first_aid_and_of_holding_on_are_exact() -> None:
    typed("damage gus 4")
    odds = gmtrack("odds", "test", "doc", "first-aid", "--with", "patient=gus", "--json").doc
    # TN 6 - 1: two faces of six for each of five dice.
    assert odds["outcomes"]["success"] == pytest.approx(1 - (2 / 3) ** 5)
    typed("damage gus 6")
    odds = gmtrack("odds", "test", "gus", "hold-on", "--with", "patch", "--json").doc
    assert odds["outcomes"]["success"] == pytest.approx(1 - 0.5**4)
    odds = gmtrack("odds", "test", "doc", "first-aid", "--with", "patient=gus", "--json").doc
    # TN 9: a six and three more; else Body, four dice, against 10: a six and four more.
    aid, holds = 1 - (1 - 4 / 36) ** 5, 1 - (1 - 3 / 36) ** 4
    assert odds["outcomes"]["success"] == pytest.approx(aid + (1 - aid) * holds)


@pytest.mark.usefixtures("fight")
def test_first_aid_is_offered_where_it_helps() -> None:
    typed("damage gus 10")
    told = gmtrack("what", "doc").out
    assert "act doc first-aid gus" in told
    assert told.index("act doc trauma-patch gus") < told.index("attack doc thug")
    assert "act doc first-aid sam" not in told.partition("not now")[0]


def encounter(**live: dict[str, object]) -> Encounter:
    sheets = {
        "doc": {"side": "pc", "skills": {"biotech": 5}},
        "sam": {"side": "pc"},
        "gus": {"side": "pc"},
        "thug": {},
    }
    state = {
        "round": 1,
        "phase": "acting",
        "acting": "doc",
        "combatants": {"gus": {"physical": 10, "dying": True, "conscious": False}, **live},
    }
    return Encounter("Alley", "sr3", combatants=sheets, fight=state)


def treated(one: Encounter) -> list[str]:
    return [line_of(way.intent) for way in treatments(Draft(one), "doc")]


PATCH, AID = "act doc trauma-patch gus", "act doc first-aid gus"


def test_a_medic_who_is_not_needed_helps_the_dying() -> None:
    assert treated(encounter()) == [PATCH, AID]
    assert treated(encounter(doc={"in_melee_with": ["thug"]})) == []
    assert treated(encounter(doc={"simple_left": 1})) == [PATCH]
    gone = {"physical": 10, "stable": True, "dying": False, "conscious": False}
    assert treated(encounter(gus=gone)) == []
    dying = {"physical": 10, "dying": True, "conscious": False}
    assert treated(encounter(gus={**dying, "aided_by": ["doc"]})) == [PATCH]
    assert treated(encounter(gus={**dying, "patched_by": ["doc"]})) == [AID]


def test_help_of_a_medic_who_is_needed_is_weighed_against_their_attack() -> None:
    """The sooner somebody would be dead, the more it counts."""
    needed: Any = {"sam": {"stun": 10, "conscious": False}}
    spare, pressed = (
        [way.saves for way in treatments(Draft(one), "doc")]
        for one in (encounter(), encounter(**needed))
    )
    assert spare == [None, None]
    late = {"physical": 10, "overflow": 3, "dying": True, "conscious": False}
    (soon, _), (now, _) = (
        pressed,
        [way.saves for way in treatments(Draft(encounter(**needed, gus=late)), "doc")],
    )
    assert soon is not None
    assert now is not None
    assert 0 < soon < now == 10


def test_nobody_simulated_breaks_first_aid_off() -> None:
    work = {"action": "first-aid", "patient": "gus", "done": 1, "needed": 5}
    busy = encounter(doc={"work": work}, gus={"physical": 4})
    draft = Draft(busy)
    from gmtrack.rulesets.port import WantedAttack

    aims = [WantedAttack("thug")]
    assert list(next_intents(draft, "doc", aims)) == []
    assert list(next_intents(Draft(encounter()), "doc", aims)) != []


@pytest.mark.usefixtures("fight")
def test_a_simulated_medic_saves_who_would_have_died() -> None:
    """Eight fights are enough if in more than half of them somebody dies only without the medic;
    otherwise sixty are played, of which each one more counts."""
    typed("damage gus 10", "set thug body=12", INITIATIVE.replace(" --roll gus=2", ""))

    def dead(tactics: str, fights: int) -> float:
        words = ("--fights", str(fights), "--seed", "1", "--jobs", "1")
        words += ("--tactics", f"pc={tactics}", "--tactics", "foe=plain")
        share = gmtrack("simulate", *words, "--json").doc["combatants"]["gus"]["dead"]
        assert isinstance(share, float)
        return share

    if dead("plain", 8) - dead("sensible", 8) <= 0.5:
        assert dead("plain", 60) > dead("sensible", 60)
