"""What attacks in simulated fights are worth, remembered from test to test. It follows from the
encounter alone, and to work it out takes most of the time of a simulation: whoever needs it first
in a process of the tests works it out for all others.

Tests of how it is worked out make a `Player`, which knows nothing."""

from functools import cache
from typing import Any

from gmtrack.app.simulation import runner
from gmtrack.simulation import shown, worth
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.work import Player, Players


@cache
def _known_of(ruleset: Any, encounter: str, *by: Any) -> dict[Any, Any]:
    """Return the cache of what attacks in an encounter are worth, for all who work that out by the
    same prices and numbers of trials."""
    del ruleset, encounter, by
    return {}


def share_harm(player: Player) -> None:
    """Let a player know what attacks are worth as soon as another one of the same encounter in
    this process has worked it out."""
    if player._sense is not None:
        setup = player.setup
        trials = worth.MOST_RUNS, worth.TRIALS, worth.MANY_TRIALS, worth.SAMPLED
        player._sense._worth._known = _known_of(
            player.rules.ruleset, repr(setup.encounter), setup.prices, *trials
        )


class SharingPlayer(Player):
    """A player that shares what attacks are worth with all others of the same encounter."""

    def __init__(self, setup: Setup, like: Player | None = None) -> None:
        super().__init__(setup, like)
        share_harm(self)


class SharingPlayers(Players):
    """The players of a command, which share that too. Processes that it starts know nothing."""

    def find(self, setup: Setup) -> Player:
        player = super().find(setup)
        share_harm(player)
        return player


def share_harm_between_commands() -> None:
    """Let `simulate` know what earlier commands in this process have worked out."""
    runner.Players = SharingPlayers  # type: ignore[misc]
    shown.Player = SharingPlayer  # type: ignore[misc]
