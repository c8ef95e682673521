"""The health track: a row of boxes, kept sorted, that marks go into one by one (ST-163..ST-172)."""

from collections.abc import Mapping
from dataclasses import field, fields
from functools import cache
from typing import Annotated, Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds
from gmtrack.core.values import frozen
from gmtrack.rulesets.storyteller.tables import (
    CLOSE,
    PENALTIES,
    POOLS,
    WORST_FIRST,
    Attribute,
    Concealment,
    Mark,
    Place,
    ReloadBy,
    Skill,
    WeaponKind,
)

Dots = Annotated[int, Bounds(0, 15)]
SkillDots = Annotated[int, Bounds(0, 10)]
Count = Annotated[int, Bounds(0, 1_000_000)]


@frozen
class WeaponData:
    """A weapon as written. None stands for a value that is derived."""

    kind: WeaponKind = "melee"
    skill: Skill | None = None
    attribute: Attribute | None = None
    damage: Annotated[int, Bounds(-5, 20)] | None = None
    damage_type: Mark | None = None
    initiative: Annotated[int, Bounds(-20, 0)] | None = None
    strength_req: Count | None = None
    size: Count = 1
    armor_piercing: Annotated[int, Bounds(0, 10)] = 0
    ranges: tuple[Count, ...] | None = None
    aerodynamic: bool = False
    autofire: bool = False
    capacity: Count = 0
    reload: ReloadBy = "magazine"
    improvised: bool = False
    durability: Count = 1
    structure: Count | None = None


@frozen
class Weapon:
    """A weapon with everything derived. `ranges` None: not a firearm, and not said (ST-101)."""

    kind: WeaponKind
    skill: Skill
    attribute: Attribute
    damage: int
    damage_type: Mark
    initiative: int
    strength_req: int
    size: int
    armor_piercing: int
    ranges: tuple[int, ...] | None
    aerodynamic: bool
    autofire: bool
    capacity: int
    reload: ReloadBy
    improvised: bool
    durability: int
    structure: int

    @property
    def is_close(self) -> bool:
        return self.kind in CLOSE


def read_weapon(data: Data, owner_kind: str = "human") -> Weapon:
    """A weapon from validated data (ST-036, ST-067, ST-154, ST-155, ST-R32)."""
    given = WeaponData(**data)
    attribute, skill = POOLS[given.kind]
    human_bite = given.kind == "bite" and owner_kind == "human"
    damage = given.durability - 1 if given.improvised else -1 if human_bite else 0
    bashing = given.kind == "unarmed" or human_bite
    burden = given.size if given.improvised else 0
    return Weapon(
        kind=given.kind,
        skill=given.skill or skill,
        attribute=given.attribute or attribute,
        damage=_or(given.damage, damage),
        damage_type=given.damage_type or ("bashing" if bashing else "lethal"),
        initiative=_or(given.initiative, -burden),
        strength_req=_or(given.strength_req, burden),
        size=given.size,
        armor_piercing=given.armor_piercing,
        ranges=None if given.ranges is None else tuple(given.ranges),
        aerodynamic=given.aerodynamic,
        autofire=given.autofire,
        capacity=given.capacity,
        reload=given.reload,
        improvised=given.improvised,
        durability=given.durability,
        structure=_or(given.structure, given.size + given.durability),
    )


def states_intent(text: str) -> bool:
    """ST-008: whether it says what somebody wants."""
    return text.lower().startswith("i want")


def _or(given: int | None, otherwise: int) -> int:
    return otherwise if given is None else given


CROWBAR: Data = {
    "kind": "melee",
    "damage": 2,
    "damage_type": "lethal",
    "initiative": -2,
    "strength_req": 2,
    "size": 2,
    "improvised": True,
    "durability": 3,
}
"""What a long gun is as a club (ST-099, ST-R20)."""


@frozen
class ArmorPiece:
    """A piece of armor: `covers` are the called-shot places that it protects (ST-R28)."""

    name: str = "armor"
    ballistic: Count = 0
    general: Count = 0
    covers: tuple[Place, ...] = ()


@frozen
class CoverData:
    """A piece of cover as written."""

    name: str | None = None
    concealment: Concealment = "full"
    durability: Count = 1
    structure: Count | None = None
    size: Annotated[int, Bounds(1, 1_000_000)] = 5
    transparent: bool = False


@frozen
class Cover:
    """A piece of cover with everything derived (ST-106 to ST-110)."""

    name: str
    concealment: Concealment
    durability: int
    structure: int
    transparent: bool


def read_cover(name: str, data: Data) -> Cover:
    """A piece of cover from validated data."""
    given = CoverData(**(data or {}))
    structure = _or(given.structure, given.durability + given.size)
    called = given.name or name
    return Cover(called, given.concealment, given.durability, structure, given.transparent)


@frozen
class Scene:
    """What stands about."""

    covers: dict[Key, CoverData] = field(default_factory=dict)


@frozen
class Sheet:
    """A combatant as written. None stands for a value that is derived."""

    kind: Literal["human", "animal", "other"] = "human"
    strength: Dots = 2
    dexterity: Dots = 2
    stamina: Dots = 2
    wits: Dots = 2
    resolve: Dots = 2
    intelligence: Dots = 2
    control: Dots | None = None
    composure: Dots | None = None
    skills: dict[Skill, SkillDots] = field(default_factory=dict)
    size: Annotated[int, Bounds(1, 30)] = 5
    speed: Count | None = None
    defense: Count | None = None
    initiative_mod: Annotated[int, Bounds(-1_000_000, 1_000_000)] | None = None
    health: Annotated[int, Bounds(1, 1_000)] | None = None
    willpower: Count | None = None
    intent: str = ""
    intent_violent: bool = True
    ambidextrous: bool = False
    weapons: dict[Key, WeaponData] = field(default_factory=dict)
    wielded: str | tuple[str, ...] | None = None
    armor: tuple[ArmorPiece, ...] = ()
    cover: str | None = None

    def attribute(self, name: str) -> int:
        """ST-R04: `control` and `composure` stand in for each other, 2 where neither is there."""
        if name in ("control", "composure"):
            other = "composure" if name == "control" else "control"
            own, else_ = getattr(self, name), getattr(self, other)
            return _or(own, _or(else_, 2))
        return int(getattr(self, name))

    def skill(self, name: str) -> int:
        return int(self.skills.get(name, 0))  # type: ignore[call-overload]


@cache
def _names(shape: type) -> frozenset[str]:
    return frozenset(f.name for f in fields(shape))


def read_sheet(data: Data) -> Sheet:
    """A sheet from validated data; the keys common to all rulesets are left out. Weapons stay as
    written: `read_weapon` reads them."""
    values: Data = {key: v for key, v in data.items() if key in _names(Sheet)}
    values["weapons"] = {squash(key): w or {} for key, w in (values.get("weapons") or {}).items()}
    values["skills"] = values.get("skills") or {}
    values["armor"] = tuple(ArmorPiece(**piece) for piece in values.get("armor") or ())
    values["intent"] = values.get("intent") or ""
    return Sheet(**values)


Points = Mapping[Mark, int]
"""So many points of each kind."""


class Track(NamedTuple):
    """The row of one combatant; `boxes` is its length."""

    boxes: int
    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0

    @property
    def empty(self) -> int:
        return max(0, self.boxes - self.bashing - self.lethal - self.aggravated)

    @property
    def full(self) -> bool:
        return self.empty == 0

    @property
    def penalty(self) -> int:
        """ST-167: 0 to 3."""
        return PENALTIES.get(self.empty, 0)

    @property
    def wavering(self) -> bool:
        """ST-169: full, and the last box is only bashing."""
        return self.full and self.bashing > 0

    @property
    def failing(self) -> bool:
        """ST-170: full, and no box is bashing; ST-171 included."""
        return self.full and not self.bashing

    @property
    def destroyed(self) -> bool:
        """ST-171: all aggravated."""
        return self.aggravated >= self.boxes

    def count(self, kind: Mark) -> int:
        return int(getattr(self, kind))


def mark_one(track: Track, kind: Mark) -> Track:
    """ST-164 to ST-166: one point; a row that is all aggravated stays as it is."""
    if not track.full:
        return track._replace(**{kind: track.count(kind) + 1})
    if kind == "aggravated":
        taken: Mark = "bashing" if track.bashing else "lethal"
        return _turned(track, taken, "aggravated")
    if track.bashing:
        return _turned(track, "bashing", "lethal")
    return _turned(track, "lethal", "aggravated")


def _turned(track: Track, old: Mark, new: Mark) -> Track:
    """One box changes its kind, if there is one."""
    if not track.count(old):
        return track
    return track._replace(**{old: track.count(old) - 1, new: track.count(new) + 1})


def mark(track: Track, points: Points) -> tuple[Track, dict[Mark, int]]:
    """ST-172: the points of one hit, worst first; the row after, and how many points of each
    kind were marked."""
    marked: dict[Mark, int] = {}
    for kind in WORST_FIRST:
        for _ in range(points.get(kind, 0)):
            after = mark_one(track, kind)
            if after == track:
                break
            track = after
            marked[kind] = marked.get(kind, 0) + 1
    return track, marked


def healed(track: Track, points: int, kind: Mark | None) -> Track:
    """Healing: up to so many boxes of one kind are emptied; of no kind: the lightest first."""
    for each in reversed(WORST_FIRST) if kind is None else (kind,):
        here = min(points, track.count(each))
        track = track._replace(**{each: track.count(each) - here})
        points -= here
    return track
