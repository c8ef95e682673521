"""The command `import`: read a file of another program and add its characters to an encounter,
as one step."""

import copy
import shlex
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack import system
from gmtrack.app.importing import placed, spreadsheet_rows
from gmtrack.app.importing.members import (
    namesake_warnings,
    rewrite_sheet,
    updatable_members,
)
from gmtrack.app.importing.spreadsheet_rows import ImportedPerson
from gmtrack.app.importing.which_ruleset import best_rulesets, better_ruleset
from gmtrack.app.run import (
    Order,
    Outcome,
    dice_for_newcomers,
    party_follow_up,
    resolve_with_shorthand,
)
from gmtrack.app.step import is_between_rounds
from gmtrack.characters.file import ForeignFile
from gmtrack.characters.formats import (
    FORMATS,
    Format,
    detect_format,
    read_characters,
)
from gmtrack.core import MARK
from gmtrack.core.draft import MISSING, Draft
from gmtrack.core.encounter import FRIENDS, Data, Encounter
from gmtrack.core.foreign import ForeignCharacter, SkippedCharacter
from gmtrack.core.intents import Add, Define, Intent, Options, Set, Several
from gmtrack.core.names import listed
from gmtrack.errors import BadFile, Fault, Refusal, StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.assign import check_trial
from gmtrack.store.encounter_map import value_changes
from gmtrack.store.other_formats import refuse_encounter
from gmtrack.store.session import Session, open_session
from gmtrack.store.stock.reading import COMBATANTS, stock_of
from gmtrack.store.stored_encounter import read_file

if TYPE_CHECKING:
    from gmtrack.characters.spreadsheet import Spreadsheet

    Content = list[ForeignCharacter] | Spreadsheet
COMMAND = "import"


class ImportRequest(NamedTuple):
    """What was typed: the file, the format (None: recognised by its content) and the ruleset
    (None: that of the open encounter). `may_open`: a new encounter may be opened although a file
    was named to work on."""

    file: str
    format: str | None = None
    ruleset: str | None = None
    options: Options = Options()
    may_open: bool = False


class ImportResult(NamedTuple):
    """The result of an import. `fight` is the name of the encounter that was made for it, empty
    if an existing one was used. `left_out` are the characters who could not come."""

    format: Format
    persons: tuple[ImportedPerson, ...]
    outcome: Outcome
    fight: str
    begun: bool = False
    """Whether the newcomers come late to a round in progress, or into a party, which has no
    rounds."""
    note: str = ""
    """A hint that the columns fit another ruleset better; else empty."""
    opponent: str = ""
    """Words that add an opponent while there is only one side: `add @thug`; else empty."""
    left_out: tuple[SkippedCharacter, ...] = ()

    def document(self) -> Data:
        """Return the document of `--json`: `command`, `format`, `ruleset` and `characters`;
        where there are any also `fight`, `left_out`, `changes`, `party`, `warnings` and
        `dry_run`."""
        doc = self.outcome.document()
        head: Data = {
            "command": COMMAND,
            "format": self.format,
            "ruleset": doc["ruleset"],
        }
        head |= {"fight": self.fight} if self.fight else {}
        head["characters"] = [person.to_json() for person in self.persons]
        if self.left_out:
            head["left_out"] = [one._asdict() for one in self.left_out]
        head |= {
            key: doc[key]
            for key in ("changes", "party", "warnings")
            if key in doc
        }
        return head | ({"dry_run": True} if self.outcome.dry_run else {})


def import_people(order: Order, wanted: ImportRequest) -> ImportResult:
    """Read a file and add everybody in it as one step: to the open encounter, or to a new one if
    another ruleset is named. Of several Foundry actors, those who cannot come are left out and
    listed; the lines of a spreadsheet come all or none.

    Raises BadFile, Refusal, StoreError; then nothing has changed."""
    left_out: list[SkippedCharacter] = []
    kind, content = read_people(wanted, left_out)
    ruleset_id = (
        None
        if wanted.ruleset is None
        else registry.load(wanted.ruleset).META.id
    )
    there = _ruleset_of(order.file)
    if there is None and ruleset_id is None:
        able = rulesets_for(content)
        if not able:
            message = f"no encounter is open, and no ruleset can place this file ({kind})"
            raise StoreError("no-encounter", message)
        rest = f" (or with {listed(able[1:])})" if able[1:] else ""
        message = f"no encounter is open: `{_import_line(wanted, able[0])}` makes one{rest}"
        raise StoreError("no-encounter", message)
    if ruleset_id is None or ruleset_id == there:
        brought = _import_into_open(order, wanted, kind, content, left_out)
        return brought._replace(left_out=tuple(left_out))
    if order.file is not None and there is not None and not wanted.may_open:
        message = f"{order.file} is played by {there}, not by {ruleset_id}"
        raise Refusal(
            "value", f"{message}: leave out -f, and a new encounter is made"
        )
    brought = _import_into_new(
        order, wanted, ruleset_id, kind, content, left_out
    )
    return brought._replace(left_out=tuple(left_out))


# --- the file ---


def read_people(
    wanted: ImportRequest, left_out: list[SkippedCharacter]
) -> tuple[Format, "Content"]:
    """Return the format of a file and its content: characters, or the table of a spreadsheet.
    Characters who cannot be read are added to `left_out`. Raises BadFile and Refusal."""
    path = Path(wanted.file)
    file = ForeignFile(read_file(path)[0], wanted.file, path.stem)
    refuse_encounter(file.content, wanted.file)
    kind = _pick_format(wanted.format) if wanted.format else detect_format(file)
    if kind == "csv":
        from gmtrack.characters.spreadsheet import read_table as table

        return kind, table(file)
    return kind, read_characters(file, kind, left_out)


def _pick_format(word: str) -> Format:
    """Return the format that a word begins. Raises Refusal if none or several fit."""
    from gmtrack.core.names import matching_words, propose_near_word

    found = matching_words(word, FORMATS)
    if len(found) != 1:
        raise Refusal(
            "value", f"no format '{word}'{propose_near_word(word, FORMATS)}"
        )
    return next(one for one in FORMATS if one == found[0])


# --- the encounter ---


def _ruleset_of(file: str | None) -> str | None:
    """Return the ruleset's id of the encounter in `file`, or of the active one if it is None.
    None if no encounter is open; raises StoreError for one that cannot be opened."""
    try:
        with open_session(file, write=False) as session:
            return session.ruleset.META.id
    except StoreError as error:
        if error.kind != "no-encounter":
            raise
    return None


def _import_into_open(
    order: Order,
    wanted: ImportRequest,
    kind: Format,
    content: "Content",
    left_out: list[SkippedCharacter],
) -> ImportResult:
    """Add everybody to the open encounter."""
    with open_session(order.file, write=not order.dry_run) as session:
        encounter, ruleset = session.encounter, session.ruleset
        people = _place_people(
            wanted, kind, content, encounter, ruleset, left_out
        )
        begun = encounter.is_party or not is_between_rounds(ruleset, encounter)
        against = opponent_words(encounter, people, ruleset)
        people, outcome = _add_people(
            order, wanted, people, encounter, ruleset, session
        )
    note = _better_fit_note(wanted, content, ruleset)
    return ImportResult(kind, people, outcome, "", begun, note, against)


def _import_into_new(
    order: Order,
    wanted: ImportRequest,
    ruleset_id: str,
    kind: Format,
    content: "Content",
    left_out: list[SkippedCharacter],
) -> ImportResult:
    """Add everybody to a new encounter, which becomes the active one; a dry run makes none."""
    ruleset, title = registry.load(ruleset_id), Path(wanted.file).stem
    empty = Encounter(title, ruleset_id)
    people = _place_people(wanted, kind, content, empty, ruleset, left_out)
    note, against = (
        _better_fit_note(wanted, content, ruleset),
        opponent_words(empty, people, ruleset),
    )
    if order.dry_run:
        people, outcome = _add_people(
            order, wanted, people, empty, ruleset, None
        )
        return ImportResult(kind, people, outcome, title, False, note, against)
    from gmtrack.store.opening import CopyCallback, new_encounter

    found: list[Outcome] = []

    def add(session: Session) -> None:
        rules = session.ruleset
        found.append(
            _add_people(
                order, wanted, people, session.encounter, rules, session
            )[1]
        )

    line = shlex.join(("new", title, "--ruleset", ruleset_id))
    opened = new_encounter(
        title, ruleset_id, None, None, then=CopyCallback(add), line=line
    )
    return ImportResult(
        kind, people, found[0], opened.name, False, note, against
    )


def _place_people(
    wanted: ImportRequest,
    kind: Format,
    content: "Content",
    encounter: Encounter,
    ruleset: Ruleset,
    left_out: list[SkippedCharacter],
) -> tuple[ImportedPerson, ...]:
    """Return the characters as combatants of the ruleset. Characters of games that it does not
    know are added to `left_out`. Raises Refusal if it knows none of them, and BadFile."""
    if not isinstance(content, list):
        try:
            return spreadsheet_rows.parse_rows(
                content, wanted.file, encounter, ruleset
            )
        except BadFile as error:
            note = _better_fit_note(wanted, content, ruleset)
            raise BadFile(
                [*error.faults, *([Fault("", note)] if note else [])]
            ) from error
    able = [
        one for one in content if placed.can_place_game(ruleset, one.system)
    ]
    message = (
        f"{ruleset.META.title} cannot place characters of this kind ({kind})"
    )
    if not able:
        lines = " or ".join(
            f"`{_import_line(wanted, one)}`" for one in rulesets_for(content)
        )
        raise Refusal(
            ruleset.WORDS.value, f"{message}; {lines or 'no ruleset'} can"
        )
    left_out += [
        SkippedCharacter(one.name, message)
        for one in content
        if one not in able
    ]
    before = [Fault(one.name, one.why, wanted.file) for one in left_out]
    several = len(before) + len(able) > 1
    try:
        people = placed.place_foreigners(
            able, wanted.file, encounter, ruleset, left_out if several else None
        )
    except BadFile as error:
        raise BadFile([*before, *error.faults]) from error
    return tuple(
        spreadsheet_rows.with_lint_warnings(people, encounter, ruleset)
    )


def _add_people(
    order: Order,
    wanted: ImportRequest,
    people: tuple[ImportedPerson, ...],
    encounter: Encounter,
    ruleset: Ruleset,
    session: Session | None,
) -> tuple[tuple[ImportedPerson, ...], Outcome]:
    """Add the newcomers and update the others as one step, which is committed unless there is no
    session or it is a dry run. Returns the people with what differs for those who were there,
    and the outcome. Raises Refusal, rolled back."""
    draft = Draft(encounter)
    asked = list(_intents_for_people(wanted, people, encounter))
    party = party_follow_up(session, asked) if session else None
    updated_ids = {one.id for one in people if one.updated}
    known = {
        who: name
        for who, name in updatable_members(encounter).items()
        if who not in updated_ids
    }
    before = copy.deepcopy(encounter)
    try:
        report, _ = resolve_with_shorthand(
            ruleset, draft, Several(asked), dice_for_newcomers(ruleset)
        )
        if updated := [person.name for person in people if person.updated]:
            try:
                check_trial(encounter, ruleset)
            except Refusal as refusal:
                # The damage of play may exceed what the new sheet can hold.
                room = f"{listed(updated)} have no room in what the file says: {refusal.message}"
                message = (
                    f"as they stand, {room}; `heal WHO` first, then import"
                )
                raise Refusal(refusal.kind, message) from refusal
        names = encounter.names()
        people = tuple(
            _with_differences(person, before, encounter) for person in people
        )
        report.command = COMMAND
        report.warnings += namesake_warnings(
            known, {one.id: one.name for one in people if not one.updated}
        )
        if party:
            party.check_changes(report)
    except BaseException:
        draft.rollback()
        raise
    if order.dry_run or session is None:
        draft.rollback()
        return people, Outcome(report, ruleset, names, None, True)
    with party.commit_along(draft, report) if party else nullcontext():
        # The file may be gone when history is played again, so the step keeps its changes.
        session.commit_plain_step(draft, order.line, report)
    return people, Outcome(report, ruleset, names, None, False)


def _intents_for_people(
    wanted: ImportRequest,
    people: tuple[ImportedPerson, ...],
    encounter: Encounter,
) -> Iterator[Intent]:
    """Yield the intents of an import: effect definitions, all newcomers at once, then an update
    of each existing combatant, and live state."""
    effects = {
        id: data for person in people for id, data in person.effects.items()
    }
    if effects:
        yield Define(effects, wanted.file, options=wanted.options)
    new = {person.id: person.sheet for person in people if not person.updated}
    if new:
        yield Add(new, options=wanted.options)
    for person in people:
        if person.updated:
            yield rewrite_sheet(
                encounter, person.id, person.sheet, wanted.file, wanted.options
            )
        if person.live:
            yield Set(person.id, person.live, options=wanted.options)


def _with_differences(
    person: ImportedPerson, was: Encounter, now: Encounter
) -> ImportedPerson:
    """Return a person with the differences of their sheet, and of the live state that follows
    from it; a newcomer is returned as they are."""
    if not person.updated:
        return person
    sheet, state = ("combatants", person.id), ("fight", "combatants", person.id)
    things = [("effects", id, "change") for id in person.effects]
    rooms = [
        [
            {
                "what": one.what,
                "was": _none_if_missing(one.before),
                "now": _none_if_missing(one.after),
            }
            for path in paths
            for one in value_changes(
                path, Draft(was).get(path, {}), Draft(now).get(path, {})
            )
        ]
        for paths in ([sheet, *things], [state])
    ]
    return person._replace(differences=tuple(rooms[0]), follows=tuple(rooms[1]))


def _none_if_missing(value: Any) -> Any:
    """Return a value for JSON, in which a missing one is None."""
    return None if value is MISSING else value


# --- what would work ---


def rulesets_for(content: "Content") -> list[str]:
    """Return the rulesets that can place somebody in a file, those that fit best or place the
    most first."""
    known = registry.known_ids()
    if not isinstance(content, list):
        return best_rulesets(
            content, [one for one in known if _can_place(one, set())]
        )
    # The games of the most characters in the file come first.
    games = Counter(one.system for one in content)
    found = {
        one: game
        for game, _ in games.most_common()
        for one in known
        if _can_place(one, {game})
    }
    return list(found)


def _can_place(ruleset_id: str, systems: set[str]) -> bool:
    """Whether a ruleset can place characters of one of these games. An empty set stands for a
    spreadsheet, which every ruleset can read."""
    try:
        ruleset = registry.load(ruleset_id)
    except Refusal:  # a broken plug-in
        return False
    return not systems or any(
        placed.can_place_game(ruleset, system) for system in systems
    )


def _better_fit_note(
    wanted: ImportRequest, content: "Content", ruleset: Ruleset
) -> str:
    """Return the hint that a spreadsheet fits another ruleset better; empty if it does not, and
    for other files."""
    if isinstance(content, list):
        return ""
    known = [one for one in registry.known_ids() if _can_place(one, set())]
    other = better_ruleset(content, ruleset, known)
    line = other and _import_line(wanted, other)
    return (
        f"the columns fit {other} better than {ruleset.META.title}: `{line}`"
        if other
        else ""
    )


def opponent_words(
    encounter: Encounter, people: tuple[ImportedPerson, ...], ruleset: Ruleset
) -> str:
    """Return words that add somebody of the stock on another side; empty if there are two sides
    already, in a party, or without a stock."""
    from gmtrack.store.stock.check import HUMAN

    sheets = {person.id: person.sheet for person in people}
    trial = replace(encounter, combatants={**encounter.combatants, **sheets})
    sides = {
        "pc" if trial.side(who) in FRIENDS else trial.side(who)
        for who in trial.combatants
    }
    things = stock_of(ruleset.META.id).things[COMBATANTS].values()
    names = [one.name for one in things if not one.faults]
    name = next((one for one in names if one != HUMAN), HUMAN)
    if len(sides) > 1 or not names or encounter.is_party:
        return ""
    return f"add {MARK}{name}" + (" --set side=pc" if sides == {"foe"} else "")


def _import_line(wanted: ImportRequest, ruleset_id: str) -> str:
    """Return the command that imports the file with a ruleset."""
    return (
        f"gmtrack {COMMAND} {system.quote(wanted.file)} --ruleset {ruleset_id}"
    )
