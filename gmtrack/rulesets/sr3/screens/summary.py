"""What an attack came to for both sides, as odds tell it; what is counted of a roll."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.port import AttackSummary, Counted
from gmtrack.rulesets.sr3.dice import SIDES
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.state import wound_of
from gmtrack.rulesets.sr3.tables import BOXES

DEPTH: Mapping[int, str] = MappingProxyType({1: "light", 2: "moderate", 3: "serious"})
"""SR-140, SR-141: a wound by its modifier."""
ROWS: Mapping[str, str] = MappingProxyType(
    {"physical": "wound", "stun": "stun", "subdual": "subdual"}
)
MISFIRE = "misfire"


def upshot(block: Data) -> AttackSummary:
    """How somebody stands after it, and how deep the wounds are by now."""
    told = plain_upshot(block)
    damage = block.get("damage") or {}
    wounds = {damage.get("victim"): tuple(reached(damage))}
    misfire = (MISFIRE,) if told.outcome == MISFIRE else ()
    return told._replace(
        effects=(*told.effects, *wounds.get(told.target, ())),
        own=(*misfire, *told.own, *wounds.get(told.attacker, ())),
    )


def reached(damage: Data) -> Iterator[str]:
    """SR-141: the rows that make everything harder than before, and are not full."""
    for row in damage.get("applied", ()):
        depth = wound_of(row["after"])
        if row["to"] in ROWS and wound_of(row["before"]) < depth and row["after"] < BOXES:
            yield f"{DEPTH[depth]}-{ROWS[row['to']]}"


# --- luck ---


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """The successes against the target number; nothing of initiative, and of one throw at several
    only what it was against the first (SR-111)."""
    if "successes" not in roll or roll.get("same_dice"):
        return None
    again = SIDES if House(house_rules).rule_of_six else None
    reading = Reading(hit=roll["tn"], again=again, adds=True)
    return Counted(roll["successes"], roll["pool"], SIDES, reading)
