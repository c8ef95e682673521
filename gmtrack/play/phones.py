"""Questions on the phone of whoever rolls or chooses, while the prompt asks the same question."""

import re
import shlex
from asyncio import sleep
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from gmtrack.app.moment import address
from gmtrack.app.own_link_page import without_notation
from gmtrack.app.phone_questions import (
    ChoiceQuestion,
    DiceQuestion,
    Question,
    new_question_id,
    post_question,
)
from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.output import say
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent, Rest
from gmtrack.core.own_effects import OTHER, labels_for_players
from gmtrack.core.players import (
    SecretPredicate,
    names_for_players,
    put_players_names,
    secret_predicate,
    true_names,
)
from gmtrack.core.report import Part
from gmtrack.core.values import replace
from gmtrack.dice.answers import is_left_to_program
from gmtrack.dice.asking import (
    PhoneDice,
    RollQuestion,
    is_answer_to_roll,
    typed_faces,
)
from gmtrack.dice.port import Ask, Key
from gmtrack.play.choices import PlayerChoice, is_answer
from gmtrack.play.question_text import (
    describe_dice,
    describe_rest,
    explain_reading,
    find_shown_name,
    intents_of_roller,
    make_reading_codes,
    show_roll_name,
    takes_hits_alone,
)
from gmtrack.play.questions.given_answers import QuestionKey, question_key
from gmtrack.play.questions.player_words import (
    PlayerWords,
    explain_pool,
    label_word,
)
from gmtrack.play.sent_answers import SentAnswer
from gmtrack.store.mailbox import Mailbox
from gmtrack.store.working_copies import place_of_file
from gmtrack.view.text import cut, shown

if TYPE_CHECKING:
    from gmtrack.play.table import PlayTable
    from gmtrack.store.session import Session

EVERYBODY = ""
"""The reader of what nobody in particular reads."""
LOOK_EVERY = 0.1
"""Seconds between two looks for an answer; a look is one system call."""
MOST = 300
"""Columns of one text of a question."""
MOST_LINES = 16_000
"""Letters of all attack lines of a question. Longer ones are left out, since a question is read
up to a length only."""
ROLL = "roll for me"
"""The text that the GM reads where a phone leaves a roll to the program. The phone itself sends
an empty answer."""
ROLLED = "rolled "
"""Stands before the dice that a phone has rolled."""
DICE = ": "
"""Stands in a way to defend before what it comes to."""
REASON = re.compile(r"(?:[^:+-]+:)?[+-]?\d{1,4}:(?P<why>.*)", re.DOTALL)
"""A `--mod` with its reason: `[WHO:]N:WHY`."""
AMENDS = "The GM corrects an earlier command: "
TRIES = 5
"""Wrong answers to one question after which a phone is asked no more: a phone shall not write
all over the prompt."""


class Phoned(Exception):
    """An answer from a phone; raised to end the prompt. Its message is the answer as it is
    shown."""

    def __init__(self, text: str) -> None:
        super().__init__(shown(text.strip()) or ROLL)
        self.text = text


class Phone:
    """The phone of somebody who is asked. `look` returns the answer, None before it has come."""

    def __init__(self, name: str, look: Callable[[], str | None]) -> None:
        self._name = name
        self._look = look
        self.waiting_message = ""
        """Message that is shown if the answer came while somebody was typing; else empty."""

    def asks(self, key: QuestionKey) -> bool:
        """Return False: this question has no answer yet that could be taken back."""
        del key
        return False

    async def watch_phones(self, session: Any) -> None:
        """End a prompt with the phone's answer as soon as it has come. If somebody is typing,
        wait: the rest of the typing would be taken for an answer to the next question."""
        app, line = session.app, session.default_buffer
        while not app.is_done:
            text = self._look()
            if text is not None and not line.text:
                app.exit(exception=Phoned(text))
                return
            if text is not None and not self.waiting_message:
                self.waiting_message = (
                    f"{self._name}'s phone has answered: "
                    "Ctrl-U empties your line for it"
                )
                app.invalidate()
            await sleep(LOOK_EVERY)


def answers_question(asked: Ask | PlayerChoice, text: str) -> bool:
    """Whether a text answers a question: dice for a roll, a word or a number for a choice."""
    if isinstance(asked, Ask):
        return is_left_to_program(text) or is_answer_to_roll(text, asked)
    if asked.most:
        return text.isdecimal() and int(text) <= asked.most
    return is_answer(asked, text)


def dice_as_shown(asked: Ask | PlayerChoice, text: str) -> str:
    """Return dice that were typed for a roll one by one, as a phone sends them: `6 6 2`. Empty for
    any other answer, such as hits alone."""
    if not isinstance(asked, Ask):
        return ""
    return " ".join(map(str, typed_faces(text, asked)))


class OnePhone:
    """A question to one person, on their phone until it is answered there or at the prompt. There
    is no time limit: the question stays until somebody answers, and the GM has it at the prompt
    from the start.

    `question` makes it of an id and what was wrong with the last answer from the phone. `asked` is
    what is asked. `what` names the question for the GM; `nothing` is what an empty answer means."""

    def __init__(
        self,
        table: "PlayTable",
        name: str,
        question: Callable[[str, str], Question],
        asked: Ask | PlayerChoice,
        what: str = "roll",
        nothing: str = ROLL,
    ) -> None:
        self._table, self._name, self._question = table, name, question
        self._asked, self._key = asked, question_key(asked)
        self._what, self._nothing = what, nothing
        self._said = ""
        """The last answer as it is shown: that of the phone, or dice that were typed; empty for
        any other answer at the prompt."""
        self.phoned = False
        """Whether the last answer was from the phone."""
        self._wrong = 0
        """Number of wrong answers from the phone."""

    def ask(
        self, problem: str, at_prompt: Callable[[Phone | None], str]
    ) -> str:
        """Ask at the prompt and on the phone, and return the first answer. `problem` is what was
        wrong with the last answer; it is shown where that answer was given. After TRIES wrong
        answers from the phone only the prompt asks."""
        self._table.asking.sent.close([self._key])
        self._wrong += bool(problem and self.phoned)
        if self._wrong == TRIES and self.phoned:
            say(
                f"{self._name}'s phone is not asked for this {self._what} any more",
                fold=True,
            )
        with self._open(problem if self.phoned else "") as phone:
            self.phoned, self._said = False, ""
            try:
                text = at_prompt(phone)
            except Phoned as answer:
                self.phoned = True
                self._said = (
                    str(answer) if answer.text.strip() else self._nothing
                )
                say(f"{self._name}'s phone: {self._said}", fold=True)
                return answer.text
            self._said = dice_as_shown(self._asked, text)
            return text

    @contextmanager
    def _open(self, problem: str) -> Iterator[Phone | None]:
        """Keep the question on the phone while the context is open; yield None if no phone can
        answer it. An answer from the phone stays there: its player may take it back. Dice that
        were typed at the prompt stay, too, so that everybody sees them fall."""
        spared, id = self._table.faults.spared, new_question_id()
        mailbox = open_mailbox(self._table) if self._wrong < TRIES else None
        if mailbox is None:
            yield None
            return
        try:
            spared(
                "asking a phone",
                lambda: post_question(mailbox, self._question(id, problem)),
                None,
            )
            look = partial(mailbox.answered, id)
            yield Phone(
                self._name, lambda: spared("looking for an answer", look, None)
            )
        finally:
            if self._said:
                answer = SentAnswer(
                    self._key,
                    self._asked.who,
                    self._name,
                    self._said,
                    partial(answers_question, self._asked),
                    mailbox,
                    id,
                )
                self._table.asking.sent.add(answer, typed=not self.phoned)
            else:
                spared("asking a phone", partial(mailbox.close, id), None)


class Phones:
    """The phones of all who are asked for dice while one command is carried out."""

    def __init__(self, table: "PlayTable", occasion: CommandContext) -> None:
        self._table = table
        self._occasion = occasion
        self._each: dict[Key, OnePhone] = {}

    def ask_for_dice(
        self, ask: Ask, problem: str, at_prompt: Callable[[Phone | None], str]
    ) -> str:
        """Ask for the dice of one roll at the prompt and on the phone of whoever rolls, and
        return the first answer. `problem` is what was wrong with the last one, empty at first."""
        phone = self._phone_for(ask)
        text = phone.ask(problem, at_prompt)
        return self.parse_dice(text) if phone.phoned else text

    def show_typed_dice(self, ask: Ask, text: str) -> None:
        """Let everybody see dice fall that were typed before the roll was asked for."""
        if dice_as_shown(ask, text):
            self._phone_for(ask).ask("", lambda _: text)

    def _phone_for(self, ask: Ask) -> OnePhone:
        """Return the phone of whoever makes a roll."""
        key = (ask.name, ask.key)
        if key not in self._each:
            question = partial(self._make_dice_question, ask=ask)
            self._each[key] = OnePhone(
                self._table, self._asked_name(ask), question, ask
            )
        return self._each[key]

    def parse_dice(self, text: str) -> str:
        """Return what a phone sent as typed dice. Dice that the phone itself rolled become
        PhoneDice, if the encounter allows that (`table.phones`)."""
        dice = text.removeprefix(ROLLED)
        return PhoneDice(dice) if self._may_roll and dice != text else text

    @property
    def _may_roll(self) -> bool:
        """Whether the encounter lets phones roll the dice (`table.phones`)."""
        phones = self._occasion.encounter.table.get("phones")
        return phones in ("roll", "act")

    def make_question(self, id: str, asked: RollQuestion) -> DiceQuestion:
        """Return the question for a roll as the phone of its player shows it."""
        return self._make_dice_question(id, asked.problem, asked.now)

    @cached_property
    def _secret_predicates(self) -> Callable[[str], SecretPredicate]:
        """A function that returns, for a combatant's player, the predicate for texts that tell
        of somebody hidden."""
        return make_secret_predicates(
            self._table, self._occasion.encounter, self._occasion.session
        )

    def _asked_name(self, ask: Ask) -> str:
        """Return the name of whoever rolls, cut to MOST columns."""
        return cut(find_shown_name(ask.who, self._occasion.encounter), MOST)

    def _make_dice_question(
        self, id: str, problem: str, ask: Ask
    ) -> DiceQuestion:
        """Return the question as the player may know it. A target number that may follow from
        somebody else's numbers is left out: only the GM may reveal it."""
        encounter = self._occasion.encounter
        intents = self._occasion.intents
        is_own_goal = ask.goal is not None and ask.goal.own
        # Which faces count is as secret as the target number that decides it.
        secret = bool(ask.goal and ask.goal.reads and not is_own_goal)
        ask = replace(
            ask,
            goal=ask.goal if is_own_goal else None,
            parts=parts_as_seen(ask.parts, encounter, intents),
        )
        is_secret = self._secret_predicates(ask.who)
        words = PlayerWords(encounter, ask.who, is_secret)
        rename = put_players_names(encounter)
        intents = intents_of_roller(ask, self._occasion)
        told = [rename(self._explain_occasion(ask, words)), explain_pool(ask)]
        about = ". ".join(one for one in told if one and not is_secret(one))
        line = rename(
            words.describe_roll(ask, intents[0] if len(intents) == 1 else None)
        )
        if is_secret(line):
            line = f"Roll {describe_dice(ask)}"
        return DiceQuestion(
            id=id,
            who=ask.who,
            name=self._asked_name(ask),
            what=cut(show_roll_name(ask), MOST),
            about=cut(shown(about), MOST),
            line=cut(shown(line), MOST),
            count=ask.count,
            sides=ask.sides,
            sides_of_dice=ask.sides_of_dice if ask.kinds else (),
            help=() if secret else tuple(explain_reading(ask)),
            hits_alone=takes_hits_alone(ask) and not secret,
            problem=cut(shown(problem), MOST),
            rolls=self._may_roll,
            counts=" ".join(make_reading_codes(ask, secret=secret)),
            told=cut(shown(rename(self._tell_everybody(ask))), MOST),
        )

    def _tell_everybody(self, ask: Ask) -> str:
        """Return why a player is asked for a roll, as the television tells it; empty if it tells of
        somebody hidden."""
        is_secret = self._secret_predicates(EVERYBODY)
        words = PlayerWords(self._occasion.encounter, EVERYBODY, is_secret)
        told = self._explain_occasion(ask, words)
        return "" if is_secret(told) else told

    def _explain_occasion(self, ask: Ask, words: PlayerWords) -> str:
        """Return why a player is asked for a roll; empty if nobody needs to be told."""
        tie = words.explain_tie(ask.rivals)
        if tie:
            return tie
        occasion = self._occasion
        intents = intents_of_roller(ask, occasion)
        if len(intents) != 1:
            return ""
        if isinstance(intents[0], Rest):
            told = describe_rest(ask, intents[0], occasion.encounter)
        else:
            told = words.describe_deed(
                intents[0], self._table.asking.weapon or ask.using, ask.block
            )
        is_amended = occasion.line.split(" ")[0] == "amend"
        return f"{AMENDS}{told}" if is_amended else told


def parts_as_seen(
    parts: Iterable[Part], encounter: Encounter, intents: Iterable[Intent]
) -> tuple[Part, ...]:
    """Return the parts of a number as players may read them. An effect of the GM's own has the
    word that players know, and the reason of a `--mod` is replaced, since it is the GM's."""
    typed: list[str] = []
    for intent in intents:
        typed += [*intent.options.mods, *intent.options.defense_mods]
    reasons: list[str] = []
    for mod in typed:
        match = REASON.fullmatch(mod.strip())
        if match:
            reasons.append(match["why"].strip())
    seen = labels_for_players(encounter.known_effects) | dict.fromkeys(
        reasons, OTHER
    )
    return tuple(
        Part(seen.get(part.label, part.label), part.value, part.rules)
        for part in parts
    )


def make_choice_phone(table: "PlayTable", choice: PlayerChoice) -> OnePhone:
    """Return the phone of the combatant who makes a choice. Reads the fight for their name and
    for what is secret."""
    encounter, told = read_fight_for_phones(table)
    name = cut(find_shown_name(choice.who, encounter), MOST)
    seen = choice_for_players(choice, encounter, told)
    question = partial(make_choice_question, seen, name, told(choice.who))
    return OnePhone(table, name, question, choice, "choice", choice.enter)


def choice_for_players(
    choice: PlayerChoice,
    encounter: Encounter,
    told: Callable[[str], SecretPredicate],
) -> PlayerChoice:
    """Return the choice in the words of whoever makes it, and with the names that players read,
    also in place of the ids in attack lines. `told` returns for a combatant's player the predicate
    for texts that tell of somebody hidden."""
    rename = put_players_names(encounter)
    names = names_for_players(encounter)
    called = {who: names[who] for who in true_names(encounter)}
    spoken = choice.spoken
    about = address(choice.about, names.get(choice.who, ""))
    is_secret, to_all = told(EVERYBODY), choice.about
    if spoken.deed is not None:
        words = PlayerWords(encounter, choice.who, told(choice.who))
        about = words.describe_deed(spoken.deed, spoken.weapon)
        words = PlayerWords(encounter, EVERYBODY, is_secret)
        to_all = words.describe_deed(spoken.deed, spoken.weapon)
    if spoken.about:
        about = ". ".join(filter(None, [about, spoken.about]))
    return choice._replace(
        about=rename(about),
        spoken=spoken._replace(
            told="" if is_secret(to_all) else rename(to_all)
        ),
        text=rename(spoken.asks or choice.text),
        words=tuple(
            entry._replace(help=rename(without_notation(entry.help)))
            for entry in choice.words
        ),
        attacks=tuple(
            shlex.join(called.get(word, word) for word in shlex.split(line))
            for line in choice.attacks
        ),
    )


def make_choice_question(
    choice: PlayerChoice,
    name: str,
    tells: SecretPredicate,
    id: str,
    problem: str,
) -> ChoiceQuestion:
    """Return a choice as the player may know it. Words, texts and attack lines that tell of
    somebody hidden are left out; `tells` is the predicate for such texts."""

    def text_for_phone(text: str) -> str:
        return "" if tells(text) else cut(shown(text), MOST)

    seen = [
        place
        for place, entry in enumerate(choice.words)
        if text_for_phone(entry.word)
        and entry.word not in choice.spoken.left_out
    ]
    words, costs = choice.words, choice.costs or ("",) * len(choice.words)
    spoken = choice.spoken
    labels = spoken.labels or tuple(label_word(one.word) for one in words)
    usual = spoken.enter or label_word(choice.enter)

    def cost_of(place: int) -> str:
        """Return what an option costs; that it is free, if that is worth saying."""
        is_said = "free" in words[place].help
        return costs[place] or ("free" if spoken.free and not is_said else "")

    attacks = choice.attacks
    if attacks and words:
        attacks = (*(attacks[place] for place in seen), attacks[-1])
    if (
        any(map(tells, (choice.about, choice.text, *attacks)))
        or len("".join(attacks)) > MOST_LINES
    ):
        attacks = ()
    return ChoiceQuestion(
        id=id,
        who=choice.who,
        name=name,
        about=text_for_phone(choice.about),
        line=text_for_phone(choice.text) or name,
        options=tuple(
            (words[n].word, text_for_phone(words[n].help), cost_of(n))
            for n in seen
        ),
        standard="free" if spoken.free and DICE in spoken.enter else "",
        deeds=(
            (usual, *spoken.labels)
            if choice.most
            else (*(labels[n] for n in seen), usual)
        ),
        most=choice.most,
        enter=spoken.usual or choice.enter,
        problem=cut(shown(problem), MOST),
        attacks=attacks,
        told=cut(shown(spoken.told), MOST),
    )


def read_fight_for_phones(
    table: "PlayTable",
) -> tuple[Encounter, Callable[[str], SecretPredicate]]:
    """Read the fight. Return the encounter, and a function that returns for a combatant's player
    the predicate for texts that tell of somebody hidden. Raises StoreError if the fight cannot
    be opened."""
    from gmtrack.store.session import open_session

    with open_session(table.file, write=False) as session:
        return session.encounter, make_secret_predicates(
            table, session.encounter, session
        )


def make_secret_predicates(
    table: "PlayTable", encounter: Encounter, session: "Session | None"
) -> Callable[[str], SecretPredicate]:
    """Return a function that makes, for a combatant's player, the predicate whether a text tells
    of somebody whom players do not see. Names that hidden combatants had in earlier steps of
    `session` count too; None: no steps."""
    changes = table.cast.look(session) if session else []
    return lambda who: secret_predicate(encounter, {who}, changes)


def open_mailbox(table: "PlayTable") -> Mailbox | None:
    """Return the mailbox for questions to phones. None if there is no fight, the terminal is too
    simple (its prompt ends with Enter only), or the mailbox cannot be found, which is noted as a
    fault."""
    from prompt_toolkit.utils import is_dumb_terminal

    if is_dumb_terminal():
        return None
    return table.faults.spared(
        "asking a phone", partial(find_mailbox, table), None
    )


def find_mailbox(table: "PlayTable") -> Mailbox | None:
    """Return the fight's mailbox. None if no fight is open or its working copy is gone."""
    place = place_of_file(str(table.fight.file)) if table.fight else None
    if place is None or not place.file.exists():
        return None
    return Mailbox(place.folder)


def tidy_mailbox(table: "PlayTable") -> None:
    """Drop questions left by sessions that have crashed. Does nothing without a mailbox."""
    mailbox = find_mailbox(table)
    if mailbox is not None:
        mailbox.tidy()
