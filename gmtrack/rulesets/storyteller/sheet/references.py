"""What names a combatant in the live state."""

from gmtrack.rulesets.kit.references import OWN, Reference

REFERENCES = (
    Reference("fight.acting"),
    Reference("fight.interrupted.*"),
    Reference(OWN + "shield", told="gone.shield"),
    Reference(OWN + "downed_by"),
    Reference(OWN + "wp_defense.*"),
    Reference(OWN + "dodged.*"),
    Reference(OWN + "killed.*"),
    Reference(OWN + "aim.target", OWN + "aim", "gone.aim"),
    Reference(OWN + "grapple.with", OWN + "grapple"),
    Reference(OWN + "controls_of", loose=True),
    Reference(OWN + "suppressed.by", OWN + "suppressed", "gone.fire"),
)
