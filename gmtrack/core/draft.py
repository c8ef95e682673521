"""The one way for state to change: through a draft that records every change as it is made."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from gmtrack.core.course import RUNNER, StepRunner
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash

T = TypeVar("T")
Path = tuple[str, ...]
"""Where a value stands, from the encounter down: ("fight", "combatants", "joe", "ap")."""
NAME: Path = ("name",)
"""Where the name of the fight stands."""
OF_THE_FIGHT = ("name", "counters")
"""The parts of an encounter that are of the fight though play does not change them."""
SHEETS = ("combatants", "templates")
"""The parts of an encounter in which sheets stand."""


class _Missing:
    """The value of a key that is not there; undo must know it from null."""

    def __repr__(self) -> str:
        return "MISSING"

    def __deepcopy__(self, memo: object) -> "_Missing":
        return self


MISSING: Final = _Missing()
OWNER = 3
"""So long is the path of all that is of one combatant."""
_EVERYBODY = {("fight",), ("fight", "combatants")}
"""Where the live state of all stands."""
AWAY, PRESENT = "away", "present"
"""The field of the live state that says who is not there; what is kept of those who are."""
FIGHT = ""
"""The window on what of the fight belongs to nobody."""


class Window(Protocol):
    """What keeps what was read through it."""

    def once(self, key: str, make: Callable[[], T]) -> T:
        """What follows from what can be read through it, worked out as long as that stands."""

    def moved_on(self, path: Path) -> None:
        """Something was written there."""

    def release(self) -> None:
        """Keep nothing any more."""


class Change(NamedTuple):
    """One value before and after; MISSING where the key was not there.

    `read_as`: what a key that was not there was read as (a default, a value that follows from
    the sheet). `made`: a map made on the way to a value, of no interest to people. `place`:
    how many keys stood before the one that went, or stand before the one that comes; None where
    it comes last. The order of the combatants is that in which they roll. `rules`: the ids of the
    rows by which it was made (`Draft.by`).
    """

    path: Path
    before: Any
    after: Any
    read_as: Any = MISSING
    made: bool = False
    place: int | None = None
    rules: str = ""

    @property
    def was(self) -> Any:
        """The value before as people knew it; MISSING where there was none at all."""
        return self.read_as if self.before is MISSING else self.before

    @property
    def who(self) -> str:
        """The combatant's id; `fight`, `scene` or another part of the file for the rest."""
        if self.path[:2] == ("fight", "combatants") and len(self.path) > 2:
            return self.path[2]
        if self.path[0] in SHEETS and len(self.path) > 1:
            return self.path[1]
        return "fight" if self.path[0] in OF_THE_FIGHT else self.path[0]

    @property
    def what(self) -> str:
        """The dotted path as `set` takes it; empty where the whole combatant came or went."""
        if self.path[:2] == ("fight", "combatants"):
            return ".".join(self.path[3:])
        if self.path[0] in SHEETS:
            return ".".join(self.path[2:])
        return ".".join(self.path if self.path[0] in OF_THE_FIGHT else self.path[1:])


class Draft:
    """A working copy of one encounter. Reading gives plain data; writing goes through `put` and
    `drop`, which record. Values that are lists or maps are replaced whole, never changed in place.

    `shape` is another number whenever a map has come, gone or been replaced: as long as it is the
    same, a map that was found is still the one that stands there. `plain`: what stands in a map may
    be read there, without `get`.
    """

    plain = True

    def __init__(
        self,
        encounter: Encounter,
        course: StepRunner = RUNNER,
        settled: dict[str, Any] | None = None,
    ) -> None:
        self.encounter = encounter
        self.changes: list[Change] = []
        self.rules = ""
        """The ids of the rows of the rules that are in force: those of the innermost `by`."""
        self.course = course
        self.shape = 0
        self.moved: list[str] = []
        """By id, one after another: whose live state was written, or put back. What follows from it
        alone may be kept by those who look here what has come since."""
        self.windows: dict[str, Window] = {}
        """What the rules look at it through, by whom they look at (the fight itself: FIGHT); empty
        again when a sheet has changed, or the live state of all at once."""
        self.known: dict[str, Any] = {}
        """What else the rules keep that long, or until what was done is put back, by what it is."""
        self._settled_by_file = {} if settled is None else settled

    def once(self, key: str, make: Callable[[], T]) -> T:
        """What follows from sheets and house rules alone, made once: until something besides the
        state of the fight changes. `settled` of the constructor is what another draft on the same
        file has made."""
        found: T
        if key in self._settled_by_file:
            found = self._settled_by_file[key]
        else:
            found = self._settled_by_file[key] = make()
        return found

    def present(self) -> list[str]:
        if not self.plain:
            return self.encounter.present()
        if PRESENT not in self.known:
            self.known[PRESENT] = self.encounter.present()
        return list(self.known[PRESENT])

    def get(self, path: Path, default: Any = None) -> Any:
        """The value at `path`, or `default` where a step of the path is missing."""
        node: Any = getattr(self.encounter, path[0])
        for key in path[1:]:
            if not isinstance(node, dict) or key not in node:
                return default
            node = node[key]
        return node

    def put(self, path: Path, value: Any, read_as: Any = MISSING) -> None:
        """Write `value`, making the maps on the way; nothing is recorded if it stands there.
        `read_as`: what the key was read as if it was not there, a number by the sheet alone."""
        before = self.get(path, MISSING)
        if before is not MISSING and self.stands(before, value):
            return
        if before is MISSING and not isinstance(self.get(path[:-1]), dict):
            for depth in range(2, len(path)):
                there = self.get(path[:depth], MISSING)
                if not isinstance(there, dict):
                    self._record(Change(path[:depth], there, {}, made=True))
        self._record(Change(path, before, value, read_as, rules=self.rules))

    def put_into(self, there: Data, path: Path, value: Any, read_as: Any) -> None:
        """The same for a map that stands there, and a value that is another one than what was
        read."""
        key = path[-1]
        before = there.get(key, MISSING)
        if type(before) is type(value) and before == value:
            return
        change = Change(path, before, value, read_as, False, None, self.rules)
        self.changes.append(change)
        self.encounter.written(id(self))
        there[key] = own(value) if type(value) is dict else value
        self._count(change)

    def drop(self, path: Path) -> None:
        """Take the key away; nothing happens if it is not there."""
        before = self.get(path, MISSING)
        if before is not MISSING:
            self._record(Change(path, before, MISSING, place=self._place(path), rules=self.rules))

    def _place(self, path: Path) -> int | None:
        """Where a key stands in its map; what play changes is kept in no order."""
        if path[0] == "fight" or len(path) == 1:
            return None
        return list(self.get(path[:-1])).index(path[-1])

    def by(self, rules: str) -> "_By":
        """Whatever is changed or told inside comes from these rows of the rules: ids as they stand
        in RULES.md (`SS-ATK-04, R-ATK-2`, `ST-085 to ST-088`)."""
        return _By(self, rules)

    def cite(self, rules: str, since: int) -> None:
        """What was changed since then comes from these rows, too."""
        for number, one in enumerate(self.changes[since:], since):
            if rules not in one.rules:
                said = ", ".join(filter(None, (rules, one.rules)))
                self.changes[number] = one._replace(rules=said)

    def rollback(self, to: int = 0) -> None:
        """Put everything back as it was when the draft was made, or had so many changes: dry
        runs and refusals."""
        gone = self.changes[to:]
        self._unsettle(gone)
        if gone:
            undo(self.encounter, gone)
            self.encounter.written(id(self))
        del self.changes[to:]
        for change in gone:
            self._count(change)
        self.known.clear()

    def _unsettle(self, changes: Iterable[Change]) -> None:
        """Forget what was made of sheets and house rules that are other ones now."""
        if any(change.path[0] != "fight" for change in changes):
            self._settled_by_file = {}
            self._look_anew()

    def stands(self, before: Any, value: Any) -> bool:
        """Whether a value is what stood there before."""
        return type(before) is type(value) and bool(before == value)

    def _record(self, change: Change) -> None:
        self.changes.append(change)
        self.encounter.written(id(self))
        if change.path[0] != "fight":
            self._unsettle((change,))
        write(self.encounter, change.path, change.after)
        self._count(change)

    def _count(self, change: Change) -> None:
        """Something was written, or put back."""
        path, before, after = change[:3]
        if type(before) is dict or type(after) is dict:
            self.shape += 1
        if path[0] != "fight":
            return
        deep, whose = len(path), FIGHT
        if deep < OWNER:
            if path in _EVERYBODY and not change.made:
                self._look_anew()
                return
        else:
            if deep == OWNER or path[-1] == AWAY:
                self.known.pop(PRESENT, None)
            self.moved.append(path[2])
            if path[1] == "combatants":
                whose = path[2]
        window = self.windows.get(whose)
        if window is not None:
            window.moved_on(path)

    def _look_anew(self) -> None:
        """Those who look through windows that there were find nothing kept in them."""
        for window in self.windows.values():
            window.release()
        self.windows.clear()
        self.known.clear()


class _By:
    """The rows that are in force in a `with`."""

    __slots__ = ("_before", "_draft", "_rules")

    def __init__(self, draft: Draft, rules: str) -> None:
        self._draft, self._rules = draft, rules

    def __enter__(self) -> None:
        self._before, self._draft.rules = self._draft.rules, self._rules

    def __exit__(self, *raised: object) -> None:
        self._draft.rules = self._before


def write(encounter: Encounter, path: Path, value: Any, place: int | None = None) -> None:
    """Set or (MISSING) delete one value of an encounter, recording nothing; a key that was not
    there comes to its `place`, or last. A map is written as a copy: what is put into it later must
    not show in the change that brought or took it."""
    value = own(value)
    if path[0] in SHEETS:
        encounter.renamed()
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


def own(value: Any) -> Any:
    """A map with maps of its own in it; lists are never changed in place."""
    return {key: own(part) for key, part in value.items()} if isinstance(value, dict) else value


def net(changes: list[Change]) -> Iterator[Change]:
    """One change per path, first before to last after, without what came to nothing."""
    merged: dict[Path, Change] = {}
    for change in changes:
        if not change.made:
            first = merged.get(change.path, change)
            rules = first.rules
            if change.rules not in ("", rules):
                rules = f"{rules}, {change.rules}" if rules else change.rules
            merged[change.path] = first._replace(after=change.after, rules=rules)
    for change in merged.values():
        if change.was is not change.after and change.was != change.after:
            yield change


def undo(encounter: Encounter, changes: list[Change]) -> None:
    """Put every `before` back, last change first: exact values, never inverse arithmetic."""
    encounter.written(0)
    for change in reversed(changes):
        write(encounter, change.path, change.before, change.place)


def redo(encounter: Encounter, changes: list[Change]) -> None:
    """Put every `after` in again, first change first."""
    encounter.written(0)
    for change in changes:
        write(encounter, change.path, change.after, change.place)


class Removed(NamedTuple):
    """Somebody who was taken out: the id, the sheet, and what play had changed of them."""

    who: str
    sheet: Data
    state: Data


def last_removed(changes: Iterable[Change], word: str, encounter: Encounter) -> Removed | None:
    """The one of this id or name who was taken out last and is not there again; None if there is
    none."""
    found: dict[str, str] = {}
    sheets: dict[str, Data] = {}
    states: dict[str, Data] = {}
    for change in changes:
        if change.after is not MISSING:
            continue
        who = change.path[-1]
        if change.path[:-1] == ("combatants",):
            sheets[who], states[who] = change.before, {}
            found[squash(who)] = found[squash(str(change.before.get("name") or who))] = who
        elif change.path[:-1] == ("fight", "combatants"):
            states[who] = change.before
    gone = found.get(squash(word), "")
    if not gone or gone in encounter.combatants:
        return None
    return Removed(gone, sheets[gone], states[gone])
