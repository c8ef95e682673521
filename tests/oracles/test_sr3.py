"""A sword against a club, from the rules of sr3.

Whoever's phase it is gets up (a simple action, after which too little is left for a blow) or
strikes (a complex one); no dice of the combat pool are spent. The rows that this fight can meet:
SR-001, 002, 006 (tests), SR-007..009 and 142 (who acts when), SR-R04, SR-012..016, 018..020, 028
and SR-R11, 13, 32 (a blow), SR-030..032, 034 (being knocked down), SR-133..138, 140..144."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from simulation.fights import written

from .comparing import Outcome, assert_agree

SHEETS: dict[str, Any] = {
    "kat": {
        "side": "pc", "body": 3, "quickness": 4, "strength": 4, "intelligence": 6,
        "skills": {"edged_weapons": 5},
        "armor": [{"ballistic": 2, "impact": 3}],
        "weapons": {"sword": {"skill": "edged_weapons", "power_bonus": 3, "level": "M"}},
    },
    "bruno": {
        "side": "foe", "body": 4, "quickness": 3, "strength": 5, "intelligence": 3,
        "skills": {"clubs": 4}, "armor": [{"ballistic": 2, "impact": 1}],
        "weapons": {"club": {"skill": "clubs", "power_bonus": 0, "level": "L",
                             "damage_type": "stun", "reach": 1}},
    },
}  # fmt: skip
BOXES = {1: 1, 2: 3, 3: 6, 4: 10}
LEVELS = "-LMSD"


@dataclass
class Fighter:
    sheet: dict[str, Any]
    physical: int = 0
    stun: int = 0
    prone: bool = False
    score: int = 0
    acted: bool = False

    def __post_init__(self) -> None:
        self.body, self.strength = self.sheet["body"], self.sheet["strength"]
        self.reaction = (self.sheet["quickness"] + self.sheet["intelligence"]) // 2
        (self.skill,) = self.sheet["skills"].values()
        (self.weapon,) = self.sheet["weapons"].values()
        self.impact = self.sheet["armor"][0]["impact"]

    @property
    def is_up(self) -> bool:
        return self.physical < 10 and self.stun < 10

    @property
    def wounds(self) -> int:
        return sum((now > 0) + (now > 2) + (now > 5) for now in (self.physical, self.stun))


def successes(dice: int, target: int, chance: Random) -> int:
    return sum(rolled(max(2, target), chance) >= max(2, target) for _ in range(dice))


def rolled(target: int, chance: Random) -> int:
    """One die; a six that is not enough yet is rolled on."""
    total = die = chance.randint(1, 6)
    while die == 6 and total < target:
        die = chance.randint(1, 6)
        total += die
    return total


def blow(me: Fighter, foe: Fighter, chance: Random) -> None:
    won, lost = struck(me, foe, chance), struck(foe, me, chance)
    if won >= lost and won > 0:
        hit(me, foe, won - lost, chance)
    elif lost > won:
        hit(foe, me, lost - won, chance)


def struck(me: Fighter, foe: Fighter, chance: Random) -> int:
    reach = foe.weapon.get("reach", 0) - me.weapon.get("reach", 0)
    return successes(me.skill, 4 + reach - 2 * foe.prone + me.wounds, chance)


def hit(me: Fighter, foe: Fighter, net: int, chance: Random) -> None:
    level = min(4, LEVELS.index(me.weapon["level"]) + net // 2)
    power = me.strength + me.weapon["power_bonus"] - foe.impact
    level -= successes(foe.body, power, chance) // 2
    if level < 1:
        return
    before = foe.wounds
    mark(foe, BOXES[level], me.weapon.get("damage_type") == "stun")
    foe.score -= foe.wounds - before
    if level == 4 or not foe.is_up or successes(foe.body, me.strength, chance) == 0:
        foe.prone = True


def mark(foe: Fighter, boxes: int, stun: bool) -> None:
    if stun:
        over = max(0, foe.stun + boxes - 10)
        foe.stun, boxes = min(10, foe.stun + boxes), over
    foe.physical = min(10, foe.physical + boxes)


def fight(chance: Random) -> Outcome:
    both = {name: Fighter(sheet) for name, sheet in SHEETS.items()}
    people = list(both.values())
    rounds = 0
    while all(who.is_up for who in people) and rounds < 50:
        rounds += 1
        for who in people:
            who.score = who.reaction + chance.randint(1, 6) - who.wounds
        turn(people, chance)
    up = [who.sheet["side"] for who in people if who.is_up]
    tracks = {(name, "physical"): who.physical for name, who in both.items()}
    tracks |= {(name, "stun"): who.stun for name, who in both.items()}
    return Outcome(up[0] if len(up) == 1 else "nobody", rounds, tracks)


def turn(people: list[Fighter], chance: Random) -> None:
    """The passes of a combat turn. The two have not the same reaction, which decides ties."""
    while any(who.score > 0 for who in people):
        for who in people:
            who.acted = False
        while waiting := [who for who in people if who.score > 0 and not who.acted]:
            me = max(waiting, key=lambda who: (who.score, who.reaction))
            (foe,) = (who for who in people if who is not me)
            me.acted = True
            if me.prone:
                me.prone = False
            else:
                blow(me, foe, chance)
            if not (me.is_up and foe.is_up):
                return
        for who in people:
            who.score -= 10


def test_a_sword_against_a_club(tmp_path: Path) -> None:
    assert_agree(fight, written(tmp_path, "sr3", SHEETS), 100)
