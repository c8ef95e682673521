"""`party`: making one, who belongs to it, and what is told of it."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gmtrack.app.party.home import KIND, LINK, member_of, put_member
from gmtrack.app.several import whom
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import FORMAT, PARTY, Data, Encounter
from gmtrack.core.report import Report
from gmtrack.errors import Refusal, StoreError
from gmtrack.store import parties, places
from gmtrack.store.document import Place, read_page
from gmtrack.store.opening import Opened, begun, load_file, made_active, switch_to
from gmtrack.store.parties import Party, link_of
from gmtrack.store.session import Session, open_session
from gmtrack.store.text.emit import dump

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def make(name: str, who: Sequence[str], ruleset: str | None, line: str) -> Party:
    """A new party: of the player characters of the fight in play (or of `who`) as they stand, which
    has come along into that fight then; where none is in play, or by another ruleset, an empty one,
    which is the active encounter then. Raises Refusal, StoreError."""
    _check_free(name)
    try:
        with open_session(None, write=True) as session:
            if ruleset in (None, session.ruleset.META.id) and not session.encounter.is_party:
                return _of_fight(session, name, who, line)
    except StoreError as error:
        if error.kind != "no-encounter":
            raise
    if ruleset is None:
        message = f"no fight is in play: `gmtrack party new {shlex.quote(name)} --ruleset R`"
        raise Refusal(KIND, f"{message} makes an empty one")
    if who:
        raise Refusal(KIND, f"{who[0]} is not there: no fight by {ruleset} is in play")
    return _made(Encounter(name, ruleset, kind=PARTY), line, apart=False)


def _check_free(name: str) -> None:
    if not name.strip():
        raise Refusal(KIND, "a party needs a name: `gmtrack party new NAME`")
    if places.is_kept(name):
        message = f"{places.slug(name)} is kept already: choose another name"
        raise StoreError("cannot-save", message)


def _of_fight(session: Session, name: str, who: Sequence[str], line: str) -> Party:
    encounter, ruleset = session.encounter, session.ruleset
    people = [one for word in who for one in whom(word, encounter, ruleset.WORDS)] or [
        one for one in encounter.combatants if encounter.side(one) == "pc"
    ]
    if not people:
        message = "no player character is in play"
        raise Refusal(KIND, f"{message}: `gmtrack party new NAME WHO` says who belongs to it")
    if link := link_of(encounter):
        raise Refusal(KIND, f"they belong to the party {link['name']}, which has come along")
    _check_keeps(ruleset)
    members = {one: member_of(ruleset, encounter, one) for one in people}
    party = _made(
        Encounter(
            name,
            ruleset.META.id,
            kind=PARTY,
            house_rules=encounter.house_rules,
            table=encounter.table,
            combatants={one: member.sheet for one, member in members.items()},
            fight={"combatants": {one: m.state for one, m in members.items() if m.state}},
        ),
        line,
        apart=True,
    )
    if not _has_ended(session):
        _join(session, party, people, since=1, line=line)
    return party


def _check_keeps(ruleset: "Ruleset") -> None:
    if not hasattr(ruleset, "carried"):
        raise Refusal(KIND, f"{ruleset.META.title} keeps no party")


def _has_ended(session: Session) -> bool:
    """Whether the fight is over: nobody comes home from it any more."""
    deeds = [entry.report.get("command") for entry in session.log() if not entry.undone]
    turns = [one for one in deeds if one in ("roll-init", "end")]
    return turns[-1:] == ["end"]


def _made(encounter: Encounter, line: str, *, apart: bool) -> Party:
    from gmtrack.store.state import data_of

    data: Data = {"gmtrack": FORMAT} | data_of(encounter)
    known = read_page(dump(data).encode(), Path(encounter.name))
    mark = places.new_mark()

    def begin(made: Place) -> Opened:
        return begun(made, known, line)

    content, origin = known[0].text.encode(), {"is_party": mark}
    opened = made_active(content, origin, encounter.name, begin, apart=apart)
    return Party(Place(opened.file, opened.file.parent), mark)


def _join(session: Session, party: Party, members: list[str], since: int, line: str) -> None:
    """The fight knows from now on that these belong to a party."""
    draft = Draft(session.encounter)
    draft.put(LINK, {"name": party.name, "mark": party.mark, "since": since, "members": members})
    report = Report("party", session.ruleset.META.id, {"party": party.name, "who": members})
    report.changes = list(draft.net_changes())
    parties.note_party(Place(session.file, session.file.parent), party.mark)
    session.commit(draft.changes, line, report.to_json(), report.told(), {"plain": True})


def take(who: Sequence[str], name: str | None, line: str) -> Party:
    """Those of the fight in play belong to the party from now on, and are there as they stand here.
    Raises Refusal, StoreError."""
    with open_session(None, write=True) as session:
        encounter, ruleset = session.encounter, session.ruleset
        if encounter.is_party:
            raise Refusal(KIND, f"{encounter.name} is the party: `add` brings somebody in")
        _check_keeps(ruleset)
        link = link_of(encounter)
        party = parties.of_mark(link["mark"]) if link else parties.named(name, ruleset.META.id)
        if party is None:
            raise Refusal(KIND, f"the party {link['name']} is kept no more")
        people = [one for word in who for one in whom(word, encounter, ruleset.WORDS)]
        with parties.opened(party, write=True) as home, session.along_with(home):
            draft = Draft(home.encounter)
            for one in people:
                put_member(draft, one, member_of(ruleset, encounter, one))
            report = Report(
                "party", ruleset.META.id, {"who": people, "fight": session.file.parent.name}
            )
            report.changes = list(draft.net_changes())
            since = link["since"] if link else home.seq + 1
            members = list(dict.fromkeys([*link.get("members", ()), *people]))
            home.commit(draft.changes, line, report.to_json(), report.told(), {"plain": True})
            _join(session, party, members, since, line)
    return party


def opened(word: str | None) -> Opened:
    """Make a party the active encounter: by its name, or from its file. Raises StoreError,
    BadFile."""
    if word is not None and parties.is_file(word):
        return load_file(word)
    return switch_to(parties.named(word).name)


def in_play(word: str | None, file: str | None) -> Party:
    """The party that is meant: by its name, the active encounter, the one that has come along into
    the fight in play, or the only one. Raises StoreError."""
    if word is None:
        try:
            with open_session(file, write=False) as session:
                own = parties.of_name(session.file.parent.name)
                along = link_of(session.encounter)
                found = own or (parties.of_mark(along["mark"]) if along else None)
                if found:
                    return found
        except StoreError as error:
            if error.kind != "no-encounter":
                raise
    return parties.named(word)
