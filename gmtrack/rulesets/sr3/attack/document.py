"""What JSON holds of an attack. For the type checker alone, never imported at run time."""

from typing import Literal, NotRequired, TypedDict

from gmtrack.rulesets.sr3.tables.kinds import Mode
from gmtrack.rulesets.sr3.tables.ranges import Category
from gmtrack.rulesets.sr3.wounds.document import HitDoc

Outcome = Literal["hit", "miss", "blocked", "dodged", "countered", "misfire"]


class RangeDoc(TypedDict):
    """How far it was, by the scope."""

    metres: int | None
    category: Category
    known: NotRequired[str]
    """`last`, `scene`: where it comes from that was neither typed nor measured (SR-R44)."""


class WornDoc(TypedDict):
    """What a shot has done to a barrier of the scene."""

    id: str
    rating: int
    damage: int
    left: int


class DeclaredDoc(TypedDict):
    """The first keys of an attack; those that are None are left out."""

    attacker: str
    target: str | None
    weapon: str
    called: str | None


class AttackDoc(HitDoc, total=False):
    """The attack on one target, as its block holds it."""

    attacker: str
    target: str
    weapon: str
    called: str
    mode: Mode
    rounds: int
    range: RangeDoc
    barrier: WornDoc
    outcome: Outcome
