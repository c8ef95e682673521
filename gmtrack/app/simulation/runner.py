"""The place where simulated fights are played."""

import os

from gmtrack.simulation.fight import Setup
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.processes.jobs import OnProgress, Processes, play_here
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Players

FEW = 200
"""The number of fights up to which starting other processes takes longer than playing."""


class FightRunner:
    """The place where fights are played: `jobs` processes (None: one for each core), or the Dask
    scheduler at the address `cluster`."""

    def __init__(
        self, jobs: int | None = None, cluster: str | None = None
    ) -> None:
        self._jobs, self._cluster = jobs, cluster
        self._pool: Processes | None = None
        self._players = Players()

    def play(
        self,
        setup: Setup,
        fights: int,
        heard: OnProgress,
        first: int = 0,
        most: int = 0,
    ) -> Tally:
        """Play fights of a setup, from number `first` on, and return their tally. `heard` is
        called with the tally again and again. `most` is the number of fights that may be asked
        for in total; it decides whether other processes are worth starting. Those that were
        started once play all that follows."""
        if self._cluster is not None:
            from gmtrack.simulation.processes.cluster import play_on_cluster

            return play_on_cluster(setup, fights, self._cluster, heard, first)
        cores = (os.cpu_count() or 1) if max(fights, most) > FEW else 1
        processes = min(self._jobs or cores, max(fights, most))
        if processes == 1 and self._pool is None:
            player = self._players.find(setup)
            return play_here(setup, fights, heard, first, player)
        self._pool = self._pool or Processes(processes)
        return self._pool.play(setup, fights, heard, first)

    def play_first(self, setup: Setup, fights: int) -> Tally:
        """Play the first fights of a setup in this process, for a quick first answer, and return
        their tally. Ctrl-C is not caught."""
        return self._players.find(setup).play(range(fights))

    def find_harm_cache(self, setup: Setup) -> HarmCache | None:
        """Return what was worked out here of attacks in a setup, also after `close`; None if nobody
        is sensible. It is empty if the setup was played elsewhere, or not at all."""
        if self._pool is not None:
            return self._pool.find_harm_cache(setup)
        return self._players.find(setup).harm_cache

    def close(self) -> None:
        """End the processes, if any were started."""
        if self._pool is not None:
            self._pool.__exit__()
