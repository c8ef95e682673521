"""Prompts that wait for typing, and for a phone that may answer first."""

import sys
from asyncio import get_running_loop, sleep
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from gmtrack.cli.output import raise_lost_output, say
from gmtrack.core.names import pick
from gmtrack.errors import Refusal
from gmtrack.play.fight_status import render_status_line
from gmtrack.play.questions.given_answers import (
    BACK,
    BACK_HELP,
    QuestionKey,
    WentBack,
)
from gmtrack.play.questions.typed_at_question import leaves_question, look_aside
from gmtrack.play.sent_answers import SentAnswer
from gmtrack.play.table import PlayTable
from gmtrack.play.typed_line import HELP, QuestionEnd
from gmtrack.view.console import count_columns
from gmtrack.view.text import Span, cut, fold_all, plain, shown

LOOK_EVERY = 0.1
"""Seconds between two looks for answers that are taken back; each takes a system call."""
HANDS_EVERY = 0.3
"""Seconds between two looks for raised hands."""
TOLD = 30
"""Columns that are shown of a command that was typed at a question."""


class PhoneWatch(Protocol):
    """Phones that may answer while a prompt is open. `waiting_message` is shown if they have
    answered while somebody was typing; else it is empty."""

    @property
    def waiting_message(self) -> str:
        """The message below the input line."""

    def asks(self, key: QuestionKey) -> bool:
        """Whether an answer to a question that is taken back is taken back here."""

    async def watch_phones(self, session: Any) -> None:
        """End the prompt of `session` (raises Phoned there) when the phones have answered."""


class AnswerTakenBack(Exception):
    """A player has taken an answer back; raised to end the prompt."""

    def __init__(self, answer: SentAnswer) -> None:
        super().__init__(answer.said)
        self.answer = answer


async def watch_sent_answers(
    table: PlayTable, session: Any, phone: PhoneWatch | None
) -> None:
    """End a prompt (raises AnswerTakenBack there) when a player takes back an answer to an earlier
    question of the command. If somebody is typing, wait, and say so below the line. Answers to
    the questions of `phone` are left to it."""
    app, line, sent = session.app, session.default_buffer, table.asking.sent
    while not app.is_done:
        answer = sent.find_taken_back(
            lambda key: phone is None or not phone.asks(key)
        )
        if answer is not None and not line.text:
            app.exit(exception=AnswerTakenBack(answer))
            return
        if answer is not None and not sent.waiting_message:
            sent.waiting_message = (
                f"{answer.name}'s phone takes an answer back: "
                "Ctrl-U empties your line for it"
            )
            app.invalidate()
        await sleep(LOOK_EVERY)


async def watch_raised_hands(table: PlayTable, session: Any) -> None:
    """Draw a prompt again as soon as a player raises or lowers a hand."""
    nobody: list[str] = []

    def find() -> list[str]:
        look = table.shared_page.find_raised_hands
        return table.faults.spared("raised hands", look, nobody)

    hands = find()
    while not session.app.is_done:
        before, hands = hands, find()
        if hands != before:
            session.app.invalidate()
        await sleep(HANDS_EVERY)


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
        app.create_background_task(watch_sent_answers(table, session, phone))
        app.create_background_task(watch_raised_hands(table, session))

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
    while True:
        try:
            answer = read_line(table, session, question, phone=phone)
        except EOFError:
            raise KeyboardInterrupt from None
        except AnswerTakenBack as taken:
            take_answer_back(table, taken.answer)
            continue
        if table.signals.pressed:
            raise KeyboardInterrupt
        return answer


def take_answer_back(table: PlayTable, answer: SentAnswer) -> None:
    """Take back an answer that a phone has sent to an earlier question, and say so. The command
    begins anew with all other answers (raises WentBack). Nothing else happens if that question is
    not asked any more."""
    table.asking.sent.waiting_message = ""
    if table.asking.answers.take_back(answer.key):
        say(f"{answer.name}'s phone takes back: {answer.said}", fold=True)
        raise WentBack
    table.asking.sent.close([answer.key])


def overwrite_answer(table: PlayTable, text: str, asked: str) -> str:
    """Take a line such as `mara=3` for the answer that Mara's phone has sent to an earlier
    question: the command begins anew with it (raises WentBack). Return what is wrong with it; empty
    if the line is something else. `asked` is the combatant who is asked now."""
    word, sign, said = text.strip().partition("=")
    encounter = table.fight.known.encounter if table.fight else None
    if not sign or " " in word or encounter is None:
        return ""
    try:
        who = pick(word, encounter.names(), "combatant", "")
    except Refusal:
        return ""
    sent = table.asking.sent
    answer = sent.find_last_of(who)
    if answer is None or who == asked:
        return ""
    said = said.strip()
    if not answer.fits(said):
        return f"'{shown(said)}' is no answer in place of {answer.name}'s {answer.said}"
    sent.close([answer.key])
    table.asking.answers.replace(answer.key, said)
    raise WentBack


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
    messages = [
        phone.waiting_message if phone else "",
        table.asking.sent.waiting_message,
    ]
    lines = [cut(message, width) for message in messages if message]
    phones = table.faults.spared(
        "phones", lambda: table.shared_page.render_line(width), ""
    )
    return "\n".join(filter(None, [*lines, phones, status]))


def prompt_with_help(
    table: PlayTable,
    head: str,
    question: str,
    explained: Callable[[], Iterable[str]],
    is_whole_answer: Callable[[str], bool],
    end: QuestionEnd,
    phone: PhoneWatch | None = None,
    who: str = "",
) -> str:
    """Ask a question until the text is an answer, and return the text. `who` is the combatant who
    is asked, empty for the GM.

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
        elif wrong := overwrite_answer(table, text, who):
            lines_to_show = [wrong]
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
