"""The places of called shots: what aiming at each costs, and the condition it leaves."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.storyteller.tables.kinds import Place, TagName


class Called(NamedTuple):
    """ST-148, ST-150: one place; the dice it costs, and the tag for enough damage: at least
    `least`, or one more than `over`, or as much as `reach` (attributes of the sheet)."""

    place: Place
    dice: int
    tag: TagName | None = None
    least: int = 1
    over: str = ""
    reach: str = ""


_ROWS = (
    Called("arm", -1, "arm-wrack", over="stamina"),
    Called("leg", -1, "leg-wrack", over="stamina"),
    Called("head", -2, "stunned", reach="size"),
    Called("critical", -2),
    Called("little", -2),
    Called("heart", -3, "heart-struck", 5),
    Called("hand", -4, "arm-wrack"),
    Called("tiny", -4),
    Called("eye", -5, "blinded-eye"),
)
CALLED: Mapping[Place, Called] = MappingProxyType({row.place: row for row in _ROWS})

UNTIL: Mapping[TagName, str] = MappingProxyType({"stunned": "next-action"})
"""ST-149, ST-R28: what ends a tag; all others end with the scene."""
