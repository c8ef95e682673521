"""Whom somebody attacks by `fudge`, where consequences are taken in place of damage, and when fate
points are paid."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.system_page.attack.afterwards import FallenAttack
from gmtrack.simulation.work import Player

from .fights import played, written
from .test_sense import sense_of, with_sense

PISTOL = {"pistol": {"way": "shoot", "rating": 1}}
SWORD = {"sword": {"rating": 2}}
PEOPLE: dict[str, dict[str, Any]] = {
    "ann": {"side": "pc", "shoot": 3, "notice": 2, "boxes": 4, "weapons": PISTOL},
    "bob": {"side": "pc", "shoot": 3, "notice": 2, "boxes": 4, "weapons": PISTOL},
    # Three points come through to Slow where one does to Quick, and most of them as consequences.
    "quick": {"fight": 3, "athletics": 2, "boxes": 4, "weapons": SWORD},
    "slow": {"fight": 3, "athletics": 0, "boxes": 2, "weapons": SWORD},
}
FIGHTS = 60


@pytest.fixture
def brawl(tmp_path: Path) -> Encounter:
    return written(tmp_path, "fudge", {who: deepcopy(sheet) for who, sheet in PEOPLE.items()})


def test_consequences_bring_a_foe_nearer_to_the_end(brawl: Encounter) -> None:
    sense = sense_of(brawl)
    draft = Draft(brawl)
    pays = {foe: sense._aim_chooser.pay_of_attack(draft, "ann", foe) for foe in ("quick", "slow")}
    assert pays["slow"] > 1.5 * pays["quick"]
    progress = sense._aim_chooser._progress_against(draft, "ann", "slow", past=False)
    assert progress.attack is not None
    harm = sense._worth.harm_of(draft, sense.options.best_of(draft, progress.attack))
    assert harm is not None
    assert progress.boxes > harm.damage + 1


def test_more_is_won_by_hand_if_the_slow_one_goes_first(brawl: Encounter) -> None:
    """`quick` is the first of the foes, and has the most boxes."""
    slow_first, quick_first = (
        played(brawl, FIGHTS, pc=tactic).won["pc"] for tactic in ("weakest", "strongest")
    )
    assert slow_first > quick_first + FIGHTS / 10


@pytest.mark.usefixtures("roughly")
def test_who_has_more_fate_points_wins_more_by_an_exchange(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the other can change back for a point costs both one: who has 5 gains by it over 3."""
    people = {
        who: {"side": side, "fight": 3, "athletics": 1, "notice": 1, "weapons": deepcopy(SWORD)}
        for who, side in (("ann", "pc"), ("bob", "foe"))
    }
    duel = written(tmp_path, "fudge", people)
    duel.fight = {"combatants": {"ann": {"fate": 5}, "bob": {"fate": 3}}}
    won = Player(with_sense(duel)).play(range(FIGHTS)).won["pc"]
    monkeypatch.setattr(FallenAttack, "_outlasts", lambda *_: False)
    kept = Player(with_sense(duel)).play(range(FIGHTS)).won["pc"]
    assert won > kept + FIGHTS / 10
