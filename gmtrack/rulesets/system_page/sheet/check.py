"""Faults of sheets that their types do not show: dice that are none, and fields that cannot be
worked out."""

from collections.abc import Iterator, Mapping
from typing import Any

from gmtrack.core.draft import Draft, Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.rulesets.kit.sheet import FileShape
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.kinds import (
    Kind,
    KnownName,
    KnownNames,
    judge,
)
from gmtrack.rulesets.system_page.page.names import PageNames
from gmtrack.rulesets.system_page.page.parts import (
    FieldShape,
)
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.fighter import parse_dice


def sheet_problems(
    page: SystemPage, sheet: type[FileShape], encounter: Encounter
) -> Iterator[Problem]:
    """Yield what is wrong with the sheets of an encounter whose types are right."""
    known = names_in_dice(page)
    for who in encounter.combatants:
        data, path = encounter.sheet(who), ("combatants", who)
        try:
            sheet.from_data(data)
        except FormulaError as error:
            yield Problem(path, str(error))
        yield from _dice_problems(path, page.sheet, data, known)
        weapons = data.get("weapons") or {}
        for key, weapon in weapons.items():
            yield from _dice_problems(
                (*path, "weapons", key), page.weapon, weapon or {}, known
            )


def people_problems(
    scene: type[Any], encounter: Encounter
) -> Iterator[Problem]:
    """Yield combatants whose tracks or status cannot be worked out as they stand now. `scene` is
    the class of the fight's views."""
    view = scene(Draft(encounter))
    for who in encounter.combatants:
        try:
            fighter = view.fighter(who)
            for track in fighter.PAGE.tracks:
                fighter.most_of(track)
                fighter.first_of(track)
            _ = fighter.status_row
        except FormulaError as error:
            yield Problem(("combatants", who), str(error))


def names_in_dice(page: SystemPage) -> KnownNames:
    """Return what the dice of a sheet may name: the numbers of whoever rolls them, and no other
    dice."""
    numbers: dict[str, KnownName] = {}
    for name, known in PageNames(page).own.items():
        if known.kind is Kind.NUMBER and not known.is_dice:
            numbers[name] = numbers[f"me.{name}"] = known
    return KnownNames(numbers)


def _dice_problems(
    path: Path, fields: Mapping[str, FieldShape], data: Data, known: KnownNames
) -> Iterator[Problem]:
    """Yield fields with dice whose text is no formula."""
    for name, field in fields.items():
        if field.kind != "dice" or data.get(name) is None:
            continue
        try:
            judge(parse_dice(str(data[name])), known, Kind.NUMBER)
        except FormulaError as error:
            yield Problem((*path, name), str(error))
