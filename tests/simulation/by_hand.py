"""Fights in which somebody plays by hand: what a GM would type for them, in place of what they do
plainly."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.rulesets.auto_player import complete
from gmtrack.rulesets.port import AutoPlayer, WantedAttack
from gmtrack.simulation.fight import Rules, Sides, SimulatedFight
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player

from .fights import setup

Typed = Callable[[Draft], Sequence[Intent]]
"""Callback that returns what the GM types now for the one who plays by hand, the best first; what
is refused is as if it were not typed."""


class ByHand:
    """The plain play of a ruleset, in which one combatant does first what the GM types."""

    def __init__(self, played: AutoPlayer, who: str, typed: Typed) -> None:
        self._played, self._who, self._typed = played, who, typed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._played, name)

    def next_intents(
        self, draft: Draft, who: str, aims: Sequence[WantedAttack]
    ) -> Iterator[Intent]:
        if who == self._who:
            yield from self._typed(draft)
        yield from self._played.next_intents(draft, who, aims)


def play_by_hand(encounter: Encounter, who: str, typed: Typed, fights: int) -> Tally:
    """Play fights in which WHO plays by hand, and all others plainly."""
    rules, auto_player = Player(setup(encounter)).rules
    by_hand = complete(ByHand(auto_player, who, typed))
    one, sides, tally = setup(encounter), Sides(encounter), Tally()
    settled: dict[str, Any] = {}
    for number in range(fights):
        fight = SimulatedFight(Rules(rules, by_hand), one, sides, number, settled)
        tally.add(fight.play())
    return tally
