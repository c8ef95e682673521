"""Attacks on several at once where they are plainly right, by ruleset."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Options
from gmtrack.simulation.habits import AREA, NEVER, Habit
from gmtrack.simulation.work import Player

from .fights import written
from .test_choices import by, fights
from .test_sense import sense_of, with_sense

Data = dict[str, Any]

RAT: dict[str, Data] = {
    "swan-song": {
        "body": 1, "agility": 3, "reaction": 2, "strength": 3, "willpower": 1, "intuition": 1,
        "skills": {"bite": 3}, "flesh_max": 4,
        "weapons": {"teeth": {"kind": "melee", "skill": "bite", "dv": "4P"}},
    },
    "storyteller": {
        "stamina": 1, "strength": 3, "dexterity": 1, "wits": 1, "skills": {"brawl": 2},
        "weapons": {"claws": {"kind": "melee", "damage": 1}},
    },
}  # fmt: skip
HUNTER: dict[str, Data] = {
    "swan-song": {
        "body": 3, "agility": 4, "reaction": 4, "strength": 3, "willpower": 3, "intuition": 3,
        "skills": {"pistols": 2, "throwing": 5},
        "weapons": {
            "pistol": {"kind": "ranged", "skill": "pistols", "dv": "5P", "accuracy": 4},
            "frag": {
                "kind": "thrown", "skill": "throwing", "dv": "12P", "area": True, "count": 2,
                "accuracy": 6,
            },
        },
    },
    "storyteller": {
        "stamina": 3, "dexterity": 4, "wits": 3, "skills": {"firearms": 5},
        "weapons": {"smg": {
            "kind": "firearm", "damage": 3, "ranges": [20, 40, 80], "autofire": True,
            "capacity": 60,
        }},
    },
}  # fmt: skip
RATS = [f"rat-{number}" for number in range(1, 6)]


def hunt(folder: Path, ruleset: str) -> Encounter:
    """A hunter against five rats."""
    rats = {rat: {"side": "foe", **deepcopy(RAT[ruleset])} for rat in RATS}
    people = {"ann": {"side": "pc", **HUNTER[ruleset]}, **rats}
    return written(folder, ruleset, people)


def targets_at_once(encounter: Encounter) -> int:
    """How many Ann attacks at once in her first attack."""
    fight, done = fights(encounter)
    fight.play()
    return next(len(one.targets) for one in by("ann", done) if isinstance(one, Attack))


@pytest.mark.parametrize("ruleset", RAT)
def test_several_who_fall_easily_are_attacked_at_once(tmp_path: Path, ruleset: str) -> None:
    assert targets_at_once(hunt(tmp_path, ruleset)) > 1


@pytest.mark.parametrize("ruleset", RAT)
def test_one_who_is_worth_more_is_attacked_alone(tmp_path: Path, ruleset: str) -> None:
    encounter = hunt(tmp_path, ruleset)
    for rat in RATS[1:]:
        del encounter.combatants[rat]
    assert targets_at_once(encounter) == 1


FIGHTS = 20


@pytest.mark.parametrize("ruleset", RAT)
def test_the_rats_are_beaten_by_attacks_on_several(tmp_path: Path, ruleset: str) -> None:
    """By hand: with one of them at a time most of these fights are lost."""
    setup = with_sense(hunt(tmp_path, ruleset))
    singly = setup._replace(varied=Habit("pc", AREA, NEVER))
    with_areas, without = (Player(one).play(range(FIGHTS)).won["pc"] for one in (setup, singly))
    assert with_areas >= without + 0.2 * FIGHTS, (with_areas, without)


def test_a_grenade_is_taken_in_hand_before_it_is_thrown(tmp_path: Path) -> None:
    encounter = hunt(tmp_path, "swan-song")
    encounter.combatants["ann"]["held"] = {"right": "pistol"}
    fight, done = fights(encounter)
    fight.play()
    drawn, thrown = (one for one in by("ann", done)[:2])
    assert isinstance(drawn, Act)
    assert (drawn.action, drawn.args) == ("ready-weapon", ("frag",))
    assert isinstance(thrown, Attack)
    assert thrown.options.weapon == "frag"


def test_an_attack_on_a_friend_besides_counts_against_it(tmp_path: Path) -> None:
    encounter = hunt(tmp_path, "swan-song")
    encounter.combatants["bob"] = {"side": "pc", **HUNTER["swan-song"]}
    worth = sense_of(encounter)._worth
    frag = Options(weapon="frag")
    rats, all_three = (
        worth.of_several(Draft(encounter), Attack("ann", targets, options=frag))
        for targets in (("rat-1", "rat-2"), ("rat-1", "rat-2", "bob"))
    )
    assert rats is not None
    assert all_three is not None
    assert rats > all_three + 1


def test_a_burst_takes_no_more_than_its_bullets(tmp_path: Path) -> None:
    encounter = hunt(tmp_path, "storyteller")
    encounter.combatants["ann"]["weapons"]["smg"] |= {"capacity": 9}
    assert targets_at_once(encounter) == 1
