"""What an attack came to for both sides, as odds tell it; what is counted of a roll, for luck."""

from gmtrack.core.encounter import Data
from gmtrack.dice.port import Reading
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.port import AttackSummary, Counted
from gmtrack.rulesets.storyteller.dice import SIDES, successes
from gmtrack.rulesets.storyteller.rulings import House

FAILURE, WRECKED = "dramatic-failure", "weapon-broken"


def upshot(block: Data) -> AttackSummary:
    """The attacker may be under covering fire, fail dramatically and wear out a makeshift weapon.
    The fire on who sends a burst at several belongs to none of them."""
    told = plain_upshot(block)
    spoilt = [note["note"] for note in block.get("notes", ()) if note["who"] == told.attacker]
    own = [FAILURE] if FAILURE in spoilt else []
    if wrecked(block.get("wear")):
        own.append(WRECKED)
    return told._replace(suffered=told.suffered + under_fire(told, block), own=(*told.own, *own))


def wrecked(wear: Data | None) -> bool:
    return bool(wear and wear["before"] and not wear["after"])


def under_fire(told: AttackSummary, block: Data) -> int:
    """What fell on the attacker."""
    damage = block.get("covering_fire", {}).get("damage", {})
    return int(damage["dealt"]) if damage.get("victim") == told.attacker else 0


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """The successes, those of dice that were rolled again too; nothing of initiative."""
    if "hits" not in roll:
        return None
    chance = bool(roll["chance"])
    hit, again = successes(House(house_rules), chance=chance)
    return Counted(roll["hits"], max(1, roll["pool"]), SIDES, Reading(hit=hit, again=again))
