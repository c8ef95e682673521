"""The lines `serve` and `phones` of a session, and what stands below its prompt about phones."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gmtrack.cli.output import say, screen
from gmtrack.core.names import pick
from gmtrack.errors import GmtrackError, Refusal, StoreError
from gmtrack.play.page.present import (
    PHONES_USAGE,
    names_asked_for,
    phone_rows,
    phone_states,
    render_phones_line,
)
from gmtrack.play.page.serving import ServingProcess
from gmtrack.store.raised_hands import raised_hands
from gmtrack.store.shared_page import (
    FREE,
    NO,
    YES,
    SharedPage,
    say_of_name,
    shared_pages,
)
from gmtrack.store.working_copies import place_of_file
from gmtrack.view.tables import render_table

if TYPE_CHECKING:
    from gmtrack.cli.signals import Signals
    from gmtrack.play.fight_status import SeenFight

STOP = "stop"
"""The word of `serve` that ends it."""
LOOK_EVERY = 0.5
"""Seconds between two looks at what servers tell, which take a few system calls."""
NOT_SERVED = "nothing is shown on phones: `serve --lan` begins"


class PageOwner(Protocol):
    """The session whose page it is: its signals, the fight as it was seen last and its file, and
    what makes it ask players."""

    signals: "Signals"
    fight: "SeenFight | None"
    file: str | None

    def ask_players(self) -> None:
        """Ask the players for their dice from now on, and say so."""


class SessionPage:
    """The players' page of a session: the process that serves it, if the session has begun one,
    and what it and the servers of other terminals tell."""

    def __init__(self, table: PageOwner) -> None:
        self._table = table
        self._process: ServingProcess | None = None
        self._lan = False
        self._looked = 0.0
        self._pages: list[SharedPage] = []

    def do_serve_line(self, words: list[str]) -> None:
        """Carry out `serve`: begin to serve the page, show the code again, or `stop`. Raises
        StoreError if the page cannot be served."""
        if words == [STOP]:
            say("the page has ended" if self._stop() else NOT_SERVED)
            return
        is_new = bool(words) or not self._is_running
        if is_new:
            self._begin(words)
        self._show_code()
        if is_new:
            self._table.ask_players()

    def _begin(self, words: list[str]) -> None:
        """Serve the page, in place of the one that is served now. Raises StoreError."""
        if self._table.fight is None:
            raise StoreError(
                "no-encounter", "no fight is open: `load FILE` first"
            )
        self._stop()
        file = str(self._table.fight.file)
        wait = self._table.signals.breaking
        self._process = ServingProcess(words, file, wait)
        self._lan = "--lan" in words

    def _show_code(self) -> None:
        """Show the code and the address of the lobby."""
        from gmtrack.view.qr_code import render_lobby

        if self._process is not None:
            lobby, lan = str(self._process.addresses["lobby"]), self._lan
            screen(lambda width: render_lobby(lobby, width, lan=lan))

    @property
    def _is_running(self) -> bool:
        """Whether this session serves the page."""
        return self._process is not None and self._process.is_running

    def _stop(self) -> bool:
        """End the page, and return whether there was one."""
        process, self._process = self._process, None
        if process is not None:
            process.stop()
        return process is not None

    def close(self) -> None:
        """End the page with the session."""
        self._stop()

    def follow(self) -> None:
        """Show the fight that the session has open now."""
        self._looked = 0.0
        if self._process is not None:
            self._process.follow(self._table.file)

    def do_phones_line(self, words: list[str]) -> None:
        """Carry out `phones`: list who is there, or say YES or NO to the phone that asks for a
        taken name, or FREE a name. Raises Refusal."""
        pages, folder = self._look_now(), self._folder()
        if not words:
            self._list_phones(pages, folder)
            return
        word, rest = words[0].lower(), words[1:]
        if folder is None or word not in (YES, NO, FREE) or len(rest) > 1:
            raise Refusal("usage", PHONES_USAGE)
        who = self._find_meant(word, rest, pages)
        say_of_name(folder, word, who)
        name = self._names().get(who, who)
        told = {
            YES: f"{name}: the name goes to the phone that asks for it",
            NO: f"{name}: the phone that asks for the name does not get it",
            FREE: f"{name}: the name can be tapped anew",
        }
        say(told[word], fold=True)

    def _find_meant(
        self, word: str, rest: list[str], pages: list[SharedPage]
    ) -> str:
        """Return the id of the player whom a line `phones` means. Without a name it is the only
        one whose name is asked for. Raises Refusal."""
        asked_for = names_asked_for(pages)
        people = asked_for if word != FREE else [*phone_states(pages)]
        if not people:
            raise Refusal("state", "no phone asks for a taken name")
        if not rest and (word == FREE or len(people) > 1):
            names = ", ".join(self._names().get(who, who) for who in people)
            raise Refusal("usage", f"`phones {word} WHO`: {names}")
        names_there = {who: self._names().get(who, who) for who in people}
        return (
            pick(rest[0], names_there, "player", "unknown")
            if rest
            else people[0]
        )

    def _list_phones(
        self, pages: list[SharedPage], folder: Path | None
    ) -> None:
        """Show who is there."""
        if not pages or folder is None:
            say(NOT_SERVED)
            return
        rows = phone_rows(
            pages, self._names(), raised_hands(folder), self._waited_for(folder)
        )
        shown = [*rows]
        screen(
            lambda width: render_table(
                ("Phones", pages[0].address), shown, width
            )
        )

    @staticmethod
    def _waited_for(folder: Path) -> set[str]:
        """Return the ids of those who have an open question."""
        from gmtrack.app.phone_questions import posted_questions
        from gmtrack.store.mailbox import Mailbox

        with suppress(GmtrackError):
            return {one.who for one in posted_questions(Mailbox(folder))}
        return set()

    def render_line(self, width: int) -> str:
        """Return the line below the prompt on phones; empty if there is nothing to say."""
        if time.monotonic() - self._looked > LOOK_EVERY:
            self._look_now()
        return render_phones_line(
            self._pages, self._names(), width, self.find_raised_hands()
        )

    def find_raised_hands(self) -> list[str]:
        """Return the ids of those whose hands are up in the fight, as it is now."""
        folder = self._folder()
        return raised_hands(folder) if folder else []

    def _look_now(self) -> list[SharedPage]:
        """Return what the servers of the fight tell now."""
        folder = self._folder()
        self._pages = shared_pages(folder) if folder else []
        self._looked = time.monotonic()
        return self._pages

    def _folder(self) -> Path | None:
        """Return the folder of the fight; None if none is open."""
        fight = self._table.fight
        return place_of_file(str(fight.file)).folder if fight else None

    def _names(self) -> dict[str, str]:
        """Return the names of the combatants, as the GM reads them."""
        fight = self._table.fight
        encounter = fight.known.encounter if fight else None
        return encounter.names() if encounter else {}
