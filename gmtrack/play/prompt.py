"""The prompt: a line editor with a history that outlives the session, and a bottom line that
says where the fight stands."""

import sys
from asyncio import get_running_loop
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from gmtrack.app.dice import RollContext
from gmtrack.app.players import ChoiceQuestion
from gmtrack.cli.main import tell
from gmtrack.cli.output import heard, say
from gmtrack.core.names import listed
from gmtrack.dice.asking import Asked, AskedDice, AskForDice, Together, is_dice
from gmtrack.dice.port import Answer, Ask
from gmtrack.errors import StoreError
from gmtrack.play.aside import aside, has_to_wait
from gmtrack.play.asking import (
    ENTER,
    attacks_with,
    bare,
    name_of,
    result,
    roll_help,
    roll_name,
    roll_question,
    subject,
    wanted,
)
from gmtrack.play.complete import candidates, path_begun, written
from gmtrack.play.fight import status_line
from gmtrack.play.paging import paged
from gmtrack.play.phones import (
    Phone,
    Phoned,
    Phones,
    choice_question,
    left_to_the_program,
    of_choice,
    reading,
    tidied,
)
from gmtrack.play.questions import YES_NO, Choice, Put, PutAll, choose, explanation, is_answer
from gmtrack.play.table import Table, spendable
from gmtrack.play.together import OF_CHOICES, Everybody, OpenChoice, of_dice
from gmtrack.play.words import END, HELP, LEAVING
from gmtrack.store.files import make_folder
from gmtrack.store.places import home
from gmtrack.store.ready_made import is_meant
from gmtrack.view.console import columns
from gmtrack.view.text import Span, cut, fold_all, plain, shown

if TYPE_CHECKING:
    from gmtrack.app.run import People

MARK = "> "
REFRESH = 1.0
"""Seconds after which the bottom line is looked at again: the fight may be changed elsewhere."""
FILE_COMMANDS = ("load ", "save ", "validate ", "import ")


def run_prompt(table: Table) -> None:
    """Read and carry out lines until `quit` or the end of the input. Ctrl-C takes back the line
    that is being typed, nothing else."""
    session = line_editor(table)
    table.faults.spared("old questions", partial(tidied, table), None)
    table.asking.put = put_choice(table)
    table.asking.put_all = put_choices(table)
    table.asking.rollers = rollers(table)
    if table.fight is None and table.in_place is None and not table.fault:
        begin(table)
    with paged(partial(more, table), table.next_line.type_on):
        while not table.left and table.signals.ended is None:
            table.signals.clear()
            try:
                text = table.next_line.coming() or typed(
                    table, session, MARK, table.next_line.prefilled()
                )
            except KeyboardInterrupt:
                continue
            except EOFError:
                break
            for line in text.split("\n"):
                # What was pasted is several lines; the first that fails ends it.
                if table.do(line):
                    break
    for note in table.faults.told:
        tell(f"internal error while you typed; {note}\n")


def begin(table: Table) -> None:
    """Have a fight chosen, where none is open. Ctrl-C leaves it at that."""
    from gmtrack.cli.library.begin import offer

    try:
        table.next_line.type_on(offer(partial(answered, table)))
    except KeyboardInterrupt:
        table.signals.clear()


def typed(
    table: Table,
    session: Any,
    message: Any,
    begun: str = "",
    phone: Phone | Everybody | None = None,
) -> str:
    """What is typed at a prompt, where `begun` stands already. Raises KeyboardInterrupt for
    Ctrl-C, EOFError at the end of the input and where the process is to be ended, Unheard where
    the prompt cannot be shown, Phoned for an answer from the `phone`."""
    from prompt_toolkit.utils import is_dumb_terminal

    signals, app = table.signals, session.app

    def leave() -> None:
        if not app.is_done:
            app.exit(exception=EOFError() if signals.ended else KeyboardInterrupt())

    def cancel() -> bool:
        waits = app.is_running and not app.is_done and app.loop is not None
        if waits:
            app.loop.call_soon_threadsafe(leave)
        return bool(waits)

    def begin() -> None:
        get_running_loop().set_exception_handler(lambda _, context: noted(table, context))
        if signals.pressed:
            leave()
        if phone is not None:
            app.create_background_task(phone.heed(session))

    with heard():
        if is_dumb_terminal():
            return str(
                signals.breaking(
                    lambda: session.prompt(message, handle_sigint=False, default=begun)
                )
            )
        with signals.waiting(cancel):
            options = {"handle_sigint": False, "set_exception_handler": False}
            return str(session.prompt(message, pre_run=begin, default=begun, **options))


def noted(table: Table, context: dict[str, Any]) -> None:
    """A fault of the line editor itself."""
    error = context.get("exception")
    table.faults.note("the line editor", error or RuntimeError(str(context.get("message"))))


def rollers(table: Table) -> "People":
    """Those whose dice are asked for here and on their phones."""
    return lambda rest, occasion: AskedDice(
        rest, asked(table), question(table, occasion), again(table, occasion), table.asking.kept,
        offered(table, occasion), occasion.moved_on, together(table, occasion),
    )  # fmt: skip


def together(table: Table, occasion: RollContext) -> Together | None:
    """Puts the questions for rolls that do not wait for each other at once, where more than one who
    is there rolls their own dice."""
    if occasion.rehearse is None or sum(map(table.asks, occasion.encounter.present())) < 2:
        return None

    def put(rolls: list[Asked]) -> None:
        encounter, width = occasion.encounter, columns(sys.stdout)
        about = subject(rolls[0].ask, occasion, table.asking.weapon)
        for line in [*filter(None, [about]), *(wanted(one.ask, encounter, width) for one in rolls)]:
            say(cut(line, width))
        names = {one.who: name_of(one.who, encounter) for one in rolls}
        phones = Phones(table, occasion)
        kind = of_dice(phones.read, lambda one: roll_help(one.now, encounter))
        with occasion.waiting(f"the dice of {listed(names.values())}"):
            answer_all(table, Everybody(table, rolls, names, phones.question, kind))

    return Together(occasion.rehearse(), put)


def answer_all(table: Table, everybody: Everybody) -> None:
    """Until all have answered. Ctrl-C takes the whole command back."""
    with everybody:
        while everybody.open:
            with suppress(Phoned):
                for line in filter(
                    None, everybody.typed(answered(table, everybody.line, everybody))
                ):
                    say(line, fold=True)


def put_choices(table: Table) -> PutAll:
    """Asks several for one of their words at once."""

    def put(choices: list[Choice]) -> list[str]:
        encounter, tells = reading(table)
        names = {one.who: name_of(one.who, encounter) for one in choices}
        for line in dict.fromkeys(one.about for one in choices):
            say(line, fold=True)
        for one in choices:
            say(f"{one.text}: {', '.join(entry.word for entry in one.words)}", fold=True)

        def question(id: str, one: OpenChoice) -> ChoiceQuestion:
            told = tells(one.who)
            return choice_question(one.choice, names[one.who], told, 0, id, one.problem)

        asked = [OpenChoice(one) for one in choices]
        enter = choices[0].enter
        kind = OF_CHOICES._replace(enter=f"{enter} for the rest", nothing=enter)
        answer_all(table, Everybody(table, asked, names, question, kind))
        return [one.answer or "" for one in asked]

    return put


def asked(table: Table) -> Callable[[Ask], bool]:
    """Which rolls people make."""
    return lambda ask: not ask.secret and table.asks(ask.who)


def question(table: Table, occasion: RollContext) -> AskForDice:
    """Puts the question for one roll. Ctrl-C takes the whole command back."""
    phones = Phones(table, occasion)

    def put(ask: Ask, problem: str) -> str:
        width = columns(sys.stdout)
        who = wanted(ask, occasion.encounter, width)
        first = roll_question(ask, occasion, width, table.asking.weapon)
        wrong = f"{shown(problem)}; {END}"
        head = f"{wrong}\n{who}\n{ENTER}" if problem else f"{first}\n{ENTER}"
        ahead, table.asking.ahead = table.asking.ahead, ""
        if ahead and not problem:
            return ahead
        explained = partial(roll_help, ask, occasion.encounter)

        def at_prompt(phone: Phone | None) -> str:
            again = f"{who}\n{ENTER}"
            return helped(table, head, again, explained, left_to_the_program, "roll", phone)

        name = name_of(ask.who, occasion.encounter)
        with occasion.waiting(f"{name}'s {roll_name(ask)} dice"):
            text = phones.asked(ask, problem, at_prompt)
        return "" if left_to_the_program(text) else text

    return put


def again(table: Table, occasion: RollContext) -> Callable[[Ask, Answer], bool]:
    """Asks whether the dice that do not count are to fall once more."""

    def put(ask: Ask, answer: Answer) -> bool:
        option, word = ask.retry or ("", "")
        if table.asking.put is None:
            return False
        name = name_of(ask.who, occasion.encounter)
        misses = ask.count - (answer.hits or 0)
        what = f"{option.capitalize()}: {word} {misses} of {ask.count} dice"
        text, had = f"{name}: {result(ask, answer)}. {what}", {}
        if occasion.session is not None:
            had = spendable(occasion.session.ruleset, occasion.encounter, ask.who)
        costs = (f"of {had[option]} {option} left" if option in had else "", "")
        lines = attacks_with(occasion, (f"--{option} {word}", "", ""), (ask, answer))
        choice = Choice(text, YES_NO, enter="no", who=ask.who, costs=costs, attacks=tuple(lines))
        with occasion.waiting(f"{name}'s choice, {option}: {word}"):
            return table.asking.put(choice) == YES_NO[0].word

    return put


def offered(table: Table, occasion: RollContext) -> Callable[[Ask], int]:
    """Asks how many of the dice that may be added to a roll are."""

    def put(ask: Ask) -> int:
        offer = ask.offer
        if offer is None:
            return 0
        name = name_of(ask.who, occasion.encounter)
        about, problem, text = wanted(ask, occasion.encounter, columns(sys.stdout)), "", ""
        left = f"{offer.what} {offer.most} left: how many dice?"
        what = bare(ask, occasion.encounter)
        many = [f"--{offer.option} {offer.word}={count}" for count in range(1, offer.most + 1)]
        lines = tuple(attacks_with(occasion, ["", *many]))
        topic = subject(ask, occasion, table.asking.weapon)
        choice = Choice(
            f"{what}. {left}", (), about=topic, enter="none", who=ask.who, attacks=lines
        )
        on_phone = of_choice(table, choice, offer.most)

        def at_prompt(phone: Phone | None) -> str:
            return answered(table, f"{problem or about}\n{left} (Enter = none) ", phone)

        with occasion.waiting(f"{name}'s choice, {offer.what}"):
            while not (text.isdecimal() and int(text) <= offer.most):
                text = on_phone.asked(problem, at_prompt).strip()
                text = "0" if not text or left_to_the_program(text) else text
                problem = f"a number from 0 to {offer.most}"
        return int(text)

    return put


def helped(
    table: Table,
    head: str,
    question: str,
    explained: Callable[[], Iterable[str]],
    answers: Callable[[str], bool],
    enter: str,
    phone: Phone | None = None,
) -> str:
    """What was typed at a question, which is the last line of `head` too; a question mark and a
    command are answered, and the question put again. `answers` says whether a text that may be a
    command answers the question. Raises Phoned for an answer from the `phone`, whatever it is."""
    text = answered(table, head, phone)
    while True:
        if text.strip() in HELP:
            told = [*explained()]
        elif answers(text) or (said := aside(table, text, enter)) is None:
            return text
        else:
            told = [said] if said else []
        if table.signals.pressed:
            raise KeyboardInterrupt
        lines = fold_all([[Span(line)] for line in told], columns(sys.stdout), 4)
        text = answered(table, "\n".join([*map(plain, lines), question]), phone)


def answered(
    table: Table, question: str | Callable[[], str], phone: Phone | Everybody | None = None
) -> str:
    """What was typed. An end of the input is as good as Ctrl-C: it takes the command back. Raises
    Phoned for an answer from the `phone`."""
    from prompt_toolkit import PromptSession

    session: Any = PromptSession(bottom_toolbar=lambda: standing(table, phone))
    try:
        answer = typed(table, session, question, phone=phone)
    except EOFError:
        raise KeyboardInterrupt from None
    if table.signals.pressed:
        raise KeyboardInterrupt
    return answer


def more(table: Table, question: str) -> str:
    """What was typed below a part of a long page. Ctrl-C takes back no more than the page."""
    try:
        return answered(table, question)
    except KeyboardInterrupt:
        table.signals.clear()
        return LEAVING[0]


def standing(table: Table, phone: Phone | Everybody | None = None) -> str:
    """Where the fight stood when the question came up, under an answer that waits."""
    width = columns(sys.stdout)
    stood = table.faults.spared(
        "bottom line", lambda: status_line(table.fight, width, table.fault), ""
    )
    return "\n".join(filter(None, [cut(phone.waits, width) if phone else "", stood]))


def put_choice(table: Table) -> Put:
    """Asks for one of the words, at the prompt and on the phone of whoever chooses. Dice that are
    typed at once are kept for the roll; a line that is typed in place of the one that is asked
    about comes next."""

    def put(choice: Choice) -> str:
        if choice.before_roll and table.asking.ahead:
            return ""
        on_phone = of_choice(table, choice) if choice.who else None
        explained = partial(explanation, choice)
        before: list[str] = []

        def ask(head: str, question: str) -> str:
            first, again = folded(head + question), folded(question)

            def at_prompt(phone: Phone | None) -> str:
                answers = partial(_is_meant, choice)
                text = helped(table, first, again, explained, answers, choice.enter, phone)
                return _kept_for_later(table, choice, text)

            problem = head.split("\n")[0] if before else ""
            before.append(head)
            return on_phone.asked(problem, at_prompt) if on_phone else at_prompt(None)

        return choose(choice, ask)

    return put


def _is_meant(choice: Choice, text: str) -> bool:
    return is_answer(choice, text) or _is_line(choice, text)


def _is_line(choice: Choice, text: str) -> bool:
    """Whether a line was typed in place of the one that is asked about."""
    return choice.of_line and not is_answer(choice, text) and has_to_wait(text)


def _kept_for_later(table: Table, choice: Choice, text: str) -> str:
    """The answer; nothing where dice were typed, or another line, which are kept."""
    if choice.before_roll and is_dice(text):
        table.asking.ahead = text
        return ""
    if _is_line(choice, text):
        table.next_line.type_on(text)
        return ""
    return text


def folded(text: str) -> str:
    """A question as wide as the terminal, broken between words."""
    *lines, last = fold_all([[Span(line)] for line in text.split("\n")], columns(sys.stdout), 2)
    return "\n".join([*map(plain, lines), plain(last) + " "])


def completer(table: Table) -> Any:
    """Completion for prompt_toolkit: the word with its meaning beside it."""
    from prompt_toolkit.completion import Completer, Completion, PathCompleter
    from prompt_toolkit.document import Document

    class FightCompleter(Completer):
        """Completes from the fight as it is when the key is pressed."""

        def get_completions(self, document: Document, event: Any) -> Any:
            text = document.text_before_cursor
            nothing: list[Completion] = []
            yield from table.faults.spared("completion", lambda: [*found(text, event)], nothing)

    def found(text: str, event: Any) -> Iterable[Completion]:
        typed, path = path_begun(text)
        if text.startswith(FILE_COMMANDS) and not is_meant(path):
            for rest in PathCompleter().get_completions(Document(path), event):
                if word := written(path + rest.text):
                    yield Completion(word, -len(typed), display=rest.display)
            return
        typed, entries = candidates(text, table.scene)
        for entry in entries:
            yield Completion(entry.word, -len(typed), display_meta=entry.help)

    return FightCompleter()


def bottom_line(table: Table, typed: str) -> str:
    """Where the fight stands, whoever has changed it, under what will come of the attack that is
    being typed."""
    spared = table.faults.spared
    spared("looking for changes", table.look_if_changed, None)
    width = columns(sys.stdout)
    lines = [
        spared("odds", lambda: table.foresight.line(table.fight, typed, width), ""),
        spared(
            "bottom line",
            lambda: status_line(table.fight, width, table.fault, table.next_line.offer),
            "",
        ),
    ]
    return "\n".join(filter(None, lines))


def line_editor(table: Table) -> Any:
    """A prompt_toolkit session for the table."""
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory

    from gmtrack.play.line_editor import LineHistory, Prompt, end_flood, pasting

    folder = home()
    with suppress(StoreError):
        make_folder(folder)
    session: Any = Prompt(
        history=LineHistory(folder / "play-history"),
        auto_suggest=AutoSuggestFromHistory(),
        completer=completer(table),
        complete_while_typing=True,
        bottom_toolbar=lambda: bottom_line(table, session.default_buffer.text),
        refresh_interval=REFRESH,
        mouse_support=False,
        key_bindings=pasting(),
    )
    session.default_buffer.on_text_insert += end_flood
    return session
