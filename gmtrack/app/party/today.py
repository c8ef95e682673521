"""A party put into a copy of a fight as it stands today, without storing anything: for
`simulate`, and for the problems that `validate` finds with the party named in a file."""

import copy
from collections.abc import Iterator

from gmtrack.app.party.bring_home import member_as_of_now
from gmtrack.app.party.join_fight import (
    JoinedParty,
    add_members,
    joined_party,
    refuse_unfit_party,
    resolve_party_word,
)
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.errors import BadFile, Refusal, StoreError
from gmtrack.rulesets.port import Problem, Ruleset
from gmtrack.store import parties
from gmtrack.store.check.lint import likely_slips
from gmtrack.store.opening import kept_fight_of_file, validate_file
from gmtrack.store.parties import Party, link_of
from gmtrack.store.ready_made import path_to_read
from gmtrack.store.stored_encounter import read_stored

NAMED = ("party",)
"""The path of problems with a file's party."""


def encounter_with_party(
    ruleset: Ruleset, encounter: Encounter, word: str
) -> tuple[Encounter, JoinedParty]:
    """Return a copy of the fight with the members of a party in it, and who joined. `word` is
    the party's name or file; members who are in a fight come as they stand there. Raises
    Refusal, StoreError and BadFile."""
    party = _kept_party(word, ruleset.META.id)
    if party:
        people = _as_they_stand(party, ruleset)
    else:
        people = validate_file(path_to_read(word))[0]
        if not people.is_party:
            raise parties.no_party_error(word)
    refuse_unfit_party(ruleset, encounter, people)
    draft = Draft(copy.deepcopy(encounter))
    report = add_members(ruleset, draft, people, people.name)
    name = party.name if party else word
    return draft.encounter, joined_party(
        name, people, ruleset, draft.encounter, report
    )


def _kept_party(word: str, ruleset: str) -> Party | None:
    """Return the kept party that is meant by a name, by a file it was opened from, or (empty
    word) the only one. None for a file from which none is kept."""
    if not parties.is_party_file(word):
        return parties.find_party(word or None, ruleset)
    place = kept_fight_of_file(word)
    return parties.party_of_name(place.folder.name) if place else None


def _as_they_stand(party: Party, ruleset: Ruleset) -> Encounter:
    """Return a copy of the party's encounter in which members who are in fights have the sheet
    and state that they have there."""
    people = copy.deepcopy(read_stored(party.place).page.encounter)
    fights, where = (
        dict(parties.fights_of(party, people)),
        parties.fights_of_members(party, people),
    )
    for who in where.keys() & people.combatants.keys():
        member = member_as_of_now(ruleset, fights[where[who]], who)
        people.combatants[who] = member.sheet
        people.fight.setdefault("combatants", {})[who] = member.state
    return people


def party_problems(
    file: str, encounter: Encounter, ruleset: Ruleset
) -> Iterator[Problem]:
    """Yield the likely problems with the party that a file names: it does not exist, cannot
    join, or has members who do not fit this fight. Yields nothing if the file names none."""
    if not encounter.party or link_of(encounter):
        return
    try:
        whole, came = encounter_with_party(
            ruleset, encounter, resolve_party_word(file, encounter.party)
        )
    except BadFile as error:
        first, *others = error.faults
        more = (
            f"; {len(others)} more: `gmtrack validate {first.file}`"
            if others
            else ""
        )
        yield Problem(NAMED, f"{first}{more}")
        return
    except (Refusal, StoreError) as error:
        yield Problem(NAMED, error.message)
        return
    yield from (Problem(NAMED, told) for told in came.doubts)
    for one in likely_slips(whole, ruleset):
        if one.path[:1] == ("combatants",) and one.path[1] in came.members:
            yield Problem(NAMED, f"{'.'.join(one.path[1:])}: {one.message}")
