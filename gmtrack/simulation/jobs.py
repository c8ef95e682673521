"""Many fights: in this process, or in several of this machine. Chunks and processes change nothing
of the result, since each fight has dice of its own."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from gmtrack.simulation.fight import Setup
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player, packed, play_packed

Heard = Callable[[Tally], None]
"""Told of all that is known so far."""
MOST_OF_CHUNK = 100
"""Fights that are asked for at once: more would be long in coming."""
CHUNKS_EACH = 8
"""Chunks for each process, so that none waits long for the last."""
WAITING = 3
"""Chunks for each process that are on their way; what is asked for does not grow with the number
of fights."""


def chunks(fights: int, processes: int) -> Iterator[range]:
    """The numbers of all fights, in pieces."""
    size = max(1, min(MOST_OF_CHUNK, fights // (processes * CHUNKS_EACH)))
    return (range(first, min(first + size, fights)) for first in range(0, fights, size))


def alone(setup: Setup, fights: int, heard: Heard) -> Tally:
    """In this process. Ctrl-C ends it with what is known."""
    found, player = Tally(), Player(setup)
    try:
        for numbers in chunks(fights, 1):
            heard(found.merge(player.play(numbers)))
    except KeyboardInterrupt:
        pass
    return found


def shared(setup: Setup, fights: int, processes: int, heard: Heard) -> Tally:
    """In several processes. Ctrl-C ends it with what is known."""
    found, data = Tally(), packed(setup)
    pieces = chunks(fights, processes)
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin)
    running: set[Future[Tally]] = set()
    try:
        for _, numbers in zip(range(processes * WAITING), pieces, strict=False):
            running.add(pool.submit(play_packed, data, numbers))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                heard(found.merge(one.result()))
                if (more := next(pieces, None)) is not None:
                    running.add(pool.submit(play_packed, data, more))
    except KeyboardInterrupt:
        _end(pool)
    pool.shutdown()
    return found


def _begin() -> None:
    """Ctrl-C is heard by the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pool: ProcessPoolExecutor) -> None:
    """Nobody waits for what is under way."""
    processes = list(pool._processes.values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
