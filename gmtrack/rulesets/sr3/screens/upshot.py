"""What an attack came to for both sides, as odds tell it."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.port import AttackSummary
from gmtrack.rulesets.sr3.sheet.monitor import wound_of
from gmtrack.rulesets.sr3.tables.damage import BOXES

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
