"""A question for dice that a player answers on their phone, in the mailbox of the fight."""

import os
from typing import Any, NamedTuple

from gmtrack.store.mailbox import Mailbox


class DiceQuestion(NamedTuple):
    """A question for dice. `who` rolls `count` dice with `sides` faces for the roll `what`; `line`
    says so in a sentence, `about` what it is rolled for, `help` what is read from the dice.
    `hits_alone`: the number of hits is answer enough. `problem`: why the last answer was none."""

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


_KINDS = {**DiceQuestion.__annotations__, "help": list}
"""What each field of a question is in its file."""


def new_id() -> str:
    """An id that no other question has."""
    return os.urandom(9).hex()


def post(mailbox: Mailbox, question: DiceQuestion) -> None:
    """Ask it, in place of the one that is asked. Raises StoreError(cannot-save)."""
    mailbox.put(question.id, question._asdict())


def posted(mailbox: Mailbox) -> DiceQuestion | None:
    """What is asked now; None too where nobody waits for the answer any more."""
    return next(filter(None, map(_question, mailbox.open())), None)


def reply(mailbox: Mailbox, question_id: str, text: str) -> bool:
    """Answer it; False if it is not asked any more. Raises Refusal for a text that nobody could
    type, StoreError(cannot-save)."""
    question = posted(mailbox)
    return question is not None and question.id == question_id and mailbox.answer(question_id, text)


def _question(data: Any) -> DiceQuestion | None:
    """The question in a file; None for what is none."""
    if not isinstance(data, dict) or data.keys() != _KINDS.keys():
        return None
    if not all(type(data[key]) is kind for key, kind in _KINDS.items()):
        return None
    help_is_text = all(isinstance(line, str) for line in data["help"])
    if not help_is_text or data["count"] < 1 or data["sides"] < 1:
        return None
    return DiceQuestion(**{**data, "help": tuple(data["help"])})
