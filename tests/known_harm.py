"""What attacks in simulated fights are worth, remembered from test to test. It follows from the
encounter alone, and to work it out takes most of the time of a simulation: whoever needs it first
works it out for all others. The processes of one run leave it to each other in a folder of the
run's own.

Tests of how it is worked out make a `Player`, which knows nothing."""

import hashlib
import os
import pickle
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from gmtrack.app.simulation import runner
from gmtrack.simulation import shown, worth
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.work import Player, Players

NEWS = 20
"""The least attacks that are new to a process before it leaves them to others."""


class KnownHarm:
    """What attacks in an encounter are worth. `name` is the same in every process of the tests;
    without one the others are not told."""

    folder: ClassVar[Path | None] = None
    """Where processes leave what they know; None if there is one process."""

    def __init__(self, name: str) -> None:
        self.by_key: dict[Any, Any] = {}
        self._name = name
        self._told = 0
        """How many attacks others can know of."""
        self._read: dict[Path, int] = {}
        """When the files that were read were written, in ns."""

    def tell(self, folder: Path) -> None:
        """Leave what is known to the other processes, if enough of it is new."""
        if self._name and len(self.by_key) >= self._told + NEWS:
            own = folder / f"{self._name}.{os.getpid()}"
            new = folder / f"{own.name}.new"
            new.write_bytes(pickle.dumps(self.by_key))
            new.replace(own)
            self._read[own] = own.stat().st_mtime_ns
            self._told = len(self.by_key)

    def hear(self, folder: Path) -> None:
        """Take over what other processes have left since the last time."""
        for file in folder.glob(f"{self._name}.*[0-9]") if self._name else ():
            written = file.stat().st_mtime_ns
            if self._read.get(file) != written:
                self._read[file] = written
                self.by_key.update(pickle.loads(file.read_bytes()))
        self._told = max(self._told, len(self.by_key))


_EVERYTHING: list[KnownHarm] = []
"""What is known of each encounter."""


@cache
def _known_of(ruleset: Any, encounter: str, *by: Any) -> KnownHarm:
    """Return what is known of attacks in an encounter, for all who work that out by the same prices
    and numbers of trials. Processes tell each other of encounters whose ruleset is a module: a page
    of the same name may be another one."""
    asked = repr((ruleset.META.id, encounter, by)).encode()
    is_same_everywhere = isinstance(ruleset, ModuleType)
    name = hashlib.sha256(asked).hexdigest() if is_same_everywhere else ""
    found = KnownHarm(name)
    _EVERYTHING.append(found)
    return found


def share_harm(player: Player) -> None:
    """Let a player know what attacks are worth as soon as another one of the same encounter has
    worked it out."""
    if player._sense is not None:
        setup = player.setup
        trials = worth.MOST_RUNS, worth.TRIALS, worth.MANY_TRIALS, worth.SAMPLED
        known = _known_of(player.rules.ruleset, repr(setup.encounter), setup.prices, *trials)
        if KnownHarm.folder is not None:
            for one in _EVERYTHING:
                one.tell(KnownHarm.folder)
            known.hear(KnownHarm.folder)
        player._sense._worth._known = known.by_key


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


def share_harm_between_processes(folder: Path) -> None:
    """Let this process of the tests and others know what each has worked out; `folder` is the same
    one for all of them."""
    folder.mkdir(exist_ok=True)
    KnownHarm.folder = folder
