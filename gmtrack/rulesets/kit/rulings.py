"""What rulesets share about doubts in their source: how each is settled, and the house rule that
settles it otherwise."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.port import HouseRule


class Ruling(NamedTuple):
    """One row: a doubt about the source, how it is settled, and the house rule that changes it.

    `kind`: A the source is ambiguous, C it contradicts itself, G it has a gap.
    `key`: the house rule; None where the reading is fixed, or set per weapon or per sheet.
    `values`: what the key may be, the default first; or `dict` or `list`, a free map or list.
    The word "off" is the same as False. Numbers and truth values are different things here:
    1 is not True.
    `free`: a type whose values are allowed too (`int` any number, `list` a list of words).
    `why_fixed`: why this key cannot be switched; empty where it can.
    """

    id: str
    kind: Literal["A", "C", "G"]
    question: str
    default: str
    key: str | None = None
    values: tuple[object, ...] | type = ()
    free: type | None = None
    why_fixed: str = ""


def by_key(rulings: Iterable[Ruling]) -> dict[str, Ruling]:
    """The rulings that a house rule names, by its key; those that cannot be switched too."""
    return {ruling.key: ruling for ruling in rulings if ruling.key is not None}


def switchable(rulings: Mapping[str, Ruling]) -> dict[str, HouseRule]:
    """The house rules of a ruleset for its Schema."""
    return {
        key: HouseRule(key, ruling.id, _first(ruling), ruling.values, ruling.free)
        for key, ruling in rulings.items()
        if not ruling.why_fixed
    }


def fixed(rulings: Mapping[str, Ruling]) -> dict[str, str]:
    """The keys that cannot be switched, with the reason, for a Schema."""
    return {key: ruling.why_fixed for key, ruling in rulings.items() if ruling.why_fixed}


def _first(ruling: Ruling) -> object:
    return ruling.values[0] if isinstance(ruling.values, tuple) else ruling.values()


class HouseRules:
    """Reads the house rules of one encounter. YAML reads a bare `off` as false: both are taken."""

    def __init__(self, house_rules: Data, rulings: Mapping[str, Ruling]) -> None:
        self._set = house_rules
        self._rulings = rulings

    def value(self, key: str) -> Any:
        """What is in force for `key`: the encounter's value, else the ruling's default (None for
        a free map or list)."""
        ruling = self._rulings[key]
        if key not in self._set:
            return ruling.values[0] if isinstance(ruling.values, tuple) else None
        given = self._set[key]
        if given is False and False not in _words(ruling.values):
            return "off"
        return given

    def text(self, key: str) -> str:
        return str(self.value(key))

    def on(self, key: str) -> bool:
        """A true-or-false ruling."""
        return bool(self.value(key))

    def choice(self, key: str, value: object) -> bool:
        """Whether `value` is in force for `key`."""
        return bool(self.value(key) == value)

    def number(self, key: str) -> int | None:
        value = self.value(key)
        return None if value is None else int(value)

    def map(self, key: str) -> Mapping[str, Any]:
        """A ruling that is a map; empty by default."""
        value = self._set.get(key)
        return value if isinstance(value, dict) else {}


def _words(values: object) -> tuple[object, ...]:
    """The listed values of a ruling, none where any value of a type will do."""
    # 0 == False in Python, but a 0 among the values is not `off`.
    listed = values if isinstance(values, tuple) else ()
    return tuple(v for v in listed if isinstance(v, bool) or not isinstance(v, int))
