"""Branches at a stage, taken apart so that they can be merged.

The state of the fight and the stage that comes next are taken apart into shapes, in which
placeholders stand for integers, and the values of those integers, known or random, each under
its slot. The shapes of the state are numbered, so that they are values too. Branches are merged
into a mixture (`merging`): a state whose shapes and values are random variables with the joint
distribution of all those branches. A shape is observed when the rules read a path of the state
that has this shape."""

import warnings
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from gmtrack.core.draft import MISSING, Path
from gmtrack.core.stages import Checkpoint, Stage
from gmtrack.odds.joint_distribution import JointDistribution
from gmtrack.odds.random_variable import RandomVariable
from gmtrack.odds.watched_draft import OWNER_DEPTH

Slot = tuple[Any, ...]
"""The key of a value: `("state", path, ...)`, `("shape", path)`, `("stage", field, ...)`,
`("damage",)`."""
Shape = Any
"""A value in which placeholders stand for integers."""
STATE, SHAPE, STAGE, BLOCKS = "state", "shape", "stage", "blocks"
DAMAGE, SUFFERED, MARKS = "damage", "suffered", "marks"
MIXTURE = "mixture"
"""The first part of the key of a mixture's random variable; the checkpoint and the slot follow."""
T = TypeVar("T", bound=Hashable)


class _Placeholder:
    """The placeholder of an integer in a shape."""

    def __repr__(self) -> str:
        return "PLACEHOLDER"


PLACEHOLDER = _Placeholder()
ABSENT = (type(MISSING), MISSING)
"""The shape of a path where the state holds nothing."""


class StageReached(Exception):
    """Raised to end a run at a stage where branches are merged."""

    def __init__(self, stage: Stage[Any]) -> None:
        self.stage = stage


class SummedOut(NamedTuple):
    """A stand-in for a random variable that an earlier merge has summed out."""

    key: Any


class StillRandom(NamedTuple):
    """A stand-in for a random variable of the branch, whose distribution is kept in a table."""


RANDOM = StillRandom()


TableRow = tuple[int, ...]
"""A row of a joint table: a value for each of its slots."""


class JointTable(NamedTuple):
    """A joint distribution of the values in some slots, independent of any run: rows, each with
    its weight as a part of `denominator`."""

    slots: tuple[Slot, ...]
    rows: tuple[tuple[TableRow, int], ...]
    denominator: int


def checkpoint_of(stage: Stage[Any]) -> Checkpoint:
    """Return the checkpoint at which a stage begins. A ruleset of another distribution may still
    call it `at`: then its author is warned with a DeprecationWarning."""
    try:
        return stage.checkpoint
    except AttributeError:
        old = getattr(stage, "at", None)
        if not isinstance(old, Checkpoint):
            raise
        message = f"{type(stage).__qualname__}: `at` is called `checkpoint` now"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return old


class MergeKey(NamedTuple):
    """A key that branches must have in common to be merged: the checkpoint, the stage that comes
    next, the unfinished blocks of the report, the typed dice that no roll has used yet, and who
    has attacked or was attacked so far."""

    checkpoint: Checkpoint
    stage: Shape
    blocks: Shape
    typed: Hashable
    people: frozenset[str]


class Mixture(NamedTuple):
    """Branches merged into one, from which runs go on.

    `tables` are independent distributions of random values, `values` are those that are equal on
    all branches; a slot in neither is not needed. `paths` of the state were written on some of
    the branches; `as_read` are numbers that all branches read there before they wrote."""

    merge_key: MergeKey
    tables: tuple[JointTable, ...]
    values: tuple[tuple[Slot, int], ...]
    paths: tuple[Path, ...]
    as_read: tuple[tuple[Path, int], ...]


class Arrival(NamedTuple):
    """A branch that has come to a stage.

    The `values` that are random and needed stand in independent `tables`; `dropped` are the
    slots that nobody was known to need. `as_read` are numbers that were read before this branch
    wrote them."""

    merge_key: MergeKey
    paths: tuple[Path, ...]
    values: Mapping[Slot, int | SummedOut | StillRandom]
    tables: tuple[JointTable, ...]
    dropped: frozenset[Slot]
    as_read: Mapping[Path, int]


class Numbered(Generic[T]):
    """A numbering of things, so that a random variable can say which of them it is."""

    def __init__(self) -> None:
        self._things: list[T] = []
        self._numbers: dict[T, int] = {}

    def number_of(self, value: T) -> int:
        """Return the number of a thing; a new thing gets the next one."""
        if value not in self._numbers:
            self._numbers[value] = len(self._things)
            self._things.append(value)
        return self._numbers[value]

    def thing_of(self, number: int) -> T:
        """Return the thing that has this number."""
        return self._things[number]


class Shapes(Numbered[Shape]):
    """A numbering of the shapes of state values."""

    def __init__(self) -> None:
        super().__init__()
        self.absent = self.number_of(ABSENT)
        self.value = self.number_of(PLACEHOLDER)


class ReadLater:
    """The combatants whose state is read after a stage has begun, as far as runs have shown. A
    merge drops the state of all others. Everything that belongs to one combatant counts as read
    at once."""

    def __init__(self) -> None:
        self._owners: set[Path] = set()

    def add(self, slot: Slot) -> bool:
        """Note that the rules read the combatant of a slot. Return whether that is new."""
        if self.must_keep(slot):
            return False
        self._owners.add(slot[1][:OWNER_DEPTH])
        return True

    def must_keep(self, slot: Slot) -> bool:
        """Whether a merge must keep the value of a slot."""
        return (
            slot[0] not in (STATE, SHAPE)
            or slot[1][:OWNER_DEPTH] in self._owners
        )


class Filling(NamedTuple):
    """The values of a mixture, to be put into shapes. `values` holds the known ones, `variable`
    returns a random one."""

    values: Mapping[Slot, int]
    variable: Callable[[Slot], Any]

    def value_at(self, slot: Slot) -> Any:
        """Return the value of a slot, known or random."""
        return self.values[slot] if slot in self.values else self.variable(slot)

    def fill(self, shape: Shape, slot: Slot) -> Any:
        """Return the value that a shape stands for, with its placeholders filled."""
        if shape is PLACEHOLDER:
            return self.value_at(slot)
        kind, parts = shape
        if kind is dict:
            return {key: self.fill(part, (*slot, key)) for key, part in parts}
        if kind in (list, tuple):
            return kind(
                self.fill(part, (*slot, n)) for n, part in enumerate(parts)
            )
        if _has_named_parts(kind):
            return kind(
                **{name: self.fill(part, (*slot, name)) for name, part in parts}
            )
        return parts


def take_apart(value: Any, slot: Slot, values: dict[Slot, Any]) -> Shape:
    """Return the shape of a value of the state or of a stage, and put its integers into `values`
    under their slots. Raises TypeError for a value that cannot be hashed."""
    kind: Any = type(value)
    if kind in (int, RandomVariable):
        values[slot] = value
        return PLACEHOLDER
    if kind is dict:
        parts = sorted(value.items(), key=lambda entry: repr(entry[0]))
        return dict, tuple(
            (key, take_apart(part, (*slot, key), values)) for key, part in parts
        )
    if kind in (list, tuple):
        return kind, tuple(
            take_apart(part, (*slot, n), values) for n, part in enumerate(value)
        )
    if _has_named_parts(kind):
        named = ((name, getattr(value, name)) for name in _part_names(kind))
        return kind, tuple(
            (name, take_apart(part, (*slot, name), values))
            for name, part in named
        )
    hash(value)
    return kind, value


def slots_in(shape: Shape, slot: Slot) -> set[Slot]:
    """Return the slots of all placeholders in a shape that is stored under `slot`."""
    if shape is PLACEHOLDER:
        return {slot}
    kind, parts = shape
    if kind in (list, tuple):
        return set().union(
            *(slots_in(part, (*slot, n)) for n, part in enumerate(parts))
        )
    if kind is dict or _has_named_parts(kind):
        return set().union(
            *(slots_in(part, (*slot, key)) for key, part in parts)
        )
    return set()


# Cached, since searches ask for each part of each value, and there are few types.
@cache
def _has_named_parts(kind: Any) -> bool:
    """Whether a type is a named tuple or a dataclass."""
    return hasattr(kind, "_fields") or is_dataclass(kind)


@cache
def _part_names(kind: Any) -> Collection[str]:
    """Return the names of the parts of a named tuple's or dataclass's values."""
    if hasattr(kind, "_fields"):
        names: Collection[str] = kind._fields
        return names
    return [field.name for field in fields(kind)]


def joint_tables(
    random: Mapping[Slot, RandomVariable],
) -> tuple[JointTable, ...]:
    """Return the tables of these random variables, one table for all that depend on each other.
    Raises MarginalizedOut where a join has summed one out."""
    parts: dict[int, tuple[JointDistribution, dict[Slot, list[int]]]] = {}
    for slot, variable in random.items():
        joint, column = variable.locate()
        _, columns = parts.setdefault(id(joint), (joint, {}))
        columns[slot] = column
    return tuple(
        _joint_table(joint, columns) for joint, columns in parts.values()
    )


def _joint_table(
    joint: JointDistribution, columns: Mapping[Slot, list[int]]
) -> JointTable:
    """Return the table of these columns of a joint distribution; equal rows become one."""
    weights: dict[TableRow, int] = {}
    rows = zip(*columns.values(), strict=True)
    for row, weight in zip(rows, joint.weights, strict=True):
        weights[row] = weights.get(row, 0) + weight
    whole = sum(joint.weights)
    return JointTable(tuple(columns), tuple(weights.items()), whole)


def detached_value(value: Any) -> int | SummedOut | StillRandom:
    """Return what stands for a value once its run is over: the integer, or a stand-in for a
    random variable."""
    if type(value) is not RandomVariable:
        return int(value)
    return SummedOut(value.key) if value.joint is None else RANDOM
