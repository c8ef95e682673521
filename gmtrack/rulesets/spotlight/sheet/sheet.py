"""The sheet: what a GM writes down for a combatant, a weapon, a piece of cover."""

from dataclasses import field, fields
from functools import cache
from typing import Annotated, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.record import Bounds
from gmtrack.core.values import frozen
from gmtrack.rulesets.spotlight.tables import ARMS, LEGS, LOCATIONS, Location, Mark

Score = Annotated[int, Bounds(0, 12)]
Points = Annotated[int, Bounds(0, 99)]
Reach = Literal["melee", "ranged"]
Mode = Literal["single", "burst", "full_auto"]
HeldBy = Literal["right_arm", "left_arm", "both", "none"]
Place = Literal[
    "head", "torso", "right_arm", "left_arm", "right_leg", "left_leg", "arms", "legs", "all"
]

SKILLS = ("athletics", "brawl", "melee_weapons", "firearms", "medicine")
"""The names that the rules use; any other is legal."""
MELEE_SKILLS = ("brawl", "melee_weapons")
UNARMED = "unarmed"

_SHORTHANDS: dict[str, tuple[Location, ...]] = {"all": LOCATIONS, "arms": ARMS, "legs": LEGS}


@frozen
class Skill:
    """A rating with its training; trained if there are dice and nothing is said."""

    dice: Score
    trained: bool | None = None

    @property
    def is_trained(self) -> bool:
        return self.dice > 0 and self.trained is not False


@frozen
class Weapon:
    """A weapon. `reach` None: by the skill. `modes` None: single, and it is not mentioned.
    `pierces` is one of the `armor_types` (SP-R24)."""

    skill: Name
    damage: Points
    damage_type: Mark
    reach: Reach | None = None
    pierces: str = "none"
    modes: tuple[Mode, ...] | None = None
    arm: HeldBy = "right_arm"

    @property
    def is_melee(self) -> bool:
        if self.reach is not None:
            return self.reach == "melee"
        return self.skill.replace("-", "_") in MELEE_SKILLS

    @property
    def fire_modes(self) -> tuple[Mode, ...]:
        return self.modes or ("single",)


def unarmed(damage: int) -> Weapon:
    """SP-R40: the fists that everybody has."""
    return Weapon(skill="brawl", damage=damage, damage_type="bruise", arm="none")


@frozen
class Piece:
    """A piece of armor or cover. `rating` may use the shorthands `arms`, `legs`, `all`."""

    name: str
    rating: dict[Place, Points]
    type: str = "none"

    def at(self, location: Location) -> int | None:
        """The rating there; None where the piece covers nothing."""
        if location in self.rating:
            return self.rating[location]
        for word in ("arms", "legs", "all"):
            if location in _SHORTHANDS[word] and word in self.rating:
                return self.rating[word]
        return None

    def to_data(self) -> Data:
        return {"name": self.name, "type": self.type, "rating": dict(self.rating)}


@frozen
class ScenePiece:
    """A piece that combatants may take cover behind; its name defaults to its id."""

    rating: dict[Place, Points]
    type: str = "none"
    name: str | None = None


@frozen
class Scene:
    """The scene: `visibility` says what hampers everybody's sight."""

    cover: dict[Key, ScenePiece] = field(default_factory=dict)
    visibility: str | None = None


@frozen
class Sheet:
    """The sheet of a combatant. None stands for a value that is derived."""

    strength: Score
    fortitude: Annotated[int, Bounds(1, 12)]
    important: bool = False
    agility: Score = 2
    initiative: Score = 2
    willpower: Score = 2
    speed: Points = 6
    skills: dict[Name, Score | Skill] = field(default_factory=dict)
    untrained_dice: Score = 1
    weapons: dict[Key, Weapon] = field(default_factory=dict)
    drawn: tuple[str, ...] | None = None
    armor: tuple[Piece, ...] = ()
    cover: tuple[Piece, ...] = ()
    boxes: dict[Location, Points] = field(default_factory=dict)
    death_spotlight: bool | None = None
    certain_death: bool = False


@cache
def _names(shape: type) -> frozenset[str]:
    return frozenset(f.name for f in fields(shape))


def read_weapon(data: Data) -> Weapon:
    """A weapon from validated data."""
    values = dict(data)
    if values.get("modes") is not None:
        values["modes"] = tuple(values["modes"])
    return Weapon(**values)


def read_pieces(pieces: list[Data]) -> tuple[Piece, ...]:
    """Armor or cover from validated data."""
    return tuple(Piece(**piece) for piece in pieces)


def read_sheet(data: Data) -> Sheet:
    """A sheet from validated data; the keys common to all rulesets are left out."""
    values: Data = {key: v for key, v in data.items() if key in _names(Sheet)}
    values["weapons"] = {
        key.replace("_", "-"): read_weapon(w) for key, w in (values.get("weapons") or {}).items()
    }
    values["skills"] = {
        key.replace("-", "_"): Skill(**v) if isinstance(v, dict) else Skill(v)
        for key, v in (values.get("skills") or {}).items()
    }
    for key in ("armor", "cover"):
        values[key] = read_pieces(values.get(key) or [])
    if values.get("drawn") is not None:
        values["drawn"] = tuple(w.replace("_", "-") for w in values["drawn"])
    return Sheet(**values)


def scene_piece(scene: Data, name: str) -> Piece:
    """A piece of `scene.cover` as live cover, named by its id if nothing else is said."""
    data = scene["cover"][name]
    return Piece(**{**data, "name": data.get("name") or name})
