"""A shoot-out of two, from the rules of Spotlight.

The player's character shoots until the 4 AP are gone, then the other one does; who has lost an arm
takes the gun into the other one (1 AP), who has lost both strikes with bare hands. The rows that
this fight can meet: SP-CORE-01..04, SP-AP-01, 03, 04, 07, SP-SPOT-01..03, 06, 07, 13 (who acts
when), SP-DIFF-01, SP-LOC-01..03, 05, SP-ATK-01, 03..09, 11, SP-ARM-01, 02, 04, SP-HP-01..06,
SP-DMG-01, 06..10, SP-INJ-01, 02, 04, 05, 08..10 and SP-R43 (what wounds do), SP-R40 (bare hands),
SP-DEATH-01..09 and SP-R36, 37, 39, 42 (cheating death)."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from simulation.fights import written

from .comparing import Outcome, assert_agree

TYPES = ["none", "light", "medium", "heavy"]
WHERE = {2: "head", 3: "left_arm", 4: "right_arm", 5: "left_leg", 6: "right_leg"}
LABELS = {"head": "head", "torso": "torso", "right_arm": "r.arm", "left_arm": "l.arm",
          "right_leg": "r.leg", "left_leg": "l.leg"}  # fmt: skip
GUN = {"skill": "firearms", "damage": 5, "damage_type": "lethal"}
SHEETS: dict[str, Any] = {
    "rook": {
        "side": "pc", "strength": 2, "fortitude": 2, "willpower": 2,
        "skills": {"firearms": 3, "brawl": 3},
        "weapons": {"pistol": {**GUN, "pierces": "light"}},
        "armor": [{"name": "vest", "type": "light",
                   "rating": {"torso": 3, "arms": 1, "legs": 2, "head": 1}}],
    },
    "weasel": {
        "side": "foe", "strength": 1, "fortitude": 2, "initiative": 6,
        "skills": {"firearms": 4, "brawl": 2},
        "weapons": {"revolver": {**GUN, "pierces": "light"}},
        "armor": [{"name": "coat", "type": "medium",
                   "rating": {"torso": 3, "arms": 1, "legs": 2, "head": 2}}],
    },
}  # fmt: skip


@dataclass
class Place:
    boxes: int
    lethal: int = 0
    bruise: int = 0

    @property
    def empty(self) -> int:
        return self.boxes - self.lethal - self.bruise

    @property
    def is_lethal(self) -> bool:
        return self.lethal == self.boxes

    def mark(self, points: int, lethal: bool) -> None:
        filled = min(points, self.empty)
        if lethal:
            self.lethal += filled
        else:
            self.bruise += filled
        turned = min(points - filled, self.bruise)
        self.lethal += turned
        self.bruise -= turned

    def lose(self, boxes: int) -> None:
        """The lethal ones first, then the bruised, then the empty."""
        lethal = min(boxes, self.lethal)
        bruise = min(boxes - lethal, self.bruise)
        self.lethal -= lethal
        self.bruise -= bruise
        self.boxes -= boxes


@dataclass
class Fighter:
    sheet: dict[str, Any]
    places: dict[str, Place] = field(default_factory=dict)
    arm: str | None = "right_arm"
    is_up: bool = True

    def __post_init__(self) -> None:
        head, limb = self.sheet["fortitude"], self.sheet["fortitude"] + self.sheet["strength"]
        self.places = {place: Place(limb) for place in LABELS}
        self.places |= {"head": Place(head), "torso": Place(2 * limb)}
        self.gun = next(iter(self.sheet["weapons"].values()))
        (self.armor,) = self.sheet["armor"]

    def armored(self, place: str) -> int:
        group = "arms" if place.endswith("arm") else "legs" if place.endswith("leg") else place
        return int(self.armor["rating"].get(group, 0))

    def free_arm(self) -> str | None:
        """One that works: the gun's own, else the other one."""
        return next((arm for arm in ("right_arm", "left_arm") if self.places[arm].empty), None)


def attack(me: Fighter, foe: Fighter, chance: Random) -> None:
    skill, damage, is_lethal = "brawl", 1, False
    if me.arm:
        skill, damage, is_lethal = "firearms", me.gun["damage"], True
    dice = [chance.randint(1, 6) for _ in range(me.sheet["skills"][skill])]
    successes = sum(die >= 5 for die in dice)
    if successes < 1:
        return
    place = WHERE.get(dice[0] + dice[1], "torso")
    rating = foe.armored(place)
    pierced = me.arm and TYPES.index(me.gun["pierces"]) >= TYPES.index(foe.armor["type"])
    foe.places[place].mark(
        max(0, damage + successes - 1 - rating), is_lethal and bool(pierced or not rating)
    )
    suffer(foe, chance)


def suffer(foe: Fighter, chance: Random) -> None:
    """What has become of somebody who was hit."""
    if foe.arm and not foe.places[foe.arm].empty:
        foe.arm = None
    head, torso = foe.places["head"], foe.places["torso"]
    fatal = [place for place in (head, torso) if place.is_lethal]
    foe.is_up = not fatal and head.empty > 0
    if fatal and foe.sheet["side"] == "pc":
        rolled = [chance.randint(1, 6) for _ in range(foe.sheet["willpower"])]
        if max(rolled) >= 5:
            for place in fatal:
                place.lethal -= 1
                place.bruise += 1
            for name, place in foe.places.items():
                place.lose(2 if name == "torso" else 1)


def act(me: Fighter, foe: Fighter, chance: Random) -> None:
    for _ in range(4):
        if me.arm is None and me.free_arm():
            me.arm = me.free_arm()
        elif me.is_up and foe.is_up:
            attack(me, foe, chance)


def fight(chance: Random) -> Outcome:
    both = {name: Fighter(sheet) for name, sheet in SHEETS.items()}
    first, second = both.values()
    rounds = 0
    while first.is_up and second.is_up and rounds < 50:
        rounds += 1
        act(first, second, chance)
        if second.is_up:
            act(second, first, chance)
    up = [who.sheet["side"] for who in both.values() if who.is_up]
    tracks = {
        (name, label): who.places[place].empty
        for name, who in both.items()
        for place, label in LABELS.items()
    }
    return Outcome(up[0] if len(up) == 1 else "nobody", rounds, tracks)


def test_a_shoot_out(tmp_path: Path) -> None:
    assert_agree(fight, written(tmp_path, "spotlight", SHEETS), 250)
