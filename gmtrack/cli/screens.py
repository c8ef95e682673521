"""Looking: at the fight, at one combatant."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, line_of
from gmtrack.cli.tree import Commands
from gmtrack.core.players import gm_board

if TYPE_CHECKING:
    from gmtrack.view.export import Kind

COMMANDS = Commands()


@COMMANDS.add("board", (JSON,), "gmtrack board")
def board(
    ctx: typer.Context,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Write an SVG picture instead.")
    ] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write a web page instead.")
    ] = None,
) -> None:
    """Show the fight at a glance: turn, order, who is hurt or out."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        screen = gm_board(session.encounter, session.ruleset.board)
    files: dict[Kind, str | None] = {"svg": svg, "html": html}
    for kind, file in files.items():
        if file is not None:
            output.export_board(screen, file, kind, line)
    if line.json:
        output.document(screen.doc)
    elif all(file is None for file in files.values()):
        output.show_board(screen)


@COMMANDS.add("show", (JSON,), "gmtrack show joe")
def show(
    ctx: typer.Context,
    who: Annotated[
        str, typer.Argument(metavar="WHO", help="A combatant, or a thing of the scene.")
    ],
) -> None:
    """Show one combatant: sheet, tracks, effects."""
    from gmtrack.store.session import open_session

    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        profile = session.ruleset.show(session.encounter, who)
    if line.json:
        output.document(profile.doc)
    else:
        output.show_profile(profile)
