"""An attack in JSON."""

from typing import Literal, TypedDict

from gmtrack.rulesets.spotlight.attack.plan import Defense
from gmtrack.rulesets.spotlight.sheet.sheet import Mode
from gmtrack.rulesets.spotlight.tables.locations import Location, Mark
from gmtrack.rulesets.spotlight.turn.costs import Trigger
from gmtrack.rulesets.spotlight.wounds.document import BoxesDocument

HitOutcome = Literal["miss", "hit", "blocked"]


class LayerDocument(TypedDict):
    """One piece of armor or cover on the location that was hit."""

    name: str
    rating: int
    type: str
    pierced: bool


class DamageDocument(TypedDict):
    """The damage of a hit, from the weapon to the boxes."""

    base: int
    modified: int
    soaked: int
    dealt: int
    type: Mark
    weapon_type: Mark
    layers: list[LayerDocument]
    applied: list[BoxesDocument]


class HitDocument(TypedDict, total=False):
    """What an attack and a counterattack have in common once they hit."""

    net_hits: int
    location_dice: list[int]
    location: Location
    damage: DamageDocument


class CounterDocument(HitDocument, total=False):
    """The counterattack."""

    weapon: str
    outcome: HitOutcome | Literal["beaten"]


class HeadDocument(TypedDict):
    """The first keys of an attack besides attacker and target; those that are None are left out."""

    targets: list[str]
    weapon: str
    mode: Mode | None
    called: Location | None
    defense: Defense | None
    trigger: Trigger | None


class AttackDocument(HitDocument, total=False):
    """One attack; rolls, effects and changes are added by the report."""

    attacker: str
    target: str
    targets: list[str]
    weapon: str
    mode: Mode
    called: Location
    defense: Defense
    trigger: Trigger
    outcome: HitOutcome | Literal["pinned", "dodged", "countered"]
    counter: CounterDocument
