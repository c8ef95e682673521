"""The command `party`: make a party, take combatants into it, and open it."""

import shlex
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from gmtrack import system
from gmtrack.app.party.bring_home import (
    commit_to_party,
    find_homecoming,
    member_as_of_now,
    write_member,
)
from gmtrack.app.party.elsewhere import KIND, LINK, refuse_elsewhere
from gmtrack.app.party.join_fight import link_with_newcomers
from gmtrack.app.several import combatants_named
from gmtrack.app.step import has_ended
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import PARTY, Data, Encounter
from gmtrack.core.names import listed, means_somebody, nearest_words
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.core.report import Report
from gmtrack.errors import Ambiguous, Refusal, StoreError
from gmtrack.rulesets.port import Ruleset
from gmtrack.store import parties, state_folder, working_copies
from gmtrack.store.encounter_map import data_of
from gmtrack.store.opening import (
    CopyCallback,
    Opened,
    load_file,
    open_new_copy,
    switch_to,
)
from gmtrack.store.parties import Party, link_of
from gmtrack.store.session import Session, open_session
from gmtrack.store.stored_encounter import Place, read_page
from gmtrack.store.text.emit import dump_yaml


def make_party(
    name: str,
    who: Sequence[str],
    ruleset: str | None,
    line: str,
    file: str | None = None,
) -> Party:
    """Make a new party from the player characters of the fight in play, or from `who`, as they
    stand; the party has joined that fight then. If no fight is in play, or another ruleset is
    named, make an empty party, which becomes the active encounter. Raises Refusal and
    StoreError."""
    if not name.strip():
        raise Refusal(KIND, "a party needs a name: `gmtrack party new NAME`")
    refuse_unkept_file(file)
    try:
        with open_session(file, write=True) as session:
            if (
                ruleset in (None, session.ruleset.META.id)
                and not session.encounter.is_party
            ):
                return _make_party_of_fight(session, name, who, line)
    except StoreError as error:
        if error.kind != "no-encounter":
            raise
    if ruleset is None:
        message = f"no fight is in play: `gmtrack party new {shlex.quote(name)} --ruleset R`"
        raise Refusal(KIND, f"{message} makes an empty one")
    if who:
        raise Refusal(
            KIND, f"{who[0]} is not there: no fight by {ruleset} is in play"
        )
    _refuse_kept_name(name)
    return _store_party(Encounter(name, ruleset, kind=PARTY), line, apart=False)


def _refuse_kept_name(name: str) -> None:
    """Raise StoreError (`cannot-save`) if a fight or party of this name is kept."""
    if working_copies.is_kept(name):
        message = f"{working_copies.folder_name(name)} is kept already: choose another name"
        raise StoreError("cannot-save", message)


def _continues_name(words: Sequence[str], encounter: Encounter) -> bool:
    """Whether words behind a party's name are more of the name: none of them means a combatant,
    nor nearly one (`party new Night crew`)."""
    names = encounter.names()
    known = [*names, *names.values()]
    return not any(
        means_somebody(part, names) or nearest_words(part, known) or "*" in part
        for word in words
        for part in word.split(",")
    )


def _make_party_of_fight(
    session: Session, name: str, who: Sequence[str], line: str
) -> Party:
    """Make a party from combatants of the open fight and link the fight to it. If another party
    has joined the fight, the new one is made without a link. Raises Refusal for nobody, and for
    members of another party."""
    encounter, ruleset = session.encounter, session.ruleset
    if _continues_name(who, encounter):
        name, who = " ".join((name, *who)), ()
    _refuse_kept_name(name)
    people = [
        one
        for word in who
        for one in combatants_named(word, encounter, ruleset.WORDS)
    ] or [one for one in encounter.combatants if encounter.side(one) == "pc"]
    if not people:
        message = "no player character is in play"
        raise Refusal(
            KIND,
            f"{message}: `gmtrack party new NAME WHO` says who belongs to it",
        )
    link = link_of(encounter)
    other = parties.party_of_mark(link["mark"]) if link else None
    if other and (theirs := [one for one in people if one in link["members"]]):
        told = listed(map(encounter.display_name, theirs))
        raise Refusal(
            KIND, f"{told}: of the party {other.name}, which has come along"
        )
    _refuse_ruleset_without_parties(ruleset)
    members = {one: member_as_of_now(ruleset, encounter, one) for one in people}
    blank = Encounter(name, ruleset.META.id, kind=PARTY)
    along = definitions_to_bring(members.values(), encounter, blank)
    made = replace(
        blank,
        house_rules=encounter.house_rules,
        table=encounter.table,
        effects={path[-1]: definition for path, definition in along.items()},
        combatants={one: member.sheet for one, member in members.items()},
        fight={
            "combatants": {
                one: m.state for one, m in members.items() if m.state
            }
        },
    )
    if other:
        return _store_party(made, line, apart=True)
    token = working_copies.new_mark()

    def commit(place: Place) -> None:
        party = _party_at(place)
        link = parties.new_link(party, session, 1, people)
        if has_ended(session):
            link |= {"home": True, "rounds": _rounds_played(session)}
        with session.noting({state_folder.TOKEN: token}):
            _link_fight_to_party(session, party, link, [], line, is_new=True)

    partner = working_copies.Partner(session.name, token, commit)
    return _store_party(made, line, apart=True, partner=partner)


def refuse_unkept_file(file: str | None) -> None:
    """Raise Refusal for a file that is worked on in place, because a party looks for its members
    among the kept fights only. None is the active encounter and is fine."""
    if file is not None and not working_copies.is_copy(
        working_copies.place_of_file(file)
    ):
        message = f"{file} is worked on in place, and a party comes along into kept fights only"
        load = (
            f" and `gmtrack load {system.quote(file)}`"
            if system.exists(file)
            else ""
        )
        raise Refusal(KIND, f"{message}: leave out -f{load}")


def _refuse_ruleset_without_parties(ruleset: Ruleset) -> None:
    """Raise Refusal if the ruleset does not support parties."""
    if not hasattr(ruleset, "carried_state"):
        raise Refusal(KIND, f"{ruleset.META.title} keeps no party")


def _rounds_played(session: Session) -> int:
    """Return the last round that a fight reached; 0 if none began."""
    return max(
        (entry.round or 0 for entry in session.log() if not entry.undone),
        default=0,
    )


def _store_party(
    encounter: Encounter,
    line: str,
    *,
    apart: bool,
    partner: working_copies.Partner | None = None,
) -> Party:
    """Store a new party. With a `partner`, its fight notes the party too, or neither is stored.
    `apart`: the active encounter stays active."""
    known = read_page(
        dump_yaml(data_of(encounter)).encode(), Path(encounter.name)
    )
    then = CopyCallback(lambda _: None, partner) if partner else None
    opened = open_new_copy(known, {}, line, apart=apart, then=then)
    return _party_at(Place(opened.file, opened.file.parent))


def _party_at(place: Place) -> Party:
    """Return the party that is kept at a place."""
    return Party(place, working_copies.origin_of(place)["is_party"])


def _link_fight_to_party(
    session: Session,
    party: Party,
    link: Data,
    took: list[str],
    line: str,
    *,
    is_new: bool = False,
) -> None:
    """Commit a step with which a fight knows who of it belongs to a party. If the fight has
    ended, the members of a new party (`is_new`) come home from it at once."""
    draft = Draft(session.encounter)
    draft.put(LINK, link)
    body = {"party": party.name, "who": link["members"], "took": took}
    report = Report("party", session.ruleset.META.id, body)
    parties.note_party(session, party.mark)
    try:
        after = (
            find_homecoming(session.ruleset, session.encounter)
            if is_new
            else None
        )
        with commit_to_party(session, link, None, after, party=party):
            session.commit_plain_step(draft, line, report)
    except BaseException:
        draft.rollback()
        raise


def take_into_party(
    who: Sequence[str],
    line: str,
    file: str | None = None,
    *,
    force: bool = False,
) -> Party:
    """Take combatants of the fight in play into the party that has joined it, or into the only
    one. They are in the party as they stand now; unless the fight has ended, its end will bring
    them home. Raises Refusal, also for members who are in another fight unless forced, and
    StoreError."""
    refuse_unkept_file(file)
    with open_session(file, write=True) as session:
        encounter, ruleset = session.encounter, session.ruleset
        if encounter.is_party:
            raise Refusal(
                KIND, f"{encounter.name} is the party: `add` brings somebody in"
            )
        _refuse_ruleset_without_parties(ruleset)
        people = [
            one
            for word in who
            for one in combatants_named(word, encounter, ruleset.WORDS)
        ]
        link, fight = parties.own_link(session), session.name
        party = _party_to_take(link, fight, people, ruleset.META.id)
        goes_on = bool(link) or not has_ended(session)
        with open_session(party.place, write=True) as home:
            there = (
                {}
                if force
                else parties.fights_of_members(party, home.encounter)
            )
            there = {
                one: there[one]
                for one in people
                if there.get(one, fight) != fight
            }
            refuse_elsewhere(
                party, home.encounter, there, "takes them as they stand here"
            )
            draft = Draft(home.encounter)
            for one in people:
                write_member(
                    draft,
                    one,
                    member_as_of_now(ruleset, encounter, one),
                    encounter,
                )
            body = {"who": people} | ({"fight": fight} if goes_on else {})
            report = Report("party", ruleset.META.id, body)
            link = link_with_newcomers(
                link, party, session, home, people, since=home.seq + 1
            )
            with session.along_with(home) if goes_on else nullcontext():
                home.commit_plain_step(draft, line, report)
                if goes_on:
                    _link_fight_to_party(session, party, link, people, line)
    return party


def _party_to_take(
    link: Data, fight: str, people: list[str], ruleset: str
) -> Party:
    """Return the party that takes combatants in: the one that has joined the fight, or the only
    one that is kept. Raises Refusal, Ambiguous and StoreError."""
    if link:
        if party := parties.party_of_mark(link["mark"]):
            return party
        ways = (
            "`gmtrack party new NAME` makes one of the player characters here"
        )
        raise Refusal(KIND, f"the party {link['name']} is kept no more: {ways}")
    try:
        return parties.find_party(None, ruleset)
    except Ambiguous as error:
        ways = f"`gmtrack party open NAME` and `gmtrack add --from {fight}:{people[0]}` take them"
        raise Ambiguous(
            error.kind, f"{error.message} {ways} into one"
        ) from None


def open_party(word: str | None) -> Opened:
    """Make a party the active encounter, by its name or from its file; None is the only party.
    Raises StoreError and BadFile."""
    if word is not None and parties.is_party_file(word):
        return load_file(word)
    return switch_to(parties.find_party(word).name)


def party_in_play(word: str | None, file: str | None) -> Party:
    """Return the party of this name. For None: the active encounter if it is a party, the party
    that has joined it, or the only one that is kept. Raises StoreError."""
    if word is None:
        try:
            with open_session(file, write=False) as session:
                own = parties.party_of_name(session.file.parent.name)
                along = link_of(session.encounter)
                found = own or (
                    parties.party_of_mark(along["mark"]) if along else None
                )
                if found:
                    return found
        except StoreError as error:
            if error.kind != "no-encounter":
                raise
    return parties.find_party(word)
