"""`watch`: the board on a second screen, which follows the fight."""

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import typer

from gmtrack.cli.crash_reports import Faults
from gmtrack.cli.options import flag, line_of
from gmtrack.cli.tree import Commands
from gmtrack.errors import GmtrackError
from gmtrack.store.working_copies import sign_of

if TYPE_CHECKING:
    from gmtrack.app.past.players_history import FollowedCast
    from gmtrack.cli.signals import Signals
    from gmtrack.core.screen import Board
    from gmtrack.view.board.live import LiveScreen
    from gmtrack.view.text import Line

COMMANDS = Commands()

LOOK_EVERY = 0.1
"""Seconds between two looks at the file; each takes one or two system calls."""


@COMMANDS.add("watch", ())
def watch(
    ctx: typer.Context,
    players: bool = flag("--players", "Only what the players may know."),
) -> None:
    """Run `watch`: show the board until Ctrl-C."""
    from gmtrack.cli.main import resume_garbage_collection
    from gmtrack.cli.output import raise_lost_output
    from gmtrack.cli.signals import Signals
    from gmtrack.view.board.live import LiveScreen

    resume_garbage_collection()
    file = line_of(ctx).file
    view = WatchState(players=players)
    screen = LiveScreen(sys.stdout)

    def follow() -> None:
        for width, height in wait_for_changes(file, screen, view, signals):
            screen.draw(
                render_now(
                    file, width, view, height - 1 if screen.terminal else None
                )
            )

    signals = Signals()
    with signals, screen, suppress(KeyboardInterrupt), raise_lost_output():
        signals.breaking(follow)


@dataclass
class WatchState:
    """The state of `watch` from one picture to the next: whom it is for, the last good board,
    whether to look again though nothing has changed, and the program errors, each reported once."""

    players: bool = False
    last: "Board | None" = None
    again: bool = False
    faults: Faults = field(default_factory=lambda: Faults("gmtrack watch"))
    cast: "FollowedCast | None" = None

    def followed_cast(self) -> "FollowedCast | None":
        """Return what is known of changes of the cast, by which players are told no secrets; None
        for the GM's board."""
        if self.players and self.cast is None:
            from gmtrack.app.past.players_history import FollowedCast

            self.cast = FollowedCast()
        return self.cast


def wait_for_changes(
    file: str | None, screen: "LiveScreen", view: WatchState, signals: "Signals"
) -> Iterator[tuple[int, int]]:
    """Yield the size of the screen at first and whenever the screen or the fight has changed.
    Ends when nobody can see the screen any more or a signal came. Raises OSError."""
    last: object = None
    while not (screen.is_gone or signals.pressed):
        screen.stop_if_asked()
        now = (sign_of(file, hands=not view.players), screen.size, screen.woken)
        if (now != last or view.again) and screen.is_in_front:
            last = now
            yield screen.size
        time.sleep(LOOK_EVERY)


def render_now(
    file: str | None, width: int, view: WatchState, height: int | None = None
) -> "list[Line]":
    """Return the present board, in at most `height` lines if possible. If the fight cannot be
    read, the GM sees why; players see the last board, as an error may tell secrets too."""
    from gmtrack.view.board.board import ENDLESS, LineLimit, render_board
    from gmtrack.view.text import Span, fold_all, shown

    view.again = False
    room = LineLimit(height, cut=True) if height else ENDLESS
    try:
        board = current_board(file, view.followed_cast())
        lines = render_board(board, width, room)
    except Exception as error:
        view.again = isinstance(error, GmtrackError) and error.kind == "busy"
        if isinstance(error, GmtrackError):
            why = error.message
        else:
            why = f"internal error ({type(error).__name__}); {view.faults.note('', error)}"
        if view.players:
            return render_last_board(width, view)
        return fold_all(
            [[Span(shown(text), "warning")] for text in why.split("\n")], width
        )
    view.last = board
    return lines


def current_board(file: str | None, cast: "FollowedCast | None") -> "Board":
    """Return the board as the players may see it, or without a `cast` as the GM may."""
    from gmtrack.app.players_page import board_for_players
    from gmtrack.core.players import gm_board
    from gmtrack.store.session import open_session

    with open_session(file, write=False) as session:
        if cast is not None:
            return board_for_players(session, cast.look(session))
        return gm_board(session.encounter, session.ruleset.board, session.hands)


def render_last_board(width: int, view: WatchState) -> "list[Line]":
    """Return the last good board, if any, with a line that asks for patience."""
    from gmtrack.view.board.board import render_board
    from gmtrack.view.text import Span

    lines: list[Line] = []
    with suppress(Exception):
        lines = [*render_board(view.last, width), []] if view.last else []
    return [*lines, [Span("one moment", "note")]]
