"""Characters of other programs, as combatants."""

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import (
    HISTORY,
    RESOLVING_WITHOUT_DICE,
    arg,
    line_of,
    opt,
)
from gmtrack.cli.tree import Commands
from gmtrack.errors import StoreError

COMMANDS = Commands()


@COMMANDS.add("import", RESOLVING_WITHOUT_DICE)
def import_characters(
    ctx: typer.Context,
    file: str = arg(
        "FILE",
        "Of Chummer5a, Foundry VTT, Improved Initiative, dndme; stat blocks; CSV.",
        ...,
    ),
    source: str | None = opt(
        "--from",
        "FORMAT",
        "chummer, csv, dndme, foundry, initiative, statblock; seen in the file.",
    ),
    ruleset: str | None = opt(
        "--ruleset", "R", "Into a new encounter if none of R is open."
    ),
) -> None:
    """Run `import`: bring in characters of other programs, or of a spreadsheet."""
    from gmtrack.app.importing.import_file import ImportRequest, import_people

    line = line_of(ctx)
    if file.endswith(HISTORY):
        message = (
            f"{file} is the history of a fight: `{line.program}load "
            f"{system.quote(file)}` opens it"
        )
        raise StoreError("bad-file", message)
    wanted = ImportRequest(
        file, source, ruleset, line.options(), may_open=line.at_prompt
    )
    brought = import_people(line.order(), wanted)
    if line.json:
        output.answer(line, brought.document())
    else:
        output.show_imported(brought, line)
