"""The sheet of a combatant, weapons, armor and cover as written; the health track, a row of
boxes kept sorted (ST-163 to ST-172)."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds
from gmtrack.rulesets.kit.sheet import (
    FileShape,
    Gear,
    PlaceInOrder,
    declare_acts_at,
    declare_field,
)
from gmtrack.rulesets.storyteller import tables

Dots = Annotated[int, Bounds(0, 15)]
SkillDots = Annotated[int, Bounds(0, 10)]
Count = Annotated[int, Bounds(0, 1_000_000)]


class Weapon(Gear):
    """A weapon as written (ST-036, ST-R32). `ranges` None: the weapon is no firearm and its
    sheet names none (ST-101)."""

    owner_kind: str = "human"
    kind: tables.WeaponKind = declare_field(
        "unarmed, bite, melee, thrown or firearm: which dice are rolled, and whether Defense "
        "counts; usually melee.",
        default="melee",
    )
    skill: tables.Skill = declare_field(
        "The skill that is rolled, where it is not that of the kind.",
        otherwise=lambda weapon: tables.POOLS[weapon.kind][1],
    )
    attribute: tables.Attribute = declare_field(
        "The attribute that is rolled, where it is not that of the kind.",
        otherwise=lambda weapon: tables.POOLS[weapon.kind][0],
    )
    damage: Annotated[int, Bounds(-5, 20)] = declare_field(
        "Points of damage, -5 to 20, added to the successes of a hit; usually 0.",
        otherwise=lambda weapon: weapon.usual_damage,
    )
    damage_type: tables.Mark = declare_field(
        "bashing, lethal or aggravated; usually lethal, bare hands bashing.",
        otherwise=lambda weapon: "bashing" if weapon.bruises else "lethal",
    )
    initiative: Annotated[int, Bounds(-20, 0)] = declare_field(
        "What it costs in initiative while in hand, -20 to 0.",
        otherwise=lambda weapon: -weapon.burden,
    )
    strength_req: Count = declare_field(
        "The strength that it needs: with less its user has 1 die less.",
        otherwise=lambda weapon: weapon.burden,
    )
    size: Count = declare_field(
        "Size: a firearm above 1 is in the way hand to hand, and only what is smaller than "
        "one's strength can be thrown; usually 1.",
        default=1,
    )
    armor_piercing: Annotated[int, Bounds(0, 10)] = declare_field(
        "Points of armor that it ignores, 0 to 10.", default=0
    )
    ranges: tuple[Count, ...] | None = declare_field(
        "Short, medium and long range in metres (0, -1, -2 dice); a firearm must have them, "
        "thrown weapons usually go by strength.",
        otherwise=None,
    )
    aerodynamic: bool = declare_field(
        "Whether it flies twice as far when it is thrown.", default=False
    )
    autofire: bool = declare_field(
        "Whether it can fire bursts and covering fire.", default=False
    )
    capacity: Count = declare_field(
        "Rounds in it when it is full; 0: they are not counted.", default=0
    )
    reload: tables.ReloadBy = declare_field(
        "magazine or speedloader, or single, which costs Defense for the turn; usually magazine.",
        default="magazine",
    )
    improvised: bool = declare_field(
        "Whether it is no real weapon: 1 die less, durability - 1 damage, and it wears out.",
        default=False,
    )
    durability: Count = declare_field(
        "Damage that does nothing to the weapon itself; usually 1.", default=1
    )
    structure: Count = declare_field(
        "Damage that wrecks the weapon itself; usually size + durability.",
        otherwise=lambda weapon: weapon.size + weapon.durability,
    )

    @property
    def is_close(self) -> bool:
        """Whether the weapon strikes hand to hand."""
        return self.kind in tables.CLOSE

    @property
    def human_bite(self) -> bool:
        """Whether the weapon is the teeth of a human (ST-154, ST-155)."""
        return self.kind == "bite" and self.owner_kind == "human"

    @property
    def bruises(self) -> bool:
        """Whether its damage is usually bashing: bare hands, human teeth."""
        return self.kind == "unarmed" or self.human_bite

    @property
    def usual_damage(self) -> int:
        """The damage modifier if the sheet names none: durability - 1 if improvised, -1 for a
        human bite, else 0."""
        if self.improvised:
            return self.durability - 1
        return -1 if self.human_bite else 0

    @property
    def burden(self) -> int:
        """The initiative that it costs and the strength that it needs if the sheet names
        neither: the size of an improvised weapon, else 0 (ST-067)."""
        return self.size if self.improvised else 0


def states_intent(text: str) -> bool:
    """Whether a text counts as an intent: it begins with `I want` in any case (ST-008)."""
    return text.lower().startswith("i want")


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
"""The weapon that a long gun is when it is used as a club (ST-099, ST-R20)."""


class ArmorPiece(Gear):
    """A piece of armor: `covers` are the called-shot places that it protects (ST-R28)."""

    name: str = declare_field("What the piece is called.", default="armor")
    ballistic: Count = declare_field(
        "Points of lethal damage from a firearm that become bashing.", default=0
    )
    general: Count = declare_field(
        "Points off any damage, the worst first.", default=0
    )
    covers: tuple[tables.Place, ...] = declare_field(
        "Called places where it still protects: arm, leg, head, critical, little, heart, tiny, "
        "hand, eye.",
        default=(),
    )


class Cover(FileShape):
    """A piece of cover (ST-106 to ST-110)."""

    id: str
    name: str = declare_field(
        "What the piece is called; usually its id.",
        otherwise=lambda cover: cover.id,
    )
    concealment: tables.Concealment = declare_field(
        "How much it hides: none, barely, partially, substantially (0 to -3 dice) or full (it "
        "must be shot through); usually full.",
        default="full",
    )
    durability: Count = declare_field(
        "Points off a shot through it, which it stops if they are above the damage of the "
        "weapon; usually 1.",
        default=1,
    )
    structure: Count = declare_field(
        "Damage that wrecks it; usually durability + size.",
        otherwise=lambda cover: cover.durability + cover.size,
    )
    size: Annotated[int, Bounds(1, 1_000_000)] = declare_field(
        "Size, 1 or more, for its structure; usually 5.", default=5
    )
    transparent: bool = declare_field(
        "Whether one sees through it: only half its durability counts.",
        default=False,
    )


class SceneSheet(FileShape):
    """The scene as written: pieces of cover."""

    covers: dict[Key, Cover] = declare_field(
        "Pieces that combatants may be behind, by id.", default=dict
    )


class Sheet(FileShape):
    """A combatant as written; None stands for a value that is derived."""

    kind: Literal["human", "animal", "other"] = declare_field(
        "human, animal or other: human teeth bruise and need a grapple; usually human.",
        default="human",
    )
    strength: Dots = declare_field(
        "Dots, 0 to 15: the dice of blows and grapples, Speed, what weapons one can wield; "
        "usually 2.",
        default=2,
    )
    dexterity: Dots = declare_field(
        "Dots, 0 to 15: the dice of shots and throws, initiative, Defense, Speed; usually 2.",
        default=2,
    )
    stamina: Dots = declare_field(
        "Dots, 0 to 15: the health boxes, with size, and staying conscious; usually 2.",
        default=2,
    )
    wits: Dots = declare_field(
        "Dots, 0 to 15: initiative, Defense, noticing an ambush; usually 2.",
        default=2,
    )
    resolve: Dots = declare_field(
        "Dots, 0 to 15: the Willpower, together with control; usually 2.",
        default=2,
    )
    intelligence: Dots = declare_field(
        "Dots, 0 to 15, usually 2: for care in a hospital alone.", default=2
    )
    control: Dots | None = declare_field(
        "Dots, 0 to 15: the Willpower, with resolve, and noticing an ambush; usually 2.",
        otherwise=None,
    )
    composure: Dots | None = declare_field(
        "Dots, 0 to 15: another name of control, which it stands in for.",
        otherwise=None,
    )
    skills: dict[tables.Skill, SkillDots] = declare_field(
        "Dots, 0 to 10, of brawl, weaponry, firearms, athletics and stealth: dice added to "
        "those of an attribute.",
        default=dict,
    )
    size: Annotated[int, Bounds(1, 30)] = declare_field(
        "Size of the body, 1 to 30: part of the health boxes; usually 5, an adult.",
        default=5,
    )
    speed: Count | None = declare_field(
        "Metres of a move; usually strength + dexterity + 5.", otherwise=None
    )
    defense: Count | None = declare_field(
        "Dice off each blow and throw at them; usually the lower of wits and dexterity, + "
        "athletics.",
        otherwise=None,
    )
    initiative_mod: Annotated[int, Bounds(-1_000_000, 1_000_000)] | None = (
        declare_field(
            "What is added to the d10 of initiative; usually dexterity + wits.",
            otherwise=None,
        )
    )
    acts_at: PlaceInOrder | None = declare_acts_at()
    health: Annotated[int, Bounds(1, 1_000)] | None = declare_field(
        "Health boxes, 1 to 1000; usually size + stamina.", otherwise=None
    )
    willpower: Count | None = declare_field(
        "Points of Willpower; usually resolve + control.", otherwise=None
    )
    intent: str = declare_field(
        'What they want from this fight, in a sentence that begins with "I want".',
        default="",
    )
    intent_violent: bool = declare_field(
        "Whether that has to do with hurting people: if not, a death that they cause costs 1 "
        "Willpower.",
        default=True,
    )
    ambidextrous: bool = declare_field(
        "Whether both hands are as good: no penalty for the off-hand.",
        default=False,
    )
    weapons: dict[str, Data] = declare_field(
        "Weapons by id; bare hands are always there.",
        default=dict,
        written=dict[Key, Weapon],
        read=lambda weapons: {
            squash(key): one or {} for key, one in weapons.items()
        },
    )
    wielded: str | tuple[str, ...] | None = declare_field(
        "What is in hand when the fight starts: a weapon, or a list of two; usually the first.",
        otherwise=None,
    )
    armor: tuple[ArmorPiece, ...] = declare_field(
        "Pieces of armor; the best number of each kind counts.",
        default=(),
        read=lambda pieces: tuple(map(ArmorPiece.from_data, pieces)),
    )
    cover: str | None = declare_field(
        "Id of the piece of cover that they are behind when the fight starts.",
        otherwise=None,
    )

    def skill(self, name: str) -> int:
        """Return the dots of a skill; 0 if the sheet does not have it."""
        return int(self.skills.get(name, 0))  # type: ignore[call-overload]


Points = Mapping[tables.Mark, int]
"""Points of damage by kind."""


class Track(NamedTuple):
    """The health track of one combatant: the number of boxes, and how many have each kind of
    mark."""

    boxes: int
    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0

    @property
    def empty(self) -> int:
        """The number of boxes without a mark."""
        return max(0, self.boxes - self.bashing - self.lethal - self.aggravated)

    @property
    def full(self) -> bool:
        """Whether no box is empty."""
        return self.empty == 0

    @property
    def penalty(self) -> int:
        """The dice that the wounds cost, 0 to 3 (ST-167)."""
        return tables.PENALTIES.get(self.empty, 0)

    @property
    def wavering(self) -> bool:
        """Whether the track is full and its last box only bashing: staying awake takes a roll
        (ST-169)."""
        return self.full and self.bashing > 0

    @property
    def failing(self) -> bool:
        """Whether the track is full without bashing: its owner is dying, or dead (ST-170,
        ST-171)."""
        return self.full and not self.bashing

    @property
    def destroyed(self) -> bool:
        """Whether every box is aggravated (ST-171)."""
        return self.aggravated >= self.boxes

    def count(self, kind: tables.Mark) -> int:
        """Return the number of boxes with marks of this kind."""
        return int(getattr(self, kind))


def mark_point(track: Track, kind: tables.Mark) -> Track:
    """Return the track with one more point: in an empty box, else it makes another box worse. A
    track that is all aggravated is returned as it is (ST-164 to ST-166)."""
    if not track.full:
        return track._replace(**{kind: track.count(kind) + 1})
    if kind == "aggravated":
        taken: tables.Mark = "bashing" if track.bashing else "lethal"
        return change_box(track, taken, "aggravated")
    if track.bashing:
        return change_box(track, "bashing", "lethal")
    return change_box(track, "lethal", "aggravated")


def change_box(track: Track, old: tables.Mark, new: tables.Mark) -> Track:
    """Return the track with one box changed from the kind `old` to `new`; unchanged if no box is
    `old`."""
    if not track.count(old):
        return track
    return track._replace(
        **{old: track.count(old) - 1, new: track.count(new) + 1}
    )


def mark_points(
    track: Track, points: Points
) -> tuple[Track, dict[tables.Mark, int]]:
    """Mark the points of one hit, worst first. Returns the track afterwards, and how many points
    of each kind found a place (ST-172)."""
    marked: dict[tables.Mark, int] = {}
    for kind in tables.WORST_FIRST:
        for _ in range(points.get(kind, 0)):
            after = mark_point(track, kind)
            if after == track:
                break
            track = after
            marked[kind] = marked.get(kind, 0) + 1
    return track, marked


def empty_boxes(track: Track, points: int, kind: tables.Mark | None) -> Track:
    """Return the track with up to `points` boxes of one kind emptied; with `kind` None the
    mildest kinds first."""
    for each in reversed(tables.WORST_FIRST) if kind is None else (kind,):
        here = min(points, track.count(each))
        track = track._replace(**{each: track.count(each) - here})
        points -= here
    return track
