"""A branch at a stage: what its attacks have come to, and all that what follows depends on.

The state of the fight and the stage that comes next are taken apart into their shape, with
placeholders, and the values (integers, known or random) that stood in their places, each by its
slot. The shapes of the state are numbered, so that they are values too. Branches are merged into a
mixture (`merging`): a state whose shapes and values are random variables with the joint
distribution of all those branches. A shape is observed when somebody reads what it is the shape of.
"""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from gmtrack.core.course import Checkpoint, Stage
from gmtrack.core.draft import MISSING, Path
from gmtrack.odds.joint_distribution import JointDistribution
from gmtrack.odds.random_variable import RandomVariable
from gmtrack.odds.watched_draft import OWNER_DEPTH

Slot = tuple[Any, ...]
"""The place of a value: `("state", path, ...)`, `("shape", path)`, `("stage", field, ...)`,
`("damage",)`."""
Shape = Any
"""A value with placeholders for its integers."""
STATE, SHAPE, STAGE, BLOCKS = "state", "shape", "stage", "blocks"
DAMAGE, SUFFERED, MARKS = "damage", "suffered", "marks"
MIXTURE = "mixture"
"""Begins the key of a variable of a mixture: then come the milestone and the slot."""
T = TypeVar("T", bound=Hashable)


class _Placeholder:
    """Stands for an integer."""

    def __repr__(self) -> str:
        return "PLACEHOLDER"


PLACEHOLDER = _Placeholder()
ABSENT = (type(MISSING), MISSING)
"""The shape of what is not there."""


class StageReached(Exception):
    """Ends the run for now."""

    def __init__(self, stage: Stage[Any]) -> None:
        self.stage = stage


class SummedOut(NamedTuple):
    """Stands for a random variable that an earlier merge has summed out."""

    key: Any


class StillRandom(NamedTuple):
    """Stands for a random variable of the branch."""


RANDOM = StillRandom()


class JointTable(NamedTuple):
    """A joint distribution of the values in some slots, apart from any run: rows, each with its
    weight as a part of `denominator`."""

    slots: tuple[Slot, ...]
    rows: tuple[tuple[tuple[int, ...], int], ...]
    denominator: int


class MergeKey(NamedTuple):
    """What must be the same where branches meet, besides the state: where they are, the stage that
    comes next, the blocks of the report that are begun, typed dice that no roll has asked for yet,
    and who has attacked or was attacked so far."""

    at: Checkpoint
    stage: Shape
    blocks: Shape
    typed: Hashable
    people: frozenset[str]


class Mixture(NamedTuple):
    """What merged branches go on with: independent `tables` of random values, and `values` that
    are the same on all of them. A slot in neither is not needed. `paths` of the state were written
    on some of the branches."""

    merge_key: MergeKey
    tables: tuple[JointTable, ...]
    values: tuple[tuple[Slot, int], ...]
    paths: tuple[Path, ...]
    as_read: tuple[tuple[Path, int], ...]


class Arrival(NamedTuple):
    """A branch that has come to a stage. Of its `values` those that are random and needed stand in
    independent `tables`; `dropped` are those that nobody was known to need. `as_read` are numbers
    that were read before this branch wrote them."""

    merge_key: MergeKey
    paths: tuple[Path, ...]
    values: Mapping[Slot, int | SummedOut | StillRandom]
    tables: tuple[JointTable, ...]
    dropped: frozenset[Slot]
    as_read: Mapping[Path, int]


class Numbered(Generic[T]):
    """Things by numbers, so that which of them it is can be a random variable."""

    def __init__(self) -> None:
        self._things: list[T] = []
        self._numbers: dict[T, int] = {}

    def number_of(self, thing: T) -> int:
        if thing not in self._numbers:
            self._numbers[thing] = len(self._things)
            self._things.append(thing)
        return self._numbers[thing]

    def thing_of(self, number: int) -> T:
        return self._things[number]


class Shapes(Numbered[Shape]):
    """Shapes of the state."""

    def __init__(self) -> None:
        super().__init__()
        self.absent = self.number_of(ABSENT)
        self.value = self.number_of(PLACEHOLDER)


class ReadLater:
    """Of whom something is read after a stage has begun, as it is found out run by run: all that
    belongs to a combatant counts as read at once. What nobody reads is not kept."""

    def __init__(self) -> None:
        self._owners: set[Path] = set()

    def add(self, slot: Slot) -> bool:
        """Somebody reads it; whether that was not known."""
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
    """Puts the values of a mixture into shapes; `variable` gives those that are random."""

    values: Mapping[Slot, int]
    variable: Callable[[Slot], Any]

    def at(self, slot: Slot) -> Any:
        return self.values[slot] if slot in self.values else self.variable(slot)

    def fill(self, shape: Shape, slot: Slot) -> Any:
        """A value, with its placeholders filled."""
        if shape is PLACEHOLDER:
            return self.at(slot)
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
    """The shape of a value of the state, or of a stage; its integers go to `values`. Raises
    TypeError for what cannot be compared."""
    kind = type(value)
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
    """The places of its values."""
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


def _has_named_parts(kind: type) -> bool:
    """Whether its values have parts with names."""
    return hasattr(kind, "_fields") or is_dataclass(kind)


def _part_names(kind: Any) -> Collection[str]:
    return (
        kind._fields
        if hasattr(kind, "_fields")
        else [field.name for field in fields(kind)]
    )


def joint_tables(
    random: Mapping[Slot, RandomVariable],
) -> tuple[JointTable, ...]:
    """The distributions of random values, those of one joint distribution together. Raises
    MarginalizedOut."""
    parts: dict[int, tuple[JointDistribution, dict[Slot, list[int]]]] = {}
    for slot, variable in random.items():
        joint, column = variable.locate()
        parts.setdefault(id(joint), (joint, {}))[1][slot] = column
    return tuple(
        _joint_table(joint, columns) for joint, columns in parts.values()
    )


def _joint_table(
    joint: JointDistribution, columns: Mapping[Slot, list[int]]
) -> JointTable:
    found: dict[tuple[int, ...], int] = {}
    for row, weight in zip(
        zip(*columns.values(), strict=True), joint.weights, strict=True
    ):
        found[row] = found.get(row, 0) + weight
    return JointTable(tuple(columns), tuple(found.items()), sum(joint.weights))


def detached_value(value: Any) -> int | SummedOut | StillRandom:
    """What stands for a value apart from its run."""
    if type(value) is not RandomVariable:
        return int(value)
    return SummedOut(value.key) if value.joint is None else RANDOM
