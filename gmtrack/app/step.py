"""What one command line asks of the rules."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.intents import Intent, Several

if TYPE_CHECKING:
    from gmtrack.store.session import Session

    Wanted = Intent | Callable[[Session], Intent | Several]


class Step(NamedTuple):
    """The intent, or what makes it from the open session; several are one step of history.
    `board`: the board after it is shown too."""

    wanted: "Wanted"
    board: bool = False


def each(word: str, intent: Callable[[str], Intent]) -> Step:
    """The intent for a combatant, or one for each of several (`joe,bob`, `ganger*`)."""
    if "," not in word and "*" not in word:
        return Step(intent(word))

    def wanted(session: "Session") -> Several:
        from gmtrack.app.several import whom

        found = whom(word, session.encounter, session.ruleset.WORDS)
        return Several([intent(who) for who in found], all_of_them="*" not in word)

    return Step(wanted)
