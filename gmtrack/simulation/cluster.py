"""The same chunks on a Dask cluster, which sees to its workers itself."""

from typing import Any

from gmtrack.errors import StoreError
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.jobs import WAITING, Chunks, OnProgress
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import ChunkResult, pack_setup, play_packed_chunk

KIND = "cluster"
SECONDS = 10
"""In which the scheduler has to answer."""


def play_on_cluster(
    setup: Setup, fights: int, address: str, heard: OnProgress, first: int = 0
) -> Tally:
    """On the workers of the scheduler at an address. The chunks of a lost worker are played by
    others. Ctrl-C ends it with what is known. Raises StoreError where there is no cluster."""
    try:
        import distributed
    except ImportError as error:
        message = "--on needs Dask: pip install 'gmtrack[cluster]'"
        raise StoreError(KIND, message) from error
    dask: Any = distributed
    try:
        client = dask.Client(address, timeout=SECONDS, set_as_default=False)
    except Exception as error:
        # What is there and is no scheduler may answer anything.
        message = f"no Dask scheduler answers at {address}; `dask scheduler` starts one"
        raise StoreError(KIND, message) from error
    with client:
        return _play_chunks(dask, client, setup, Chunks(fights, first), heard)


def _play_chunks(dask: Any, client: Any, setup: Setup, pieces: Chunks, heard: OnProgress) -> Tally:
    threads = sum(client.nthreads().values())
    if not threads:
        raise StoreError(KIND, "the cluster has no workers; `dask worker ADDRESS` starts one")
    found, data = Tally(), pack_setup(setup)
    running = dask.as_completed(loop=client.loop)

    def ask(most: int) -> None:
        while running.count() < most and (numbers := pieces.take()) is not None:
            running.add(client.submit(play_packed_chunk, data, numbers, pure=False))

    try:
        ask(threads)
        for one in running:
            heard(found.merge(pieces.finish(_result_of(one))))
            ask(threads * WAITING)
    except KeyboardInterrupt:
        client.cancel(list(running.futures))
    return found


def _result_of(one: Any) -> ChunkResult:
    try:
        found: ChunkResult = one.result()
    except ImportError as error:
        message = f"the workers have another gmtrack, or none: {error}"
        raise StoreError(KIND, message) from error
    return found
