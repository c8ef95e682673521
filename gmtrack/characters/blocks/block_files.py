"""Stat blocks in the data of a file, wherever it has them: alone, in a list, in an encounter."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gmtrack.characters.blocks.block_places import (
    DNDME,
    IMPROVED_INITIATIVE,
    STAT_BLOCK,
)
from gmtrack.characters.file import ForeignFile, check_length, refuse_file
from gmtrack.characters.places import ForeignSystem, Places
from gmtrack.characters.plain import clean_text, is_deep

EXPORT = "ImprovedInitiative."
"""The beginning of each key in a whole export of Improved Initiative."""
EXPORTED = (
    "PersistentCharacters",
    "PlayerCharacters",
    "Creatures",
    "StatBlocks",
)
"""The parts of a whole export that hold people."""
LISTS = (
    "results",
    "monsters",
    "creatures",
    "combatants",
    "characters",
    "party",
)
"""Keys below which files have a list of stat blocks."""
HIT_POINTS = ("hit_points", "hitPoints", "hp", "max_hp", "maxHp", "maxHP")
"""Keys of which a stat block has one."""


class FoundBlock(NamedTuple):
    """A stat block in a file: its map, the program's table, the version, the place in the file,
    and the map around it (a combatant), which is empty if there is none."""

    block: Mapping[str, Any]
    system: ForeignSystem
    version: str
    at: str
    around: Mapping[str, Any]


def find_blocks(found: Any, at: str = "") -> Iterator[FoundBlock]:
    """Yield the stat blocks in the data of a JSON file, the first of the file first. `at` is the
    place of the data in the file."""
    if isinstance(found, list):
        for number, one in enumerate(found):
            yield from find_blocks(one, f"{at}[{number}]")
        return
    if not isinstance(found, dict):
        return
    if any(str(key).startswith(EXPORT) for key in found):
        yield from _blocks_of_export(found)
        return
    known = list(_blocks_of_initiative(found, at))
    if known:
        yield from known
    elif any(key in found for key in HIT_POINTS):
        yield FoundBlock(found, STAT_BLOCK, "", at, {})
    else:
        key = next(
            (one for one in LISTS if isinstance(found.get(one), list)), ""
        )
        if key:
            yield from find_blocks(found[key], f"{at}{key}")


def _blocks_of_initiative(
    found: Mapping[str, Any], at: str
) -> Iterator[FoundBlock]:
    """Yield the stat blocks of an encounter, of a character or of a creature of Improved
    Initiative; nothing for other data."""
    version = clean_text(found.get("Version"))
    places = Places(IMPROVED_INITIATIVE, version)
    people = places.peek("combatants", found, _list_or_none)
    if people is not None:
        for number, one in enumerate(people):
            yield from _block_of_combatant(
                one, version, f"Combatants[{number}]"
            )
    elif places.peek("stat block", found, _map_or_none) is not None:
        yield from _block_of_combatant(found, version, at)
    elif isinstance(found.get("HP"), dict):
        yield FoundBlock(found, IMPROVED_INITIATIVE, version, at, {})


def _blocks_of_export(found: Mapping[str, Any]) -> Iterator[FoundBlock]:
    """Yield the stat blocks in a whole export of Improved Initiative, whose values are texts of
    JSON."""
    for key, value in found.items():
        if str(key).removeprefix(EXPORT).partition(".")[0] not in EXPORTED:
            continue
        data = value
        if isinstance(value, str):
            try:
                data = json.loads(value)
            except (ValueError, RecursionError):
                continue
        if not is_deep(data):
            yield from find_blocks(data, clean_text(key))


def _block_of_combatant(
    found: object, version: str, at: str
) -> Iterator[FoundBlock]:
    """Yield the stat block of a combatant or of a character of Improved Initiative."""
    places = Places(IMPROVED_INITIATIVE, version)
    block = places.peek("stat block", found, _map_or_none)
    if block is not None and isinstance(found, dict):
        yield FoundBlock(block, IMPROVED_INITIATIVE, version, at, found)


def find_toml_blocks(found: Mapping[str, Any]) -> Iterator[FoundBlock]:
    """Yield the people of a party of dndme, or the one of a monster's file."""
    if "max_hp" in found:
        yield FoundBlock(found, DNDME, "", "", {})
        return
    for key, one in found.items():
        if isinstance(one, dict) and "max_hp" in one:
            yield FoundBlock(one, DNDME, "", clean_text(key), {})


def parse_toml(file: ForeignFile) -> dict[str, Any]:
    """Return the data of a TOML file. Raises BadFile for anything else."""
    import tomllib

    check_length(file)
    try:
        return tomllib.loads(file.content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        refuse_file(file, f"this is not TOML: {error}")


def _list_or_none(value: object) -> list[Any] | None:
    return value if isinstance(value, list) else None


def _map_or_none(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None
