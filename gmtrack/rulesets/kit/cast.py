"""The commands that change who is there and what is written of them: `set`, `add`, `remove`,
`leave`, `join`, alike in every ruleset but for the hooks of `Cast`; and `note`."""

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from gmtrack.core.draft import MISSING, OF_THE_FIGHT, Path
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Add, Assignment, Join, Leave, Note, Remove, Set
from gmtrack.core.names import CastNames, pick, squash
from gmtrack.core.record import Record
from gmtrack.core.report import Report
from gmtrack.dice.port import Key
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.rulesets.kit.commands import AnyGame
from gmtrack.rulesets.kit.references import Reference, clear_references
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.seated import AnyFighter
from gmtrack.rulesets.kit.updated import write_sheet

FLED = "fled"
"""The word for being away where `leave` gives no reason."""
FIGHT = "fight"
"""The word of `note` for the note on the fight itself."""


def tell_latecomers(game: AnyGame, ids: Iterable[str]) -> None:
    """Tell the `roll-init` line that brings the combatants with these ids into the round in
    progress. Leaves out the dead, and tells nothing between rounds."""
    if not game.fight.running:
        return
    late = []
    for who in ids:
        if game.fighter(who).standing.status != "dead":
            late.append(who)
    if late:
        names = ", ".join(map(game.name, late))
        key = "latecomer" if len(late) == 1 else "latecomers"
        line = " ".join(["roll-init", *late])
        game.report.tell(key, "note", who=names, line=line)


class Cast(NamedTuple):
    """The commands `set`, `add`, `remove`, `leave` and `join`, with the hooks of one ruleset. A
    hook that is not given does nothing. Hooks get the ruleset's own game and fighters.

    Who is there:

    - `references`: the places of the state that name a combatant; `staying`: those of them that
    are cleared when somebody leaves (None: all)
    - `parting(game, who, leaves)`: context around the moment in which somebody goes, away
      (`leaves`) or for good; it lets go of whoever had to do with them and, if the turn was
      theirs, begins the next one, which may roll `rolls(game)`
    - `had(game, who)`: what they had of the round in progress (`HadTurn`), or None; `back(game,
      who)`: what becomes of that when they are back in it
    - `late(game, ids)`: what happens with newcomers and those who are back; by default the line
      for their initiative is told

    Values:

    - `follows(game, who, named)`: context around a change of somebody's sheet or live values;
    afterwards it applies what follows from the new numbers, except for the live fields `named`,
    which were set by hand; it may roll `gains(who)`
    - `puts(game, assignment)`: whether the ruleset has put the value somewhere else than typed,
      and told so
    - `fits(who)`: cuts what play keeps of gear down to what a new sheet has room for"""

    references: Iterable[Reference] = ()
    parting: Callable[[Any, Any, bool], AbstractContextManager[None]] = (
        lambda *_: nullcontext()
    )
    rolls: Callable[[Any], Iterable[Key]] = lambda _: ()
    staying: Iterable[Reference] | None = None
    had: Callable[[Any, Any], Data | None] = lambda *_: None
    back: Callable[[Any, Any], None] = lambda *_: None
    late: Callable[[Any, Iterable[str]], None] = tell_latecomers
    follows: Callable[
        [Any, Any, Collection[str]], AbstractContextManager[None]
    ] = lambda *_: nullcontext()
    gains: Callable[[Any], Iterable[Key]] = lambda _: ()
    puts: Callable[[Any, Assignment], bool] = lambda *_: False
    fits: Callable[[Any], None] = lambda _: None

    def set(self, game: AnyGame, intent: Set) -> Report:
        """Carry out `set`: write the values as they are, then what follows from them. An intent
        with a `source` brings a whole new sheet; it leaves as much used up as before.
        `intent.who` may also be no combatant, for values of the fight."""
        game.report.body["who"] = intent.who
        if intent.source:
            return self._update(game, intent)
        game.report.tell("set", "head", who=game.name(intent.who))
        left = []
        for assignment in intent.assignments:
            if not self.puts(game, assignment):
                left.append(assignment)
        values = Set(intent.who, tuple(left), options=intent.options)
        if intent.who not in game.draft.encounter.combatants:
            game.expect([])
            write_values(game, values, game.fight)
            return game.report
        who: AnyFighter = game.fighter(intent.who)
        game.expect(self.gains(who))
        with self.follows(game, who, _list_live_fields(who, left)):
            write_values(game, values, who)
        return game.report

    def _update(self, game: AnyGame, intent: Set) -> Report:
        """Replace a combatant's whole sheet. Of the new numbers as much is used up as was of the
        old ones; what play keeps of gear is cut down to what the sheet has room for (`fits`)."""
        who: AnyFighter = game.fighter(intent.who)
        game.expect(self.gains(who))
        with self.follows(game, who, ()):
            write_sheet(game, intent)
            self.fits(game.seat(who.id))
        return game.report

    def add(self, game: AnyGame, intent: Add) -> Report:
        """Carry out `add`: put the newcomers in and tell how they come into the round (`late`)."""
        add_sheets(game, intent)
        self.late(game, intent.sheets)
        return game.report

    def remove(self, game: AnyGame, intent: Remove) -> Report:
        """Carry out `remove`: take a combatant out of the file and out of whatever they had to
        do with."""
        who: AnyFighter = game.named(intent.who)
        game.expect(self.rolls(game))
        game.report.body["who"] = who.id
        key = "party.left" if game.draft.encounter.is_party else "remove"
        game.report.tell(key, "note", who=game.name(who.id))
        with self.parting(game, who, False):
            take_out(game, who.id, self.references)
        return game.report

    def leave(self, game: AnyGame, intent: Leave) -> Report:
        """Carry out `leave`: note that a combatant is away, with the typed reason (`fled`
        without one), and clear whatever names them. Raises Refusal (kind `absent`) if they are
        away already."""
        who: AnyFighter = game.named(intent.who)
        away = game.draft.encounter.away(who.id)
        if away:
            game.deny(
                game.WORDS.absent,
                f"{who.name} is away already ({away}): `join {who.id}`",
            )
        game.expect(self.rolls(game))
        reason = " ".join(intent.reason)
        why = " ".join(reason.split()) or FLED
        away_path = (*who.base, "away")
        game.draft.put(away_path, why, read_as=None)
        game.report.body |= {"who": who.id, "away": why}
        game.report.tell("left", "note", who=who.name, why=why)
        had = self.had(game, who)
        if had:
            who.had_turn = had
        references = self.staying
        if references is None:
            references = self.references
        with self.parting(game, who, True):
            clear_and_tell(game, who.id, who.name, references)
        return game.report

    def join(self, game: AnyGame, intent: Join) -> Report:
        """Carry out `join`: bring back a combatant who is away, as they are now if they were in
        another fight meanwhile. A word that fits several means those who are away first. Raises
        Refusal (kind `absent`) if they are not away."""
        encounter = game.draft.encounter
        names = CastNames(encounter.names(), lambda _: encounter.present())
        who: AnyFighter = game.fighter(
            pick(intent.who, names, "combatant", game.WORDS.nobody)
        )
        if not game.draft.encounter.away(who.id):
            game.deny(
                game.WORDS.absent,
                f"{who.name} is there already: `leave {who.id}`",
            )
        game.expect([])
        game.draft.drop((*who.base, "away"))
        game.report.body["who"] = who.id
        game.report.tell("back", "good", who=who.name)
        if intent.returns is not None:
            who = self._as_now(game, who, intent)
        self.back(game, who)
        self.late(game, [who.id])
        return game.report

    def _as_now(
        self, game: AnyGame, who: AnyFighter, intent: Join
    ) -> AnyFighter:
        """Write a combatant who was in another fight meanwhile as they are now, and tell where
        they were; returns them. Keeps what they had of the round before they left. Changes
        nothing if the intent brings nobody back."""
        come = intent.returns
        if come is None:
            return who
        state = dict(come.states.get(who.id) or {})
        if who.had_turn:
            state["had_turn"] = who.had_turn
        for path, value in come.pieces.items():
            game.draft.put(path, value)
        game.draft.put(("combatants", who.id), come.sheets[who.id])
        game.draft.put(who.base, state)
        now: AnyFighter = game.seat(who.id)
        how = intent.how or now.standing.status
        game.report.tell(
            "as_they_are", "note", who=now.name, where=come.source, how=how
        )
        if intent.left_behind:
            game.report.tell(
                "left_behind", "note", who=now.name, line=intent.left_behind
            )
        game.report.body["from"] = come.source
        return now


# --- values ---


def _list_live_fields(
    record: Record, assignments: Iterable[Assignment]
) -> set[str]:
    """Return the dotted paths, below a live state, of the values that are assigned to it."""
    depth = len(record.base)
    return {
        ".".join(one.path[depth:])
        for one in assignments
        if one.path[:depth] == record.base
    }


def write_values(game: AnyGame, intent: Set, record: Record) -> None:
    """Write checked values into the draft and tell each one. For values of `record`, a live
    state (a combatant's, or the fight's), the change notes as the old value what the record
    reads where play has written nothing yet."""
    for path, value in intent.assignments:
        depth = len(record.base)
        is_live = path[:depth] == record.base
        skipped = 0
        if is_live:
            skipped = depth
        elif path[0] not in OF_THE_FIGHT:
            skipped = (
                2  # A sheet's value is told without `combatants` and the id.
            )
        told = path[min(skipped, len(path) - 1) :]
        game.report.tell(
            "set.value", what=".".join(told), value=format_value(value)
        )
        before: object = MISSING
        if is_live:
            keys = path[depth:]
            _write_whole_map(record, keys)
            before = _read_stored(record, keys)
        game.draft.put(path, value, read_as=before)


def _read_stored(record: Record, keys: Path) -> object:
    """Return what a record's field, given by its stored path, reads as now; MISSING if there is
    no such field."""
    name = _find_field(record, keys)
    return getattr(record, name) if name else MISSING


def _write_whole_map(record: Record, keys: Path) -> None:
    """Write the whole map around a value first, where the map still follows from the sheet: else
    setting one key would lose the others."""
    for depth in range(1, len(keys)):
        above = keys[:depth]
        name = _find_field(record, above)
        value = getattr(record, name) if name else None
        if value and isinstance(value, dict):
            path = record.base + above
            record.draft.put(path, value, read_as=value)


def _find_field(record: Record, keys: Path) -> str | None:
    """Return the name of the record's field that is stored under `keys`; None if there is none."""
    dotted = ".".join(keys)
    for name, path in record.FIELDS.items():
        if path == dotted:
            return name
    return None


def format_value(value: object) -> str:
    """Return a value as text in the way of YAML: `true`, `null`, `{key: value}`, `[one, two]`."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{k}: {format_value(v)}" for k, v in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(format_value, value)) + "]"
    return str(value)


# --- who is there ---


def add_sheets(game: AnyGame, intent: Add) -> None:
    """Add the new combatants of an intent and tell them by name and id; writes the document's
    `who` and `added`. Combatants from another fight come with their live state, or with the
    sheet alone; which of them is told, and written as the document's `fresh`. Pieces of the
    scene that come along are listed as `pieces`."""
    game.expect([])
    report = game.report
    for path, value in intent.pieces.items():
        game.draft.put(path, value)
    for who, sheet in intent.sheets.items():
        game.draft.put(("combatants", who), sheet)
        report.tell("add", "good", who=game.name(who), id=f"'{who}'")
    _put_states(game, intent)
    source = intent.source
    if intent.here:
        names = ", ".join(map(game.name, intent.here))
        report.tell("here_already", "note", who=names, where=source)
    scene = [path[-1] for path in intent.pieces if path[0] == "scene"]
    if scene:
        report.body["pieces"] = scene
        what = ", ".join(scene)
        report.tell("pieces", "note", where=source, what=what)
    ids = list(intent.sheets)
    report.body["who"] = ids[0] if len(ids) == 1 else ids
    report.body["added"] = ids


def _put_states(game: AnyGame, intent: Add) -> None:
    """Write the live states that newcomers bring from another fight, and tell how they stand, all
    who stand alike in one sentence. A state that is None means the sheet alone (`fresh`)."""
    stand = "as_they_stand" if intent.source else "as_they_stood"
    alike: dict[tuple[str, str], list[str]] = {}
    for who, state in intent.states.items():
        if state:
            game.draft.put(("fight", "combatants", who), state)
        how = ("sheet_alone", "")
        if state is not None:
            how = (stand, game.fighter(who).standing.status)
        alike.setdefault(how, []).append(game.name(who))
        fresh = game.report.body.setdefault("fresh", {})
        fresh[who] = state is None
    for (key, status), names in alike.items():
        together = ", ".join(names)
        game.report.tell(
            key, "note", who=together, where=intent.source, how=status
        )


def take_out(game: AnyGame, who: str, references: Iterable[Reference]) -> None:
    """Delete a combatant and whatever names them; tells what others lose. Names that were
    numbered to tell them apart are written down, so that nobody is called otherwise afterwards."""
    draft, encounter = game.draft, game.draft.encounter
    names = encounter.names()
    own_name = names[who]
    if own_name != encounter.called(who):
        draft.put(("combatants", who, "name"), own_name)
    draft.drop(("combatants", who))
    draft.drop(("fight", "combatants", who))
    for other, name in encounter.names().items():
        before = names[other]
        if name != before:
            draft.put(("combatants", other, "name"), before)
    clear_and_tell(game, who, own_name, references)


def clear_and_tell(
    game: AnyGame,
    who: str,
    gone: str,
    references: Iterable[Reference],
) -> None:
    """Clear every reference to the combatant WHO and tell what others lose by that. `gone` is
    the name by which WHO is told."""
    for reference, other in clear_references(game.draft, who, references):
        if reference.told:
            game.report.tell(
                reference.told, "note", who=game.name(other), gone=gone
            )


# --- notes ---


def note(game: AnyGame, intent: Note) -> Report:
    """Carry out `note`: write the GM's note on a combatant, or on the fight for the word
    `fight`; without a text, delete it. Raises Refusal (kind for values) if there is none to
    delete, or if it is the file's own."""
    game.expect([])
    text = " ".join(intent.text).strip()
    path: Path
    if squash(intent.who) == FIGHT:
        who, path, key_end = FIGHT, ("fight", "notes"), ".fight"
    else:
        who, key_end = find_noted(game, intent), ""
        path = ("fight", "combatants", who, "note")
    before = str(game.draft.get(path) or "")
    if not text and not before:
        game.deny(game.WORDS.value, _explain_missing_note(game, who))
    key = "noted" if text else "unnoted"
    key += key_end
    game.report.body |= {"who": who, "note": text}
    name = game.name(who)
    game.report.tell(key, "note", who=name, text=text or before)
    if text:
        game.draft.put(path, text, read_as="")
    else:
        game.draft.drop(path)
    return game.report


def _explain_missing_note(game: AnyGame, who: str) -> str:
    """Return the refusal of deleting a note that play has not taken: on a combatant, or on the
    fight (`who` is then `fight`). A note of the file itself goes another way."""
    encounter = game.draft.encounter
    if who == FIGHT and encounter.notes:
        return "the note on the fight is the file's: `note fight TEXT` is shown in its place"
    if who != FIGHT and encounter.sheet(who).get("notes"):
        return f"the note on {who} is the sheet's: `set {who} notes=''` takes it off"
    return f"there is no note on {who}: `note {who} TEXT` takes one"


def find_noted(game: AnyGame, intent: Note) -> str:
    """Return the id of the combatant whom a note is on. Raises Refusal for a word that fits
    nobody or several; for an unknown name with a text it adds the line that would put the note
    on the fight."""
    try:
        return str(game.named(intent.who).id)
    except Ambiguous:
        raise
    except Refusal as refusal:
        if not intent.text:
            raise
        line = " ".join(("note", FIGHT, intent.who, *intent.text))
        message = refusal.message.removesuffix(".")
        stop = "" if message.endswith("?") else "."
        raise Refusal(
            refusal.kind, f"{message}{stop} On the fight: `{line}`"
        ) from refusal


accept_old_imports(globals())
