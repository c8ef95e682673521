"""What a Storyteller combatant does who is played by nobody, state by state."""

from typing import Any

import pytest
from tables import each_row

from gmtrack.core.draft import Draft
from gmtrack.rulesets.port import TurnState, WantedAttack

from ..moving import Fought
from .book import CORE

PISTOL = {"kind": "firearm", "damage": 1, "ranges": [20, 40, 80], "capacity": 6}
RIFLE = {**PISTOL, "damage": 3, "size": 3, "capacity": 42, "autofire": True}
KNIFE = {"damage": 0}
CHAIR = {"improvised": True, "size": 2, "durability": 2}
STAR = {"kind": "thrown", "damage": 0}
TEETH = {"kind": "bite", "damage": 1}
CAST: dict[str, Any] = {
    "joe": {"side": "pc", "weapons": {"knife": KNIFE, "pistol": PISTOL}, "skills": {"brawl": 2}},
    "ann": {"side": "pc", "weapons": {"rifle": RIFLE, "knife": KNIFE}},
    "bob": {"weapons": {"knife": KNIFE}, "skills": {"brawl": 1}},
    "tom": {},
}
VAN = {"covers": {"van": {}, "wall": {"concealment": "partially"}}}


def fight(acting: str = "joe", cast: Any = None, house_rules: Any = None, **live: Any) -> Fought:
    """It is the turn of somebody; everybody as said, one after the other in the file's order."""
    scores = {who: {"initiative": 20 - n} for n, who in enumerate(CAST)}
    state = {who: scores[who] | live.get(who, {}) for who in CAST}
    people = {who: {**sheet, **(cast or {}).get(who, {})} for who, sheet in CAST.items()}
    doc = {
        "gmtrack": 1, "name": "x", "ruleset": "storyteller", "combatants": people, "scene": VAN,
        "house_rules": house_rules or {},
        "fight": {"round": 2, "phase": "acting", "acting": acting, "combatants": state},
    }  # fmt: skip
    return Fought(CORE, doc)


def armed(weapons: Any, sheet: Any = None, **live: Any) -> Fought:
    """The same, and joe has but these weapons."""
    return fight(cast={"joe": {"weapons": weapons, **(sheet or {})}}, **live)


@each_row(
    ("live", "aims", "first"),
    [
        ({}, ("bob", "tom"), "attack joe bob --weapon knife"),
        ({"prone": True}, ("bob",), "act joe stand"),
        ({"prone": True, "wielded": "pistol"}, ("bob",), "attack joe bob --weapon pistol"),
        ({"wielded": "unarmed"}, ("bob",), "attack joe bob --weapon knife"),
        ({}, (WantedAttack("bob", "pistol"),), "attack joe bob --weapon pistol"),
        ({}, (WantedAttack("bob", "unarmed"),), "attack joe bob --weapon unarmed"),
        ({"weapon_at": {"knife": "dropped"}}, ("bob",), "act joe pick-up knife"),
        ({"weapon_at": {"knife": "wrecked"}}, ("bob",), "attack joe bob --weapon pistol"),
        ({"wielded": "pistol", "ammo": {"pistol": 0}}, ("bob",), "act joe reload --weapon pistol"),
        ({"ap": 0, "prone": True}, ("bob",), None),
        ({"lethal": 7, "conscious": False}, ("bob",), None),
        ({"no_defense": ["surprised"]}, ("bob",), None),
        ({"no_defense": ["immobilized"]}, ("bob",), "act joe escape"),
        ({"no_defense": ["immobilized"], "ap": 0}, ("bob",), None),
        ({"cover": "van"}, ("bob",), "act joe leave-cover"),
        ({"cover": "wall"}, ("bob",), "attack joe bob --weapon knife"),
        ({}, (), None),
    ],
)  # fmt: skip
def test_what_is_done_first(
    live: Any, aims: tuple[str | WantedAttack, ...], first: str | None
) -> None:
    assert fight(joe=live).first("joe", *aims) == first


@pytest.mark.parametrize(
    ("weapons", "sheet", "live", "first"),
    [
        ({}, {}, {}, "attack joe bob --weapon unarmed"),
        ({"chair": CHAIR}, {"wielded": "unarmed"}, {}, "attack joe bob --weapon chair"),
        ({"star": STAR}, {}, {}, "attack joe bob --weapon star"),
        ({"star": STAR}, {}, {"weapon_at": {"star": "dropped"}}, "attack joe bob --weapon unarmed"),
        ({"teeth": TEETH}, {"wielded": "unarmed"}, {}, "attack joe bob --weapon unarmed"),
        ({"teeth": TEETH}, {"kind": "animal"}, {}, "attack joe bob --weapon teeth"),
    ],
)
def test_what_they_can_get_hold_of(weapons: Any, sheet: Any, live: Any, first: str) -> None:
    assert armed(weapons, sheet, joe=live).first("joe", "bob") == first


@pytest.mark.parametrize(
    ("words", "live", "line"),
    [
        (("burst=short",), {}, "attack ann bob --with burst=short --weapon rifle"),
        (("burst=medium",), {"ammo": {"rifle": 9}}, "act ann reload --weapon rifle"),
        (("burst=short",), {"ammo": {"rifle": 9}},
         "attack ann bob --with burst=short --weapon rifle"),
        (("unaware",), {"ammo": {"rifle": 1}}, "attack ann bob --with unaware --weapon rifle"),
    ],
)  # fmt: skip
def test_the_burst_that_is_meant(words: tuple[str, ...], live: Any, line: str) -> None:
    assert fight("ann", ann=live).first("ann", WantedAttack("bob", "rifle", words)) == line


def test_drawing_takes_the_turn_by_house_rule() -> None:
    dear = {"draw_cost": "action"}
    aim = WantedAttack("bob", "pistol")
    assert fight(house_rules=dear).first("joe", aim) == "act joe wield pistol"
    assert fight(house_rules=dear, joe={"wielded": "pistol"}).moves("joe", aim)[0] == (
        "attack joe bob --weapon pistol"
    )


def test_who_is_wholly_hidden_comes_last() -> None:
    hidden = {"cover": "van"}
    assert fight(bob=hidden).first("joe", "bob", "tom") == "attack joe tom --weapon knife"
    assert fight(bob=hidden).moves("joe", "bob") == []
    shot = fight("ann", bob=hidden)
    assert shot.moves("ann", "bob", "tom")[:2] == [
        "attack ann tom --weapon rifle", "attack ann bob --weapon rifle",
    ]  # fmt: skip
    assert fight("ann", bob=hidden).first("ann", "bob") == "attack ann bob --weapon rifle"


def test_beaten_down_without_willpower_is_out_of_it() -> None:
    live = {"lethal": 1, "willpower_left": 0}
    assert fight(joe=live, house_rules={"beaten_down": True}).moves("joe", "bob") == []
    assert fight(joe=live).first("joe", "bob") == "attack joe bob --weapon knife"


def test_who_grapples_wants_out_of_it() -> None:
    held = {"joe": {"grapple": {"with": "bob"}}, "bob": {"grapple": {"with": "joe"}}}
    line = "act joe grapple --with move=break-free --with counter-move=break-free"
    assert fight(**held).first("joe", "bob") == line
    assert fight("bob", **held).moves("bob", "joe") == []
    down = {**held, "bob": {**held["bob"], "conscious": False}}
    assert fight(**down).first("joe", "tom") == "attack joe tom --weapon knife"
    bound = {**held, "bob": {**held["bob"], "no_defense": ["immobilized"]}}
    assert fight(**bound).moves("joe", "bob", "tom") == []
    assert fight("bob", **bound).first("bob", "joe") == "act bob escape"
    free = fight(house_rules={"grapple_actions": "free"}, **held)
    assert free.first("joe", "bob") == "attack joe bob --weapon knife"


def test_who_breaks_free_acts_at_once() -> None:
    due = {"grapple": {"with": "joe"}, "moves_due": 1}
    told = fight(joe={"grapple": {"with": "bob"}}, bob=due)
    assert told.actors == ("joe", "bob")
    assert told.first("bob", "joe") == "act bob take-move --with move=break-free"
    assert told.actors == ("joe", "bob")
    assert told.first("bob", "joe") == "attack bob joe --weapon knife"
    assert told.actors == ("joe",)


def test_a_delayed_turn_is_taken() -> None:
    told = fight("bob", ann={"delaying": True}, joe={"held_over": True, "conscious": False})
    assert told.actors == ("bob", "joe", "ann")
    assert told.moves("joe", "bob") == []
    assert told.first("ann", "bob") == "intervene ann"
    assert told.actors[0] == "ann"
    assert told.moves("bob", "ann") == []


def test_the_moment() -> None:
    told = fight("tom")
    assert told.played.turn_state(Draft(told.encounter)) == TurnState(2, True, ("tom",))
    for _ in range(4):
        told.does("next")
        if told.encounter.fight["phase"] == "round-over":
            break
    assert told.played.turn_state(Draft(told.encounter)) == TurnState(2, False)
    told.does("end")
    assert told.played.turn_state(Draft(told.encounter)) == TurnState(0, False)


def test_two_who_grapple_are_next_to_each_other() -> None:
    told = fight(joe={"grapple": {"with": "bob"}}, bob={"grapple": {"with": "joe"}})
    draft = Draft(told.encounter)
    assert told.played.distance_between(draft, "joe", "bob") == 0
    assert told.played.distance_between(draft, "joe", "tom") is None


def test_the_track_is_that_of_the_board() -> None:
    told = fight(joe={"bashing": 3})
    for row in CORE.ruleset.board(told.encounter).rows:
        found = told.played.tracks(Draft(told.encounter), row.id)
        assert [(one.label, one.text) for one in found] == [(t.label, t.text) for t in row.tracks]
