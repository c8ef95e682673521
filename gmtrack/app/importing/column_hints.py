"""What to call a column that nothing knows as it is: what is a map in a sheet (weapons, skills) has
a column for each of its entries."""

import re
from typing import TYPE_CHECKING, Any, get_origin

from gmtrack.core import MARK
from gmtrack.core.names import fitting, squash
from gmtrack.errors import GmtrackError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gmtrack.rulesets.port import Ruleset

WEAPONS = "weapons"
LEAST = 3
"""Letters of a word that can be the beginning of an entry."""
ANY = "NAME"
"""Stands for a name where none is known."""


def is_map(shape: Any) -> bool:
    """Whether a field holds entries by names that people choose, or know by heart."""
    from gmtrack.store.check.shapes import members

    return any((get_origin(one) or one) is dict for one in members(shape))


def entry_of(ruleset: "Ruleset", field: str, cell: str = "") -> str:
    """The column for one entry of a map, such as might be meant by what stands in the cell:
    `weapons.knife` for `@knife`, else for what the plain human has."""
    named = re.fullmatch(rf"{MARK}([\w-]+)", cell)
    return f"{field}.{named[1] if named else next(iter(_of_human(ruleset, field)), ANY)}"


def _of_human(ruleset: "Ruleset", field: str) -> "Mapping[str, Any]":
    from gmtrack.store.stock.check import plain_human

    try:
        found = (plain_human(ruleset) or {}).get(field)
    except GmtrackError:  # one of one's own that is broken
        return {}
    return found if isinstance(found, dict) else {}


def meant_by(ruleset: "Ruleset", word: str, cell: str) -> str:
    """The column that is meant by the bare name of an entry (`knife`); empty where nobody knows
    it."""
    from gmtrack.store.check.shapes import sheet_shape

    shapes = sheet_shape(ruleset.SCHEMA.sheet).fields
    fields = [key for key, shape in shapes.items() if is_map(shape)]
    if cell.startswith(MARK):
        fields = [key for key in fields if key == WEAPONS]
    for field in fields if len(word) >= LEAST else ():
        if found := fitting(word.replace(" ", "-"), dict.fromkeys(_entries(ruleset, field))):
            return f"{field}.{found[0]}"
    return ""


def spelt(ruleset: "Ruleset", steps: "Sequence[str | int]", word: str | int) -> str | int:
    """A skill or another entry of a map as the rules and the stock spell it, where they know it."""
    from gmtrack.store.check.shapes import sheet_shape

    if len(steps) != 1 or not isinstance(word, str):
        return word
    field = str(steps[0])
    if not is_map(sheet_shape(ruleset.SCHEMA.sheet).fields.get(field)):
        return word
    wanted = squash(word.replace(" ", "-"))
    return next((one for one in _entries(ruleset, field) if squash(one) == wanted), word)


def _entries(ruleset: "Ruleset", field: str) -> "Iterator[str]":
    """What there can be in a map as the rules have it, and what people of the stock have in it."""
    from gmtrack.store.check.shapes import keys_of, sheet_shape
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    yield from keys_of(sheet_shape(ruleset.SCHEMA.sheet).fields[field]) or ()
    for thing in stock_of(ruleset.META.id).things[COMBATANTS].values():
        entries = thing.data.get(field)
        yield from entries if isinstance(entries, dict) else ()
