"""The summary of one attack, for odds."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit import blocks
from gmtrack.rulesets.port import AttackSummary


def summarize_attack(block: Data) -> AttackSummary:
    """Return the summary of an attack's document, with what the attacker took by it."""
    summary = blocks.summarize_attack(block)
    return summary._replace(suffered=block.get("suffered", 0))
