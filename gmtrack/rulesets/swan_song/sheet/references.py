"""What names a combatant in the live state and the scene."""

from gmtrack.rulesets.kit.references import OWN, Reference

REFERENCES = (
    Reference("fight.active"),
    Reference("fight.reopen"),
    Reference("fight.queue.*.who", "fight.queue.*"),
    Reference("fight.queue.*.after", loose=True),
    Reference("fight.timed_items.*.setter", "fight.timed_items.*", "gone.item", loose=True),
    Reference("scene.timed_items.*.setter", "scene.timed_items.*", "gone.item"),
    Reference("scene.barriers.*.body_of"),
    Reference(OWN + "surprised_by.*", told="gone.surprise", loose=True),
    Reference(OWN + "frozen.before.surprised_by.*", loose=True),
    Reference(OWN + "in_melee_with.*"),
    Reference(OWN + "in_vehicle", told="gone.ride"),
    Reference(OWN + "cover_barrier", loose=True),
    Reference(OWN + "passed.*", loose=True),
    Reference(OWN + "carrying_body", told="gone.load", loose=True),
    Reference(OWN + "effects.*.source", loose=True),
)
