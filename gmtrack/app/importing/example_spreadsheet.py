"""A short example spreadsheet that works with a ruleset's stock."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gmtrack.core import MARK
from gmtrack.core.encounter import Data

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def example_spreadsheet(ruleset: "Ruleset") -> tuple[str, str] | None:
    """Return a header line and a line for somebody who differs from the plain human in a few
    values. None if the stock has no plain human."""
    from gmtrack.store.stock.check import HUMAN
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    thing = stock_of(ruleset.META.id).find(COMBATANTS, HUMAN)
    if thing is None or thing.faults:
        return None
    cells = {
        "name": "Bo",
        "side": "pc",
        "template": f"{MARK}{HUMAN}",
        **dict(_example_cells(thing.data)),
    }
    return ",".join(cells), ",".join(cells.values())


def _example_cells(sheet: Data) -> Iterator[tuple[str, str]]:
    """Yield a number, a skill and a weapon of a sheet, each as column and cell; numbers are one
    higher."""
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
