"""Questions to people, at the prompt and on their phones: dice that they roll, what they choose
and what they spend."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from gmtrack.app.phone_questions import ChoiceQuestion
from gmtrack.app.typed_dice import RollContext
from gmtrack.cli.output import say
from gmtrack.core.names import listed
from gmtrack.dice.asking import (
    AskedDice,
    AskForDice,
    RollQuestion,
    SimultaneousRolls,
    is_dice,
)
from gmtrack.dice.port import Answer, Ask
from gmtrack.play.at_prompt import answered, folded, helped
from gmtrack.play.choices import (
    YES_NO,
    Choice,
    Put,
    PutAll,
    choose,
    explanation,
    is_answer,
)
from gmtrack.play.open_questions import (
    OF_AMOUNTS,
    OF_CHOICES,
    Everybody,
    Kind,
    OpenAmount,
    OpenChoice,
    of_dice,
)
from gmtrack.play.phones import (
    Phone,
    Phoned,
    Phones,
    choice_question,
    left_to_the_program,
    of_choice,
    reading,
)
from gmtrack.play.question_text import (
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
from gmtrack.play.table import Table, spendable
from gmtrack.play.typed_at_question import has_to_wait
from gmtrack.play.typed_line import END
from gmtrack.view.console import columns
from gmtrack.view.text import cut, shown

if TYPE_CHECKING:
    from gmtrack.app.run import AskPeople


def rollers(table: Table) -> "AskPeople":
    """Return the dice source of a session: a function that makes, for each command, a source
    that asks people for their own dice and leaves all other rolls to chance."""
    return lambda rest, occasion: AskedDice(
        rest, asked(table), question(table, occasion), again(table, occasion), table.asking.kept,
        offered(table, occasion), occasion.moved_on, together(table, occasion),
    )  # fmt: skip


def together(table: Table, occasion: RollContext) -> SimultaneousRolls | None:
    """Return what asks several people for their dice at once, or None if fewer than two of those
    present roll their own, or if the rolls cannot be known beforehand."""
    if (
        occasion.rehearse is None
        or sum(map(table.asks, occasion.encounter.present())) < 2
    ):
        return None

    def put(rolls: list[RollQuestion]) -> None:
        encounter, width = occasion.encounter, columns(sys.stdout)
        about = subject(rolls[0].ask, occasion, table.asking.weapon)
        for line in [
            *filter(None, [about]),
            *(wanted(one.ask, encounter, width) for one in rolls),
        ]:
            say(cut(line, width))
        names = {one.who: name_of(one.who, encounter) for one in rolls}
        phones = Phones(table, occasion)
        kind = of_dice(phones.read, lambda one: roll_help(one.now, encounter))
        with occasion.waiting(f"the dice of {listed(names.values())}"):
            answer_all(
                table, Everybody(table, rolls, names, phones.question, kind)
            )

    return SimultaneousRolls(occasion.rehearse(), put)


def answer_all(table: Table, everybody: Everybody) -> None:
    """Ask at the prompt, with the phones open, until everybody has answered."""
    with everybody:
        while everybody.open:
            with suppress(Phoned):
                for line in filter(
                    None,
                    everybody.typed(answered(table, everybody.line, everybody)),
                ):
                    say(line, fold=True)


def asked(table: Table) -> Callable[[Ask], bool]:
    """Return a predicate: whether a roll's dice are asked of a person. Secret rolls never are."""
    return lambda ask: not ask.secret and table.asks(ask.who)


def question(table: Table, occasion: RollContext) -> AskForDice:
    """Return a callback that asks for the dice of one roll, at the prompt and on a phone. An
    empty text means that the program rolls. Ctrl-C takes the whole command back."""
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
            return helped(
                table,
                head,
                again,
                explained,
                left_to_the_program,
                "roll",
                phone,
            )

        name = name_of(ask.who, occasion.encounter)
        with occasion.waiting(f"{name}'s {roll_name(ask)} dice"):
            text = phones.asked(ask, problem, at_prompt)
        return "" if left_to_the_program(text) else text

    return put


def again(table: Table, occasion: RollContext) -> Callable[[Ask, Answer], bool]:
    """Return a callback that asks whether missed dice are rolled again for what that costs
    (`ask.retry`). It returns False if nobody can be asked."""

    def put(ask: Ask, answer: Answer) -> bool:
        option, word = ask.retry or ("", "")
        if table.asking.put is None:
            return False
        name = name_of(ask.who, occasion.encounter)
        misses = ask.count - (answer.hits or 0)
        what = f"{option.capitalize()}: {word} {misses} of {ask.count} dice"
        text, had = f"{name}: {result(ask, answer)}. {what}", {}
        if occasion.session is not None:
            had = spendable(
                occasion.session.ruleset, occasion.encounter, ask.who
            )
        costs = (f"of {had[option]} {option} left" if option in had else "", "")
        lines = attacks_with(
            occasion, (f"--{option} {word}", "", ""), (ask, answer)
        )
        choice = Choice(
            text,
            YES_NO,
            enter="no",
            who=ask.who,
            costs=costs,
            attacks=tuple(lines),
        )
        with occasion.waiting(f"{name}'s choice, {option}: {word}"):
            return table.asking.put(choice) == YES_NO[0].word

    return put


def offered(
    table: Table, occasion: RollContext
) -> Callable[[list[Ask]], list[int]]:
    """Return a callback that asks how many offered dice each of these rolls takes, at once if
    there are several."""

    def put(asks: list[Ask]) -> list[int]:
        choices = [amount_of(table, occasion, ask) for ask in asks]
        names = listed(name_of(one.who, occasion.encounter) for one in choices)
        told = [
            wanted(ask, occasion.encounter, columns(sys.stdout)) for ask in asks
        ]
        what = asks[0].offer.what if asks[0].offer else ""
        with occasion.waiting(f"{names}'s choice, {what}"):
            if len(choices) == 1:
                return [one_amount(table, choices[0], told[0])]
            for line, one in zip(told, choices, strict=True):
                say(f"{line}; {_left(one)}", fold=True)
            return [
                int(count)
                for count in choose_all(
                    table, [*map(OpenAmount, choices)], OF_AMOUNTS
                )
            ]

    return put


def amount_of(table: Table, occasion: RollContext, ask: Ask) -> Choice:
    """Return the choice of how many offered dice a roll takes."""
    offer = ask.offer
    assert offer is not None
    many = [
        f"--{offer.option} {offer.word}={count}"
        for count in range(1, offer.most + 1)
    ]
    return Choice(
        f"{bare(ask, occasion.encounter)}. {offer.what} {offer.most} left: how many dice?",
        (),
        about=subject(ask, occasion, table.asking.weapon),
        enter="none",
        who=ask.who,
        attacks=tuple(attacks_with(occasion, ["", *many])),
        most=offer.most,
    )


def _left(choice: Choice) -> str:
    """Return the second sentence of the question: `combat pool 7 left: how many dice?`."""
    return choice.text.partition(". ")[2]


def one_amount(table: Table, choice: Choice, about: str) -> int:
    """Ask one person for a number of dice until the answer is one; 0 for an empty answer."""
    on_phone, one, problem = of_choice(table, choice), OpenAmount(choice), ""

    def at_prompt(phone: Phone | None) -> str:
        return answered(
            table,
            f"{one.problem or about}\n{_left(choice)} (Enter = none) ",
            phone,
        )

    while one.answer is None:
        one.say(on_phone.asked(problem, at_prompt))
        problem = one.problem
    return int(one.answer)


def put_choice(table: Table) -> Put:
    """Return a callback that asks for one of a choice's words, at the prompt and on the phone of
    whoever chooses.

    Dice typed at this question are kept for the roll that follows. A command line typed in place
    of the questioned line is carried out next."""

    def put(choice: Choice) -> str:
        if choice.before_roll and table.asking.ahead:
            return ""
        on_phone = of_choice(table, choice) if choice.who else None
        explained = partial(explanation, choice)
        before: list[str] = []

        def answers(text: str) -> bool:
            return is_answer(choice, text) or _is_line(choice, text)

        def ask(head: str, question: str) -> str:
            first, again = folded(head + question), folded(question)

            def at_prompt(phone: Phone | None) -> str:
                text = helped(
                    table, first, again, explained, answers, choice.enter, phone
                )
                return _kept_for_later(table, choice, text)

            problem = head.split("\n")[0] if before else ""
            before.append(head)
            return (
                on_phone.asked(problem, at_prompt)
                if on_phone
                else at_prompt(None)
            )

        return choose(choice, ask)

    return put


def put_choices(table: Table) -> PutAll:
    """Return a callback that puts several choices at once and returns a word for each, empty for
    the default."""

    def put(choices: list[Choice]) -> list[str]:
        for line in dict.fromkeys(one.about for one in choices):
            say(line, fold=True)
        for one in choices:
            say(
                f"{one.text}: {', '.join(entry.word for entry in one.words)}",
                fold=True,
            )
        enter = choices[0].enter
        kind = OF_CHOICES._replace(enter=f"{enter} for the rest", nothing=enter)
        return choose_all(table, [OpenChoice(one) for one in choices], kind)

    return put


def choose_all(table: Table, asked: list[OpenChoice], kind: Kind) -> list[str]:
    """Ask several people at once and return their answers in order."""
    encounter, tells = reading(table)
    names = {one.who: name_of(one.who, encounter) for one in asked}

    def question(id: str, one: OpenChoice) -> ChoiceQuestion:
        return choice_question(
            one.choice, names[one.who], tells(one.who), id, one.problem
        )

    answer_all(table, Everybody(table, asked, names, question, kind))
    return [one.answer or "" for one in asked]


def _is_line(choice: Choice, text: str) -> bool:
    """Whether the text is a new command line in place of the one in question, and no answer."""
    return choice.of_line and not is_answer(choice, text) and has_to_wait(text)


def _kept_for_later(table: Table, choice: Choice, text: str) -> str:
    """Return the answer. Dice or a command line in place of an answer are kept, and the answer
    is empty."""
    if choice.before_roll and is_dice(text):
        table.asking.ahead = text
        return ""
    if _is_line(choice, text):
        table.next_line.type_on(text)
        return ""
    return text
