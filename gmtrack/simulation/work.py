"""Play the fights of one setup, in whichever process or on whichever machine."""

import gc
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from gmtrack.errors import Refusal
from gmtrack.rulesets.auto_player import complete
from gmtrack.rulesets.port import Besides, Ruleset
from gmtrack.rulesets.registry import load, load_auto_player
from gmtrack.simulation.aims import MOST_FOES
from gmtrack.simulation.courses import make_course
from gmtrack.simulation.fight import (
    Rules,
    Setup,
    Sides,
    SimulatedFight,
    make_sense,
)
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.harm.shared import SharedHarm
from gmtrack.simulation.sense import Sense
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.weighed import WeighingLog

NEW_OBJECTS = 50_000
"""The new objects after which Python looks for garbage while fights are played. The usual number,
700, takes a tenth of the time of a simulation or more, and finds little: some 10 MB."""

Pair = tuple[str, str]
"""An attacker and a foe of its own."""


def load_rules(ruleset: Ruleset) -> Rules:
    """Load the module that plays a ruleset's combatants, and return it with the ruleset. Raises
    Refusal if the ruleset has none."""
    if not hasattr(ruleset, "PLAYED"):
        message = f"{ruleset.META.title} does not say how its fights are played by themselves"
        raise Refusal(ruleset.WORDS.unknown, message)
    played = load_auto_player(ruleset.META.id, cast("Besides", ruleset).PLAYED)
    return Rules(ruleset, complete(played))


@contextmanager
def collect_garbage_rarely() -> Iterator[None]:
    """Return a context in which Python looks for garbage after `NEW_OBJECTS` new objects, or later
    (or never) if it did so before."""
    before = gc.get_threshold()
    if before[0]:
        gc.set_threshold(max(NEW_OBJECTS, before[0]), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Player:
    """Plays the fights of one setup, and prepares once what they have in common.

    `like` is a player of a setup that differs in nothing but the choice that is varied; they share
    all that they work out. Raises Refusal if the ruleset cannot play its combatants."""

    def __init__(self, setup: Setup, like: "Player | None" = None) -> None:
        self.setup = setup
        self._rules = load_rules(load(setup.encounter.ruleset))
        self._sides: Sides = like._sides if like else Sides(setup.encounter)
        self._sense: Sense | None = (
            like._sense if like else make_sense(self._rules, setup)
        )
        self._of_file: dict[str, Any] = like._of_file if like else {}
        """The cache of drafts for what follows from the sheets, which are the same in every
        fight."""

    @property
    def rules(self) -> Rules:
        """The ruleset of the fights."""
        return self._rules

    def play(self, numbers: range) -> Tally:
        """Play the fights with these numbers and count how they ended. A fight's number decides its
        dice, whoever plays it."""
        tally = Tally()
        with collect_garbage_rarely():
            for number in numbers:
                ending = self.fight(number).play()
                tally.add(ending)
                tally.courses.add(make_course(ending, self._sides), number)
        return tally

    def open_log(self) -> WeighingLog | None:
        """Open the log of what is weighed from now on, and return it; None if nobody is sensible.
        Call it before the first fight."""
        if self._sense is None:
            return None
        self._sense.log.is_open = True
        return self._sense.log

    @property
    def harm_cache(self) -> HarmCache | None:
        """The cache of what attacks are worth; None if nobody is sensible."""
        return self._sense.harm_cache if self._sense else None

    def share(self, harm_cache: HarmCache) -> None:
        """Take a cache of what is known of attacks, which other players may have, too. Call it
        before the first fight."""
        if self._sense:
            self._sense.share(harm_cache)

    def first_pairs(self) -> list[Pair]:
        """Return the attackers and foes that the first fight weighs to choose whom to attack; empty
        if nobody chooses, or if each has one foe only."""
        sense = self._sense
        if sense is None:
            return []
        return [
            (who, foe)
            for who, foes in self._sides.foes.items()
            if len(foes) > 1 and sense.chooses_aims_for(who)
            for foe in foes[:MOST_FOES]
        ]

    def weigh_pair(self, pair: Pair) -> None:
        """Work out, for the first fight, what an attack of the first of a pair on the second
        pays."""
        if self._sense:
            with collect_garbage_rarely():
                self._sense.weigh_at_first(*pair)

    def fight(self, number: int) -> SimulatedFight:
        """Return the fight with this number, before anything has happened in it."""
        return SimulatedFight(
            self._rules,
            self.setup,
            self._sides,
            number,
            self._of_file,
            self._sense,
        )


class Players:
    """The players of several setups. Those whose setups differ only in the choice that is varied
    share all that they work out; those that differ only in who takes part share what attacks are
    worth (`SharedHarm`)."""

    def __init__(self) -> None:
        self._found: dict[bytes, Player] = {}
        self._shared_harm = SharedHarm()

    def find(self, setup: Setup, harm_cache: HarmCache | None = None) -> Player:
        """Return the player of a setup; the same one each time. `harm_cache` is what it is to know
        of attacks; None: what the others know."""
        packed = pack_setup(setup)
        if packed not in self._found:
            usual = pack_usual(setup)
            player = Player(setup, self._found.get(usual))
            player.share(harm_cache or self._shared_harm.find(setup))
            self._found[packed] = player
            self._found.setdefault(usual, player)
        return self._found[packed]


def pack_setup(setup: Setup) -> bytes:
    """Return a setup as bytes that can be sent to other processes. What its encounter caches is
    left out, so that a setup is packed the same whatever it was asked before."""
    return pickle.dumps(setup._replace(encounter=replace(setup.encounter)))


def pack_usual(setup: Setup) -> bytes:
    """Return a packed setup without the choice that is varied: setups that are packed the same
    share all that is worked out."""
    return pack_setup(setup._replace(varied=None))


class ChunkResult(NamedTuple):
    """The result of a chunk of fights."""

    tally: Tally
    seconds: float
    """The time that the fights took."""


def play_packed_chunk(
    setup: bytes, numbers: range, exchange: Path | None = None
) -> ChunkResult:
    """Play a chunk of fights in a process that gets the setup as bytes. `exchange` is the place
    where it tells others what it finds out of attacks (`HarmExchange`)."""
    return play_chunk(_unpack_player(setup, exchange), numbers)


def weigh_packed_pair(setup: bytes, pair: Pair, exchange: Path | None) -> None:
    """Weigh one of the first pairs in a process that gets the setup as bytes, and tell what was
    found at the place `exchange`."""
    _unpack_player(setup, exchange).weigh_pair(pair)


def play_chunk(player: Player, numbers: range) -> ChunkResult:
    """Play the fights with these numbers and measure how long they take."""
    begun = time.perf_counter()
    tally = player.play(numbers)
    return ChunkResult(tally, time.perf_counter() - begun)


_PLAYERS = Players()
"""What a process that plays chunks keeps of the setups, since it plays many chunks of each."""
_open_cache = lru_cache(maxsize=None)(HarmCache)
"""What a process that plays chunks knows of attacks, by the place where others tell it."""


# The setup is unpacked once, not for each of its chunks.
@lru_cache(maxsize=256)
def _unpack_player(setup: bytes, exchange: Path | None) -> Player:
    """Return the player of a setup that `pack_setup` made."""
    unpacked: Setup = pickle.loads(setup)
    harm_cache = None if exchange is None else _open_cache(exchange)
    return _PLAYERS.find(unpacked, harm_cache)
