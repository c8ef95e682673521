"""Weigh an action that is no attack, by the threat to the combatant who does it."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.intents import Intent
from gmtrack.core.values import replace as changed
from gmtrack.rulesets.port import Way
from gmtrack.simulation import habits as kinds
from gmtrack.simulation.habits import Habits, is_cover

ROUNDS = 2
"""The rounds in which an action that is no attack has to pay."""
FOES = 3
"""The most foes that are assumed to attack a combatant in a round. Each is assumed to attack as the
foe does whom the combatant aims at."""


class ActionOption(NamedTuple):
    """An action that is no attack, as an option, with what it changes in one round."""

    way: Way
    brings: float
    """The boxes that it adds to the combatant's own attack."""
    saves: float
    """The boxes that it takes from the attack of one foe."""
    price: float

    def worth(self, threat: "Threat") -> float:
        """Return the boxes that the action is worth under a threat, less its price."""
        rounds = ROUNDS if self.way.rounds is None else self.way.rounds
        if self.only_stalls and threat.alone:
            return 0.0
        return rounds * (self.brings + threat.foes * self.saves) - self.price

    def is_allowed(self, who: str, habits: Habits) -> bool:
        """Whether the habits of a combatant's side allow the action, which is noted: taking cover,
        or another one that saves, such as dodging, is a choice that may be varied."""
        if is_cover(self.way.intent):
            return habits.note_and_allow(who, kinds.COVER)
        return self.saves <= 0 or habits.note_and_allow(who, kinds.DEFENSE)

    @property
    def only_stalls(self) -> bool:
        """Whether the action wins time and nothing else. That helps only combatants whose friends
        fight on."""
        return self.way.rounds is not None and self.brings <= 0


class Threat(NamedTuple):
    """The threat to a combatant in a round."""

    foes: float
    """The number of foes that attack it, if the foes share out among its side."""
    alone: bool = True
    """Whether it is the last of its side."""
    quiet: bool = False
    """Whether nobody has been harmed for so long that hiding and dodging lead nowhere."""


ThreatTo = Callable[[str], Threat]
"""Callback that returns the threat to a combatant."""


def single_foe_threat(who: str) -> Threat:
    """Return the threat to a combatant that is alone with one foe."""
    del who
    return Threat(1)


def estimate_threat(foes: int, friends: int, *, quiet: bool) -> Threat:
    """Return the threat to one of a side from the numbers that stand on both sides. `friends`
    counts the combatant, so it is at least 1."""
    return Threat(min(FOES, foes / friends), friends < 2, quiet)


def with_force(intent: Intent) -> Intent:
    """Return an intent that overrides what may be forced, such as whose turn it is."""
    return changed(intent, options=intent.options._replace(force=True))
