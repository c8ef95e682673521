"""Follows the fight, and tells the hub within a moment whatever process changes it."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from gmtrack.app.own_link_page import read_own_page
from gmtrack.app.past.players_history import FollowedStory
from gmtrack.app.phone_questions import (
    ChoiceQuestion,
    DiceQuestion,
    GivenAnswer,
    Question,
    answer_question,
    given_answers,
    posted_questions,
    take_answer_back,
)
from gmtrack.app.players_page import page_of_history, who_acted
from gmtrack.core.encounter import Data
from gmtrack.core.players import FRIENDS, SecretPredicate
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.serve.app import GONE, TAKEN, WRONG
from gmtrack.serve.course import Course, PageOwners
from gmtrack.serve.hub import NOTHING, Hub
from gmtrack.store import working_copies
from gmtrack.store.mailbox import SENT, Mailbox
from gmtrack.store.proposals import Proposal, propose
from gmtrack.store.raised_hands import lower_hands, raise_hand, raised_hands
from gmtrack.store.session import Session, open_session

LOOK_EVERY = 0.1
"""Seconds between two looks at the files; each takes a few system calls."""
STILL = 2
"""The number of looks without a change before sheets are made. They take longest, and must not
delay what the GM does next."""
HITS_ALONE = re.compile(r"\d\s*h", re.IGNORECASE)
"""What is in an answer that gives the hits and no dice."""
Sign = tuple[object, ...]
Weigh = Callable[[Session, ChoiceQuestion], list[str]]
"""A callback that returns the odds of each attack in a question, in words."""


class Follower:
    """A follower of a fight, a working copy or a file that is worked on in place, which keeps the
    hub up to date, and goes on to the next fight.

    `faulty` is called with an error of the program; players see the last good page then, as an
    error may tell secrets too. `weigh` returns the odds of a player's choices; None if players
    may not see odds. Without a `course` it stays with the file and the players of the hub.
    `beside` is called at each look, with the folder of the fight."""

    def __init__(
        self,
        file: str,
        hub: Hub,
        faulty: Callable[[Exception], object],
        weigh: Weigh | None = None,
        course: Course | None = None,
        beside: Callable[[Path], object] = bool,
    ) -> None:
        self._file = file
        self._hub = hub
        self._faulty = faulty
        self._weigh = weigh
        self._course = course
        self._beside = beside
        self._weighed: dict[str, list[str]] = {}
        """The odds of each open choice."""
        self._working: asyncio.Task[None] | None = None
        self._folder = working_copies.place_of_file(file).folder
        self._story = FollowedStory()
        self._seq: int | None = None
        self._last: Data | None = None
        self._lines: dict[str, Mapping[tuple[str, str], str]] = {}
        """The lines that each player can propose now (`OwnPage.lines`)."""
        self._has_secret: SecretPredicate = bool
        """Whether a text tells of somebody whom players do not see, as the fight was last read;
        before that every text does."""
        self._cast: PageOwners | None = None
        """Who has an own page, as the fight was last read."""

    async def follow(self) -> None:
        """Watch the files until the task is cancelled."""
        sign: Sign | None = None
        known: set[str] = set()
        still = 0
        while True:
            if await self._go_on():
                sign = None
            now = working_copies.sign_of(self._file, history=True)
            if now != sign:
                self._lines.clear()
                document, is_read = await asyncio.to_thread(self._read_fight)
                self._enter(self._cast)
                self._hub.publish(document)
                sign, known, still = (now if is_read else None), set(), 0
            questions = self._open_questions()
            self._hub.ask(self._asked_documents(questions))
            self._hub.show_table(self._table_document(questions))
            self._weigh_next(questions)
            self._hub.show_hands(frozenset(raised_hands(self._folder)))
            self._beside(self._folder)
            late = (
                self._hub.players() - known
                if sign and still >= STILL
                else set[str]()
            )
            if late:
                who = min(late)
                self._hub.show_own(
                    who, await asyncio.to_thread(self._own_page, who)
                )
                known.add(who)
            still += 1
            await asyncio.sleep(0 if late else LOOK_EVERY)

    async def _go_on(self) -> bool:
        """Go on to the fight that is played now, and return whether it is another one. Stay as
        long as somebody is asked, and if the other one cannot be read."""
        course = self._course
        file = course.find_file() if course else None
        if course is None or file in (None, self._file):
            return False
        if file is None or self._open_questions():
            return False
        try:
            found = await asyncio.to_thread(self._read_cast, course, file)
        except GmtrackError:
            return False
        except Exception as error:
            self._faulty(error)
            return False
        self._file, self._seq, self._last = file, None, None
        self._story = FollowedStory()
        self._folder = working_copies.place_of_file(file).folder
        self._hub.forget()
        self._enter(found)
        return True

    @staticmethod
    def _read_cast(course: Course, file: str) -> PageOwners:
        """Return who has an own page in the fight in this file. Raises what opening it does."""
        with open_session(file, write=False) as session:
            return course.cast(session, ())

    def _enter(self, cast: PageOwners | None) -> None:
        """Let these people have their own pages from now on; None: those so far."""
        if cast and self._course and cast.players != self._hub.names():
            self._course.enter(cast)
            self._hub.set_players(cast.players)

    def _lower_old_hands(self, session: Session) -> None:
        """Lower the hands of those who have acted meanwhile and, at the first look, those of an
        earlier evening."""
        if self._seq is None:
            lower_hands(self._folder, raised_hands(self._folder))
        elif raised := raised_hands(self._folder):
            lower_hands(
                self._folder,
                who_acted(session.since(self._seq)).intersection(raised),
            )
        self._seq = session.seq

    def _own_page(self, who: str) -> str:
        """Return what a player sees of their own combatant. Returns the last page if it cannot
        be read now."""
        try:
            with open_session(self._file, write=False) as session:
                known = self._story.look(session)
                page = read_own_page(session, who, known.cast_changes)
                self._lines[who] = page.lines if page else {}
                return json.dumps(page and page.document)
        except GmtrackError:
            pass
        except Exception as error:
            self._faulty(error)
        return self._hub.own.get(who, NOTHING)

    def _read_fight(self) -> tuple[str, bool]:
        """Return the fight as a document, and whether that settles it: False only while another
        command holds the file, so that the caller reads again. If the file cannot be read, the
        document is the last one, marked as stale. Lowers hands that were raised for an earlier
        turn."""
        busy = False
        try:
            with open_session(self._file, write=False) as session:
                known = self._story.look(session)
                self._last = page_of_history(session, known)
                self._has_secret = known.seen.has_secret
                self._lower_old_hands(session)
                if self._course:
                    here = self._hub.names()
                    self._cast = self._course.cast(session, here)
            return json.dumps(self._last), True
        except GmtrackError as error:
            busy = error.kind == "busy"
        except Exception as error:
            self._faulty(error)
        return json.dumps({**(self._last or EMPTY), "stale": True}), not busy

    def _open_questions(self) -> list[Question]:
        """Return the open questions to players; empty if they cannot be read."""
        try:
            return list(posted_questions(self._mailbox()))
        except GmtrackError:
            return []

    def _given_answers(self) -> list[GivenAnswer]:
        """Return the answers whose command is not carried out yet; none if they cannot be read."""
        try:
            return list(given_answers(self._mailbox()))
        except GmtrackError:
            return []

    def _asked_documents(self, questions: list[Question]) -> dict[str, str]:
        """Return what each player is asked, as JSON. Who has answered sees the answer until it is
        carried out, or beside the next question, that it can be taken back."""
        last = {one.question.who: one for one in self._given_answers()}
        found: dict[str, Data] = {}
        for who, one in last.items():
            found[who] = {
                **self._question_document(one.question),
                "answer": one.text,
                "state": one.state,
            }
        for question in questions:
            found[question.who] = self._question_document(question)
            given = last.get(question.who)
            if given is not None and given.state == SENT:
                said = given.text or getattr(given.question, "enter", "")
                found[question.who]["earlier"] = {
                    "id": given.question.id,
                    "said": said,
                }
        return {who: json.dumps(document) for who, document in found.items()}

    def _table_document(self, questions: list[Question]) -> str:
        """Return what everybody may know of the open questions, as JSON: whom the table waits for,
        what it is about, and the dice that their friends have given for what is not carried out
        yet. Nobody is named whom players do not see now, and nobody else's dice are shown."""
        rows = (self._last or EMPTY)["rows"]
        seen = {str(row["name"]) for row in rows}
        friends = {str(row["name"]) for row in rows if row["side"] in FRIENDS}
        waits = [one.name for one in questions if one.name in seen]
        given = [
            one
            for one in self._given_answers()
            if one.question.name in seen
            and isinstance(one.question, DiceQuestion)
        ]
        about = [
            one.told
            for one in (*questions, *(one.question for one in given))
            if one.name in seen and not self._has_secret(one.told)
        ]
        fallen = [
            {
                "who": one.question.name,
                "dice": list(map(int, re.findall(r"\b\d{1,3}\b", one.text))),
            }
            for one in given
            if one.question.name in friends
            if not HITS_ALONE.search(one.text)
        ]
        document = {
            "waits": list(dict.fromkeys(waits)),
            "about": next(filter(None, about), ""),
            "fallen": fallen,
        }
        return json.dumps(document)

    def _question_document(self, question: Question) -> Data:
        """Return a question as JSON, with the odds found so far if players may see them."""
        found = question._asdict()
        del found["told"]
        if found.pop("attacks", ()) and self._weigh:
            found["odds"] = self._weighed.get(question.id, [])
        return found

    def _weigh_next(self, questions: list[Question]) -> None:
        """Start to find the odds of one open choice beside all else, if none are being found."""
        if self._weigh is None or (self._working and not self._working.done()):
            return
        ids = {one.id for one in questions}
        self._weighed = {
            id: odds for id, odds in self._weighed.items() if id in ids
        }
        for one in questions:
            if (
                isinstance(one, ChoiceQuestion)
                and one.attacks
                and one.id not in self._weighed
            ):
                self._weighed[one.id] = []
                self._working = asyncio.create_task(
                    self._find_odds(self._weigh, one)
                )
                return

    async def _find_odds(self, weigh: Weigh, question: ChoiceQuestion) -> None:
        """Find the odds of a choice in a thread, and note them."""

        def weigh_now() -> list[str]:
            with open_session(self._file, write=False) as session:
                return weigh(session, question)

        try:
            self._weighed[question.id] = await asyncio.to_thread(weigh_now)
        except GmtrackError:
            # It is changed just now: once more, if it is still asked.
            del self._weighed[question.id]
        except Exception as error:
            self._faulty(error)

    def _mailbox(self) -> Mailbox:
        return Mailbox(self._folder)

    def hand(self, who: str, *, up: bool) -> int:
        """Raise or lower a player's hand, and return TAKEN or, if the fight is gone, GONE."""
        try:
            if up:
                raise_hand(self._folder, who)
            else:
                lower_hands(self._folder, [who])
        except GmtrackError:
            return GONE
        return TAKEN

    def propose(self, who: str, text: str, target: str) -> int:
        """Keep what a player proposes to do for the GM's prompt, and return TAKEN or, if it is
        not their turn or cannot be done any more, GONE."""
        line = self._lines.get(who, {}).get((text, target))
        if line is None:
            return GONE
        try:
            propose(self._folder, Proposal(who, line))
        except GmtrackError:
            return GONE
        return TAKEN

    def take_back(self, who: str, question_id: str) -> int:
        """Take a player's answer back, and return TAKEN or, if its command is carried out, GONE."""
        try:
            is_taken = take_answer_back(self._mailbox(), who, question_id)
        except GmtrackError:
            return GONE
        return TAKEN if is_taken else GONE

    def answer(self, who: str, question_id: str, text: str) -> int:
        """Hand over a player's answer to a question, and return the HTTP status: TAKEN, WRONG
        for an answer that does not fit, GONE if the question is not open to them any more."""
        try:
            return (
                TAKEN
                if answer_question(self._mailbox(), who, question_id, text)
                else GONE
            )
        except Refusal:
            return WRONG
        except GmtrackError:
            return GONE


EMPTY: Data = {
    "title": "", "clock": [], "turn": {"now": [], "next": [], "left": ""}, "rows": [],
    "last": None, "story": [],
}  # fmt: skip
