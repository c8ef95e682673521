"""Table of the places in which Foundry's system `shadowrun5e` keeps values and effects, by
version. A value that moves gets one more row, and `tests/characters/test_foundry_places.py` has
a row for each."""

import re
from typing import NamedTuple

from gmtrack.characters.places import Place, System, Table

TABLE: Table = {
    # --- of an actor ---
    "skills": (
        Place("", ("system", "skills", "active")),
        Place("0.33", ("items",)),
    ),
    # --- of an actor: keys below `system` ---
    "attributes": (Place("", ("attributes",)),),
    "initiative dice": (
        Place("", ("modifiers", "meat_initiative_dice"), plus=1),
        Place("0.36", ("initiative", "meatspace", "dice", "base")),
    ),
    "initiative bonus": (
        Place("", ("modifiers", "meat_initiative")),
        Place("0.36", ("initiative", "meatspace", "constant", "base")),
    ),
    "first attribute of the initiative": (
        Place("0.36", ("initiative", "meatspace", "attribute_a")),
    ),
    "second attribute of the initiative": (
        Place("0.36", ("initiative", "meatspace", "attribute_b")),
    ),
    "natural armor": (Place("0.34", ("armor", "rating", "base")),),
    "armor modifier": (Place("", ("modifiers", "armor")),),
    "physical track": (Place("", ("modifiers", "physical_track")),),
    "stun track": (Place("", ("modifiers", "stun_track")),),
    # --- of an item: keys below its `system` ---
    "rating of the skill": (Place("", ("skill", "rating")),),
    "armor rating": (Place("", ("armor",)),),
    "being an accessory": (
        Place("", ("armor", "mod")),
        Place("0.34", ("armor", "accessory")),
    ),
    "being hardened": (
        Place("", ("armor", "hardened")),
        Place("0.34", ("armor", "is_hardened")),
    ),
    "armor of a modification": (Place("0.34", ("mod_armor", "value")),),
    "accuracy of a modification": (
        Place("", ("accuracy",)),
        Place("0.34", ("mod_weapon", "accuracy")),
    ),
    "damage": (Place("", ("action", "damage")),),
    "accuracy": (Place("", ("action", "limit")),),
    "skill": (Place("", ("action", "skill")),),
    "firing modes": (Place("", ("range", "modes")),),
    "ranges": (Place("", ("range", "ranges")),),
    "ranges of a throw": (Place("", ("thrown", "ranges")),),
    "blast": (Place("", ("thrown", "blast")),),
    "ammunition": (Place("", ("ammo", "current", "max")),),
    "reach": (Place("", ("melee", "reach")),),
    # --- of an item or an effect itself ---
    "what is built on": (Place("", ("flags", "shadowrun5e", "embeddedItems")),),
    "what it is built on": (Place("0.38", ("system", "parentId")),),
    "changes": (
        Place("", ("changes",)),
        Place("0.35", ("system", "changes")),
    ),
    "target": (
        Place("", ("flags", "shadowrun5e", "applyTo")),
        Place("0.30", ("system", "applyTo")),
        Place("0.37", ("system", "targets")),
    ),
}
SHADOWRUN = System("shadowrun5e", "0.38", TABLE)


class Key(NamedTuple):
    """Pattern of an effect's keys from version `since` on, and the value that they change."""

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
    Key("", ON_ATTRIBUTE, r"attributes\.(\w+)(?:\.(?:mod|value|base|temp))?"),
    Key("0.33.1", ON_ATTRIBUTE, r"attributes\.(\w+)\.changes"),
    Key("", ON_DICE, r"modifiers\.meat_initiative_dice"),
    Key("", ON_DICE, r"initiative\.meatspace\.dice(?:\.\w+)?"),
    Key("", ON_BONUS, r"modifiers\.meat_initiative"),
    Key("", ON_BONUS, r"initiative\.meatspace\.base(?:\.\w+)?"),
    Key("0.36", ON_BONUS, r"initiative\.meatspace\.constant(?:\.\w+)?"),
    Key("", ON_ARMOR, r"modifiers\.armor"),
    Key("", ON_ARMOR, r"armor(?:\.(?:mod|value|base))?"),
    Key("0.34", ON_ARMOR, r"armor\.rating(?:\.\w+)?"),
)
"""A key means the same in every version that has it, so that all rows are tried."""


def subject(key: str) -> tuple[str, str] | None:
    """Return what the key of a change is about, and the attribute that it names, if it names one;
    None for a key that is about nothing that is imported."""
    for row in KEYS:
        if found := re.fullmatch(rf"(?:system|data)\.{row.pattern}", key):
            return row.what, found[1] if found.groups() else ""
    return None
