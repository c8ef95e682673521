"""Files of encounters: making, loading, saving and checking them."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.options import FORCE, JSON, Line, line_of
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.players import gm_board

if TYPE_CHECKING:
    from gmtrack.errors import Fault
    from gmtrack.store.opening import Opened

COMMANDS = Commands()


@COMMANDS.add("new", (JSON,), "gmtrack new 'Bar brawl' --ruleset swan-song")
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the fight is called.")],
    ruleset: Annotated[
        str, typer.Option("--ruleset", metavar="R", help="The rules that it is played by.")
    ],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="Where `save` will write it.")
    ] = None,
) -> None:
    """Make an empty encounter and make it the active one."""
    from gmtrack.store.session import new_encounter

    line = line_of(ctx)
    _show_opened(line, "new", new_encounter(name, ruleset, file, line.file))


@COMMANDS.add("load", (JSON,), "gmtrack load encounters/knife-fight.yaml")
def load(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="An encounter or a saved fight.")],
) -> None:
    """Open a working copy of a file as the active encounter."""
    from gmtrack.store.session import load_file

    line = line_of(ctx)
    _show_opened(line, "load", load_file(file))


@COMMANDS.add("save", (FORCE, JSON), "gmtrack save tonight.yaml")
def save(
    ctx: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Where; by default where it was saved last."),
    ] = None,
) -> None:
    """Write the encounter with the state of its fight to a file."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=True) as session:
        path = str(session.save(file, force=line.options().force))
        doc = _document("save", session.encounter, path)
    if line.json:
        output.document(doc)
    else:
        output.say(f"saved as {path}")


@COMMANDS.add("validate", (JSON,), "gmtrack validate encounters/*.yaml")
def validate(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="The files to check.")],
) -> None:
    """Check files and tell all that is wrong; nothing is changed."""
    found = {file: _faults(file) for file in files}
    if line_of(ctx).json:
        output.document({"files": [_checked(file, faults) for file, faults in found.items()]})
    else:
        for file, faults in found.items():
            output.say(*([str(fault) for fault in faults] or [f"{file}: ok"]))
    if any(found.values()):
        raise typer.Exit(1)


def _faults(file: str) -> "list[Fault]":
    from gmtrack.errors import BadFile
    from gmtrack.store.session import validate_file

    try:
        validate_file(file)
    except BadFile as error:
        return error.faults
    return []


def _checked(file: str, faults: "list[Fault]") -> Data:
    keys = ("file", "line", "path", "message")
    listed = [{key: getattr(fault, key) for key in keys} for fault in faults]
    return {"file": file, "ok": not faults, "faults": listed}


def _document(command: str, encounter: Encounter, file: str) -> Data:
    return {
        "command": command,
        "name": encounter.name,
        "ruleset": encounter.ruleset,
        "file": file,
    }


def _show_opened(line: Line, command: str, opened: "Opened") -> None:
    """Show what was opened and how to go on."""
    encounter, ruleset = opened.encounter, opened.ruleset
    if line.json:
        output.document(_document(command, encounter, str(opened.file)))
        return
    kind = " as a working copy" if command == "load" else ""
    done = f"{encounter.name} ({ruleset.META.title}) is open{kind}"
    hint = "next: gmtrack roll-init" if encounter.combatants else "next: gmtrack add NAME"
    board = gm_board(encounter, ruleset.board)
    output.show_board(board, before=[done], after=[hint])
