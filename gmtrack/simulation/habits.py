"""Choices of one side that are made otherwise, to find out how much they move the answer."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.intents import Act, Intent

TARGET, COVER, AREA, DEFENSE = CHOICES = ("target", "cover", "area", "defense")
"""The kinds of choices that are varied."""
ON, FOCUS, ALWAYS, NEVER = "on", "focus", "always", "never"
"""How a choice is made: all attack one foe first (`who`), all the same weakest one, whenever it
can be done, or not at all."""
OFFERED, STRIKE = "offered cover", "strike"
"""Noted besides `CHOICES`: somebody could take cover; somebody attacked otherwise than plainly."""


class Habit(NamedTuple):
    """A choice that one side always makes in the same way."""

    side: str
    choice: str
    how: str
    who: str = ""
    """The foe whom all attack first, if that is the habit."""


class Habits:
    """The habits of one fight: the one that is varied, if any, and a note of each choice that
    sense has come to.

    `side_by_combatant` has no neutral combatants; these have no habits."""

    def __init__(
        self, side_by_combatant: Mapping[str, str], varied: Habit | None = None
    ) -> None:
        self._sides = side_by_combatant
        self._varied = varied
        self.met: set[tuple[str, str]] = set()
        """The sides and the choices that they came to."""

    def note(self, who: str, choice: str) -> None:
        """Note that a combatant has come to a choice."""
        self.met.add((self._sides.get(who, ""), choice))

    def note_and_allow(self, who: str, choice: str) -> bool:
        """Note that a combatant has come to a choice, and return whether it may be made: not if
        the side never does."""
        self.note(who, choice)
        varied = self.varied_habit(who, choice)
        return varied is None or varied.how != NEVER

    def varied_habit(self, who: str, choice: str) -> Habit | None:
        """Return the habit that is varied if it is one of this combatant's side and about this
        choice; otherwise None."""
        varied = self._varied
        if varied is None or varied.choice != choice:
            return None
        return varied if varied.side == self._sides.get(who) else None


NO_HABITS = Habits({})
"""The habits of somebody who chooses outside of a fight."""


def is_cover(intent: Intent) -> bool:
    """Whether an intent is an action that takes cover."""
    return isinstance(intent, Act) and intent.action == "take-cover"
