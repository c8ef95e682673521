"""The lobby: whoever scans the one code taps their name there, and has the page of that player from
then on. A name that somebody has is asked of the GM."""

import hmac
import json
import re
import secrets
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, NamedTuple

from gmtrack.errors import StoreError
from gmtrack.serve.links import BYTES
from gmtrack.store.atomic_files import make_folder, replace_file
from gmtrack.store.shared_page import FREE, NO, YES

KEPT = "lobby.json"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody takes for one another."""
HALF = 5
"""The letters before and behind the hyphen of the short code: 50 bits, of which each address may
try 20 a second."""
TAKEN_FOR = 12 * 3600.0
"""Seconds for which a name is taken by a phone that is not there now: an evening."""
ASKS_FOR = 600.0
"""Seconds in which the GM can answer a phone that asks for a taken name."""
MOST_ASKING = 30
Clock = Callable[[], float]


class TakenName(NamedTuple):
    """A name that a phone has taken: the token of its page, and when it did (seconds)."""

    token: str
    at: float


class NameRequest(NamedTuple):
    """A phone that asks for a taken name, and since when (seconds)."""

    who: str
    since: float


class Lobby:
    """The short code of the lobby, the names that were taken in it, and the phones that ask for a
    taken one. Names and code are kept in a file, so that they outlive the server."""

    def __init__(
        self, file: Path, *, anew: bool = False, clock: Clock = time.time
    ) -> None:
        self._file, self._clock = file, clock
        code, taken = ("", {}) if anew else _read_kept(file)
        self.code = code or _new_code()
        self._taken = taken
        self._asking: dict[str, NameRequest] = {}
        """The phones that ask for a name, by their tickets."""
        self._given: dict[str, str | None] = {}
        """What those get who have asked: a token, or None for no."""
        if not code:
            self._keep()

    def go_on(self, file: Path) -> None:
        """Go on to a fight whose lobby is kept in another file, with the code and the names so
        far; names that were taken there alone stay taken."""
        if file == self._file:
            return
        _, taken = _read_kept(file)
        self._file, self._taken = file, taken | self._taken
        self._keep()

    def is_code(self, text: str) -> bool:
        """Whether a text is the code. Takes the same time however much of it is right."""
        return hmac.compare_digest(self.code.encode(), text.encode())

    def find(self, token: str) -> str | None:
        """Return the player whose page a token opens, or None."""
        found, given = None, token.encode()
        for who, taken in self._taken.items():
            if hmac.compare_digest(taken.token.encode(), given):
                found = who
        return found

    def taken_names(self, here: Collection[str]) -> set[str]:
        """Return the players whose name is taken; `here` are those with an open page."""
        since = self._clock() - TAKEN_FOR
        kept = {who for who, one in self._taken.items() if one.at > since}
        return kept.union(here)

    def take(self, who: str, here: Collection[str]) -> tuple[str, bool]:
        """Take a name. Return the token of its page and True, or if it is taken a ticket, with
        which the phone asks for the GM's answer, and False. Empty if too many are asking."""
        if who not in self.taken_names(here):
            return self._give(who), True
        now = self._clock()
        self._asking = {
            ticket: one
            for ticket, one in self._asking.items()
            if now - one.since < ASKS_FOR
        }
        if len(self._asking) >= MOST_ASKING:
            return "", False
        ticket = secrets.token_urlsafe(BYTES)
        self._asking[ticket] = NameRequest(who, now)
        return ticket, False

    def asks(self) -> tuple[str, ...]:
        """Return the players whose name somebody asks for, in the order in which they did."""
        now = self._clock()
        open_ = (
            one.who
            for one in self._asking.values()
            if now - one.since < ASKS_FOR
        )
        return tuple(dict.fromkeys(open_))

    def answer_to(self, ticket: str) -> str | None:
        """Return the token that a phone gets that has asked; None as long as the GM has not
        answered, empty if the answer was no or the ticket is unknown."""
        if ticket in self._asking:
            return None
        return self._given.pop(ticket, "") or ""

    def say(self, word: str, who: str) -> None:
        """Do what the GM has said about a name: YES gives it to the first phone that asks, NO to
        none of them, FREE takes it from the phone that has it."""
        if word == FREE:
            self._taken.pop(who, None)
            self._keep()
        mine = [key for key, one in self._asking.items() if one.who == who]
        if word in (YES, NO):
            for place, ticket in enumerate(mine):
                del self._asking[ticket]
                gets = word == YES and place == 0
                self._given[ticket] = self._give(who) if gets else None

    def leave(self, token: str) -> None:
        """Give back the name of the phone that has this token."""
        who = self.find(token)
        if who is not None:
            del self._taken[who]
            self._keep()

    def _give(self, who: str) -> str:
        """Give a name to a phone, and return the token of its page. The phone that had it loses
        it."""
        token = secrets.token_urlsafe(BYTES)
        self._taken[who] = TakenName(token, self._clock())
        self._keep()
        return token

    def _keep(self) -> None:
        """Write the file. If it cannot be written, the names hold as long as the server runs."""
        data = {
            "code": self.code,
            "taken": {who: [*one] for who, one in self._taken.items()},
        }
        try:
            make_folder(self._file.parent)
            replace_file(self._file, json.dumps(data).encode() + b"\n")
        except (OSError, StoreError):
            return


def lobby_file(links_file: Path) -> Path:
    """Return the file that keeps the lobby, beside the one that keeps the links."""
    return links_file.with_name(KEPT)


def _new_code() -> str:
    """Return a new short code."""
    letters = [secrets.choice(LETTERS) for _ in range(2 * HALF)]
    return f"{''.join(letters[:HALF])}-{''.join(letters[HALF:])}"


def _read_kept(file: Path) -> tuple[str, dict[str, TakenName]]:
    """Return the code and the taken names of a file; empty if there is none, or if it was not
    written by gmtrack."""
    try:
        data: Any = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return "", {}
    if not isinstance(data, dict) or data.keys() != {"code", "taken"}:
        return "", {}
    code, taken = data["code"], data["taken"]
    form = rf"[{LETTERS}]{{{HALF}}}-[{LETTERS}]{{{HALF}}}"
    if not isinstance(code, str) or not re.fullmatch(form, code):
        return "", {}
    if not isinstance(taken, dict) or not all(map(_is_taken, taken.values())):
        return "", {}
    return code, {who: TakenName(*one) for who, one in taken.items()}


def _is_taken(data: Any) -> bool:
    """Whether a value is a token with the time at which a name was taken."""
    return (
        isinstance(data, list)
        and len(data) == 2
        and isinstance(data[0], str)
        and bool(re.fullmatch(r"[\w-]{24}", data[0]))
        and isinstance(data[1], int | float)
    )
