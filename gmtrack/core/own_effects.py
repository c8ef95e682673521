"""The definitions of own effects that somebody needs who goes from one fight to another."""

from collections.abc import Iterable, Iterator

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash

ROWS = "ALL-OWN-"
"""The beginning of the ids of their rules."""
FIELD = "own_effects"
"""The field of the live state with the effects that were put on somebody."""
RECORD, ALWAYS = "effect", "always"
"""The reasons for which an effect holds: it was put on, or the sheet says so. Any other reason
is the gear that brings it."""
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
    word = data.get("players")
    found = {key: value for key, value in data.items() if key != "help"}
    return (
        found
        if word is None
        else {**found, "name": OTHER if word is False else word}
    )


def labels_for_players(effects: Data) -> dict[str, str]:
    """Return the labels under which effects stand in numbers, each with the one that players see
    in its place."""
    seen = effects_for_players(effects)
    return {
        label_of(id, data): label_of(id, seen[id])
        for id, data in effects.items()
    }


def label_of(id: str, data: Data | None) -> str:
    return str((data or {}).get("name") or id.replace("-", " ")).lower()


def effects_with_reasons(
    sheet: Data, state: Data | None
) -> Iterator[tuple[str, str]]:
    """Yield the effects that somebody has, each with the reason: RECORD, ALWAYS, or the gear
    that brings it. Accepts faulty sheets, as those of the stock may be."""
    always = sheet.get(ALWAYS)
    for word in always if isinstance(always, list) else ():
        if _is_word(word):
            yield word, ALWAYS
    for things in (sheet.get("weapons"), sheet.get("armor")):
        pieces = (
            things.items()
            if isinstance(things, dict)
            else enumerate(things or ())
        )
        for key, thing in pieces:
            if isinstance(thing, dict) and _is_word(thing.get("effect")):
                yield thing["effect"], str(thing.get("name") or key)
    for record in (state or {}).get(FIELD) or ():
        yield record["effect"], RECORD


def effects_of(sheet: Data, state: Data | None) -> list[str]:
    """Return the effects that somebody has by the sheet, by gear, or put on."""
    return [word for word, _ in effects_with_reasons(sheet, state)]


def _is_word(value: object) -> bool:
    return isinstance(value, str)


def definitions_to_bring(
    people: Iterable[tuple[Data, Data | None]],
    there: Encounter,
    here: Encounter,
) -> dict[Path, Data]:
    """Return the definitions that these people need (sheet and state of each), with those that
    they need in turn, by their paths here. Leaves out names that are defined here."""
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
