"""Every step of any fight can be read again: by itself, in the story, on the players' page."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtrack.app.casualties import casualties
from gmtrack.app.past.players_history import history_for_players
from gmtrack.app.stats import count_deeds
from gmtrack.core.deeds import names_past_and_present
from gmtrack.store.history.log_entries import entry_of
from gmtrack.view.history.exported_story import GmStory, write_gm_story
from gmtrack.view.history.log import render_log, render_step
from gmtrack.view.report import Wording

from .test_amend import RANDOM_FIGHTS, prepared_fight
from .test_removed import STAGES, Stage
from .typing_in import gmtrack


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@RANDOM_FIGHTS
@given(data=st.data())
def test_every_step_of_a_random_fight_can_be_read_again(stage: Stage, data: st.DataObject) -> None:
    _, encounter, steps = prepared_fight(stage, data)
    entries = [entry_of(step) for step in json.loads(json.dumps(steps))]
    ruleset = stage.core.ruleset
    names = names_past_and_present(encounter, entries)
    for entry in entries:
        assert render_step(entry, Wording(ruleset.PHRASES, {}, names), 80)
    assert render_log(entries, 0, names, 80)
    counted = count_deeds(encounter, ruleset, entries)
    tale = GmStory(
        "Any", ruleset.META.title, {"pc": list(encounter.combatants)}, entries,
        casualties(encounter, ruleset, entries), counted.to_json(), ruleset.PHRASES,
        getattr(ruleset, "STORY", {}), counted.names,
    )  # fmt: skip
    assert "## What each did" in write_gm_story(tale)
    assert {one.seq for one in history_for_players(encounter, ruleset, entries).told} <= {
        one.seq for one in entries
    }


MULTIPLE = "attack joe bob --with multiple=2 --seed 5"


def test_the_dice_of_each_of_several_attacks_are_read_again(home: Path) -> None:
    for line in ("load @knife-fight", "set bob reaction=1 intuition=1", MULTIPLE):
        assert gmtrack(*line.split()).code == 0
    step = gmtrack("log", "3").out
    assert [word for word in ("attack", "attack 2", "defense 2") if f"  {word} " not in step] == []
    story = gmtrack("log", "--export", "-").out
    assert "attack 2 Joe Schmoe 6 1 4 = 1 hit" in story
    stats = gmtrack("stats", "--json").doc["combatants"]["joe"]["luck"]
    assert stats["expected"] == pytest.approx(7 / 3)
    assert gmtrack("undo").code == 0
    assert len(gmtrack("redo", "--json").doc["rolls"]) == 5
