"""The lines of a spreadsheet as combatants: each cell is a field of a sheet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.app.importing.columns import (
    ID,
    TEMPLATE,
    Column,
    base_and_paths,
    doubled_columns,
    example_entry,
    is_map,
    lists_in_wholes,
    lists_kept,
    may_be_number,
    normalize_number,
    parse_columns,
)
from gmtrack.app.importing.members import (
    GMS,
    KnownMember,
    find_member,
    id_and_name,
    updatable_members,
    without_live_state,
)
from gmtrack.app.newcomers import NOBODY, new_names, slug_of
from gmtrack.app.stock import find_model
from gmtrack.core import MARK
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.foreign import AssumedValue, LostPart, TakenField
from gmtrack.core.intents import Assignment
from gmtrack.core.names import listed, squash
from gmtrack.errors import BadFile, Fault, Refusal
from gmtrack.rulesets.port import Ruleset

if TYPE_CHECKING:
    from gmtrack.characters.spreadsheet import Spreadsheet, SpreadsheetRow


class ImportedPerson(NamedTuple):
    """One imported character with a checked sheet. `source` is the program, or the line of a
    spreadsheet. `updated` is `id` or `name` if they were recognised by it and get a new sheet;
    empty for newcomers. `took`, `lost` and `assumed` say what came of the file's values."""

    id: str
    name: str
    sheet: Data
    source: str
    took: tuple[TakenField, ...] = ()
    lost: tuple[LostPart, ...] = ()
    assumed: tuple[AssumedValue, ...] = ()
    updated: str = ""
    differences: tuple[Data, ...] = ()
    """Changes of the sheet of somebody who was there."""
    follows: tuple[Data, ...] = ()
    """Changes of their live state that follow from the new sheet."""
    effects: Mapping[str, Data] = MappingProxyType({})
    """Effect definitions that come with them or are redefined, by id."""
    live: tuple[Assignment, ...] = ()
    """The live state that the file states, as assignments."""

    def to_json(self) -> Data:
        """Return the document of one character: `id`, `name`, `source`, and the lists `took`,
        `lost` and `assumed`. For somebody who was updated also `updated`, `differences` and, if
        there are any, `follows`."""
        doc: Data = {"id": self.id, "name": self.name, "source": self.source}
        if self.updated:
            doc |= {
                "updated": self.updated,
                "differences": list(self.differences),
            }
            doc |= {"follows": list(self.follows)} if self.follows else {}
        return doc | {
            "took": [one._asdict() for one in self.took],
            "lost": [one._asdict() for one in self.lost],
            "assumed": [one._asdict() for one in self.assumed],
        }


MOST_FAULTS = 20
"""The largest number of faults that one file reports."""
NAME = "name"


def parse_rows(
    table: "Spreadsheet", file: str, encounter: Encounter, ruleset: Ruleset
) -> tuple[ImportedPerson, ...]:
    """Return everybody in a table as combatants. Raises BadFile with line and column of
    everything that the ruleset refuses, and for a table without names or with two columns for
    one field."""
    columns = columns_of_table(table, ruleset)
    if not any(one.path in (NAME, ID) for one in columns):
        message = f"no column is called {NAME}, and everybody needs one"
        raise BadFile(
            [
                Fault(
                    "",
                    f"{message}; the columns are {listed(table.columns)}",
                    file,
                )
            ]
        )
    if twice := [
        Fault(
            one.name,
            f"the column '{other.name}' is for the same field",
            file,
            1,
        )
        for one, other in doubled_columns(columns)
    ]:
        raise BadFile(twice[:MOST_FAULTS])
    taken, known = encounter.names(), updatable_members(encounter)
    found: list[ImportedPerson] = []
    faults: list[Fault] = []
    for row in table.rows:
        called = [one for one in columns if one.name in row.cells]
        try:
            person = _parse_row(row, called, taken, known, encounter, ruleset)
        except Refusal as refusal:
            faults += _faults_of_row(refusal, row, called, file)
            continue
        taken[person.id] = person.name
        known.pop(person.id, None)
        guesses = (AssumedValue("text", why) for why in table.assumed)
        found.append(person._replace(assumed=(*guesses, *person.assumed)))
    if faults:
        raise BadFile(faults[:MOST_FAULTS])
    return tuple(with_lint_warnings(found, encounter, ruleset))


def columns_of_table(table: "Spreadsheet", ruleset: Ruleset) -> list[Column]:
    """Return the columns of a table as fields of this ruleset's sheet."""
    cells = {
        name: cell
        for row in reversed(table.rows)
        for name, cell in row.cells.items()
    }
    return parse_columns(ruleset, table.columns, cells)


def with_lint_warnings(
    people: Iterable[ImportedPerson], encounter: Encounter, ruleset: Ruleset
) -> Iterator[ImportedPerson]:
    """Yield the people, each with the likely mistakes in their sheet added to what was assumed."""
    from gmtrack.store.check.lint import likely_slips

    people = list(people)
    sheets = {person.id: person.sheet for person in people}
    trial = replace(encounter, combatants={**encounter.combatants, **sheets})
    found = [
        one
        for one in likely_slips(trial, ruleset)
        if one.path[0] == "combatants"
    ]
    for person in people:
        own = [one for one in found if one.path[1] == person.id]
        told = (
            AssumedValue(".".join(one.path[2:]), one.message) for one in own
        )
        yield person._replace(assumed=(*person.assumed, *told))


def _parse_row(
    row: "SpreadsheetRow",
    columns: list[Column],
    taken: dict[str, str],
    known: dict[str, str],
    encounter: Encounter,
    rules: Ruleset,
) -> ImportedPerson:
    """Return one line as a combatant. `columns` are those with a cell in this line; `known` are
    combatants who may be updated. Raises Refusal with every problem of the line."""
    from gmtrack.store.check.assign import parse_sheets
    from gmtrack.store.stock.check import plain_human

    fields = [one for one in columns if one.steps]
    cells = {one.path: row.cells[one.name] for one in fields}
    name = cells.get(NAME) or cells.get(ID) or ""
    there = find_member(known, name, cells.get(ID, ""), rules.WORDS.value)
    new = cells.get(NAME, "")
    ids = (
        dict([id_and_name(there, known, new)])
        if there
        else _new_id_and_name(cells, name, taken)
    )
    own = [one for one in fields if one.path not in (NAME, ID, TEMPLATE)]
    wrong = [f"{NAME}: is missing; everybody needs one"] * (not name)
    wrong += _map_cell_faults(own, row, rules)
    own = [
        one
        for one in own
        if not any(fault.startswith(f"{one.path}: ") for fault in wrong)
    ]
    try:
        model = _parse_template_cell(cells.get(TEMPLATE), encounter, rules)
    except Refusal as refusal:
        wrong.append(refusal.message)
        model = _TemplateCell("", None, plain_human(rules) or {})
    before = _sheet_before(model, there, encounter)
    template = (
        encounter.templates.get(model.template or before.get(TEMPLATE) or "")
        or {}
    )
    base, paths = base_and_paths(own, lists_kept(own, {**template, **before}))
    texts = list(_assignment_texts(row, own, paths))
    # A field with lists is written on the sheet itself and would hide the template's field, so
    # it begins with the template's values.
    hidden = {key: template[key] for key in base if key in template}
    try:
        base = _merge_maps({**hidden, **before}, base)
        alone = without_live_state(encounter, there.who) if there else encounter
        sheets = parse_sheets(alone, rules, ids, model.template, texts, base)
        live = _parse_live_state(
            row,
            columns,
            replace(alone, combatants={**alone.combatants, **sheets}),
            rules,
        )
    except Refusal as refusal:
        wrong.append(refusal.message)
    if wrong:
        raise Refusal(rules.WORDS.no_value, "\n".join(wrong))
    who, sheet = next(iter(sheets.items()))
    if NAME not in cells and not there and not model.word:
        del sheet[NAME]  # the name is only the id
    at = f"line {row.line}"
    took = (
        (TakenField(TEMPLATE, model.word, f"{at}: {TEMPLATE}"),)
        if model.word
        else ()
    )
    return ImportedPerson(
        who,
        str(sheet.get(NAME) or name),
        sheet,
        at,
        (
            *took,
            *_fields_taken(sheet, own, paths, at),
            *_live_fields_taken(live, columns, at),
        ),
        tuple(
            LostPart(f"column {one.name}", one.why, at)
            for one in columns
            if one.why
        ),
        (
            *_column_assumptions(columns),
            *(
                ()
                if there
                else _side_assumption(sheet, encounter, model.template)
            ),
        ),
        there.by if there else "",
        live=live,
    )


def _assignment_texts(
    row: "SpreadsheetRow", columns: list[Column], paths: dict[str, str]
) -> Iterator[str]:
    """Yield the assignments `PATH=VALUE` of a line. A list within a field that another column
    sets as a whole (`weapons.gun`) is emptied first, so that only the cells fill it."""
    emptied: set[str] = set()
    for one in columns:
        for path, length in lists_in_wholes(one, columns):
            if path not in emptied:
                emptied.add(path)
                yield f"{path}=[{', '.join(['null'] * length)}]"
        yield f"{paths[one.name]}={normalize_number(row.cells[one.name], one.shape)}"


def _parse_live_state(
    row: "SpreadsheetRow",
    columns: list[Column],
    trial: Encounter,
    rules: Ruleset,
) -> tuple[Assignment, ...]:
    """Return the assignments of a line to the live state of the trial's last combatant. Raises
    Refusal."""
    from gmtrack.store.check.assign import parse_assignments

    texts = [
        f"{one.live}={normalize_number(row.cells[one.name])}"
        for one in columns
        if one.live
    ]
    return (
        parse_assignments(trial, rules, [*trial.combatants][-1], texts)
        if texts
        else ()
    )


def _live_fields_taken(
    live: tuple[Assignment, ...], columns: list[Column], at: str
) -> Iterator[TakenField]:
    """Yield what a line has set in the live state, with its column."""
    stated = [one for one in columns if one.live]
    for one, assignment in zip(stated, live, strict=True):
        yield TakenField(one.live, assignment.value, f"{at}: {one.name}")


def _column_assumptions(columns: list[Column]) -> Iterator[AssumedValue]:
    """Yield an assumption for each column that was recognised by another name, or taken for what
    is left of a number."""
    for one in columns:
        if one.meant:
            yield AssumedValue(f"column {one.name}", f"it is {one.meant}")
        if one.live:
            yield AssumedValue(
                f"column {one.name}", f"it is what is left: {one.live}"
            )


def _new_id_and_name(
    cells: Data, name: str, taken: dict[str, str]
) -> dict[str, str]:
    """Return id and name of somebody new. A given id is used as it is unless it is taken."""
    slug = slug_of(cells.get(ID) or name or NAME)
    if cells.get(ID) and slug not in (*taken, *NOBODY):
        return {slug: name}
    return dict(new_names(name or NAME, 1, taken, slug))


def _sheet_before(
    model: "_TemplateCell", there: KnownMember | None, encounter: Encounter
) -> Data:
    """Return the sheet that the cells change: that of the recognised combatant, or with a
    template the template's with the GM's fields. For a newcomer it is the template's."""
    if there is None:
        return model.base
    own = encounter.combatants[there.who]
    if not model.word:
        return own
    return {**model.base, **{key: own[key] for key in GMS if key in own}}


def _map_cell_faults(
    columns: list[Column], row: "SpreadsheetRow", rules: Ruleset
) -> list[str]:
    """Return a message for each column that gives a whole map, such as all weapons, in one cell
    that does not start with `{`. An empty list if all is well."""
    from gmtrack.store.check.shapes import sheet_shape

    shape, found = sheet_shape(rules.SCHEMA.sheet), []
    for one in columns:
        cell, kind = row.cells[one.name], shape.fields.get(one.path)
        if cell.lstrip("-").isdecimal() and may_be_number(kind):
            continue
        if is_map(kind) and not cell.startswith("{"):
            better = example_entry(rules, one.path, cell)
            found.append(
                f"{one.path}: found '{cell[:60]}'; each has a column, such as {better}"
            )
    return found


def _fields_taken(
    sheet: Data, columns: list[Column], paths: dict[str, str], at: str
) -> Iterator[TakenField]:
    """Yield the fields that a line has filled, with their columns. An entry with fields of its
    own (a weapon) is told as a whole."""
    told: dict[str, list[str]] = {}
    for one in columns:
        first, *rest = paths[one.name].split(".")
        told.setdefault(".".join((first, *rest[:1])), []).append(one.name)
    for path, names in told.items():
        field, _, inner = path.partition(".")
        value: Any = sheet.get(field)
        if inner and isinstance(value, list):
            value = value[int(inner)]
        elif inner and isinstance(value, dict):
            value = value.get(inner)
        yield TakenField(path, value, f"{at}: {', '.join(names)}")


class _TemplateCell(NamedTuple):
    """The meaning of a cell in the column `template`: the name of a template, or the sheet
    `base` of a stock combatant. `word` is its full name, empty for no cell. An unknown template
    keeps its name and is refused later."""

    word: str
    template: str | None
    base: Data


def _parse_template_cell(
    word: str | None, encounter: Encounter, rules: Ruleset
) -> _TemplateCell:
    """Return the meaning of a cell in the column `template`; an empty model for None. Raises
    Refusal for an unknown stock name."""
    if word is None:
        return _TemplateCell("", None, {})
    if not word.startswith(MARK):
        name = next(
            (one for one in encounter.templates if squash(one) == squash(word)),
            word,
        )
        return _TemplateCell(name, name, {})
    try:
        model = find_model(word, encounter, rules)
    except Refusal as refusal:
        raise Refusal(
            refusal.kind, f"{TEMPLATE}: {refusal.message}"
        ) from refusal
    return _TemplateCell(
        model.template or f"{MARK}{model.slug}", model.template, model.base
    )


def _merge_maps(model: Data, own: Data) -> Data:
    """Return the fields of both sheets. Maps are merged at any depth; any other value of `own`,
    also a list, replaces the model's."""
    merged = dict(model)
    for key, part in own.items():
        under = merged.get(key)
        if isinstance(part, dict) and isinstance(under, dict):
            merged[key] = _merge_maps(under, part)
        else:
            merged[key] = part
    return merged


def _side_assumption(
    sheet: Data, encounter: Encounter, template: str | None
) -> tuple[AssumedValue, ...]:
    """Return the assumption that somebody is a foe, if neither the sheet nor the template has a
    side."""
    given = {**encounter.templates.get(template or "", {}), **sheet}
    return (
        ()
        if "side" in given
        else (AssumedValue("side foe", "no column says otherwise"),)
    )


def _faults_of_row(
    refusal: Refusal, row: "SpreadsheetRow", columns: list[Column], file: str
) -> list[Fault]:
    """Return the problems of a line as faults, each with the column that it is about."""
    _, paths = base_and_paths([one for one in columns if one.steps])
    paths |= {one.name: one.live for one in columns if one.live}
    found = []
    for line in refusal.message.split("\n"):
        at, colon, message = line.partition(": ")
        # Columns have no `combatants.WHO.` or `fight.combatants.WHO.` in front.
        at = re.sub(r"^(?:fight\.)?combatants\.[^.]*\.", "", at)
        named = next(
            (
                name
                for name, path in paths.items()
                if squash(path) == squash(at)
            ),
            at,
        )
        told = (named, message) if colon else ("", line)
        found.append(Fault(*told, file, row.line))
    return found
