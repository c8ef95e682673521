"""How often somebody acts in a round of Swan Song, and what that means for choices."""

from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.rulesets.port import WantedAttack
from gmtrack.rulesets.swan_song.screens import moves
from gmtrack.simulation.acts import Turns, estimate_known_threat
from gmtrack.simulation.habits import ON, TARGET, Habit

from .fights import sharing_player, written
from .test_sense import with_sense

FIGHTS = 60


def gunman(**more: Any) -> dict[str, Any]:
    gun = {"kind": "ranged", "skill": "pistols", "accuracy": 5, "dv": "6P", "arp": 1}
    return {
        "body": 3, "agility": 4, "reaction": 3, "strength": 2, "willpower": 3, "intuition": 3,
        "flesh_max": 10, "strain_threshold": 10, "skills": {"pistols": 4},
        "weapons": {"pistol": gun}, **more,
    }  # fmt: skip


FAST = {"reaction": 7, "intuition": 7, "initiative_dice": 3}
"""Acts in two or three passes; the higher pool against attacks goes with it."""


def fight(folder: Path, fight: dict[str, Any], **people: dict[str, Any]) -> Encounter:
    return written(folder, "swan-song", people, fight=fight)


SCORES = [
    # whose phase it is, the Scores of Ann, who looks, and of Gus; his phases before her next
    ("ann", 9, 8, {}, 1),
    ("ann", 9, 28, {"acted": True}, 2),
    ("ann", 19, 28, {"acted": True}, 1),
    ("gus", 19, 28, {}, 0),
    ("ann", 19, 8, {"ap": 0}, 0),
    ("ann", 9, 8, {"ap": 0}, 0),
]


@pytest.mark.parametrize(("active", "mine", "theirs", "live", "expected"), SCORES)
def test_the_phases_to_come_are_counted(
    tmp_path: Path, active: str, mine: int, theirs: int, live: dict[str, Any], expected: int
) -> None:
    ann = {"score": mine, "ap": 3, "acted": False}
    gus = {"score": theirs, "ap": 3, "acted": False, **live}
    state = {"round": 1, "pass": 1, "active": active, "combatants": {"ann": ann, "gus": gus}}
    encounter = fight(tmp_path, state, ann=gunman(side="pc"), gus=gunman())
    assert moves.turns_before(Draft(encounter), "gus", "ann") == (expected, 1.0)


def test_who_acts_more_often_counts_as_often(tmp_path: Path) -> None:
    encounter = fight(tmp_path, {}, ann=gunman(side="pc"), gus=gunman(**FAST))
    draft = Draft(encounter)
    before, usually = moves.turns_before(draft, "gus", "ann")
    assert before == usually
    assert 2 < usually < 3
    assert moves.attacks_in_round(draft, Attack("gus", ("ann",))) > 2
    known = {"turns": {"gus": Turns(before, usually)}}
    threat = estimate_known_threat("ann", {"gus": ["ann"]}, 1, quiet=False, **known)
    assert (threat.foes, threat.later) == (2.5, usually)
    gone = {"turns": {"gus": Turns(0, usually)}}
    assert estimate_known_threat("ann", {"gus": ["ann"]}, 1, quiet=False, **gone).foes == 0


def test_the_foe_who_acts_more_often_is_attacked(tmp_path: Path) -> None:
    """Both have the same gun, and are hit as easily."""
    tough = {"body": 4, "flesh_max": 20}
    slow = gunman(**tough, initiative_mod=0)
    fast = gunman(**tough, initiative_mod=18)

    def hero() -> dict[str, Any]:
        strong = {"flesh_max": 24, "initiative_mod": 6, "skills": {"pistols": 6}}
        return gunman(side="pc", **strong)

    encounter = fight(tmp_path, {}, ann=hero(), bob=hero(), slow=slow, fast=fast)
    setup = with_sense(encounter)
    play = sharing_player(setup).fight(1)
    assert play._sense is not None
    aims = [WantedAttack("slow"), WantedAttack("fast")]
    assert play._sense._aim_chooser.order_aims(play._draft, "ann", aims)[0].target == "fast"
    won = {}
    for foe in ("slow", "fast"):
        habit = Habit("pc", TARGET, ON, who=foe)
        won[foe] = sharing_player(setup._replace(varied=habit)).play(range(FIGHTS)).won["pc"]
    assert won["fast"] >= won["slow"] + 5, won
