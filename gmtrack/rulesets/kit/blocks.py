"""What the blocks of an attack report share."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.port import Upshot


def upshot(block: Data) -> Upshot:
    """What an attack's document says of its target: the damage it was dealt (8.6), its effects."""
    target = block["target"]
    damage = block.get("damage") or {}
    dealt = damage.get("dealt", 0) if damage.get("victim", target) == target else 0
    effects = [e["effect"] for e in block["effects"] if e["target"] == target]
    return Upshot(block["attacker"], target, block["outcome"], dealt, tuple(effects))
