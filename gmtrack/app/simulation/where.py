"""Where fights are played: in this process, in several, or on a cluster."""

import os
from typing import NamedTuple

from gmtrack.simulation.fight import Setup
from gmtrack.simulation.jobs import Heard, alone, shared
from gmtrack.simulation.tally import Tally

FEW = 200
"""Fights that are over before other processes have begun."""


class Where(NamedTuple):
    """So many processes (None: as many as there are cores), or the address of a Dask scheduler."""

    jobs: int | None = None
    cluster: str | None = None

    def play(self, setup: Setup, fights: int, heard: Heard) -> Tally:
        """The fights of one setup; `heard` is told of all that is known, again and again."""
        if self.cluster is not None:
            from gmtrack.simulation.cluster import on_cluster

            return on_cluster(setup, fights, self.cluster, heard)
        cores = (os.cpu_count() or 1) if fights > FEW else 1
        processes = min(self.jobs or cores, fights)
        return (
            alone(setup, fights, heard)
            if processes == 1
            else shared(setup, fights, processes, heard)
        )
