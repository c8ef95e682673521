"""A live state that a hand has broken is refused with what is wrong, never with a traceback."""

from typing import Any

from tables import each_row

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.swan_song import ruleset
from gmtrack.store.check.validate import problems_with
from gmtrack.store.encounter_map import data_of

SHEET = dict.fromkeys(("body", "agility", "reaction", "strength", "willpower", "intuition"), 3)
ITEM = {"setter": "a", "weapon": "y"}
BROKEN = [
    ({"delayed": {}}, "delayed.carried"),
    ({"delayed": {"from_pass": 1, "ap": "x", "carried": False, "last": False}}, "delayed.ap"),
    ({"ffyl": {"round": 1, "kill": 1, "healed": False}}, "ffyl.kill"),
    ({"extended": {"name": "x", "cost": -1, "paid": 0}}, "extended.cost"),
    ({"frozen": {"own_ap": "x"}}, "frozen.own_ap"),
    ({"frozen": {"before": {"hat": 1}}}, "frozen.before.hat"),
    ({"frozen": {"before": {"ap": "x"}}}, "frozen.before.ap"),
    ({"extended": {"name": "x", "cost": 1, "paid": 0, "piad": 1}}, "extended.piad"),
    ({"effects": [{"effect": "slow_death", "data": {"clock": "x"}}]}, "effects.0.data.clock"),
    ({"pools": {"flesh": 99}}, "pools.flesh"),
    ({"pools": {"shield": 1}}, "pools.shield"),
    ({"strain": 99}, "strain"),
    ({"effects": [{"effect": "bleedot"}]}, "effects"),
    ({"in_melee_with": ["zed"]}, "in_melee_with"),
    ({"held": {"right": "sword"}}, "held.right"),
]
BROKEN_FIGHTS = [
    ({"queue": [{}]}, "queue.0.who"),
    ({"queue": [{"who": "zed", "together": False}]}, "queue.0.who"),
    ({"due": ["zed"]}, "due"),
    ({"reopen": "zed"}, "reopen"),
    ({"active": "zed"}, "active"),
    ({"timed_items": {"x": {}}}, "timed_items.x.setter"),
    ({"timed_items": {"x": {"setter": "a", "weapon": "y", "goes_off": 3}}}, "timed_items.x"),
    ({"timed_items": {"x": {**ITEM, "goes_off": {"score": "y"}}}}, "timed_items.x.goes_off.score"),
    ({"timed_items": {"x": {**ITEM, "attack_hits": [1]}}}, "timed_items.x.attack_hits"),
    ({"barriers": {"x": {"damage_taken": "y", "hole_m2": 0}}}, "barriers.x.damage_taken"),
]


def paths_of(fight: dict[str, Any]) -> str:
    encounter = Encounter("t", "swan-song", combatants={"a": SHEET}, fight=fight)
    problems = problems_with(data_of(encounter), ruleset)
    return " ".join(".".join(problem.path) for problem in problems)


@each_row(("live", "path"), BROKEN)
def test_a_broken_state_of_a_combatant_is_named(live: dict[str, Any], path: str) -> None:
    assert f"fight.combatants.a.{path}" in paths_of({"combatants": {"a": live}})


@each_row(("fight", "path"), BROKEN_FIGHTS)
def test_a_broken_state_of_the_fight_is_named(fight: dict[str, Any], path: str) -> None:
    assert f"fight.{path}" in paths_of(fight)


def test_a_sound_state_has_no_problems() -> None:
    live = {"delayed": {"from_pass": 1, "ap": 2, "carried": False, "last": True}, "strain": 3}
    assert paths_of({"round": 1, "pass": 1, "active": "a", "combatants": {"a": live}}) == ""
