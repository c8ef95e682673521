"""Whatever a fight does, what is remembered is what follows from the state as it is. A value that
says too little about what it follows from fails here, by its name."""

import copy
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest
from remembered import CheckedCache, carry_over, compare_all, forgetful_draft

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal

from .any_fight import fields_of, house_rules, spelt_out
from .core_play import CorePlay

NUMBERS = {
    "i2050": "body",
    "spotlight": "speed",
    "sr3": "body",
    "storyteller": "dexterity",
    "swan_song": "agility",
}
"""A number of each ruleset's sheets that an effect of the GM's own changes."""
MOST_LINES = 8


def fights_of(package: str) -> Any:
    return import_module(f"{__package__}.{package}.fights")


def view_of(package: str) -> Any:
    return import_module(f"gmtrack.rulesets.{package}.sheet.game").Scene


def with_effect(encounter: Encounter, number: str) -> Encounter:
    """An effect changes the sheet of the first two; the second has it in its sheet."""
    encounter.effects["spiky"] = {"name": "Spiky", "change": {number: 1}, "lasts": "fight"}
    encounter.combatants[[*encounter.combatants][1]]["always"] = ["spiky"]
    return encounter


def answered(core: CorePlay, draft: Draft, line: list[str], seed: int) -> Any:
    """What a line says, or how it is refused."""
    draft.changes.clear()
    try:
        return core.resolved(draft.encounter, line, seed, draft)[0].to_json()
    except Refusal as refusal:
        return refusal.kind, refusal.message


@pytest.mark.parametrize("package", NUMBERS)
@pytest.mark.parametrize("own_effect", [False, True])
@modest(24)
@given(data=st.data())
def test_what_is_remembered_is_what_is_so(
    own_effect: bool, package: str, data: st.DataObject
) -> None:
    of, view = fights_of(package), view_of(package)
    rules = data.draw(house_rules(of.CORE.ruleset, 3))
    encounter, lines = of.prepared(rules), data.draw(of.FIGHTS)[:MOST_LINES]
    if own_effect:
        with_effect(encounter, NUMBERS[package])
        first = next(iter(encounter.combatants))
        lines = [*lines[:3], f"effect {first} spiky", *lines[3:]]
    draft = Draft(encounter)
    draft.cache = cache = CheckedCache()
    other = copy.deepcopy(encounter)
    forgetful, one_by_one = forgetful_draft(other), Draft(copy.deepcopy(encounter))
    for number, line in enumerate(lines):
        words = spelt_out(line, encounter, of.CORE.ruleset)
        said = answered(of.CORE, draft, words, number)
        if own_effect:  # a draft without a cache takes too long there
            forgetful = Draft(other)
        assert said == answered(of.CORE, forgetful, words, number), words
        assert fields_of(encounter) == fields_of(other), words
        cache.check()
        compare_all(view, draft)
        carry_over(view, draft.changes, one_by_one)
        assert fields_of(encounter) == fields_of(one_by_one.encounter), words
