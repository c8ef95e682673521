"""Export of sheets, as a stock file or as a spreadsheet that `import` reads. A spreadsheet is
read back while it is made, and fields that would not come back the same are written in another
way."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gmtrack.app.importing.columns import ID
from gmtrack.app.importing.spreadsheet_rows import NAME, parse_rows
from gmtrack.app.newcomers import whole_sheet
from gmtrack.characters.file import ForeignFile
from gmtrack.characters.spreadsheet import MOST_ROWS, read_table
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.own_effects import definitions_to_bring
from gmtrack.errors import BadFile, Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.encounter_map import is_same
from gmtrack.store.stock.reading import COMBATANTS, EFFECTS, WEAPONS
from gmtrack.store.text.emit import dump_yaml, flow_text

PLAIN, QUOTED, WHOLE = range(3)
"""Ways to write a field: its parts in columns of their own, plain or quoted, or the whole field
in one cell."""
RAW = (NAME, ID)
"""Columns whose cells are always read as plain text."""
Field = tuple[str, str]
"""A combatant's id and the name of a field in their sheet."""


def export_stock(encounter: Encounter, ruleset: Ruleset) -> str:
    """Return the text of a stock file with the sheets of everybody, without what play has
    changed, and the own effects that they need. Raises Refusal `nobody` if the encounter is
    empty."""
    sheets = {
        who: whole_sheet(encounter.sheet(who), ruleset)
        for who in encounter.combatants
    }
    if not sheets:
        raise Refusal(ruleset.WORDS.nobody, f"nobody is in {encounter.name}")
    blank = Encounter("", encounter.ruleset)
    people = [(sheet, None) for sheet in sheets.values()]
    effects = {
        path[-1]: own
        for path, own in definitions_to_bring(people, encounter, blank).items()
    }
    data: Data = {"stock": encounter.ruleset}
    data |= {EFFECTS: effects} if effects else {}
    source = {"source": " ".join(encounter.name.split())}
    return dump_yaml(
        data
        | {COMBATANTS: {who: source | sheet for who, sheet in sheets.items()}}
    )


# --- a spreadsheet ---


class SheetTable(NamedTuple):
    """A spreadsheet as text, and the fields that `import` would not read back the same."""

    text: str
    lost: list[Field]


def export_table(encounter: Encounter, ruleset: Ruleset) -> SheetTable:
    """Return the sheets of everybody as a spreadsheet, with their templates' values and without
    starting places. Raises Refusal `nobody` for no combatants, or more than a spreadsheet can
    have."""
    sheets = {
        who: _without_empty(whole_sheet(encounter.sheet(who), ruleset))
        for who in encounter.combatants
    }
    if not 0 < len(sheets) <= MOST_ROWS:
        told = f"{len(sheets)} combatants are" if sheets else "nobody is"
        message = f"{told} in {encounter.name}, and a spreadsheet has 1 to {MOST_ROWS}"
        raise Refusal(ruleset.WORDS.nobody, message)
    empty = Encounter("", encounter.ruleset, house_rules=encounter.house_rules)
    empty.effects = encounter.effects
    ways: dict[Field, int] = {}
    while True:
        text = _write_csv(sheets, ways)
        wrong = set(_fields_lost(text, sheets, empty, ruleset))
        worse = [field for field in wrong if ways.get(field, PLAIN) < WHOLE]
        if not worse:
            return SheetTable(
                _write_csv(sheets, ways | dict.fromkeys(wrong, PLAIN)),
                sorted(wrong),
            )
        ways |= {field: ways.get(field, PLAIN) + 1 for field in worse}


def _without_empty(sheet: Data) -> Data:
    """Return a sheet without empty fields, because an empty cell says nothing."""
    return {key: part for key, part in sheet.items() if part not in (None, "")}


# --- to text ---


def _write_csv(sheets: Mapping[str, Data], ways: Mapping[Field, int]) -> str:
    """Return the sheets as CSV text, each field written as `ways` says, by default plain."""
    rows = {
        who: dict(
            cell
            for key, part in sheet.items()
            for cell in _cells_of_field(key, part, ways.get((who, key), PLAIN))
        )
        for who, sheet in sheets.items()
    }
    columns = _ordered_columns(rows.values())
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow([ID, *columns])
    for who, row in rows.items():
        table.writerow([who, *(row.get(column, "") for column in columns)])
    return text.getvalue()


def _ordered_columns(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the names of all columns: the name first, then those of one field together, the
    whole field before its parts."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    fields = list(dict.fromkeys(_field_of_column(name) for name in names))
    return sorted(
        names,
        key=lambda name: (
            name != NAME,
            fields.index(_field_of_column(name)),
            "." in name,
        ),
    )


def _field_of_column(column: str) -> str:
    """Return the field that a column belongs to: `weapons` of `weapons.knife.damage`."""
    return column.partition(".")[0]


def _cells_of_field(
    key: str, value: object, way: int
) -> Iterator[tuple[str, str]]:
    """Yield the columns of one field with their texts, written in one of the three ways."""
    parts = (
        [((key,), value)]
        if way == WHOLE
        else list(_parts_with_paths((key,), value))
    )
    for path, part in parts:
        is_plain = isinstance(part, str) and (way == PLAIN or key in RAW)
        yield ".".join(path), str(part) if is_plain else flow_text(part)


def _parts_with_paths(
    path: tuple[str, ...], value: object
) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the single values in nested maps, and in lists of maps, each with its path."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _parts_with_paths((*path, str(key)), part)
    elif (
        isinstance(value, list)
        and value
        and all(isinstance(one, dict) for one in value)
    ):
        for place, part in enumerate(value):
            yield from _parts_with_paths((*path, str(place)), part)
    else:
        yield path, value


# --- and back ---


def _fields_lost(
    text: str, sheets: Mapping[str, Data], empty: Encounter, ruleset: Ruleset
) -> Iterator[Field]:
    """Read the spreadsheet as `import` would, and yield the fields that do not come back the
    same. With too many columns that is the field with the most columns."""
    try:
        table = read_table(ForeignFile(text.encode(), "", ""))
    except BadFile:  # the table has too many columns
        head = next(csv.reader(io.StringIO(text)))
        broadest, _ = Counter(map(_field_of_column, head)).most_common(1)[0]
        yield from (
            (who, broadest)
            for who, sheet in sheets.items()
            if broadest in sheet
        )
        return
    lines = {row.line: row.cells[ID] for row in table.rows}
    try:
        found = parse_rows(table, "", empty, ruleset)
    except BadFile as error:
        for fault in error.faults:
            if who := lines.get(fault.line):
                named = (
                    [_field_of_column(fault.path)]
                    if fault.path in table.columns
                    else sheets[who]
                )
                yield from ((who, field) for field in named)
        return
    for person in found:
        sheet = sheets[person.id]
        for key in sheet.keys() | person.sheet.keys():
            one, other = sheet.get(key), person.sheet.get(key)
            in_order = key != WEAPONS or list(one or ()) == list(other or ())
            if not (is_same(one, other) and in_order):
                yield person.id, key
