"""What holds after any sequence of commands, whatever the dice."""

import copy
from typing import Any

from hypothesis import given
from long_run import modest

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.swan_song import ruleset

from ..any_fight import carried_out
from .book import CORE
from .fights import SIMPLE, WEAPONS, prepared


@modest(40)
@given(fight=SIMPLE)
def test_scores_move_as_wound_modifiers_do_and_who_is_up_has_points(fight: list[str]) -> None:
    encounter = prepared({})
    before = copy.deepcopy(encounter)
    for line, doc, _ in carried_out(CORE, encounter, fight):
        after = copy.deepcopy(encounter)
        if line.split()[0] not in ("roll-init", "next", "end"):
            check_scores(before, after, line, doc)
        check_standing(after, line)
        before = after


def check_standing(encounter: Encounter, line: str) -> None:
    """Who is up has points left, unless Karma keeps them up."""
    for name in WEAPONS:
        shown = ruleset.show(encounter, name).doc
        core = [pool for pool in ("shield", "armored", "flesh") if pool in shown["pools"]][-1]
        strain = shown["track"]["strain"]
        standing = shown["pools"][core]["now"] > 0 and strain["now"] < strain["max"]
        assert (shown["status"] == "up") == standing, line


def check_scores(before: Encounter, after: Encounter, line: str, doc: dict[str, Any]) -> None:
    for name in WEAPONS:
        old, new = (ruleset.show(state, name).doc for state in (before, after))
        if old["initiative"]["score"] is None:
            continue
        stuns = [
            effect["value"]
            for effect in doc["effects"]
            if effect["effect"] == "stunned" and effect["target"] == name
            if "value" in effect
        ]
        moved = new["initiative"]["score"] - old["initiative"]["score"]
        assert moved == new["wound_modifier"] - old["wound_modifier"] + sum(stuns), line
