"""Home again: what of a fight goes to the party that has come along. What a fight has sent home
follows from the fight as it stands; whenever that is something else after a command than it was
before, the party takes a step of its own, which counts when the fight's does."""

import copy
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import NamedTuple, cast

from gmtrack.app.newcomers import whole_sheet
from gmtrack.core.draft import Draft, undo
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry
from gmtrack.core.intents import Add, Attack, Delay, End, Intent, Intervene, Next, Remove, RollInit
from gmtrack.core.names import listed
from gmtrack.core.own_effects import come_along
from gmtrack.core.report import Report
from gmtrack.errors import OVERRULES, Refusal, StoreError
from gmtrack.rulesets.port import Besides, Ruleset
from gmtrack.store import parties
from gmtrack.store.encounter_map import same
from gmtrack.store.parties import link_of
from gmtrack.store.session import Session, open_session

LINK = ("fight", "party")
KIND = "party"
"""The kind of a refusal that is about a party."""
HOME = "end"
"""The command with which a fight brings them home, as the party's report calls it too."""


class Member(NamedTuple):
    """Somebody as they go home: the sheet with all that a template gives it, and what lasts of the
    live state."""

    sheet: Data
    state: Data


class Homecoming(NamedTuple):
    """Who has gone home from a fight, by id, and after how many rounds."""

    members: dict[str, Member]
    rounds: int


# --- in the fight ---


def follow(ruleset: Ruleset, draft: Draft, intents: Sequence[Intent]) -> Callable[[], None]:
    """What is to be done after commands in a fight with a party: it goes home when the fight ends,
    and is here again when it goes on; whoever of it was taken out goes home as they stood."""
    encounter = draft.encounter
    there = [who for who in link_of(encounter).get("members", ()) if who in encounter.combatants]
    rounds = int(encounter.fight.get("round") or link_of(encounter).get("rounds") or 0)
    taken_out = any(isinstance(intent, Remove) for intent in intents)
    stood = _members(ruleset, encounter, there) if taken_out else {}

    def done() -> None:
        for intent in intents:
            if isinstance(intent, Add) and intent.party:
                draft.put(LINK, dict(intent.party))
            if isinstance(intent, End | RollInit):
                draft.put((*LINK, "home"), isinstance(intent, End), read_as=False)
                draft.put((*LINK, "rounds"), rounds, read_as=0)
        for who, member in stood.items():
            if who not in encounter.combatants:
                draft.put((*LINK, "gone", who), member._asdict())
        for who in link_of(encounter).get("gone", {}).keys() & encounter.combatants.keys():
            draft.drop((*LINK, "gone", who))

    return done


def member_of(ruleset: Ruleset, encounter: Encounter, who: str) -> Member:
    """A combatant as they would go home now."""
    return _members(ruleset, encounter, [who])[who]


def _members(ruleset: Ruleset, encounter: Encounter, ids: Sequence[str]) -> dict[str, Member]:
    draft = Draft(copy.deepcopy(encounter))
    found = {}
    for who in ids:
        # What is written later is written into the encounter's own maps.
        sheet = whole_sheet(draft.encounter.sheet(who), ruleset)
        sheet.setdefault("side", encounter.side(who))
        found[who] = Member(sheet, cast("Besides", ruleset).carried(draft, who))
    return found


def homecoming(ruleset: Ruleset, encounter: Encounter) -> Homecoming | None:
    """Who has gone home from a fight; None where nobody has, or it has not ended."""
    link = link_of(encounter)
    if not link.get("home"):
        return None
    there = [who for who in link["members"] if who in encounter.combatants]
    found = _members(ruleset, encounter, there)
    for who, data in link.get("gone", {}).items():
        found[who] = Member(**copy.deepcopy(data))
    ordered = {who: found[who] for who in link["members"] if who in found}
    return Homecoming(ordered, link.get("rounds", 0))


# --- to the party ---


class Came(NamedTuple):
    """What a step of a fight has brought home: the party's title, of each member what is other than
    it was, and in words how they stand by that; who needs help and which; and what is to be told
    besides."""

    party: str
    differences: dict[str, list[Data]]
    warnings: tuple[str, ...] = ()
    stand: Mapping[str, str] = MappingProxyType({})
    """By name."""
    help: Mapping[str, str] = MappingProxyType({})
    """By name."""

    def tell(self, report: Report) -> None:
        """In the report of the fight's step."""
        report.body["party"] = self.to_json()
        report.warnings += self.warnings
        if self.differences:
            report.tell("party.home", "note", who=self.told(), party=self.party)
        for who, why in self.help.items():
            report.tell("party.help", "bad", who=who, why=why)

    def told(self) -> str:
        """`Vex (flesh 6/10, karma 1/2), Mira`"""
        return listed(f"{who} ({how})" if how else who for who, how in self.stand.items())

    def to_json(self) -> Data:
        members = [{"id": who, "differences": found} for who, found in self.differences.items()]
        return {"name": self.party, "members": members}


class Along:
    """One command of a party, or of a fight into which one has come along. Raises Refusal for what
    is of fights alone, and for members who are in one."""

    def __init__(self, session: Session, intents: Sequence[Intent]) -> None:
        self._session = session
        self._force = any(intent.options.force for intent in intents)
        self._before = homecoming(session.ruleset, session.encounter)
        for intent in intents if session.encounter.is_party else ():
            if isinstance(intent, Attack | Delay | End | Intervene | Next | RollInit):
                message = f"{session.title} is a party, and {intent.word} is for a fight"
                raise Refusal(KIND, f"{message}: `gmtrack load FILE --party` takes them into one")

    def check(self, report: Report) -> None:
        """After the command. Raises Refusal where it has changed a member who is in a fight."""
        if not self._force:
            refuse_changing(self._session, [change.who for change in report.changes])

    @contextmanager
    def along(self, draft: Draft, report: Report) -> Iterator[None]:
        """Inside, the command's step is committed; what it brings home as well, or neither."""
        session = self._session
        with ExitStack() as stack:
            try:
                after = homecoming(session.ruleset, session.encounter)
                link = link_of(session.encounter)
                brought = following(session, link, self._before, after, force=self._force)
                if came := stack.enter_context(brought):
                    came.tell(report)
            except BaseException:
                draft.rollback()
                raise
            yield


def refuse_changing(session: Session, people: Iterable[str]) -> None:
    """Raises Refusal, in a party, for members who are in a fight: they are changed there."""
    encounter = session.encounter
    party = parties.of_name(session.file.parent.name) if encounter.is_party else None
    there = parties.whereabouts(party, encounter) if party else {}
    for who in dict.fromkeys(people):
        if who in there:
            raise is_away(encounter.display_name(who), there[who])


def is_away(name: str, fight: str) -> Refusal:
    ways = f"`gmtrack switch {fight}` goes there, and `end` brings them home"
    return Refusal(KIND, f"{name} is in {fight}: {ways}{OVERRULES}, here alone")


@contextmanager
def following(
    session: Session,
    link: Data,
    before: Homecoming | None,
    after: Homecoming | None,
    *,
    force: bool = False,
) -> Iterator[Came | None]:
    """Inside, the session commits its step; the party (`link` says which) takes its own along with
    it where it has to, or neither is taken. Raises Refusal where the party has gone on since the
    fight ended."""
    if after is before or (after and before and same(after, before)) or not link:
        yield None
        return
    party = parties.of_mark(link["mark"])
    if party is None:
        yield Came(link["name"], {}, (f"the party {link['name']} is kept no more",))
        return
    fight = session.file.parent.name
    with open_session(party.place, write=True) as home:
        if before is not None and not any(_brought_last(home, fight)):
            if not force:
                raise gone_on(home)
            yield Came(home.title, {}, (stays(home),))
            return
        since = link["since"] if before is None else None
        came, draft = _arrival(home, session, since, after)
        report = Report(HOME, home.ruleset.META.id)
        came.tell(report)
        hurt = "; ".join(f"{who} {how}" for who, how in came.stand.items() if how)
        line = f"after {session.title}" + (f": {hurt}" if hurt else "")
        with session.along_with(home):
            home.keep_plain(draft, line, report, {"fight": fight})
            yield came


def _arrival(
    home: Session, session: Session, since: int | None, after: Homecoming | None
) -> tuple[Came, Draft]:
    """The party as it is with those who have come home, in a draft on it; whom a step of its own
    has changed `since` they went stays as they are. Where the fight goes on after all, they are as
    they were before it."""
    from gmtrack.app.party.shown import in_words, news, who_need_help

    fight, warnings = session.file.parent.name, list[str]()
    before = in_words(home.ruleset, home.encounter)
    draft = Draft(home.encounter)
    elsewhere = set() if since is None else changed_since(home, since, fight)
    coming = after.members if after else _before(home, fight)
    names = session.encounter.names()
    found: dict[str, list[Data]] = {}
    for who, member in coming.items():
        if who in elsewhere or who not in home.encounter.combatants:
            told = f"`gmtrack party take {who}` takes them as they stand here"
            why = "is no member any more" if who not in home.encounter.combatants else "has gone on"
            warnings.append(f"{names.get(who, who)} {why} in {home.title}: {told}")
            continue
        found[who] = list(_differences(home.encounter, who, member))
        put_member(draft, who, member, session.encounter)
    done = [one for one in home.encounter.fight.get("fights") or () if one["fight"] != fight]
    if after is not None:
        ended = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        row = {"fight": fight, "name": session.title, "rounds": after.rounds, "ended": ended}
        done.append(row)
    draft.put(("fight", "fights"), done, read_as=[])
    if after is None:
        return Came(home.title, {}, tuple(warnings)), draft
    stand = news(home.ruleset, home.encounter, found, before)
    help_ = {
        home.encounter.display_name(who): why
        for who, why in who_need_help(home.ruleset, draft, found)
    }
    return Came(home.title, found, tuple(warnings), stand, help_), draft


def _before(home: Session, fight: str) -> dict[str, Member]:
    """Those whom the ends of a fight have changed that are the last steps of a party, as they were
    before these."""
    was, changed = copy.deepcopy(home.encounter), dict[str, None]()
    for entry in _brought_last(home, fight):
        if entry.report.get("command") != HOME:
            break
        undo(was, entry.changes)
        changed |= dict.fromkeys(_members_in(entry))
    states = was.fight.get("combatants") or {}
    return {
        who: Member(was.combatants[who], states.get(who) or {})
        for who in changed
        if who in was.combatants
    }


def put_member(draft: Draft, who: str, member: Member, there: Encounter) -> None:
    """A member of the party is now as they stand there."""
    for path, definition in come_along([member], there, draft.encounter).items():
        draft.put(path, definition)
    draft.put(("combatants", who), member.sheet)
    if member.state:
        draft.put(("fight", "combatants", who), member.state)
    else:
        draft.drop(("fight", "combatants", who))


def _differences(was: Encounter, who: str, member: Member) -> Iterator[Data]:
    """What is other than it was, by the path that `set` takes."""
    sheet = {"side": was.side(who), **was.sheet(who)}
    before = {**_leaves(sheet), **_leaves((was.fight.get("combatants") or {}).get(who))}
    now = {**_leaves(member.sheet), **_leaves(member.state)}
    for what in dict.fromkeys((*before, *now)):
        if not same(before.get(what), now.get(what)):
            yield {"what": what, "was": before.get(what), "now": now.get(what)}


def _leaves(value: object, path: str = "") -> dict[str, object]:
    """Values by dotted path."""
    if not isinstance(value, dict):
        return {path: value} if path else {}
    found: dict[str, object] = {}
    for key, part in value.items():
        found |= _leaves(part, f"{path}.{key}" if path else str(key))
    return found


def changed_since(home: Session, seq: int, fight: str) -> set[str]:
    """Members whom a step of the party has changed since that this fight has not brought."""
    steps = (entry for entry in home.since(seq) if not has_brought(fight, entry))
    return {who for entry in steps for who in _members_in(entry)}


def _members_in(entry: LogEntry) -> Iterator[str]:
    """The ids of those whom a step of a party has changed."""
    for change in entry.changes:
        for room, depth in ((("combatants",), 1), (("fight", "combatants"), 2)):
            if change.path[:depth] == room and len(change.path) > depth:
                yield change.path[depth]


def _brought_last(home: Session, fight: str) -> Iterator[LogEntry]:
    """The last steps of a party in effect, the last first, as long as a fight has brought them."""
    for steps in itertools.count(1):
        try:
            last = home.back(steps)
        except StoreError:
            return
        if len(last) < steps or not has_brought(fight, last[-1]):
            return
        yield last[-1]


def has_brought(fight: str, entry: LogEntry) -> bool:
    """Whether a step of a party came with one of this fight."""
    return bool(entry.tied) and entry.report.get("fight") == fight


def gone_on(home: Session) -> Refusal:
    step = (home.next_undo or "").partition(": ")[0]
    message = f"{home.title} has gone on since this fight ended (`{step}`)"
    ways = f"`gmtrack party open {home.file.parent.name}` and `undo` take that back"
    return Refusal(KIND, f"{message}: {ways}{OVERRULES}, and the party stays as it is")


def stays(home: Session) -> str:
    return f"{home.title} has gone on since and stays as it is"
