"""Members of a party whom an import finds again: their sheet is replaced, and what play has
changed stays."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from gmtrack.app.newcomers import slug_of
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Assignment, Options, Set
from gmtrack.core.names import TypoFinder, listed, squash
from gmtrack.errors import Ambiguous
from gmtrack.store.encounter_map import value_changes
from gmtrack.store.parties import link_of

ID, NAME = "id", "name"
GMS = (
    "side", "hidden", "players", "notes", "always", "counters", "acts_at",
)  # fmt: skip
"""Fields of a sheet that belong to the GM; other programs know nothing of them."""


class KnownMember(NamedTuple):
    """An existing combatant whom an imported character is taken for; `by` is `id` or `name`."""

    who: str
    by: str


def updatable_members(encounter: Encounter) -> dict[str, str]:
    """Return the combatants whose sheets an import may replace, with their names: everybody in a
    party, in a fight the members who have joined it."""
    known = (
        encounter.combatants
        if encounter.is_party
        else link_of(encounter).get("members", ())
    )
    return {
        who: encounter.called(who)
        for who in known
        if who in encounter.combatants
    }


def find_member(
    known: Mapping[str, str], name: str, id: str, kind: str
) -> KnownMember | None:
    """Return which `known` combatant a character is: by the given id, else by name, else by the
    id made of the name. None for somebody new. Raises Ambiguous (`kind`) if several have the
    name."""
    if id and slug_of(id) in known:
        return KnownMember(slug_of(id), ID)
    called = [who for who, one in known.items() if squash(one) == squash(name)]
    if len(called) > 1:
        ways = f"`set {called[-1]} name=...` tells them apart"
        raise Ambiguous(kind, f"{listed(called)} are all called {name}: {ways}")
    if called:
        return KnownMember(called[0], NAME)
    return KnownMember(slug_of(name), ID) if slug_of(name) in known else None


def namesake_warnings(
    known: Mapping[str, str], new: Mapping[str, str]
) -> Iterator[str]:
    """Yield a warning for each newcomer whose name is nearly that of somebody `known` and who
    may be the same. Both maps lead from ids to names."""
    nearly, names = (
        TypoFinder(),
        {_comparable_name(name): who for who, name in known.items()},
    )
    for name in new.values():
        plain = _comparable_name(name)
        meant = names.get(plain) or names.get(
            nearly.one_of(plain, frozenset(names)) or ""
        )
        if meant is not None:
            beside = f"{name} is new here, beside {known[meant]} ({meant})"
            way = (
                f"`undo`, write {known[meant]} in the file and import it again"
            )
            yield f"{beside}: if they are the same, {way}"


def _comparable_name(name: str) -> str:
    """Return a name as it is compared: without accents, in small letters, `ss` for a sharp s."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one))


def id_and_name(
    there: KnownMember, known: Mapping[str, str], name: str
) -> tuple[str, str]:
    """Return id and name of an existing combatant after the import. Somebody found by id gets
    the new name, if there is one."""
    keeps = there.by == NAME or not name
    return there.who, known[there.who] if keeps else name


def without_live_state(encounter: Encounter, who: str) -> Encounter:
    """Return the encounter without somebody's live state, so that a sheet can be checked by
    itself."""
    states = dict(encounter.fight.get("combatants") or {})
    states.pop(who, None)
    return replace(encounter, fight={**encounter.fight, "combatants": states})


def rewrite_sheet(
    encounter: Encounter, who: str, sheet: Data, source: str, options: Options
) -> Set:
    """Return the intent that changes somebody's sheet into this one, field by field."""
    path: Path = ("combatants", who)
    changes = value_changes(path, encounter.combatants[who], sheet)
    return Set(
        who,
        tuple(Assignment(one.path, one.after) for one in changes),
        source,
        options=options,
    )


def keep_gm_fields(sheet: Data, own: Data, hands: Collection[str]) -> Data:
    """Return an imported sheet with the GM's fields of the old one. What was in hand stays there
    if they still have that weapon."""
    weapons = set(map(squash, sheet.get("weapons") or {}))
    gms = {key: own[key] for key in GMS if key in own}
    held = {
        key: own[key]
        for key in hands
        if key in own and _weapons_in_hand(own[key]) <= weapons
    }
    return {**held, **sheet, **gms}


def _weapons_in_hand(value: object) -> set[str]:
    """Return the weapons that a field names: a single one, a list, or one for each hand."""
    held = list(value.values()) if isinstance(value, dict) else value
    names = held if isinstance(held, list) else [held]
    return {squash(str(one)) for one in names if one}
