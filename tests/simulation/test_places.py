"""Attacks are weighed from where combatants stand now, by what their places mean for an attack."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.simulation.fight import copy_for_play
from gmtrack.simulation.states import STRIKING

from .fights import written
from .test_sense import sense_of

GUN: dict[str, Any] = {
    "sr3": {"skill": "pistols", "power": 9, "level": "M", "ranges": [5, 20, 40, 60]},
    "i2050": {"skill": "pistols", "class": "missile", "damage": "2d6"},
}
KNIFE: dict[str, Any] = {
    "sr3": {"skill": "knives", "power_bonus": 1, "level": "L"},
    "i2050": {"skill": "knives", "class": "short", "damage": "1d6"},
}
FAR, NEAR = [40, 0], [1, 0]


def armed(ruleset: str, weapon: str) -> dict[str, Any]:
    """The sheet of somebody with one weapon."""
    row = {"gun": GUN, "knife": KNIFE}[weapon][ruleset]
    own = {"dex": 12} if ruleset == "i2050" else {}
    return {**own, "skills": {"pistols": 5, "knives": 8}, "weapons": {weapon: deepcopy(row)}}


def placed(folder: Path, ruleset: str, weapon: str, place: list[int]) -> Encounter:
    """Ann at the origin, and two foes with this weapon: Bob at a place, and Cal far behind."""
    people = {
        "ann": {**armed(ruleset, weapon), "side": "pc"},
        "bob": armed(ruleset, weapon),
        "cal": armed(ruleset, weapon),
    }
    live = {"ann": {"position": [0, 0]}, "bob": {"position": place}, "cal": {"position": [50, 0]}}
    return written(folder, ruleset, people, fight={"combatants": live})


def moved(encounter: Encounter, place: list[int]) -> Draft:
    """The fight after Bob has got to a place."""
    draft = Draft(copy_for_play(encounter))
    draft.put(("fight", "combatants", "bob", "position"), place)
    return draft


@pytest.mark.parametrize("ruleset", ["sr3", "i2050"])
@pytest.mark.parametrize("weapon", ["gun", "knife"])
def test_what_an_attack_is_worth_follows_from_where_they_stand_now(
    tmp_path: Path, ruleset: str, weapon: str
) -> None:
    attack = Attack("ann", ("bob",), options=Options(weapon=weapon))
    at_first = placed(tmp_path, ruleset, weapon, NEAR)
    expected = sense_of(at_first)._worth.of_attack(Draft(at_first), attack)
    far = placed(tmp_path, ruleset, weapon, FAR)
    worth = sense_of(far)._worth
    assert worth.of_attack(moved(far, NEAR), attack) == expected
    ranges_count = (ruleset, weapon) in {("sr3", "gun"), ("i2050", "knife")}
    assert (worth.of_attack(Draft(far), attack) != expected) == ranges_count


@pytest.mark.parametrize(("ruleset", "weapon"), [("sr3", "gun"), ("i2050", "knife")])
def test_whom_it_pays_to_attack_follows_from_where_they_stand_now(
    tmp_path: Path, ruleset: str, weapon: str
) -> None:
    encounter = placed(tmp_path, ruleset, weapon, FAR)
    aims = sense_of(encounter)._aim_chooser
    before = aims.pay_of_attack(Draft(encounter), "ann", "bob")
    after = aims.pay_of_attack(moved(encounter, NEAR), "ann", "bob")
    assert after > before


def test_places_that_mean_the_same_are_weighed_once(tmp_path: Path) -> None:
    encounter = placed(tmp_path, "sr3", "gun", FAR)
    worth = sense_of(encounter)._worth

    def states_at(place: list[int]) -> Any:
        return worth.states.attacker_states(moved(encounter, place), "ann", "bob")

    at_first = worth.states.attacker_states(Draft(encounter), "ann", "bob")
    assert states_at([39, 0]) == at_first
    assert states_at([4, 0]) == states_at([0, 3]) != at_first
    attack = Attack("ann", ("bob",), options=Options(weapon="gun"))
    keys = {worth._key_of_harm(moved(encounter, [metres, 0]), attack)[0] for metres in range(1, 41)}
    assert len(keys) == 3


def test_a_place_is_no_decisive_field_of_its_own(tmp_path: Path) -> None:
    """Metres are in no key of what an attack is worth."""
    encounter = placed(tmp_path, "sr3", "gun", FAR)
    states = sense_of(encounter)._worth.states
    draft = moved(encounter, NEAR)
    assert states.place_of(draft, "bob")
    assert not states.place_of(draft, "ann")
    assert states.decisive_state(draft, "bob", STRIKING) == ()
