"""Own effects for imported things (ware, qualities, powers) that add to numbers. They hold from
the start (`always`)."""

from collections.abc import Iterator, Mapping
from itertools import count

from gmtrack.app.newcomers import slug_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash
from gmtrack.core.own_effects import effects_of
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import parties
from gmtrack.store.parties import link_of
from gmtrack.store.session import open_session

LONGEST = 60
"""The largest number of characters of an effect's name."""
FROM = "imported from "
"""The beginning of an imported effect's help. A later import may remove such effects."""


def define_added_effects(
    added: Mapping[str, Mapping[str, int]],
    program: str,
    who: str,
    own: Data,
    encounter: Encounter,
    ruleset: Ruleset,
) -> dict[str, Data]:
    """Return effect definitions for what things add to numbers, by ids made of their names. An
    existing definition that adds the same is shared; one that only `who` has, by their sheet
    `own`, is redefined but keeps what the GM put into it; otherwise the id gets a number.
    Definitions of the party at home count as existing, so that an id means the same there."""
    found: dict[str, Data] = {}
    if not added:
        return found
    home = effects_at_home(encounter)
    effects = {**home, **encounter.effects}
    words = _reserved_words(ruleset)
    others = {squash(word) for word in _effects_of_others(encounter, who)}
    mine = [
        id for id in map(squash, own.get("always") or ()) if id not in others
    ]
    there = {squash(id): id for id in effects}
    for name, change in added.items():
        label = name[:LONGEST].rstrip()
        for id in _candidate_ids(label, mine, there, effects):
            old = effects.get(there.get(id, "")) or {}
            same = old.get("name") == label and old.get("change") == dict(
                change
            )
            anew = id in mine and there[id] not in home and _is_imported(old)
            if (
                id in words
                or id in map(squash, found)
                or (id in there and not (same or anew))
            ):
                continue
            help = {"help": f"{FROM}{program}"}
            found[there.get(id, id)] = {
                "name": label,
                **help,
                **old,
                "change": dict(change),
            }
            break
    return found


def always_effects(
    own: Data, added: Mapping[str, Data], encounter: Encounter
) -> list[str]:
    """Return the `always` effects of an updated sheet: those of the GM, without imported ones
    whose thing is gone, and the new ones."""
    effects = {squash(id): data or {} for id, data in encounter.effects.items()}
    mine = [
        word
        for word in own.get("always") or ()
        if word in added or not _is_imported(effects.get(squash(word), {}))
    ]
    return [*mine, *(id for id in added if id not in mine)]


def effects_at_home(encounter: Encounter) -> dict[str, Data]:
    """Return the effect definitions of the party that has joined a fight; empty without one."""
    link = link_of(encounter)
    party = parties.party_of_mark(link["mark"]) if link else None
    if party is None:
        return {}
    with open_session(party.place, write=False) as home:
        return home.encounter.effects


def _candidate_ids(
    label: str,
    mine: list[str],
    there: Mapping[str, str],
    effects: Mapping[str, Data],
) -> Iterator[str]:
    """Yield possible ids for an effect without end: those with this label that the combatant
    has, then one made of the label, then numbered ones."""
    yield from (
        id
        for id in mine
        if (effects.get(there.get(id, "")) or {}).get("name") == label
    )
    slug = slug_of(label)
    yield slug
    yield from (f"{slug}-{number}" for number in count(2))


def _is_imported(data: Data) -> bool:
    """Whether an import made this definition."""
    return str(data.get("help", "")).startswith(FROM)


def _effects_of_others(encounter: Encounter, who: str) -> Iterator[str]:
    """Yield the effects that other combatants or templates have."""
    states = encounter.fight.get("combatants") or {}
    for one in encounter.combatants:
        if one != who:
            yield from effects_of(encounter.sheet(one), states.get(one))
    for template in encounter.templates.values():
        yield from effects_of(template, None)


def _reserved_words(ruleset: Ruleset) -> set[str]:
    """Return the words of the ruleset, which no effect may have as its id."""
    lexicon = ruleset.lexicon(Encounter("", ruleset.META.id))
    rows = (lexicon.effects, *lexicon.words.values())
    return {squash(entry.word) for row in rows for entry in row}
