"""Weigh an action that is no attack, by the threat to the combatant who does it."""

import math
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.intents import Intent
from gmtrack.core.values import replace as changed
from gmtrack.rulesets.port import Way
from gmtrack.simulation import habits as kinds
from gmtrack.simulation.habits import Habits, is_cover

ROUNDS = 2
"""The rounds in which an action that is no attack has to pay."""
FOES = 3
"""The most foes that are assumed to attack a combatant in a round."""


class ActionOption(NamedTuple):
    """An action that is no attack, as an option, with what it changes in one round."""

    way: Way
    brings: float
    """The boxes that it adds to the combatant's own attack."""
    saves: float
    """The boxes that it takes from the attack of one foe, on average of those who threaten the
    combatant."""
    price: float
    lost_attack: float = 0.0
    """The boxes of the own attacks that are in the price."""

    def worth(self, threat: "Threat") -> float:
        """Return the boxes that the action is worth under a threat, less its price. One that lasts
        saves from those who may attack later as well."""
        rounds, foes = self.way.rounds, threat.foes
        if rounds is None:
            rounds, foes = ROUNDS, max(foes, threat.later)
        if self.only_stalls and threat.alone:
            return 0.0
        return rounds * (self.brings + foes * self.saves) - self.price

    def is_allowed(self, who: str, habits: Habits) -> bool:
        """Whether the habits of a combatant's side allow the action, which is noted: taking cover,
        or another one that saves, such as dodging, is a choice that may be varied."""
        if is_cover(self.way.intent):
            return habits.note_and_allow(who, kinds.COVER)
        return self.saves <= 0 or habits.note_and_allow(who, kinds.DEFENSE)

    def with_lost_attack(self, worth: float) -> "ActionOption":
        """Return the option at a price in which one own attack counts so many boxes."""
        lost = self.way.spent.get("attack", 0) * worth
        return self._replace(
            price=self.price - self.lost_attack + lost, lost_attack=lost
        )

    @property
    def only_stalls(self) -> bool:
        """Whether the action wins time and nothing else. That helps only combatants whose friends
        fight on."""
        return self.way.rounds is not None and self.brings <= 0


class Threat(NamedTuple):
    """The threat to a combatant in a round."""

    foes: float
    """The number of foes that are expected to attack it before its next turn."""
    alone: bool = True
    """Whether it is the last of its side."""
    quiet: bool = False
    """Whether nobody has been harmed for so long that hiding and dodging lead nowhere."""
    later: float = 0.0
    """The number of foes that may attack it in a later round, if they share out among its side."""
    by: tuple[str, ...] = ()
    """The foes that are expected to attack it, those first who have attacked it last; at most
    `FOES`. Empty: nobody knows."""


ThreatTo = Callable[[str], Threat]
"""Callback that returns the threat to a combatant."""


def single_foe_threat(who: str) -> Threat:
    """Return the threat to a combatant that is alone with one foe."""
    del who
    return Threat(1)


def estimate_threat(foes: float, friends: int, *, quiet: bool) -> Threat:
    """Return the threat to one of a side from the numbers that stand on both sides, if nobody has
    attacked yet. `friends` counts the combatant, so it is at least 1."""
    shared = min(FOES, foes / friends)
    return Threat(shared, friends < 2, quiet, shared)


class Turns(NamedTuple):
    """The turns of a foe, as one of its foes sees them."""

    before: float = 1.0
    """Those that are still to come before the next turn of the one who looks."""
    usually: float = 1.0
    """Those for each turn of the one who looks, on average."""


ONCE = Turns()
"""The turns of a foe who acts once, as each of the others does."""


def estimate_known_threat(
    who: str,
    targets: Mapping[str, Collection[str]],
    friends: int,
    *,
    quiet: bool,
    turns: Mapping[str, Turns] = MappingProxyType({}),
) -> Threat:
    """Return the threat to a combatant from the foes that stand. `targets` maps each of them to
    those of its last attack that still stand: whoever has attacked somebody else is expected to go
    on, and whoever has no target (an empty one) to choose anybody of the side. `friends` counts the
    combatant, so it is at least 1. A foe counts as often as it acts (`turns`); once if that is not
    said."""
    sure = [foe for foe, attacked in targets.items() if who in attacked]
    open_ = [foe for foe, attacked in targets.items() if not attacked]

    def count(foes: Collection[str]) -> float:
        return sum(turns.get(foe, ONCE).before for foe in foes)

    expected = min(FOES, count(sure) + count(open_) / friends)
    in_halves = math.ceil(2 * expected) / 2
    usually = sum(turns.get(foe, ONCE).usually for foe in targets)
    later = estimate_threat(usually, friends, quiet=quiet)
    by = sorted(
        (*sure, *open_), key=lambda foe: not turns.get(foe, ONCE).before
    )
    return later._replace(foes=in_halves, by=tuple(by[:FOES]))


def with_force(intent: Intent) -> Intent:
    """Return an intent that overrides what may be forced, such as whose turn it is."""
    return changed(intent, options=intent.options._replace(force=True))
