"""The document of one attack. Types alone; no command loads them."""

from typing import TypedDict

from gmtrack.rulesets.storyteller.sheet.document import Note
from gmtrack.rulesets.storyteller.tables.kinds import Place
from gmtrack.rulesets.storyteller.turn.document import UnderFire
from gmtrack.rulesets.storyteller.wounds.document import DamageDocument


class DefenseDocument(TypedDict):
    """The word of the defense, and what Defense was worth."""

    word: str
    value: int


class Defended(TypedDict, total=False):
    """A document of something that Defense works against."""

    defense: DefenseDocument


class CoverDocument(TypedDict):
    """What a piece of cover did; `before` and `after` is its structure."""

    id: str
    durability: int
    stopped: bool
    before: int
    after: int


class ShieldDocument(TypedDict):
    """What a human shield took."""

    victim: str
    durability: int
    stopped: bool
    damage: DamageDocument


class WearDocument(TypedDict):
    """What a makeshift weapon suffered; `before` and `after` is its structure."""

    weapon: str
    before: int
    after: int


class AttackDocument(Defended, UnderFire, total=False):
    """One attack on one target."""

    attacker: str
    target: str
    weapon: str
    aimed_at: str
    called: Place
    location: Place
    cover: CoverDocument
    human_shield: ShieldDocument
    damage: DamageDocument
    wear: WearDocument
    net_hits: int
    outcome: str
    notes: list[Note]


class SeveralAttacks(UnderFire, total=False):
    """The first keys of several attacks of one burst."""

    attacker: str
    weapon: str
