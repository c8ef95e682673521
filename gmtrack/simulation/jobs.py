"""Many fights: in this process, or in several of this machine. Chunks and processes change nothing
of the result, since each fight has dice of its own."""

import gc
import multiprocessing
import signal
from collections.abc import Callable, Hashable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Self

from gmtrack.simulation.fight import Setup
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import ChunkResult, Player, pack_setup, play_chunk, play_packed_chunk
from gmtrack.simulation.worth import ExpectedHarm

OnProgress = Callable[[Tally], None]
"""Told of all that is known so far."""
FIRST, MOST = 1, 500
"""Fights of a piece: as long as it is not known how long one takes, and at the most."""
SECONDS = 0.5
"""That a piece is to take: what is broken off is lost."""
WAITING = 2
"""Pieces for each process that are on their way: what is asked for does not grow with the number of
fights."""


class Chunks:
    """All fights, in pieces of about half a second; of the last ones smaller ones, so that several
    who play them come to the end together."""

    def __init__(self, fights: int, first: int = 0, players: int = 1) -> None:
        self._fights = first + fights
        self._next = first
        self._size = FIRST
        self._parts = 1 if players == 1 else WAITING * players

    def take(self) -> range | None:
        """The numbers of the next piece; None where all are taken."""
        if self._next >= self._fights:
            return None
        share = -(-(self._fights - self._next) // self._parts)
        numbers = range(self._next, self._next + min(self._size, share))
        self._next = numbers.stop
        return numbers

    def finish(self, piece: ChunkResult) -> Tally:
        """A piece is back: what it came to, and how large the next ones are."""
        rate = piece.tally.fights / max(piece.seconds, 1e-6)
        self._size = max(1, min(MOST, int(rate * SECONDS)))
        return piece.tally


def play_here(
    setup: Setup, fights: int, heard: OnProgress, first: int = 0, player: Player | None = None
) -> Tally:
    """In this process, from the number `first` on. Ctrl-C ends it with what is known."""
    found, player, pieces = Tally(), player or Player(setup), Chunks(fights, first)
    try:
        while (numbers := pieces.take()) is not None:
            heard(found.merge(pieces.finish(play_chunk(player, numbers))))
    except KeyboardInterrupt:
        pass
    return found


def play_in_processes(setup: Setup, fights: int, processes: int, heard: OnProgress) -> Tally:
    """In several processes. Ctrl-C ends it with what is known."""
    with Processes(processes) as pool:
        return pool.play(setup, fights, heard)


class Processes:
    """Several that play fights, for as long as there are more to be played."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = ProcessPoolExecutor(
            count, multiprocessing.get_context("spawn"), _ignore_interrupts
        )
        self._known: dict[bytes, dict[Hashable, ExpectedHarm | None]] = {}
        """What attacks are worth, by setup, as far as anybody has found it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self._pool.shutdown()
        # What the pool had of the system is given back now: the process may end without a last
        # look.
        gc.collect()

    def play(self, setup: Setup, fights: int, heard: OnProgress, first: int = 0) -> Tally:
        """From the number `first` on. Ctrl-C ends it with what is known. The very first fight is
        played here, while the first process begins: so there is an answer as early as can be. What
        one has found of what attacks are worth, the others get with their next piece."""
        found, data, pieces = Tally(), pack_setup(setup), Chunks(fights, first, self._count)
        known = self._known.setdefault(data, {})
        running: set[Future[ChunkResult]] = set()
        own = None if first else pieces.take()

        def ask(most: int) -> None:
            while len(running) < most and (numbers := pieces.take()) is not None:
                running.add(
                    self._pool.submit(play_packed_chunk, data, numbers, list(known.items()))
                )

        try:
            if own is not None:
                ask(1)
                here = play_chunk(Player(setup), own)
                known.update(here.found)
                heard(found.merge(here.tally))
            ask(self._count)
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                running -= done
                for one in done:
                    piece = one.result()
                    known.update(piece.found)
                    heard(found.merge(pieces.finish(piece)))
                ask(self._count * WAITING)
        except KeyboardInterrupt:
            _terminate_processes(self._pool)
        return found


def _ignore_interrupts() -> None:
    """Ctrl-C is heard by the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _terminate_processes(pool: ProcessPoolExecutor) -> None:
    """Nobody waits for what is under way."""
    for process in list(pool._processes.values()):
        process.terminate()
    pool.shutdown(cancel_futures=True)
