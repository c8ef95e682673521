"""What JSON holds of `board` and `show`. For the type checker alone, never imported at run time."""

from typing import NotRequired, TypedDict

from gmtrack.core.encounter import Data
from gmtrack.rulesets.sr3.sheet.document import BarrierDoc
from gmtrack.rulesets.sr3.tables.kinds import AmmoType
from gmtrack.rulesets.sr3.turn.document import LeftDoc, TurnDoc
from gmtrack.rulesets.sr3.wounds.document import EffectDoc


class NamedDoc(TypedDict):
    """The first keys of `board`."""

    name: str
    ruleset: str


class BoardDoc(NamedDoc, TurnDoc):
    """`board`."""

    barriers: NotRequired[dict[str, BarrierDoc]]


class BarrierShownDoc(BarrierDoc):
    """`show` of a barrier."""

    id: str


class PoolDoc(TypedDict):
    """What a pool holds at most, and now."""

    max: int
    now: int


class PoolsDoc(TypedDict):
    combat: PoolDoc


class PhysicalDoc(TypedDict):
    boxes: int
    filled: int
    overflow: int


class StunDoc(TypedDict):
    boxes: int
    filled: int


class SubdualDoc(TypedDict):
    filled: int
    by: str | None


class TrackDoc(TypedDict):
    """The condition monitor."""

    physical: PhysicalDoc
    stun: StunDoc
    subdual: SubdualDoc


class InitiativeDoc(TypedDict):
    score: int | None
    reaction: int
    dice: int


class ArmorDoc(TypedDict):
    ballistic: int
    impact: int


class AmmoDoc(TypedDict):
    """What is in a weapon, and in the spare clip, belt or loader that is being filled."""

    now: int
    max: int
    type: AmmoType
    clip_in: bool
    loose: int | None


class AimDoc(TypedDict):
    target: str
    weapon: str
    actions: int


class ShownDoc(TypedDict):
    """`show` of a combatant."""

    id: str
    name: str
    side: str
    status: str
    pools: PoolsDoc
    track: TrackDoc
    wound_modifier: int
    initiative: InitiativeDoc
    ap: LeftDoc | None
    armor: ArmorDoc
    ammo: dict[str, AmmoDoc]
    in_melee_with: list[str]
    wielded: str
    second: str | None
    aim: AimDoc | None
    effects: list[EffectDoc]
    sheet: Data
