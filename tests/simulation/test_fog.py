"""What the shooters of i2050 weigh: bursts, guns that are gone, wounds, called places."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.rulesets.i2050.screens import moves
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.port import WantedAttack
from gmtrack.rulesets.registry import load
from gmtrack.simulation import worth
from gmtrack.simulation.fight import copy_for_play
from gmtrack.simulation.work import Player
from gmtrack.simulation.worth import AttackWorth

from .by_hand import play_by_hand
from .fights import opened, setup
from .test_declarations import SHOOTER, fight_of
from .test_sense import sense_of

FOG = "three-thugs-in-the-fog"
EXACT = 4.05
"""The worth of a burst at a geezer in the fog, by exact odds."""


def new_worth(name: str) -> AttackWorth:
    """Return what attacks in a ready-made fight are worth, with an empty cache."""
    encounter = opened(name)
    auto_player = Player(setup(encounter))._rules.auto_player
    return AttackWorth(load(encounter.ruleset), auto_player, encounter)


def worth_of_smg(*words: str) -> float:
    """Return the worth of Rudy's attack on a geezer."""
    found = new_worth(FOG)
    attack = Attack("rudy", ("geezer-1",), options=Options(weapon="smg", words=words))
    boxes = found.of_known_attack(Draft(opened(FOG)), attack)
    assert boxes is not None
    return boxes


def test_the_rolled_worth_of_a_burst_is_near_the_exact_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the fog a burst of three is better than one shot, by a box of four. Rolls tell that if
    they are many, and each face falls equally often."""
    one_shot = worth_of_smg()
    rolled: list[float] = []
    for seed in "abcd":
        monkeypatch.setattr(worth, "SAMPLED", seed)
        rolled.append(worth_of_smg("burst=3"))
    assert one_shot + 1 < EXACT
    assert max(abs(one - EXACT) for one in rolled) < 0.7
    assert min(rolled) > one_shot


def test_the_exact_worth_of_that_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "has_many_branches", lambda attack: False)
    monkeypatch.setattr(worth, "MOST_RUNS", 2_000)
    assert worth_of_smg("burst=3") == pytest.approx(EXACT, abs=0.01)


# --- what changes in the fight ---

VEST = [{"name": "vest", "points": {"chest": 8, "abdomen": 8, "legs": 5}}]
GUNMAN: dict[str, Any] = {
    **SHOOTER, "dex": 11, "con": 11, "siz": 11, "skills": {"guns": 12, "spears": 11},
    "weapons": {
        "gun": {"skill": "guns", "class": "missile", "damage": "2d6"},
        "spear": {"skill": "spears", "class": "long", "damage": "1d6"},
    },
}  # fmt: skip
FOE = {**GUNMAN, "side": "foe", "dex": 20, "skills": {"guns": 2}, "siz": 7, "armor": VEST}
PEOPLE = {"gunman": GUNMAN, "foe": FOE}
GRIEVOUS = {"pools": {"hp": 10}}
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "a grievous wound halves the skill": ("gun", GRIEVOUS),
    "who lies strikes upwards": ("spear", {"prone": True}),
    "a gun that is jammed": ("gun", {"weapons": {"gun": {"status": "jammed"}}}),
    "a gun that is broken": ("gun", {"weapons": {"gun": {"status": "broken"}}}),
}


def began(folder: Path, weapon: str, live: dict[str, Any]) -> Encounter:
    """The fight that begins with this live state of the gunman, who has one weapon."""
    people = deepcopy(PEOPLE)
    people["gunman"]["weapons"] = {weapon: GUNMAN["weapons"][weapon]}
    return fight_of(folder, people, fight={"combatants": {"gunman": live}})


def changed(encounter: Encounter, live: dict[str, Any]) -> Draft:
    """The fight after the gunman has come to this live state."""
    draft = Draft(copy_for_play(encounter))
    for field, value in live.items():
        draft.put(("fight", "combatants", "gunman", field), value)
    return draft


@pytest.mark.parametrize("case", CHANGES)
def test_what_has_changed_is_weighed_as_if_the_fight_began_so(tmp_path: Path, case: str) -> None:
    weapon, live = CHANGES[case]
    encounter, other = began(tmp_path, weapon, {}), began(tmp_path, weapon, live)
    before = sense_of(encounter)._worth.of_usual_attack(Draft(encounter), "gunman", "foe")
    draft = changed(encounter, live)
    now = sense_of(encounter)._worth.of_usual_attack(draft, "gunman", "foe")
    at_first = sense_of(other)._worth.of_usual_attack(Draft(other), "gunman", "foe")
    assert now == pytest.approx(at_first, abs=0.15)
    assert now < before - 0.3


def test_a_gun_that_is_gone_puts_nobody_out(tmp_path: Path) -> None:
    encounter = began(tmp_path, "gun", {})
    aims = sense_of(encounter)._aim_chooser
    assert aims._progress_against(Draft(encounter), "gunman", "foe", past=False).boxes > 1
    for status in ("jammed", "broken", "dropped"):
        draft = changed(encounter, {"weapons": {"gun": {"status": status}}})
        assert aims._progress_against(draft, "gunman", "foe", past=False).boxes < 0.1


def test_who_has_broken_the_gun_is_less_dangerous(tmp_path: Path) -> None:
    """Of two shooters the one is left for later whose laser is gone; a dropped one is picked up."""
    laser = {"gun": {**GUNMAN["weapons"]["gun"], "fragile": True}}
    shooter = {**GUNMAN, "side": "foe", "weapons": laser}
    encounter = fight_of(tmp_path, {"gunman": GUNMAN, "foe": shooter, "other": shooter})
    aims = [WantedAttack("foe"), WantedAttack("other")]

    def first_aim(status: str) -> str:
        draft = Draft(copy_for_play(encounter))
        draft.put(("fight", "combatants", "foe", "weapons"), {"gun": {"status": status}})
        return sense_of(encounter)._aim_chooser.order_aims(draft, "gunman", aims)[0].target

    assert [first_aim(status) for status in ("dropped", "broken")] == ["foe", "other"]


def test_who_is_hurt_grievously_aims_at_no_head(tmp_path: Path) -> None:
    """Three points of a skill of 12 are worth the head above a vest, of a skill of 6 they are
    not."""
    encounter, hurt = began(tmp_path, "gun", {}), began(tmp_path, "gun", GRIEVOUS)
    plain = Act("gunman", "shoot", ("foe",), options=Options(weapon="gun"))
    head = plain.options._replace(called="head", words=("aim=3",))

    def best(draft: Draft) -> str | None:
        chosen: list[Intent] = [*sense_of(encounter).chosen(draft, plain), plain]
        return chosen[0].options.called

    assert best(Draft(encounter)) == "head"
    assert best(changed(encounter, GRIEVOUS)) is None

    def won(options: Options) -> int:
        act = Act("gunman", "shoot", ("foe",), options=options)

        def typed(draft: Draft) -> list[Intent]:
            return [act] if Scene(draft).fight.step == "determination" else []

        return play_by_hand(hurt, "gunman", typed, 40).won["pc"]

    assert won(plain.options) >= won(head) + 10
