"""The price of several targets, hand to hand and from afar (SR-022, SR-064, SR-121, SR-R14)."""

from gmtrack.rulesets.sr3.house import House
from gmtrack.rulesets.sr3.tables.modifiers import EACH_TARGET


def several(house: House, nth: int, whole: int) -> int:
    """What the `nth` of so many costs; whoever attacks one alone pays nothing."""
    rule = house.text("multi_target")
    if rule == "every":
        return EACH_TARGET * whole if whole > 1 else 0
    return EACH_TARGET * (min(1, nth - 1) if rule == "flat" else nth - 1)
