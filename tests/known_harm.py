"""What attacks in simulated fights are worth, remembered from test to test. It follows from the
encounter alone, and to work it out takes most of the time of a simulation: whoever needs it first
works it out for all others. The processes of one run leave it to each other in a folder of the
run's own.

Tests of how it is worked out make a `Player`, which knows nothing."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from gmtrack.app.simulation import runner
from gmtrack.rulesets.kit.package import Package
from gmtrack.simulation import shown, worth
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.work import Player, Players

FOLDERS: list[Path] = []
"""The folder where processes tell each other what they know; none if there is one process."""


@cache
def known_of(ruleset: Any, encounter: str, *by: Any) -> HarmCache:
    """Return what is known of attacks in an encounter, for all who work that out by the same prices
    and numbers of trials. Processes tell each other of encounters whose ruleset is no page: a page
    of the same name may be another one."""
    if not FOLDERS or type(ruleset) is not Package:
        return HarmCache()
    asked = repr((ruleset.META.id, encounter, by)).encode()
    return HarmCache(FOLDERS[0] / hashlib.sha256(asked).hexdigest())


def share_harm(player: Player) -> None:
    """Let a player know what attacks are worth as soon as another one of the same encounter has
    worked it out."""
    if player._sense is not None:
        setup = player.setup
        trials = worth.MOST_RUNS, worth.TRIALS, worth.MANY_TRIALS, worth.SAMPLED
        known = known_of(player.rules.ruleset, repr(setup.encounter), setup.prices, *trials)
        player.share(known)


class SharingPlayer(Player):
    """A player that shares what attacks are worth with all others of the same encounter."""

    def __init__(self, setup: Setup, like: Player | None = None) -> None:
        super().__init__(setup, like)
        share_harm(self)


class SharingPlayers(Players):
    """The players of a command, which share that too. Processes that it starts know nothing."""

    def find(self, setup: Setup, harm_cache: HarmCache | None = None) -> Player:
        player = super().find(setup, harm_cache)
        share_harm(player)
        return player


def share_harm_between_commands() -> None:
    """Let `simulate` know what earlier commands in this process have worked out."""
    runner.Players = SharingPlayers  # type: ignore[misc]
    shown.Player = SharingPlayer  # type: ignore[misc]


def share_harm_between_processes(folder: Path) -> None:
    """Let this process of the tests and others know what each has worked out; `folder` is the same
    one for all of them."""
    folder.mkdir(exist_ok=True)
    FOLDERS[:] = [folder]
