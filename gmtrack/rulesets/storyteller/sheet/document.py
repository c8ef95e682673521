"""What documents of reports hold of the scene: notes for the GM, a grapple. Types alone; no command
loads them."""

from typing import Literal, NotRequired, TypedDict

NoteName = Literal["breaking-point", "dramatic-failure", "upper-hand", "no-intent"]


class Note(TypedDict):
    """One of `notes`: something for the GM; `modifier` of a breaking point, where there is one."""

    who: str
    note: NoteName
    modifier: NotRequired[int]


GrappleDocument = TypedDict(
    "GrappleDocument",
    {"with": str, "controls": str | None, "hold": bool, "restrained": bool, "cover": bool},
)
"""A grapple as it is to one of the two (ST-072)."""
