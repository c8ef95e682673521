"""Where the live state names a combatant, for when somebody is removed."""

from gmtrack.rulesets.kit.references import OWN, Reference

REFERENCES = (
    Reference("fight.spotlight.*"),
    Reference("fight.had_spotlight.*"),
    Reference("fight.death_spotlight.*"),
    Reference("fight.choosing.*"),
    Reference("fight.save.for", "fight.save"),
    Reference("fight.save.by", "fight.save"),
    Reference(OWN + "suppressed.by", OWN + "suppressed", "gone.fire"),
)
