"""Play the chunks of a simulation on a Dask cluster, which manages its workers itself."""

from typing import Any

from gmtrack.errors import StoreError
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.processes.jobs import CHUNKS_AHEAD, Chunks, OnProgress
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import ChunkResult, pack_setup, play_packed_chunk

KIND = "cluster"
SECONDS = 10
"""The time in which the scheduler has to answer."""


def play_on_cluster(
    setup: Setup,
    fights: int,
    address: str,
    on_progress: OnProgress,
    first: int = 0,
) -> Tally:
    """Play fights, from the number `first` on, on the workers of the Dask scheduler at an address.

    Dask gives the chunks of a lost worker to others. Ctrl-C ends the simulation with the fights
    that are over. Raises StoreError if Dask is not installed, if no scheduler answers, and if the
    cluster has no workers or these have no fitting gmtrack."""
    try:
        import distributed
    except ImportError as error:
        message = "--on needs Dask: pip install 'gmtrack[cluster]'"
        raise StoreError(KIND, message) from error
    dask: Any = distributed
    try:
        client = dask.Client(address, timeout=SECONDS, set_as_default=False)
    except Exception as error:
        # A server at the address that is no scheduler may answer anything.
        message = f"no Dask scheduler answers at {address}; `dask scheduler` starts one"
        raise StoreError(KIND, message) from error
    with client:
        return _play_chunks(
            dask, client, setup, Chunks(fights, first), on_progress
        )


def _play_chunks(
    dask: Any,
    client: Any,
    setup: Setup,
    chunks: Chunks,
    on_progress: OnProgress,
) -> Tally:
    """Let the workers play all chunks, a few at a time, and count the fights. Raises StoreError if
    there are no workers."""
    threads = sum(client.nthreads().values())
    if not threads:
        raise StoreError(
            KIND, "the cluster has no workers; `dask worker ADDRESS` starts one"
        )
    tally, data = Tally(), pack_setup(setup)
    running = dask.as_completed(loop=client.loop)

    def submit_up_to(most: int) -> None:
        while running.count() < most:
            numbers = chunks.take()
            if numbers is None:
                return
            running.add(
                client.submit(play_packed_chunk, data, numbers, pure=False)
            )

    try:
        submit_up_to(threads)
        for future in running:
            on_progress(tally.merge(chunks.finish(_result_of(future))))
            submit_up_to(threads * CHUNKS_AHEAD)
    except KeyboardInterrupt:
        client.cancel(list(running.futures))
    return tally


def _result_of(future: Any) -> ChunkResult:
    """Return the result of a chunk that is over. Raises StoreError if the worker could not import
    it."""
    try:
        result: ChunkResult = future.result()
    except ImportError as error:
        message = f"the workers have another gmtrack, or none: {error}"
        raise StoreError(KIND, message) from error
    return result
