"""Carry out a step of the history again with the dice that fell for it. What it took from
outside the fight then (the stock, another file) is taken from the history."""

import copy
import shlex
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.app.dice_words import ROLL, join_dice_words
from gmtrack.app.kept_initiative import kept_rolls
from gmtrack.app.run import resolve_with_shorthand, unreported_dice
from gmtrack.app.step import INITIATIVE, TURNS, CommandRequest
from gmtrack.app.typed_dice import CommandContext, TypedDice
from gmtrack.core.deeds import rolls_in
from gmtrack.core.draft import (
    FIRST_EDITION,
    MISSING,
    Change,
    Draft,
    Removed,
    last_removed,
    redo_changes,
)
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import (
    Add,
    Assignment,
    Define,
    Intent,
    RollInit,
    Set,
    Several,
)
from gmtrack.dice.fallen import (
    FallenRoll,
    collect_reported_rolls,
    merge_fallen_rolls,
    parse_fallen_roll,
    to_fallen_roll,
)
from gmtrack.dice.kept_dice import KeptDice
from gmtrack.dice.port import Dice
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal, StoreError
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.validate import problems_with
from gmtrack.store.encounter_map import data_of, take_over
from gmtrack.store.history.journal import change_to_data
from gmtrack.store.history.page import changes_of

if TYPE_CHECKING:
    from gmtrack.core.report import Report

ParseWords = Callable[[list[str]], CommandRequest]
"""Makes a step of the words of a command line. Raises Refusal for words that are no command."""
KEPT_KEYS = ("seq", "kind", "line", "time", "first", "edition")
"""The keys that a step's entry keeps, whatever comes of it."""
TOLD_KEYS = ("report", "changes", "story", "shown", "dice", "ever", "plain")
"""The keys of an entry that say what came of the step."""
DiceForRest = Callable[[CommandContext], Dice]
"""Makes the dice source for rolls that had not fallen before."""


class StepResult(NamedTuple):
    """The result of a step carried out again: its new history entry, the report (None for an
    edit by hand), the rolls that had not fallen before, and whether a refusal was forced."""

    entry: Data
    report: "Report | None"
    new: list[FallenRoll]
    forced: bool = False


class ReplayedFight:
    """An encounter in which steps are carried out again; it has what commands use of an open
    session. `before` are the changes of earlier steps, read only if a line needs them. `others`
    makes dice that had not fallen (by default by chance), `ended` says whether the fight has
    ended."""

    def __init__(
        self,
        encounter: Encounter,
        ruleset: Ruleset,
        read: ParseWords,
        before: Iterable[Change] = (),
        others: DiceForRest | None = None,
        *,
        ended: bool = False,
    ) -> None:
        self.encounter = encounter
        self.ruleset = ruleset
        self._read = read
        self._before = before
        self._changes: list[Change] = []
        """The changes of the steps that were carried out again, those of earlier steps left out."""
        self._others = others or (lambda occasion: RandomDice())
        self.ended = ended

    def removed(self, word: str) -> Removed | None:
        """Return somebody of this name who was taken out, as an open session does; None for
        nobody."""
        # Few lines ask for this, and the earlier steps may be many: they are read only then.
        self._before = [*self._before]
        changes = chain(self._before, self._changes)
        return last_removed(changes, word, self.encounter)

    def carry_out(
        self, entry: Data, typed: Iterable[str] = (), *, force: bool = False
    ) -> StepResult:
        """Carry out an entry of the history and return the result; it stays in `encounter`.
        `typed` are new dice for it; `force` overrules what forbids it now. Raises Refusal; then
        nothing has changed."""
        result = self._carry_out_or_force(entry, list(typed), force=force)
        command = (result.entry.get("report") or {}).get("command")
        self.ended = command == "end" if command in TURNS else self.ended
        return result

    def _carry_out_or_force(
        self, entry: Data, typed: list[str], *, force: bool
    ) -> StepResult:
        """Carry out an entry, an edit by hand by its changes alone. Dice that were typed but not
        needed then are tried too, if they can be rolled now."""
        if is_replayed_verbatim(entry):
            self._write_edit(changes_of(entry))
            return StepResult(
                _pick_keys(entry, *KEPT_KEYS, *TOLD_KEYS), None, []
            )
        words = split_step_line(entry["line"])
        if left := _unused_typed_dice(words, entry, typed):
            # A Refusal means that these dice may still not be rolled: go on without them.
            with suppress(Refusal):
                return self._resolve_step(entry, words, [*typed, *left])
        try:
            return self._resolve_step(entry, words, typed)
        except Refusal:
            if not force or "--force" in words:
                raise
        forced = {
            **entry,
            "line": f"{entry['line']} --force",
            "first": first_line_of(entry),
        }
        return self._resolve_step(forced, [*words, "--force"], typed)._replace(
            forced=True
        )

    def _write_edit(self, changes: list[Change]) -> None:
        """Apply the changes of an edit by hand. Raises Refusal, changing nothing, if they do not
        fit any more."""
        before = copy.deepcopy(self.encounter)
        try:
            redo_changes(self.encounter, changes)
            problems = (
                problems_with(data_of(self.encounter), self.ruleset)
                if changes
                else []
            )
            fault = problems[0].message if problems else ""
        except (LookupError, TypeError, AttributeError) as error:
            fault = f"{error} is not there"
        if fault:
            take_over(self.encounter, before)
            raise Refusal(
                self.ruleset.WORDS.value,
                f"the edit by hand does not fit: {fault}",
            )
        self._changes += changes

    def _resolve_step(
        self, entry: Data, words: list[str], typed: Iterable[str]
    ) -> StepResult:
        """Carry out one command line with the dice of its entry. Raises Refusal, rolled back."""
        step = self._read(words)
        found = intents_of_step(step, self, entry)
        wanted = Several([found]) if isinstance(found, Intent) else found
        made: list[KeptDice] = []
        rest: list[Dice] = []

        def table(faces: dict[str, tuple[int, ...]], kind: str) -> KeptDice:
            made.append(KeptDice(faces, rest[-1], kind, before))
            return made[-1]

        def dice(intents: list[Intent]) -> TypedDice:
            short = INITIATIVE if isinstance(intents[0], RollInit) else None
            names, kinds = self.encounter.names(), self.ruleset.WORDS
            occasion = CommandContext(self.encounter, intents, [])
            rest.append(self._others(occasion))
            rolls = list(typed)
            if short:
                rolls = [*kept_rolls(self.encounter, intents, rolls), *rolls]
            return TypedDice(
                rolls,
                rest[-1],
                kinds,
                names,
                short,
                table=table,
                fallen=occasion.fallen,
            )

        before = (
            [parse_fallen_roll(one) for one in entry["ever"]]
            if "ever" in entry
            else fallen_dice_of(entry)
        )
        draft = Draft(self.encounter)
        draft.edition = entry.get("edition", FIRST_EDITION)
        try:
            report, fallen = resolve_with_shorthand(
                self.ruleset, draft, wanted, dice
            )
        except BaseException:
            draft.rollback()
            raise
        self._changes += draft.changes
        report.command = step.command or report.command
        doc = report.to_json()
        changes = [change_to_data(change) for change in draft.changes]
        told = {
            "report": doc,
            "changes": changes,
            "story": report.story_to_json(),
            "shown": report.shown(),
        }
        told |= unreported_dice(report, fallen)
        now = [to_fallen_roll(ask, answer) for ask, answer in fallen]
        ever = merge_fallen_rolls(before, now)
        if ever != now:
            told["ever"] = [one.to_data() for one in ever]
        return StepResult(
            _pick_keys(entry, *KEPT_KEYS) | told, report, made[-1].new
        )


def split_step_line(line: str) -> list[str]:
    """Return the words of a step's line, the dice of each `--roll` as one word."""
    command, *rest = shlex.split(line)
    return [command, *join_dice_words(command, rest)]


def _unused_typed_dice(
    words: list[str], entry: Data, typed: list[str]
) -> list[str]:
    """Return the dice that were typed with the line and that the step did not need, except those
    that are typed anew."""
    told = (entry.get("report") or {}).get("unused") or ()
    # A text with `=` is no roll's name but dice that fell once and no longer count.
    unused = [one for one in told if "=" not in one]
    anew = {text.partition("=")[0] for text in typed}
    found = []
    for option, text in pairwise([*words, ""]):
        name = text.partition("=")[0]
        if (
            option in ROLL
            and name not in anew
            and any(one.startswith(name) for one in unused)
        ):
            found.append(text)
    return found


def _pick_keys(entry: Data, *keys: str) -> Data:
    """Return the entry with only these keys."""
    return {key: entry[key] for key in keys if key in entry}


def is_replayed_verbatim(entry: Data) -> bool:
    """Whether a step repeats its changes, whatever its line says: an edit by hand, or a step
    carried out without the rules."""
    return entry["kind"] != "step" or bool(entry.get("plain"))


def first_line_of(entry: Data) -> str:
    """Return the line with which a step was first carried out."""
    return str(entry.get("first") or entry["line"])


def fallen_dice_of(entry: Data) -> list[FallenRoll]:
    """Return the rolls that fell in a step, from its dice or else from its report."""
    if "dice" in entry:
        return [parse_fallen_roll(one) for one in entry["dice"]]
    return collect_reported_rolls(rolls_in(entry.get("report") or {}))


def intents_of_step(
    step: CommandRequest, fight: Any, entry: Data
) -> Intent | Several:
    """Return the intent of a step of the history, with the sheets, values and definitions that
    it took from outside then. Raises Refusal and StoreError."""
    if isinstance(step.wanted, Intent):
        return step.wanted
    changes = _changes_from_outside(entry)
    try:
        found = step.wanted(fight)
    except (Refusal, StoreError):
        again = _intent_from_changes(entry, changes)
        if again is None:
            raise
        return again
    values = _sheet_values_in(changes)
    if (
        isinstance(found, Add)
        and found.sheets.keys() == _sheets_in(changes).keys()
    ):
        found = Add(_sheets_in(changes), found.assumed, options=found.options)
    elif isinstance(found, Set):
        found = _replace_values(found, values)
    elif isinstance(found, Define):
        found = Define(
            _definitions_in(changes), found.source, options=found.options
        )
    elif isinstance(found, Several):
        same = [
            _replace_values(one, values) if isinstance(one, Set) else one
            for one in found.intents
        ]
        found = found._replace(intents=same)
    return found


def _replace_values(found: Set, values: dict[tuple[str, ...], Any]) -> Set:
    """Return the intent of `set` with the values that the history has for its paths."""
    same = [
        one._replace(value=values.get(one.path, one.value))
        for one in found.assignments
    ]
    return Set(found.who, tuple(same), options=found.options)


def _changes_from_outside(entry: Data) -> list[Change]:
    """Return the changes that hold what a line took from outside the fight. Empty if it took
    nothing, or if the line was amended since."""
    line = entry["line"]
    assumed = (entry.get("report") or {}).get("assumed")
    takes = assumed or "@" in line or "--from" in line
    if "first" in entry:
        return []
    if line.startswith("effect ") and "--define" in line:
        return [
            change
            for change in changes_of(entry)
            if change.path[0] == "effects"
        ]
    if not takes or not line.startswith(("add ", "set ")):
        return []
    return [
        change for change in changes_of(entry) if change.path[0] == "combatants"
    ]


def _intent_from_changes(
    entry: Data, changes: list[Change]
) -> Add | Set | Define | None:
    """Return an intent made from the changes alone; None if they do not say everything that the
    line did."""
    if definitions := _definitions_in(changes):
        return Define(definitions)
    if sheets := _sheets_in(changes):
        return Add(sheets)
    values = _sheet_values_in(changes)
    assigned = [word for word in shlex.split(entry["line"])[2:] if "=" in word]
    if not values or not all("@" in word for word in assigned):
        return None
    who = next(iter(values))[1]
    return Set(
        who, tuple(Assignment(path, value) for path, value in values.items())
    )


def _definitions_in(changes: list[Change]) -> dict[str, Data]:
    """Return the effect definitions that these changes wrote, by id."""
    return {
        change.path[1]: change.after
        for change in changes
        if change.path[0] == "effects"
    }


def _sheets_in(changes: list[Change]) -> dict[str, Data]:
    """Return the sheets of the combatants that these changes added, by id."""
    return {
        change.path[1]: change.after
        for change in changes
        if len(change.path) == 2 and change.was is MISSING
    }


def _sheet_values_in(changes: list[Change]) -> dict[tuple[str, ...], Any]:
    """Return the values written into sheets, by path, without maps that were only made on the
    way."""
    return {
        change.path: change.after
        for change in changes
        if len(change.path) > 2
        and change.after is not MISSING
        and not change.made
    }
