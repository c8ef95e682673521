"""Conversion between an encounter and the map that a file holds, and the difference between two
encounters."""

import json
from collections.abc import Iterator
from typing import Any

from gmtrack.core.draft import MISSING, Change, Path
from gmtrack.core.encounter import ENCOUNTER, FORMAT, Data, Encounter
from gmtrack.rulesets import registry

MAPS = (
    "house_rules", "table", "scene", "templates", "effects", "counters", "combatants", "fight",
)  # fmt: skip
FIELDS = ("name", "ruleset", "kind", "party", "notes", *MAPS)
UNNAMED = "Unnamed encounter"


def as_map(value: Any) -> Data:
    """Return `value` if it is a map, else an empty map."""
    return value if isinstance(value, dict) else {}


def template_name(sheet: Any) -> str | None:
    """Return the name of the template that a sheet uses; None if the sheet names none, or gives
    something other than a text."""
    name = as_map(sheet).get("template")
    return name if isinstance(name, str) else None


def template_of(data: Data, sheet: Any) -> Data | None:
    """Return the template that a sheet uses from the map of a file; None if it uses none or the
    file does not have it."""
    found = as_map(data.get("templates")).get(template_name(sheet) or "")
    return found if isinstance(found, dict) else None


def home_path(data: Data, path: Path) -> Path:
    """Return the path at which a combatant's value is written: inside `templates` if only the
    template of the sheet has that field, else `path` itself."""
    if len(path) < 3 or path[0] != "combatants":
        return path
    own = as_map(as_map(data.get("combatants")).get(path[1]))
    if path[2] in own or path[2] not in (template_of(data, own) or ()):
        return path
    return ("templates", own["template"], *path[2:])


def encounter_of(data: Data) -> Encounter:
    """Build the encounter that a file's map describes. Keys that are absent or null become empty
    values."""
    maps = {key: data.get(key) or {} for key in MAPS}
    name = data.get("name")
    encounter = Encounter(
        name=UNNAMED if name is None else name,
        ruleset=data["ruleset"],
        kind=data.get("kind") or ENCOUNTER,
        party=data.get("party") or "",
        notes=data.get("notes") or "",
        **maps,
    )
    registry.attach_rules(encounter)
    return encounter


def data_of(encounter: Encounter) -> Data:
    """Return the map of a file for an encounter, leaving out what is empty. It shares its values
    with the encounter."""
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
    """Copy all fields of `other` into `encounter`, so that everyone who holds `encounter` sees
    them."""
    encounter.note_writer(0)
    for key in FIELDS:
        setattr(encounter, key, getattr(other, key))


def is_same(value: Any, other: Any) -> bool:
    """Whether two values are equal and of equal types; the order of keys does not matter."""
    return json.dumps(value, sort_keys=True) == json.dumps(
        other, sort_keys=True
    )


def changes_between(old: Encounter, new: Encounter) -> list[Change]:
    """Return the changes that lead from one encounter to the other, one for each value that
    differs. A list counts as one value."""
    changes: list[Change] = []
    for key in FIELDS:
        changes += value_changes((key,), getattr(old, key), getattr(new, key))
    return changes


def value_changes(path: Path, old: Any, new: Any) -> Iterator[Change]:
    """Yield the changes that lead from `old` to `new` at a path, one for each value that
    differs. A list counts as one value."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        if not is_same(old, new):
            yield Change(path, old, new)
        return
    staying = 0
    for key, value in old.items():
        if key in new:
            yield from value_changes((*path, key), value, new[key])
            staying += 1
        else:
            yield Change((*path, key), value, MISSING, place=staying)
    for place, (key, value) in enumerate(new.items()):
        if key not in old:
            yield Change((*path, key), MISSING, value, place=place)
