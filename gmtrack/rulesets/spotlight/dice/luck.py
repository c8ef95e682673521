"""What is counted of a roll: its successes (SP-CORE-02)."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.port import Counted
from gmtrack.rulesets.spotlight.dice.rolls import SIDES
from gmtrack.rulesets.spotlight.rulings.house import House


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """The successes; nothing of a lone location die."""
    if "hits" not in roll:
        return None
    hit = House(house_rules).success_on
    return Counted(roll["hits"], roll["pool"], SIDES, Reading(hit=hit))
