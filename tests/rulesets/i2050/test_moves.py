"""What an i2050 combatant does who is played by nobody, state by state."""

from typing import Any

import pytest
from tables import each_row

from gmtrack.core.draft import Draft
from gmtrack.rulesets.port import TurnState, WantedAttack

from ..moving import Fought
from .book import CORE

MAGNUM = {"skill": "handguns", "class": "missile", "damage": "2d6+2", "accessories": ["smartgun"]}
KATANA = {"skill": "katana", "class": "medium", "damage": "2d6"}
SMG = {"skill": "smg", "class": "missile", "damage": "2d6", "burst": 3}
SKILLS = {"athletics_fist": 12, "handguns": 13, "katana": 14, "smg": 10}
CAST: dict[str, Any] = {
    "joe": {"side": "pc", "dex": 12, "skills": SKILLS, "weapons": {"katana": KATANA}},
    "ann": {"side": "pc", "dex": 14, "skills": SKILLS, "weapons": {"magnum": MAGNUM, "smg": SMG}},
    "bob": {"dex": 10, "skills": SKILLS, "weapons": {"katana": KATANA}},
    "tom": {"dex": 9, "skills": SKILLS},
}


def fight(*lines: str, house_rules: Any = None, **live: Any) -> Fought:
    """A round in progress, everybody as said, and after these lines."""
    doc = {
        "gmtrack": 1, "name": "x", "ruleset": "i2050", "combatants": CAST,
        "house_rules": house_rules or {},
        "fight": {"round": 1, "step": "determination", "combatants": live},
    }  # fmt: skip
    return Fought(CORE, doc, lines)


@each_row(
    ("live", "aims", "first"),
    [
        ({}, ("bob", "tom"), "act joe fight bob --weapon katana"),
        ({"prone": True}, ("bob",), "act joe stand"),
        ({"prone": True, "locations": {"left_leg": 0}}, ("bob",),
         "act joe fight bob --weapon katana"),
        ({"weapons": {"katana": {"status": "dropped"}}}, ("bob",),
         "act joe pickup --weapon katana"),
        ({"weapons": {"katana": {"status": "stowed"}}}, ("bob",), "act joe draw --weapon katana"),
        ({"weapons": {"katana": {"status": "broken"}}}, ("bob",),
         "act joe fight bob --weapon unarmed"),
        ({"weapons": {"katana": {"status": "dropped"}}, "locations": {"right_arm": 0}}, ("bob",),
         "act joe fight bob --weapon unarmed"),
        ({"out": "unconscious"}, ("bob",), None),
        ({"intent": {"action": "fight", "weapon": "katana", "targets": ["bob"]}}, ("bob",), None),
        ({}, (), None),
    ],
)  # fmt: skip
def test_what_is_declared_first(live: Any, aims: tuple[str, ...], first: str | None) -> None:
    assert fight(joe=live).first("joe", *aims) == first


@pytest.mark.parametrize(
    ("live", "aim", "first"),
    [
        ({}, WantedAttack("bob"), "act ann shoot bob --weapon magnum"),
        ({"prone": True}, WantedAttack("bob"), "act ann shoot bob --weapon magnum"),
        ({"weapons": {"magnum": {"status": "jammed"}}}, WantedAttack("bob"),
         "act ann burst bob --weapon smg"),
        ({"weapons": {"magnum": {"status": "jammed"}, "smg": {"status": "broken"}}},
         WantedAttack("bob"),
         "act ann unjam --weapon magnum"),
        ({}, WantedAttack("bob", "smg"), "act ann shoot bob --weapon smg"),
        ({}, WantedAttack("bob", "smg", ("burst=2",)),
         "act ann burst bob --with burst=2 --weapon smg"),
        ({}, WantedAttack("bob", "magnum", ("unaware",)), "act ann shoot bob --weapon magnum"),
        ({"weapons": {"smg": {"status": "broken"}}}, WantedAttack("bob", "smg", ("burst=2",)),
         "act ann shoot bob --weapon magnum"),
    ],
)  # fmt: skip
def test_a_shooter_declares_what_fits_the_weapon(live: Any, aim: WantedAttack, first: str) -> None:
    assert fight(ann=live).first("ann", aim) == first


def test_who_is_out_of_reach_comes_after_who_is_not() -> None:
    near, far = {"position": [0, 0]}, {"position": [9, 0]}
    told = fight(joe=near, bob=far)
    assert told.first("joe", "bob", "tom") == "act joe fight tom --weapon katana"
    assert fight(joe=near, bob=far).first("joe", "bob") == "act joe move bob"
    assert fight(bob={"height": 3}).moves("joe", "bob") == []


def test_what_is_in_hand_gives_way_to_what_reaches() -> None:
    cast = {**CAST["ann"], "weapons": {"katana": KATANA, "smg": SMG}}
    doc = {
        "gmtrack": 1, "name": "x", "ruleset": "i2050", "combatants": {**CAST, "ann": cast},
        "fight": {"round": 1, "step": "determination",
                  "combatants": {"ann": {"position": [0, 0]}, "bob": {"position": [9, 0]}}},
    }  # fmt: skip
    told = Fought(CORE, doc)
    assert told.first("ann", "bob") == "act ann burst bob --weapon smg"


def test_the_side_that_declares_first_comes_first() -> None:
    assert fight().actors == ("joe", "ann", "bob", "tom")
    assert fight(joe={"out": "dying"}).actors == ("ann", "bob", "tom")
    other = Fought(CORE, {"gmtrack": 1, "name": "x", "ruleset": "i2050", "combatants": CAST},
                   ["roll-init --with first=foe", "act tom dodge"])  # fmt: skip
    assert other.actors == ("bob", "joe", "ann")


DECLARED = ("act joe fight bob", "act ann shoot bob", "act bob fight joe", "act tom other", "next")


def test_what_was_declared_is_carried_out_when_it_is_due() -> None:
    told = fight(*DECLARED)
    assert told.actors == ("ann",)
    assert told.moves("ann", "bob", "tom") == ["attack ann bob"]
    assert told.moves("ann", "tom") == [], "nobody shoots at the fallen"
    told.does("attack ann bob --roll attack=19")
    assert told.actors == ("joe", "bob"), "a pair acts at one speed"
    assert told.first("joe", "bob", "tom") == "attack joe bob"
    assert told.actors == ()
    assert told.moves("joe", "bob") == told.moves("ann", "bob") == []


def test_who_is_put_out_at_their_own_speed_still_strikes() -> None:
    plan = {"action": "fight", "weapon": "katana", "targets": ["tom"]}
    lines = ("act bob other", "act ann other", "act tom other", "next")
    out = fight(*lines, joe={"intent": plan, "out": "unconscious"})
    assert out.actors == ()
    spared = fight(*lines, joe={"intent": plan, "out": "unconscious", "spared": ["tom"]})
    assert spared.actors == ("joe",)
    assert spared.first("joe", "tom") == "attack joe tom"


def test_a_burst_goes_on_at_those_who_stand() -> None:
    told = fight("act ann burst bob tom --weapon smg", "next")
    assert told.moves("ann", "tom") == [], "the first shot is at somebody who has fallen"
    assert told.moves("ann", "bob") == ["attack ann bob"]


def test_a_jam_is_cleared_in_resolution() -> None:
    jammed = {"weapons": {"magnum": {"status": "jammed"}, "smg": {"status": "broken"}}}
    told = fight("act ann unjam", "next", ann=jammed)
    assert told.first("ann", "bob") == "act ann unjam --weapon magnum"


def test_who_has_declared_nothing_does_so_late() -> None:
    told = fight("next")
    assert "ann" in told.actors
    assert told.first("ann", "bob") == "act ann shoot bob --weapon magnum"
    assert told.first("ann", "bob") == "attack ann bob"


def test_standing_up_takes_no_intent_by_house_rule() -> None:
    down = {"prone": True}
    told = fight(house_rules={"stand_up": "movement_phase"}, joe=down)
    assert told.first("joe", "bob") == "act joe fight bob --weapon katana"
    for line in ("act tom move", "act ann other", "act bob other", "next", "next"):
        told.does(line)
    assert told.actors == ("joe",)
    assert told.first("joe", "bob") == "act joe stand"
    assert told.actors == ()


def test_nobody_acts_between_rounds() -> None:
    told = fight(*DECLARED)
    for _ in range(3):
        told.does("next")
    played = told.played
    draft = Draft(told.encounter)
    assert played.turn_state(draft) == TurnState(1, running=False)


def test_distance_is_known_where_both_positions_are() -> None:
    told = fight(joe={"position": [0, 0]}, bob={"position": [3, 4]})
    draft = Draft(told.encounter)
    assert told.played.distance_between(draft, "joe", "bob") == 5
    assert told.played.distance_between(draft, "joe", "tom") is None
    assert [track.label for track in told.played.tracks(draft, "joe")] == ["hp"]
