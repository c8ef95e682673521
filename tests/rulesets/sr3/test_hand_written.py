"""What a GM writes into a file by hand, as one writes it: live state that holds from the first
command on. What cannot be stands in `impossible.yaml`."""

from pathlib import Path
from typing import Any

import pytest

from ..typing_in import Answer, gmtrack, loaded

TABLE = """\
gmtrack: 1
name: Own table
ruleset: sr3
combatants:
  joe:
    side: pc
    strength: 4
    skills: {Pistols: 4, unarmed-combat: 3, edged_weapons: 3, rifles: 2}
    gyro: 2
    weapons:
      big_pistol: {skill: pistols, power: 9, level: M, ranges: [5, 20, 40, 60], modes: [ss, sa],
                   capacity: 10, bipod: 1}
      long_knife: {skill: Edged-Weapons, power_bonus: 1}
      rifle: {skill: rifles, power: 8, level: S, ranges: [9, 18, 27, 36], capacity: 4,
              gyro_mounted: true}
  bob: {skills: {clubs: 2}, weapons: {club: {skill: clubs, level: L, damage_type: stun}}}
  ann: {side: pc}
"""


pytestmark = pytest.mark.usefixtures("home")


def with_joe(live: str) -> Answer:
    return loaded(TABLE + f"fight: {{combatants: {{joe: {{{live}}}}}}}\n")


def shown(who: str) -> Any:
    return gmtrack("show", who, "--json").doc


def dry(*argv: str) -> Any:
    return gmtrack(*argv, "--dry-run", "--json").doc


def parts(doc: Any, name: str) -> dict[str, int]:
    """The target number's parts of a roll."""
    roll = next(roll for roll in doc["rolls"] if roll["name"] == name)
    return {part["label"]: part["value"] for part in roll["tn_parts"]}


# --- the turn ---


def test_a_combat_turn_is_taken_up_where_it_was_left() -> None:
    fight = """\
fight:
  round: 3
  pass: 2
  acting: bob
  combatants:
    joe: {initiative: 12, acted: true}
    bob: {initiative: 9, pool_left: 1, free_left: 0, simple_left: 1}
    ann: {initiative: 7, delayed: true, held_in: 2}
"""
    assert loaded(TABLE + fight).code == 0
    board = gmtrack("board", "--json").doc
    assert (board["round"], board["pass"], board["phase"]) == (3, 2, "acting")
    assert board["acting"] == "bob"
    assert [place["id"] for place in board["order"]] == ["joe", "bob", "ann"]
    assert board["order"][1]["ap"] == {"free": 0, "simple": 1}
    assert board["order"][2]["delayed"] is True
    assert gmtrack("attack", "ann", "joe", "--json").doc["error"]["kind"] == "turn"
    assert gmtrack("act", "bob", "drop-prone", "--json").doc["error"]["kind"] == "action"
    over = gmtrack("next", "--json").doc
    assert (over["pass"], over["acting"]) == (3, "joe")
    assert [place["score"] for place in over["order"]] == [2, -1, -3]
    assert over["order"][2]["delayed"] is False


def test_a_held_phase_is_taken_and_the_interrupted_one_goes_on() -> None:
    fight = """\
fight:
  round: 1
  acting: bob
  combatants: {bob: {initiative: 9}, ann: {initiative: 7, delayed: true, held_in: 1}}
"""
    assert loaded(TABLE + fight).code == 0
    assert gmtrack("intervene", "ann", "--json").doc["acting"] == "ann"
    assert gmtrack("next", "--json").doc["acting"] == "bob"


def test_whose_phase_was_interrupted_goes_on_with_it() -> None:
    fight = """\
fight:
  round: 1
  acting: bob
  interrupted: [ann]
  combatants: {bob: {initiative: 3}, ann: {initiative: 7, simple_left: 1}, joe: {initiative: 5}}
"""
    assert loaded(TABLE + fight).code == 0
    after = gmtrack("next", "--json").doc
    assert after["acting"] == "ann"
    assert after["order"][0]["ap"] == {"free": 1, "simple": 1}


def test_a_combat_turn_without_anybody_acting_is_over() -> None:
    assert loaded(TABLE + "fight: {round: 2, combatants: {joe: {initiative: 3}}}\n").code == 0
    board = gmtrack("board", "--json").doc
    assert (board["phase"], board["pass"]) == ("round-over", 1)


# --- the condition monitor ---


@pytest.mark.parametrize(
    ("live", "status", "wounds"),
    [
        ("stun: 9", "up", 3),
        ("stun: 10", "unconscious", 3),
        ("subdual: {boxes: 10, by: bob}", "subdued", 3),
        ("stun: 6, subdual: {boxes: 4}", "subdued", 3),
        ("stun: 6, subdual: {boxes: 3}", "up", 3),
        ("stun: 10, subdual: {boxes: 3}", "unconscious", 3),
        ("physical: 9", "up", 3),
        ("physical: 10", "dying", 3),
        ("physical: 10, overflow: 3", "dying", 3),
        ("physical: 10, overflow: 4", "dead", 3),
        ("physical: 1, stun: 3", "up", 3),
        ("physical: 10, dying: false", "unconscious", 3),
        ("stun: 10, conscious: true", "up", 3),
        ("dead: true", "dead", 0),
        ("subdued: true", "subdued", 0),
    ],
)
def test_boxes_written_down_say_who_is_down_sr_138_to_sr_145(
    live: str, status: str, wounds: int
) -> None:
    assert with_joe(live).code == 0
    assert (shown("joe")["status"], shown("joe")["wound_modifier"]) == (status, wounds)


def test_the_monitors_are_shown_as_they_were_written() -> None:
    live = "physical: 10, overflow: 2, stun: 4, subdual: {boxes: 3, by: bob}, pool_left: 2"
    assert with_joe(live).code == 0
    assert shown("joe")["track"] == {
        "physical": {"boxes": 10, "filled": 10, "overflow": 2},
        "stun": {"boxes": 10, "filled": 4},
        "subdual": {"filled": 3, "by": "bob"},
    }
    assert shown("joe")["pools"]["combat"] == {"max": 4, "now": 2}


# --- who is where, and how ---


def test_effects_written_down_hold() -> None:
    live = (
        "prone: true, cornered: true, running: difficult, stationary: true, partial_cover: true, "
        "superior_position: true, surprised: true, timed: {prone: 3}"
    )
    assert with_joe(live).code == 0
    assert {one["effect"]: one["until"] for one in shown("joe")["effects"]} == {
        "prone": "3 turns", "cornered": "manual", "running-difficult": "turn-end",
        "stationary": "manual", "partial-cover": "manual", "superior-position": "manual",
        "surprised": "end",
    }  # fmt: skip
    shot = dry("attack", "joe", "bob", "--with", "range=5")
    assert parts(shot, "attack") == {"base": 4, "running": 6, "cornered": 2}
    blow = dry("attack", "joe", "bob", "--weapon", "long-knife")
    assert parts(blow, "attack") == {"base": 4, "superior-position": -1, "cornered": 2}
    back = dry("attack", "bob", "joe")
    assert parts(back, "attack") == {"base": 4, "opponent-prone": -2}
    assert [roll["name"] for roll in back["rolls"]][:1] == ["attack"]
    assert "defend" not in [roll["name"] for roll in back["rolls"]]


def test_places_written_down_give_the_range_sr_044() -> None:
    fight = "fight: {combatants: {joe: {position: [0, 1.5]}, bob: {position: [6, 9.5]}}}\n"
    assert loaded(TABLE + fight).code == 0
    shot = dry("attack", "joe", "bob")
    assert shot["range"] == {"metres": 10, "category": "medium"}


def test_who_is_in_melee_counts_from_either_side_sr_122() -> None:
    fight = "fight: {combatants: {bob: {in_melee_with: [joe, ann]}}}\n"
    assert loaded(TABLE + fight).code == 0
    assert parts(dry("attack", "joe", "bob", "--with", "range=5"), "attack")["in-melee"] == 2
    blow = dry("attack", "joe", "bob", "--weapon", "unarmed")
    assert parts(blow, "attack")["friends"] == -1
    assert shown("bob")["in_melee_with"] == ["joe", "ann"]


# --- weapons ---


def test_names_may_be_written_as_one_likes() -> None:
    live = (
        "wielded: Big_Pistol, second: RIFLE, ammo: {Big_Pistol: 3}, loaded: {big_pistol: gel}, "
        "loose: {Rifle: 2}, clip_in: {Rifle: false}, gyro_worn: false, "
        "aim: {target: bob, weapon: BIG_PISTOL, actions: 2}"
    )
    assert with_joe(live).code == 0
    joe = shown("joe")
    assert (joe["wielded"], joe["second"]) == ("big-pistol", "rifle")
    assert joe["ammo"] == {
        "big-pistol": {"now": 3, "max": 10, "type": "gel", "clip_in": True, "loose": None},
        "rifle": {"now": 4, "max": 4, "type": "normal", "clip_in": False, "loose": 2},
    }
    assert joe["aim"] == {"target": "bob", "weapon": "big-pistol", "actions": 2}
    assert joe["armor"] == {"ballistic": 0, "impact": 0}
    shot = gmtrack("attack", "joe", "bob", "--with", "range=5", "--json").doc
    assert parts(shot, "attack") == {"base": 4, "second-firearm": 2, "aim": -2}
    assert shot["rolls"][0]["parts"] == [{"label": "skill", "value": 4}]
    assert shot["damage"]["modified"] == "7M"
    assert shown("joe")["ammo"]["big-pistol"]["now"] == 2


def test_a_value_is_set_however_its_name_is_typed() -> None:
    assert loaded(TABLE).code == 0
    for what in ("ammo.BIG-pistol=2", "clip_in.Rifle=false", "wielded=LONG_KNIFE"):
        assert gmtrack("set", "joe", what).code == 0
    joe = shown("joe")
    assert (joe["wielded"], joe["ammo"]["big-pistol"]["now"]) == ("long-knife", 2)
    assert joe["ammo"]["rifle"]["clip_in"] is False
    assert gmtrack("act", "joe", "insert-clip", "rifle").code == 0
    assert shown("joe")["ammo"]["rifle"]["clip_in"] is True


def test_recoil_goes_on_from_what_was_fired_sr_068() -> None:
    fight = """\
fight:
  round: 1
  acting: joe
  combatants:
    bob: {}
    joe: {initiative: 5, simple_left: 1, rounds_this_phase: 4, shots: {Big_Pistol: 1},
          targets_this_phase: [ann], deployed: {big_pistol: true}, mounted: {Rifle: false}}
"""
    assert loaded(TABLE + fight).code == 0
    shoot = ("attack", "joe", "bob", "--with", "range=5", "--with")
    assert gmtrack(*shoot, "mode=ss", "--json").doc["error"]["kind"] == "action"
    shot = dry(*shoot, "mode=sa")
    assert parts(shot, "attack") == {"base": 4, "recoil": 3, "several-targets": 2}
    rifle = ("attack", "joe", "bob", "--force", "--weapon", "rifle", "--with", "range=5")
    assert parts(dry(*rifle), "attack")["recoil"] == 4


def test_a_gyro_takes_what_is_mounted_on_it_sr_070() -> None:
    assert with_joe("running: running").code == 0
    shoot = ("attack", "joe", "bob", "--with", "range=5", "--weapon")
    assert parts(dry(*shoot, "rifle"), "attack") == {"base": 4, "running": 2}
    assert parts(dry(*shoot, "big-pistol"), "attack") == {"base": 4, "running": 4}


def test_work_goes_on_where_it_was_left_sr_074() -> None:
    live = "work: {action: unmount, weapon: Rifle, done: 1, needed: 2}"
    assert with_joe(live).code == 0
    done = gmtrack("act", "joe", "unmount", "rifle", "--json").doc
    assert (done["done"], done["needed"]) == (2, 2)
    assert {"who": "joe", "what": "mounted.rifle", "before": True, "after": False} in done[
        "changes"
    ]


@pytest.mark.parametrize("live", ["in_melee_with=[BOB]", "subdual.by=zed", "wielded=sword"])
def test_set_is_held_to_the_same(tmp_path: Path, live: str) -> None:
    assert loaded(TABLE).code == 0
    assert gmtrack("set", "joe", live, "--json").doc["error"]["kind"] == "sheet"
