"""What `set` proposes for a wrong field, by each ruleset."""

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes
from gmtrack.rulesets.registry import load
from gmtrack.store.check.assign import parse_assignments

RULESETS = ["i2050", "spotlight", "sr3", "storyteller", "swan-song"]


@pytest.mark.parametrize("name", RULESETS)
def test_no_error_proposes_fields_in_which_the_rules_note_something(name: str) -> None:
    rules = load(name)
    encounter = Encounter("x", rules.META.id, combatants={"joe": {}})
    for who, state in (("joe", rules.SCHEMA.live), ("fight", rules.SCHEMA.fight)):
        fields = {window.keys[0] for window in state.WINDOWS.values()}
        assert fields >= state.INTERNAL
        assert state.INTERNAL - CombatantState.INTERNAL - FightNotes.INTERNAL
        for field in state.INTERNAL:
            with pytest.raises(Refusal) as refused:
                parse_assignments(encounter, rules, who, [f"{field}x=1"])
            proposed = refused.value.message.replace(f"'{field}x'", "").split("Allowed")[-1]
            assert f"'{field}'" not in refused.value.message
            assert field not in proposed.replace(",", " ").split()
