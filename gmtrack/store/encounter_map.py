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


def as_map(value: Any) -> Data:
    """A value that should be a map; an empty one for what is none."""
    return value if isinstance(value, dict) else {}


def template_name(sheet: Any) -> str | None:
    """What a sheet calls its template; None where that is no text."""
    name = as_map(sheet).get("template")
    return name if isinstance(name, str) else None


def template_of(data: Data, sheet: Any) -> Data | None:
    """The template of a sheet; None where there is none of the name."""
    found = as_map(data.get("templates")).get(template_name(sheet) or "")
    return found if isinstance(found, dict) else None


def home(data: Data, path: Path) -> Path:
    """Where a combatant's value really stands: in the sheet itself or in its template."""
    if len(path) < 3 or path[0] != "combatants":
        return path
    own = as_map(as_map(data.get("combatants")).get(path[1]))
    if path[2] in own or path[2] not in (template_of(data, own) or ()):
        return path
    return ("templates", own["template"], *path[2:])


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
        if (value or key in ("name", "ruleset")) and (key, value) != (
            "kind",
            ENCOUNTER,
        ):
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
