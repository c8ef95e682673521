"""The number that a spell is cast against, one row a modifier."""

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.attack.plan import part_as_typed
from gmtrack.rulesets.sr3.attack.target_number import (
    thermal_smoke_rules,
    visibility_modifier,
)
from gmtrack.rulesets.sr3.dice import added_parts
from gmtrack.rulesets.sr3.magic.plan import Victim
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.spell import ATTRIBUTE_TARGETS, Spell

ESSENCE_TN = 10
"""The number of a healing spell, before essence comes off it."""
MINUTES_TN = 4
"""The number of a spell that fights the minutes, before these are added."""


def is_touch(victim: Victim) -> bool:
    """Whether the spell works by touch, so that neither light nor cover counts (SRX-015)."""
    return victim.caster.sheet.spells[victim.spell_id].range == "touch"


def ignores_cover(victim: Victim) -> bool:
    """Whether cover does not count: for a spell by touch, and for an elemental area."""
    spell = victim.caster.sheet.spells[victim.spell_id]
    return is_touch(victim) or (spell.area and spell.is_elemental)


def _cast_visibility(victim: Victim) -> int:
    """Return the modifier for light and haze with the caster's eyes, or the number typed."""
    if is_touch(victim):
        return 0
    told = victim.count("visibility")
    if told is not None:
        return told
    return visibility_modifier(victim.caster, victim.sight)


def _thermal_rules(victim: Victim) -> str:
    """Return the row of thermal smoke with values of its own, if that is between the two and
    nobody has typed the number; else empty."""
    if victim.count("visibility") is not None:
        return ""
    return thermal_smoke_rules(victim.game.house, victim.sight)


def _behind_cover(victim: Victim) -> bool:
    """Whether the target's partial cover counts against the spell."""
    covered = victim.has_word("partial-cover") or victim.target.partial_cover
    return covered and not ignores_cover(victim)


CAST_MODIFIERS: tuple[Modifier[Victim, House], ...] = (
    Modifier("visibility", "SRX-008, SR-127, SR-131", "by light, haze and the caster's eyes",
             1, _cast_visibility, told=True, off=True, more_rules=_thermal_rules),
    Modifier("partial-cover", "SRX-008, SR-117", "+4, target in partial cover",
             tables.PARTIAL_COVER, _behind_cover, told=True, off=True),
    Modifier("dazzled", "SRX-119", "what a flash adds, 1 less each combat turn",
             1, lambda victim: 0 if is_touch(victim) else victim.caster.dazzled, told=True,
             off=True),
    Modifier("wounds", "SRX-008, SR-141", "the wound modifier",
             1, lambda victim: victim.caster.wound_modifier, told=True, off=True),
    Modifier("sustaining", "SRX-039", "+2 for each spell that they sustain",
             tables.SUSTAINING, lambda victim: victim.caster.sustaining, told=True, off=True),
)  # fmt: skip
"""The modifiers of a Sorcery Test."""


def base_parts(
    spell: Spell, target: Fighter, minutes: int = 0
) -> tuple[Part, ...]:
    """Return the parts of the number that a spell is cast against, before any modifier. `minutes`
    count for a spell against `minutes` alone."""
    rules, kind = "SRX-007", spell.target
    if isinstance(kind, int):
        return (Part("base", kind, rules),)
    if target.sheet.vehicle and kind in ATTRIBUTE_TARGETS:
        return object_parts(target)
    if kind == "reaction":
        return (Part("reaction", target.reaction, rules),)
    if kind == "essence":
        essence = Part("essence", -int(target.sheet.essence), rules)
        return (Part("base", ESSENCE_TN, rules), essence)
    if kind == "minutes":
        return (
            Part("base", MINUTES_TN, rules),
            Part("minutes", minutes, rules),
        )
    return target.trait_parts(kind, rules)


def object_parts(target: Fighter) -> tuple[Part, ...]:
    """Return the parts of the number that a spell is cast against at a vehicle (SRX-017)."""
    rules, sheet = "SRX-017", target.sheet
    return (
        Part("object resistance", sheet.object_resistance or 0, rules),
        *target.trait_parts("body", rules),
        Part("half armor", sheet.vehicle_armor // 2, rules),
    )


def cast_tn(victim: Victim, spell: Spell) -> tuple[Part, ...]:
    """Return the parts of the number of the Sorcery Test against one target, without modifiers that
    are switched off."""
    house = victim.game.house
    parts = []
    for row in CAST_MODIFIERS:
        if row.off and victim.off(row.label):
            continue
        told = None if row.label == "visibility" else victim.count(row.label)
        if row.label == "partial-cover" and ignores_cover(victim):
            told = None
        parts.append(part_as_typed(row, victim, house, told))
    about = victim.roll_context(victim.target)
    game, caster = victim.game, victim.caster
    added = added_parts(game, caster, "cast", victim.mods, about)
    minutes = victim.count("minutes") or 0
    return (*base_parts(spell, victim.target, minutes), *parts, *added)
