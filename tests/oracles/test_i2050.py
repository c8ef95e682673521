"""A blade against a gun, from the rules of i2050.

Who has lost the weapon takes it up or clears its jam, who lies on the ground and has no gun gets
up, else each attacks; in the end it may be with fists. The rows that this fight can meet:
IN-CORE-01, 02, 04, IN-PHASE-01, 02, 04, 06..08, IN-SPD-01..05 and IN-R11, 12, 50, 51 (who acts
when), IN-OPP, IN-CRIT-01..03, IN-FUM-01..06, 10, 11 (rolls), IN-LOC-01..08, IN-DMG-01..05, IN-KD,
IN-MOD-01..03, 10 and IN-R27, IN-LIMB-01..06, IN-WND-04 and IN-R20..25, 38, 46, 53 (what a blow
does), IN-UNARM-01."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from simulation.fights import written

from .comparing import Outcome, assert_agree

Data = dict[str, Any]
SHEETS: Data = {
    "lotus": {
        "side": "pc", "dex": 13, "pow": 12, "con": 11, "siz": 12,
        "skills": {"katana": 14, "athletics_fist": 10},
        "weapons": {"katana": {"skill": "katana", "class": "medium", "damage": "2d6+3",
                               "parry": 3}},
        "armor": [{"name": "coat", "points": {"chest": 4, "abdomen": 2, "arms": 2, "legs": 2}}],
    },
    "kaz": {
        "side": "foe", "dex": 8, "pow": 10, "con": 16, "siz": 16,
        "skills": {"handgun_projectile": 18, "athletics_fist": 12},
        "weapons": {"pistol": {"skill": "handgun_projectile", "class": "missile",
                               "damage": "2d6+4"}},
        "armor": [{"name": "vest", "points": {"chest": 4, "abdomen": 4, "arms": 4, "legs": 4}}],
    },
}  # fmt: skip
HURT = {"lotus": 23, "kaz": 15}
"""Hit points at the beginning: one is whole, the skills of the other are halved."""
FIST = {"skill": "athletics_fist", "class": "unarmed", "damage": "1d6-1"}
SPEED = {"missile": 0, "medium": -2, "unarmed": -3}
LEGS = ("right_leg", "left_leg")
MELEE = [("right_leg", 4), ("left_leg", 8), ("abdomen", 11), ("chest", 12), ("right_arm", 15),
         ("left_arm", 18), ("head", 20)]  # fmt: skip
RANGED = [("right_leg", 3), ("left_leg", 6), ("abdomen", 10), ("chest", 15), ("right_arm", 17),
          ("left_arm", 19), ("head", 20)]  # fmt: skip


def up(number: int, by: int) -> int:
    return -(-number // by)


@dataclass
class Fighter:
    sheet: Data
    hp: int
    status: str = "ready"
    prone: bool = False
    places: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.total = self.sheet["con"] + self.sheet["siz"]
        third, fourth = up(self.total, 3), up(self.total, 4)
        self.places = {"head": third, "abdomen": third, "chest": up(2 * self.total, 5)}
        self.places |= dict.fromkeys(LEGS, third) | {"right_arm": fourth, "left_arm": fourth}
        (self.own,) = self.sheet["weapons"].values()

    @property
    def is_able(self) -> bool:
        conscious = self.hp >= up(self.total, 4) and self.hp > 0
        return conscious and self.places["head"] > 0 and self.places["chest"] > 0

    @property
    def is_lamed(self) -> bool:
        return any(self.places[place] <= 0 for place in (*LEGS, "abdomen"))

    @property
    def weapon(self) -> Data:
        usable = self.status == "ready" and self.places["right_arm"] > 0
        return self.own if usable else FIST

    def skill(self, weapon: Data) -> int:
        base = int(self.sheet["skills"][weapon["skill"]])
        return up(base, 2) if 4 * (self.total - self.hp) > 2 * self.total else base

    def speed(self, weapon: Data) -> int:
        whole = self.sheet["dex"] + self.sheet["skills"][weapon["skill"]]
        return up(whole, 2) + SPEED[weapon["class"]]

    def armor(self, place: str) -> int:
        points = self.sheet["armor"][0]["points"]
        group = place[place.find("_") + 1 :] + "s"
        return int(points.get(place, points.get(group, 0)))


def plan(me: Fighter) -> str:
    """What somebody means to do in this round."""
    if me.weapon is FIST and me.places["right_arm"] > 0 and me.status in ("dropped", "jammed"):
        return "pickup" if me.status == "dropped" else "unjam"
    if me.prone and not me.is_lamed and me.weapon["class"] != "missile":
        return "stand"
    return "shoot" if me.weapon["class"] == "missile" else "fight"


class Roll(NamedTuple):
    value: int
    """0 where it fails."""
    is_critical: bool
    is_fumble: bool


def roll(me: Fighter, foe: Fighter, chance: Random) -> Roll:
    """With the weapon in hand."""
    skill = me.skill(me.weapon)
    if me.weapon["class"] != "missile":
        skill += 5 * (foe.prone - me.prone)
        skill -= 5 if me.is_lamed and me.prone and foe.prone else 0
    natural = chance.randint(1, 20)
    if natural == 20 and skill < 20:
        return Roll(0, False, True)
    value, need = min(20, natural + max(0, skill - 20)), min(20, skill)
    return Roll(value, value == need, False) if value <= need else Roll(0, False, False)


def fumble(me: Fighter, chance: Random) -> None:
    if me.weapon["class"] == "missile":
        me.status = "jammed"
    elif me.weapon is FIST:
        me.prone = me.prone or chance.randint(1, 20) > me.sheet["dex"]
    else:
        me.status = "dropped" if chance.randint(1, 20) <= me.sheet["pow"] else "broken"


def attack(me: Fighter, foe: Fighter, chance: Random) -> None:
    """Unopposed."""
    weapon, mine = me.weapon, roll(me, foe, chance)
    if mine.is_fumble:
        fumble(me, chance)
    elif mine.value:
        hit(weapon, foe, mine.is_critical, 0, chance)


def opposed(pair: list[Fighter], chance: Random) -> None:
    """Each rolls; the higher success wins, and to beat a critical does no more than usual."""
    weapons = [me.weapon for me in pair]
    rolls = [roll(me, foe, chance) for me, foe in (pair, pair[::-1])]
    for me, rolled in zip(pair, rolls, strict=True):
        if rolled.is_fumble:
            fumble(me, chance)
    if rolls[0].value == rolls[1].value:
        return
    won = int(rolls[1].value > rolls[0].value)
    lost = rolls[1 - won]
    parry = weapons[1 - won].get("parry", 0) if lost.value else 0
    is_critical = rolls[won].is_critical and not lost.is_critical
    hit(weapons[won], pair[1 - won], is_critical, parry, chance)


def hit(weapon: Data, foe: Fighter, is_critical: bool, parry: int, chance: Random) -> None:
    times, sides, more = map(int, re.findall(r"-?\d+", weapon["damage"]))
    double = 2 if is_critical else 1
    dice = [chance.randint(1, sides) for _ in range(double * times)]
    raw = max(0, double * more + sum(dice))
    column, die = RANGED if weapon["class"] == "missile" else MELEE, chance.randint(1, 20)
    place = next(place for place, last in column if die <= last)
    through = max(0, raw - foe.armor(place) - parry)
    foe.hp -= through
    foe.places[place] -= through
    if through and place == "right_arm" and foe.places[place] <= 0 and foe.status == "ready":
        foe.status = "dropped"
    foe.prone = foe.prone or foe.is_lamed or not foe.is_able
    limit = foe.sheet["siz"]
    if not foe.prone and raw >= limit:
        foe.prone = raw >= 2 * limit or chance.randint(1, 20) > foe.sheet["dex"]


def carry_out(what: str, me: Fighter, foe: Fighter, weapon: Data, chance: Random) -> None:
    """What is left of it where the weapon is still in hand, or the arm still works."""
    if what == "unjam" and me.places["right_arm"] > 0:
        if chance.randint(1, 20) <= me.skill(weapon):
            me.status = "ready"
    elif what in ("fight", "shoot") and weapon is me.weapon:
        attack(me, foe, chance)


def resolve(people: list[Fighter], chance: Random) -> None:
    """One round: everybody means to do something, and does it by speed."""
    plans = [plan(me) for me in people]
    if plans == ["fight", "fight"]:
        opposed(people, chance)
        return
    meant = [
        me.own if what == "unjam" else me.weapon for me, what in zip(people, plans, strict=True)
    ]
    order = sorted((0, 1), key=lambda one: -people[one].speed(meant[one]))
    for one in order:
        me, foe, weapon = people[one], people[1 - one], meant[one]
        if not me.is_able or not foe.is_able:
            continue
        if plans[one] == "unjam" and me.places["right_arm"] > 0:
            if chance.randint(1, 20) <= me.skill(weapon):
                me.status = "ready"
        elif plans[one] in ("fight", "shoot") and weapon is me.weapon:
            attack(me, foe, chance)
    for me, what in zip(people, plans, strict=True):
        if me.is_able and what == "pickup":
            me.status = "ready"
        if me.is_able and what == "stand" and not me.is_lamed:
            me.prone = False


def fight(chance: Random) -> Outcome:
    both = {name: Fighter(sheet, HURT[name]) for name, sheet in SHEETS.items()}
    people, rounds = list(both.values()), 0
    while all(who.is_able for who in people) and rounds < 50:
        rounds += 1
        resolve(people, chance)
    up = [who.sheet["side"] for who in people if who.is_able]
    tracks = {(name, "hp"): who.hp for name, who in both.items()}
    return Outcome(up[0] if len(up) == 1 else "nobody", rounds, tracks)


def test_a_blade_against_a_gun(tmp_path: Path) -> None:
    hurt = {"combatants": {who: {"pools": {"hp": hp}} for who, hp in HURT.items()}}
    assert_agree(fight, written(tmp_path, "i2050", SHEETS, fight=hurt), 120)
