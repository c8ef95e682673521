"""Numbers and words of files that anybody may have written."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

MOST = 1_000_000
"""Largest absolute value that is accepted as a number."""
LONGEST = 120
"""The most characters of a name; a longer one is cut."""
DEEPEST = 100
"""Deepest nesting of lists and maps that is read; a character needs a tenth of it."""
_DECIMAL = re.compile(r"\s*([-+]?\d{1,7}(?:[.,]\d{1,9})?)\s*")
_WHOLE = re.compile(r"\s*([-+]?\d{1,7})(?:[.,]0*)?\s*")


def parse_whole_number(value: object) -> int | None:
    """Return a whole number, also one that is written as a text or with a fraction of 0; None
    for anything else and beyond MOST."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        digits = _WHOLE.fullmatch(value)
        value = int(digits[1]) if digits else None
    if isinstance(value, float):
        value = (
            int(value) if math.isfinite(value) and value == int(value) else None
        )
    return value if isinstance(value, int) and abs(value) <= MOST else None


def parse_decimal(value: object) -> float | None:
    """Return a number that is written as a text, with a point or a comma (`5.25`); None for
    anything else and beyond MOST."""
    if not isinstance(value, str):
        return None
    digits = _DECIMAL.fullmatch(value)
    number = float(digits[1].replace(",", ".")) if digits else None
    return number if number is not None and abs(number) <= MOST else None


def clean_text(value: object) -> str:
    """Return a text on one line, without characters that draw nothing, at most LONGEST
    characters; empty for what is no text."""
    if not isinstance(value, str):
        return ""
    text = " ".join(
        "".join(
            c if c.isprintable() else " " for c in value[: 10 * LONGEST]
        ).split()
    )
    return text[:LONGEST].rstrip()


def comparison_key(value: object) -> str:
    """Return a name in the form in which names are compared: lower case, hyphens and blanks as
    `_`, accents kept: `heavy_weapons` for `Heavy Weapons`. Empty for a value that is no text."""
    return "_".join(clean_text(value).lower().replace("-", " ").split())


def boxes_of_damage(number: int, kind: str = "") -> str:
    """Return a number of boxes in words: `2 boxes of stun damage`."""
    return (
        f"{number} box{'es' * (number != 1)} of {kind}{' ' * bool(kind)}damage"
    )


def value_under(value: object, *steps: str) -> Any:
    """Return the value under these keys, one inside the other; None if a key is missing or
    something else than a map is in the way."""
    for step in steps:
        if not isinstance(value, Mapping):
            return None
        value = value.get(step)
    return value


NO_RULE = "what it does in a fight is a rule of its own, not a number"
"""The reason why something of a character has no place, unless there is a better one."""


def as_list(value: object) -> list[Any]:
    """Return a list as it is; an empty one for anything else."""
    return value if isinstance(value, list) else []


def _inner_parts(value: object) -> list[Any]:
    """Return the lists and maps directly inside a list or map."""
    parts = list(value.values()) if isinstance(value, dict) else as_list(value)
    return [part for part in parts if isinstance(part, dict | list)]


def is_deep(
    value: Any, parts: Callable[[Any], list[Any]] = _inner_parts
) -> bool:
    """Whether parts are nested deeper than in any character. `parts` returns the parts of a
    value; by default lists and maps."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            return True
        level = [part for one in level for part in parts(one)]
    return False
