"""What came of an attack, as odds tell it, and what luck counts of a roll."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.port import AttackSummary, Counted
from gmtrack.rulesets.spotlight.dice import SIDES
from gmtrack.rulesets.spotlight.rulings import House


def upshot(block: Data) -> AttackSummary:
    """The counterattack may land, whether or not the attack does."""
    told = plain_upshot(block)
    counter = block.get("counter", {}).get("damage", {})
    return told._replace(suffered=counter.get("dealt", 0))


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """The successes (SP-CORE-02); nothing of a lone location die."""
    if "hits" not in roll:
        return None
    hit = House(house_rules).success_on
    return Counted(roll["hits"], roll["pool"], SIDES, Reading(hit=hit))
