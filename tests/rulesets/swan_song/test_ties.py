"""Ties among many (SS-INIT-09): whoever is equal tosses again, however many there are."""

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import RollInit
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.rulesets.swan_song import ruleset

SHEET = dict.fromkeys(("body", "agility", "reaction", "strength", "willpower", "intuition"), 3)


@pytest.mark.parametrize("count", [2, 7, 40])
def test_a_full_tie_of_any_size_is_tossed_out(count: int) -> None:
    encounter = Encounter("t", "swan-song", combatants={f"mob-{n}": SHEET for n in range(count)})
    typed = {f"initiative.mob-{n}": (4,) for n in range(count)}
    dice = TableDice(typed, RandomDice(1), "roll")
    report = ruleset.resolve(Draft(encounter), RollInit(), dice)
    coins = [live["coin"] for live in encounter.fight["combatants"].values()]
    assert len(set(coins)) == count
    order = [row["id"] for row in ruleset.board(encounter).doc["order"]]
    assert order[0] == encounter.fight["active"]
    first = {roll.who: roll.body["total"] for roll in reversed(report.rolls) if roll.name == "coin"}
    assert [first[who] for who in order] == sorted(first.values(), reverse=True)


def test_two_who_throw_different_faces_keep_them() -> None:
    encounter = Encounter("t", "swan-song", combatants={"a": SHEET, "b": SHEET})
    typed = {"initiative.a": (4,), "initiative.b": (4,), "coin.a": (2,), "coin.b": (5,)}
    ruleset.resolve(Draft(encounter), RollInit(), TableDice(typed, RandomDice(1), "roll"))
    assert encounter.fight["active"] == "b"
    assert encounter.fight["combatants"]["b"]["coin"] == 5
