"""What is counted of a roll: whether a d20 succeeded (IN-CORE-01)."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.i2050.dice.rolls import SIDES, judge, plain
from gmtrack.rulesets.i2050.rulings.house import House
from gmtrack.rulesets.port import Counted


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
