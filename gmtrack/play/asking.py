"""Questions to people, at the prompt and on their phones: dice that they roll, what they choose
and what they spend."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from gmtrack.app.phone_questions import ChoiceQuestion
from gmtrack.app.players_story import capitalize_first
from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.output import say
from gmtrack.core.intents import Attack, Rest
from gmtrack.core.names import listed
from gmtrack.dice.answers import (
    ALL_HELP,
    dice_of_roller,
    is_all,
    is_left_to_program,
    names_roller,
)
from gmtrack.dice.asking import (
    AskedDice,
    AskForDice,
    RollQuestion,
    SimultaneousRolls,
    example_dice,
)
from gmtrack.dice.fallen import to_fallen_roll
from gmtrack.dice.port import Answer, Ask, Dice
from gmtrack.dice.sources import RandomDice
from gmtrack.dice.typed import format_dice_count, is_dice
from gmtrack.errors import Refusal
from gmtrack.play.at_prompt import (
    QuestionLeft,
    fold_question,
    prompt_for_answer,
    prompt_with_help,
)
from gmtrack.play.choices import (
    YES_NO,
    PlayerChoice,
    Put,
    PutAll,
    ask_for_choice,
    describe_about,
    explain_choice,
    is_answer,
    list_words,
    parse_choice,
)
from gmtrack.play.open_questions import (
    AMOUNT_KIND,
    CHOICE_KIND,
    OpenAmount,
    OpenChoice,
    OpenQuestions,
    QuestionKind,
    explain_amount,
    make_dice_kind,
)
from gmtrack.play.phones import (
    Phone,
    Phoned,
    Phones,
    choice_for_players,
    make_choice_phone,
    make_choice_question,
    read_fight_for_phones,
)
from gmtrack.play.question_text import (
    attack_lines_with,
    describe_dice,
    describe_dice_result,
    describe_occasion,
    describe_result,
    describe_roll,
    describe_roll_briefly,
    explain_roll,
    find_shown_name,
    render_dice_prompt,
    render_one_of_several_rolls,
    render_roll_question,
    show_roll_name,
)
from gmtrack.play.questions.given_answers import question_key
from gmtrack.play.questions.offered_reactions import is_stop
from gmtrack.play.questions.player_words import ChoiceInWords, name_own_roll
from gmtrack.play.questions.who_is_asked import CHOICES, POINTS
from gmtrack.play.table import PlayTable, find_spendable
from gmtrack.play.typed_line import END, TAKEN_BACK, is_command
from gmtrack.view.console import count_columns
from gmtrack.view.text import count_noun, cut, shown

if TYPE_CHECKING:
    from gmtrack.app.run import AskPeople


def make_dice_source(table: PlayTable) -> "AskPeople":
    """Return a function that makes the dice source of one command. The source asks people for
    their own dice and leaves all other rolls to chance: to dice that fall in the same way again
    after somebody has gone back to an earlier question."""

    def make_source(_: Dice, occasion: CommandContext) -> AskedDice:
        present = occasion.encounter.present()
        if occasion.rehearse is not None and any(map(table.is_asked, present)):
            # One copy of the fight, made before the command changes it, does for all questions.
            attempt = occasion.rehearse()
            occasion = occasion._replace(rehearse=lambda: attempt)
        return AskedDice(
            RandomDice(table.asking.answers.next_seed()),
            make_is_asked(table),
            make_ask_for_dice(table, occasion),
            make_ask_for_reroll(table, occasion),
            table.asking.kept,
            make_ask_for_offered_dice(table, occasion),
            occasion.moved_on,
            make_simultaneous_rolls(table, occasion),
        )

    return make_source


def make_simultaneous_rolls(
    table: PlayTable, occasion: CommandContext
) -> SimultaneousRolls | None:
    """Return the callbacks that ask several people for their dice at once. Return None if fewer
    than two of those present roll their own dice, or if the rolls cannot be found out
    beforehand."""
    if (
        occasion.rehearse is None
        or sum(map(table.is_asked, occasion.encounter.present())) < 2
    ):
        return None

    def ask_for_all_dice(rolls: list[RollQuestion]) -> None:
        if table.asking.answers.rolls_rest:
            for one in rolls:
                one.say("")
            return
        encounter, width = occasion.encounter, count_columns(sys.stdout)
        about = describe_occasion(rolls[0].ask, occasion, table.asking.weapon)
        if len(occasion.intents) > 1 or isinstance(occasion.intents[0], Rest):
            about = f"`{shown(occasion.line)}`"
        told = [about] if about else []
        for one in rolls:
            told += render_one_of_several_rolls(one.ask, encounter, width)
        names = {one.who: find_shown_name(one.who, encounter) for one in rolls}
        phones = Phones(table, occasion)
        kind = make_dice_kind(
            phones.parse_dice,
            lambda one: [*explain_roll(one.now, encounter), f"  {ALL_HELP}"],
        )
        with occasion.waiting(f"the dice of {listed(names.values())}"):
            ask_until_all_answered(
                table,
                OpenQuestions(table, rolls, names, phones.make_question, kind),
                [cut(line, width) for line in told],
            )

    return SimultaneousRolls(occasion.rehearse(), ask_for_all_dice)


def ask_until_all_answered(
    table: PlayTable, everybody: OpenQuestions, told: list[str]
) -> None:
    """Ask at the prompt, with all phones open, until every question has an answer. Prints `told`
    first, then help and problems on the way; nothing if all questions had their answers before
    somebody went back. Raises KeyboardInterrupt for Ctrl-C, WentBack for `<`."""
    everybody.take_given_answers()
    if not everybody.open:
        return
    for line in told:
        say(line, fold=True)
    with everybody:
        while everybody.open:
            with suppress(Phoned):
                for line in filter(
                    None,
                    everybody.take_line(
                        prompt_for_answer(
                            table, everybody.prompt_text, everybody
                        )
                    ),
                ):
                    say(line, fold=True)


def make_is_asked(table: PlayTable) -> Callable[[Ask], bool]:
    """Return a predicate for rolls: whether a person is asked for the dice. Secret rolls are
    never asked for."""
    return lambda ask: not ask.secret and table.is_asked(ask.who)


def make_ask_for_dice(table: PlayTable, occasion: CommandContext) -> AskForDice:
    """Return a callback that asks for the dice of one roll, at the prompt and on a phone.

    The callback returns the typed text, empty if the program shall roll. Dice that were typed at
    an earlier question are used first, then an answer that was given before somebody went back.
    After `all` the program makes all rolls that are left. Ctrl-C takes the whole command back
    (KeyboardInterrupt), `<` goes back (WentBack)."""
    phones, answers = Phones(table, occasion), table.asking.answers

    def ask_for_dice(ask: Ask, problem: str) -> str:
        width = count_columns(sys.stdout)
        who = describe_roll(ask, occasion.encounter, width)
        first = render_roll_question(ask, occasion, width, table.asking.weapon)
        ahead, table.asking.ahead = table.asking.ahead, ""
        if ahead and not problem:
            phones.show_typed_dice(ask, ahead)
            return ahead
        if answers.rolls_rest and not problem:
            return ""
        key = question_key(ask)
        if problem:
            answers.note_refused(key)
        elif (given := answers.take_one(key)) is not None:
            return given
        former = answers.former(key)
        more = is_more_to_come(table, occasion)
        enter = render_dice_prompt(ask, former, more=more)
        again = f"{who}\n{enter}"
        wrong = fold_question(f"{shown(problem)}; {END}").rstrip()
        head = f"{wrong}\n{again}" if problem else f"{first}\n{enter}"
        leaves_all = False

        def explained() -> list[str]:
            lines = [*explain_roll(ask, occasion.encounter, former)]
            return [*lines, f"  {ALL_HELP}"] if more else lines

        def at_prompt(phone: Phone | None) -> str:
            nonlocal leaves_all
            text = prompt_for_dice(
                table,
                ask,
                occasion.encounter.names(),
                head,
                again,
                explained,
                phone,
            )
            leaves_all = is_all(text)
            return text if text.strip() else former

        name = find_shown_name(ask.who, occasion.encounter)
        with occasion.waiting(f"{name}'s {show_roll_name(ask)} dice"):
            text = phones.ask_for_dice(ask, problem, at_prompt)
        text = "" if is_left_to_program(text) or leaves_all else text
        answers.note({key: text})
        if leaves_all:
            answers.roll_rest()
        return text

    return ask_for_dice


def is_more_to_come(table: PlayTable, occasion: CommandContext) -> bool:
    """Whether people may be asked for more rolls of this command than the one that is asked for
    now. False if that cannot be found out."""
    from gmtrack.dice.independent_rolls import expects_more_rolls

    if occasion.rehearse is None:
        return False
    fallen = [to_fallen_roll(*one) for one in occasion.fallen]
    return expects_more_rolls(occasion.rehearse(), fallen, make_is_asked(table))


def prompt_for_dice(
    table: PlayTable,
    ask: Ask,
    names: Mapping[str, str],
    head: str,
    again: str,
    explained: Callable[[], Iterable[str]],
    phone: Phone | None,
) -> str:
    """Ask at the prompt for the dice of one roll and return the text, without the name of whoever
    rolls. `head`, `again`, `explained` and `phone` are those of `prompt_with_help`, which raises
    what this raises."""

    def has_name(text: str) -> bool:
        return names_roller(text, names, is_command)

    def is_whole_answer(text: str) -> bool:
        return is_left_to_program(text) or is_all(text) or has_name(text)

    above = head
    while True:
        text = prompt_with_help(
            table,
            above,
            again,
            explained,
            is_whole_answer,
            TAKEN_BACK,
            phone,
            ask.who,
        )
        if is_all(text) or not has_name(text):
            return text
        try:
            return dice_of_roller(text, ask.who, names, example_dice(ask))
        except Refusal as refusal:
            wrong = fold_question(shown(refusal.message)).rstrip()
            above = f"{wrong}\n{again}"


def make_ask_for_reroll(
    table: PlayTable, occasion: CommandContext
) -> Callable[[Ask, Answer], bool]:
    """Return a callback that asks whether the misses of a roll are rolled again for the price in
    `ask.retry`. The callback returns False if nobody can be asked, or not about points, and if the
    line was typed with points for this roll."""

    def ask_for_reroll(ask: Ask, answer: Answer) -> bool:
        option, word = ask.retry or ("", "")
        if table.asking.put is None or not table.is_asked(ask.who, POINTS):
            return False
        if ask.points_named and ask.who not in table.asking.spenders:
            return False
        if ask.limit is not None and (answer.hits or 0) >= ask.limit:
            # No more hits count, whatever falls.
            return False
        name = find_shown_name(ask.who, occasion.encounter)
        misses = ask.count - (answer.hits or 0)
        # The word of a plain `--with` says by itself what it does.
        what = f"{option}: {word}"
        if option == "with":
            what = word.partition("=")[0]
        what = f"{what.capitalize()} {misses} of {ask.count} dice"
        text, had = f"{name}: {describe_result(ask, answer)}. {what}", {}
        if occasion.session is not None:
            had = find_spendable(
                occasion.session.ruleset, occasion.encounter, ask.who
            )
        points = ask.retry_costs
        left = had.get(points, 0) - 1
        costs = (f"1 {points}, {left} left" if points in had else "", "")
        lines = attack_lines_with(
            occasion, (f"--{option} {word}", "", ""), (ask, answer)
        )
        choice = PlayerChoice(
            text,
            YES_NO,
            enter="no",
            who=ask.who,
            costs=costs,
            attacks=tuple(lines),
            spoken=ChoiceInWords(
                f"Roll your {count_noun(misses, 'miss', 'es')} again?",
                ("Yes", "No"),
                deed=occasion.intents[0],
                weapon=table.asking.weapon or ask.using,
                about=f"{capitalize_first(name_own_roll(ask))}: {describe_dice_result(answer)}",
            ),
        )
        with occasion.waiting(f"{name}'s choice, {option}: {word}"):
            return table.asking.put(choice) == YES_NO[0].word

    return ask_for_reroll


def make_ask_for_offered_dice(
    table: PlayTable, occasion: CommandContext
) -> Callable[[list[Ask]], list[int]]:
    """Return a callback that asks how many dice of an offer are added to each of some rolls.
    Several people are asked at once. The attacker, and whoever would pay for the dice, is asked
    like somebody who spends points, everybody else like somebody who defends; for those who are not
    asked the number is 0."""
    attackers = {
        find_shown_name(intent.attacker, occasion.encounter)
        for intent in occasion.intents
        if isinstance(intent, Attack)
    }

    def is_offered(ask: Ask) -> bool:
        is_paid = ask.offer is not None and ask.offer.is_paid
        is_attacker = find_shown_name(ask.who, occasion.encounter) in attackers
        about = POINTS if is_paid or is_attacker else CHOICES
        return table.is_asked(ask.who, about)

    def ask_if_offered(asks: list[Ask]) -> list[int]:
        offered = [ask for ask in asks if is_offered(ask)]
        given = iter(ask_for_amounts(offered) if offered else ())
        counts = [next(given) if ask in offered else 0 for ask in asks]
        for ask, count in zip(asks, counts, strict=True):
            if count and ask.offer is not None and ask.offer.is_paid:
                table.asking.spenders.add(ask.who)
        return counts

    def ask_for_amounts(asks: list[Ask]) -> list[int]:
        choices = [make_amount_choice(table, occasion, ask) for ask in asks]
        names = listed(
            find_shown_name(one.who, occasion.encounter) for one in choices
        )
        told = [
            describe_roll(ask, occasion.encounter, count_columns(sys.stdout))
            for ask in asks
        ]
        what = asks[0].offer.what if asks[0].offer else ""
        with occasion.waiting(f"{names}'s choice, {what}"):
            if len(choices) == 1:
                return [ask_for_amount(table, choices[0], told[0])]
            lines = [
                f"{line}; {_amount_question(one)}"
                for line, one in zip(told, choices, strict=True)
            ]
            questions = [*map(OpenAmount, choices)]
            counts = ask_for_choices(table, questions, AMOUNT_KIND, lines)
            return [*map(int, counts)]

    return ask_if_offered


def make_amount_choice(
    table: PlayTable, occasion: CommandContext, ask: Ask
) -> PlayerChoice:
    """Return the question how many dice of its offer a roll takes. The roll must have an offer."""
    offer = ask.offer
    assert offer is not None
    many = [
        f"--{offer.option} {offer.word}={count}"
        for count in range(1, offer.most + 1)
    ]

    def label_amount(count: int) -> str:
        """Return what a number means in the player's words, with its price if it has one."""
        dice = format_dice_count(count)
        if offer.is_paid:
            return f"{dice} for {count} {offer.what}, {offer.most - count} left"
        return f"{dice} of your {offer.what}"

    roll = describe_roll_briefly(ask, occasion.encounter)
    return PlayerChoice(
        f"{roll}. {offer.what} {offer.most} left: how many dice?",
        (),
        about=describe_occasion(ask, occasion, table.asking.weapon),
        enter="none",
        who=ask.who,
        attacks=tuple(attack_lines_with(occasion, ["", *many])),
        most=offer.most,
        spoken=ChoiceInWords(
            f"How many dice of your {offer.what}? Up to {offer.most}",
            tuple(map(label_amount, range(1, offer.most + 1))),
            enter="None",
            deed=occasion.intents[0],
            weapon=table.asking.weapon or ask.using,
            about=f"{capitalize_first(name_own_roll(ask))}: {describe_dice(ask)}",
        ),
    )


def _amount_question(choice: PlayerChoice) -> str:
    """Return the second sentence of an amount's question: `combat pool 7 left: how many dice?`."""
    return choice.text.partition(". ")[2]


def ask_for_amount(table: PlayTable, choice: PlayerChoice, about: str) -> int:
    """Ask one person for a number of dice, at the prompt and on their phone, until the answer is
    one. Returns 0 for an empty answer, and the earlier answer if it was given before somebody
    went back. `about` stands above the question."""
    answers, key = table.asking.answers, question_key(choice)
    given, former = answers.take_one(key), answers.former(key)
    if given is not None:
        return int(given)
    on_phone, one, problem = (
        make_choice_phone(table, choice),
        OpenAmount(choice),
        "",
    )
    enter = f"{former}, as before" if former else "none"

    def ask_at_prompt(phone: Phone | None) -> str:
        question = f"{_amount_question(choice)} (Enter = {enter}) "
        text = prompt_with_help(
            table,
            f"{one.problem or about}\n{question}",
            question,
            lambda: explain_amount(choice),
            one.is_answer,
            choice.end,
            phone,
            choice.who,
        )
        return text if text.strip() else former

    while one.answer is None:
        one.say(on_phone.ask(problem, ask_at_prompt))
        problem = one.problem
    answers.note({key: one.answer})
    return int(one.answer)


def make_put_choice(table: PlayTable) -> Put:
    """Return a callback that asks for one of a choice's words, at the prompt and on the phone of
    whoever chooses. It returns the word, empty for the default.

    Dice typed at this question are kept for the roll that follows, and the answer is the
    default. If the question is left for another command, QuestionLeft is raised, or the default
    returned if what was asked about is done already. Raises WentBack for `<`."""

    def put_choice(choice: PlayerChoice) -> str:
        word = _find_word_without_asking(table, choice)
        if word is None:
            word = put_question(choice)
        if choice.before_roll and word:
            table.asking.spenders.add(choice.who)
        return word

    def put_question(choice: PlayerChoice) -> str:
        answers, key = table.asking.answers, question_key(choice)
        former, said = answers.former(key), ""
        on_phone = make_choice_phone(table, choice) if choice.who else None
        enter = f"{former}, as before" if former else choice.enter
        explained = partial(explain_choice, choice._replace(enter=enter))
        before: list[str] = []

        def ask(head: str, question: str) -> str:
            first, again = (
                fold_question(head + question),
                fold_question(question),
            )

            def at_prompt(phone: Phone | None) -> str:
                text = prompt_with_help(
                    table,
                    first,
                    again,
                    explained,
                    partial(_is_choice_or_dice, table, choice),
                    choice.end,
                    phone,
                    choice.who,
                )
                if choice.stops and is_stop(text):
                    table.asking.stopped = True
                    return ""
                return text if text.strip() else former

            nonlocal said
            problem = head.split("\n")[0] if before else ""
            before.append(head)
            said = (
                on_phone.ask(problem, at_prompt)
                if on_phone
                else at_prompt(None)
            )
            phoned = on_phone is not None and on_phone.phoned
            return said if phoned else _keep_for_later(table, choice, said)

        try:
            word = ask_for_choice(choice, ask, enter)
        except QuestionLeft:
            if choice.end.stands:
                return ""
            raise
        answers.note({key: said})
        return word

    return put_choice


def _find_word_without_asking(
    table: PlayTable, choice: PlayerChoice
) -> str | None:
    """Return the word of a choice that need not be asked, empty for the default: the dice after it
    were typed already, all that is left was given to the program and the default is no, or the
    answer was given before somebody went back. None: it has to be asked."""
    answers = table.asking.answers
    if choice.before_roll and table.asking.ahead:
        return ""
    if answers.rolls_rest and choice.enter == "no":
        return ""
    given = answers.take_one(question_key(choice))
    if given is None:
        return None
    return parse_choice(choice, _keep_for_later(table, choice, given))


def make_put_choices(table: PlayTable) -> PutAll:
    """Return a callback that asks several people for a choice each, all at once. It returns a
    word for each choice, empty for the default."""

    def put_choices(choices: list[PlayerChoice]) -> list[str]:
        told = [
            *dict.fromkeys(
                describe_about(one._replace(standard="")) for one in choices
            ),
            *map(_describe_choice_among, choices),
        ]
        enter = choices[0].enter
        kind = CHOICE_KIND._replace(
            enter=f"{enter} for the rest", nothing=enter, end=choices[0].end
        )
        words = ask_for_choices(
            table, [OpenChoice(one) for one in choices], kind, told
        )
        for choice, word in zip(choices, words, strict=True):
            if choice.before_roll and word:
                table.asking.spenders.add(choice.who)
        return words

    return put_choices


def _describe_choice_among(choice: PlayerChoice) -> str:
    """Return a choice as one of several: `Bob: defense: full, none (standard: 3 dice)`."""
    words = list_words(choice.words)
    standard = f" (standard: {choice.standard})" if choice.standard else ""
    return f"{choice.text}: {words}{standard}"


def ask_for_choices(
    table: PlayTable,
    questions: Sequence[OpenChoice],
    kind: QuestionKind,
    told: list[str],
) -> list[str]:
    """Ask several people at once and return their answers in the order of the `questions`; an
    answer is empty for the default. `told` is printed above the questions."""
    encounter, tells = read_fight_for_phones(table)
    names = {one.who: find_shown_name(one.who, encounter) for one in questions}

    def make_question(id: str, question: OpenChoice) -> ChoiceQuestion:
        return make_choice_question(
            choice_for_players(question.choice, encounter, tells),
            names[question.who],
            tells(question.who),
            id,
            question.problem,
        )

    ask_until_all_answered(
        table,
        OpenQuestions(table, questions, names, make_question, kind),
        told,
    )
    return [one.answer or "" for one in questions]


def _keep_for_later(table: PlayTable, choice: PlayerChoice, text: str) -> str:
    """Return the text. If it is dice for the roll that follows, keep them and return an empty
    answer."""
    names = _names_in_fight(table)
    if choice.before_roll and names_roller(text, names, is_command):
        with suppress(Refusal):
            text = dice_of_roller(text, choice.who, names, "")
    if choice.before_roll and is_dice(text):
        table.asking.ahead = text
        return ""
    return text


def _is_choice_or_dice(
    table: PlayTable, choice: PlayerChoice, text: str
) -> bool:
    """Whether a text answers a choice, stops its being offered, or is dice with a name for the
    roll that follows."""
    if is_answer(choice, text) or (choice.stops and is_stop(text)):
        return True
    names = _names_in_fight(table)
    return choice.before_roll and names_roller(text, names, is_command)


def _names_in_fight(table: PlayTable) -> dict[str, str]:
    """Return the names of all combatants of the open fight by id; empty without one."""
    encounter = table.fight.known.encounter if table.fight else None
    return encounter.names() if encounter else {}
