"""`demo`: a fight that plays itself, with comments. The fight is in memory alone."""

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial

import typer

from gmtrack.app.step import CommandRequest
from gmtrack.cli.main import carry_out
from gmtrack.cli.options import CommandLine, arg
from gmtrack.cli.output import say, screen
from gmtrack.cli.parse import invoke_command, split_line
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.fight import Fight
from gmtrack.system.terminal import key_waiter
from gmtrack.view.console import Output
from gmtrack.view.text import Line, Span, fold_all, shown

COMMANDS = Commands()
USUAL = "@knife-fight"
ATTACK = "attack "
MOST = 24
"""Lines of the demo, besides those that explain something."""
COMMENT, SCREEN = 2.0, 4.0
"""Seconds for which they can be read."""
Wait = Callable[[float], bool]
"""Callback that waits some seconds; returns whether a key was pressed."""


@COMMANDS.add("demo", ())
def demo(
    ctx: typer.Context,
    word: str | None = arg(
        "[@NAME]", "Which of the ready-made fights; a file will do too."
    ),
) -> None:
    """Carry out `demo`: play a ready-made fight, by default USUAL, until it ends or a key is
    pressed. Nothing is kept."""
    meant = word or USUAL
    fight = Fight.open(meant, memory=True)
    is_seen = sys.stdin.isatty() and sys.stdout.isatty()
    # Long pages go by as the others do.
    Output.reader = staticmethod(_write_page)
    try:
        with key_waiter() if is_seen else nullcontext(_skip_wait) as wait:
            if is_seen:
                say(
                    "A fight plays itself. Any key ends it; nothing of it is kept."
                )
            _play_demo(fight, wait)
    finally:
        Output.reader = None
    say(
        "",
        f"Now you: `gmtrack play {meant}` opens it, `gmtrack` tells what else",
        fold=True,
    )


def _write_page(text: str) -> None:
    """Write a long page at once, so that it goes by as the other screens do."""
    sys.stdout.write(text)


def _skip_wait(seconds: float) -> bool:
    """Wait no time and return False, as if no key was pressed: nobody watches."""
    return False


def _play_demo(fight: Fight, wait: Wait) -> None:
    """Carry out the demo's lines with their comments until they end or a key is pressed."""
    for number, (comment, line) in enumerate(_tell_demo(fight), start=1):
        if comment:
            screen(partial(_render_comment, comment))
            if wait(COMMENT):
                return
        say(f"> {line}")
        _carry_out_line(fight, line, number)
        if wait(SCREEN):
            return


def _render_comment(comment: str, width: int) -> list[Line]:
    """Render a comment below an empty line: `# ...`, folded."""
    return [[], *fold_all([[Span(shown(f"# {comment}"), "note")]], width)]


def _tell_demo(fight: Fight) -> Iterator[tuple[str, str]]:
    """Yield the demo's comments and command lines (an empty comment: none). Each line is chosen
    when it is needed, from the fight as it stands then."""
    yield "Who is there, and how they stand:", "board"
    yield (
        "Everybody rolls initiative; dice that fell on your table can be typed.",
        "roll-init",
    )
    board = fight.board()
    who = str(board["acting"])
    name = next(
        (str(row["name"]) for row in board["order"] if row["id"] == who), who
    )
    yield f"What can {name} do, and what does it cost?", "what"
    if attack := _find_attack_line(board):
        words = attack.removeprefix(ATTACK)
        yield (
            "How likely is that? Exactly, and nothing is rolled:",
            f"odds {words}",
        )
        yield "One line, from the declaration to the wounds:", attack
        yield "Every number can be asked where it comes from:", "why"
        yield "A mistake? Any step can be taken back ...", "undo"
        yield "... and done again, with the dice that fell:", "redo"
    yield from _tell_rest_of_fight(fight)
    yield "The fight is over. What did each of them do?", "stats"


def _tell_rest_of_fight(fight: Fight) -> Iterator[tuple[str, str]]:
    """Yield comment and line for the rest of the fight: attacks, or `next` where there is none,
    until only one side is up, at most MOST lines. The last line is `end`."""
    comment = "So it goes on, turn by turn:"
    for _ in range(MOST):
        board = fight.board()
        if (
            len(
                {row["side"] for row in board["order"] if row["status"] == "up"}
            )
            < 2
        ):
            break
        yield comment, _find_attack_line(board) or "next"
        comment = ""
    yield "What the system does at the end of a scene:", "end"


def _find_attack_line(board: Data) -> str:
    """Return the line of the first attack that the acting combatant can make; empty if there is
    none."""
    return next(
        (str(line) for line in board["choices"] if line.startswith(ATTACK)), ""
    )


def _carry_out_line(fight: Fight, text: str, seed: int) -> None:
    """Carry out a line and show its result as at the prompt. `seed` makes its dice the same each
    time."""
    line = CommandLine()
    line.text, line.file, line.at_prompt = text, fight.file, True
    name, *words = split_line(text)
    step = invoke_command(name, words, line)
    if isinstance(step, CommandRequest):
        line.values["seed"] = seed
        carry_out(line, step)
