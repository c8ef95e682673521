"""Play many fights in chunks, in this process or in several of this machine. Each fight has dice of
its own, so chunks and processes do not change the result."""

import gc
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from gmtrack.simulation.fight import Setup
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.harm.shared import SharedHarm
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import (
    ChunkResult,
    Player,
    pack_setup,
    play_chunk,
    play_packed_chunk,
    weigh_packed_pair,
)

OnProgress = Callable[[Tally], None]
"""Callback that gets the tally of all fights so far, after each chunk."""
FIRST, MOST = 1, 500
"""Fights of a chunk: of the first ones, when nobody knows yet how long a fight takes, and at the
most."""
SECONDS = 0.5
"""The time that a chunk should take. It is short, because a chunk that is broken off is lost."""
CHUNKS_AHEAD = 2
"""The most chunks per process that are submitted at a time. The limit keeps memory independent of
the number of fights."""


class Chunks:
    """Queue of all fights of a simulation, in chunks of about `SECONDS`. The last chunks are
    smaller, so that several processes finish at about the same time.

    `first` is the number of the first fight, `players` the number of processes."""

    def __init__(self, fights: int, first: int = 0, players: int = 1) -> None:
        self._end = first + fights
        self._next = first
        self._size = FIRST
        self._parts = 1 if players == 1 else CHUNKS_AHEAD * players
        """The least number of chunks into which the remaining fights are divided."""
        self.ahead = CHUNKS_AHEAD
        """The chunks per process to submit at a time: one while even a single fight takes long, so
        that the next one begins with all that is known by then."""

    def take(self) -> range | None:
        """Return the numbers of the next chunk's fights; None if all are taken."""
        if self._next >= self._end:
            return None
        # The double negation rounds the division up.
        share = -(-(self._end - self._next) // self._parts)
        numbers = range(self._next, self._next + min(self._size, share))
        self._next = numbers.stop
        return numbers

    def finish(self, result: ChunkResult) -> Tally:
        """Fit the size of the next chunks to the speed of a finished one, and return its tally."""
        rate = result.tally.fights / max(result.seconds, 1e-6)
        wanted = int(rate * SECONDS)
        self._size = max(1, min(MOST, wanted))
        self.ahead = CHUNKS_AHEAD if wanted else 1
        return result.tally


def play_here(
    setup: Setup,
    fights: int,
    on_progress: OnProgress,
    first: int = 0,
    player: Player | None = None,
) -> Tally:
    """Play fights, from the number `first` on, in this process.

    `player` may be one that has played the setup before; None makes a new one. Ctrl-C ends the
    simulation with the fights that are over."""
    tally = Tally()
    player = player or Player(setup)
    chunks = Chunks(fights, first)
    try:
        while (numbers := chunks.take()) is not None:
            on_progress(tally.merge(chunks.finish(play_chunk(player, numbers))))
    except KeyboardInterrupt:
        pass
    return tally


def play_in_processes(
    setup: Setup, fights: int, processes: int, on_progress: OnProgress
) -> Tally:
    """Play fights in new processes, which end with the last fight. Ctrl-C ends the simulation with
    the fights that are over."""
    with Processes(processes) as pool:
        return pool.play(setup, fights, on_progress)


class Processes:
    """A pool of processes that play fights, of one setup after another. A context manager: its end
    shuts the processes down."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = ProcessPoolExecutor(
            count, multiprocessing.get_context("spawn"), _ignore_interrupts
        )
        self._folder = TemporaryDirectory(prefix="gmtrack-")
        self._shared_harm = SharedHarm(Path(self._folder.name))
        """The caches of what attacks are worth, which all processes share."""
        self._has_begun = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self._pool.shutdown()
        self._folder.cleanup()
        # Give back the pool's system resources now: this process may end without another garbage
        # collection.
        gc.collect()

    def find_harm_cache(self, setup: Setup) -> HarmCache:
        """Return what is known of attacks in a setup, or in one that shares it."""
        return self._shared_harm.find(setup)

    def play(
        self, setup: Setup, fights: int, on_progress: OnProgress, first: int = 0
    ) -> Tally:
        """Play fights of a setup, from the number `first` on, in all processes.

        This process plays the very first fight, so that there is an answer while the others start,
        once the first pairs of attackers and foes are weighed, which all processes share out.
        Setups that differ only in the choice that is varied, or in who takes part, share what is
        worked out.
        Ctrl-C ends the simulation with the fights that are over, and the pool with it."""
        tally, data, chunks = (
            Tally(),
            pack_setup(setup),
            Chunks(fights, first, self._count),
        )
        harm_cache = self._shared_harm.find(setup)
        running: set[Future[ChunkResult]] = set()
        own_numbers = None if first or self._has_begun else chunks.take()
        self._has_begun = True

        def submit_up_to(most: int) -> None:
            while len(running) < most:
                numbers = chunks.take()
                if numbers is None:
                    return
                with _hold_interrupts():
                    running.add(
                        self._pool.submit(
                            play_packed_chunk, data, numbers, harm_cache.place
                        )
                    )

        try:
            if own_numbers is not None:
                player = Player(setup)
                player.share(harm_cache)
                self._weigh_first_pairs(player, data, harm_cache)
                submit_up_to(1)
                own_result = play_chunk(player, own_numbers)
                on_progress(tally.merge(own_result.tally))
            submit_up_to(self._count)
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                running -= done
                for future in done:
                    on_progress(tally.merge(chunks.finish(future.result())))
                submit_up_to(self._count * chunks.ahead)
        except KeyboardInterrupt:
            _terminate_processes(self._pool)
        harm_cache.refresh()
        return tally

    def _weigh_first_pairs(
        self, player: Player, setup: bytes, harm_cache: HarmCache
    ) -> None:
        """Weigh the first pairs, the player of this process from the first pair on and the other
        processes from the last one back. All of them know what was found.

        This process waits for nobody: it weighs a pair itself that another one has not finished."""
        pairs = player.first_pairs()
        with _hold_interrupts():
            waiting = {
                pair: self._pool.submit(
                    weigh_packed_pair, setup, pair, harm_cache.place
                )
                for pair in reversed(pairs)
            }
        for pair in pairs:
            future = waiting[pair]
            if future.cancel() or not future.done():
                player.weigh_pair(pair)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Block Ctrl-C in this thread within the block. Processes that start within it never get it,
    since one that is still loading would answer with a traceback.

    Does nothing on a system without signal masks (Windows)."""
    if sys.platform == "win32" or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a process of the pool: the process that started the pool handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _terminate_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once; the fights that they play are lost."""
    for process in list(pool._processes.values()):
        process.terminate()
    pool.shutdown(cancel_futures=True)
