"""Fights to simulate: small ones, and the ready-made ones."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml
from known_harm import SharingPlayer

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.registry import load
from gmtrack.simulation.fight import Setup, SimulatedFight
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
SEED = 7


def ready_made() -> list[str]:
    """The names of the fights that come with the program."""
    return [file.stem for file in sorted(ENCOUNTERS.glob("*.yaml"))]


def self_playing() -> list[str]:
    """The names of those whose rulesets say how fights are played by themselves. Tests ask for
    them while they are collected, in each process: the files are not opened for that."""
    return [name for name in ready_made() if hasattr(load(ruleset_of(name)), "PLAYED")]


def ruleset_of(name: str) -> str:
    """The ruleset that the file of a ready-made fight names."""
    text = (ENCOUNTERS / f"{name}.yaml").read_text(encoding="utf-8")
    found = re.search(r"^ruleset: (\S+)$", text, re.MULTILINE)
    assert found, name
    return found[1]


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


class Enough(Exception):
    """What happens later in a fight proves nothing more."""


def play_until(fight: SimulatedFight, is_enough: Callable[[], object]) -> None:
    """Play a fight until `is_enough` returns something true, which it is asked before each turn, or
    to its end. For tests of what is done at first."""
    act = fight._act

    def act_unless_enough(who: str) -> bool:
        if is_enough():
            raise Enough
        return act(who)

    fight._act = act_unless_enough  # type: ignore[method-assign]
    with suppress(Enough):
        fight.play()


def sharing_player(setup: Setup) -> Player:
    """Return a player that shares what attacks are worth with others of the same encounter. Not
    for tests of how it is worked out."""
    return SharingPlayer(setup)
