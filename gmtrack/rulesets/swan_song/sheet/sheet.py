"""The sheet: what a GM writes down for a combatant, a weapon, a barrier, and what each field is."""

from collections.abc import Mapping
from dataclasses import field, fields
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.record import Bounds, Pattern
from gmtrack.core.values import frozen

Attribute = Literal[
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma"
]
ATTRIBUTES: tuple[Attribute, ...] = (
    "body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma",
)  # fmt: skip


BOOK_SKILLS = (
    "blades", "clubs", "unarmed_combat", "pistols", "automatics", "longarms", "shotguns",
    "throwing", "heavy_weapons", "acrobatics", "running", "perception", "first_aid", "medicine",
    "demolitions",
)  # fmt: skip
"""The skills that the rules use by name."""
Kind = Literal["person", "critter", "spirit", "machine", "ic", "other"]
WeaponKind = Literal["melee", "unarmed", "ranged", "thrown", "explosive", "biotic", "rocket"]
Mode = Literal["single", "sa_burst", "burst", "long_burst", "fa_simple", "fa_complex"]
TrackName = Literal["health", "strain"]
PoolName = Literal["shield", "armored", "flesh"]

Rank = Annotated[int, Bounds(0, 30)]
Modifier = Annotated[int, Bounds(-20, 20)]
Points = Annotated[int, Bounds(0, 100_000)]
DV_FORM = Pattern(
    r" *[+-]? *(\d{1,3}|[A-Za-z]+( */ *2)?)( *[+-] *(\d{1,3}|[A-Za-z]+( */ *2)?))* *[PS]?",
    "numbers and attributes with + or -, such as STR+2, 6P or STR/2+1",
)

MELEE_KINDS = ("melee", "unarmed")
"""R-ATK-10: attacks with these kinds are melee attacks, all others ranged."""
HAND_KINDS = ("melee", "ranged", "thrown", "rocket")
"""R-ACT-15: weapons of these kinds must be in hand."""


@frozen
class Weapon:
    """One weapon. `accuracy` None: by kind and quality (R-ACC-2)."""

    kind: WeaponKind
    dv: Annotated[int, Bounds(0, 200)] | Annotated[str, DV_FORM]
    skill: Name = "unarmed_combat"
    name: str | None = None
    attribute: Attribute = "agility"
    accuracy: Annotated[int, Bounds(1, 20)] | Literal["physical"] | None = None
    quality: Literal["normal", "improvised", "bulky"] = "normal"
    poor_condition: bool = False
    track: TrackName | None = None
    damage_type: str = "kinetic"
    arp: Modifier = 0
    reach: Annotated[int, Bounds(0, 5)] = 0
    modes: tuple[Mode, ...] = ("single",)
    flechette: bool = False
    area: bool = False
    piercing: bool | None = None
    contact_barrier: bool = False
    knockdown_limit_mod: Modifier = 0
    contact_effect: str | None = None
    hands: Annotated[int, Bounds(1, 2)] = 1
    ap_cost: Annotated[int, Bounds(0, 12)] | None = None

    @property
    def is_melee(self) -> bool:
        return self.kind in MELEE_KINDS

    @property
    def needs_hand(self) -> bool:
        return self.kind in HAND_KINDS

    @property
    def dealt_to(self) -> TrackName:
        """SS-DMG-01, -05: from the sheet, else by the suffix of the DV."""
        if self.track:
            return self.track
        return "strain" if str(self.dv).strip().endswith("S") else "health"

    @property
    def is_piercing(self) -> bool:
        return self.kind == "ranged" if self.piercing is None else self.piercing


UNARMED = Weapon(name="bare hands", kind="unarmed", dv="STR", track="strain", accuracy="physical")
"""R-ATK-8: fists are always there."""


@frozen
class ArmorPiece:
    """One piece of armor (SS-ARM-06, -07)."""

    name: str
    rating: Annotated[int, Bounds(0, 1000)]
    accessory: bool = False
    worn: bool = True


@frozen
class Barrier:
    """A barrier of the scene; `structure` and `armor` None: from the rating."""

    rating: str | None = None
    structure: Annotated[int, Bounds(1, 10_000)] | None = None
    armor: Annotated[int, Bounds(0, 10_000)] | None = None
    area_m2: Annotated[float, Bounds(0.001, 1_000_000)] = 1
    thickness_cm: Annotated[float, Bounds(0.001, 1_000_000)] = 10
    hp_per_m2: Annotated[int, Bounds(1, 1_000_000)] | None = None
    hit_points: Annotated[int, Bounds(1, 1_000_000)] | None = None
    transparent: bool = False
    body_of: str | None = None


@frozen
class TimedItem:
    """A timed item prepared in the scene: `goes_off` is a map of round, pass and at; null: by radio
    only."""

    setter: str
    weapon: str
    label: str | None = None
    goes_off: dict[Literal["round", "pass", "at", "score"], int | str | None] | None = field(
        default_factory=dict
    )
    attack_hits: Annotated[int, Bounds(0, 1000)] | None = None


@frozen
class Scene:
    """Surroundings: barriers by id, traps and free text."""

    barriers: dict[Key, Barrier] = field(default_factory=dict)
    timed_items: dict[Key, TimedItem] = field(default_factory=dict)
    notes: str = ""


@frozen
class Sheet:
    """One combatant, or a vehicle. None stands for a value that is derived."""

    body: Rank
    agility: Rank
    reaction: Rank
    strength: Rank
    willpower: Rank
    intuition: Rank
    logic: Rank = 1
    charisma: Rank = 1
    kind: Kind = "person"
    attribute_mods: dict[Attribute, Modifier] = field(default_factory=dict)
    skills: dict[Name, Annotated[int, Bounds(0, 20)]] = field(default_factory=dict)
    physical_limit: Annotated[int, Bounds(1, 50)] | None = None
    mental_limit: Annotated[int, Bounds(1, 50)] | None = None
    composure: Annotated[int, Bounds(0, 60)] | None = None
    initiative_mod: Modifier = 0
    initiative_dice: Annotated[int, Bounds(1, 5)] = 1
    karma: Points = 0
    ap_base: Annotated[int, Bounds(0, 12)] = 3
    walk_rate: Points | None = None
    shield_max: Points = 0
    armored_max: Points = 0
    flesh_max: Points | None = None
    strain_threshold: Annotated[int, Bounds(1, 100_000)] | Literal["derived"] | None = "derived"
    damage_multipliers: dict[PoolName, dict[Name, Annotated[float, Bounds(0, 100)]]] = field(
        default_factory=dict
    )
    armor: tuple[ArmorPiece, ...] = ()
    armor_value: Points | None = None
    weapons: dict[Key, Weapon] = field(default_factory=dict)
    held: dict[Literal["left", "right"], str] | None = None
    immune_effects: tuple[str, ...] | None = None
    vehicle: bool = False
    speed: Points = 0
    moving: bool = False
    defense_pool: Annotated[int, Bounds(0, 60)] | None = None


def read_weapon(data: Data) -> Weapon:
    values = dict(data)
    if "modes" in values:
        values["modes"] = tuple(values["modes"])
    return Weapon(**values)


@cache
def sheet_fields() -> frozenset[str]:
    return frozenset(field.name for field in fields(Sheet))


def read_sheet(data: Data) -> Sheet:
    """A sheet from validated data; the keys common to all rulesets are left out."""
    known = complete(data)
    values: Data = {key: known[key] for key in known if key in sheet_fields()}
    values["weapons"] = {
        key.replace("_", "-"): read_weapon(w) for key, w in (values.get("weapons") or {}).items()
    }
    values["armor"] = tuple(ArmorPiece(**piece) for piece in values.get("armor") or ())
    values["skills"] = {k.replace("-", "_"): v for k, v in (values.get("skills") or {}).items()}
    if values.get("immune_effects") is not None:
        values["immune_effects"] = tuple(e.replace("-", "_") for e in values["immune_effects"])
    return Sheet(**values)


VEHICLE_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(ATTRIBUTES, 0),
    "kind": "machine",
    "flesh_max": 0,
    "strain_threshold": None,
}
"""What a vehicle need not say; `body` is still asked for by `check`."""


def complete(sheet: Data) -> Data:
    """The sheet with the defaults that depend on its kind."""
    if sheet.get("vehicle") is not True:
        return sheet
    return {**VEHICLE_DEFAULTS, **sheet}


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
