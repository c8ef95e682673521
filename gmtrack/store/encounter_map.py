"""An encounter as the map that a file holds, there and back, and what differs between two."""

import json
from collections.abc import Iterator
from typing import Any

from gmtrack.core.draft import MISSING, Change, Path
from gmtrack.core.encounter import ENCOUNTER, FORMAT, Data, Encounter

MAPS = (
    "house_rules", "table", "scene", "templates", "effects", "counters", "combatants", "fight",
)  # fmt: skip
FIELDS = ("name", "ruleset", "kind", "party", "notes", *MAPS)
UNNAMED = "Unnamed encounter"


def encounter_of(data: Data) -> Encounter:
    """The encounter that a file's map describes; what is absent or null is empty."""
    maps = {key: data.get(key) or {} for key in MAPS}
    name = data.get("name")
    return Encounter(
        name=UNNAMED if name is None else name,
        ruleset=data["ruleset"],
        kind=data.get("kind") or ENCOUNTER,
        party=data.get("party") or "",
        notes=data.get("notes") or "",
        **maps,
    )


def data_of(encounter: Encounter) -> Data:
    """The file's map for an encounter, without what is empty."""
    data: Data = {"gmtrack": FORMAT}
    for key in FIELDS:
        value = getattr(encounter, key)
        if (value or key in ("name", "ruleset")) and (key, value) != ("kind", ENCOUNTER):
            data[key] = value
    return data


def take_over(encounter: Encounter, other: Encounter) -> None:
    """Make `encounter` hold what `other` holds; whoever knows it goes on knowing the same one."""
    encounter.written(0)
    for key in FIELDS:
        setattr(encounter, key, getattr(other, key))


def same(one: Any, other: Any) -> bool:
    """Equal values of equal types; the order of keys is no difference."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def difference(old: Encounter, new: Encounter) -> list[Change]:
    """The changes that lead from one encounter to the other, leaf by leaf; lists as a whole."""
    changes: list[Change] = []
    for key in FIELDS:
        changes += differing((key,), getattr(old, key), getattr(new, key))
    return changes


def differing(path: Path, old: Any, new: Any) -> Iterator[Change]:
    """The changes that lead from the value at a path to another, leaf by leaf; lists as a whole."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        if not same(old, new):
            yield Change(path, old, new)
        return
    staying = 0
    for key, value in old.items():
        if key in new:
            yield from differing((*path, key), value, new[key])
            staying += 1
        else:
            yield Change((*path, key), value, MISSING, place=staying)
    for place, (key, value) in enumerate(new.items()):
        if key not in old:
            yield Change((*path, key), MISSING, value, place=place)
