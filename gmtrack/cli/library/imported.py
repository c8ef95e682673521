"""Characters of other programs, as combatants."""

from typing import Annotated

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import HISTORY, RESOLVING_WITHOUT_DICE, line_of
from gmtrack.cli.tree import Commands
from gmtrack.errors import StoreError

COMMANDS = Commands()


@COMMANDS.add("import", RESOLVING_WITHOUT_DICE)
def import_characters(
    ctx: typer.Context,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Of Chummer5a, of Foundry VTT, or a spreadsheet."),
    ],
    source: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FORMAT", help="chummer, csv or foundry; by default seen in the file."
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", metavar="R", help="Into a new encounter if none of R is open."),
    ] = None,
) -> None:
    from gmtrack.app.importing.bring import Wanted, bring

    line = line_of(ctx)
    if file.endswith(HISTORY):
        message = (
            f"{file} is the history of a fight: `{line.program}load {system.quote(file)}` opens it"
        )
        raise StoreError("bad-file", message)
    wanted = Wanted(file, source, ruleset, line.options(), may_open=line.at_prompt)
    brought = bring(line.order(), wanted)
    if line.json:
        output.document(brought.document())
    else:
        output.show_imported(brought, line)
