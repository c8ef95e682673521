"""Table of the elements in which Chummer5a keeps values of a character, the oldest place first.
An element that moves gets one more row."""

from typing import TYPE_CHECKING

from gmtrack.characters.places import ForeignSystem, VersionedPlace

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

CHUMMER = ForeignSystem(
    "Chummer",
    "5.225",
    {
        # Below the character.
        "attributes": (VersionedPlace("", ("attributes",)),),
        "skills": (
            VersionedPlace("", ("skills",)),
            VersionedPlace("", ("newskills", "skills")),
        ),
        "improvements": (VersionedPlace("", ("improvements",)),),
        "weapons": (VersionedPlace("", ("weapons",)),),
        "armor": (VersionedPlace("", ("armors",)),),
        # Below an attribute, an improvement, a weapon, a piece of armor.
        "total": (VersionedPlace("", ("totalvalue",)),),
        "kind": (
            VersionedPlace("", ("improvementtype",)),
            VersionedPlace("", ("improvementttype",)),
        ),
        "damage": (VersionedPlace("", ("damage",)),),
        "category": (VersionedPlace("", ("category",)),),
        "rating": (VersionedPlace("", ("armor",)),),
    },
)
"""Only elements that may move between versions. All others are read in place, by their names."""


def element_under(node: "Element", *keys: str) -> "Element | None":
    """Return the element under these names; None if there is none."""
    return node.find("/".join(keys))
