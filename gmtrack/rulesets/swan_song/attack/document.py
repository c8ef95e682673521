"""What JSON holds of one attack."""

from typing import NotRequired, TypedDict

from gmtrack.rulesets.swan_song.wounds.document import AppliedPoints


class BarrierDocument(TypedDict):
    """A barrier that was hit or crossed: what this attack did to it, and what it has taken in
    all."""

    id: str
    armor: int
    damage: int
    through: int
    damage_taken: int
    hole_m2: int


class DamageDocument(TypedDict):
    """The damage value and what became of it."""

    base: int
    modified: int
    armor: int
    soaked: int
    dealt: int
    track: str
    type: str
    applied: list[AppliedPoints]
    after_barrier: NotRequired[int]
    uncapped: NotRequired[int]


class AttackDocument(TypedDict, total=False):
    """One attack, filled in step by step."""

    attacker: str
    target: str
    weapon: str
    called: str
    location: str
    defense: list[str]
    outcome: str
    net_hits: int
    damage: DamageDocument
    barrier: BarrierDocument
    why: str
    contact: str
    intercepted: bool
