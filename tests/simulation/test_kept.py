"""What is kept of combatants between two writes is what somebody finds who looks anew."""

from pathlib import Path
from typing import Any

import pytest
from long_run import LONG
from remembered import compare_all

from gmtrack.core.draft import Draft
from gmtrack.core.draft_cache import FIGHT
from gmtrack.core.intents import Intent
from gmtrack.simulation.fight import Setup, Sides, SimulatedFight
from gmtrack.simulation.work import Player
from gmtrack.store.opening import validate_file

ENCOUNTERS = sorted((Path(__file__).resolve().parents[2] / "encounters").glob("*.yaml"))
FIGHTS, COMMANDS = 2, 60 if LONG else 30


@pytest.mark.parametrize("file", ENCOUNTERS, ids=lambda file: file.stem)
def test_what_is_kept_is_as_it_stands(file: Path, monkeypatch: Any) -> None:
    encounter, ruleset = validate_file(str(file))
    sides = {*Sides(encounter).side_by_combatant.values()}
    if encounter.is_party or len(sides) < 2 or not hasattr(ruleset, "PLAYED"):
        return
    do = SimulatedFight._resolve
    checked = 0

    def checking(fight: SimulatedFight, intent: Intent) -> object:
        nonlocal checked
        refused = do(fight, intent)
        if checked < COMMANDS:
            checked += 1
            compare_all(ruleset.Scene, fight._draft)  # type: ignore[attr-defined]
        return refused

    monkeypatch.setattr(SimulatedFight, "_resolve", checking)
    player = Player(Setup(encounter, 1, 50, {}, {}, "", {}))
    for number in range(FIGHTS):
        checked = 0
        player.fight(number).play()
    assert checked


def test_a_window_that_the_draft_does_not_know_any_more_keeps_nothing() -> None:
    encounter, ruleset = validate_file(str(ENCOUNTERS[0]))
    draft, seen = Draft(encounter), ruleset
    who = next(iter(encounter.combatants))
    before: Any = seen.Scene(draft).fighter(who)  # type: ignore[attr-defined]
    assert before.name
    assert "name" in vars(before)
    draft.put(("combatants", who, "name"), "Somebody Else")
    assert before.undeclared is None
    assert before.name == "Somebody Else"
    assert seen.Scene(draft).fighter(who) is not before  # type: ignore[attr-defined]
    assert FIGHT not in draft.cache.records
