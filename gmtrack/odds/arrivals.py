"""A way at a pause: what the attacks on it have come to, and what goes on from there."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gmtrack.core.draft import Path
from gmtrack.odds.unknown import Looks, Results, Unknown

Where = tuple[Any, ...]
"""Where a number is found at a pause: `("state", path, ...)`, `("number", 0)`, `("damage",)`."""
Shape = Any
"""A value with holes for its numbers."""
STATE, NUMBER, DAMAGE, MARKS = "state", "number", "damage", "marks"
MIXED = "mixed"
"""Begins the key of a number that was gathered: with the pause, and where it is found."""


OWNER = 3
"""So much of a path says whose it is."""


class _Hole:
    """Stands for a number."""

    def __repr__(self) -> str:
        return "HOLE"


HOLE = _Hole()


class Stage(NamedTuple):
    """How far an action has come: so many attacks are done, and the next one has been narrowed
    down so many times."""

    done: int
    narrowed: int


class SoFar(NamedTuple):
    """What the attacks that are done came to, all together; both may not be known yet. `marks`: a
    number of `Marks`."""

    damage: Any = 0
    marks: Any = 0


class Marks:
    """Everything that attacks brought about, each time as one number, so that it can be one that is
    not known."""

    def __init__(self) -> None:
        self._sets: list[frozenset[str]] = []
        self._numbers: dict[frozenset[str], int] = {}
        self.number(frozenset())

    def number(self, marks: frozenset[str]) -> int:
        if marks not in self._numbers:
            self._numbers[marks] = len(self._sets)
            self._sets.append(marks)
        return self._numbers[marks]

    def told(self, number: int) -> frozenset[str]:
        return self._sets[number]

    def more(self, marks: Any, new: frozenset[str]) -> Any:
        """The number of what was brought about before, maybe not known, and of what is new."""

        def with_new(number: int) -> int:
            return self.number(self.told(number) | new)

        if type(marks) is not Unknown:
            return with_new(marks)
        return marks.made((MARKS, new, marks.key), with_new) if new else marks


class Pause(Exception):
    """The run stops for now. `carried`: what the rules take along besides the state and
    `numbers`; `as_read`: numbers of the state that may not be written."""

    def __init__(
        self,
        number: int,
        stage: Stage,
        looks: Looks,
        carried: tuple[Any, ...],
        numbers: tuple[Any, ...],
        as_read: Mapping[Path, int],
    ) -> None:
        self.number = number
        self.stage = stage
        self.looks = looks
        self.carried = carried
        self.numbers = numbers
        self.as_read = as_read


class Rows(NamedTuple):
    """Numbers that are not known and hang together: how likely each row of them is, as a part of
    `of`."""

    wheres: tuple[Where, ...]
    weights: dict[tuple[int, ...], int]
    of: int


class Mix(NamedTuple):
    """What many ways have come to at the pause `number`: numbers that are not known, independent
    `tables` of them, and `values` that are. One that is in neither is not needed. `hidden` paths
    are as they were on one of the ways."""

    number: int
    tables: tuple[Rows, ...]
    values: Mapping[Where, int]
    state: Mapping[Path, Shape]
    hidden: frozenset[Path]

    def told(self, make: Callable[[Where], Any]) -> "Told":
        """All its numbers. `make` gives those that are not known."""
        return Told(self.values, make)


class Told(NamedTuple):
    """The numbers of a mix."""

    values: Mapping[Where, int]
    make: Callable[[Where], Any]

    def at(self, where: Where) -> Any:
        return self.values[where] if where in self.values else self.make(where)

    def fill(self, shape: Shape, where: Where) -> Any:
        """A value with its holes filled."""
        if shape is HOLE:
            return self.at(where)
        kind, parts = shape
        if kind is dict:
            return {key: self.fill(part, (*where, key)) for key, part in parts}
        if kind in (list, tuple):
            return kind(self.fill(part, (*where, n)) for n, part in enumerate(parts))
        return parts


class Arrival(NamedTuple):
    """One way at a pause. `numbers` are known or not; of those that are not known the needed ones
    stand in independent `tables`. `hidden` paths may not be on other ways as they are on this."""

    pause: Pause
    state: dict[Path, Shape]
    carried: Shape
    numbers: dict[Where, Any]
    tables: tuple[Rows, ...]
    hidden: frozenset[Path]
    unused: tuple[str, ...]
    """Dice on the table that nobody has asked for yet."""
    mixes: tuple[Mix, ...] = ()
    """What was gathered on the way there."""

    @property
    def group(self) -> tuple[Any, ...]:
        """What must be the same for ways to be gathered, but for the state."""
        return (self.carried, self.unused)


class Learned:
    """What is read after pauses, as it is found out: ways that differ there in more than numbers go
    on by themselves, and the numbers are told. All numbers of one combatant are learned at once."""

    def __init__(self) -> None:
        self._paths: set[Path] = set()
        self._owners: set[Path] = set()

    def path(self, path: Path) -> None:
        self._paths.add(path)

    def number(self, path: Path) -> None:
        self._owners.add(path[:OWNER])

    def knows(self, path: Path, *, number: bool) -> bool:
        """Whether what stands there is read."""
        return path in self._paths or (number and path[:OWNER] in self._owners)

    def needs(self, where: Where) -> bool:
        """Whether a number is told where ways are gathered."""
        return where[0] != STATE or self.knows(where[1], number=True)


def arrival(
    pause: Pause,
    so_far: SoFar,
    state: Mapping[Path, Any],
    hidden: Iterable[Path],
    unused: tuple[str, ...],
    learned: "Learned",
) -> Arrival:
    """What a way has come to; while its numbers can still be told. Raises Again."""
    numbers: dict[Where, Any] = {(DAMAGE,): so_far.damage, (MARKS,): so_far.marks}
    shapes = {path: _dissolve(value, (STATE, path), numbers) for path, value in state.items()}
    for place, number in enumerate(pause.numbers):
        numbers[NUMBER, place] = number
    unknown = [
        where
        for where, number in numbers.items()
        if type(number) is Unknown and not belongs_to_past(number) and learned.needs(where)
    ]
    tables = _tables({where: numbers[where] for where in unknown})
    carried = _dissolve(pause.carried, ("carried",), None)
    return Arrival(pause, shapes, carried, numbers, tables, frozenset(hidden), unused)


def _dissolve(value: Any, where: Where, numbers: dict[Where, Any] | None) -> Shape:
    """The shape of a value; its numbers are put where they belong, or stay in it."""
    kind = type(value)
    if numbers is not None and kind in (int, Unknown):
        numbers[where] = value
        return HOLE
    if kind is dict:
        parts = sorted(value.items(), key=lambda entry: repr(entry[0]))
        return dict, tuple((key, _dissolve(part, (*where, key), numbers)) for key, part in parts)
    if kind in (list, tuple):
        return kind, tuple(_dissolve(part, (*where, n), numbers) for n, part in enumerate(value))
    return (kind, value) if kind is not Unknown else (Unknown, id(value))


def _tables(numbers: dict[Where, Unknown]) -> tuple[Rows, ...]:
    """How likely the numbers are, by what hangs together."""
    parts: dict[int, tuple[Results, list[Where]]] = {}
    for where, number in numbers.items():
        results = number.place()[0]
        parts.setdefault(id(results), (results, []))[1].append(where)
    return tuple(_table(r, {w: numbers[w].place()[1] for w in mine}) for r, mine in parts.values())


def _table(results: Results, columns: dict[Where, list[int]]) -> Rows:
    found: dict[tuple[int, ...], int] = {}
    for row, weight in zip(zip(*columns.values(), strict=True), results.weights, strict=True):
        if weight:
            found[row] = found.get(row, 0) + weight
    return Rows(tuple(columns), found, sum(results.weights))


def belongs_to_past(number: Any) -> bool:
    """Whether it belongs to the past of its way."""
    return type(number) is Unknown and number.results is None
