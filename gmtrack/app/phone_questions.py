"""The questions for dice and for choices that players answer on a phone."""

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.store.mailbox import Mailbox


class DiceQuestion(NamedTuple):
    """A question for dice. `who` rolls `count` dice with `sides` faces for the roll `what`; `line`
    says so in a sentence, `about` what it is rolled for, `help` what is read from the dice.
    `hits_alone`: the number of hits is answer enough. `problem`: why the last answer was none.
    `rolls`: the phone may roll them. `counts`: which faces count, in words apart: `5+` and more,
    `14-` a sum of that and less, `10*` is rolled again, `1!` ones matter, `=` they are added up."""

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


class ChoiceQuestion(NamedTuple):
    """A question for a choice: `options` are the words, each with its meaning and what it costs;
    without any a number up to `most`. `enter` is what nothing means, `line` says the question in a
    sentence, all else is as of dice. `attacks`: of each option and of nothing, or of each
    number from 0 on, the command line of the attack as it would be; for its odds, never for a
    phone."""

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


Question = DiceQuestion | ChoiceQuestion
_KINDS = {**DiceQuestion.__annotations__, "help": list}
"""What each field of a question is in its file."""
_KINDS_OF_CHOICE = {
    **ChoiceQuestion.__annotations__,
    "options": list,
    "attacks": list,
}


def new_id() -> str:
    return os.urandom(9).hex()


def post(mailbox: Mailbox, question: Question, *, among: bool = False) -> None:
    """Ask it, in place of what is asked, or `among` what the same mailbox asks of others. Raises
    StoreError(cannot-save)."""
    mailbox.put(question.id, question._asdict(), among=among)


def posted(mailbox: Mailbox, who: str | None = None) -> Question | None:
    """What somebody is asked now, by default whoever is asked first; None too where nobody waits
    for the answer any more."""
    return next(
        (one for one in every_posted(mailbox) if who in (None, one.who)), None
    )


def every_posted(mailbox: Mailbox) -> Iterator[Question]:
    return filter(None, map(_question, mailbox.open()))


def reply(mailbox: Mailbox, who: str, question_id: str, text: str) -> bool:
    """Answer a question that `who` is asked; False if it is not asked any more, or of somebody
    else. Raises Refusal for a text that nobody could type, StoreError(cannot-save)."""
    question = posted(mailbox, who)
    return (
        question is not None
        and question.id == question_id
        and mailbox.answer(question_id, text)
    )


def _question(data: Any) -> Question | None:
    """The question in a file; None for what is none."""
    if not isinstance(data, dict):
        return None
    if _is_of(data, _KINDS):
        help_is_text = all(isinstance(line, str) for line in data["help"])
        if not help_is_text or data["count"] < 1 or data["sides"] < 1:
            return None
        return DiceQuestion(**{**data, "help": tuple(data["help"])})
    if not _is_of(data, _KINDS_OF_CHOICE) or not all(
        map(_is_option, data["options"])
    ):
        return None
    if not all(isinstance(line, str) for line in data["attacks"]):
        return None
    options, attacks = (
        tuple(map(tuple, data["options"])),
        tuple(data["attacks"]),
    )
    return ChoiceQuestion(**{**data, "options": options, "attacks": attacks})


def _is_of(data: Data, kinds: Mapping[str, Any]) -> bool:
    return data.keys() == kinds.keys() and all(
        type(data[key]) is kind for key, kind in kinds.items()
    )


def _is_option(data: Any) -> bool:
    return (
        isinstance(data, list)
        and len(data) == 3
        and all(isinstance(one, str) for one in data)
    )
