"""A question for dice as it is put to the one who rolls them, wherever they are: it can be answered
on their phone while it waits at the prompt."""

from asyncio import sleep
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from gmtrack.app.casualties import in_effect
from gmtrack.app.dice import RollContext
from gmtrack.app.players import DiceQuestion, new_id, post
from gmtrack.cli.output import say
from gmtrack.core.players import tells_of_hidden
from gmtrack.core.values import replace
from gmtrack.dice.asking import hits_alone
from gmtrack.dice.port import Ask
from gmtrack.play.asking import bare, name_of, readings, roll_name, subject, wanted
from gmtrack.store.mailbox import Mailbox
from gmtrack.store.places import in_place
from gmtrack.view.text import cut, shown

if TYPE_CHECKING:
    from gmtrack.core.draft import Change
    from gmtrack.play.table import Table

LOOK_EVERY = 0.1
"""Seconds between two looks for an answer; a look is one system call."""
MOST = 300
"""Columns of one text of a question."""
ROLL = "roll for me"
TRIES = 5
"""Answers to one roll that may be none: a phone shall not write all over the prompt."""


class Phoned(Exception):
    """An answer from a phone, as it is told; it ends the prompt."""

    def __init__(self, text: str) -> None:
        super().__init__(shown(text.strip()) or ROLL)
        self.text = text


class Phone:
    """The phone of the one who is asked. `look` gives their answer, None before it has come."""

    def __init__(self, name: str, look: Callable[[], str | None]) -> None:
        self._name = name
        self._look = look
        self.waits = ""
        """What is to be said of an answer that came while somebody was typing."""

    async def heed(self, session: Any) -> None:
        """End a prompt with the answer, as soon as it has come. What somebody is typing there is
        not cut off: the rest of it would be taken for an answer to what is asked next."""
        app, line = session.app, session.default_buffer
        while not app.is_done:
            text = self._look()
            if text is not None and not line.text:
                app.exit(exception=Phoned(text))
                return
            if text is not None and not self.waits:
                self.waits = f"{self._name}'s phone has answered: Ctrl-U empties your line for it"
                app.invalidate()
            await sleep(LOOK_EVERY)


class Phones:
    """The phones of all who are asked while one command is carried out."""

    def __init__(self, table: "Table", occasion: RollContext) -> None:
        self._table = table
        self._occasion = occasion
        self._phoned = False
        """Whether the last answer was from a phone."""
        self._wrong: Counter[tuple[str, str]] = Counter()
        """By roll: how often what a phone sent was none."""

    def asked(self, ask: Ask, problem: str, at_prompt: Callable[[Phone | None], str]) -> str:
        """What is typed at the prompt, or answered on the phone before; `problem` is what was
        wrong with the last answer, and concerns the one who gave it."""
        key = (ask.name, ask.key)
        self._wrong[key] += bool(problem and self._phoned)
        if self._wrong[key] == TRIES and self._phoned:
            say(f"{self._name(ask)}'s phone is not asked for this roll any more", fold=True)
        with self._open(ask, problem if self._phoned else "") as phone:
            self._phoned = False
            try:
                return at_prompt(phone)
            except Phoned as answer:
                self._phoned = True
                say(f"{self._name(ask)}'s phone: {answer}", fold=True)
                return answer.text

    @contextmanager
    def _open(self, ask: Ask, problem: str) -> Iterator[Phone | None]:
        """Meanwhile the question is open; None where no phone can answer it."""
        from prompt_toolkit.utils import is_dumb_terminal

        spared, id = self._table.faults.spared, new_id()
        # A prompt of a terminal that can do nothing ends with Enter only.
        can = not is_dumb_terminal() and self._wrong[ask.name, ask.key] < TRIES
        mailbox = spared("asking a phone", partial(mailbox_of, self._table), None) if can else None
        if mailbox is None:
            yield None
            return
        try:
            spared("asking a phone", lambda: post(mailbox, self._question(id, ask, problem)), None)
            look = partial(mailbox.answered, id)
            yield Phone(self._name(ask), lambda: spared("looking for an answer", look, None))
        finally:
            spared("asking a phone", partial(mailbox.close, id), None)

    @cached_property
    def _steps(self) -> "list[list[Change]]":
        """The changes that have led to the fight before the command."""
        session = self._occasion.session
        return [step.changes for step in in_effect(session.log())] if session else []

    def _name(self, ask: Ask) -> str:
        return cut(name_of(ask.who, self._occasion.encounter), MOST)

    def _question(self, id: str, ask: Ask, problem: str) -> DiceQuestion:
        """The question as the one who rolls may know it. What it is rolled against may follow from
        the numbers of somebody else: that is the GM's to say."""
        encounter = self._occasion.encounter
        against, ask = ask.goal, replace(ask, goal=None)
        tells = tells_of_hidden(encounter, {ask.who}, self._steps)
        about = subject(ask, self._occasion, self._table.asking.weapon)
        line = wanted(ask, encounter, MOST)
        return DiceQuestion(
            id=id,
            who=ask.who,
            name=self._name(ask),
            what=cut(roll_name(ask), MOST),
            about="" if tells(about) else cut(about, MOST),
            line=cut(bare(ask, encounter) if tells(line) else line, MOST),
            count=ask.count,
            sides=ask.sides,
            help=() if against else tuple(readings(ask)),
            hits_alone=hits_alone(ask) and not against,
            problem=cut(shown(problem), MOST),
        )


def mailbox_of(table: "Table") -> Mailbox | None:
    """Where the questions of the fight are put; None where there is no fight, or is no more."""
    place = in_place(str(table.fight.file)) if table.fight else None
    if place is None or not place.file.exists():
        return None
    return Mailbox(place.folder)


def tidied(table: "Table") -> None:
    """Drop what sessions that have crashed were asking."""
    mailbox = mailbox_of(table)
    if mailbox is not None:
        mailbox.tidy()
