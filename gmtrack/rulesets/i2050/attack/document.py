"""An attack in JSON."""

from typing import Literal, NotRequired, TypedDict

from gmtrack.rulesets.i2050.tables.defenses import Defense
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.i2050.wounds.document import AppliedDocument

Struck = Literal["hit", "blocked", "disabled", "resisted"]
Outcome = Struck | Literal["miss", "tie", "both-miss", "dodged", "countered"]


class DamageDocument(TypedDict):
    """The damage of a blow, from the dice to the points; `pending`: it waits for the Losers
    Phase."""

    victim: str
    base: int
    modified: int
    armor: int
    parry: int
    soaked: int
    dealt: int
    applied: list[AppliedDocument]
    pending: NotRequired[bool]


class HeadDocument(TypedDict):
    """The first keys of an attack besides attacker and target; those that are None are left out."""

    weapon: str
    called: Location | None
    defense: Defense
    defend_weapon: str | None
    outcome: Outcome


class AttackDocument(TypedDict, total=False):
    """One attack; rolls, effects and changes are added by the report."""

    attacker: str
    target: str
    weapon: str
    called: Location
    defense: Defense
    defend_weapon: str
    outcome: Outcome
    location: Location
    damage: DamageDocument


class SeveralDocument(TypedDict, total=False):
    """What a burst or a split has above its attacks."""

    attacker: str
    target: str
    weapon: str
    called: Location
