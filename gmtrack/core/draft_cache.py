"""The cache of a draft: values that follow from the file, values that follow from live state, and
the records that cache what was read through them.

A draft reports every change here; nothing else drops a value. CONTRIBUTING.md says what may be
cached where ("What is remembered")."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
OWNER = 3
"""The length of the path of a combatant's whole live state."""
FIGHT = ""
"""The key in `DraftCache.records` of the record of the fight itself."""
_EVERYBODY = {("fight",), ("fight", "combatants")}
"""The paths of the live state of all combatants together."""


class CachingRecord(Protocol):
    """A typed view of one combatant's live state, or of the fight's, that caches what was read
    through it (`core/record.py`)."""

    def begin_caching(self) -> None:
        """Cache from now on: the draft reports every change."""

    def drop_cached(self, path: tuple[str, ...]) -> None:
        """Drop what follows from the value at `path`, which was written or put back."""

    def stop_caching(self) -> None:
        """Drop the whole cache, and cache nothing from now on."""


class DraftCache:
    """The values that a draft remembers, in four parts with different ends.

    Values of the file (`of_file`) follow from sheets, effects, scene and house rules alone. They
    end when anything besides the state of the fight changes; drafts of one file may share them.
    Values of the fight (`of_fight`) also follow from live state that their maker names. They end
    when that changes, too. `records` are the draft's records by combatant id (FIGHT for that of
    the fight itself). They end when the file changes, or all live states at once.

    `enabled`: whether anything is remembered. Without a cache the rules must give the same
    answers; tests compare the two to find a forgotten dependency."""

    def __init__(
        self, of_file: dict[str, Any] | None = None, *, enabled: bool = True
    ) -> None:
        self.records: dict[str, Any] = {}
        self._enabled = enabled
        self._of_file = {} if of_file is None else of_file
        self._of_fight: dict[Hashable, Any] = {}
        self._of_moment: dict[Hashable, Any] = {}
        self._by_owner: dict[str, set[Hashable]] = {}
        self._by_part: dict[str, dict[str, set[Hashable]]] = {}
        self._by_field: dict[str, set[Hashable]] = {}

    @property
    def values_of_file(self) -> dict[str, Any]:
        """The values of the file, for other drafts of the same file (`Draft`)."""
        return self._of_file

    def of_file(self, key: str, make: Callable[[], T]) -> T:
        """Return the cached value of `key`, or compute it with `make`, which may read everything
        but live state."""
        found: T
        if key in self._of_file:
            found = self._of_file[key]
        else:
            found = make()
            if self._enabled:
                self._of_file[key] = found
        return found

    def of_fight(
        self,
        key: Hashable,
        make: Callable[[], T],
        *,
        owners: Iterable[str] = (),
        fields: Iterable[str] = (),
    ) -> T:
        """Return the cached value of `key`, or compute it with `make`. `owners`: ids of the
        combatants whose live state `make` may read (FIGHT: that of the fight itself). `fields`:
        last keys of paths that it may read of anybody (`away`)."""
        found: T
        if key in self._of_fight:
            found = self._of_fight[key]
        else:
            found = make()
            self.keep(key, found, owners=owners, fields=fields)
        return found

    def of_moment(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of `key`, or compute it with `make`, which may read everything:
        the value ends with the next change of any kind."""
        found: T
        if key in self._of_moment:
            found = self._of_moment[key]
        else:
            found = make()
            if self._enabled:
                self._of_moment[key] = found
        return found

    def find(self, key: Hashable) -> Any:
        """Return the cached value of the fight under `key`; None if there is none."""
        return self._of_fight.get(key)

    def keep(
        self,
        key: Hashable,
        value: object,
        *,
        owners: Iterable[str] = (),
        fields: Iterable[str] = (),
        parts: tuple[str, Iterable[str]] | None = None,
    ) -> None:
        """Cache a value of the fight whose `owners` and `fields` (as in `of_fight`) are known only
        after it was computed. `parts`: the id of a combatant of whose live state it follows from
        these keys alone, such as `cover`; None if it follows from none."""
        if self._enabled:
            self._of_fight[key] = value
            for owner in owners:
                self._by_owner.setdefault(owner, set()).add(key)
            for field in fields:
                self._by_field.setdefault(field, set()).add(key)
            if parts is not None:
                by_part = self._by_part.setdefault(parts[0], {})
                for part in parts[1]:
                    by_part.setdefault(part, set()).add(key)

    def add_record(self, who: str, record: Any) -> None:
        """Let a record be that of `who` (FIGHT: of the fight) from now on. It caches only if
        caching is enabled."""
        self.records[who] = record
        if self._enabled:
            record.begin_caching()

    def live_state_changed(
        self, path: tuple[str, ...], *, created: bool = False
    ) -> None:
        """Drop what follows from the live state at `path`, which was written or put back.
        `created`: a map was only created on the way to a value."""
        self._of_moment.clear()
        deep = len(path)
        if deep >= OWNER and path[1] == "combatants":
            owner = path[2]
        elif path in _EVERYBODY and not created:
            self.clear_fight()
            return
        else:
            owner = FIGHT
        if keys := self._by_owner.get(owner):
            self._drop(keys)
        if deep >= OWNER:
            self._drop_by_keys(owner, path)
        record = self.records.get(owner)
        if record is not None:
            record.drop_cached(path)

    def _drop_by_keys(self, owner: str, path: tuple[str, ...]) -> None:
        """Drop what follows from single keys of live states, after the one at `path` was written:
        the keys of this path, or all of somebody who came or went."""
        by_part = self._by_part.get(owner)
        if len(path) > OWNER:
            if keys := self._by_field.get(path[-1]):
                self._drop(keys)
            if by_part and (keys := by_part.get(path[OWNER])):
                self._drop(keys)
            return
        for keys in self._by_field.values():
            self._drop(keys)
        for keys in by_part.values() if by_part else ():
            self._drop(keys)

    def _drop(self, keys: set[Hashable]) -> None:
        """Drop the values of these keys; empties the set."""
        for key in keys:
            self._of_fight.pop(key, None)
        keys.clear()

    def file_changed(self) -> None:
        """Drop everything: something besides the state of the fight was changed. Drafts that shared
        the values of the file keep them."""
        self._of_file = {}
        self.clear_fight()

    def clear_fight(self) -> None:
        """Drop all values of the fight, and let all records go."""
        for record in self.records.values():
            record.stop_caching()
        self.records.clear()
        self._of_moment.clear()
        self._of_fight.clear()
        self._by_owner.clear()
        self._by_part.clear()
        self._by_field.clear()
