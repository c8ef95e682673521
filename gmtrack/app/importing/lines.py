"""The lines of a spreadsheet as combatants: each cell is a field of the sheet."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gmtrack.app.importing.columns import ID, TEMPLATE, Column, base_of, column
from gmtrack.app.importing.person import Person
from gmtrack.app.newcomers import new_names, slug_of
from gmtrack.app.stock.people import MARK, model_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.foreign import Assumed, Lost, Took
from gmtrack.core.names import squash
from gmtrack.errors import BadFile, Fault, Refusal

if TYPE_CHECKING:
    from gmtrack.characters.spreadsheet import Row, Table
    from gmtrack.rulesets.port import Ruleset

MOST_FAULTS = 20
NAME = "name"


def persons(
    table: "Table", file: str, encounter: Encounter, ruleset: "Ruleset"
) -> tuple[Person, ...]:
    """Everybody in a table. Raises BadFile with line and column of all that the ruleset refuses."""
    columns = [column(ruleset, name) for name in table.columns]
    taken = encounter.names()
    found: list[Person] = []
    faults: list[Fault] = []
    for row in table.rows:
        called = [one for one in columns if one.name in row.cells]
        try:
            person = _person(row, called, taken, encounter, ruleset)
        except Refusal as refusal:
            faults += _faults(refusal, row, called, file)
            continue
        taken[person.id] = person.name
        guesses = (Assumed("text", why) for why in table.assumed)
        found.append(person._replace(assumed=(*guesses, *person.assumed)))
    if faults:
        raise BadFile(faults[:MOST_FAULTS])
    return tuple(found)


def _person(
    row: "Row", columns: list[Column], taken: dict[str, str], encounter: Encounter, rules: "Ruleset"
) -> Person:
    from gmtrack.store.check.assign import parse_sheets

    fields = [one for one in columns if one.steps]
    cells = {one.path: row.cells[one.name] for one in fields}
    name = cells.get(NAME) or cells.get(ID)
    if not name:
        raise Refusal(rules.WORDS.no_value, f"{NAME}: is missing; everybody needs one")
    slug = slug_of(cells.get(ID) or name)
    ids = dict(new_names(name, 1, taken, slug))
    own = [one for one in fields if one.path not in (NAME, ID, TEMPLATE)]
    base, paths = base_of(own)
    texts = [f"{paths[one.name]}={row.cells[one.name]}" for one in own]
    template, model = _model(cells.get(TEMPLATE), encounter, rules)
    sheets = parse_sheets(encounter, rules, ids, template, texts, _merged(model, base))
    who, sheet = next(iter(sheets.items()))
    at = f"line {row.line}"
    return Person(
        who,
        str(sheet.get(NAME) or name),
        sheet,
        at,
        tuple(_took(sheet, own, paths, at)),
        tuple(Lost(f"column {one.name}", one.why, at) for one in columns if not one.steps),
        _assumed(sheet, encounter, template),
    )


def _took(sheet: Data, columns: list[Column], paths: dict[str, str], at: str) -> Iterator[Took]:
    """The fields that a line has filled; what has fields of its own (a weapon) is told whole."""
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
        yield Took(path, value, f"{at}: {', '.join(names)}")


def _model(word: str | None, encounter: Encounter, rules: "Ruleset") -> tuple[str | None, Data]:
    """The template that is meant, as it stands where there is none of that name; and what somebody
    of the stock (`@ganger`) gives. Raises Refusal."""
    if word is None:
        return None, {}
    if not word.startswith(MARK):
        return next((one for one in encounter.templates if squash(one) == squash(word)), word), {}
    try:
        model = model_of(word, encounter, rules)
    except Refusal as refusal:
        raise Refusal(refusal.kind, f"{TEMPLATE}: {refusal.message}") from refusal
    return model.template, model.base


def _merged(model: Data, own: Data) -> Data:
    """The fields of both; maps such as `weapons` with the entries of both, lists of one's own."""
    maps = {
        key: {**model[key], **part}
        for key, part in own.items()
        if isinstance(part, dict) and isinstance(model.get(key), dict)
    }
    return {**model, **own, **maps}


def _assumed(sheet: Data, encounter: Encounter, template: str | None) -> tuple[Assumed, ...]:
    given = {**encounter.templates.get(template or "", {}), **sheet}
    return () if "side" in given else (Assumed("side foe", "no column says otherwise"),)


def _faults(refusal: Refusal, row: "Row", columns: list[Column], file: str) -> list[Fault]:
    """What is wrong in a line, each with the column that it is about."""
    _, paths = base_of([one for one in columns if one.steps])
    found = []
    for line in refusal.message.split("\n"):
        at, colon, message = line.partition(": ")
        at = ".".join(at.split(".")[2:]) if at.startswith("combatants.") else at
        named = next((name for name, path in paths.items() if squash(path) == squash(at)), at)
        told = (named, message) if colon else ("", line)
        found.append(Fault(*told, file, row.line))
    return found
