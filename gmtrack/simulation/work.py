"""The fights of one setup, played in whichever process or machine."""

import pickle
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple, cast

from gmtrack.errors import Refusal
from gmtrack.rulesets.port import AutoPlayer, Besides, Ruleset
from gmtrack.rulesets.registry import load
from gmtrack.simulation.fight import Rules, Setup, Sides, SimulatedFight, make_sense
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.worth import FoundHarm


def load_rules(ruleset: Ruleset) -> Rules:
    """The rules, and how they are played. Raises Refusal where the ruleset does not say that."""
    if not hasattr(ruleset, "PLAYED"):
        message = f"{ruleset.META.title} does not say how its fights are played by themselves"
        raise Refusal(ruleset.WORDS.unknown, message)
    module = import_module(cast("Besides", ruleset).PLAYED)
    return Rules(ruleset, cast("AutoPlayer", module))


class Player:
    """Plays fights of one setup; what they have in common is read once. Raises Refusal where the
    ruleset has no way to play."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._rules = load_rules(load(setup.encounter.ruleset))
        self._sides = Sides(setup.encounter)
        self._sense = make_sense(self._rules, setup)
        self._settled: dict[str, Any] = {}

    def play(self, numbers: range) -> Tally:
        """The fights with these numbers: each has dice of its own, whoever plays it."""
        found = Tally()
        for number in numbers:
            found.add(self.fight(number).play())
        return found

    def found(self) -> Sequence[FoundHarm]:
        """What attacks are worth, as far as that was found since somebody has asked."""
        return self._sense.found() if self._sense else ()

    def learn(self, known: Iterable[FoundHarm]) -> None:
        if self._sense:
            self._sense.learn(known)

    def fight(self, number: int) -> SimulatedFight:
        """The fight with this number, before anything has happened."""
        return SimulatedFight(
            self._rules, self.setup, self._sides, number, self._settled, self._sense
        )


def pack_setup(setup: Setup) -> bytes:
    """A setup as it goes to other processes."""
    return pickle.dumps(setup)


class ChunkResult(NamedTuple):
    """What some fights came to, how many seconds they took, and what was found of what attacks are
    worth."""

    tally: Tally
    seconds: float
    found: Sequence[FoundHarm] = ()


def play_packed_chunk(setup: bytes, numbers: range, known: Iterable[FoundHarm] = ()) -> ChunkResult:
    """What another process is asked for. `known`: what others have found."""
    player = _unpack_player(setup)
    player.learn(known)
    return play_chunk(player, numbers)


def play_chunk(player: Player, numbers: range) -> ChunkResult:
    """The fights with these numbers."""
    begun = time.perf_counter()
    tally = player.play(numbers)
    return ChunkResult(tally, time.perf_counter() - begun, player.found())


@lru_cache(maxsize=16)
def _unpack_player(setup: bytes) -> Player:
    found: Setup = pickle.loads(setup)
    return Player(found)
