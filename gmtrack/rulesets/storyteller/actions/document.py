"""The documents of `act` and `test`. Types alone; no command loads them."""

from typing import TypedDict

from gmtrack.rulesets.storyteller.attack.document import Defended
from gmtrack.rulesets.storyteller.turn.document import UnderFire
from gmtrack.rulesets.storyteller.wounds.document import DamageDocument


class Besides(Defended, total=False):
    """What only some actions have: the weapon that it is about, the piece of cover, the dice of an
    aim, the move of a grapple."""

    weapon: str | None
    cover: str
    bonus: int
    move: str


class ActDocument(Besides, UnderFire, total=False):
    """One action."""

    who: str
    action: str
    target: str
    targets: list[str]
    outcome: str
    net_hits: int
    damage: DamageDocument


class TestDocument(TypedDict):
    """One test."""

    who: str
    what: str
    outcome: str
