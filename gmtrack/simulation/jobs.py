"""Many fights: in this process, or in several of this machine. Chunks and processes change nothing
of the result, since each fight has dice of its own."""

import gc
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from gmtrack.simulation.fight import Setup
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Piece, Player, packed, play_packed, timed

Heard = Callable[[Tally], None]
"""Told of all that is known so far."""
FIRST, MOST = 2, 500
"""Fights of a piece: as long as it is not known how long one takes, and at the most."""
SECONDS = 0.5
"""That a piece is to take: what is broken off is lost."""
WAITING = 2
"""Pieces for each process that are on their way: what is asked for does not grow with the number of
fights."""


class Pieces:
    """All fights, in pieces of about half a second."""

    def __init__(self, fights: int) -> None:
        self._fights = fights
        self._next = 0
        self._size = FIRST

    def take(self) -> range | None:
        """The numbers of the next piece; None where all are taken."""
        if self._next >= self._fights:
            return None
        numbers = range(self._next, min(self._next + self._size, self._fights))
        self._next = numbers.stop
        return numbers

    def took(self, piece: Piece) -> Tally:
        """A piece is back: what it came to, and how large the next ones are."""
        rate = piece.tally.fights / max(piece.seconds, 1e-6)
        self._size = max(1, min(MOST, int(rate * SECONDS)))
        return piece.tally


def alone(setup: Setup, fights: int, heard: Heard) -> Tally:
    """In this process. Ctrl-C ends it with what is known."""
    found, player, pieces = Tally(), Player(setup), Pieces(fights)
    try:
        while (numbers := pieces.take()) is not None:
            heard(found.merge(pieces.took(timed(player, numbers))))
    except KeyboardInterrupt:
        pass
    return found


def shared(setup: Setup, fights: int, processes: int, heard: Heard) -> Tally:
    """In several processes. Ctrl-C ends it with what is known."""
    found = _shared(setup, fights, processes, heard)
    # What the pool had of the system is given back now: the process may end without a last look.
    gc.collect()
    return found


def _shared(setup: Setup, fights: int, processes: int, heard: Heard) -> Tally:
    found, data, pieces = Tally(), packed(setup), Pieces(fights)
    running: set[Future[Piece]] = set()
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin)

    def ask(most: int) -> None:
        while len(running) < most and (numbers := pieces.take()) is not None:
            running.add(pool.submit(play_packed, data, numbers))

    try:
        ask(processes)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            running -= done
            for one in done:
                heard(found.merge(pieces.took(one.result())))
            ask(processes * WAITING)
    except KeyboardInterrupt:
        _break_off(pool)
    pool.shutdown()
    return found


def _begin() -> None:
    """Ctrl-C is heard by the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _break_off(pool: ProcessPoolExecutor) -> None:
    """Nobody waits for what is under way."""
    for process in list(pool._processes.values()):
        process.terminate()
    pool.shutdown(cancel_futures=True)
