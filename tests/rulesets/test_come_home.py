"""What goes home from a fight with somebody is what `show` tells of them after its end, less what
is of the fight and its place (ALL-REST-09)."""

import copy
from typing import Any

import pytest
from hypothesis import given
from long_run import modest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Add
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.rulesets.kit.references import OWN

from .any_fight import carried_out
from .test_removed import STAGES, Stage, names, prepared


def told(stage: Stage, encounter: Encounter, who: str) -> dict[str, Any]:
    return stage.core.ruleset.show(encounter, who).doc


def at_home(stage: Stage, encounter: Encounter, who: str) -> Encounter:
    """Where nobody else is, and no fight has been."""
    state = stage.core.ruleset.carried_state(Draft(copy.deepcopy(encounter)), who)
    home = Encounter("home", encounter.ruleset, house_rules=encounter.house_rules)
    intent = Add({who: encounter.sheet(who)}, states={who: state}, source="there")
    words = stage.core.ruleset.WORDS.dice
    stage.core.ruleset.resolve(Draft(home), intent, TableDice({}, RandomDice(1), words))
    return home


def without_the_fight(stage: Stage, encounter: Encounter, who: str) -> Encounter:
    """As it was, but what says until when it lasts is over."""
    left = copy.deepcopy(encounter)
    draft, live = Draft(left), stage.core.ruleset.SCHEMA.live
    for fields in live.UNTIL.values():
        for field in fields:
            draft.drop(("fight", "combatants", who, *live.FIELDS[field].split(".")))
    for reference in stage.core.ruleset.REFERENCES:  # type: ignore[attr-defined]
        if reference.path.startswith(OWN):
            # Whom they aim at, who has put them down: nobody there.
            names = (reference.whole or reference.path).removeprefix(OWN).split(".")
            draft.drop(("fight", "combatants", who, *names))
    return left


@pytest.mark.parametrize("name", STAGES)
def test_what_comes_home_is_what_was_told_after_the_end(name: str) -> None:
    stage = STAGES[name]

    @modest(100)
    @given(stage.lines)
    def fought(lines: list[str]) -> None:
        encounter = prepared(stage, {})
        for _ in carried_out(stage.core, encounter, [*lines, "end --force"]):
            pass
        for who in encounter.combatants:
            home = at_home(stage, encounter, who)
            found = told(stage, home, who)
            assert found == told(stage, without_the_fight(stage, encounter, who), who)
            live = home.fight.get("combatants", {}).get(who, {})
            assert not [at for one in {*stage.cast} - {who} for at in names(live, one)]
            on = {one["effect"] for one in found["effects"]}
            assert live.get("timed", {}).keys() <= on

    fought()
