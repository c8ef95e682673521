"""The kinds of own effects that i2050 can carry out."""

from gmtrack.core.counters import MOMENTS
from gmtrack.rulesets.i2050.gm.damage import POOL
from gmtrack.rulesets.i2050.sheet.check import BOOK_SKILLS
from gmtrack.rulesets.i2050.tables import LOCATIONS
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.i2050.wounds.maxima import numbers_follow
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.own.lasting import OwnEffectRules

OWN = OwnEffectRules(
    EFFECTS,
    EFFECTS.puttable,
    follows=numbers_follow,
    numbers=("armor", *(f"armor.{place}" for place in LOCATIONS)),
    about={
        **dict.fromkeys(("attack", "defend", "dodge"), RollContext._fields),
        "test": ("skill",),
        "awareness": ("skill",),
        "cool": ("skill",),
    },
    skills=BOOK_SKILLS,
    ticks={
        does: {"location": LOCATIONS, "pool": (POOL,)}
        for does in ("damage", "heal")
    },
    moments=tuple(at for at in MOMENTS if at.startswith("round")),
)
