"""`--roll NAME=DICE`: how people type what fell on the table."""

import re
from collections.abc import Iterable

from gmtrack.errors import Refusal

MOST_DICE = 500
"""More dice than any table has; a guard against typing errors that would fill the memory."""


def parse_rolls(texts: Iterable[str], kind: str) -> dict[str, tuple[int, ...]]:
    """`attack=6,6,2` and `initiative.joe=5 3` to faces by name (`_` for `-` in the name).

    Raises Refusal(kind) for anything else, and for a name that is given twice.
    """
    typed: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, sign, dice = text.partition("=")
        name = _normal(name)
        if not sign or not name:
            raise Refusal(kind, f"--roll {text!r}: type NAME=DICE, such as attack=6,6,2")
        if name in typed:
            raise Refusal(kind, f"--roll {name} is given twice")
        typed[name] = _faces(name, dice, kind)
    return typed


def _normal(name: str) -> str:
    head, dot, who = name.strip().partition(".")
    return head.lower().replace("-", "_") + dot + who.lower()


def _faces(name: str, dice: str, kind: str) -> tuple[int, ...]:
    words = [word for word in re.split(r"[\s,]+", dice.strip()) if word]
    if len(words) > MOST_DICE or not all(re.fullmatch(r"\d{1,3}", word) for word in words):
        raise Refusal(kind, f"--roll {name}: '{dice}' is not a list of dice such as 6,6,2")
    return tuple(int(word) for word in words)
