"""Questions to several people that are open at once, on phones and at the prompt."""

from asyncio import sleep
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gmtrack.app.phone_questions import Question, new_question_id, post_question
from gmtrack.cli.output import say
from gmtrack.core.names import listed
from gmtrack.dice.answers import (
    is_all,
    is_left_to_program,
    names_roller,
    split_assignments,
    split_dice_answers,
)
from gmtrack.dice.port import Ask
from gmtrack.dice.typed import is_dice
from gmtrack.errors import Refusal
from gmtrack.play.at_prompt import QuestionLeft, go_back, take_command
from gmtrack.play.choices import (
    PlayerChoice,
    explain_choice,
    is_answer,
    parse_choice,
)
from gmtrack.play.phones import (
    LOOK_EVERY,
    ROLL,
    TRIES,
    Phoned,
    answers_question,
    dice_as_shown,
    open_mailbox,
)
from gmtrack.play.questions.given_answers import (
    BACK,
    BACK_HELP,
    QuestionKey,
    question_key,
)
from gmtrack.play.questions.offered_reactions import is_stop
from gmtrack.play.sent_answers import SentAnswer
from gmtrack.play.typed_line import (
    HELP,
    TAKEN_BACK,
    QuestionEnd,
    is_command,
)
from gmtrack.store.mailbox import Mailbox
from gmtrack.view.text import shown

if TYPE_CHECKING:
    from gmtrack.play.table import PlayTable


class OpenQuestion(Protocol):
    """A question to one person. `now` is what is asked, `problem` what was wrong with the last
    answer, `example` how an answer is typed, `answer` the answer (None: still open)."""

    problem: str

    @property
    def who(self) -> str:
        """The id of the combatant who is asked."""

    @property
    def now(self) -> Ask | PlayerChoice:
        """What is asked at present; another object if the question has changed."""

    @property
    def example(self) -> str:
        """An answer as it could be typed."""

    @property
    def answer(self) -> object:
        """The answer; None while the question is open."""

    def say(self, text: str) -> None:
        """Take an answer. Sets `answer`, or `problem` if the text is no answer; an empty text is
        the default."""

    def fits(self, text: str) -> bool:
        """Whether a text would be taken as the answer."""

    def reopen(self) -> None:
        """Forget the answer, so that the question is open again."""


class QuestionKind(NamedTuple):
    """Words and functions for one kind of questions.

    `what` names the kind for the GM, `enter` is what Enter means, `nothing` what an empty answer
    from a phone means, `whose` asks whose answer it is, `help` returns the lines of `?`.
    `is_answer` is the predicate whether a text answers a question, `is_default` whether it says
    what Enter means. `split` splits a line into pairs of an id and an answer, given the names of
    all who are asked; the id is empty for an answer without a name. `read` converts what a phone
    sends, `end` is what happens if the questions are left."""

    what: str
    enter: str
    nothing: str
    whose: str
    help: Callable[[Any], Iterable[str]]
    is_answer: Callable[[Any, str], bool]
    is_default: Callable[[Any, str], bool]
    split: Callable[[str, Mapping[str, str]], list[tuple[str, str]]] = (
        split_assignments
    )
    read: Callable[[str], str] = str
    end: QuestionEnd = TAKEN_BACK


def make_dice_kind(
    read: Callable[[str], str], help_: Callable[[Any], Iterable[str]]
) -> QuestionKind:
    """Return the kind of questions that ask for dice. `read` converts what a phone sends,
    `help_` returns the lines of `?`."""
    return QuestionKind(
        "roll",
        "roll the rest",
        ROLL,
        "whose dice",
        help_,
        is_answer=lambda _, text: is_dice(text) or is_left_to_program(text),
        is_default=lambda _, text: is_left_to_program(text),
        split=split_dice_answers,
        read=read,
    )


class OpenChoice:
    """An open question for one of several words; the answer is empty for the default."""

    def __init__(self, choice: PlayerChoice) -> None:
        self.choice = self.now = choice
        self.who = choice.who
        self.example = (
            choice.words[0].word if choice.words else str(choice.most)
        )
        self.problem = ""
        self.answer: str | None = None

    def is_answer(self, text: str) -> bool:
        """Whether a text is an answer, also if it fits several words."""
        return is_answer(self.choice, text)

    def is_default(self, text: str) -> bool:
        """Whether a text says what Enter means."""
        try:
            return not parse_choice(self.choice, text)
        except Refusal:
            return False

    def say(self, text: str) -> None:
        """Take a word or its beginning as the answer, empty for the default. Sets `problem` if
        it fits no word."""
        try:
            self.answer = parse_choice(self.choice, text)
        except Refusal as refusal:
            self.problem = refusal.message

    def fits(self, text: str) -> bool:
        """Whether a text would be taken as the answer."""
        anew = copy(self)
        anew.reopen()
        anew.say(text)
        return not anew.problem

    def reopen(self) -> None:
        """Forget the answer, so that the question is open again."""
        self.answer, self.problem = None, ""


class OpenAmount(OpenChoice):
    """An open question for a number up to `choice.most`; an empty answer is 0."""

    def is_answer(self, text: str) -> bool:
        """Whether a text is a number, or says what Enter means."""
        return text.strip().isdecimal() or self.is_default(text)

    def is_default(self, text: str) -> bool:
        """Whether a text says what Enter means: no dice."""
        word = text.strip().lower()
        return word in ("", "n") or is_left_to_program(word)

    def say(self, text: str) -> None:
        """Take a number as the answer, 0 for an empty text. Sets `problem` if it is no number up
        to `choice.most`."""
        text = text.strip()
        if self.is_default(text):
            self.answer = "0"
        elif text.isdecimal() and int(text) <= self.choice.most:
            self.answer = text
        else:
            self.problem = f"a number from 0 to {self.choice.most}"


CHOICE_KIND = QuestionKind(
    "choice", "standard for the rest", "standard", "whose choice",
    lambda one: [f"{one.choice.text}:", *explain_choice(one.choice)],
    is_answer=lambda one, text: one.is_answer(text),
    is_default=lambda one, text: one.is_default(text),
)  # fmt: skip
AMOUNT_KIND = CHOICE_KIND._replace(
    enter="none for the rest",
    nothing="none",
    help=lambda one: explain_amount(one.choice),
)


def explain_amount(choice: PlayerChoice) -> list[str]:
    """Return the lines of `?` at a question for a number."""
    return [
        choice.text,
        f"type a number from 0 to {choice.most}; Enter: none; {choice.end.hint}",
    ]


class PostedQuestion(NamedTuple):
    """A question on somebody's phone, under an `id` in the mailbox. `look` returns the answer,
    None before it has come; `close` takes the question back."""

    id: str
    one: OpenQuestion
    now: Ask | PlayerChoice
    look: Callable[[], str | None]
    close: Callable[[], None]


class OpenQuestions:
    """Questions to several people at once, one for each. There is no time limit: a question stays
    until somebody answers, and the GM has it at the prompt from the start.

    An answer counts from the phone or as the GM types it, whichever comes first. `asked` are the
    questions, `names` the names of those who are asked, by id. `question` makes what a phone
    shows of an id and an open question. Used as a context, it takes all questions back from the
    phones at the end."""

    def __init__(
        self,
        table: "PlayTable",
        asked: Sequence[OpenQuestion],
        names: Mapping[str, str],
        question: Callable[[str, Any], Question],
        kind: QuestionKind,
    ) -> None:
        self.waiting_message = ""
        """Message that is shown if all have answered while somebody was typing; else empty."""
        self._table = table
        self._asked = asked
        self._names = names
        self._question = question
        self._kind = kind
        self._posted: dict[str, PostedQuestion] = {}
        self._wrong: Counter[str] = Counter()
        """Number of wrong answers from each combatant's phone."""
        self._keys: dict[str, list[QuestionKey]] = {
            one.who: [] for one in asked
        }
        """The questions that each combatant has answered so far, by their keys."""

    def __enter__(self) -> "OpenQuestions":
        self.post_open_questions()
        return self

    def __exit__(self, *_: object) -> None:
        for who in list(self._posted):
            self._posted.pop(who).close()

    @property
    def open(self) -> list[OpenQuestion]:
        """The questions that have no answer yet."""
        return [one for one in self._asked if one.answer is None]

    def post_open_questions(self) -> None:
        """Put the questions that are open now on the phones, and take back those that are
        answered or have changed."""
        still = {one.who: one for one in self.open}
        for who, posted in list(self._posted.items()):
            if who not in still or posted.now is not still[who].now:
                self._posted.pop(who).close()
        for who, one in still.items():
            if who not in self._posted and (found := self._post(one)):
                self._posted[who] = found

    def _post(self, open_question: OpenQuestion) -> PostedQuestion | None:
        """Post one question; None if no phone can answer, or that phone has given TRIES wrong
        answers."""
        mailbox = (
            self._mailbox if self._wrong[open_question.who] < TRIES else None
        )
        if mailbox is None:
            return None
        spared, id = self._table.faults.spared, new_question_id()
        self._table.asking.sent.close([question_key(open_question.now)])
        question = self._question(id, open_question)
        spared(
            "asking a phone",
            lambda: post_question(mailbox, question, among=True),
            None,
        )
        look = partial(mailbox.answered, id)
        return PostedQuestion(
            id,
            open_question,
            open_question.now,
            lambda: spared("looking for an answer", look, None),
            lambda: spared("asking a phone", partial(mailbox.close, id), None),
        )

    @cached_property
    def _mailbox(self) -> Mailbox | None:
        """The fight's mailbox; None if no phone can answer."""
        return open_mailbox(self._table)

    def take_phone_answers(self) -> Iterator[str]:
        """Take the answers that have come from phones, and post what is open then. Yields what
        to say of each answer."""
        for who, posted in list(self._posted.items()):
            text = posted.look()
            if text is not None:
                self._posted.pop(who)
                wrong = self._say([(posted.one, self._kind.read(text))])
                said = str(Phoned(text)) if text.strip() else self._kind.nothing
                if wrong:
                    posted.close()
                else:
                    self._keep_answer(posted, said)
                yield from self._report_phone_answer(posted.one, said, wrong)
        self.post_open_questions()

    def _show_typed_dice(self, question: OpenQuestion, text: str) -> None:
        """Let everybody see dice fall that were typed for an open question, if any were. Does
        nothing for an answer from a phone, which is not open there any more."""
        posted = self._posted.get(question.who)
        said = dice_as_shown(posted.now, text) if posted else ""
        if posted and said:
            del self._posted[question.who]
            self._keep_answer(posted, said, typed=True)

    def _keep_answer(
        self, posted: PostedQuestion, said: str, *, typed: bool = False
    ) -> None:
        """Keep an answer on a phone: the player who sent it may take it back. One that was `typed`
        is only shown."""
        assert self._mailbox is not None
        asked = posted.now
        self._table.asking.sent.add(
            SentAnswer(
                question_key(asked),
                posted.one.who,
                self._names[posted.one.who],
                said,
                partial(answers_question, asked),
                self._mailbox,
                posted.id,
            ),
            typed=typed,
        )

    def asks(self, key: QuestionKey) -> bool:
        """Whether a question is one of these, so that an answer to it is taken back here."""
        return any(key in keys for keys in self._keys.values())

    def take_back_answers(self) -> Iterator[str]:
        """Ask those anew who have taken their answers back on their phones. Yields what to say."""
        sent, answers = self._table.asking.sent, self._table.asking.answers
        while answer := sent.find_taken_back(self.asks):
            yield f"{answer.name}'s phone takes back: {answer.said}"
            [question] = [
                one
                for one in self._asked
                if answer.key in self._keys[one.who] and one.who == answer.who
            ][:1]
            keys, self._keys[answer.who] = self._keys[answer.who], []
            answers.drop(keys)
            sent.close(keys)
            question.reopen()
            self.waiting_message = ""

    def _report_phone_answer(
        self, question: OpenQuestion, said: str, wrong: list[str]
    ) -> Iterator[str]:
        """Yield what to say of an answer from a phone, and what was `wrong` with it. Counts wrong
        answers; after TRIES of them the phone is asked no more."""
        name = self._names[question.who]
        yield f"{name}'s phone: {said}"
        yield from wrong
        if wrong:
            self._wrong[question.who] += 1
        if wrong and self._wrong[question.who] == TRIES:
            yield f"{name}'s phone is not asked for this {self._kind.what} any more"

    async def watch_phones(self, session: Any) -> None:
        """Take answers from phones while a prompt is open, and print them. End the prompt
        (raises Phoned there) when all have answered, unless somebody is typing."""
        from prompt_toolkit.application import run_in_terminal

        app, line = session.app, session.default_buffer
        while not app.is_done:
            told = [*self.take_back_answers(), *self.take_phone_answers()]
            if told:
                await run_in_terminal(partial(_print_lines, told))
            if not self.open and not line.text:
                app.exit(exception=Phoned(""))
                return
            if not self.open and not self.waiting_message:
                self.waiting_message = (
                    "All have answered: Ctrl-U empties your line and goes on"
                )
                app.invalidate()
            await sleep(LOOK_EVERY)

    def prompt_text(self) -> str:
        """Return the text of the prompt, which ends with `: `: who is still to answer and, on a
        second line, how to type an answer; or that all have answered."""
        still = self.open
        if not still:
            return "all have answered (Enter goes on): "
        names = listed(self._names[one.who] for one in still)
        example = _example_answer(still[0])
        enter = self._kind.enter
        former = [
            f"{one.who}={text}"
            for one in still
            if (text := self._former_answer(one))
        ]
        if former:
            rest = f"; {enter}" if len(former) < len(still) else ""
            enter = f"{' '.join(former)}, as before{rest}"
        return f"still to answer: {names}\n{example} (Enter = {enter}): "

    def _former_answer(self, question: OpenQuestion) -> str:
        """Return what was answered to a question before somebody went back; empty if nothing
        was."""
        return self._table.asking.answers.former(question_key(question.now))

    def take_given_answers(self) -> None:
        """Give the answers again that stay when somebody has gone back to a later question."""
        answers = self._table.asking.answers
        while self.open:
            still = {question_key(one.now): one for one in self.open}
            answer = answers.take(still)
            if answer is None:
                return
            for key, text in answer.items():
                still[key].say(text)
                self._keys[still[key].who].append(key)

    def _say(self, said: Iterable[tuple[OpenQuestion, str]]) -> list[str]:
        """Give answers to questions, and note those that count. Return what was wrong with the
        others."""
        noted: dict[QuestionKey, str] = {}
        wrong: list[str] = []
        for question, text in said:
            if question.answer is not None:
                problem = self._correct(question, text)
            else:
                key, question.problem = question_key(question.now), ""
                question.say(text)
                problem = question.problem
                if not problem:
                    noted[key] = text
                    self._keys[question.who].append(key)
                    self._show_typed_dice(question, text)
            if problem:
                wrong.append(f"{self._names[question.who]}: {shown(problem)}")
        self._table.asking.answers.note(noted)
        return wrong

    def _correct(self, question: OpenQuestion, text: str) -> str:
        """Answer a question anew that has an answer already. Return what was wrong with the new
        answer, so that the earlier one stands; empty if nothing was."""
        if text and (problem := _problem_with(question, text)):
            return f"{problem}; the earlier answer stands"
        question.reopen()
        said = dice_as_shown(question.now, text) or text
        question.say(text)
        first, *later = self._keys[question.who]
        self._table.asking.sent.answer_instead([first, *later], said)
        self._keys[question.who] = [first]
        self._table.asking.answers.correct(first, text, later)
        return ""

    def take_line(self, text: str) -> list[str]:
        """Take a line that the GM typed and return what to say of it: help for `?`, problems
        with answers, or why it is no answer. A command that only looks is carried out.

        For any other command the questions may be left: raises QuestionLeft if that takes the
        command back that asks, else all that are open get their default. Raises WentBack for
        `<`."""
        still = self.open
        if text.strip() in HELP:
            whose = (
                [f"say whose it is: `{_example_answer(still[0])}`"]
                if len(still) > 1
                else []
            )
            each = [line for one in still for line in self._kind.help(one)]
            return [*dict.fromkeys(each), *whose, BACK_HELP]
        if text.strip() == BACK:
            return [go_back(self._table, self._kind.end)]
        if self._answers_all(text):
            return []
        answers = any(self._kind.is_answer(one, text) for one in still)
        answers = answers or self._names_roller(text)
        if len(still) == 1 and not answers:
            said = self._take_command(text)
            if said is not None:
                return [said]
        try:
            return list(self._take_typed_answers(text))
        except Refusal as refusal:
            said = None if answers else self._take_command(text)
            return [refusal.message if said is None else said]

    def _answers_all(self, text: str) -> bool:
        """Whether a line answers all that is open, and more: `all` leaves the other rolls of the
        command to the program as well, `stop` ends these reactions for the fight."""
        asking = self._table.asking
        if is_all(text) and self._kind.split is split_dice_answers:
            while still := self.open:
                self._say([(one, "") for one in still])
            asking.answers.roll_rest()
            return True
        if is_stop(text) and any(map(_can_be_stopped, self.open)):
            asking.stopped = True
            self._say([(one, "") for one in self.open])
            return True
        return False

    def _names_roller(self, text: str) -> bool:
        """Whether a text is dice with the names of those who are asked for them."""
        is_for_dice = self._kind.split is split_dice_answers
        return is_for_dice and names_roller(text, self._names, is_command)

    def _take_command(self, text: str) -> str | None:
        """Take a line that may be a command, as `take_command` does. If the questions are left
        and what they are about is done already, answer those that are open with the default."""
        try:
            return take_command(self._table, text, self._kind.end)
        except QuestionLeft:
            if not self._kind.end.stands:
                raise
            for one in self.open:
                one.say("")
            return ""

    def _take_typed_answers(self, text: str) -> Iterator[str]:
        """Take answers from a typed line; yield what was wrong with each. An empty line answers
        all open questions with the default, or as before somebody went back. Raises Refusal if
        the line answers none of them; then nothing is taken."""
        still, is_default = self.open, self._kind.is_default
        if not text.strip():
            answers = [(one, self._former_answer(one)) for one in still]
        elif still and all(is_default(one, text) for one in still):
            answers = [(one, "") for one in still]
        else:
            answers = [
                (self._find_question(who), said)
                for who, said in self._split_answers(text)
            ]
        wrong = self._say(
            (one, "" if is_default(one, said) else said)
            for one, said in answers
        )
        yield from wrong
        for one, _ in answers:
            # What was wrong concerns the one who has typed it.
            one.problem = ""
        self.post_open_questions()

    def _split_answers(self, text: str) -> list[tuple[str, str]]:
        """Split a line such as `mara=5,3 kurt=2` into pairs of an id and an answer. If only one
        person is still to answer, the name may be left out. Raises Refusal (`dice`) if it is not
        clear whose answer it is, or if all have answered."""
        still = self.open
        if not still:
            raise Refusal("dice", "all have answered: Enter goes on")
        try:
            pairs = self._kind.split(text, self._names)
        except Refusal:
            if len(still) == 1 and "=" not in text:
                return [(still[0].who, text)]
            raise
        nameless = [said for who, said in pairs if not who]
        if not nameless:
            return pairs
        if len(still) > 1 or len(pairs) > 1:
            raise Refusal(
                "dice", f"{self._kind.whose}? {self._advise_name(nameless[0])}"
            )
        return [(still[0].who, nameless[0])]

    def _advise_name(self, said: str) -> str:
        """Return how to type an answer with a name, for the first open question that it fits; if
        it fits none, how to type another one."""
        still = self.open
        fitting = next((one for one in still if one.fits(said)), None)
        if fitting is not None:
            return f"Type {fitting.who}={said}"
        return f"Type {_example_answer(still[0])}"

    def _find_question(self, who: str) -> OpenQuestion:
        """Return the question to a combatant: the open one or, if there is none, the last."""
        theirs = [one for one in self._asked if one.who == who]
        still = [one for one in theirs if one.answer is None]
        return (still or theirs[-1:])[0]


def _problem_with(question: OpenQuestion, text: str) -> str:
    """Return what would be wrong with another answer to a question; empty if nothing would be."""
    trial = copy(question)
    trial.reopen()
    trial.say(text)
    return trial.problem


def _can_be_stopped(question: OpenQuestion) -> bool:
    """Whether a question is for a reaction that need not be offered again in this fight."""
    return isinstance(question, OpenChoice) and bool(question.choice.stops)


def _example_answer(question: OpenQuestion) -> str:
    """Return an answer to a question as it is typed with its name: `mara=5,3`."""
    return f"{question.who}={question.example}"


def _print_lines(lines: Sequence[str]) -> None:
    """Print lines, folded to the terminal's width."""
    for line in lines:
        say(line, fold=True)
