"""Into a fight: the members of a party come in as they stand, as one step."""

from pathlib import Path
from typing import TYPE_CHECKING

from gmtrack.app.party.home import KIND, LINK, member_of
from gmtrack.core.draft import Draft, net
from gmtrack.core.intents import Add, Several
from gmtrack.core.names import listed
from gmtrack.errors import OVERRULES, Refusal, StoreError
from gmtrack.store import parties, places
from gmtrack.store.document import Place, Stored, read_file
from gmtrack.store.lock import locked
from gmtrack.store.parties import Party, link_of
from gmtrack.store.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gmtrack.app.dice import TypedDice
    from gmtrack.core.encounter import Data, Encounter
    from gmtrack.core.report import Report
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.opening import Opened


def named_in(file: str) -> str | None:
    """The party that a file names; the path of one as seen from here. None where it names none, or
    cannot be read: that is for whoever opens it to say."""
    from gmtrack.store.opening import validate_file
    from gmtrack.store.ready_made import readable

    try:
        path = Path(readable(file))
        if b"party" not in read_file(path)[0]:
            return None
        word = validate_file(str(path))[0].party
    except (StoreError, Refusal):
        return None
    beside = path.parent / word
    return str(beside) if word and beside.is_file() else word or None


class Coming:
    """The party that comes along into a fight that is opened: by its name, the path of its file, or
    (an empty word) the only one. Raises StoreError, BadFile for a file that is none."""

    def __init__(self, word: str, line: str, *, force: bool) -> None:
        self._word, self._line, self._force = word, line, force
        is_file = bool(word) and Path(word).is_file()
        self._party = parties.of_file(word) if is_file else None
        self._report: Report | None = None
        self._told = ""

    def __call__(self, made: Place) -> None:
        """Bring it into a working copy that nobody else sees yet. Raises Refusal, StoreError."""
        with locked(made.lock, write=True):
            self._bring(Session(Stored(made)))

    def late(self, opened: "Opened") -> None:
        """Bring it into a fight that was kept, unless one is there or it has begun."""
        if self._report or link_of(opened.encounter) or opened.encounter.fight.get("round"):
            return
        place = Place(opened.file, opened.file.parent)
        with places.changing(place) as lock:
            self._bring(Session(Stored(place), lock))

    def _bring(self, session: Session) -> None:
        ruleset = session.ruleset.META.id
        self._party = self._party or parties.named(self._word or None, ruleset)
        self._report, title = bring_in(session, self._party, self._line, force=self._force)
        who = listed(map(session.encounter.display_name, self._report.body.get("added", ())))
        self._told = f"{title} comes along: {who}"

    @property
    def _name(self) -> str:
        return self._party.name if self._party else self._word

    def told(self) -> list[str]:
        """What is said of it where the fight is opened."""
        if self._report is None:
            return []
        return [self._told, *self._report.warnings]

    def to_json(self) -> "Data":
        """Who came, for --json."""
        added = self._report.body.get("added", ()) if self._report else ()
        return {"name": self._name, "members": [{"id": who, "differences": []} for who in added]}


def bring_in(
    session: Session, party: Party, line: str, *, force: bool = False
) -> "tuple[Report, str]":
    """Commit the step with which the party comes into the fight of a session; gives the party's
    title besides. A combatant of the file with a member's id is that member. Raises Refusal."""
    with parties.opened(party, write=False) as home:
        _check(session, party, home, force=force)
        draft = Draft(session.encounter)
        members = list(home.encounter.combatants)
        link: Data = {
            "name": party.name, "mark": party.mark, "since": home.seq, "members": members,
        }  # fmt: skip
        try:
            report = _come(session.ruleset, draft, home.encounter, home.title)
            draft.put(LINK, link)
        except BaseException:
            draft.rollback()
            raise
    report.command = "load"
    report.changes = list(net(draft.changes))
    parties.note_party(Place(session.file, session.file.parent), party.mark)
    session.commit(draft.changes, line, report.to_json(), report.told(), {"plain": True})
    return report, home.title


def _check(session: Session, party: Party, home: Session, *, force: bool) -> None:
    fight, people = session.encounter, home.encounter
    if fight.is_party:
        raise Refusal(KIND, f"{fight.name} is a party itself: members come along into a fight")
    if link_of(fight):
        raise Refusal(KIND, f"{link_of(fight)['name']} has come along already")
    if fight.ruleset != people.ruleset:
        message = f"{people.name} is played by {people.ruleset}, this fight by {fight.ruleset}"
        raise Refusal(session.ruleset.WORDS.value, message)
    if not hasattr(session.ruleset, "carried"):
        raise Refusal(KIND, f"{session.ruleset.META.title} keeps no party")
    if fight.fight.get("round"):
        message = f"a round is in progress: `add --from {party.name} --everybody` brings them in"
        raise Refusal(KIND, message)
    there = {} if force else parties.whereabouts(party, people)
    refuse_elsewhere(party, people, there, "takes them as they were before that fight")


def coming_late(
    session: Session, place: Place, came: "Mapping[str, str]", *, force: bool
) -> "Data | None":
    """What a fight says of a party, once those of it have come late who bring their own ids; None
    where nobody is to go home to it. They come from the kept fight or party at a place; `came`: the
    ids that they get, by those that they have there. Raises Refusal for members of a party who are
    in another fight."""
    here = places.in_place(str(session.file))
    own = here.folder.name
    with parties.opened(Party(place, ""), write=False) as source:
        people, name = source.encounter, source.file.parent.name
        party = parties.of_name(name)
        if party is None:
            link = link_of(people)
            party = parties.of_mark(link["mark"]) if link and not link.get("home") else None
            there = {who: name for who in came if who in link.get("members", ())}
            if party and name != own and not force:
                refuse_elsewhere(party, people, there, "takes them as they stand there")
            return None
        there = parties.whereabouts(party, people)
        there = {who: there[who] for who in came if there.get(who, own) != own}
        if not force:
            refuse_elsewhere(party, people, there, "takes them as they were before that fight")
        link = link_of(session.encounter)
        keeps = link.get("mark", party.mark) == party.mark
        members = [who for who, now in came.items() if who == now]
        if not (members and keeps and places.is_copy(here)):
            return None
        since = link.get("since", source.seq)
        members = list(dict.fromkeys([*link.get("members", ()), *members]))
        return {**link, "name": party.name, "mark": party.mark, "since": since, "members": members}


def refuse_elsewhere(
    party: Party, people: "Encounter", there: "Mapping[str, str]", forced: str
) -> None:
    """Raises Refusal for members who are in other fights, each in the one that `there` names."""
    if there:
        where = next(iter(there.values()))
        told = listed(people.display_name(one) for one in there)
        verb = "are" if len(there) > 1 else "is"
        message = f"{told} {verb} still in {where}: {_way_home(party, people, where)}"
        raise Refusal(KIND, f"{message}{OVERRULES}, and {forced}")


def _way_home(party: Party, people: "Encounter", where: str) -> str:
    """What brings home who is in a fight."""
    fight = dict(parties.fights_of(party, people))[where]
    if fight.fight.get("round"):
        return f"`gmtrack switch {where}` and `end` bring them home"
    return f"`gmtrack forget {where}` sends them home as they were, that fight has not begun"


def _come(ruleset: "Ruleset", draft: Draft, people: "Encounter", where: str) -> "Report":
    """The rules add the members, with what lasts of their state."""
    from gmtrack.app.run import resolved

    found = {who: member_of(ruleset, people, who) for who in people.combatants}
    replaced = [who for who in found if who in draft.encounter.combatants]
    for who in replaced:
        draft.drop(("combatants", who))
        draft.drop(("fight", "combatants", who))
    sheets = {who: member.sheet for who, member in found.items()}
    states = {who: member.state for who, member in found.items()}
    intent = Add(sheets, states=states, source=where)
    report, _ = resolved(ruleset, draft, Several([intent]), lambda _: _no_dice(ruleset))
    if replaced:
        names = listed(draft.encounter.display_name(who) for who in replaced)
        report.warnings.append(f"{names}: in place of the sheet in the file")
    return report


def _no_dice(ruleset: "Ruleset") -> "TypedDice":
    from gmtrack.app.dice import TypedDice
    from gmtrack.dice.sources import RandomDice

    return TypedDice((), RandomDice(), ruleset.WORDS, {}, None)
