"""A knife against a pistol across the table, and three on one with blades and a bat, from the
rules of storyteller.

Each attacks once in their turn, the one opposite, then whoever is left; nothing is spent. The rows
that these fights can meet: ST-001, 002, 003, 006 (pools), ST-018..022 (who acts when: rolled once),
ST-031..037 (attack), ST-040, 041, 045, 049 (Defense), ST-100 (a short range), ST-158..161 (armor),
ST-163..172 (health)."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from simulation.fights import written

from .comparing import Outcome, assert_agree

SHEETS: dict[str, Any] = {
    "dana": {
        "side": "pc", "strength": 2, "dexterity": 3, "stamina": 2, "wits": 2,
        "skills": {"weaponry": 4, "athletics": 1},
        "weapons": {"knife": {"damage": 5, "initiative": -1}},
        "armor": [{"name": "vest", "ballistic": 1, "general": 2}],
    },
    "cole": {
        "side": "foe", "strength": 2, "dexterity": 1, "stamina": 2, "wits": 2,
        "skills": {"firearms": 2},
        "weapons": {"pistol": {"kind": "firearm", "damage": 5, "ranges": [20, 40, 80],
                               "initiative": -3, "strength_req": 3}},
        "armor": [{"name": "coat", "ballistic": 0, "general": 1}],
    },
}  # fmt: skip
HURT = {"dana": 5, "cole": 1}
"""Lethal points at the beginning."""
THREE_ON_ONE: dict[str, Any] = {
    "ann": {
        "side": "pc", "strength": 4, "dexterity": 4, "stamina": 3, "wits": 4,
        "skills": {"weaponry": 3, "athletics": 1}, "armor": [{"general": 1}],
        "weapons": {"sword": {"damage": 5, "initiative": -2}},
    },
    "ben": {
        "side": "foe", "strength": 3, "dexterity": 2, "stamina": 2, "wits": 2,
        "skills": {"weaponry": 2}, "armor": [{"general": 1}],
        "weapons": {"bat": {"damage": 3, "damage_type": "bashing", "initiative": -1}},
    },
    "cy": {
        "side": "foe", "strength": 3, "dexterity": 2, "stamina": 2, "wits": 3,
        "skills": {"weaponry": 3}, "armor": [{"general": 1}],
        "weapons": {"machete": {"damage": 3, "initiative": -2}},
    },
    "dot": {
        "side": "foe", "strength": 2, "dexterity": 3, "stamina": 1, "wits": 3,
        "skills": {"weaponry": 3}, "armor": [{"general": 1}],
        "weapons": {"knife": {"damage": 2}},
    },
}  # fmt: skip


@dataclass(eq=False)
class Fighter:
    sheet: dict[str, Any]
    lethal: int = 0
    aggravated: int = 0
    bashing: int = 0
    fell: bool = False
    decay: int = 0

    def __post_init__(self) -> None:
        sheet = self.sheet
        self.health = 5 + sheet["stamina"]
        self.defense = min(sheet["wits"], sheet["dexterity"]) + sheet["skills"].get("athletics", 0)
        (self.weapon,) = sheet["weapons"].values()
        self.shoots = "ranges" in self.weapon
        self.initiative = sheet["dexterity"] + sheet["wits"] + self.weapon.get("initiative", 0)
        (self.armor,) = sheet["armor"]
        trait, skill = ("dexterity", "firearms") if self.shoots else ("strength", "weaponry")
        self.pool = sheet[trait] + sheet["skills"][skill]
        self.pool -= sheet["strength"] < self.weapon.get("strength_req", 0)

    @property
    def empty(self) -> int:
        return self.health - self.aggravated - self.lethal - self.bashing

    @property
    def is_up(self) -> bool:
        return not self.fell and (self.empty > 0 or self.bashing > 0)

    @property
    def wounds(self) -> int:
        return max(0, 3 - self.empty)


def successes(pool: int, chance: Random) -> int:
    if pool <= 0:
        return int(chance.randint(1, 10) == 10)
    found = 0
    while pool:
        dice = [chance.randint(1, 10) for _ in range(pool)]
        found += sum(die >= 8 for die in dice)
        pool = dice.count(10)
    return found


def attack(me: Fighter, foe: Fighter, chance: Random) -> None:
    against = 0 if me.shoots else max(0, foe.defense - foe.decay)
    foe.decay += against > 0
    found = successes(me.pool - against - me.wounds, chance)
    if not found:
        return
    lethal, bashing = armored(me, foe, found + me.weapon["damage"])
    for _ in range(lethal):
        if foe.empty:
            foe.lethal += 1
        else:
            worsen(foe)
    for _ in range(bashing):
        if foe.empty:
            foe.bashing += 1
        else:
            worsen(foe)


def armored(me: Fighter, foe: Fighter, points: int) -> tuple[int, int]:
    """What armor leaves of it, lethal and bashing."""
    general = foe.armor["general"]
    if me.weapon.get("damage_type") == "bashing":
        return 0, max(0, points - general)
    bashing = min(points, foe.armor["ballistic"]) if me.shoots else 0
    lethal = points - bashing
    stopped = min(lethal, general)
    left = lethal - stopped, max(0, bashing - general + stopped)
    return left if any(left) else (0, 1)


def worsen(foe: Fighter) -> None:
    """A point where no box is left."""
    if foe.bashing:
        foe.bashing, foe.lethal = foe.bashing - 1, foe.lethal + 1
    elif foe.lethal:
        foe.lethal, foe.aggravated = foe.lethal - 1, foe.aggravated + 1


def fight(chance: Random) -> Outcome:
    return play({name: Fighter(sheet, HURT[name]) for name, sheet in SHEETS.items()}, chance)


def three_on_one(chance: Random) -> Outcome:
    return play({name: Fighter(sheet) for name, sheet in THREE_ON_ONE.items()}, chance)


def play(people: dict[str, Fighter], chance: Random) -> Outcome:
    def place(who: Fighter) -> tuple[float, ...]:
        modifier = who.initiative
        return (modifier - who.wounds + chance.randint(1, 10), modifier, chance.random())

    everybody = list(people.values())
    order, rounds = sorted(everybody, key=place, reverse=True), 0
    while len(sides(everybody)) > 1 and rounds < 50:
        rounds += 1
        for me in order:
            if me.is_up and len(sides(everybody)) > 1:
                take_turn(me, everybody, chance)
    up = sides(everybody)
    tracks = {(name, "health"): who.empty for name, who in people.items()}
    return Outcome(up.pop() if len(up) == 1 else "nobody", rounds, tracks)


def sides(people: list[Fighter]) -> set[str]:
    return {who.sheet["side"] for who in people if who.is_up}


def take_turn(me: Fighter, people: list[Fighter], chance: Random) -> None:
    me.decay = 0
    if not me.empty and not successes(me.sheet["stamina"], chance):
        me.fell = True
        return
    friends = [who for who in people if who.sheet["side"] == me.sheet["side"]]
    foes = [who for who in people if who not in friends]
    opposite = friends.index(me)
    attack(me, next(foe for foe in foes[opposite:] + foes[:opposite] if foe.is_up), chance)


def test_a_knife_against_a_pistol(tmp_path: Path) -> None:
    hurt = {"combatants": {who: {"lethal": points} for who, points in HURT.items()}}
    assert_agree(fight, written(tmp_path, "storyteller", SHEETS, fight=hurt), 250)


def test_three_on_one(tmp_path: Path) -> None:
    assert_agree(three_on_one, written(tmp_path, "storyteller", THREE_ON_ONE), 160)
