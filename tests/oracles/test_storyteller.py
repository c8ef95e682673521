"""A knife against a pistol across the table, from the rules of storyteller.

Each attacks once in their turn, and nothing is spent. The rows that this fight can meet: ST-001,
002, 003, 006 (pools), ST-018..022 (who acts when: rolled once), ST-031..037, 040, 041, 049 (attack
and Defense, which between two is whole again before it is asked for the next time), ST-100 (a short
range), ST-158..161 (armor), ST-163..172 (health)."""

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


@dataclass
class Fighter:
    sheet: dict[str, Any]
    lethal: int
    aggravated: int = 0
    bashing: int = 0
    fell: bool = False

    def __post_init__(self) -> None:
        sheet = self.sheet
        self.health = 5 + sheet["stamina"]
        self.defense = min(sheet["wits"], sheet["dexterity"]) + sheet["skills"].get("athletics", 0)
        (self.weapon,) = sheet["weapons"].values()
        self.shoots = "ranges" in self.weapon
        self.initiative = sheet["dexterity"] + sheet["wits"] + self.weapon["initiative"]
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
    against = 0 if me.shoots else foe.defense
    found = successes(me.pool - against - me.wounds, chance)
    if not found:
        return
    lethal, bashing = found + me.weapon["damage"], 0
    if me.shoots:
        bashing = min(lethal, foe.armor["ballistic"])
        lethal -= bashing
    for _ in range(foe.armor["general"]):
        if lethal:
            lethal -= 1
        elif bashing:
            bashing -= 1
    for _ in range(lethal):
        if foe.empty:
            foe.lethal += 1
        else:
            worsen(foe)
    for _ in range(bashing if lethal or bashing else 1):
        if foe.empty:
            foe.bashing += 1
        else:
            worsen(foe)


def worsen(foe: Fighter) -> None:
    """A point where no box is left."""
    if foe.bashing:
        foe.bashing, foe.lethal = foe.bashing - 1, foe.lethal + 1
    elif foe.lethal:
        foe.lethal, foe.aggravated = foe.lethal - 1, foe.aggravated + 1


def fight(chance: Random) -> Outcome:
    both = {name: Fighter(sheet, HURT[name]) for name, sheet in SHEETS.items()}
    scores = {
        name: who.initiative - who.wounds + chance.randint(1, 10) for name, who in both.items()
    }
    first, second = sorted(both, key=lambda name: (-scores[name], -both[name].initiative))
    order = [(both[first], both[second]), (both[second], both[first])]
    rounds = 0
    while all(who.is_up for who in both.values()) and rounds < 50:
        rounds += 1
        for me, foe in order:
            if me.is_up and foe.is_up:
                if not me.empty and not successes(me.sheet["stamina"], chance):
                    me.fell = True
                else:
                    attack(me, foe, chance)
    up = [who.sheet["side"] for who in both.values() if who.is_up]
    tracks = {(name, "health"): who.empty for name, who in both.items()}
    return Outcome(up[0] if len(up) == 1 else "nobody", rounds, tracks)


def test_a_knife_against_a_pistol(tmp_path: Path) -> None:
    hurt = {"combatants": {who: {"lethal": points} for who, points in HURT.items()}}
    assert_agree(fight, written(tmp_path, "storyteller", SHEETS, fight=hurt), 350)
