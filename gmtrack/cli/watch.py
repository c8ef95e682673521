"""`watch`: the board on a second screen, which follows the fight by itself."""

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli.options import line_of
from gmtrack.cli.tree import Commands
from gmtrack.errors import GmtrackError

if TYPE_CHECKING:
    from gmtrack.view.live import LiveScreen
    from gmtrack.view.text import Line

COMMANDS = Commands()

LOOK_EVERY = 0.1
"""Seconds between two looks at the file; a look is one system call or two."""
Sign = tuple[object, ...]


@COMMANDS.add("watch", (), "gmtrack watch --players")
def watch(
    ctx: typer.Context,
    players: Annotated[
        bool, typer.Option("--players", help="Only what the players may know.")
    ] = False,
) -> None:
    """Show the board on a second screen, always as it is now."""
    from gmtrack.view.live import LiveScreen

    file = line_of(ctx).file
    with suppress(KeyboardInterrupt, BrokenPipeError), LiveScreen(sys.stdout) as screen:
        for width, _ in changes(file, screen):
            screen.draw(picture(file, width, players=players))


def changes(file: str | None, screen: "LiveScreen") -> Iterator[tuple[int, int]]:
    """The size of the screen, at first and whenever it or the fight has changed."""
    last: tuple[Sign, tuple[int, int]] | None = None
    while True:
        now = (sign_of(file), screen.size)
        if now != last:
            last = now
            yield screen.size
        time.sleep(LOOK_EVERY)


def sign_of(file: str | None) -> Sign:
    """What is different after every change: which encounter it is, and the file's own stamp."""
    from gmtrack.store import places

    try:
        place = places.active() if file is None else places.in_place(file)
        stat = place.file.stat()
    except (GmtrackError, OSError) as error:
        return (str(error),)
    return (str(place.file), stat.st_ino, stat.st_mtime_ns, stat.st_size)


def picture(file: str | None, width: int, *, players: bool) -> "list[Line]":
    """The board as it is now; why there is none, if there is none."""
    from gmtrack.core.players import gm_board, players_board
    from gmtrack.store.session import open_session
    from gmtrack.view.board import render_board
    from gmtrack.view.text import Span, fold_all, shown

    try:
        with open_session(file, write=False) as session:
            encounter, ruleset = session.encounter, session.ruleset
            board = (players_board if players else gm_board)(encounter, ruleset.board)
    except GmtrackError as error:
        lines = [[Span(shown(text), "warning")] for text in error.message.split("\n")]
        return fold_all(lines, width)
    return render_board(board, width)
