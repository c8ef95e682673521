"""Whether fights by an oracle and fights by `simulate` come to the same.

An oracle is a function that plays one fight with dice of its own. It knows the rules that its fight
can meet, written down from the rules and not from the program, and nothing else."""

from collections.abc import Callable, Mapping
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import NamedTuple

from long_run import LONG
from simulation.fights import setup

from gmtrack.core.encounter import Encounter
from gmtrack.simulation.fight import NOBODY
from gmtrack.simulation.work import Player

SURE = 3.9
"""Standard deviations that one of 10,000 means is off by."""
MORE = 10 if LONG else 1
"""Times as many fights in the long run."""
PER_FIGHT = 10
"""Fights by an oracle for one by the program, which takes so much longer."""
SEED = 20


class Outcome(NamedTuple):
    """Who won (a side, or `nobody`), in which round, and where the tracks of everybody stand."""

    won: str
    rounds: int
    tracks: Mapping[tuple[str, str], int]


Fight = Callable[[Random], Outcome]


def assert_agree(fight: Fight, encounter: Encounter, fights: int) -> None:
    """Where everybody fights plainly, each side's chance to win, the mean number of rounds and the
    mean of every track that the oracle knows agree within `SURE` standard deviations."""
    chance = Random(SEED)
    expected = [fight(chance) for _ in range(fights * MORE * PER_FIGHT)]
    player = Player(setup(encounter)._replace(sensible=()))
    endings = [player.fight(number).play() for number in range(fights * MORE)]
    assert not [ending for ending in endings if ending.stuck]
    found = [Outcome(ending.won, ending.rounds, ending.tracks) for ending in endings]
    off = {
        name: f"{fmean(ours):.3f}, not {fmean(theirs):.3f}: {deviations(ours, theirs):.1f} sd"
        for name, theirs in measured(expected, expected).items()
        if abs(deviations(ours := measured(found, expected)[name], theirs)) > SURE
    }
    assert not off, off


Numbers = list[float]


def measured(outcomes: list[Outcome], expected: list[Outcome]) -> dict[str, Numbers]:
    """All that is compared, by name, fight by fight."""
    sides = {one.won for one in (*outcomes, *expected)} | {NOBODY}
    found = {f"won by {side}": [float(one.won == side) for one in outcomes] for side in sides}
    found["rounds"] = [float(one.rounds) for one in outcomes]
    for who, label in expected[0].tracks:
        found[f"{label} of {who}"] = [float(one.tracks[who, label]) for one in outcomes]
    return found


def deviations(found: Numbers, expected: Numbers) -> float:
    """By how many standard deviations a mean is off, if both are of one kind: the many fights of
    the oracle say how far such numbers spread."""
    spread = pvariance(expected) * (1 / len(found) + 1 / len(expected))
    apart = fmean(found) - fmean(expected)
    return apart / sqrt(spread) if spread else apart * len(found)
