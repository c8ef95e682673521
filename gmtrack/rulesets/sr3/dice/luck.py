"""What is counted of a roll: its successes (SR-001 to SR-003)."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.port import Counted
from gmtrack.rulesets.sr3.dice.rolls import SIDES
from gmtrack.rulesets.sr3.rulings.house import House


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """The successes against the target number; nothing of initiative, and of one throw at several
    only what it was against the first (SR-111)."""
    if "successes" not in roll or roll.get("same_dice"):
        return None
    again = SIDES if House(house_rules).rule_of_six else None
    reading = Reading(hit=roll["tn"], again=again, adds=True)
    return Counted(roll["successes"], roll["pool"], SIDES, reading)
