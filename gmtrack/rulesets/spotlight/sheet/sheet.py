"""The sheet: what a GM writes for a combatant, a weapon, a piece of cover, a scene."""

from typing import Annotated, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key, Name
from gmtrack.core.record import Bounds
from gmtrack.rulesets.kit.sheet import FileShape, Gear, declare_field
from gmtrack.rulesets.spotlight.tables import (
    ARMS,
    LEGS,
    LOCATIONS,
    Location,
    Mark,
)

Score = Annotated[int, Bounds(0, 12)]
Points = Annotated[int, Bounds(0, 99)]
Reach = Literal["melee", "ranged"]
Mode = Literal["single", "burst", "full_auto"]
HeldBy = Literal["right_arm", "left_arm", "both", "none"]
Place = Literal[
    "head",
    "torso",
    "right_arm",
    "left_arm",
    "right_leg",
    "left_leg",
    "arms",
    "legs",
    "all",
]

SKILLS = ("athletics", "brawl", "melee_weapons", "firearms", "medicine")
"""Skills that the rules name; any other name is legal too."""
MELEE_SKILLS = ("brawl", "melee_weapons")
UNARMED = "unarmed"

_SHORTHANDS: dict[str, tuple[Location, ...]] = {
    "all": LOCATIONS,
    "arms": ARMS,
    "legs": LEGS,
}


class Skill(FileShape):
    """A rating with its training. Without a word about training, a skill with dice is trained."""

    dice: Score = declare_field(
        "The dice of the skill, 0 to 12: each 5 and 6 is a success."
    )
    trained: bool | None = declare_field(
        "Whether they have learnt it: if not, attacks and tests need 1 success more; usually so "
        "if there are dice.",
        otherwise=None,
    )

    @property
    def is_trained(self) -> bool:
        """Whether the skill has dice, and the sheet does not call it untrained."""
        return self.dice > 0 and self.trained is not False


def read_skills(skills: Data) -> dict[str, Skill]:
    """Parse the skills of a sheet; a number alone is the dice."""
    return {
        key.replace("-", "_"): Skill.from_data(
            value if isinstance(value, dict) else {"dice": value}
        )
        for key, value in skills.items()
    }


def kebab(name: str) -> str:
    """Spell a name in lower case with hyphens, as weapons are keyed."""
    return name.replace("_", "-")


class Weapon(Gear):
    """The values of a weapon. `reach` None: by the skill. `modes` None: single, and not
    mentioned. `pierces` is one of the `armor_types` (SP-R24)."""

    skill: Name = declare_field(
        "The skill whose dice are rolled to hit with it."
    )
    damage: Points = declare_field(
        "Boxes, 0 to 99, before armor; each success more than needed adds 1."
    )
    damage_type: Mark = declare_field(
        "bruise (knocks out, makes limbs useless) or lethal (kills)."
    )
    reach: Reach | None = declare_field(
        "melee (can be dodged and countered) or ranged; usually melee for the skills brawl and "
        "melee_weapons.",
        otherwise=None,
    )
    pierces: str = declare_field(
        "The heaviest type of armor through which its damage stays lethal: none, light, medium "
        "or heavy; usually none.",
        default="none",
    )
    modes: tuple[Mode, ...] | None = declare_field(
        "How it can fire: single, burst (1 success more is needed), full_auto; the first is the "
        "usual one.",
        otherwise=None,
    )
    arm: HeldBy = declare_field(
        "The limb that holds it and must work: right_arm, left_arm, both or none; usually the "
        "right arm.",
        default="right_arm",
    )

    @property
    def is_melee(self) -> bool:
        """Whether the weapon is used in melee: by its reach, else by its skill."""
        if self.reach is not None:
            return self.reach == "melee"
        return self.skill.replace("-", "_") in MELEE_SKILLS

    @property
    def fire_modes(self) -> tuple[Mode, ...]:
        """The modes of the weapon, the usual one first; `single` if the sheet names none."""
        return self.modes or ("single",)


def make_bare_hands(damage: int) -> Weapon:
    """Return the fists that everybody has (SP-R40)."""
    return Weapon.from_data(
        {
            "skill": "brawl",
            "damage": damage,
            "damage_type": "bruise",
            "arm": "none",
        }
    )


class Piece(Gear):
    """The values of a piece of armor or cover. `rating` may use the shorthands `arms`, `legs`,
    `all`."""

    name: str = declare_field("What the piece is called.")
    rating: dict[Place, Points] = declare_field(
        "Points off the damage, 0 to 99, by place (head, torso, an arm, a leg) or for arms, "
        "legs, all."
    )
    type: str = declare_field(
        "none, light, medium or heavy: lethal damage that does not pierce it becomes bruise.",
        default="none",
    )

    def rating_at(self, location: Location) -> int | None:
        """Return the rating at a location; None if the piece does not cover it."""
        if location in self.rating:
            return self.rating[location]
        for word in ("arms", "legs", "all"):
            if location in _SHORTHANDS[word] and word in self.rating:
                return self.rating[word]
        return None

    def to_data(self) -> Data:
        """Return the piece as files have it: `name`, `type` and `rating`."""
        return {
            "name": self.name,
            "type": self.type,
            "rating": dict(self.rating),
        }


class CoverPiece(Piece):
    """The values of a piece of cover on a sheet: a `Piece` with another help for its rating."""

    rating: dict[Place, Points] = declare_field(
        "Points off the damage, 0 to 99, at the places that it covers, or for arms, legs, all."
    )


def read_pieces(pieces: list[Data]) -> tuple[Piece, ...]:
    """Parse pieces of armor or cover."""
    return tuple(map(Piece.from_data, pieces))


class ScenePiece(FileShape):
    """The values of a piece in the scene that combatants may take cover behind; its name
    defaults to its id."""

    rating: dict[Place, Points] = declare_field(
        "Points off the damage, 0 to 99, at the places that it covers, or for arms, legs, all."
    )
    type: str = declare_field(
        "none, light, medium or heavy: lethal damage that does not pierce it becomes bruise.",
        default="none",
    )
    name: str | None = declare_field(
        "What the piece is called; usually its id.", otherwise=None
    )


class SceneSheet(FileShape):
    """The scene as the file has it: `visibility` says what hampers everybody's sight."""

    cover: dict[Key, ScenePiece] = declare_field(
        "Pieces that combatants may take cover behind, by id; an attack on who is behind one "
        "needs 1 success more.",
        default=dict,
    )
    visibility: str | None = declare_field(
        "What hampers everybody's sight, such as rain or smoke: each attack needs 1 success more.",
        otherwise=None,
    )


class Sheet(FileShape):
    """The sheet of a combatant. None stands for a value that is derived."""

    strength: Score = declare_field(
        "0 to 12: part of the boxes of limbs (fortitude + strength) and torso (twice that)."
    )
    fortitude: Annotated[int, Bounds(1, 12)] = declare_field(
        "1 to 12: the boxes of the head, and part of those of limbs and torso."
    )
    important: bool = declare_field(
        "Whether somebody who is no player character may keep AP and get the spotlight again.",
        default=False,
    )
    agility: Score = declare_field(
        "0 to 12: decides who begins where initiative is a tie; usually 2.",
        default=2,
    )
    initiative: Score = declare_field(
        "Dice, 0 to 12, for the first spotlight of a round; usually 2.",
        default=2,
    )
    willpower: Score = declare_field(
        "Dice, 0 to 12, to cheat death and to act under suppressive fire; usually 2.",
        default=2,
    )
    speed: Points = declare_field(
        "How far one move (1 AP) goes, in the table's own unit; usually 6.",
        default=6,
    )
    skills: dict[str, Skill] = declare_field(
        "Dice of each skill, 0 to 12, by any name; the rules use athletics, brawl, "
        "melee_weapons, firearms and medicine.",
        default=dict,
        written=dict[Name, Score | Skill],
        read=read_skills,
    )
    untrained_dice: Score = declare_field(
        "Dice, 0 to 12, for a skill that they do not have; usually 1.",
        default=1,
    )
    weapons: dict[str, Weapon] = declare_field(
        "Weapons by id; the first one that can be used is the usual one, and bare hands (1 "
        "bruise) are always there.",
        default=dict,
        written=dict[Key, Weapon],
        read=lambda weapons: {
            kebab(key): Weapon.from_data(one) for key, one in weapons.items()
        },
    )
    drawn: tuple[str, ...] | None = declare_field(
        "Ids of the weapons in hand when the fight starts; usually all.",
        otherwise=None,
        read=lambda names: tuple(map(kebab, names)),
    )
    armor: tuple[Piece, ...] = declare_field(
        "Pieces of armor; on each place the best one counts.",
        default=(),
        read=read_pieces,
    )
    cover: tuple[Piece, ...] = declare_field(
        "Pieces of cover that they are behind when the fight starts.",
        default=(),
        written=tuple[CoverPiece, ...],
        read=read_pieces,
    )
    boxes: dict[Location, Points] = declare_field(
        "Boxes of single places, 0 to 99 (head and torso at least 1), instead of those from "
        "strength and fortitude.",
        default=dict,
    )
    death_spotlight: bool | None = declare_field(
        "Whether a deadly wound gives them the death spotlight; usually only player characters.",
        otherwise=None,
    )
    certain_death: bool = declare_field(
        "Whether the GM has ruled out that they cheat death.", default=False
    )

    def skill(self, name: str) -> int:
        """Return the dice of a skill; 0 if the sheet has none."""
        found = self.skills.get(name)
        return found.dice if found else 0


def scene_piece(scene: Data, name: str) -> Piece:
    """Return a piece of `scene.cover` as live cover, named by its id if it has no name."""
    data = scene["cover"][name]
    return Piece.from_data({**data, "name": data.get("name") or name})
