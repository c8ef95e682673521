"""What an sr3 file may say, and how what it may not is called."""

from typing import Any

import pytest
from tables import each_row

from gmtrack.errors import BadFile, Refusal
from gmtrack.rulesets.sr3 import ruleset
from gmtrack.store.check.assign import parse_assignments

from .book import BOOK, CORE

GUN = {"skill": "pistols", "power": 9, "level": "M", "ranges": [5, 20, 40, 60]}


def faults(*, scene: Any = None, fight: Any = None, **sheet: Any) -> str:
    doc = {
        "gmtrack": 1, "name": "x", "ruleset": "sr3", "scene": scene or {}, "fight": fight or {},
        "combatants": {"sam": {**BOOK.cast["sam"], **sheet}},
    }  # fmt: skip
    try:
        CORE.encounter(doc)
    except BadFile as bad:
        return "\n".join(f"{fault.path}: {fault.message}" for fault in bad.faults)
    return ""


@each_row(
    ("weapon", "said"),
    [
        (GUN | {"class": "laser"}, "weapons.gun.class: found 'laser', allowed: one of firearm"),
        (GUN | {"clas": "heavy"}, "weapons.gun.clas: unknown key; did you mean 'class'?"),
        (GUN | {"class_": "heavy"}, "weapons.gun.class_: unknown key; did you mean 'class'?"),
        (GUN | {"smartgun": 1}, "weapons.gun.smartgun: found 1, allowed: true or false"),
        (GUN | {"level": "X"}, "weapons.gun.level: found 'X', allowed: one of L, M, S, D"),
        (GUN | {"choke": 11}, "weapons.gun.choke: found 11, allowed: a whole number from 2 to 10"),
        (GUN | {"ranges": [5, 20, 40]}, "weapons.gun.ranges: found [5, 20, 40], allowed are four"),
        (GUN | {"ranges": [5, 40, 20, 60]}, "weapons.gun.ranges: found [5, 40, 20, 60]"),
        (GUN | {"reach": 1}, "weapons.gun.reach: a ranged weapon has no reach"),
        (GUN | {"ammo": 9, "capacity": 8}, "weapons.gun.ammo: found 9, allowed is 0 to 8"),
        (GUN | {"ammo_type": "shot"}, "weapons.gun.ammo_type: shot is for weapons of class"),
        (GUN | {"gyro_mounted": True}, "weapons.gun.gyro_mounted: only rifles and heavy weapons"),
        ({"skill": "pistols", "power": 9, "capacity": 5}, "weapons.gun.ranges: missing"),
        ({"skill": "pistols", "ranges": [1, 2, 3, 4]}, "weapons.gun.power: missing"),
        ({"power_bonus": 1}, "weapons.gun.skill: is missing"),
    ],
)  # fmt: skip
def test_a_wrong_weapon_is_named_with_what_is_allowed(weapon: dict[str, Any], said: str) -> None:
    assert said in faults(weapons={"gun": weapon})


def test_a_right_weapon_is_no_fault() -> None:
    weapons = {"gun": GUN | {"class": "heavy", "gyro_mounted": True}, "knife": {"skill": "knives"}}
    assert faults(weapons=weapons, wielded="gun") == ""


@each_row(
    ("part", "said"),
    [
        ({"body": 0}, "sam.body: found 0, allowed: a whole number from 1 to 30"),
        ({"wielded": "katanna"}, "sam.wielded: no weapon 'katanna'; did you mean 'katana'?"),
        ({"second": "sword"}, "sam.second: no weapon 'sword'"),
        ({"vision": "dark"}, "sam.vision: found 'dark', allowed: one of normal, low_light"),
        ({"scene": {"visibility": ["mist", "light_haze"]}}, "found mist, light_haze, allowed is"),
        ({"scene": {"visibility": ["glare", "minimal_light"]}}, "allowed is one light"),
        ({"fight": {"acting": "joe"}}, "fight.acting: no combatant 'joe'"),
        ({"fight": {"combatants": {"sam": {"stun": 11}}}}, "a whole number from 0 to 10"),
        ({"fight": {"combatants": {"sam": {"ammo": {"smg": 31}}}}}, "allowed is 0 to 30"),
        ({"fight": {"combatants": {"sam": {"loaded": {"smg": "shot"}}}}}, "class shotgun only"),
        ({"fight": {"combatants": {"sam": {"position": [1]}}}}, "allowed are two numbers"),
        ({"fight": {"combatants": {"sam": {"subdual": {"boxes": 1, "by": "joe"}}}}}, "'joe'"),
    ],
)  # fmt: skip
def test_other_faults_are_named_too(part: dict[str, Any], said: str) -> None:
    assert said in faults(**part)


@pytest.mark.parametrize(
    ("assignment", "kind"),
    [
        ("weapons.smg.class=heavy", ""),
        ("weapons.smg.klass=heavy", "sheet"),
        ("subdual.boxes=3", ""),
        ("subdual={boxes: 3, by: sam}", ""),
        ("physical=11", "sheet"),
        ("mood=bad", "sheet"),
    ],
)
def test_what_set_cannot_write_is_a_matter_of_the_sheet(assignment: str, kind: str) -> None:
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": {"sam": BOOK.cast["sam"]}}
    encounter = CORE.encounter(doc)
    refused = ""
    try:
        parse_assignments(encounter, ruleset, "sam", [assignment])
    except Refusal as refusal:
        refused = refusal.kind
    assert refused == kind


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("damage nobody 1", "who"),
        ("damage sam 1 --type fire", "option"),
        ("test sam body --with tn=many", "option"),
        ("test sam body --roll test=1", "dice"),
        ("intervene sam", "phase"),
    ],
)
def test_names_words_and_dice_have_refusals_of_their_own(line: str, kind: str) -> None:
    doc = {"gmtrack": 1, "name": "x", "ruleset": "sr3", "combatants": {"sam": BOOK.cast["sam"]}}
    encounter = CORE.encounter(doc)
    with pytest.raises(Refusal) as refused:
        CORE.resolved(encounter, line.split())
    assert refused.value.kind == kind
