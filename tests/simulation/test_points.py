"""What a die of a combat pool is worth follows from what is still to come in the combat turn: those
who have sense keep it for a heavy attack, and it does better where both ways are played by hand."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Next, Options
from gmtrack.dice.sources import ChanceDice
from gmtrack.rulesets.sr3.screens import moves
from gmtrack.simulation.acts import Threat
from gmtrack.simulation.fight import copy_for_play
from gmtrack.simulation.work import Player

from .fights import setup, sharing_player
from .test_mages import PISTOL, fight
from .test_sense import with_sense

LIGHT = {**PISTOL, "power": 6, "level": "L", "modes": ["sa"]}
HEAVY = {**PISTOL, "power": 9, "level": "S", "modes": ["ss"]}
GUNMAN = {
    "body": 4,
    "quickness": 6,
    "intelligence": 6,
    "willpower": 6,
    "skills": {"pistols": 6},
    "armor": [{"ballistic": 5}],
}
LIGHT_SHOT = Attack("tick", ("rook",), options=Options(weapon="pistol"))
FIGHTS = 30


def ambush(folder: Path, *, heavy_score: int | None = 8, acted: bool = False) -> Encounter:
    """A combat turn in which tick, who has a light pistol, acts before ox, who has a heavy one;
    without a score ox has no phase in this turn."""
    people: dict[str, Any] = {
        "rook": {**GUNMAN, "side": "pc", "weapons": {"pistol": PISTOL}},
        "tick": {**GUNMAN, "weapons": {"pistol": LIGHT}},
        "ox": {**GUNMAN, "weapons": {"pistol": HEAVY}},
    }
    live: dict[str, Any] = {
        "rook": {"position": [0, 0], "initiative": 5, "acted": True},
        "tick": {"position": [4, 0], "initiative": 9, "simple_left": 1},
        "ox": {"position": [4, 2], "initiative": heavy_score, "acted": acted},
    }
    encounter = fight(folder, people, live)
    encounter.fight.update({"round": 1, "pass": 1, "acting": "tick", "phase": "acting"})
    return encounter


def answer(encounter: Encounter, by: Sequence[str], **prices: float) -> tuple[str, ...]:
    """Return the words that rook adds to a light shot if these foes threaten him, with prices that
    somebody has set."""
    one = with_sense(encounter)._replace(prices=tuple(prices.items()))
    sense = sharing_player(one)._sense
    assert sense is not None
    found = sense.options.answer_to(
        Draft(encounter), LIGHT_SHOT, lambda who: Threat(len(by), by=tuple(by))
    )
    return () if found is None else found.options.words


def test_the_pool_is_kept_for_a_heavy_shot_later_in_the_turn(tmp_path: Path) -> None:
    assert answer(ambush(tmp_path), ("tick", "ox")) == ()


def test_the_pool_is_spent_if_the_heavy_shot_does_not_come(tmp_path: Path) -> None:
    spent = ("resist-pool=all",)
    assert answer(ambush(tmp_path), ("tick",)) == spent
    assert answer(ambush(tmp_path, acted=True), ("tick", "ox")) == spent
    assert answer(ambush(tmp_path, heavy_score=None), ("tick", "ox")) == spent


def test_a_heavy_shot_of_the_next_pass_counts_until_the_pool_is_full(
    tmp_path: Path,
) -> None:
    quick = ambush(tmp_path, heavy_score=15, acted=True)
    assert answer(quick, ("tick", "ox")) == ()
    quick.house_rules["pool_refresh"] = "pass"
    assert answer(quick, ("tick", "ox")) == ("resist-pool=all",)


def test_a_price_that_somebody_sets_stays(tmp_path: Path) -> None:
    assert answer(ambush(tmp_path), ("tick", "ox"), pool=0) == ("resist-pool=all",)


def boxes_lost(encounter: Encounter, light: Sequence[str], heavy: Sequence[str]) -> float:
    """Return the boxes that rook loses on average in the turn, by the words of both shots."""
    rules, auto_player = Player(setup(encounter))._rules
    lost = 0
    for number in range(FIGHTS):
        one = copy_for_play(encounter)
        draft, dice = Draft(one), ChanceDice(f"turn/{number}")
        before = auto_player.boxes_left(draft, "rook")
        for who, words in (("tick", light), ("ox", heavy)):
            options = Options(weapon="pistol", words=tuple(words))
            rules.resolve(draft, Attack(who, ("rook",), options=options), dice)
            rules.resolve(draft, Next(), dice)
        lost += before - auto_player.boxes_left(draft, "rook")
    return lost / FIGHTS


def test_who_keeps_the_pool_loses_fewer_boxes(tmp_path: Path) -> None:
    encounter, spent = ambush(tmp_path), ("resist-pool=all",)
    kept, at_once = boxes_lost(encounter, (), spent), boxes_lost(encounter, spent, ())
    assert kept < at_once - 2, (kept, at_once)


def price_of_die(encounter: Encounter) -> float:
    """Return what a die is worth to rook, who shoots at ox in their own phase before both foes."""
    encounter.fight["acting"] = "rook"
    encounter.fight["combatants"]["rook"]["acted"] = False
    sense = sharing_player(with_sense(encounter))._sense
    assert sense is not None
    attack = Attack("rook", ("ox",), options=Options(weapon="pistol"))
    threat = Threat(2, by=("tick", "ox"))
    return sense.options._pricer.prices_of(Draft(encounter), "rook", attack, threat)["pool"]


def test_who_takes_cover_after_a_shot_keeps_less_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    covered = price_of_die(ambush(tmp_path))
    monkeypatch.setattr(moves, "fields_after_turn", lambda draft, attack: {})
    assert 0 < covered < price_of_die(ambush(tmp_path))
