"""Own effects as data: whom they hold for and why, how players may see their definitions, and
which definitions go along from one fight to another."""

from collections.abc import Iterable, Iterator

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash

ROWS = "ALL-OWN-"
"""The beginning of the ids of rules for own effects."""
FIELD = "own_effects"
"""The field of the live state with the effects that were put on somebody."""
RECORD, ALWAYS = "effect", "always"
"""The reasons for which an effect holds: it was put on, or the sheet says so. Any other reason
is the gear that brings it."""
THINGS = ("weapons", "armor")
"""The fields of a sheet whose pieces may have an effect."""
OTHER = "other"
"""The word that players see for the share of an effect of which they are to know nothing."""


def effects_for_players(effects: Data) -> Data:
    """Return definitions as players may know them: under the names that players know, without
    other texts."""
    return {
        id: _effect_for_players(data) if isinstance(data, dict) else data
        for id, data in effects.items()
    }


def _effect_for_players(data: Data) -> Data:
    """Return a definition without its `help`, named by its key `players`: the text there, or
    OTHER if it is false. Without that key the name stays."""
    word = data.get("players")
    found = {key: value for key, value in data.items() if key != "help"}
    if word is not None:
        found["name"] = OTHER if word is False else word
    return found


def labels_for_players(effects: Data) -> dict[str, str]:
    """Return the labels under which effects stand in numbers, each with the one that players see
    instead."""
    seen = effects_for_players(effects)
    return {
        label_of(id, data): label_of(id, seen[id])
        for id, data in effects.items()
    }


def label_of(id: str, data: Data | None) -> str:
    """Return the label of an effect in numbers, in lower case: its name, or the words of its id
    if it has none or no definition."""
    return str((data or {}).get("name") or id.replace("-", " ")).lower()


def pieces_of(sheet: Data, field: str) -> Iterator[tuple[str, Data]]:
    """Yield the pieces in a field of a sheet by their keys or, in a list, by their numbers.
    Yields nothing where the field holds none, as the `armor` of a system page that is a number."""
    things = sheet.get(field)
    if isinstance(things, list):
        things = dict(enumerate(things))
    for key, thing in things.items() if isinstance(things, dict) else ():
        if isinstance(thing, dict):
            yield str(key), thing


def effects_with_reasons(
    sheet: Data, state: Data | None
) -> Iterator[tuple[str, str]]:
    """Yield the names of the effects that somebody has, each with its reason: RECORD, ALWAYS, or
    the gear that brings it. `state`: the live state; None if there is none. Accepts faulty
    sheets, as those of the stock may be."""
    always = sheet.get(ALWAYS)
    for word in always if isinstance(always, list) else ():
        if _is_word(word):
            yield word, ALWAYS
    for field in THINGS:
        for key, thing in pieces_of(sheet, field):
            if _is_word(thing.get("effect")):
                yield thing["effect"], str(thing.get("name") or key)
    for record in (state or {}).get(FIELD) or ():
        yield record["effect"], RECORD


def effects_of(sheet: Data, state: Data | None) -> list[str]:
    """Return the names of the effects that somebody has, by the sheet, by gear, or put on, and of
    those that their spells bring."""
    found = [word for word, _ in effects_with_reasons(sheet, state)]
    spells = sheet.get("spells")
    for spell in spells.values() if isinstance(spells, dict) else ():
        if isinstance(spell, dict) and _is_word(spell.get("effect")):
            found.append(spell["effect"])
    return found


def _is_word(value: object) -> bool:
    """Whether a value is a text."""
    return isinstance(value, str)


def definitions_to_bring(
    people: Iterable[tuple[Data, Data | None]],
    there: Encounter,
    here: Encounter,
) -> dict[Path, Data]:
    """Return the definitions that people on the way from the encounter `there` to `here` need,
    by their paths: those of their effects, and of the effects that follow these (`then`).
    `people`: sheet and live state of each. Leaves out names that `here` defines."""
    if not there.effects:
        return {}
    by_name = {squash(id): id for id in there.effects}
    known = {squash(id) for id in here.effects}
    found: dict[Path, Data] = {}
    for sheet, state in people:
        for word in effects_of(sheet, state):
            name = squash(word)
            while name in by_name and name not in known:
                known.add(name)
                data = there.effects[by_name[name]]
                found["effects", by_name[name]] = data
                then = (data or {}).get("then")
                name = squash(then) if isinstance(then, str) else ""
    return found
