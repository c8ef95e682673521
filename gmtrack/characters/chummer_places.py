"""Table of the elements in which Chummer5a keeps values of a character, the oldest place first.
An element that moves gets one more row."""

from typing import TYPE_CHECKING

from gmtrack.characters.places import Place, System

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

CHUMMER = System(
    "Chummer",
    "5.225",
    {
        # Below the character.
        "attributes": (Place("", ("attributes",)),),
        "skills": (Place("", ("skills",)), Place("", ("newskills", "skills"))),
        "improvements": (Place("", ("improvements",)),),
        "weapons": (Place("", ("weapons",)),),
        "armor": (Place("", ("armors",)),),
        # Below an attribute, an improvement, a weapon, a piece of armor.
        "total": (Place("", ("totalvalue",)),),
        "kind": (
            Place("", ("improvementtype",)),
            Place("", ("improvementttype",)),
        ),
        "damage": (Place("", ("damage",)),),
        "category": (Place("", ("category",)),),
        "rating": (Place("", ("armor",)),),
    },
)


def element(node: "Element", *keys: str) -> "Element | None":
    """Return the element under these names; None if there is none."""
    return node.find("/".join(keys))
