"""Fights to simulate: small ones, and the ready-made ones."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.registry import load
from gmtrack.simulation import worth
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
SEED = 7


def ready_made() -> list[str]:
    """The names of the fights that come with the program."""
    return [file.stem for file in sorted(ENCOUNTERS.glob("*.yaml"))]


def self_playing() -> list[str]:
    """The names of those whose rulesets say how fights are played by themselves."""
    return [name for name in ready_made() if hasattr(load(opened(name).ruleset), "PLAYED")]


def opened(name: str) -> Encounter:
    """A ready-made fight."""
    return validate_file(str(ENCOUNTERS / f"{name}.yaml"))[0]


def written(folder: Path, ruleset: str, combatants: dict[str, Any], **more: Any) -> Encounter:
    """A fight from its data."""
    data = {"gmtrack": 1, "name": "x", "ruleset": ruleset, **more, "combatants": combatants}
    return opened_data(folder, data)


def opened_data(folder: Path, data: dict[str, Any]) -> Encounter:
    """A fight from the whole of its file."""
    file = folder / "x.yaml"
    file.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return validate_file(str(file))[0]


def setup(encounter: Encounter, *, rounds: int = 50, **tactics: str) -> Setup:
    """Without groups, and without exact odds."""
    return Setup(encounter, SEED, rounds, tactics, {}, "", {})


def played(encounter: Encounter, fights: int, *, rounds: int = 50, **tactics: str) -> Tally:
    """What so many fights came to."""
    return Player(setup(encounter, rounds=rounds, **tactics)).play(range(fights))


@cache
def _known_of(encounter: str, most_runs: int, trials: int) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Return the caches of what attacks in an encounter are worth, for all who work that out with
    so many runs and trials."""
    del encounter, most_runs, trials
    return {}, {}


def sharing_player(setup: Setup) -> Player:
    """Return a player that knows what attacks are worth as soon as another one of the same
    encounter in this process has worked it out: it follows from the encounter alone. Not for
    tests of how it is worked out."""
    player = Player(setup)
    if player._sense is not None:
        known = _known_of(repr(setup.encounter), worth.MOST_RUNS, worth.TRIALS)
        player._sense._worth._known, player._sense._worth._several = known
    return player
