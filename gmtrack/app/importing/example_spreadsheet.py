"""A short spreadsheet that works with a ruleset's stock."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gmtrack.core import MARK
from gmtrack.core.encounter import Data

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def example_of(ruleset: "Ruleset") -> tuple[str, str] | None:
    """The column names and the line of somebody who is like the plain human but for a few values;
    None where the stock has no plain human."""
    from gmtrack.store.stock.check import HUMAN
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    thing = stock_of(ruleset.META.id).find(COMBATANTS, HUMAN)
    if thing is None or thing.faults:
        return None
    cells = {
        "name": "Bo",
        "side": "pc",
        "template": f"{MARK}{HUMAN}",
        **dict(_some(thing.data)),
    }
    return ",".join(cells), ",".join(cells.values())


def _some(sheet: Data) -> Iterator[tuple[str, str]]:
    """A number, a skill and a weapon, each as a column and a cell."""
    numbers = (
        (key, value) for key, value in sheet.items() if type(value) is int
    )
    skills = (
        (f"skills.{key}", value)
        for key, value in (sheet.get("skills") or {}).items()
    )
    weapons = (
        (f"weapons.{key}", value)
        for key, value in (sheet.get("weapons") or {}).items()
    )
    for column, value in (
        found for some in (numbers, skills) for found in [*some][:1]
    ):
        if type(value) is int:
            yield column, str(value + 1)
    for column, value in [*weapons][:1]:
        if isinstance(value, str):
            yield column, value
