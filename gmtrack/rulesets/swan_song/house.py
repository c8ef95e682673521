"""The rulings in force: each key's default, or what the encounter's house rules say instead."""

from collections.abc import Mapping
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit import ROUNDING
from gmtrack.rulesets.swan_song.rulings import by_key


class House:
    """Reads the house rules of one encounter. YAML reads a bare `off` as false: both are taken."""

    def __init__(self, house_rules: Data) -> None:
        self._set = house_rules
        self._rulings = by_key()
        self._round = ROUNDING[self.text("rounding")]

    def value(self, key: str) -> Any:
        """What is in force for `key`: the encounter's value, else the ruling's default."""
        ruling = self._rulings[key]
        if key not in self._set:
            return ruling.values[0] if isinstance(ruling.values, tuple) else None
        given = self._set[key]
        if given is False and False not in ruling_values(ruling.values):
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
        """A ruling that is a map (`ap_cost`, `damage_multipliers`); empty by default."""
        value = self._set.get(key)
        return value if isinstance(value, dict) else {}

    def div(self, a: int, b: int) -> int:
        """a / b rounded as R-TEST-7 says."""
        return self._round(a, b)


def ruling_values(values: object) -> tuple[object, ...]:
    """The listed values of a ruling, none where any value of a type will do."""
    # 0 == False in Python, but `min_pool: 0` is not `off`.
    listed = values if isinstance(values, tuple) else ()
    return tuple(v for v in listed if isinstance(v, bool) or not isinstance(v, int))
