"""The sheet: what the file says of combatants, weapons, armor and the scene. Values that the GM
leaves out are derived here if they need nothing but the sheet."""

from typing import Annotated

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds
from gmtrack.core.values import key_of
from gmtrack.rulesets.kit.sheet import (
    FileShape,
    Gear,
    PlaceInOrder,
    declare_acts_at,
    declare_field,
)
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.sheet.spell import Spell, read_spells

Score = Annotated[int, Bounds(1, 30)]
Count = Annotated[int, Bounds(0, 1_000_000)]
Bonus = Annotated[int, Bounds(-1_000, 1_000)]
Power = Annotated[int, Bounds(1, 1_000)]
Drop = Annotated[float, Bounds(0, 20)]

UNARMED = "unarmed"
UNARMED_COMBAT = "unarmed_combat"
SORCERY = "sorcery"
"""The skill with which spells are cast."""
HIGH_TECH = 8
"""The object resistance of a vehicle where its sheet does not say it."""
RECOILING: tuple[tables.WeaponClass, ...] = ("shotgun", "heavy")
"""The weapon classes that have `heavy_recoil` by default (SR-071)."""


def skill_name(name: str) -> str:
    """Return a skill's name as sheets spell it, in lower case and with underscores."""
    return squash(name).replace("-", "_")


class Weapon(Gear):
    """A weapon of a sheet. Without `ranges` it is a melee weapon. If `power` is None, its power is
    strength plus `power_bonus`."""

    skill: Name = declare_field(
        "The skill that it is used with.", read=skill_name
    )
    power: Power | None = declare_field(
        "Power, the number of 9M, 1 or more: what is rolled against to resist; melee: fixed, in "
        "place of strength and power_bonus.",
        otherwise=None,
    )
    level: tables.Level = declare_field(
        "Damage level, the letter of 9M: L 1, M 3, S 6, D 10 boxes; default M in melee.",
        otherwise="M",
    )
    damage_type: tables.DamageType = declare_field(
        "Physical or stun, default physical: which boxes it fills.",
        default="physical",
    )
    power_bonus: Bonus = declare_field(
        "Melee: on top of strength it is the power, default 0.", otherwise=0
    )
    reach: Annotated[int, Bounds(0, 5)] = declare_field(
        "Melee: length, 0 to 5; each point of advantage is 1 on both target numbers.",
        otherwise=0,
    )
    class_: tables.WeaponClass = declare_field(
        "Ranged: what it is, default firearm; decides recoil, loading and strength.",
        otherwise="firearm",
    )
    ranges: tuple[Count, ...] = declare_field(
        "Metres where short, medium, long and extreme range end; makes it a ranged weapon.",
        otherwise=(),
    )
    min_range: Count = declare_field(
        "Metres below which it cannot be used, default 0; a launcher: 5.",
        otherwise=lambda weapon: (
            tables.LEAST_LAUNCHED if weapon.delivery == "launched" else 0
        ),
    )
    modes: tuple[tables.Mode, ...] = declare_field(
        "Ways to fire, the first by itself, default ss: ss once, sa and bf twice a phase.",
        otherwise=("ss",),
    )
    loading: tables.Loading = declare_field(
        "How rounds get in, default clip: what reloading costs.",
        otherwise="clip",
    )
    capacity: Count = declare_field(
        "Rounds when full; 0 or left out: rounds are not counted.", otherwise=0
    )
    ammo: Count = declare_field(
        "Rounds in it at first; left out: full.", otherwise=lambda w: w.capacity
    )
    ammo_type: tables.AmmoType = declare_field(
        "What is loaded, default normal: changes power, level or armor; shot: shotguns.",
        otherwise="normal",
    )
    smartgun: bool = declare_field(
        "True if it works with a smartlink or smart goggles.", otherwise=False
    )
    laser: bool = declare_field(
        "True for a laser sight: -1 up to 50 metres in clear air.",
        otherwise=False,
    )
    scope: Annotated[int, Bounds(0, 3)] = declare_field(
        "Rating of an imaging scope, 0 to 3: each point is a range category less.",
        otherwise=0,
    )
    gas_vent: Count = declare_field(
        "Points of recoil that its gas vent takes off, default 0.", otherwise=0
    )
    shock_pad: Count = declare_field(
        "Points of recoil that its shock pad takes off, default 0.", otherwise=0
    )
    bipod: Count = declare_field(
        "Points of recoil that its bipod takes off once it is deployed, default 0.",
        otherwise=0,
    )
    tripod: Count = declare_field(
        "Points of recoil that its tripod takes off once it is deployed, default 0.",
        otherwise=0,
    )
    heavy_recoil: bool = declare_field(
        "True if recoil that is left counts twice; left out: shotgun and heavy.",
        otherwise=lambda weapon: weapon.class_ in RECOILING,
    )
    gyro_mounted: bool = declare_field(
        "True if it hangs on the gyro harness at first: rifles and heavy weapons.",
        otherwise=False,
    )
    strength_min: Count = declare_field(
        "Strength that a bow or crossbow asks for; each point short costs.",
        otherwise=0,
    )
    choke: Annotated[int, Bounds(2, 10)] = declare_field(
        "Shotgun with shot: metres for each step of spread, 2 to 10, default 5.",
        otherwise=5,
    )
    delivery: tables.Delivery | None = declare_field(
        "Thrown, launched or placed: makes it an explosive, which needs no ranges.",
        otherwise=None,
    )
    aerodynamic: bool = declare_field(
        "Thrown: true if it flies farther and scatters more.", otherwise=False
    )
    flechette: bool = declare_field(
        "Explosive: true if it hurts the unarmored more and armor counts more.",
        otherwise=False,
    )
    drop: Drop = declare_field(
        "Explosive: power that the blast loses with each metre, 0 to 20, default 1.",
        otherwise=1,
    )
    count: Count = declare_field(
        "Thrown or placed: how many are carried at first, default 1.",
        otherwise=1,
    )
    dazzle: Annotated[int, Bounds(0, 12)] = declare_field(
        "Explosive: what a flash adds to target numbers of those who face it, 0 to 12.",
        otherwise=0,
    )
    cloud: tables.Haze | None = declare_field(
        "Explosive: the haze that its smoke makes, such as heavy_haze; none: no smoke.",
        otherwise=None,
    )

    @property
    def is_ranged(self) -> bool:
        """Whether the weapon shoots, flies or is laid: it has ranges, or a delivery."""
        return bool(self.ranges) or self.is_explosive

    @property
    def is_explosive(self) -> bool:
        """Whether the weapon goes off where it lands or lies: a grenade, a launcher, a charge."""
        return self.delivery is not None

    @property
    def is_thrown(self) -> bool:
        """Whether the weapon is an explosive that is thrown by hand."""
        return self.delivery == "thrown"

    @property
    def is_carried(self) -> bool:
        """Whether the weapon is an explosive of which each one is used up: thrown or laid."""
        return self.delivery in ("thrown", "placed")


FIELDS = tuple(key_of(name) for name in Weapon.SAID if name not in Gear.SAID)
EXPLOSIVE_ONLY = FIELDS[FIELDS.index("delivery") :]
MELEE_ONLY = FIELDS[4:6]
RANGED_ONLY = FIELDS[6 : FIELDS.index("delivery")]
SHOT_ONLY = RANGED_ONLY[RANGED_ONLY.index("modes") :]
"""The keys of weapons that fire rounds."""
FISTS: Data = {
    "skill": UNARMED_COMBAT,
    "power_bonus": 0,
    "level": "M",
    "damage_type": "stun",
}
"""The weapon `unarmed` that everybody has (SR-R07)."""


class ArmorPiece(Gear):
    """A piece of armor. One that `adds` counts whole on top of the others (SR-R39)."""

    name: str = declare_field(
        "What the screens call the piece, default armor.", default="armor"
    )
    ballistic: Count = declare_field(
        "Off the power of shots, 0 or more, default 0.", default=0
    )
    impact: Count = declare_field(
        "Off the power of blows and gel rounds, 0 or more, default 0.",
        default=0,
    )
    adds: bool = declare_field(
        "True for a helmet or shield: it counts in full on top of the other pieces.",
        default=False,
    )


class Barrier(FileShape):
    """Something in the scene that can be shot through (SR-R08)."""

    rating: Annotated[int, Bounds(1, 1_000)] = declare_field(
        "Barrier rating, 1 or more: off the power of what comes through it."
    )


class SceneSheet(FileShape):
    """The scene of a file: at most one light and one haze, the usual range, and barriers by id
    (SR-131)."""

    visibility: tuple[tables.Light | tables.Haze, ...] = declare_field(
        "One light and one haze at most, such as partial_light and mist; none: clear.",
        default=(),
    )
    range: tables.Category | None = declare_field(
        "Of shots where nothing else says it: short, medium, long, extreme; none: asked.",
        otherwise=None,
    )
    barriers: dict[Key, Barrier] = declare_field(
        "What can be shot through, by ids of your choice.", default=dict
    )


class Sheet(FileShape):
    """The sheet of a combatant. A value of None is derived from others."""

    body: Score = declare_field(
        "Body, 1 to 30, default 3: dice that resist damage and keep them on their feet.",
        default=3,
    )
    quickness: Score = declare_field(
        "Quickness, 1 to 30, default 3: initiative, combat pool, rounds loaded at a time.",
        default=3,
    )
    strength: Score = declare_field(
        "Strength, 1 to 30, default 3: the power of blows, and what bows ask for.",
        default=3,
    )
    intelligence: Score = declare_field(
        "Intelligence, 1 to 30, default 3: initiative and combat pool.",
        default=3,
    )
    willpower: Score = declare_field(
        "Willpower, 1 to 30, default 3: part of the combat pool.", default=3
    )
    reaction: Count | None = declare_field(
        "Added to the initiative dice; left out: half of quickness + intelligence.",
        otherwise=None,
    )
    initiative_dice: Annotated[int, Bounds(1, 6)] = declare_field(
        "Dice of initiative, 1 to 6, default 1; above 10 they act again.",
        default=1,
    )
    acts_at: PlaceInOrder | None = declare_acts_at()
    combat_pool: Count | None = declare_field(
        "Dice to spend in a combat turn; left out: half of quickness + intelligence + willpower.",
        otherwise=None,
    )
    skills: dict[Name, Annotated[int, Bounds(0, 20)]] = declare_field(
        "Ratings by skill, 0 to 20 dice; a skill that is not here leaves pool dice alone.",
        default=dict,
        read=lambda skills: {
            skill_name(key): dice for key, dice in skills.items()
        },
    )
    armor: tuple[ArmorPiece, ...] = declare_field(
        "What is worn: the best piece counts in full, the second by half, the rest not.",
        default=(),
        read=lambda pieces: tuple(map(ArmorPiece.from_data, pieces)),
    )
    natural_reach: Annotated[int, Bounds(0, 3)] = declare_field(
        "Reach of long limbs, 0 to 3, default 0: on top of the weapon's.",
        default=0,
    )
    vision: tables.Vision = declare_field(
        "How they see: decides which column of bad light counts, default normal.",
        default="normal",
    )
    vision_source: tables.VisionSource = declare_field(
        "Natural or cybernetic eyes, default natural; cybernetic see a little worse.",
        default="natural",
    )
    smartlink: bool = declare_field(
        "True for the implant: -2 on target numbers with a smartgun.",
        default=False,
    )
    smart_goggles: bool = declare_field(
        "True if worn: -1 on target numbers with a smartgun.", default=False
    )
    gyro: Count = declare_field(
        "Rating of a gyro harness, 0 for none: takes off recoil and movement; armor +1.",
        default=0,
    )
    vehicle: bool = declare_field(
        "True for vehicles and drones: own armor, no stun damage, no knockdown.",
        default=False,
    )
    vehicle_armor: Count = declare_field(
        "Armor of a vehicle, default 0: off the power of whatever hits it.",
        default=0,
    )
    weapons: dict[str, Data] = declare_field(
        "Their weapons by ids of your choice; `unarmed` is always there.",
        default=dict,
        written=dict[Key, Weapon],
        read=lambda weapons: {
            squash(key): weapon for key, weapon in weapons.items()
        },
    )
    """The weapons as the file has them. `Weapon.of` parses one where it is needed."""
    wielded: str | None = declare_field(
        "Id of the weapon in hand at first; left out: the first of the weapons.",
        otherwise=None,
    )
    second: str | None = declare_field(
        "Id of a second firearm in the other hand; left out: none.",
        otherwise=None,
    )

    karma_pool: Count = declare_field(
        "Points of the Karma pool, default 0: bought dice, misses rolled again.",
        default=0,
    )
    magic: Annotated[int, Bounds(0, 30)] = declare_field(
        "Magic, 0 to 30, default 0 (not Awakened): who has it and sorcery casts spells.",
        default=0,
    )
    essence: Annotated[float, Bounds(0, 6)] = declare_field(
        "Essence, 0 to 6, default 6: the less, the harder spells heal.",
        default=6,
    )
    spell_pool: Count | None = declare_field(
        "Dice for spells and drain in a combat turn; left out: a third of intelligence + "
        "willpower + magic; 0 without magic.",
        otherwise=None,
    )
    spell_dice: dict[Name, Annotated[int, Bounds(-10, 10)]] = declare_field(
        "Dice that always count for a category of spells or a spell, -10 to 10 (a totem).",
        default=dict,
        read=lambda dice: {squash(key): number for key, number in dice.items()},
    )
    focus_dice: dict[Name, Annotated[int, Bounds(0, 20)]] = declare_field(
        "Dice of foci in a combat turn, by what they fit: any, a category or a spell.",
        default=dict,
        read=lambda dice: {squash(key): number for key, number in dice.items()},
    )
    object_resistance: Score | None = declare_field(
        "What spells are cast against at a vehicle, with body and half its armor; left out: 8.",
        otherwise=lambda sheet: HIGH_TECH if sheet.vehicle else None,
    )
    spells: dict[str, Spell] = declare_field(
        "Their spells by ids of your choice, none of them the id of a weapon.",
        default=dict,
        written=dict[Key, Spell],
        read=read_spells,
    )

    def attribute(self, name: str) -> int:
        """Return the rating of an attribute."""
        return int(getattr(self, name))

    def skill(self, name: str) -> int:
        """Return the rating of a skill; 0 if the sheet does not have it."""
        return int(self.skills.get(name, 0))
