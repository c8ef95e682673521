"""`save --as`: the sheets alone, for a spreadsheet or for the stock."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import CommandLine
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import listed, matching_words
from gmtrack.core.own_effects import effects_of
from gmtrack.errors import StoreError

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset

Form = Literal["csv", "stock"]


def choose_form(file: str | None, word: str | None) -> Form | None:
    """Return the form in which sheets are saved, by the word behind `--as` or the end of the
    file's name; None to save the whole encounter. Raises BadParameter for another word."""
    if word is None:
        return (
            "csv"
            if file is not None and file.lower().endswith(".csv")
            else None
        )
    found = matching_words(word, get_args(Form))
    if len(found) != 1:
        message = f"'{word}' is none of {listed(get_args(Form))}"
        raise typer.BadParameter(message, param_hint="--as")
    return next(one for one in get_args(Form) if one == found[0])


def save_sheets(line: CommandLine, file: str | None, form: Form) -> None:
    """Write the sheets of everybody in play into a file. Without a file name, stock goes into
    one's own stock folder and a table into the working directory. Raises Refusal and StoreError."""
    from gmtrack.store.atomic_files import replace_file
    from gmtrack.store.session import open_session

    with open_session(line.file, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
    written, warnings = _render_sheets(encounter, ruleset, form)
    if file is not None and output.is_standard(file, line):
        output.print_text(written)
        return
    path = _output_path(file, form, encounter)
    if file is None and form == "stock":
        warnings = [*_check_stock_names(path, encounter), *warnings]
    if not line.options().force and path.exists() and path.stat().st_size:
        raise StoreError(
            "cannot-save", f"{path} is there already: --force writes over it"
        )
    replace_file(path, written.encode())
    if line.json:
        doc: Data = {
            "command": "save",
            "name": encounter.name,
            "ruleset": encounter.ruleset,
        }
        doc |= {
            "file": str(path),
            "as": form,
            "combatants": list(encounter.combatants),
        }
        output.answer(
            line,
            doc
            | (
                {"warnings": [{"message": one} for one in warnings]}
                if warnings
                else {}
            ),
        )
        return
    count = len(encounter.combatants)
    output.say(f"saved as {path}: {count} sheet{'s' * (count != 1)}", *warnings)
    who = next(iter(encounter.combatants))
    ways = {"csv": f"import {system.quote(str(path))}", "stock": f"add @{who}"}
    if form == "csv" or file is None:
        output.say(
            f"`{line.typed(ways[form])}` takes {'them' if form == 'csv' else 'one'} in"
        )


def _render_sheets(
    encounter: Encounter, ruleset: "Ruleset", form: Form
) -> tuple[str, list[str]]:
    """Return the sheets as a stock file or a table, and warnings about what the table loses."""
    if form == "stock":
        from gmtrack.app.export_sheets import export_stock

        return export_stock(encounter, ruleset), []
    from gmtrack.app.export_sheets import export_table

    table = export_table(encounter, ruleset)
    lost = [
        f"{who}: {field} does not come back as it is"
        for who, field in table.lost
    ]
    used = [
        name
        for who in encounter.combatants
        for name in effects_of(encounter.sheet(who), None)
    ]
    if used:
        names = listed(dict.fromkeys(used))
        lost.append(
            f"a table has no effects of your own: `effect --define FILE` first for {names}"
        )
    return table.text, lost


def _output_path(file: str | None, form: Form, encounter: Encounter) -> Path:
    """Return the path to write to: `file`, or the default for this form."""
    from gmtrack.store.atomic_files import make_folder
    from gmtrack.store.output_file import file_to_write
    from gmtrack.store.stock.reading import own_folder
    from gmtrack.store.working_copies import folder_name

    if file is not None:
        return file_to_write(file)
    if form == "csv":
        return file_to_write(f"{folder_name(encounter.name)}.csv")
    make_folder(own_folder())
    return file_to_write(
        str(own_folder() / f"{folder_name(encounter.name)}.yaml")
    )


def _check_stock_names(path: Path, encounter: Encounter) -> Iterator[str]:
    """Yield a warning for each combatant who takes the name of a shipped one. Raises StoreError
    if another file of one's own stock has the name, as neither could be used then."""
    from gmtrack.store.stock.reading import COMBATANTS, stock_of

    for who, thing in stock_of(encounter.ruleset).things[COMBATANTS].items():
        if who not in encounter.combatants:
            continue
        if not thing.own:
            yield f"@{who} is this one from now on, and no more the one that ships"
        elif Path(thing.file) != path:
            message = f"{thing.file} has @{who} already: name a file, or take it out there"
            raise StoreError("cannot-save", message)
