"""Lookup of values in foreign files, whose places depend on the program's version. When a new
version moves a value, the program's table gets one more row."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from gmtrack.characters.plain import parse_whole_number, value_under
from gmtrack.core.foreign import LostPart

T = TypeVar("T")


class VersionedPlace(NamedTuple):
    """A path of keys to a value, from version `since` on.

    An empty `since` is the oldest version that is read. `plus` is added to a number found there,
    because some versions keep only what exceeds the usual."""

    since: str
    keys: tuple[str, ...]
    plus: int = 0


PlaceTable = Mapping[str, tuple[VersionedPlace, ...]]
"""The places of each value, the oldest first, by the name that this program has for the value."""


class ForeignSystem(NamedTuple):
    """A program, or a system of Foundry: its name, the newest version that is known, its places."""

    name: str
    newest: str
    table: PlaceTable


class Places:
    """The values of one character, looked up where the version of the program keeps them.

    `version` is that of the file; empty if the file does not say. `reach` is the function that
    returns what stands under keys from a node of the file. `missing` collects the values that
    were not found in a file that is newer than the newest version known."""

    def __init__(
        self,
        system: ForeignSystem,
        version: str,
        reach: Callable[..., Any] = value_under,
    ) -> None:
        self.missing: list[LostPart] = []
        self._reach = reach
        self._system = system
        self._version = version
        self._is_newer = (
            version_rank(version)[:2] > version_rank(system.newest)[:2]
        )

    def find(
        self,
        what: str,
        node: object,
        owner: str,
        at: str,
        read: Callable[[Any], T | None],
    ) -> T | None:
        """Return the value `what` below a node, after `read`, which returns None for a value of
        the wrong kind. None if no place has one; then the value is added to `missing`.

        `owner` and `at` say whose value it is and where the node stands in the file, for that
        entry."""
        found = self.peek(what, node, read)
        if found is None:
            self._note_missing(what, owner, at)
        return found

    def number(
        self, what: str, node: object, owner: str, at: str
    ) -> int | None:
        """Return a whole number as `find`, plus what its place adds to it."""
        found = next(
            self._values_in_order(what, node, parse_whole_number), None
        )
        if found is None:
            self._note_missing(what, owner, at)
            return None
        number, place = found
        return number + place.plus

    def peek(
        self, what: str, node: object, read: Callable[[Any], T | None]
    ) -> T | None:
        """Return a value as `find`, but without an entry in `missing` if there is none."""
        return next(
            (value for value, _ in self._values_in_order(what, node, read)),
            None,
        )

    def where(self, what: str, node: object) -> str:
        """Return the dotted path at which a number stands, or would stand in the newest version,
        below the system data."""
        found = next(
            self._values_in_order(what, node, parse_whole_number), None
        )
        place = found[1] if found else self._system.table[what][-1]
        return ".".join(("system", *place.keys))

    def _values_in_order(
        self, what: str, node: object, read: Callable[[Any], T | None]
    ) -> Iterator[tuple[T, VersionedPlace]]:
        """Yield each value that a place has, as `read` returns it, with the place."""
        for place in self._places_in_order(what):
            value = read(self._reach(node, *place.keys))
            if value is not None:
                yield value, place

    def _places_in_order(self, what: str) -> Iterator[VersionedPlace]:
        """Yield the places of the file's version, the newest first, then those of later versions:
        a file may be newer than it says."""
        rows = self._system.table[what]
        known = [
            row
            for row in rows
            if version_rank(row.since) <= version_rank(self._version)
        ]
        yield from reversed(known)
        yield from (row for row in rows if row not in known)

    def _note_missing(self, what: str, owner: str, at: str) -> None:
        """Add a value to `missing`, once, if the file is newer than the newest version known."""
        if not self._is_newer:
            return
        name, newest, table = self._system
        path = ".".join(table[what][-1].keys)
        where = f"not where {name} {newest} has it"
        why = f"{where}: the file is of {self._version}, which is newer"
        lost = LostPart(f"{what} of {owner} ({path})", why, at)
        if lost not in self.missing:
            self.missing.append(lost)


def version_rank(version: str) -> tuple[int, ...]:
    """Return the first three numbers of a version, to compare versions by; () for a text without
    numbers."""
    return tuple(int(number) for number in re.findall(r"\d{1,6}", version)[:3])
