"""Questions for dice and for choices that players answer on a phone, kept in a mailbox."""

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.store.mailbox import Mailbox


class DiceQuestion(NamedTuple):
    """A question for dice. `who` rolls `count` dice with `sides` faces for the roll `what`;
    `line` says so in a sentence, `about` says what for, `help` explains how the dice are read.
    `hits_alone`: the number of hits is a sufficient answer. `problem`: why the last answer was
    refused. `rolls`: the phone may roll the dice. `counts`: which faces count, as words: `5+`
    that and more, `14-` a sum of that and less, `10*` is rolled again, `1!` ones matter, `=`
    they are added up. `told` is what everybody is told that it is about, on the television.
    `sides_of_dice`: the number of faces of each die, in the order in which
    they are typed, where the dice are of several kinds; empty otherwise."""

    id: str
    who: str
    name: str
    what: str
    about: str
    line: str
    count: int  # type: ignore[assignment]  # nobody looks for something in a question
    sides: int
    help: tuple[str, ...]
    hits_alone: bool
    problem: str
    rolls: bool = False
    counts: str = ""
    sides_of_dice: tuple[int, ...] = ()
    told: str = ""


class ChoiceQuestion(NamedTuple):
    """A question for a choice. `options` are the words, each with its meaning and its cost;
    without options the answer is a number up to `most`. `enter` is what an empty answer means.
    `deeds` are the options in the player's words, then the empty answer (empty: the words do); of
    a number they are one for each number from 0. `standard` is what the empty answer costs.
    `attacks` are command lines, for odds and never for a phone: one for each option and one for
    the empty answer, or one for each number from 0. All other fields are as in `DiceQuestion`."""

    id: str
    who: str
    name: str
    about: str
    line: str
    options: tuple[tuple[str, str, str], ...]
    most: int
    enter: str
    problem: str
    attacks: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    standard: str = ""
    told: str = ""


Question = DiceQuestion | ChoiceQuestion
_KINDS = {
    **DiceQuestion.__annotations__,
    "help": list,
    "sides_of_dice": list,
}
"""The type of each field of a dice question in its file."""
_KINDS_OF_CHOICE = {
    **ChoiceQuestion.__annotations__,
    "options": list,
    "attacks": list,
    "deeds": list,
}
"""The type of each field of a choice question in its file."""


def new_question_id() -> str:
    """Return a random id for a question."""
    return os.urandom(9).hex()


def post_question(
    mailbox: Mailbox, question: Question, *, among: bool = False
) -> None:
    """Put a question into the mailbox, in place of the open ones, or with `among` beside them.
    Raises StoreError `cannot-save`."""
    mailbox.put(question.id, question._asdict(), among=among)


def posted_question(
    mailbox: Mailbox, who: str | None = None
) -> Question | None:
    """Return the open question for `who`, or for None the first open question. None if there is
    none, or nobody waits for an answer any more."""
    return next(
        (one for one in posted_questions(mailbox) if who in (None, one.who)),
        None,
    )


def posted_questions(mailbox: Mailbox) -> Iterator[Question]:
    """Yield every open question of the mailbox; files that hold no question are skipped."""
    return filter(None, map(_parse_question, mailbox.open()))


def answer_question(
    mailbox: Mailbox, who: str, question_id: str, text: str
) -> bool:
    """Answer a question for `who`. Returns False if that question is no longer open, or is
    somebody else's. Raises Refusal for text that nobody could type, and StoreError
    `cannot-save`."""
    question = posted_question(mailbox, who)
    return (
        question is not None
        and question.id == question_id
        and mailbox.answer(question_id, text)
    )


class GivenAnswer(NamedTuple):
    """An answer to a question whose command is not carried out yet. `state` is SENT while the
    player may take it back, BACK when they have, INSTEAD if the GM has answered for them."""

    question: Question
    text: str
    state: str


def given_answers(mailbox: Mailbox) -> Iterator[GivenAnswer]:
    """Yield the answers whose command is not carried out yet."""
    for data, text, state in mailbox.answered_questions():
        question = _parse_question(data)
        if question is not None:
            yield GivenAnswer(question, text, state)


def take_answer_back(mailbox: Mailbox, who: str, question_id: str) -> bool:
    """Take an answer of `who` back. False if it is somebody else's, cannot be taken back, or its
    command is carried out. Raises StoreError `cannot-save`."""
    own = {
        one.question.id
        for one in given_answers(mailbox)
        if one.question.who == who
    }
    return question_id in own and mailbox.take_back(question_id)


def _parse_question(data: Any) -> Question | None:
    """Return the question that a document holds; None if a key, a type or a number is wrong."""
    if not isinstance(data, dict):
        return None
    if _has_kinds(data, _KINDS):
        return _parse_dice_question(data)
    if _has_kinds(data, _KINDS_OF_CHOICE):
        return _parse_choice_question(data)
    return None


def _parse_dice_question(data: Data) -> DiceQuestion | None:
    """Return the question for dice that a document with the right keys holds; None if a list or a
    number is wrong."""
    is_help = all(isinstance(line, str) for line in data["help"])
    numbers = [data["count"], data["sides"], *data["sides_of_dice"]]
    if not is_help or not all(type(one) is int and one > 0 for one in numbers):
        return None
    lists = {key: tuple(data[key]) for key in ("help", "sides_of_dice")}
    return DiceQuestion(**{**data, **lists})


def _parse_choice_question(data: Data) -> ChoiceQuestion | None:
    """Return the question for a choice that a document with the right keys holds; None if a list
    is wrong."""
    texts = (*data["attacks"], *data["deeds"])
    is_text = all(isinstance(text, str) for text in texts)
    if not is_text or not all(map(_is_option, data["options"])):
        return None
    lists = {key: tuple(data[key]) for key in ("attacks", "deeds")}
    options = tuple(map(tuple, data["options"]))
    return ChoiceQuestion(**{**data, **lists, "options": options})


def _has_kinds(data: Data, kinds: Mapping[str, Any]) -> bool:
    """Whether a document has exactly these keys with values of these types."""
    return data.keys() == kinds.keys() and all(
        type(data[key]) is kind for key, kind in kinds.items()
    )


def _is_option(data: Any) -> bool:
    """Whether a value is an option of a choice: a list of three texts."""
    return (
        isinstance(data, list)
        and len(data) == 3
        and all(isinstance(one, str) for one in data)
    )
