"""Words of odds for the harm that a spell does to its caster."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.names import pick, squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.sr3.sheet.game import WORDS, Scene

DRAIN = "drain"


def name_of_risk(encounter: Encounter, attack: Attack) -> str | None:
    """Return `drain` for an attack by a spell, else None."""
    try:
        who = pick(
            attack.attacker, encounter.names(), "combatant", WORDS.nobody
        )
    except Refusal:
        return None
    spells = Scene(Draft(encounter)).fighter(who).sheet.spells
    return DRAIN if squash(attack.options.weapon or "") in spells else None
