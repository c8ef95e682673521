"""What came of an attack, as odds tell it."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.port import AttackSummary


def upshot(block: Data) -> AttackSummary:
    """The counterattack may land, whether or not the attack does."""
    told = plain_upshot(block)
    counter = block.get("counter", {}).get("damage", {})
    return told._replace(suffered=counter.get("dealt", 0))
