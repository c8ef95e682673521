"""What was done: taking it back, doing it again, reading it."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, Line, line_of, whole
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.core.report import change_to_json

if TYPE_CHECKING:
    from gmtrack.store.session import Entry

COMMANDS = Commands()

Steps = Annotated[int, typer.Argument(metavar="[N]", parser=whole(1), help="How many steps.")]
ON_SCREEN = 20
"""Steps that `log` shows when nobody says how many."""


@COMMANDS.add("undo", (JSON,), "gmtrack undo 2")
def undo(ctx: typer.Context, steps: Steps = 1) -> None:
    """Take back the last command, or the last N."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=True) as session:
        entries = session.undo(steps)
    changes = [
        change | {"before": change["after"], "after": change["before"]}
        for entry in entries
        for change in reversed(_changes(entry))
    ]
    _show(line, "undo", entries, changes)


@COMMANDS.add("redo", (JSON,), "gmtrack redo")
def redo(ctx: typer.Context, steps: Steps = 1) -> None:
    """Do again what `undo` took back, with the same dice."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=True) as session:
        entries = session.redo(steps)
    _show(line, "redo", entries, [change for entry in entries for change in _changes(entry)])


@COMMANDS.add("log", (JSON,), "gmtrack log --last 5")
def log(
    ctx: typer.Context,
    last: Annotated[
        int | None,
        typer.Option("--last", metavar="N", parser=whole(1), help="Only the last N (screen: 20)."),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option("--export", metavar="FILE", help="Write the fight as a story instead."),
    ] = None,
) -> None:
    """Show what was done with all its dice, oldest first."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        entries = list(session.log())
        if export is not None:
            output.export_story(session.encounter, session.ruleset, entries, export, line)
    if line.json:
        chosen = entries[-last:] if last else entries
        output.document({"steps": [_step(entry) for entry in chosen]})
    elif export is None:
        output.show_log(entries[-(last or ON_SCREEN) :])


def _show(line: Line, command: str, entries: "list[Entry]", changes: list[Data]) -> None:
    if not line.json:
        done = {"undo": "undone", "redo": "done again"}[command]
        output.say(*(f"{done}: {entry.line}" for entry in entries), fold=True)
        return
    doc: Data = {"command": command, "steps": [entry.line for entry in entries]}
    if command == "redo":
        doc["rolls"] = [roll for entry in entries for roll in entry.report.get("rolls", ())]
    doc["changes"] = changes
    output.document(doc)


def _changes(entry: "Entry") -> list[Data]:
    """What a step changed, as its report told it; an edit by hand has none."""
    return entry.report.get("changes") or [change_to_json(change) for change in entry.changes]


def _step(entry: "Entry") -> Data:
    keys = ("seq", "kind", "line", "time", "undone", "report")
    return {key: getattr(entry, key) for key in keys}
