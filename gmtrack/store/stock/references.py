"""References to the stock in an encounter: `template: '@ganger'`, `weapons: {knife:
'@combat-knife'}`, `armor: ['@leather-jacket']`. They are resolved when a file is taken in; what the
program writes needs no stock."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.own_effects import come_along
from gmtrack.errors import BadFile, Fault
from gmtrack.rulesets.port import Problem
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.check.pydantic_errors import values_in
from gmtrack.store.encounter_map import as_map
from gmtrack.store.stock.reading import (
    ARMOR,
    COMBATANTS,
    EFFECTS,
    WEAPONS,
    Stock,
    Thing,
    fault_in,
    names_stock,
)

MOST_VALUES = 200_000
"""Keys and values that one encounter takes from the stock: a thousand combatants have less."""


class Expansion(NamedTuple):
    """An encounter's map with the things of the stock in the place of their names. `taken`: where
    each of them stands. `problems`: names that mean nothing, by their paths."""

    data: Data
    taken: Mapping[Path, Thing]
    problems: list[Problem]

    def fault(self, path: Path, message: str) -> Fault | None:
        """What is wrong inside a thing of the stock, told where the stock says it; None for what
        stands elsewhere."""
        for depth in range(len(path), 0, -1):
            if thing := self.taken.get(path[:depth]):
                return fault_in(thing, path[depth:], message)
        return None


def expanded(data: Data, stock: Callable[[], Stock]) -> Expansion | None:
    """The map of an encounter with its references resolved; None where it has none. `stock` is
    asked only if there are any."""
    templates, combatants = (
        as_map(data.get("templates")),
        as_map(data.get("combatants")),
    )
    sheets = [*templates.values(), *combatants.values()]
    if not any(_refers(sheet) for sheet in sheets):
        return None
    expander = _Expander(stock())
    templates = expander.sheets(("templates",), templates)
    combatants = expander.sheets(("combatants",), combatants)
    for who, sheet in combatants.items():
        name = as_map(sheet).get("template")
        if (
            not isinstance(name, str)
            or not names_stock(name)
            or name in templates
        ):
            continue
        path = ("combatants", who, "template")
        found = expander.thing(COMBATANTS, name, path, ("templates", name))
        if found is not None:
            templates[name] = found
    own = as_map(data.get(EFFECTS))
    along = effects_along(expander.people, expander.stock, own)
    changed = {
        "templates": templates,
        "combatants": combatants,
        EFFECTS: {**own, **along},
    }
    whole = {
        **data,
        **{
            key: value for key, value in changed.items() if value or key in data
        },
    }
    return Expansion(whole, expander.taken, expander.problems)


def effects_along(people: Iterable[Data], stock: Stock, own: Data) -> Data:
    """The definitions of the stock that these sheets of it need, where there are no own ones."""
    effects = {
        name: thing.values() for name, thing in stock.things[EFFECTS].items()
    }
    there, here = (
        Encounter("", stock.ruleset, effects=effects),
        Encounter("", "", effects=own),
    )
    found = come_along(((sheet, None) for sheet in people), there, here)
    return {path[-1]: values for path, values in found.items()}


def _refers(sheet: Any) -> bool:
    if not isinstance(sheet, dict):
        return False
    weapons, armor = as_map(sheet.get(WEAPONS)).values(), sheet.get(ARMOR)
    armor = armor if isinstance(armor, list) else []
    return names_stock(sheet.get("template")) or any(
        map(names_stock, (*weapons, *armor))
    )


def sheet_of(sheet: Data, stock: Stock) -> Expansion:
    """A sheet with the things of the stock that it names, other than a template."""
    expander = _Expander(stock)
    return Expansion(
        expander.sheet((), sheet), expander.taken, expander.problems
    )


def values_of(thing: Thing, stock: Stock) -> Data:
    """The values of a thing with what it names itself. Raises BadFile, told where the stock says
    it."""
    found = sheet_of(thing.values(), stock)
    if found.problems:
        raise BadFile(
            [fault_in(thing, one.path, one.message) for one in found.problems]
        )
    return found.data


class _Expander:
    """Puts things of the stock in the place of their names, within limits."""

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.taken: dict[Path, Thing] = {}
        self.problems: list[Problem] = []
        self.people: list[Data] = []
        """What was taken, as sheets: pieces alone are those of somebody too."""
        self.values, self.text = MOST_VALUES, MOST_BYTES
        self._sizes: dict[tuple[str, str], tuple[int, int]] = {}

    def sheets(self, path: Path, sheets: Data) -> Data:
        return {
            name: self.sheet((*path, name), sheet) if _refers(sheet) else sheet
            for name, sheet in sheets.items()
        }

    def sheet(self, path: Path, sheet: Data) -> Data:
        found = dict(sheet)
        if isinstance(sheet.get(WEAPONS), dict):
            found[WEAPONS] = {
                key: self._value(WEAPONS, value, (*path, WEAPONS, key))
                for key, value in sheet[WEAPONS].items()
            }
        if isinstance(sheet.get(ARMOR), list):
            found[ARMOR] = [
                self._value(ARMOR, value, (*path, ARMOR, str(number)))
                for number, value in enumerate(sheet[ARMOR])
            ]
        return found

    def _value(self, kind: str, value: Any, path: Path) -> Any:
        """A value, or what it names; itself where there is nothing of the name."""
        if not names_stock(value):
            return value
        found = self.thing(kind, value, path, path)
        return value if found is None else found

    def thing(
        self, kind: str, reference: str, path: Path, place: Path
    ) -> Data | None:
        """The values of what is named at `path`, to stand at `place`; None where there is nothing
        of this name, or nothing that can be used."""
        name = reference.removeprefix(MARK)
        thing = self.stock.find(kind, name)
        if thing is None:
            self.problems.append(Problem(path, self.stock.missing(kind, name)))
            return None
        problem = ""
        if thing.faults:
            problem = f"'{MARK}{thing.name}' cannot be used: {thing.faults[0]}"
        elif not self._has_room(thing):
            problem = f"more than {MOST_VALUES:,} values from the stock"
        if problem:
            self.problems.append(Problem(path, problem))
            return None
        self.taken[place] = thing
        values = thing.values()
        self.people.append(values if kind == COMBATANTS else {ARMOR: [values]})
        return self.sheet(place, values) if kind == COMBATANTS else values

    def _has_room(self, thing: Thing) -> bool:
        key = thing.kind, thing.name
        if key not in self._sizes:
            self._sizes[key] = (
                values_in(thing.data),
                len(json.dumps(thing.data)),
            )
        values, text = self._sizes[key]
        self.values -= values
        self.text -= text
        return self.values >= 0 and self.text >= 0
