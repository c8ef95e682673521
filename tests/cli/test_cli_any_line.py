"""Any command line at all, in every ruleset, one after another in the same fight: answered or
refused, never a crash; what is refused has changed nothing, what was done can be taken back, and
all that looks at the fight works. `GMTRACK_LONG_TESTS=1` types 3,000 lines into the fights of each
ruleset, `GMTRACK_SEED=N` other ones."""

import os
import random
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG
from typist import evening, hurried

from gmtrack.store.session import open_session

FIGHTS = {
    "i2050": ("three-thugs-in-the-fog", "street-samurai-duel"),
    "spotlight": ("stand-off", "ninth-street"),
    "sr3": ("stairwell", "garage-night"),
    "storyteller": ("back-room", "car-park"),
    "swan-song": ("loading-dock", "ganger-ambush", "knife-fight"),
}
LINES = 60 if LONG else 25
"""Of an evening in one fight."""
EVENINGS = 50 if LONG else 2
"""Of each ruleset."""
SEED = int(os.environ.get("GMTRACK_SEED", "1"))


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_any_line_is_answered_or_refused_and_the_fight_can_be_read_and_taken_back(
    ruleset: str, type_line: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried(monkeypatch)
    done = 0
    for number in range(EVENINGS):
        fight = FIGHTS[ruleset][number % len(FIGHTS[ruleset])]
        assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
        done += evening(type_line, LINES, random.Random(f"{fight} {SEED} {number}"))
    assert not [*tmp_path.rglob("crash-*")]
    assert done >= EVENINGS * LINES / 5


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_no_action_with_words_behind_it_is_refused(ruleset: str, type_line: Any) -> None:
    assert type_line(["load", f"encounters/{FIGHTS[ruleset][0]}.yaml"]).status == 0
    with open_session(None, write=False) as session:
        who, other, *_ = session.encounter.combatants
    for words in (["cover"], ["cover", other], [other, "--weapon", "unarmed"]):
        refused = type_line(["act", who, "", *words])
        assert refused.status == 1, refused
        assert "type which action" in refused.err
