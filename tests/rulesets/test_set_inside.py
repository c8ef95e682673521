"""`set` of a part of what is one value on the sheet, where a map may stand as well."""

from typing import Any

import pytest
from tables import each_row

from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets import registry
from gmtrack.store.check.assign import parse_assignments

SPOTLIGHT: Data = {
    "name": "Ann", "strength": 3, "fortitude": 3, "skills": {"brawl": 3, "blades": {"dice": 4}},
}  # fmt: skip
PERCENTILE: Data = {"name": "Ann", "armour": 1}


def assigned(ruleset: str, sheet: Data, *texts: str) -> dict[str, Any]:
    encounter = Encounter("test", ruleset, combatants={"ann": sheet})
    found = parse_assignments(encounter, registry.load(ruleset), "ann", texts)
    return {".".join(one.path[2:]): one.value for one in found}


@each_row(
    ("ruleset", "sheet", "text", "words"),
    [
        (
            "percentile",
            PERCENTILE,
            "armour.head=4",
            "armour is 1, which armour.head would replace: set the whole, 'armour={head: ...}'",
        ),
        (
            "spotlight",
            SPOTLIGHT,
            "skills.brawl.trained=false",
            "skills.brawl is 3, which skills.brawl.trained would replace: set the whole, "
            "'skills.brawl={trained: ...}'",
        ),
    ],
)
def test_a_part_never_replaces_the_whole(ruleset: str, sheet: Data, text: str, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        assigned(ruleset, sheet, text)
    assert refused.value.message == words


def test_a_part_of_a_map_or_of_nothing_is_set() -> None:
    assert assigned("spotlight", SPOTLIGHT, "skills.blades.trained=false") == {
        "skills.blades.trained": False
    }
    assert assigned("percentile", {"name": "Ann"}, "armour.head=4") == {"armour.head": 4}
    assert assigned("percentile", PERCENTILE, "armour={torso: 1}", "armour.head=4") == {
        "armour": {"torso": 1},
        "armour.head": 4,
    }


def test_what_is_wrong_inside_a_map_is_told_and_not_the_map() -> None:
    with pytest.raises(Refusal) as refused:
        assigned("percentile", PERCENTILE, "armour={head: 4, chest: 1}")
    assert refused.value.message == (
        "combatants.ann.armour.chest: unknown key; allowed: legs, torso, arms, head"
    )
