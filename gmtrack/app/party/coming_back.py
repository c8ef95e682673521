"""Who comes back into a fight that they had left: as they are now, wherever they were meanwhile."""

import copy
from collections.abc import Iterator
from contextlib import suppress

from gmtrack.app.party.bring_home import member_of
from gmtrack.app.party.elsewhere import (
    changed_since,
    members_in,
    refuse_elsewhere,
    steps_since,
)
from gmtrack.app.party.shown import news_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Add, Join, Options
from gmtrack.core.own_effects import come_along
from gmtrack.errors import Refusal, StoreError
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import kept_fights, parties, working_copies
from gmtrack.store.document import as_it_stands, read_file
from gmtrack.store.parties import link_of, own_link, since_of
from gmtrack.store.session import Session, open_session


def joining(session: Session, who: str, options: Options) -> Join:
    """Return what brings somebody back into a fight: as they left it, or as they are now where they
    were in another one meanwhile. Raises Refusal (`party`) for a member of the party who is in
    another fight, unless forced."""
    plain = Join(who, options=options)
    is_kept = session.file.name == working_copies.COPY
    if not is_kept or not working_copies.is_copy(
        working_copies.in_place(str(session.file))
    ):
        return plain
    returns = as_a_member(session, who, options) or _as_a_guest(session, who)
    if returns is None:
        return plain
    how = news_of(session.ruleset, session.encounter, returns, who)
    return Join(
        who,
        returns,
        how,
        _left_behind(returns.source, session, who),
        options=options,
    )


def _left_behind(where: str, session: Session, who: str) -> str:
    """Return the line that takes a guest off the board of a fight in progress that they come back
    from; empty where they have left it, or it has ended."""
    mark = f"{session.file.parent.name}:{who}"
    for name, one, there in _guests(
        session.file.parent.name, who, session.ruleset
    ):
        states: dict[str, Data] = there.fight.get("combatants") or {}
        is_there = states.get(one, {}).get(
            "came_from"
        ) == mark and not there.away(one)
        if name == where and is_there and there.fight.get("round"):
            return f"`gmtrack switch {where}` and `leave {one}`"
    return ""


def as_a_member(session: Session, who: str, options: Options) -> Add | None:
    """Return what brings a member of the party back as they are at home; None where nothing has
    happened to them there since they came into this fight. Raises Refusal (`party`) for who is in
    another fight, unless forced."""
    link = own_link(session)
    if link.get("home") or who not in link.get("members", ()):
        return None
    party = parties.of_mark(link["mark"])
    if party is None:
        return None
    fight = session.file.parent.name
    with open_session(party.place, write=False) as home:
        people = home.encounter
        there = parties.whereabouts(party, people).get(who, fight)
        if there != fight and not options.force:
            refuse_elsewhere(
                party, people, {who: there}, "has them here as they left"
            )
        since = since_of(link, who)
        changed = changed_since(home, since, fight)
        if there != fight or who not in people.combatants or who not in changed:
            return None
        member = member_of(home.ruleset, people, who)
        steps = (
            entry
            for entry in steps_since(home, since)
            if who in members_in(entry)
        )
        where = str(next(steps).report.get("fight") or party.name)
        came = {**link.get("came", {}), who: home.seq}
        return Add(
            {who: member.sheet}, states={who: member.state}, source=where,
            pieces=come_along([member], people, session.encounter),
            party={**link, "came": came}, read_at=home.seq,
        )  # fmt: skip


def _as_a_guest(session: Session, who: str) -> Add | None:
    """Return what brings somebody back from the fight to which they were taken from here; None
    where there is none."""
    if (
        link_of(session.encounter)
        and who in link_of(session.encounter)["members"]
    ):
        return None
    where, guest, found = session.file.parent.name, who, None
    seen = {where}
    while (last := next(_guests(where, guest, session.ruleset), None)) and last[
        0
    ] not in seen:
        where, guest, found = last
        seen.add(where)
    if found is None:
        return None
    member = member_of(session.ruleset, found, guest)
    sheet = {**member.sheet, "name": session.encounter.called(who)}
    pieces = come_along([(sheet, member.state)], found, session.encounter)
    return Add(
        {who: sheet}, states={who: member.state}, source=where, pieces=pieces
    )


def _guests(
    fight: str, who: str, ruleset: Ruleset
) -> Iterator[tuple[str, str, Encounter]]:
    """Yield the kept fights into which somebody has come from a fight, the one that was played last
    first: its name, their id there, and the fight."""
    mark = f"{fight}:{who}"
    for place in kept_fights.by_played():
        with suppress(StoreError, Refusal):
            # To look for a word is quicker than to understand a whole fight.
            if mark.encode() not in read_file(place.file)[0]:
                continue
            there = as_it_stands(place).page.encounter
            states: dict[str, Data] = there.fight.get("combatants") or {}
            for one in (
                there.combatants if there.ruleset == ruleset.META.id else ()
            ):
                if states.get(one, {}).get("came_from") == mark:
                    yield place.folder.name, one, copy.deepcopy(there)
