"""What is counted of a roll: its successes (ST-001 to ST-003)."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.port import Counted
from gmtrack.rulesets.storyteller.dice.rolls import SIDES, successes
from gmtrack.rulesets.storyteller.rulings.house import House


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """The successes, those of dice that were rolled again too; nothing of initiative."""
    if "hits" not in roll:
        return None
    chance = bool(roll["chance"])
    hit, again = successes(House(house_rules), chance=chance)
    return Counted(roll["hits"], max(1, roll["pool"]), SIDES, Reading(hit=hit, again=again))
