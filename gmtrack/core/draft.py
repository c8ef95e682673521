"""Drafts: the only way in which an encounter changes, with a record of every change."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeVar

from gmtrack.core.draft_cache import DraftCache
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash
from gmtrack.core.stages import RUNNER, StepRunner

T = TypeVar("T")
Path = tuple[str, ...]
"""The keys that lead to a value, from the encounter down: ("fight", "combatants", "joe", "ap")."""
NAME: Path = ("name",)
"""The path of the name of the fight."""
OF_THE_FIGHT = ("name", "counters")
"""The parts of an encounter that belong to the fight, though play does not change them."""
SHEETS = ("combatants", "templates")
"""The parts of an encounter that hold sheets."""


EDITION = 4
"""The edition of the rules. It goes up when a rule changes by which an old history would come out
differently; the rule then asks for `Draft.edition`. Every step of a history names the edition by
which it was carried out, and is carried out again by that one."""
FIRST_EDITION = 1
"""The edition of a step that names none, as up to version 1.0.0."""


class _Missing:
    """The type of MISSING, the value of a key that is not there. Undo has to tell it from null."""

    def __repr__(self) -> str:
        return "MISSING"

    def __deepcopy__(self, memo: object) -> "_Missing":
        return self


MISSING: Final = _Missing()
AWAY = "away"
"""The field of the live state that says why somebody is not there."""


class Change(NamedTuple):
    """A change of one value: its path, and the values before and after; MISSING where the key
    was not there.

    - `read_as`: the value that readers saw while the key was not there (a default, or what
      follows from the sheet).
    - `made`: a map that was only created on the way to a value; screens leave it out.
    - `place`: the position of the key in its map, counted from 0; None where the key is the
      last. The order of combatants is the order in which they roll.
    - `rules`: ids of the rows that caused the change (`Draft.by`)."""

    path: Path
    before: Any
    after: Any
    read_as: Any = MISSING
    made: bool = False
    place: int | None = None
    rules: str = ""

    @property
    def was(self) -> Any:
        """The value before the change as a reader saw it; MISSING if there was none."""
        return self.read_as if self.before is MISSING else self.before

    @property
    def who(self) -> str:
        """The id of the combatant or template whose value changed; otherwise `fight`, `scene` or
        another part of the file."""
        if self.path[:2] == ("fight", "combatants") and len(self.path) > 2:
            return self.path[2]
        if self.path[0] in SHEETS and len(self.path) > 1:
            return self.path[1]
        return "fight" if self.path[0] in OF_THE_FIGHT else self.path[0]

    @property
    def what(self) -> str:
        """The dotted path as `set` takes it; empty if a whole combatant came or went."""
        if self.path[:2] == ("fight", "combatants"):
            return ".".join(self.path[3:])
        if self.path[0] in SHEETS:
            return ".".join(self.path[2:])
        return ".".join(
            self.path if self.path[0] in OF_THE_FIGHT else self.path[1:]
        )


class Draft:
    """A working copy of one encounter that records every change. Reading returns plain data;
    `put` and `drop` write. Lists and maps are replaced as a whole, never changed in place.

    `shape`: a number that changes whenever a map comes, goes or is replaced. While it stays the
    same, a map that was found before is still in use. `plain`: whether values may be read from
    such a map directly, without `get`. `cache`: what is remembered until something changes; the
    constructor's `of_file` shares values of the file between drafts (`DraftCache`)."""

    plain = True

    def __init__(
        self,
        encounter: Encounter,
        runner: StepRunner = RUNNER,
        of_file: dict[str, Any] | None = None,
    ) -> None:
        self.encounter = encounter
        self.changes: list[Change] = []
        self.rules = ""
        """Ids of the rows in force: those of the innermost `by`."""
        self.runner = runner
        self.edition = EDITION
        """The edition of the rules that holds: an earlier one while a step of an old history is
        carried out again."""
        self.shape = 0
        self.cache = DraftCache(of_file)
        self.pending: dict[str, Any] = {}
        """Results that a command has worked out and will write later, by a key of the ruleset's.
        Emptied by `rollback`."""

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Do what `cache.of_file` does; the name that rulesets used before."""
        message = "`draft.once` is called `draft.cache.of_file` now"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.cache.of_file(key, make)

    @property
    def course(self) -> StepRunner:
        """The runner, by the name that rulesets used before."""
        message = "`draft.course` is called `draft.runner` now"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.runner

    def present(self) -> list[str]:
        """Return the ids of the combatants who are in the fight and not away, in the file's
        order, as a new list."""
        find = self.encounter.present
        if not self.plain:
            return find()
        return list(self.cache.of_fight("present", find, fields=(AWAY,)))

    def get(self, path: Path, default: Any = None) -> Any:
        """Return the value at `path`, or `default` where a key of the path is missing."""
        node: Any = getattr(self.encounter, path[0])
        for key in path[1:]:
            if not isinstance(node, dict) or key not in node:
                return default
            node = node[key]
        return node

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        """Write `value` at `path`, creating the maps on the way. Records nothing if the same
        value is there already. `read_as`: the value that readers saw so far, if the key is not
        there."""
        before = self.get(path, MISSING)
        if before is not MISSING and self.is_same_value(before, value):
            return
        if before is MISSING and not isinstance(self.get(path[:-1]), dict):
            for depth in range(2, len(path)):
                there = self.get(path[:depth], MISSING)
                if not isinstance(there, dict):
                    self._record(Change(path[:depth], there, {}, made=True))
        self._record(Change(path, before, value, read_as, rules=self.rules))

    def put_into(
        self, there: Data, path: Path, value: Any, read_as: Any
    ) -> None:
        """Write `value` under the last key of `path` in the map `there`, which is the map at the
        rest of the path, in the state of the fight. Records no change if it stands there
        already. Faster than `put`; otherwise the same."""
        key = path[-1]
        before = there.get(key, MISSING)
        if type(before) is type(value) and before == value:
            return
        change = Change(path, before, value, read_as, False, None, self.rules)
        self.changes.append(change)
        self.encounter.note_writer(id(self))
        # What `_report_live_change` does, without its call: fights that play themselves write most
        # values here.
        if type(value) is dict or type(before) is dict:
            there[key] = copy_maps(value)
            self.shape += 1
        else:
            there[key] = value
        self.cache.live_state_changed(path)

    def drop(self, path: Path) -> None:
        """Remove the key at `path`. Does nothing if the key is not there."""
        before = self.get(path, MISSING)
        if before is not MISSING:
            self._record(
                Change(
                    path,
                    before,
                    MISSING,
                    place=self._place(path),
                    rules=self.rules,
                )
            )

    def _place(self, path: Path) -> int | None:
        """Return the position of a key in its map; None where the order of the map does not matter,
        which is so for all live state."""
        if path[0] == "fight" or len(path) == 1:
            return None
        return list(self.get(path[:-1])).index(path[-1])

    def by(self, rules: str) -> "_Citation":
        """Return a context manager: inside its `with` block every change and fact cites the rows
        `rules` and no others, ids as in RULES.md (`SS-ATK-04, R-ATK-2`, `ST-085 to ST-088`)."""
        return _Citation(self, rules)

    def cite(self, rules: str, since: int) -> None:
        """Add rows in front of those that each change cites, for all changes but the first
        `since`. A change that cites them already is left alone."""
        for number, one in enumerate(self.changes[since:], since):
            if rules not in one.rules:
                said = ", ".join(filter(None, (rules, one.rules)))
                self.changes[number] = one._replace(rules=said)

    def rollback(self, to: int = 0) -> None:
        """Undo all changes but the first `to`, the last one first: after a dry run or a refusal.
        `changes` then has only those that are left."""
        gone = self.changes[to:]
        self._report_file_changes(gone)
        if gone:
            undo_changes(self.encounter, gone)
            self.encounter.note_writer(id(self))
        del self.changes[to:]
        for change in gone:
            self._report_live_change(change)
        self.pending.clear()

    def _report_file_changes(self, changes: Iterable[Change]) -> None:
        """Tell the cache if one of the changes is about anything besides the state of the fight."""
        if any(change.path[0] != "fight" for change in changes):
            self.cache.file_changed()

    def is_same_value(self, before: Any, value: Any) -> bool:
        """Whether two values are equal and of the same type. Drafts of odds override it, to
        compare random values."""
        return type(before) is type(value) and bool(before == value)

    def _record(self, change: Change) -> None:
        """Append a change and write its value to the encounter."""
        self.changes.append(change)
        self.encounter.note_writer(id(self))
        if change.path[0] != "fight":
            self.cache.file_changed()
        write_value(self.encounter, change.path, change.after)
        self._report_live_change(change)

    def _report_live_change(self, change: Change) -> None:
        """Update `shape`, and tell the cache what was written or put back in the state of the
        fight."""
        path, before, after = change[:3]
        if type(before) is dict or type(after) is dict:
            self.shape += 1
        if path[0] == "fight":
            self.cache.live_state_changed(path, created=change.made)


class _Citation:
    """The context manager of `Draft.by`: sets `Draft.rules`, and restores it afterwards."""

    __slots__ = ("_before", "_draft", "_rules")

    def __init__(self, draft: Draft, rules: str) -> None:
        self._draft, self._rules = draft, rules

    def __enter__(self) -> None:
        self._before, self._draft.rules = self._draft.rules, self._rules

    def __exit__(self, *raised: object) -> None:
        self._draft.rules = self._before


def write_value(
    encounter: Encounter, path: Path, value: Any, place: int | None = None
) -> None:
    """Set one value of an encounter, or delete it (MISSING), without recording. A new key comes to
    position `place`, or last. A map is written as a copy, so that later writes into it do not show
    in the change that brought it."""
    value = copy_maps(value)
    if path[0] in SHEETS:
        encounter.drop_names()
    if len(path) == 1:
        setattr(encounter, path[0], value)
        return
    node: Data = getattr(encounter, path[0])
    for key in path[1:-1]:
        node = node[key]
    if value is MISSING:
        node.pop(path[-1], None)
        return
    behind = [] if place is None or path[-1] in node else list(node)[place:]
    node[path[-1]] = value
    for key in behind:
        node[key] = node.pop(key)


def copy_maps(value: Any) -> Any:
    """Return a copy of a map with copies of all maps in it; any other value as it is, for lists are
    never changed in place."""
    if isinstance(value, dict):
        return {key: copy_maps(part) for key, part in value.items()}
    return value


def net_changes(changes: list[Change]) -> Iterator[Change]:
    """Yield one change for each path, from the first `before` to the last `after`, citing the
    rows of all. Leaves out paths whose value is the same in the end, and maps that were only
    created on the way."""
    merged: dict[Path, Change] = {}
    for change in changes:
        if not change.made:
            first = merged.get(change.path, change)
            rules = first.rules
            if change.rules not in ("", rules):
                rules = f"{rules}, {change.rules}" if rules else change.rules
            merged[change.path] = first._replace(
                after=change.after, rules=rules
            )
    for change in merged.values():
        if change.was is not change.after and change.was != change.after:
            yield change


def undo_changes(encounter: Encounter, changes: list[Change]) -> None:
    """Write every `before` back into the encounter, the last change first. Records nothing."""
    encounter.note_writer(0)
    for change in reversed(changes):
        write_value(encounter, change.path, change.before, change.place)


def redo_changes(encounter: Encounter, changes: list[Change]) -> None:
    """Write every `after` into the encounter again, the first change first. Records nothing."""
    encounter.note_writer(0)
    for change in changes:
        write_value(encounter, change.path, change.after, change.place)


class Removed(NamedTuple):
    """A combatant who was taken out of the encounter: id, sheet, and live state (empty if play
    had changed nothing)."""

    who: str
    sheet: Data
    state: Data


def last_removed(
    changes: Iterable[Change], word: str, encounter: Encounter
) -> Removed | None:
    """Return the combatant of this id or name whom `changes`, oldest first, took out last; None
    if they took out nobody of the kind, or a combatant of this id is in the encounter."""
    found: dict[str, str] = {}
    sheets: dict[str, Data] = {}
    states: dict[str, Data] = {}
    for change in changes:
        if change.after is not MISSING:
            continue
        who = change.path[-1]
        if change.path[:-1] == ("combatants",):
            sheets[who], states[who] = change.before, {}
            found[squash(who)] = found[
                squash(str(change.before.get("name") or who))
            ] = who
        elif change.path[:-1] == ("fight", "combatants"):
            states[who] = change.before
    gone = found.get(squash(word), "")
    if not gone or gone in encounter.combatants:
        return None
    return Removed(gone, sheets[gone], states[gone])
