"""The sheet: what a GM writes down for a combatant, a weapon, a barrier."""

from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.record import Bounds, Pattern
from gmtrack.rulesets.kit.sheet import (
    FileShape,
    Gear,
    PlaceInOrder,
    declare_acts_at,
    declare_field,
)

Attribute = Literal[
    "body",
    "agility",
    "reaction",
    "strength",
    "willpower",
    "logic",
    "intuition",
    "charisma",
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
WeaponKind = Literal[
    "melee", "unarmed", "ranged", "thrown", "explosive", "biotic", "rocket"
]
Mode = Literal[
    "single", "sa_burst", "burst", "long_burst", "fa_simple", "fa_complex"
]
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
"""Kinds of weapon whose attacks are melee attacks; all others are ranged (R-ATK-10)."""
HAND_KINDS = ("melee", "ranged", "thrown", "rocket")
"""Kinds of weapon that must be in hand (R-ACT-15)."""
NATURAL_KINDS = ("unarmed", "biotic")
"""Kinds of weapon that are always ready (ALL-OWN-09)."""


class Weapon(Gear):
    """A weapon of a sheet. An `accuracy` of None follows from kind and quality (R-ACC-2)."""

    kind: WeaponKind = declare_field(
        "How it is used: melee and unarmed strike, the others shoot, fly or go off."
    )
    dv: Annotated[int, Bounds(0, 200)] | Annotated[str, DV_FORM] = (
        declare_field(
            "Damage value, a number or `STR+2`; P behind it for health, S for strain."
        )
    )
    skill: Name = declare_field(
        "The skill whose rank adds dice; kind unarmed needs none: unarmed_combat.",
        default="unarmed_combat",
    )
    name: str | None = declare_field(
        "What the screens call it; left out: its id.", otherwise=None
    )
    attribute: Attribute = declare_field(
        "The attribute that adds dice, default agility.", default="agility"
    )
    accuracy: Annotated[int, Bounds(1, 20)] | Literal["physical"] | None = (
        declare_field(
            "The most hits that count, 1 to 20, or physical for the physical limit; left out: "
            "melee 5, ranged 4, improvised 4 (ranged 3), bulky 3.",
            otherwise=None,
        )
    )
    quality: Literal["normal", "improvised", "bulky"] = declare_field(
        "Normal, improvised or bulky: sets the accuracy that is not given.",
        default="normal",
    )
    poor_condition: bool = declare_field(
        "True for a worn or broken weapon: accuracy 1 lower, at least 1.",
        default=False,
    )
    track: TrackName | None = declare_field(
        "Where the damage goes, health or strain; left out: by the letter of the dv.",
        otherwise=None,
    )
    damage_type: str = declare_field(
        "Kind of damage, default kinetic; armored health takes half or double of some.",
        default="kinetic",
    )
    arp: Modifier = declare_field(
        "Armor penetration, -20 to 20: taken off the target's armor; below 0 armor counts more.",
        default=0,
    )
    reach: Annotated[int, Bounds(0, 5)] = declare_field(
        "Length of a melee weapon, 0 to 5: each point of advantage is a die of the defense.",
        default=0,
    )
    modes: tuple[Mode, ...] = declare_field(
        "Ways to fire, default single: more bullets take more dice off the defense.",
        default=("single",),
    )
    flechette: bool = declare_field(
        "True if it can spread flechettes narrow, medium or wide.",
        default=False,
    )
    area: bool = declare_field(
        "True for a blast: one attack for everybody in it, two dice less to defend.",
        default=False,
    )
    piercing: bool | None = declare_field(
        "True for what goes through barriers nearly unhindered; left out: guns only.",
        otherwise=None,
    )
    contact_barrier: bool = declare_field(
        "True for a charge laid on a barrier: its damage value is doubled there.",
        default=False,
    )
    knockdown_limit_mod: Modifier = declare_field(
        "Added to the target's limit against knockdown, -2 for gel rounds.",
        default=0,
    )
    contact_effect: str | None = declare_field(
        "Text shown at every touch, also a graze, such as poison; the GM applies it.",
        otherwise=None,
    )
    hands: Annotated[int, Bounds(1, 2)] = declare_field(
        "Hands that it takes, 1 or 2, default 1.", default=1
    )
    count: Annotated[int, Bounds(0, 1000)] | None = declare_field(
        "How many there are of what is thrown or laid; each use takes one; left out: not counted.",
        otherwise=None,
    )
    ap_cost: Annotated[int, Bounds(0, 12)] | None = declare_field(
        "Action points of an attack, 0 to 12; left out: 1 or 2 by kind and mode.",
        otherwise=None,
    )

    @property
    def is_melee(self) -> bool:
        """Whether attacks with the weapon are melee attacks (R-ATK-10)."""
        return self.kind in MELEE_KINDS

    @property
    def needs_hand(self) -> bool:
        """Whether the weapon must be in hand to be used (R-ACT-15)."""
        return self.kind in HAND_KINDS

    @property
    def dealt_to(self) -> TrackName:
        """The track that the damage goes to: the sheet's, else by the letter behind the damage
        value (SS-DMG-01, SS-DMG-05)."""
        if self.track:
            return self.track
        return "strain" if str(self.dv).strip().endswith("S") else "health"

    @property
    def is_piercing(self) -> bool:
        """Whether the weapon goes through barriers nearly unhindered: as the sheet says, else
        guns do."""
        return self.kind == "ranged" if self.piercing is None else self.piercing


UNARMED = Weapon.from_data(
    {"name": "bare hands", "kind": "unarmed", "dv": "STR", "track": "strain",
     "accuracy": "physical"}
)  # fmt: skip
"""The bare hands that everybody has (R-ATK-8)."""


class ArmorPiece(Gear):
    """A piece of armor of a sheet (SS-ARM-06, SS-ARM-07)."""

    name: str = declare_field("What the screens call the piece.")
    rating: Annotated[int, Bounds(0, 1000)] = declare_field(
        "Dice that it adds to the soak, 0 to 1000, before armor penetration."
    )
    accessory: bool = declare_field(
        "True for a helmet or shield: it adds to the best piece instead of competing.",
        default=False,
    )
    worn: bool = declare_field(
        "False while it is off; left out: worn.", default=True
    )


class Barrier(FileShape):
    """A barrier of the scene. A `structure` or `armor` of None follows from the rating."""

    rating: str | None = declare_field(
        "What it is made of, fragile to hardened: sets structure and armor.",
        otherwise=None,
    )
    structure: Annotated[int, Bounds(1, 10_000)] | None = declare_field(
        "Structure, dice to resist and damage for a hole; left out: by rating.",
        otherwise=None,
    )
    armor: Annotated[int, Bounds(0, 10_000)] | None = declare_field(
        "Armor, more dice; what does not exceed it bounces off; left out: by rating.",
        otherwise=None,
    )
    area_m2: Annotated[float, Bounds(0.001, 1_000_000)] = declare_field(
        "Size in square metres, default 1: a larger one has more hit points.",
        default=1,
    )
    thickness_cm: Annotated[float, Bounds(0.001, 1_000_000)] = declare_field(
        "Thickness in centimetres, default 10: hit points grow with it.",
        default=10,
    )
    hp_per_m2: Annotated[int, Bounds(1, 1_000_000)] | None = declare_field(
        "Damage for a hole of a square metre; left out: by thickness.",
        otherwise=None,
    )
    hit_points: Annotated[int, Bounds(1, 1_000_000)] | None = declare_field(
        "Damage that destroys it whole; left out: by square metre and size.",
        otherwise=None,
    )
    transparent: bool = declare_field(
        "True for glass: stops bullets, but is no cover and hides nobody.",
        default=False,
    )
    body_of: str | None = declare_field(
        "Id of the combatant whose body it is: body and armor are theirs.",
        otherwise=None,
    )


class TimedItem(FileShape):
    """A timed item laid in the scene before the fight.

    `goes_off` is a map of round, pass and moment; null: by radio only."""

    setter: str = declare_field("Id of the combatant who laid it.")
    weapon: str = declare_field("Id of the setter's weapon that goes off.")
    label: str | None = declare_field(
        "What the screens call it; left out: its id.", otherwise=None
    )
    goes_off: (
        dict[Literal["round", "pass", "at", "score"], int | str | None] | None
    ) = declare_field(
        "When: round and pass, with at (start, end, phase) or a score; null: by radio only.",
        default=dict,
    )
    attack_hits: Annotated[int, Bounds(0, 1000)] | None = declare_field(
        "Hits of the throw that count for the blast; left out: none.",
        otherwise=None,
    )


class SceneSheet(FileShape):
    """The place of the fight: barriers and traps by id, and free text."""

    barriers: dict[Key, Barrier] = declare_field(
        "What gives cover or stops bullets, by ids of your choice.",
        default=dict,
    )
    timed_items: dict[Key, TimedItem] = declare_field(
        "Charges and traps laid before the fight, by ids of your choice.",
        default=dict,
    )
    notes: str = declare_field(
        "Anything for the GM about the place.", default=""
    )


class Sheet(FileShape):
    """The sheet of a combatant or a vehicle. None stands for a value that is derived."""

    body: Rank = declare_field(
        "Body, 0 to 30: half of it soaks damage, and the flesh comes from it."
    )
    agility: Rank = declare_field(
        "Agility, 0 to 30: dice of nearly every attack; twice of it is the walk rate."
    )
    reaction: Rank = declare_field(
        "Reaction, 0 to 30: with intuition it is initiative and the dice of the defense."
    )
    strength: Rank = declare_field(
        "Strength, 0 to 30: STR in damage values, and how many armor accessories count."
    )
    willpower: Rank = declare_field(
        "Willpower, 0 to 30: how much strain they bear, and the bonus of full defense."
    )
    intuition: Rank = declare_field(
        "Intuition, 0 to 30: with reaction it is initiative and the dice of the defense."
    )
    logic: Rank = declare_field(
        "Logic, 0 to 30, default 1: dice of first aid, medicine and laid charges.",
        default=1,
    )
    charisma: Rank = declare_field(
        "Charisma, 0 to 30, default 1: with willpower it is composure.",
        default=1,
    )
    kind: Kind = declare_field(
        "What they are, default person: a machine does not bleed; the others differ in name.",
        default="person",
    )
    attribute_mods: dict[Attribute, Modifier] = declare_field(
        "What drugs or implants add to attributes at all times, -20 to 20 each.",
        default=dict,
    )
    skills: dict[Name, Annotated[int, Bounds(0, 20)]] = declare_field(
        "Ranks by skill, 0 to 20 dice; a skill that is not here costs a die: untrained.",
        default=dict,
        read=lambda skills: {
            key.replace("-", "_"): rank for key, rank in skills.items()
        },
    )
    physical_limit: Annotated[int, Bounds(1, 50)] | None = declare_field(
        "The most hits of unarmed attacks, parries and sprints, 1 to 50; more damage knocks "
        "down; left out: derived.",
        otherwise=None,
    )
    mental_limit: Annotated[int, Bounds(1, 50)] | None = declare_field(
        "The most hits of tests such as perception and first aid, 1 to 50; left out: derived.",
        otherwise=None,
    )
    composure: Annotated[int, Bounds(0, 60)] | None = declare_field(
        "Dice to stay calm, as after a hit at the knee; left out: charisma + willpower.",
        otherwise=None,
    )
    initiative_mod: Modifier = declare_field(
        "Added to reaction + intuition for initiative, -20 to 20, default 0.",
        default=0,
    )
    initiative_dice: Annotated[int, Bounds(1, 5)] = declare_field(
        "Dice of initiative, 1 to 5, default 1; above 10 they act again.",
        default=1,
    )
    acts_at: PlaceInOrder | None = declare_acts_at()
    karma: Points = declare_field(
        "Karma points at the start, default 0: bonus dice, re-rolls, last stands.",
        default=0,
    )
    ap_base: Annotated[int, Bounds(0, 12)] = declare_field(
        "Action points in each pass, 0 to 12, default 3.", default=3
    )
    walk_rate: Points | None = declare_field(
        "Metres on foot in a round, and again for each run; left out: twice agility.",
        otherwise=None,
    )
    shield_max: Points = declare_field(
        "Points of the shield, default 0: damage takes it first, and it comes back.",
        default=0,
    )
    armored_max: Points = declare_field(
        "Points of armored health, default 0: after the shield; halves most damage.",
        default=0,
    )
    flesh_max: Points | None = declare_field(
        "Points of flesh, 0 for none: at 0 they are dying; left out: 8 + half body.",
        otherwise=None,
    )
    strain_threshold: (
        Annotated[int, Bounds(1, 100_000)] | Literal["derived"] | None
    ) = declare_field(
        "Strain that knocks them out, null: immune; left out: 8 + half willpower.",
        default="derived",
    )
    damage_multipliers: dict[
        PoolName, dict[Name, Annotated[float, Bounds(0, 100)]]
    ] = declare_field(
        "Factors by pool and damage type, in place of the usual: `{armored: {fire: 1.0}}`.",
        default=dict,
    )
    armor: tuple[ArmorPiece, ...] = declare_field(
        "What is worn: the best piece counts, accessories add up to their strength.",
        default=(),
        read=lambda pieces: tuple(map(ArmorPiece.from_data, pieces)),
    )
    armor_value: Points | None = declare_field(
        "Dice of armor in place of what the worn pieces come to, 0 or more.",
        otherwise=None,
    )
    weapons: dict[str, Weapon] = declare_field(
        "Their weapons by ids of your choice; bare hands are always there.",
        default=dict,
        written=dict[Key, Weapon],
        read=lambda weapons: {
            key.replace("_", "-"): Weapon.from_data(one)
            for key, one in weapons.items()
        },
    )
    held: dict[Literal["left", "right"], str] | None = declare_field(
        "Weapons in the right and left hand at first, {}: none; left out: the first.",
        otherwise=None,
    )
    immune_effects: tuple[str, ...] | None = declare_field(
        "Effects that never take hold, such as bleedout; machines have four.",
        otherwise=None,
        read=lambda names: tuple(name.replace("-", "_") for name in names),
    )
    vehicle: bool = declare_field(
        "True for a vehicle: places of vehicles are called, no initiative, no knockdown.",
        default=False,
    )
    speed: Points = declare_field(
        "Speed of a vehicle, default 0; a hit at the axle makes it 1.",
        default=0,
    )
    moving: bool = declare_field(
        "True for a vehicle under way: who sits in it has three dice more to defend.",
        default=False,
    )
    defense_pool: Annotated[int, Bounds(0, 60)] | None = declare_field(
        "Dice of the driver against attacks on a vehicle, 0 to 60; left out: none.",
        otherwise=None,
    )


VEHICLE_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(ATTRIBUTES, 0),
    "kind": "machine",
    "flesh_max": 0,
    "strain_threshold": None,
}
"""Values of a vehicle's sheet that need not be written; `check` asks for `body` all the same."""


def complete(sheet: Data) -> Data:
    """Return the sheet with the defaults of a vehicle filled in; any other sheet as it is."""
    if sheet.get("vehicle") is not True:
        return sheet
    return {**VEHICLE_DEFAULTS, **sheet}
