"""What a sr3 combatant does who is played by nobody, state by state."""

from typing import Any

import pytest
from tables import each_row

from gmtrack.core.draft import Draft
from gmtrack.rulesets.port import TurnState, WantedAttack

from ..moving import Fought
from .book import CORE

REVOLVER = {"skill": "pistols", "power": 9, "level": "M", "ranges": [5, 20, 40, 60],
            "loading": "cylinder", "capacity": 6}  # fmt: skip
SMG = {"skill": "smg", "power": 6, "level": "M", "ranges": [10, 40, 80, 150],
       "modes": ["sa", "bf", "fa"], "capacity": 30, "smartgun": True}  # fmt: skip
RIFLE = {"skill": "rifles", "power": 7, "level": "S", "ranges": [100, 250, 500, 750],
         "min_range": 20, "modes": ["sa"], "capacity": 5}  # fmt: skip
SHOTGUN = {"skill": "shotguns", "class": "shotgun", "power": 10, "level": "S",
           "ranges": [10, 20, 50, 100], "modes": ["sa"], "loading": "internal", "capacity": 8,
           "ammo_type": "shot"}  # fmt: skip
GUN = {"skill": "heavy_weapons", "power": 7, "level": "S", "ranges": [40, 80, 150, 300],
       "modes": ["bf"], "loading": "belt", "capacity": 50}  # fmt: skip
CROSSBOW = {"skill": "projectile_weapons", "class": "crossbow", "power": 6, "level": "S",
            "ranges": [15, 45, 90, 150], "strength_min": 5, "capacity": 1}  # fmt: skip
BOW = {"skill": "projectile_weapons", "class": "bow", "power": 6, "level": "M",
       "ranges": [3, 6, 9, 9]}  # fmt: skip
KATANA = {"skill": "edged_weapons", "power_bonus": 3, "level": "M", "reach": 1}
SKILLS = {"pistols": 4, "smg": 4, "rifles": 4, "edged_weapons": 4}
CAST: dict[str, Any] = {
    "joe": {"side": "pc", "skills": SKILLS, "weapons": {"katana": KATANA, "revolver": REVOLVER}},
    "ann": {"side": "pc", "skills": SKILLS, "weapons": {"smg": SMG, "katana": KATANA}},
    "bob": {"skills": SKILLS, "weapons": {"katana": KATANA}},
    "tom": {"skills": SKILLS},
}


def fight(acting: str = "joe", cast: Any = None, **live: Any) -> Fought:
    """It is the phase of somebody; everybody as said."""
    state = {"round": 1, "pass": 1, "phase": "acting", "acting": acting, "combatants": live}
    people = {who: {**sheet, **(cast or {}).get(who, {})} for who, sheet in CAST.items()}
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": people, "fight": state}
    return Fought(CORE, doc)


def armed(weapon: Any, acting: str = "joe", **live: Any) -> Fought:
    """The same, and joe has but this weapon."""
    return fight(acting, {"joe": {"weapons": {"it": weapon}}}, **live)


@each_row(
    ("live", "aims", "first"),
    [
        ({}, ("bob", "tom"), "attack joe bob --weapon katana"),
        ({"prone": True}, ("bob",), "act joe stand-up"),
        ({"wielded": "unarmed"}, ("bob",), "act joe ready katana"),
        ({"wielded": "revolver"}, ("bob",), "attack joe bob --with range=10 --weapon revolver"),
        ({}, (WantedAttack("bob", "revolver"),), "act joe ready revolver"),
        ({}, (WantedAttack("tom", "unarmed"), "bob"), "attack joe tom --weapon unarmed"),
        ({"second": "revolver"}, (WantedAttack("bob", "revolver", ("range=short",)),),
         "attack joe bob --with range=short --weapon revolver"),
        ({"simple_left": 1}, ("bob",), None),
        ({"simple_left": 1, "prone": True}, ("bob",), "act joe stand-up"),
        ({"simple_left": 0, "prone": True}, ("bob",), None),
        ({"physical": 10}, ("bob",), None),
        ({"stun": 5, "subdual": {"boxes": 5, "by": "bob"}}, ("bob",), "act joe subdual-break"),
        ({"stun": 5, "subdual": {"boxes": 5, "by": "bob"}, "simple_left": 1}, ("bob",), None),
        ({}, (), None),
    ],
)  # fmt: skip
def test_what_is_done_first(
    live: Any, aims: tuple[str | WantedAttack, ...], first: str | None
) -> None:
    assert fight(joe=live).first("joe", *aims) == first


@each_row(
    ("weapon", "live", "line"),
    [
        (REVOLVER, {}, "attack joe bob --with range=10 --weapon it"),
        (REVOLVER, {"shots": {"it": 1}}, None),
        (SMG, {"shots": {"it": 1}}, "attack joe bob --with range=10 --weapon it"),
        (SMG, {"shots": {"it": 2}}, None),
        (REVOLVER, {"ammo": {"it": 0}}, "act joe load it"),
        (REVOLVER, {"ammo": {"it": 0}, "simple_left": 1}, None),
        (SMG, {"ammo": {"it": 0}}, "act joe remove-clip it"),
        (SMG, {"ammo": {"it": 0}, "clip_in": {"it": False}}, "act joe insert-clip it"),
        (SMG, {"ammo": {"it": 0}, "simple_left": 1}, "act joe remove-clip it"),
        (SHOTGUN, {"ammo": {"it": 0}}, "act joe load it"),
        (GUN, {"ammo": {"it": 0}}, "act joe remove-belt it"),
        (GUN, {"ammo": {"it": 0}, "simple_left": 1}, None),
        (GUN, {"ammo": {"it": 0}, "clip_in": {"it": False}}, "act joe insert-belt it"),
        (GUN, {"ammo": {"it": 1}}, "attack joe bob --with range=10 --weapon it"),
        (CROSSBOW, {"ammo": {"it": 0}}, "act joe load it"),
        (BOW, {}, "attack joe bob --with range=9 --weapon it"),
        (RIFLE, {}, "attack joe bob --with range=20 --weapon it"),
    ],
)  # fmt: skip
def test_a_shooter_fires_while_there_is_something_in_it(
    weapon: Any, live: Any, line: str | None
) -> None:
    assert armed(weapon, joe=live).first("joe", "bob") == line


@pytest.mark.parametrize(
    ("words", "live", "line"),
    [
        (("mode=bf",), {}, "attack ann bob --with mode=bf --with range=10 --weapon smg"),
        (("mode=fa", "rounds=6"), {},
         "attack ann bob --with mode=fa --with rounds=6 --with range=10 --weapon smg"),
        (("mode=fa", "rounds=6"), {"ammo": {"smg": 5}}, "act ann remove-clip smg"),
        (("mode=fa", "rounds=6"), {"simple_left": 1}, None),
    ],
)  # fmt: skip
def test_the_mode_that_is_meant(words: tuple[str, ...], live: Any, line: str | None) -> None:
    assert fight("ann", ann=live).first("ann", WantedAttack("bob", "smg", words)) == line


def test_a_crossbow_is_spanned_until_it_is_ready() -> None:
    told = armed(CROSSBOW, joe={"ammo": {"it": 0}})
    for _ in range(3):
        assert told.first("joe", "bob") == "act joe load it"
        told.does("set joe simple_left=2")
    assert told.first("joe", "bob") == "attack joe bob --with range=10 --weapon it"


def test_who_is_out_of_range_comes_after_who_is_not() -> None:
    here, near, far = {"position": [0, 0]}, {"position": [9, 0]}, {"position": [0, 200]}
    told = fight("ann", ann=here, bob=far, tom=near)
    assert told.first("ann", "bob", "tom") == "attack ann tom --weapon smg"
    assert fight("ann", ann=here, bob=far).first("ann", "bob") == "act ann ready katana"
    too_near = armed(RIFLE, joe=here, bob=near)
    assert too_near.first("joe", "bob") == "attack joe bob --weapon unarmed"


def test_who_has_fired_all_that_the_phase_allows_does_not_change_weapons() -> None:
    live = {"wielded": "revolver", "shots": {"revolver": 1}, "simple_left": 1}
    assert fight(joe=live).moves("joe", "bob") == []


def test_what_is_refused_gives_way_to_another_weapon() -> None:
    tried = fight("ann").moves("ann", "bob")
    assert tried[:2] == ["attack ann bob --with range=10 --weapon smg", "act ann ready katana"]


def test_a_delayed_phase_is_taken() -> None:
    live = {"delayed": True, "held_in": 1}
    told = fight("bob", ann=live, joe={**live, "physical": 10})
    assert told.actors == ("bob", "ann", "joe")
    assert told.moves("joe", "bob") == []
    assert told.first("ann", "bob") == "intervene ann"
    assert told.actors[0] == "ann"
    assert told.moves("bob", "ann") == []


def test_the_moment() -> None:
    told = fight("bob")
    assert told.played.turn_state(Draft(told.encounter)) == TurnState(1, True, ("bob",))
    told.does("end")
    assert told.played.turn_state(Draft(told.encounter)) == TurnState(0, False)


def test_how_far_two_are_apart() -> None:
    here, there = {"position": [0, 0]}, {"position": [9, 0]}
    told = fight(joe=here, bob=there, ann={"in_melee_with": ["tom"]})
    draft = Draft(told.encounter)
    assert told.played.distance_between(draft, "joe", "bob") == 9
    assert told.played.distance_between(draft, "joe", "tom") is None
    assert told.played.distance_between(draft, "ann", "tom") == 0


def test_the_tracks_are_those_of_the_board() -> None:
    told = fight(joe={"physical": 3})
    for row in CORE.ruleset.board(told.encounter).rows:
        found = told.played.tracks(Draft(told.encounter), row.id)
        assert [(one.label, one.text) for one in found] == [(t.label, t.text) for t in row.tracks]
