"""What the fields of a sheet and of the scene are, for editors and lists: a sentence each."""

from collections.abc import Mapping
from types import MappingProxyType

_PERSON = {
    "body": "Body, 0 to 30: half of it soaks damage, and the flesh comes from it.",
    "agility": "Agility, 0 to 30: dice of nearly every attack; twice of it is the walk rate.",
    "reaction": "Reaction, 0 to 30: with intuition it is initiative and the dice of the defense.",
    "strength": "Strength, 0 to 30: STR in damage values, and how many armor accessories count.",
    "willpower": "Willpower, 0 to 30: how much strain they bear, and the bonus of full defense.",
    "intuition": "Intuition, 0 to 30: with reaction it is initiative and the dice of the defense.",
    "logic": "Logic, 0 to 30, default 1: dice of first aid, medicine and laid charges.",
    "charisma": "Charisma, 0 to 30, default 1: with willpower it is composure.",
    "kind": "What they are, default person: a machine does not bleed; the others differ in name.",
    "attribute_mods": "What drugs or implants add to attributes at all times, -20 to 20 each.",
    "skills": "Ranks by skill, 0 to 20 dice; a skill that is not here costs a die: untrained.",
    "physical_limit": "The most hits of unarmed attacks, parries and sprints, 1 to 50; more damage "
    "knocks down; left out: derived.",
    "mental_limit": "The most hits of tests such as perception and first aid, 1 to 50; left out: "
    "derived.",
    "composure": "Dice to stay calm, as after a hit at the knee; left out: charisma + willpower.",
    "initiative_mod": "Added to reaction + intuition for initiative, -20 to 20, default 0.",
    "initiative_dice": "Dice of initiative, 1 to 5, default 1; above 10 they act again.",
    "karma": "Karma points at the start, default 0: bonus dice, re-rolls, last stands.",
    "ap_base": "Action points in each pass, 0 to 12, default 3.",
    "walk_rate": "Metres on foot in a round, and again for each run; left out: twice agility.",
    "shield_max": "Points of the shield, default 0: damage takes it first, and it comes back.",
    "armored_max": "Points of armored health, default 0: after the shield; halves most damage.",
    "flesh_max": "Points of flesh, 0 for none: at 0 they are dying; left out: 8 + half body.",
    "strain_threshold": "Strain that knocks them out, null: immune; left out: 8 + half willpower.",
    "damage_multipliers": "Factors by pool and damage type, in place of the usual: "
    "`{armored: {fire: 1.0}}`.",
    "armor": "What is worn: the best piece counts, accessories add up to their strength.",
    "armor_value": "Dice of armor in place of what the worn pieces come to, 0 or more.",
    "weapons": "Their weapons by ids of your choice; bare hands are always there.",
    "held": "Weapons in the right and left hand at first, {}: none; left out: the first.",
    "immune_effects": "Effects that never take hold, such as bleedout; machines have four.",
    "vehicle": "True for a vehicle: places of vehicles are called, no initiative, no knockdown.",
    "speed": "Speed of a vehicle, default 0; a hit at the axle makes it 1.",
    "moving": "True for a vehicle under way: who sits in it has three dice more to defend.",
    "defense_pool": "Dice of the driver against attacks on a vehicle, 0 to 60; left out: none.",
}

_WEAPON = {
    "kind": "How it is used: melee and unarmed strike, the others shoot, fly or go off.",
    "dv": "Damage value, a number or `STR+2`; P behind it for health, S for strain.",
    "skill": "The skill whose rank adds dice; kind unarmed needs none: unarmed_combat.",
    "name": "What the screens call it; left out: its id.",
    "attribute": "The attribute that adds dice, default agility.",
    "accuracy": "The most hits that count, 1 to 20, or physical for the physical limit; "
    "left out: melee 5, ranged 4, improvised 4 (ranged 3), bulky 3.",
    "quality": "Normal, improvised or bulky: sets the accuracy that is not given.",
    "poor_condition": "True for a worn or broken weapon: accuracy 1 lower, at least 1.",
    "track": "Where the damage goes, health or strain; left out: by the letter of the dv.",
    "damage_type": "Kind of damage, default kinetic; armored health takes half or double of some.",
    "arp": "Armor penetration, -20 to 20: taken off the target's armor; below 0 armor counts more.",
    "reach": "Length of a melee weapon, 0 to 5: each point of advantage is a die of the defense.",
    "modes": "Ways to fire, default single: more bullets take more dice off the defense.",
    "flechette": "True if it can spread flechettes narrow, medium or wide.",
    "area": "True for a blast: one attack for everybody in it, two dice less to defend.",
    "piercing": "True for what goes through barriers nearly unhindered; left out: guns only.",
    "contact_barrier": "True for a charge laid on a barrier: its damage value is doubled there.",
    "knockdown_limit_mod": "Added to the target's limit against knockdown, -2 for gel rounds.",
    "contact_effect": "Text shown at every touch, also a graze, such as poison; the GM applies it.",
    "hands": "Hands that it takes, 1 or 2, default 1.",
    "ap_cost": "Action points of an attack, 0 to 12; left out: 1 or 2 by kind and mode.",
}

_ARMOR = {
    "name": "What the screens call the piece.",
    "rating": "Dice that it adds to the soak, 0 to 1000, before armor penetration.",
    "accessory": "True for a helmet or shield: it adds to the best piece instead of competing.",
    "worn": "False while it is off; left out: worn.",
}

_SCENE = {
    "barriers": "What gives cover or stops bullets, by ids of your choice.",
    "barriers.*.rating": "What it is made of, fragile to hardened: sets structure and armor.",
    "barriers.*.structure": "Structure, dice to resist and damage for a hole; left out: by rating.",
    "barriers.*.armor": "Armor, more dice; what does not exceed it bounces off; left out: "
    "by rating.",
    "barriers.*.area_m2": "Size in square metres, default 1: a larger one has more hit points.",
    "barriers.*.thickness_cm": "Thickness in centimetres, default 10: hit points grow with it.",
    "barriers.*.hp_per_m2": "Damage for a hole of a square metre; left out: by thickness.",
    "barriers.*.hit_points": "Damage that destroys it whole; left out: by square metre and size.",
    "barriers.*.transparent": "True for glass: stops bullets, but is no cover and hides nobody.",
    "barriers.*.body_of": "Id of the combatant whose body it is: body and armor are theirs.",
    "timed_items": "Charges and traps laid before the fight, by ids of your choice.",
    "timed_items.*.setter": "Id of the combatant who laid it.",
    "timed_items.*.weapon": "Id of the setter's weapon that goes off.",
    "timed_items.*.label": "What the screens call it; left out: its id.",
    "timed_items.*.goes_off": "When: round and pass, with at (start, end, phase) or a score; "
    "null: by radio only.",
    "timed_items.*.attack_hits": "Hits of the throw that count for the blast; left out: none.",
    "notes": "Anything for the GM about the place.",
}

HELP: Mapping[str, str] = MappingProxyType(
    {
        **_PERSON,
        **{f"weapons.*.{key}": text for key, text in _WEAPON.items()},
        **{f"armor.*.{key}": text for key, text in _ARMOR.items()},
        **{f"scene.{key}": text for key, text in _SCENE.items()},
    }
)
"""By dotted path, `*` for ids and pieces."""
