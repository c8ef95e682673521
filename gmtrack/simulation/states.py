"""The decisive fields of live states: those that a ruleset calls decisive for what an attack is
worth, rounded, so that states that differ in nothing else share what is worked out."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from gmtrack.rulesets.port import Weighing

PLACED = ("effect", "location")
"""The keys of an effect that count in the cache."""


class StateField(NamedTuple):
    """A decisive field of a combatant's live state, and how it is rounded for the cache."""

    path: tuple[str, ...]
    steps: tuple[Any, ...]
    """The numbers that the value is rounded down to, or the names of the effects that count in a
    list of effects, or the words that count of a word. Empty: the value counts as it stands."""

    @property
    def name(self) -> str:
        """The name of the field, with dots between the keys of its path."""
        return ".".join(self.path)

    @property
    def is_amount(self) -> bool:
        """Whether the field holds numbers that are rounded down."""
        return any(type(step) is int for step in self.steps)

    def is_unlisted_word(self, value: Any) -> bool:
        """Whether the value is a word that does not count, as it is none of the `steps`."""
        return (
            isinstance(value, str)
            and bool(self.steps)
            and value not in self.steps
        )


State = tuple[tuple[StateField, Hashable], ...]
"""The decisive fields that a combatant's live state has, with their rounded values."""


STRIKING = "decisive fields of the attacker"
STRUCK = "decisive fields of the target"
STANCE = "decisive fields of both that are no amounts"
"""The fields that decide which actions are worth it. Wounds and points are left out."""
MEANS = "fields of what can be spent"
RESERVE = "amounts that can be spent and that decide how an attack on their owner goes"
PATIENT = "decisive fields of a patient"


def read_decisive_fields(
    weighing: Weighing,
) -> Mapping[str, Sequence[StateField]]:
    """Return the fields of `STRIKING`, `STRUCK`, `STANCE`, `MEANS`, `RESERVE` and `PATIENT`, as the
    ruleset names them."""

    def parse_fields(
        steps_by_name: Mapping[str, Sequence[Any]],
    ) -> list[StateField]:
        return [
            StateField(tuple(name.split(".")), tuple(steps))
            for name, steps in steps_by_name.items()
        ]

    striking, struck = (
        parse_fields(weighing.STRIKING),
        parse_fields(weighing.STRUCK),
    )
    stance = merge_fields(
        field for field in (*striking, *struck) if not field.is_amount
    )
    means = parse_fields(getattr(weighing, "MEANS", {}))
    spendable = {field.path for field in means}
    reserve = [
        field for field in struck if field.is_amount and field.path in spendable
    ]
    patient = parse_fields(getattr(weighing, "PATIENT", {}))
    return {
        STRIKING: striking,
        STRUCK: struck,
        STANCE: stance,
        MEANS: means,
        RESERVE: reserve,
        PATIENT: patient,
    }


def merge_fields(fields: Iterable[StateField]) -> list[StateField]:
    """Return fields, each path once: with the steps of all, or none where a value counts as it
    stands."""
    merged: dict[tuple[str, ...], StateField] = {}
    for field in fields:
        before = merged.get(field.path, field)
        is_whole = not before.steps or not field.steps
        steps = () if is_whole else (*before.steps, *field.steps)
        merged[field.path] = StateField(field.path, tuple(dict.fromkeys(steps)))
    return [*merged.values()]


def is_same(one: Hashable, other: Hashable) -> bool:
    """Whether two rounded values are equal and of the same type: 0 is not false."""
    return type(one) is type(other) and one == other


def round_state(value: Any, steps: Sequence[Any]) -> Hashable:
    """Make a value of the live state a key of the cache.

    Whole numbers are rounded down to one of `steps`; below the first of them they become the first.
    Words stay, lists become tuples and maps frozen sets. If `steps` are names of effects, a list of
    effects keeps those of these names, with their places alone. Without `steps` numbers stay as
    they are."""
    if value is None or isinstance(value, str):
        return value
    if steps and type(steps[0]) is str:
        effects = {
            (one["effect"], one.get("location"))
            for one in value
            if one["effect"] in steps
        }
        in_order = sorted(effects, key=str)
        return tuple(
            frozenset(zip(PLACED, one, strict=True)) for one in in_order
        )
    if isinstance(value, dict):
        return frozenset(
            (key, round_state(one, steps)) for key, one in value.items()
        )
    if isinstance(value, list | tuple):
        return tuple(round_state(one, steps) for one in value)
    if steps and type(value) is int:
        return int(
            max((step for step in steps if step <= value), default=steps[0])
        )
    return cast("Hashable", value)


def thaw_state(value: Hashable) -> Any:
    """Turn a rounded value back into the lists and maps of a live state."""
    if isinstance(value, frozenset):
        return {key: thaw_state(one) for key, one in sorted(value)}
    return (
        [thaw_state(one) for one in value]
        if isinstance(value, tuple)
        else value
    )
