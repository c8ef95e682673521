"""A branch at a checkpoint: what its attacks have come to, and all that what follows depends on.

The state of the fight at a checkpoint is taken apart into its shape, with placeholders, and the
values (integers, known or random) that stood in their places, each by its slot. Branches of the
same shape differ only in values: they are merged into a mixture (`merging`), a state of the same
shape whose values are random variables with the joint distribution of all those branches.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gmtrack.core.draft import Path
from gmtrack.odds.joint_distribution import JointDistribution
from gmtrack.odds.random_variable import Observations, RandomVariable

Slot = tuple[Any, ...]
"""The place of a value: `("state", path, ...)`, `("value", 0)`, `("damage",)`, `("marks",)`."""
Shape = Any
"""A value of the state with placeholders for its integers."""
STATE, VALUE, DAMAGE, MARKS = "state", "value", "damage", "marks"
MIXTURE = "mixture"
"""Begins the key of a variable of a mixture: then come the checkpoint and the slot."""
OWNER_DEPTH = 3
"""So much of a path names the combatant that it belongs to."""


class _Placeholder:
    """Stands for an integer."""

    def __repr__(self) -> str:
        return "PLACEHOLDER"


PLACEHOLDER = _Placeholder()


class Stage(NamedTuple):
    """How far an action has come: attacks that are resolved, and checkpoints in the next one."""

    resolved: int
    inside: int


class Totals(NamedTuple):
    """What the attacks so far came to, all together; both may be random. `marks` is the number of
    a set in `MarkSets`."""

    damage: Any = 0
    marks: Any = 0


class MarkSets:
    """Sets of effects that attacks had, numbered, so that a set can be a random variable."""

    def __init__(self) -> None:
        self._sets: list[frozenset[str]] = []
        self._numbers: dict[frozenset[str], int] = {}
        self.number_of(frozenset())

    def number_of(self, marks: frozenset[str]) -> int:
        if marks not in self._numbers:
            self._numbers[marks] = len(self._sets)
            self._sets.append(marks)
        return self._numbers[marks]

    def numbered(self, number: int) -> frozenset[str]:
        return self._sets[number]

    def union(self, marks: Any, new: frozenset[str]) -> Any:
        """The number of the union of a numbered set, maybe random, and a new one."""

        def with_new(number: int) -> int:
            return self.number_of(self.numbered(number) | new)

        if type(marks) is not RandomVariable:
            return with_new(marks)
        return marks.derived((MARKS, new, marks.key), with_new) if new else marks


class CheckpointReached(Exception):
    """Ends the run for now. `carried` and `values` are what the rules depend on besides the state,
    `as_read` values of the state that may not be written."""

    def __init__(
        self, number: int, stage: Stage, observations: Observations,
        carried: tuple[Any, ...], values: tuple[Any, ...], as_read: Mapping[Path, int],
    ) -> None:  # fmt: skip
        self.number = number
        self.stage = stage
        self.observations = observations
        self.carried = carried
        self.values = values
        self.as_read = as_read


class JointTable(NamedTuple):
    """A joint distribution of the values in some slots, apart from any run: the weight of each row
    as a part of `denominator`."""

    slots: tuple[Slot, ...]
    weights: dict[tuple[int, ...], int]
    denominator: int


class Mixture(NamedTuple):
    """What merged branches go on with at a checkpoint: independent `tables` of random values, and
    `values` that are the same on all of them. A slot in neither is not needed. `hidden` paths stand
    as they do on one of the branches, and must not be read."""

    checkpoint: int
    tables: tuple[JointTable, ...]
    values: Mapping[Slot, int]
    state: Mapping[Path, Shape]
    hidden: frozenset[Path]


class Filling(NamedTuple):
    """Puts the values of a mixture into shapes; `variable` gives those that are random."""

    values: Mapping[Slot, int]
    variable: Callable[[Slot], Any]

    def at(self, slot: Slot) -> Any:
        return self.values[slot] if slot in self.values else self.variable(slot)

    def fill(self, shape: Shape, slot: Slot) -> Any:
        """A value of the state, with its placeholders filled."""
        if shape is PLACEHOLDER:
            return self.at(slot)
        kind, parts = shape
        if kind is dict:
            return {key: self.fill(part, (*slot, key)) for key, part in parts}
        if kind in (list, tuple):
            return kind(self.fill(part, (*slot, n)) for n, part in enumerate(parts))
        return parts


class Arrival(NamedTuple):
    """A branch that has arrived at a checkpoint. Of its `values` those that are random and needed
    stand in independent `tables` too."""

    reached: CheckpointReached
    state: dict[Path, Shape]
    carried: Shape
    values: dict[Slot, Any]
    tables: tuple[JointTable, ...]
    hidden: frozenset[Path]
    unused: tuple[str, ...]
    """Typed dice that no roll has asked for yet."""
    mixtures: tuple[Mixture, ...] = ()
    """Those that it came from, one for each checkpoint."""

    @property
    def group(self) -> tuple[Any, ...]:
        """What branches must have in common to be merged, besides the state."""
        return (self.carried, self.unused)


class ReadLater:
    """Which of the state is read after a checkpoint, as it is found out run by run: there branches
    of different shape stay apart, and values are kept. What nobody reads may be merged however it
    differs. The values of a combatant count as read all at once."""

    def __init__(self) -> None:
        self._paths: set[Path] = set()
        self._owners: set[Path] = set()

    def add(self, path: Path) -> None:
        self._paths.add(path)

    def add_values(self, path: Path) -> None:
        """Of whom the path belongs to."""
        self._owners.add(path[:OWNER_DEPTH])

    def includes(self, path: Path, *, value: bool) -> bool:
        """`value`: whether the path has a value on some branch."""
        return path in self._paths or (value and path[:OWNER_DEPTH] in self._owners)

    def needs(self, slot: Slot) -> bool:
        """Whether a merge must keep the value of a slot."""
        return slot[0] != STATE or self.includes(slot[1], value=True)


def arrival(
    reached: CheckpointReached, totals: Totals, state: Mapping[Path, Any],
    hidden: Iterable[Path], unused: tuple[str, ...], read_later: ReadLater,
) -> Arrival:  # fmt: skip
    """The branch at a checkpoint, while its run can still tell the distributions. Raises
    MarginalizedOut."""
    values: dict[Slot, Any] = {(DAMAGE,): totals.damage, (MARKS,): totals.marks}
    shapes = {path: _take_apart(value, (STATE, path), values) for path, value in state.items()}
    for place, value in enumerate(reached.values):
        values[VALUE, place] = value
    random = {
        slot: value
        for slot, value in values.items()
        if type(value) is RandomVariable and not is_past(value) and read_later.needs(slot)
    }
    carried = _take_apart(reached.carried, ("carried",), None)
    return Arrival(reached, shapes, carried, values, _tables(random), frozenset(hidden), unused)


def _take_apart(value: Any, slot: Slot, values: dict[Slot, Any] | None) -> Shape:
    """The shape of a value of the state. Its integers go to `values`; without, they stay in it."""
    kind = type(value)
    if values is not None and kind in (int, RandomVariable):
        values[slot] = value
        return PLACEHOLDER
    if kind is dict:
        parts = sorted(value.items(), key=lambda entry: repr(entry[0]))
        return dict, tuple((key, _take_apart(part, (*slot, key), values)) for key, part in parts)
    if kind in (list, tuple):
        return kind, tuple(_take_apart(part, (*slot, n), values) for n, part in enumerate(value))
    return (kind, value) if kind is not RandomVariable else (RandomVariable, id(value))


def _tables(random: dict[Slot, RandomVariable]) -> tuple[JointTable, ...]:
    """The distributions of random values, those of one joint distribution together."""
    parts: dict[int, tuple[JointDistribution, list[Slot]]] = {}
    for slot, variable in random.items():
        joint = variable.located()[0]
        parts.setdefault(id(joint), (joint, []))[1].append(slot)
    return tuple(
        _table(joint, {slot: random[slot].located()[1] for slot in slots})
        for joint, slots in parts.values()
    )


def _table(joint: JointDistribution, columns: dict[Slot, list[int]]) -> JointTable:
    found: dict[tuple[int, ...], int] = {}
    for row, weight in zip(zip(*columns.values(), strict=True), joint.weights, strict=True):
        if weight:
            found[row] = found.get(row, 0) + weight
    return JointTable(tuple(columns), found, sum(joint.weights))


def is_past(value: Any) -> bool:
    """Whether it is a random variable that an earlier merge has summed out."""
    return type(value) is RandomVariable and value.joint is None
