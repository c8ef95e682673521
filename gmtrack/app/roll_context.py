"""What the people who roll their own dice are told while a command is carried out."""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Answer, Ask

if TYPE_CHECKING:
    from gmtrack.store.session import Session


class RollContext(NamedTuple):
    """The fight before the command, what the command asks for, and the rolls that it has come to
    so far. `session` and `line`: the session that it will change, and how the log will call it."""

    encounter: Encounter
    intents: list[Intent]
    fallen: list[tuple[Ask, Answer]]
    session: "Session | None" = None
    line: str = ""

    def waiting(self, what: str) -> AbstractContextManager[None]:
        """While somebody is asked, `what` for: nobody else has to wait to look."""
        if self.session is None:
            return nullcontext()
        return self.session.waiting(f"{what} (`{self.line}`)")

    def moved_on(self) -> bool:
        """Whether the fight has changed while somebody was asked."""
        return self.session is not None and self.session.moved_on
