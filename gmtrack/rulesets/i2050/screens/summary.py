"""What came of an attack and of a roll, as odds and luck tell it."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.i2050.dice import SIDES, judge, plain
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.port import AttackSummary, Counted


def upshot(block: Data) -> AttackSummary:
    """IN-WIN-02: a check that is won is nothing that a blow does to anybody."""
    told = plain_upshot(block)
    return told._replace(effects=without_check(told.effects), own=without_check(told.own))


def without_check(effects: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(effect for effect in effects if effect != "check")


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """1 for a success; nothing of dice that are added up. It matters how many faces of the d20 are
    good, and not which."""
    if "success" not in roll:
        return None
    house, target = House(house_rules), roll["target"]
    skilled = "critical" in roll
    faces = range(1, SIDES + 1)
    good = sum(
        (judge(house, face, target) if skilled else plain(face, target)).success for face in faces
    )
    return Counted(int(roll["success"]), 1, SIDES, Reading(hit=SIDES + 1 - good))
