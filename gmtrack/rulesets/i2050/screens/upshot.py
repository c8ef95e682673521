"""What came of an attack, as odds tell it."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.port import AttackSummary


def upshot(block: Data) -> AttackSummary:
    """IN-WIN-02: a check that is won is nothing that a blow does to anybody."""
    told = plain_upshot(block)
    return told._replace(effects=without_check(told.effects), own=without_check(told.own))


def without_check(effects: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(effect for effect in effects if effect != "check")
