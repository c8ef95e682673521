"""The moments of a round are one function each, by the same name in every ruleset: what begins or
ends there has one place."""

import ast
import copy
from pathlib import Path
from typing import Any

import pytest

import gmtrack
from gmtrack.core.counters import FIGHT, MOMENTS, ROUNDS, counters_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Damage, Heal, Next
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal

from .any_fight import fields_of
from .test_removed import STAGES, Stage, check, prepared

RULESETS = Path(gmtrack.__file__).parent / "rulesets"
ROUND = ("begin_round", "end_round")
TURN = ("begin_turn", "end_turn")
FUNCTIONS = {
    "swan_song": (*ROUND, *TURN),
    "sr3": (*ROUND, *TURN),
    "i2050": ROUND,  # items of an order, no turns: what begins there has nothing to end
    "storyteller": (*ROUND, *TURN),
    "spotlight": (*ROUND, *TURN),
}


@pytest.mark.parametrize("ruleset", FUNCTIONS)
def test_each_moment_of_a_round_is_one_function(ruleset: str) -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in (RULESETS / ruleset).rglob("turn/*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    made = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
    called = {
        node.func.id
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    for moment in FUNCTIONS[ruleset]:
        assert made.count(moment) == 1
        assert moment in called


def test_every_ruleset_says_which_moments_it_has() -> None:
    assert set(FUNCTIONS) == {path.parent.name for path in RULESETS.glob("*/meta.py")}


# --- what happens by itself ---

EVERY = pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
WITH_TURNS = [(id_, stage) for id_, stage in STAGES.items() if id_ != "i2050"]
EVERY_WITH_TURNS = pytest.mark.parametrize(
    "stage", [stage for _, stage in WITH_TURNS], ids=[id_ for id_, _ in WITH_TURNS]
)
DEADLY = {
    "spotlight": "effect {who} dead",
    "storyteller": "damage {who} 90 --type lethal",
    "i2050": "damage {who} 90 --location head",
}


def counting(stage: Stage) -> Encounter:
    """A fight in which everybody and the fight itself count each moment."""
    encounter = prepared(stage, {})
    encounter.scene.pop("timed_items", None)
    moments = ROUNDS if stage.core.ruleset.META.id == "i2050" else tuple(MOMENTS)
    for sheet in encounter.combatants.values():
        sheet["counters"] = {at: {"max": 99, "each": {"at": at}} for at in moments}
    encounter.counters = {at: {"max": 99, "each": {"at": at}} for at in ROUNDS}
    check(stage, encounter)
    return encounter


def counted(encounter: Encounter, who: str) -> list[int]:
    """How often each moment has been."""
    return [one.now for one in counters_of(encounter, who).values()]


def begun(stage: Stage, encounter: Encounter, rounds: int, line: str = "next") -> None:
    """Play on until so many rounds have begun."""
    for _ in range(200):
        if stage.core.ruleset.board(encounter).doc["round"] == rounds:
            return
        started = stage.core.ruleset.board(encounter).doc["phase"] == "acting"
        stage.core.done(encounter, line.split() if started else ["roll-init"])
    raise AssertionError("no round ends")


@EVERY
def test_round_moments_come_once_a_round_to_everybody_and_to_the_fight(stage: Stage) -> None:
    encounter = counting(stage)
    begun(stage, encounter, 3)
    assert counted(encounter, FIGHT) == [3, 2]
    for who in encounter.combatants:
        assert counted(encounter, who)[:2] == [3, 2]


@EVERY_WITH_TURNS
def test_every_turn_that_ends_has_begun(stage: Stage) -> None:
    encounter = counting(stage)
    begun(stage, encounter, 3)
    acting = stage.core.ruleset.board(encounter).doc["acting"]
    for who in encounter.combatants:
        starts, ends = counted(encounter, who)[2:]
        assert starts >= 2
        assert ends == starts - (who == acting)


@EVERY_WITH_TURNS
def test_a_turn_that_is_held_begins_once(stage: Stage) -> None:
    encounter = counting(stage)
    stage.core.done(encounter, ["roll-init"])
    who = str(stage.core.ruleset.board(encounter).doc["acting"])
    for line in (f"delay {who}", f"intervene {who} --force"):
        assert counted(encounter, who)[2] == 1
        stage.core.done(encounter, line.split())
    assert counted(encounter, who)[2] == 1


def until_turn_of(stage: Stage, who: str, name: str = "") -> Encounter:
    """A fight in which somebody else has an effect until the next turn of `who`."""
    encounter = counting(stage)
    encounter.combatants[who]["name"] = name or who
    encounter.drop_names()
    encounter.effects = {"warded": {"lasts": f"until {name or who}'s next turn"}}
    check(stage, encounter)
    return encounter


def has_ward(encounter: Encounter, who: str) -> bool:
    return bool(encounter.fight["combatants"].get(who, {}).get("own_effects"))


@EVERY_WITH_TURNS
@pytest.mark.parametrize("name", ["", "Big Moe the ox"])
def test_an_effect_lasts_until_the_next_turn_of_a_certain_person(stage: Stage, name: str) -> None:
    first = counting(stage)
    stage.core.done(first, ["roll-init"])
    acting = str(stage.core.ruleset.board(first).doc["acting"])
    other = next(who for who in stage.cast if who != acting)
    encounter = until_turn_of(stage, acting, name)
    stage.core.done(encounter, ["roll-init"])
    assert stage.core.ruleset.board(encounter).doc["acting"] == acting
    report, _ = stage.core.resolved(encounter, ["effect", other, "warded"])
    assert [key for key, *_ in report.story] == ["own.on.rounds"]
    begins = counted(encounter, acting)[2]
    for _ in range(100):
        assert has_ward(encounter, other)
        running = stage.core.ruleset.board(encounter).doc["phase"] == "acting"
        stage.core.done(encounter, ["next"] if running else ["roll-init"])
        if counted(encounter, acting)[2] > begins:
            break
    assert not has_ward(encounter, other)


@EVERY_WITH_TURNS
def test_it_ends_with_the_fight_as_well_and_takes_no_rounds(stage: Stage) -> None:
    who, other = stage.cast[:2]
    encounter = until_turn_of(stage, who)
    stage.core.done(encounter, ["roll-init"])
    with pytest.raises(Refusal, match="leave out --rounds"):
        stage.core.done(encounter, ["effect", other, "warded", "--rounds", "2"])
    stage.core.done(encounter, ["effect", other, "warded"])
    stage.core.done(encounter, ["end"])
    assert not has_ward(encounter, other)


def test_where_nobody_has_a_turn_it_is_a_fault() -> None:
    stage = STAGES["i2050"]
    encounter = counting(stage)
    encounter.effects = {"warded": {"lasts": "until kaz's next turn"}}
    problems = [one.message for one in stage.core.ruleset.check(encounter)]
    assert "found until kaz's next turn, but this ruleset has no single turns" in problems


@EVERY
def test_nothing_happens_to_the_dead_and_those_who_are_away(stage: Stage) -> None:
    encounter = counting(stage)
    dead, away = stage.cast[:2]
    deadly = DEADLY.get(stage.core.ruleset.META.id, "damage {who} 90")
    for line in (deadly.format(who=dead), f"leave {away}", "roll-init"):
        stage.core.done(encounter, line.split())
    assert stage.core.ruleset.standing_of(Draft(encounter), dead).status == "dead"
    assert counted(encounter, dead)[0] == counted(encounter, away)[0] == 0
    assert counted(encounter, FIGHT)[0] == 1


@EVERY
def test_a_round_that_is_broken_off_has_ended(stage: Stage) -> None:
    encounter = counting(stage)
    for line in ("roll-init", "roll-init --force"):
        stage.core.done(encounter, line.split())
    assert counted(encounter, FIGHT)[:2] == [2, 1]


@EVERY
def test_damage_and_healing_by_hand_can_be_done_inside_another_command(stage: Stage) -> None:
    encounter = prepared(stage, {})
    ruleset: Any = stage.core.ruleset
    who = stage.cast[0]
    done: list[Encounter] = []
    for by_hand in (True, False):
        one = copy.deepcopy(encounter)
        if by_hand:
            stage.core.done(one, f"damage {who} 2".split())
            stage.core.done(one, f"heal {who} 1".split())
        else:
            game = ruleset.Game(Draft(one), Next(), RandomDice(1), "next")
            ruleset.BY_HAND.damage(game, game.fighter(who), Damage(who, 2))
            ruleset.BY_HAND.heal(game, game.fighter(who), Heal(who, 1))
            assert not game.report.body
        done.append(one)
    assert fields_of(done[0]) == fields_of(done[1])
    assert done[0].fight


def test_swan_song_a_phase_that_opens_again_has_begun_once() -> None:
    stage = STAGES["swan-song"]
    encounter = counting(stage)
    stage.core.done(encounter, ["roll-init"])
    who = stage.core.ruleset.board(encounter).doc["acting"]
    stage.core.done(encounter, ["delay", who])
    other = stage.core.ruleset.board(encounter).doc["acting"]
    stage.core.done(encounter, ["intervene", who])
    stage.core.done(encounter, ["next"])
    assert stage.core.ruleset.board(encounter).doc["acting"] == other
    assert counted(encounter, who)[2:] == [1, 1]
    assert counted(encounter, other)[2:] == [1, 0]


def test_spotlight_a_turn_is_the_first_own_spotlight_of_a_round() -> None:
    stage = STAGES["spotlight"]
    encounter = counting(stage)
    stage.core.done(encounter, ["roll-init"])
    who = stage.core.ruleset.board(encounter).doc["acting"]
    while stage.core.ruleset.board(encounter).doc["stage"] != "open":
        stage.core.done(encounter, ["next"])
    assert counted(encounter, who)[2:] == [1, 1]
    stage.core.done(encounter, ["intervene", who])
    stage.core.done(encounter, ["next"])
    assert counted(encounter, who)[2:] == [1, 1]
