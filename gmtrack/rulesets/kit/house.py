"""The rulings in force in one encounter: a typed attribute for each, its default first.

    class House(Rulings):
        glitch_rule: Literal["more_than_half", "half_or_more", "off"] = ruled("R-TEST-1")
        bleed_interval_rounds: Literal["body*12"] | int = ruled("R-DIE-5")
        damage_multipliers: Mapping[str, float] = ruled("R-DMG-1")

The name is the house rule's key, the annotation what it may be: listed values, and `int`, `list` or
`Mapping` for any number, list or map. What a ruling says in words stands in the ruleset's RULES.md.

A key may set others: `PRESETS` says which value of it sets what.

        play: Literal["source", "common"] = ruled("R-PLAY-1")
        PRESETS = {"play": {"common": {"glitch_rule": "off"}}}
"""

from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
)

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.port import HouseRule, Problem


def ceil_div(a: int, b: int) -> int:
    """Return a / b, rounded up."""
    return -(-a // b)


ROUNDING: Mapping[str, Callable[[int, int], int]] = {
    "down": lambda a, b: a // b,
    "up": ceil_div,
    "nearest": lambda a, b: (2 * a + b) // (2 * b),
}
"""Functions that round a quotient of whole numbers, by a house rule's word; `nearest` rounds
halves up."""


FREE: Mapping[Any, type] = {int: int, list: list, Mapping: dict}
"""Types of which any value is allowed, each with the type that a file has for it."""


class Rulings:
    """Base of a ruleset's `House`, the rulings in force in one encounter. `set` are the house
    rules that the file sets. YAML reads a bare `off` as false: both are taken."""

    PRESETS: ClassVar[Mapping[str, Mapping[Any, Mapping[str, Any]]]] = {}
    """The values of other keys that a key sets, by that key and its value. A key that the file
    sets itself keeps the file's value."""

    def __init__(self, house_rules: Data) -> None:
        self.set = house_rules


class Preset(NamedTuple):
    """A value that another key gives a house rule: the value, and that key with its own."""

    value: Any
    key: str
    key_value: Any


def find_preset(
    house: type[Rulings], house_rules: Data, key: str
) -> Preset | None:
    """Return the value that another house rule of a file gives this key. None: no other gives
    one, or the file sets the key itself."""
    if key in house_rules:
        return None
    for preset, by_value in house.PRESETS.items():
        chosen = house_rules.get(preset)
        for value, given in by_value.items():
            if value == chosen and key in given:
                return Preset(given[key], preset, value)
    return None


class Ruled:
    """Descriptor of one ruling, by its row in RULES.md. Reading it gives the value in force,
    which is cached: the file's, else that of a preset, else the default. `why_fixed`: why no file
    may set the key although the row names it; empty: a file may."""

    def __init__(self, ruling: str, why_fixed: str = "") -> None:
        self.ruling = ruling
        self.why_fixed = why_fixed
        self.key = ""
        self._rule: HouseRule | None = None

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = name

    def __get__(self, house: Rulings | None, owner: type) -> Any:
        if house is None:
            return self
        rule = self.rule(owner)
        preset = find_preset(type(house), house.set, self.key)
        otherwise = rule.default if preset is None else preset.value
        value = house.set.get(self.key, otherwise)
        words = rule.allowed if isinstance(rule.allowed, tuple) else ()
        # 0 == False in Python, but a 0 among the values is not `off`.
        if value is False and not any(word is False for word in words):
            value = "off"
        house.__dict__[self.key] = value
        return value

    def rule(self, house: type) -> HouseRule:
        """Return the ruling as a `HouseRule` for the schema, made from its annotation and
        cached."""
        if self._rule is None:
            self._rule = _make_house_rule(
                self.key, self.ruling, house.__annotations__[self.key]
            )
        return self._rule


ruled: Any = Ruled
"""The constructor of `Ruled` under a name whose type is Any, so that a type checker takes the
attribute for one of the annotated type."""


def _make_house_rule(key: str, ruling: str, kind: Any) -> HouseRule:
    """Make the HouseRule of a key from its annotation: the listed values (the first is the
    default) and a type of which any value is allowed. Raises TypeError for an annotation without
    values."""
    listed: tuple[object, ...] = ()
    free: type | None = None
    union = isinstance(kind, UnionType) or get_origin(kind) is Union
    for part in get_args(kind) if union else (kind,):
        origin = get_origin(part)
        if origin is Literal:
            listed += get_args(part)
        elif part is type(None):
            listed += (None,)
        else:
            free = FREE[origin or part]
    if listed:
        return HouseRule(key, ruling, listed[0], listed, free)
    if free is None:
        raise TypeError(f"{key}: {kind} has no values")
    return HouseRule(key, ruling, free(), free)


def list_rulings(house: type) -> Iterator[Ruled]:
    """Return the rulings of a `House`, in the order of the class."""
    # A copy: from Python 3.14 on, whoever asks for annotations puts them into the class.
    for row in [*vars(house).values()]:
        if isinstance(row, Ruled):
            yield row


def switchable_rules(house: type) -> dict[str, HouseRule]:
    """Return the rulings that a file may set, by their keys, for a Schema."""
    return {
        row.key: row.rule(house)
        for row in list_rulings(house)
        if not row.why_fixed
    }


def fixed_keys(house: type) -> dict[str, str]:
    """Return the keys that no file may set, each with the reason, for a Schema."""
    return {
        row.key: row.why_fixed for row in list_rulings(house) if row.why_fixed
    }


class NumberLimits(NamedTuple):
    """Limits of a house rule that is a free number, or of each number in a list. `many` is the
    exact length of the list; 0: the rule is no list."""

    least: int
    most: int
    many: int = 0


def check_limits(
    rules: Data, bounds: Mapping[str, NumberLimits]
) -> Iterator[Problem]:
    """Yield a problem for every house rule of a file that is a number, or a list of numbers,
    beyond its limits. The schema does not look into those. Keys that the file does not set, and
    values of another type, are no problem here."""
    for key, (least, most, many) in bounds.items():
        value = rules.get(key)
        path = ("house_rules", key)
        if many and isinstance(value, list):
            wrong = [n for n in value if not _is_between(n, least, most)]
            if wrong or len(value) != many:
                allowed = f"{many} numbers from {least} to {most}"
                yield Problem(path, f"found {value}, allowed are {allowed}")
        elif not many and type(value) is int and not least <= value <= most:
            message = f"found {value}, allowed: {least} to {most}"
            yield Problem(path, message)


def _is_between(value: Any, least: int, most: int) -> bool:
    """Whether a value of a file is a whole number within the limits; true and false are none."""
    return type(value) is int and least <= value <= most


accept_old_imports(globals())
