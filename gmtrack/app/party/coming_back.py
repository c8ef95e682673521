"""Coming back into a fight that somebody had left: with their state of today, wherever they were
meanwhile."""

import copy
from collections.abc import Iterator
from contextlib import suppress

from gmtrack.app.party.bring_home import member_as_of_now
from gmtrack.app.party.elsewhere import (
    members_changed_in,
    members_changed_since,
    refuse_elsewhere,
    steps_since,
)
from gmtrack.app.party.shown import new_condition_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Add, Join, Options
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.errors import Refusal, StoreError
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import kept_fights, parties, working_copies
from gmtrack.store.parties import link_of, own_link, since_of
from gmtrack.store.session import Session, open_session
from gmtrack.store.stored_encounter import read_file, read_stored


def intent_to_return(session: Session, who: str, options: Options) -> Join:
    """Return the intent that brings somebody back into a kept fight: as they left it, or as they
    are now if they have been at home or in another fight. In a file that is worked on in place,
    always as they left it. Raises Refusal `party` for a member who is in another fight, unless
    forced."""
    plain = Join(who, options=options)
    is_kept = session.file.name == working_copies.COPY
    if not is_kept or not working_copies.is_copy(
        working_copies.place_of_file(str(session.file))
    ):
        return plain
    returns = return_from_home(
        session, who, options
    ) or _return_from_other_fight(session, who)
    if returns is None:
        return plain
    how = new_condition_of(session.ruleset, session.encounter, returns, who)
    return Join(
        who,
        returns,
        how,
        _line_to_leave_other_fight(returns.source, session, who),
        options=options,
    )


def _line_to_leave_other_fight(where: str, session: Session, who: str) -> str:
    """Return the words that name the two commands, `switch` and `leave`, which take a returning
    guest off the board of the fight kept as `where`. Empty if they have left that fight or it
    is not in progress."""
    mark = f"{session.file.parent.name}:{who}"
    for name, one, there in _fights_with_guest(
        session.file.parent.name, who, session.ruleset
    ):
        states: dict[str, Data] = there.fight.get("combatants") or {}
        is_there = states.get(one, {}).get(
            "came_from"
        ) == mark and not there.away(one)
        if name == where and is_there and there.fight.get("round"):
            return f"`gmtrack switch {where}` and `leave {one}`"
    return ""


def return_from_home(
    session: Session, who: str, options: Options
) -> Add | None:
    """Return the intent that brings a member back as they are at home; None for everybody else,
    and if nothing has happened to them at home since they came into this fight. Raises Refusal
    `party` for a member who is in another fight, unless forced."""
    link = own_link(session)
    if link.get("home") or who not in link.get("members", ()):
        return None
    party = parties.party_of_mark(link["mark"])
    if party is None:
        return None
    fight = session.file.parent.name
    with open_session(party.place, write=False) as home:
        people = home.encounter
        there = parties.fights_of_members(party, people).get(who, fight)
        if there != fight and not options.force:
            refuse_elsewhere(
                party, people, {who: there}, "has them here as they left"
            )
        since = since_of(link, who)
        changed = members_changed_since(home, since, fight)
        if there != fight or who not in people.combatants or who not in changed:
            return None
        member = member_as_of_now(home.ruleset, people, who)
        steps = (
            entry
            for entry in steps_since(home, since)
            if who in members_changed_in(entry)
        )
        where = str(next(steps).report.get("fight") or party.name)
        came = {**link.get("came", {}), who: home.seq}
        return Add(
            {who: member.sheet}, states={who: member.state}, source=where,
            pieces=definitions_to_bring([member], people, session.encounter),
            party={**link, "came": came}, read_at=home.seq,
        )  # fmt: skip


def _return_from_other_fight(session: Session, who: str) -> Add | None:
    """Return the intent that brings somebody back from the fight to which they were last taken
    from here; None if there is none, or for a member of the party."""
    if (
        link_of(session.encounter)
        and who in link_of(session.encounter)["members"]
    ):
        return None
    where, guest, found = session.file.parent.name, who, None
    seen = {where}
    while (
        last := next(_fights_with_guest(where, guest, session.ruleset), None)
    ) and last[0] not in seen:
        where, guest, found = last
        seen.add(where)
    if found is None:
        return None
    member = member_as_of_now(session.ruleset, found, guest)
    sheet = {**member.sheet, "name": session.encounter.called(who)}
    pieces = definitions_to_bring(
        [(sheet, member.state)], found, session.encounter
    )
    return Add(
        {who: sheet}, states={who: member.state}, source=where, pieces=pieces
    )


def _fights_with_guest(
    fight: str, who: str, ruleset: Ruleset
) -> Iterator[tuple[str, str, Encounter]]:
    """Yield the kept fights to which somebody was taken from `fight`: name of the fight, their
    id there, and its encounter. The one that was played last comes first."""
    mark = f"{fight}:{who}"
    for place in kept_fights.copies_by_last_played():
        with suppress(StoreError, Refusal):
            # Searching the bytes is quicker than parsing a whole fight.
            if mark.encode() not in read_file(place.file)[0]:
                continue
            there = read_stored(place).page.encounter
            states: dict[str, Data] = there.fight.get("combatants") or {}
            for one in (
                there.combatants if there.ruleset == ruleset.META.id else ()
            ):
                if states.get(one, {}).get("came_from") == mark:
                    yield place.folder.name, one, copy.deepcopy(there)
