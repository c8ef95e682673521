"""What things of a character (ware, qualities, powers) add to numbers, as effects of the GM's own
that hold from the start."""

from collections.abc import Iterator, Mapping
from itertools import count

from gmtrack.app.newcomers import slug_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash
from gmtrack.core.own_effects import named
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import parties
from gmtrack.store.parties import link_of
from gmtrack.store.session import open_session

LONGEST = 60
"""Characters of the name of an effect."""
FROM = "imported from "
"""How the help of those begins that `import` has made: another import may take them off again."""


def defined(
    added: Mapping[str, Mapping[str, int]],
    program: str,
    who: str,
    own: Data,
    encounter: Encounter,
    ruleset: Ruleset,
) -> dict[str, Data]:
    """Definitions of what things add, by ids made of their names. One that is there and adds the
    same is shared; one that `who` alone has by their sheet (`own`) is written anew, with what the
    GM put into it; else the id gets a number. What a party has at home means the same here: a
    member who goes home takes along what is not known there."""
    found: dict[str, Data] = {}
    if not added:
        return found
    home = at_home(encounter)
    effects = {**home, **encounter.effects}
    words = _words(ruleset)
    others = {squash(word) for word in _others(encounter, who)}
    mine = [
        id for id in map(squash, own.get("always") or ()) if id not in others
    ]
    there = {squash(id): id for id in effects}
    for name, change in added.items():
        label = name[:LONGEST].rstrip()
        for id in _ids(label, mine, there, effects):
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


def always(
    own: Data, added: Mapping[str, Data], encounter: Encounter
) -> list[str]:
    """The effects of a sheet: the GM's, without those of things that are gone, and what is new."""
    effects = {squash(id): data or {} for id, data in encounter.effects.items()}
    mine = [
        word
        for word in own.get("always") or ()
        if word in added or not _is_imported(effects.get(squash(word), {}))
    ]
    return [*mine, *(id for id in added if id not in mine)]


def at_home(encounter: Encounter) -> dict[str, Data]:
    """The definitions of the party that came along into a fight."""
    link = link_of(encounter)
    party = parties.of_mark(link["mark"]) if link else None
    if party is None:
        return {}
    with open_session(party.place, write=False) as home:
        return home.encounter.effects


def _ids(
    label: str,
    mine: list[str],
    there: Mapping[str, str],
    effects: Mapping[str, Data],
) -> Iterator[str]:
    """The ids that could be meant, the best first."""
    yield from (
        id
        for id in mine
        if (effects.get(there.get(id, "")) or {}).get("name") == label
    )
    slug = slug_of(label)
    yield slug
    yield from (f"{slug}-{number}" for number in count(2))


def _is_imported(data: Data) -> bool:
    return str(data.get("help", "")).startswith(FROM)


def _others(encounter: Encounter, who: str) -> Iterator[str]:
    """The effects that others have."""
    states = encounter.fight.get("combatants") or {}
    for one in encounter.combatants:
        if one != who:
            yield from named(encounter.sheet(one), states.get(one))
    for template in encounter.templates.values():
        yield from named(template, None)


def _words(ruleset: Ruleset) -> set[str]:
    """What an effect cannot be called: words of the ruleset."""
    lexicon = ruleset.lexicon(Encounter("", ruleset.META.id))
    rows = (lexicon.effects, *lexicon.words.values())
    return {squash(entry.word) for row in rows for entry in row}
