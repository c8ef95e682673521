"""What an i2050 file may say, and how what it may not is called."""

from typing import Any

import pytest
from tables import each_row

from gmtrack.errors import BadFile, Refusal
from gmtrack.rulesets.i2050 import ruleset
from gmtrack.store.check.assign import parse_assignments

from .book import BOOK, CORE

GUN = {"skill": "pistols", "class": "missile", "damage": "2d6"}
COLUMN = {"right_leg": "1-5", "left_leg": "6-10", "chest": [11, 12, "13-15"], "head": "16-20"}


def document(sheet: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "gmtrack": 1, "name": "x", "ruleset": "i2050",
        "combatants": {"sam": {**BOOK.cast["samurai"], **sheet}}, **more,
    }  # fmt: skip


def faults(*, scene: Any = None, fight: Any = None, rules: Any = None,
           **sheet: Any) -> str:  # fmt: skip
    more = {"scene": scene or {}, "fight": fight or {}, "house_rules": rules or {}}
    try:
        CORE.encounter(document(sheet, **more))
    except BadFile as bad:
        return "\n".join(f"{fault.path}: {fault.message}" for fault in bad.faults)
    return ""


@each_row(
    ("weapon", "said"),
    [
        (GUN | {"class": "laser"}, "weapons.gun.class: found 'laser', allowed: one of missile"),
        (GUN | {"damage": "2d"}, "weapons.gun.damage: found '2d', allowed: dice such as 2d6"),
        (GUN | {"damage": "0d6"}, "weapons.gun.damage: found '0d6'"),
        (GUN | {"burst": 21}, "weapons.gun.burst: found 21, allowed: a whole number from 1 to 20"),
        (GUN | {"arm": "right"}, "weapons.gun.arm: found 'right', allowed: one of right_arm"),
        (GUN | {"clas": "long"}, "weapons.gun.clas: unknown key; did you mean 'class'?"),
        (GUN | {"class": "long", "burst": 3}, "weapons.gun.burst: only a weapon of class missile"),
        (GUN | {"class": "short", "firearm": True}, "weapons.gun.firearm: only a weapon of class"),
        ({"skill": "pistols", "class": "missile"}, "weapons.gun.damage: is missing"),
        ({"skill": "pistols", "damage": "1d6"}, "weapons.gun.class: is missing"),
    ],
)
def test_a_wrong_weapon_is_named_with_what_is_allowed(weapon: dict[str, Any], said: str) -> None:
    assert said in faults(weapons={"gun": weapon})


def test_a_right_weapon_is_no_fault() -> None:
    bow = GUN | {"firearm": False, "arm": "both", "tags": ["wood"], "stowed": True}
    smg = GUN | {"burst": 20, "accessories": ["smartgun"], "fragile": True, "damage": "12D100-10"}
    assert faults(weapons={"bow": bow, "smg": smg}) == ""


@each_row(
    ("part", "said"),
    [
        ({"dex": 0}, "sam.dex: found 0, allowed: a whole number from 1 to 30"),
        ({"skills": {"katana": 41}}, "skills.katana: found 41, allowed: a whole number from 0"),
        ({"location_hp": {"arm": 5}}, "location_hp.arm"),
        ({"armor": [{"name": "vest", "points": {"torso": 3}}]}, "points.torso"),
        ({"armor": [{"points": {"all": 3}}]}, "name: is missing"),
        ({"scene": {"visibility": "dark"}}, "scene.visibility: found 'dark', allowed: one of"),
        ({"fight": {"acting": "joe"}}, "fight.acting: no combatant 'joe'"),
        ({"fight": {"step": "combat"}}, "fight.step: found 'combat'"),
        ({"fight": {"combatants": {"sam": {"pools": {"hp": 27}}}}}, "allowed: 26 or less"),
        ({"fight": {"combatants": {"sam": {"locations": {"head": 10}}}}}, "allowed: 9 or less"),
        ({"fight": {"combatants": {"sam": {"aimed": "joe"}}}}, "aimed: no combatant 'joe'"),
        ({"fight": {"combatants": {"sam": {"held": {"right_arm": "sword"}}}}}, "weapon 'sword'"),
        ({"fight": {"combatants": {"sam": {"weapons": {"sword": {}}}}}}, "no weapon 'sword'"),
        ({"fight": {"combatants": {"sam": {"weapons": {"katana": {"status": "bent"}}}}}},
         "found 'bent', allowed: one of ready"),
        ({"fight": {"combatants": {"sam": {"weapons": {"katana": {"failed": ["scope"]}}}}}},
         "no accessory 'scope'"),
        ({"fight": {"combatants": {"sam": {"position": [1]}}}}, "allowed: two numbers"),
        ({"fight": {"combatants": {"sam": {"position": "here"}}}}, "position"),
        ({"fight": {"combatants": {"sam": {"intent": {"action": "fight"}}}}}, "needs a target"),
        ({"fight": {"combatants": {"sam": {"intent": {"action": "shoot", "targets": ["joe"]}}}}},
         "no combatant 'joe'"),
        ({"fight": {"combatants": {"sam": {"intent": {"action": "run"}}}}}, "found 'run'"),
        ({"fight": {"pending": [{"victim": "sam"}]}}, "fight.pending.0.place: is missing"),
        ({"rules": {"leg_crawl": -1}}, "leg_crawl: found -1, allowed: 0 to 99"),
        ({"rules": {"location_table": {"melee": COLUMN}}}, "location_table.ranged: is missing"),
        ({"rules": {"location_table": {"melee": COLUMN, "ranged": {**COLUMN, "head": 16}}}},
         "location_table.ranged: each roll from 1 to 20"),
        ({"rules": {"location_table": {"melee": COLUMN, "ranged": {**COLUMN, "tail": 3}}}},
         "no location"),
        ({"rules": {"location_table": {"melee": COLUMN, "ranged": COLUMN, "thrown": COLUMN}}},
         "location_table.thrown: unknown column; allowed: melee, ranged"),
        ({"rules": {"location_damage": "both"}}, "location_damage: found 'both'"),
    ],
)  # fmt: skip
def test_other_faults_are_named_too(part: dict[str, Any], said: str) -> None:
    assert said in faults(**part)


def test_a_table_of_the_house_may_go_by_location_or_by_roll() -> None:
    by_roll = {"1-10": "head", "11": "chest", "12-20": "abdomen"}
    assert faults(rules={"location_table": {"melee": COLUMN, "ranged": by_roll}}) == ""


@each_row(
    ("assignment", "kind", "where"),
    [
        ("weapons.katana.status=broken", "", "fight"),
        ("weapons.katana.damage=3d6", "", "combatants"),
        ("weapons.axe={skill: axes, class: medium, damage: 2d6}", "", "combatants"),
        ("weapons.katana.edge=3", "unknown", ""),
        ("weapons.katana.status=bent", "value", ""),
        ("pools.hp=-40", "", "fight"),
        ("pools.hp=27", "value", ""),
        ("hp=30", "", "combatants"),
        ("locations.left_arm=-3", "", "fight"),
        ("location_hp.left_arm=9", "", "combatants"),
        ("position=3,4.5", "", "fight"),
        ("position=[3, 4]", "", "fight"),
        ("intent={action: dodge}", "", "fight"),
        ("mood=bad", "unknown", ""),
    ],
)
def test_what_set_writes_goes_where_it_belongs(assignment: str, kind: str, where: str) -> None:
    encounter = CORE.encounter(document({}))
    refused, root = "", ""
    try:
        root = parse_assignments(encounter, ruleset, "sam", [assignment])[0].path[0]
    except Refusal as refusal:
        refused = refusal.kind
    assert (refused, root) == (kind, where)


@each_row(
    ("line", "kind"),
    [
        ("damage nobody 1", "unknown"),
        ("damage sam 1 --type fire", "unsupported"),
        ("damage sam 1 --pool mana", "unknown"),
        ("damage sam 1 --with blow", "value"),
        ("damage sam -1", "value"),
        ("test sam body", "unknown"),
        ("test sam dex --threshold 2", "unsupported"),
        ("test sam dex --roll attack=1", "roll"),
        ("act sam jump", "unknown"),
        ("act sam dodge --weapon katana", "value"),
        ("act sam move --with to=there", "value"),
        ("effect sam hungry", "unknown"),
        ("effect sam prone --end", "value"),
        ("roll-init --with first=martians", "value"),
        ("delay sam", "unsupported"),
        ("next", "phase"),
    ],
)
def test_names_words_and_dice_have_refusals_of_their_own(line: str, kind: str) -> None:
    encounter = CORE.encounter(document({}))
    with pytest.raises(Refusal) as refused:
        CORE.resolved(encounter, line.split())
    assert refused.value.kind == kind
