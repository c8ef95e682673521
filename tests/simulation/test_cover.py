"""Cover: it is taken wherever `what` offers it, and it is right to take it, as the same fights show
in which the cover is set by hand."""

from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act
from gmtrack.simulation.work import Player

from .fights import setup
from .test_choices import Changes, acts, example, fights

SHOOTERS: dict[str, tuple[Changes, dict[str, Any]]] = {
    # The changes of the example, and the live state of who is in cover by hand.
    "sr3": ({"weasel": {"body": 6}}, {"partial_cover": True}),
    "swan_song": ({"weasel": {"held": {"right": "smg"}, "agility": 6}}, {"cover": "good"}),
}


def in_the_open(folder: Path, ruleset: str) -> Encounter:
    """Two who shoot at each other where the scene names no piece."""
    changes, _ = SHOOTERS[ruleset]
    return example(folder, ruleset, changes, scene={})


def party_wins(encounter: Encounter, count: int = 24) -> int:
    """The fights of so many that the party wins where all fight plainly."""
    return Player(setup(encounter)).play(range(count)).won["pc"]


@pytest.mark.parametrize("ruleset", SHOOTERS)
def test_cover_by_hand_is_right(tmp_path: Path, ruleset: str) -> None:
    encounter = in_the_open(tmp_path, ruleset)
    openly = party_wins(encounter)
    live = encounter.fight.setdefault("combatants", {}).setdefault("rook", {})
    live |= SHOOTERS[ruleset][1]
    assert party_wins(encounter) >= openly + 6


@pytest.mark.parametrize("ruleset", SHOOTERS)
def test_cover_is_taken_where_the_scene_names_none(tmp_path: Path, ruleset: str) -> None:
    encounter = in_the_open(tmp_path, ruleset)
    assert "take-cover" in acts(encounter, "rook", "weasel")
    assert "take-cover" in acts(encounter, "weasel", "rook")
    taken = 0
    for number in range(4):
        fight, done = fights(encounter, number)
        fight.play()
        taken += sum(isinstance(one, Act) and one.action == "take-cover" for one in done)
    assert taken


@pytest.mark.parametrize("ruleset", SHOOTERS)
def test_nobody_takes_cover_from_a_blow(tmp_path: Path, ruleset: str) -> None:
    blade: Changes = {
        "sr3": {"weasel": {"wielded": "knife"}},
        "swan_song": {"weasel": {"held": {"right": "machete"}}},
    }
    encounter = example(tmp_path, ruleset, blade[ruleset], scene={})
    assert "take-cover" not in acts(encounter, "rook", "weasel")
    assert "take-cover" not in acts(encounter, "weasel", "rook")
