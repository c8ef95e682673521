"""Prompts that wait for typing, and for a phone that may answer first."""

import sys
from asyncio import get_running_loop
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from gmtrack.cli.output import raise_lost_output
from gmtrack.play.fight_status import render_status_line
from gmtrack.play.questions.given_answers import BACK, BACK_HELP
from gmtrack.play.questions.typed_at_question import leaves_question, look_aside
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import HELP, QuestionEnd
from gmtrack.view.console import count_columns
from gmtrack.view.text import Span, cut, fold_all, plain, shown

TOLD = 30
"""Columns that are shown of a command that was typed at a question."""


class PhoneWatch(Protocol):
    """Phones that may answer while a prompt is open. `waiting_message` is shown if they have
    answered while somebody was typing; else it is empty."""

    @property
    def waiting_message(self) -> str:
        """The message below the input line."""

    async def watch_phones(self, session: Any) -> None:
        """End the prompt of `session` (raises Phoned there) when the phones have answered."""


class QuestionLeft(KeyboardInterrupt):
    """The GM left a question for another command, which comes next. Like Ctrl-C it takes the
    command back that asked, unless somebody catches it."""


def read_line(
    table: PlayTable,
    session: Any,
    message: Any,
    start: str = "",
    phone: PhoneWatch | None = None,
) -> str:
    """Show a prompt that starts with the text `start`, and return what is typed.

    Raises KeyboardInterrupt for Ctrl-C, EOFError at the end of input or if the process is to
    end, Unheard if the prompt cannot be shown, Phoned for an answer from `phone`."""
    from prompt_toolkit.utils import is_dumb_terminal

    signals, app = table.signals, session.app

    def end_prompt() -> None:
        if not app.is_done:
            app.exit(
                exception=EOFError() if signals.ended else KeyboardInterrupt()
            )

    def cancel_prompt() -> bool:
        waits = app.is_running and not app.is_done and app.loop is not None
        if waits:
            app.loop.call_soon_threadsafe(end_prompt)
        return bool(waits)

    def begin_prompt() -> None:
        get_running_loop().set_exception_handler(
            lambda _, context: note_editor_error(table, context)
        )
        if signals.pressed:
            end_prompt()
        if phone is not None:
            app.create_background_task(phone.watch_phones(session))

    with raise_lost_output(), recording_prompt(table, session, message):
        if is_dumb_terminal():
            return str(
                signals.breaking(
                    lambda: session.prompt(
                        message, handle_sigint=False, default=start
                    )
                )
            )
        with signals.waiting(cancel_prompt):
            options = {"handle_sigint": False, "set_exception_handler": False}
            return str(
                session.prompt(
                    message, pre_run=begin_prompt, default=start, **options
                )
            )


@contextmanager
def recording_prompt(
    table: PlayTable, session: Any, message: Any
) -> Iterator[None]:
    """Record what was typed at a prompt, however it ends, if the session has a board that stays."""
    try:
        yield
    finally:
        if table.screen is not None:
            asked = message() if callable(message) else message
            typed = session.default_buffer.text
            record = partial(table.screen.record_prompt, asked, typed)
            table.faults.spared("the story below the board", record, None)


def note_editor_error(table: PlayTable, context: dict[str, Any]) -> None:
    """Record an error of the line editor in the session's faults. `context` is what asyncio
    reports."""
    error = context.get("exception")
    table.faults.note(
        "the line editor", error or RuntimeError(str(context.get("message")))
    )


def prompt_for_answer(
    table: PlayTable,
    question: str | Callable[[], str],
    phone: PhoneWatch | None = None,
    *,
    can_go_back: bool = True,
) -> str:
    """Ask a question at the prompt and return what was typed. If `can_go_back`, Esc types BACK
    where nothing else is typed.

    Ctrl-C and the end of input raise KeyboardInterrupt, which takes the command back. Raises
    Phoned for an answer from `phone`."""
    from prompt_toolkit import PromptSession

    from gmtrack.play.line_editor import ESCAPE_WAIT, make_back_binding

    session: Any = PromptSession(
        bottom_toolbar=lambda: render_toolbar(table, phone),
        key_bindings=make_back_binding() if can_go_back else None,
        output=table.screen.make_output() if table.screen else None,
    )
    keep_board_in_sight(table, session)
    session.app.ttimeoutlen = session.app.timeoutlen = ESCAPE_WAIT
    try:
        answer = read_line(table, session, question, phone=phone)
    except EOFError:
        raise KeyboardInterrupt from None
    if table.signals.pressed:
        raise KeyboardInterrupt
    return answer


def keep_board_in_sight(table: PlayTable, session: Any) -> None:
    """Let a prompt renew the board above it whenever it is drawn, and show earlier lines by
    PageUp, if the session has a board that stays."""
    screen = table.screen
    if screen is None:
        return

    def renew_board(app: Any) -> None:
        table.faults.spared(
            "the board above", partial(screen.renew, app.renderer.erase), None
        )

    session.app.before_render += renew_board
    session.key_bindings = screen.add_look_back_keys(session.key_bindings)


def render_toolbar(table: PlayTable, phone: PhoneWatch | None = None) -> str:
    """Return the text below the input line of a question: the message of a phone that has
    answered, if there is one, and the fight's status line."""
    width = count_columns(sys.stdout)
    status = table.faults.spared(
        "bottom line",
        lambda: render_status_line(table.fight, width, table.fault),
        "",
    )
    return "\n".join(
        filter(
            None, [cut(phone.waiting_message, width) if phone else "", status]
        )
    )


def prompt_with_help(
    table: PlayTable,
    head: str,
    question: str,
    explained: Callable[[], Iterable[str]],
    is_whole_answer: Callable[[str], bool],
    end: QuestionEnd,
    phone: PhoneWatch | None = None,
) -> str:
    """Ask a question until the text is an answer, and return the text.

    `head` is the question with what stands above it, shown the first time; `question` is shown
    after that. `?` shows the lines of `explained`. `is_whole_answer` says whether a text answers
    the question; any other text is carried out if it is a command. `end` is what happens if the
    question is left. Raises Phoned for an answer from `phone`, KeyboardInterrupt for Ctrl-C,
    QuestionLeft if the GM prefers another command, WentBack for `<`."""
    text = prompt_for_answer(table, head, phone)
    while True:
        if text.strip() in HELP:
            lines_to_show = [*explained(), f"  {BACK_HELP}"]
        elif text.strip() == BACK:
            lines_to_show = [go_back(table, end)]
        elif (
            is_whole_answer(text)
            or (said := take_command(table, text, end)) is None
        ):
            return text
        else:
            lines_to_show = [said] if said else []
        if table.signals.pressed:
            raise KeyboardInterrupt
        lines = fold_all(
            [[Span(line)] for line in lines_to_show],
            count_columns(sys.stdout),
            4,
        )
        text = prompt_for_answer(
            table, "\n".join([*map(plain, lines), question]), phone
        )


def go_back(table: PlayTable, end: QuestionEnd) -> str:
    """Go back to the question before in the same command (raises WentBack). Return what to say
    if there is none. `end` is what happens if the question is left."""
    table.asking.answers.go_back()
    return f"there is no question before this one; {end.hint}"


def take_command(table: PlayTable, text: str, end: QuestionEnd) -> str | None:
    """Carry out a command typed at a question if it only looks, and return what to say: empty
    after a look, else a refusal. Return None if the text is no command.

    For any other command ask whether to leave the question. If so, keep the command for the next
    line and raise QuestionLeft; if not, return an empty text. `end` is what happens then."""
    if not leaves_question(text):
        return look_aside(table, text)
    line = cut(shown(text.strip()), TOLD)
    question = (
        f"Leave the question for `{line}` ({end.left})? yes, no (Enter = no)"
    )
    answer = prompt_for_answer(table, fold_question(question))
    if answer.strip().lower() not in ("y", "yes"):
        return ""
    table.next_line.type_on(text)
    raise QuestionLeft


def fold_question(text: str) -> str:
    """Fold a question to the terminal's width and add a blank at its end."""
    *lines, last = fold_all(
        [[Span(line)] for line in text.split("\n")],
        count_columns(sys.stdout),
        2,
    )
    return "\n".join([*map(plain, lines), plain(last) + " "])
