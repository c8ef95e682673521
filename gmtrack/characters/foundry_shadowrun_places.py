"""Table of the places in which Foundry's system `shadowrun5e` keeps values and effects, by
version. A value that moves gets one more row, and `tests/characters/test_foundry_places.py` has
a row for each."""

import re
from typing import NamedTuple

from gmtrack.characters.places import ForeignSystem, PlaceTable, VersionedPlace

TABLE: PlaceTable = {
    # --- of an actor ---
    "skills": (
        VersionedPlace("", ("system", "skills", "active")),
        VersionedPlace("0.33", ("items",)),
    ),
    # --- of an actor: keys below `system` ---
    "attributes": (VersionedPlace("", ("attributes",)),),
    "initiative dice": (
        VersionedPlace("", ("modifiers", "meat_initiative_dice"), plus=1),
        VersionedPlace("0.36", ("initiative", "meatspace", "dice", "base")),
    ),
    "initiative bonus": (
        VersionedPlace("", ("modifiers", "meat_initiative")),
        VersionedPlace("0.36", ("initiative", "meatspace", "constant", "base")),
    ),
    "first attribute of the initiative": (
        VersionedPlace("0.36", ("initiative", "meatspace", "attribute_a")),
    ),
    "second attribute of the initiative": (
        VersionedPlace("0.36", ("initiative", "meatspace", "attribute_b")),
    ),
    "natural armor": (VersionedPlace("0.34", ("armor", "rating", "base")),),
    "armor modifier": (VersionedPlace("", ("modifiers", "armor")),),
    "physical track": (VersionedPlace("", ("modifiers", "physical_track")),),
    "stun track": (VersionedPlace("", ("modifiers", "stun_track")),),
    # --- of an item: keys below its `system` ---
    "rating of the skill": (VersionedPlace("", ("skill", "rating")),),
    "armor rating": (VersionedPlace("", ("armor",)),),
    "being an accessory": (
        VersionedPlace("", ("armor", "mod")),
        VersionedPlace("0.34", ("armor", "accessory")),
    ),
    "being hardened": (
        VersionedPlace("", ("armor", "hardened")),
        VersionedPlace("0.34", ("armor", "is_hardened")),
    ),
    "armor of a modification": (
        VersionedPlace("0.34", ("mod_armor", "value")),
    ),
    "accuracy of a modification": (
        VersionedPlace("", ("accuracy",)),
        VersionedPlace("0.34", ("mod_weapon", "accuracy")),
    ),
    "damage": (VersionedPlace("", ("action", "damage")),),
    "accuracy": (VersionedPlace("", ("action", "limit")),),
    "skill": (VersionedPlace("", ("action", "skill")),),
    "firing modes": (VersionedPlace("", ("range", "modes")),),
    "ranges": (VersionedPlace("", ("range", "ranges")),),
    "ranges of a throw": (VersionedPlace("", ("thrown", "ranges")),),
    "blast": (VersionedPlace("", ("thrown", "blast")),),
    "ammunition": (VersionedPlace("", ("ammo", "current", "max")),),
    "reach": (VersionedPlace("", ("melee", "reach")),),
    "category of the spell": (VersionedPlace("", ("category",)),),
    "kind of the spell": (VersionedPlace("", ("type",)),),
    "range of the spell": (VersionedPlace("", ("range",)),),
    "duration of the spell": (VersionedPlace("", ("duration",)),),
    "damage of the spell": (
        VersionedPlace("", ("action", "damage", "type", "base")),
    ),
    "way of a combat spell": (VersionedPlace("", ("combat", "type")),),
    "level of the power": (VersionedPlace("", ("level",)),),
    "rating of the focus": (VersionedPlace("", ("technology", "rating")),),
    # --- of an item or an effect itself ---
    "what is built on": (
        VersionedPlace("", ("flags", "shadowrun5e", "embeddedItems")),
    ),
    "what it is built on": (VersionedPlace("0.38", ("system", "parentId")),),
    "changes": (
        VersionedPlace("", ("changes",)),
        VersionedPlace("0.35", ("system", "changes")),
    ),
    "target": (
        VersionedPlace("", ("flags", "shadowrun5e", "applyTo")),
        VersionedPlace("0.30", ("system", "applyTo")),
        VersionedPlace("0.37", ("system", "targets")),
    ),
}
SHADOWRUN = ForeignSystem("shadowrun5e", "0.38", TABLE)


class KeyPattern(NamedTuple):
    """A pattern of effects' keys from version `since` on, and the value that they change."""

    since: str
    what: str
    pattern: str


ON_ATTRIBUTE, ON_DICE, ON_BONUS, ON_ARMOR = (
    "attribute",
    "initiative dice",
    "initiative bonus",
    "armor",
)
KEYS = (
    KeyPattern(
        "", ON_ATTRIBUTE, r"attributes\.(\w+)(?:\.(?:mod|value|base|temp))?"
    ),
    KeyPattern("0.33.1", ON_ATTRIBUTE, r"attributes\.(\w+)\.changes"),
    KeyPattern("", ON_DICE, r"modifiers\.meat_initiative_dice"),
    KeyPattern("", ON_DICE, r"initiative\.meatspace\.dice(?:\.\w+)?"),
    KeyPattern("", ON_BONUS, r"modifiers\.meat_initiative"),
    KeyPattern("", ON_BONUS, r"initiative\.meatspace\.base(?:\.\w+)?"),
    KeyPattern("0.36", ON_BONUS, r"initiative\.meatspace\.constant(?:\.\w+)?"),
    KeyPattern("", ON_ARMOR, r"modifiers\.armor"),
    KeyPattern("", ON_ARMOR, r"armor(?:\.(?:mod|value|base))?"),
    KeyPattern("0.34", ON_ARMOR, r"armor\.rating(?:\.\w+)?"),
)
"""A key means the same in every version that has it, so that all rows are tried."""


def subject_of_key(key: str) -> tuple[str, str] | None:
    """Return the value that a change's key is about, and the attribute that the key names (empty
    if it names none). None for a key that is about nothing that is imported."""
    for row in KEYS:
        if found := re.fullmatch(rf"(?:system|data)\.{row.pattern}", key):
            return row.what, found[1] if found.groups() else ""
    return None
