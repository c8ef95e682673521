"""Places in which Foundry's system `sr3e` keeps values, and how they are read there."""

from collections.abc import Callable
from typing import Any

from gmtrack.characters.places import ForeignSystem, Places, VersionedPlace
from gmtrack.characters.plain import (
    clean_text,
    parse_whole_number,
    value_under,
)

SR3E = ForeignSystem(
    "sr3e",
    "0.0",
    {
        # Below `system` of an actor.
        "attributes": (VersionedPlace("", ("attributes",)),),
        "Karma pool": (VersionedPlace("", ("karma", "karmaPool")),),
        "metatype": (VersionedPlace("", ("profile", "metaType")),),
        # Below `system` of an item.
        "rating of the skill": (VersionedPlace("", ("activeSkill", "value")),),
        "damage": (VersionedPlace("", ("damage",)),),
        "damage level": (VersionedPlace("", ("damageType",)),),
        "fire mode": (VersionedPlace("", ("mode",)),),
        "weapon class": (VersionedPlace("", ("ammunitionClass",)),),
        "ranges": (VersionedPlace("", ("rangeBand",)),),
        "reload mechanism": (VersionedPlace("", ("reloadMechanism",)),),
        "recoil compensation": (VersionedPlace("", ("recoilComp",)),),
        "reach": (VersionedPlace("", ("reach",)),),
        "skill of the weapon": (VersionedPlace("", ("linkedSkillId",)),),
        "ammunition": (VersionedPlace("", ("ammoId",)),),
        "capacity": (VersionedPlace("", ("maxCapacity",)),),
        "ballistic rating": (VersionedPlace("", ("ballistic",)),),
        "impact rating": (VersionedPlace("", ("impact",)),),
        "force of the spell": (VersionedPlace("", ("learnedForce",)),),
        "category of the spell": (VersionedPlace("", ("category",)),),
        "kind of the spell": (VersionedPlace("", ("type",)),),
        "kind of the manipulation": (
            VersionedPlace("", ("manipulationSubtype",)),
        ),
        "range of the spell": (VersionedPlace("", ("range",)),),
        "duration of the spell": (VersionedPlace("", ("duration", "type")),),
        "target of the spell": (VersionedPlace("", ("targeting",)),),
        "drain of the spell": (VersionedPlace("", ("drain",)),),
        "kind of the focus": (VersionedPlace("", ("focusType",)),),
        "force of the focus": (VersionedPlace("", ("force",)),),
        "scope of the focus": (VersionedPlace("", ("scope",)),),
        "rating of the power": (VersionedPlace("", ("rating",)),),
        # Of an effect itself.
        "changes": (
            VersionedPlace("", ("changes",)),
            VersionedPlace("", ("system", "changes")),
        ),
        "target": (VersionedPlace("", ("target",)),),
    },
)
"""Places in which the system `sr3e` keeps what is read."""


def read_text(found: object) -> str | None:
    """Return a text on one line, which may be empty; None for anything else."""
    return clean_text(found) if isinstance(found, str) else None


def read_map(found: object) -> dict[str, Any] | None:
    """Return a map as it is; None for anything else."""
    return found if isinstance(found, dict) else None


def read_stat(node: object) -> int | None:
    """Return a number that stands alone, or under `value` with a `mod` that is added; None if there
    is none."""
    plain = parse_whole_number(node)
    if plain is not None:
        return plain
    value = parse_whole_number(value_under(node, "value"))
    mod = parse_whole_number(value_under(node, "mod")) or 0
    return None if value is None else value + mod


def finder(
    places: Places, system: dict[str, Any], name: str, at: str
) -> Callable[[str], str]:
    """Return a function that returns the text of a value of one item, empty if there is none."""

    def find(what: str) -> str:
        return places.find(what, system, name, at, read_text) or ""

    return find
