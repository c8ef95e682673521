"""The rolls, numbers and ticks that the GM's own effects can change in this game."""

from gmtrack.rulesets.kit.own.in_force import WOUNDS, RollContext
from gmtrack.rulesets.kit.own.lasting import OwnEffectRules
from gmtrack.rulesets.sr3.gm.cast import CAST
from gmtrack.rulesets.sr3.sheet.check import RULED_SKILLS
from gmtrack.rulesets.sr3.tables import KINDS
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

CONTESTS = ("kind", "against")

NEWER_WORDS = (
    "awakened", "body", "burn", "cause-unknown", "conditions", "dazzled", "difficult", "distance",
    "drain-focus", "drain-pool", "focus", "force", "hasten", "karma", "minutes", "narrower",
    "no-kit", "patch", "patient", "power", "reach-on", "reroll", "scatter", "sorcery",
    "spell-defense", "spell-pool", "sustaining", "touched", "unseen", "walking", "wider",
    "willing", "withhold",
)  # fmt: skip
"""The words that came with magic, grenades, first aid, Karma, and house rules of common play."""

OWN = OwnEffectRules(
    EFFECTS,
    EFFECTS.puttable,
    follows=CAST.follows,
    numbers=("armor", "armor.ballistic", "armor.impact", WOUNDS),
    about={
        **dict.fromkeys(
            ("attack", "defend", "resist", "resist_pool", "dodge", "knockdown"),
            RollContext._fields,
        ),
        **dict.fromkeys(("subdual_break", "subdual_keep"), CONTESTS),
        "cast": ("weapon", "skill", "against"),
        "drain": ("weapon", "skill"),
        "keep": (),
        "spell_defense": ("against",),
        **dict.fromkeys(("touch", "touch_defend"), RollContext._fields),
        "test": ("skill",),
    },
    skills=RULED_SKILLS,
    ticks={does: {"type": KINDS} for does in ("damage", "heal")},
    newer_words=NEWER_WORDS,
)
