"""The kept fights: every working copy stays, with its history, until it is forgotten by name."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.files import show_opened, where_it_stands
from gmtrack.cli.options import FORCE, JSON, line_of
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.core.players import gm_board

if TYPE_CHECKING:
    from gmtrack.store.session import Kept, Session

COMMANDS = Commands()

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="Its name in `gmtrack fights`, or its title.")
]


@COMMANDS.add("fights", (JSON,))
def fights(ctx: typer.Context) -> None:
    from gmtrack.store.session import kept_fights

    line = line_of(ctx)
    docs = [_document(kept) for kept in kept_fights(lambda session: dict(_told(session)))]
    if line.json:
        output.document({"fights": docs})
    elif docs:
        from gmtrack.view.fights import render_fights

        output.show(render_fights, docs, program=line.program)
    else:
        program = line.program
        told = f"`{program}load FILE` opens one, `{program}examples` lists some"
        output.say(f"no fight is kept: {told}")


@COMMANDS.add("switch", (JSON,))
def switch(ctx: typer.Context, name: Name) -> None:
    from gmtrack.store.session import switch_to

    show_opened(line_of(ctx), "switch", switch_to(name))


@COMMANDS.add("forget", (FORCE, JSON))
def forget(ctx: typer.Context, name: Name) -> None:
    from gmtrack.store.session import forget as let_go

    line = line_of(ctx)
    gone = let_go(name, force=line.options().force)
    if line.json:
        output.document({"command": "forget", "name": gone})
    else:
        output.say(f"{gone} is forgotten")


def _document(kept: "Kept") -> Data:
    doc: Data = {"name": kept.name, "active": kept.active}
    if kept.told is None:
        return doc | {"fault": kept.fault}
    return doc | kept.told | {"saved": kept.is_saved, "file": str(kept.file)}


def _told(session: "Session") -> Iterator[tuple[str, object]]:
    board = gm_board(session.encounter, session.ruleset.board)
    yield "title", session.title
    yield "ruleset", session.ruleset.META.id
    for key in ("round", "pass", "phase"):
        if key in board.doc:
            yield key, board.doc[key]
    yield "stands", where_it_stands(board)
    yield "played", session.played
