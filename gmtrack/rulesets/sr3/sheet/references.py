"""What names a combatant in the live state."""

from gmtrack.rulesets.kit.references import OWN, Reference

REFERENCES = (
    Reference("fight.acting"),
    Reference("fight.interrupted.*"),
    Reference("fight.ranges.*.one", "fight.ranges.*"),
    Reference("fight.ranges.*.other", "fight.ranges.*"),
    Reference(OWN + "subdual.by", told="gone.hold"),
    Reference(OWN + "struck_by.*", loose=True),
    Reference(OWN + "targets_this_phase.*"),
    Reference(OWN + "aim.target", OWN + "aim", "gone.aim"),
    Reference(OWN + "in_melee_with.*"),
)
