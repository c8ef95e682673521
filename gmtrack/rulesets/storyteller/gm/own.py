"""Own effects in Storyteller: what they can change and which rolls they know."""

from gmtrack.rulesets.kit.own.in_force import WOUNDS, RollContext
from gmtrack.rulesets.kit.own.lasting import OwnEffectRules
from gmtrack.rulesets.storyteller.gm.damage import POOL
from gmtrack.rulesets.storyteller.tables import CALLED, MARKS, SKILLS
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS
from gmtrack.rulesets.storyteller.wounds.following import values_follow

CONTESTS = (
    "touch_resist", "disarm", "disarm_resist", "grapple", "quick_attack", "quick_defend", "escape",
)  # fmt: skip
"""The rolls of contests in close combat."""

OWN = OwnEffectRules(
    EFFECTS,
    EFFECTS.puttable,
    follows=values_follow,
    numbers=("armor", "armor.ballistic", "armor.general", WOUNDS),
    about={
        **dict.fromkeys(("attack", "grab", "touch"), RollContext._fields),
        **dict.fromkeys(
            ("dodge", "parry", "active", "defense"), RollContext._fields
        ),
        **dict.fromkeys(CONTESTS, ("kind", "skill", "against")),
        **dict.fromkeys(("test", "ambush"), ("skill",)),
        **dict.fromkeys(("aid", "care"), ("skill", "against")),
    },
    skills=SKILLS,
    ticks={
        "damage": {"type": MARKS, "location": CALLED, "pool": (POOL,)},
        "heal": {"type": MARKS, "pool": (POOL,)},
    },
)
