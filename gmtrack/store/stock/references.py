"""References to the stock in an encounter: `template: '@ganger'`, `weapons: {knife:
'@combat-knife'}`, `armor: ['@leather-jacket']`, `spells: {bolt: '@manabolt'}`. They
are resolved when a file is opened, so that what the program writes needs no stock."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gmtrack.core import MARK
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.errors import BadFile, Fault
from gmtrack.rulesets.port import Problem
from gmtrack.store.atomic_files import MOST_BYTES
from gmtrack.store.check.pydantic_errors import values_in
from gmtrack.store.encounter_map import as_map
from gmtrack.store.stock.reading import (
    ARMOR,
    COMBATANTS,
    EFFECTS,
    MAPS,
    Stock,
    StockThing,
    fault_in,
    names_stock,
)

MOST_VALUES = 200_000
"""Most keys and values that one encounter takes from the stock; a thousand combatants have less."""


class Expansion(NamedTuple):
    """The map of an encounter, or a sheet, with stock things in the place of their names.

    `taken` has the things by the paths at which they stand now; `problems` are names that mean
    nothing."""

    data: Data
    taken: Mapping[Path, StockThing]
    problems: list[Problem]

    def fault(self, path: Path, message: str) -> Fault | None:
        """Return a problem inside a stock thing as a fault of its stock file; None if `path`
        lies in no stock thing."""
        for depth in range(len(path), 0, -1):
            if thing := self.taken.get(path[:depth]):
                return fault_in(thing, path[depth:], message)
        return None


def expand_encounter(
    data: Data, stock: Callable[[], Stock]
) -> Expansion | None:
    """Resolve the references in the map of an encounter; None if it has none. `stock` is called
    only if there are any."""
    templates, combatants = (
        as_map(data.get("templates")),
        as_map(data.get("combatants")),
    )
    sheets = [*templates.values(), *combatants.values()]
    if not any(_has_reference(sheet) for sheet in sheets):
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
        found = expander.take_thing(COMBATANTS, name, path, ("templates", name))
        if found is not None:
            templates[name] = found
    own = as_map(data.get(EFFECTS))
    along = effects_to_bring(expander.people, expander.stock, own)
    changed = {
        "templates": templates,
        "combatants": combatants,
        EFFECTS: {**own, **along},
    }
    whole = dict(data)
    for key, value in changed.items():
        if value or key in data:
            whole[key] = value
    return Expansion(whole, expander.taken, expander.problems)


def effects_to_bring(people: Iterable[Data], stock: Stock, own: Data) -> Data:
    """Return the definitions of the stock's effects that these sheets need and that are not
    among the `own` ones."""
    effects = {
        name: thing.values() for name, thing in stock.things[EFFECTS].items()
    }
    there, here = (
        Encounter("", stock.ruleset, effects=effects),
        Encounter("", "", effects=own),
    )
    found = definitions_to_bring(
        ((sheet, None) for sheet in people), there, here
    )
    return {path[-1]: values for path, values in found.items()}


def _has_reference(sheet: Any) -> bool:
    """Whether a sheet names a stock thing."""
    if not isinstance(sheet, dict):
        return False
    armor = sheet.get(ARMOR)
    things = [*armor] if isinstance(armor, list) else []
    for kind in MAPS:
        things += as_map(sheet.get(kind)).values()
    return names_stock(sheet.get("template")) or any(map(names_stock, things))


def expand_sheet(sheet: Data, stock: Stock) -> Expansion:
    """Resolve the references in a sheet, except for a template."""
    expander = _Expander(stock)
    return Expansion(
        expander.sheet((), sheet), expander.taken, expander.problems
    )


def expand_values(thing: StockThing, stock: Stock) -> Data:
    """Return the values of a thing, with references in them resolved. Raises BadFile, with the
    places in the stock file, for names that mean nothing."""
    found = expand_sheet(thing.values(), stock)
    if found.problems:
        raise BadFile(
            [fault_in(thing, one.path, one.message) for one in found.problems]
        )
    return found.data


class _Expander:
    """Replacement of references by stock things, up to a limit of values and text."""

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.taken: dict[Path, StockThing] = {}
        self.problems: list[Problem] = []
        self.people: list[Data] = []
        """Sheets of all things that were taken; any other thing than a combatant makes one of its
        own."""
        self.values, self.text = MOST_VALUES, MOST_BYTES
        self._sizes: dict[tuple[str, str], tuple[int, int]] = {}

    def sheets(self, path: Path, sheets: Data) -> Data:
        """Return the sheets at `path`, by name, with the references in their weapons, armor
        and spells resolved."""
        found: Data = {}
        for name, sheet in sheets.items():
            has_reference = _has_reference(sheet)
            found[name] = (
                self.sheet((*path, name), sheet) if has_reference else sheet
            )
        return found

    def sheet(self, path: Path, sheet: Data) -> Data:
        """Return a sheet at `path` with the references in its weapons, armor and spells
        resolved."""
        found = dict(sheet)
        for kind in MAPS:
            if isinstance(sheet.get(kind), dict):
                found[kind] = {
                    key: self._value(kind, value, (*path, kind, key))
                    for key, value in sheet[kind].items()
                }
        if isinstance(sheet.get(ARMOR), list):
            found[ARMOR] = [
                self._value(ARMOR, value, (*path, ARMOR, str(number)))
                for number, value in enumerate(sheet[ARMOR])
            ]
        return found

    def _value(self, kind: str, value: Any, path: Path) -> Any:
        """Return what a reference means; the value itself if it is no reference or means
        nothing."""
        if not names_stock(value):
            return value
        found = self.take_thing(kind, value, path, path)
        return value if found is None else found

    def take_thing(
        self, kind: str, reference: str, path: Path, place: Path
    ) -> Data | None:
        """Take a thing of the stock that is named at `path` and return its values, to stand at
        `place`. Records what was taken. None, with a problem noted, if there is no such thing,
        it has faults, or too much was taken already."""
        name = reference.removeprefix(MARK)
        thing = self.stock.find(kind, name)
        if thing is None:
            self.problems.append(Problem(path, self.stock.missing(kind, name)))
            return None
        problem = ""
        if thing.faults:
            problem = f"'{MARK}{thing.name}' cannot be used: {thing.faults[0]}"
        elif not self._take_room(thing):
            problem = f"more than {MOST_VALUES:,} values from the stock"
        if problem:
            self.problems.append(Problem(path, problem))
            return None
        self.taken[place] = thing
        values = thing.values()
        self.people.append(values if kind == COMBATANTS else {ARMOR: [values]})
        return self.sheet(place, values) if kind == COMBATANTS else values

    def _take_room(self, thing: StockThing) -> bool:
        """Take a thing's values and text off what is left of the limits; return whether it fits."""
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
