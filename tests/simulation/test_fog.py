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
from gmtrack.rulesets.i2050.sheet.state import RoundPlan
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


# --- what shares the odds of an attack ---

UNARMED = Options(weapon="unarmed")
BURST = Options(weapon="smg", words=("burst",))


def entries_of(*attacks: Attack, prone: str | None = None) -> int:
    """Return how many odds are worked out for attacks in the fog, each made once as the fight
    stood at first and, if somebody is named as prone, once more with them on the ground."""
    worth_in_fog = new_worth(FOG)
    encounter = copy_for_play(opened(FOG))
    drafts = [Draft(encounter)]
    if prone is not None:
        drafts.append(Draft(copy_for_play(encounter)))
        drafts[1].put(("fight", "combatants", prone, "prone"), True)
    for draft in drafts:
        for attack in attacks:
            if len(attack.targets) > 1:
                worth_in_fog.of_several(draft, attack)
            else:
                worth_in_fog.harm_of(draft, attack)
    return len(worth_in_fog.harm_cache.by_key)


def test_alike_foes_share_odds_though_only_some_have_a_position() -> None:
    """The place of two thugs is known, that of the third is not. It counts for Johnny alone, whose
    own place is known: he reaches neither of the two."""
    thugs = ("thug-1", "thug-2", "thug-3")
    assert entries_of(*(Attack("geezer-1", (thug,), options=UNARMED) for thug in thugs)) == 1
    assert entries_of(*(Attack("johnny", (thug,), options=UNARMED) for thug in thugs)) == 2


def test_an_unnamed_weapon_shares_the_odds_of_the_named_one() -> None:
    for who, weapon in (("thug-1", "unarmed"), ("rudy", "smg")):
        unnamed = Attack(who, ("geezer-1",))
        named = Attack(who, ("geezer-1",), options=Options(weapon=weapon))
        assert entries_of(unnamed, named) == 1
        found, draft = new_worth(FOG), Draft(opened(FOG))
        assert found.harm_of(draft, unnamed) == found.harm_of(draft, named)


def test_a_blow_in_its_round_shares_the_odds_of_bare_hands() -> None:
    draft = Draft(copy_for_play(opened(FOG)))
    for field, value in (("round", 1), ("step", "resolution")):
        draft.put(("fight", field), value)
    plan = RoundPlan("fight", "unarmed", ("rudy",))
    with draft.by("IN-PHASE-05"):
        Scene(draft).fighter("thug-1").set_plan(plan)
    attack = moves.attack_of(draft, Attack("thug-1", ("rudy",)))
    assert attack is not None
    assert attack.options.weapon == "unarmed"


def test_who_lies_shares_the_odds_of_bursts_at_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a firearm it makes no difference but for what another fall costs: that counts where
    one foe is shot at, not for each who lies or stands among several."""
    monkeypatch.setattr(worth, "MANY_TRIALS", 3)
    several = Attack("rudy", ("geezer-1", "geezer-2", "thug-1"), options=BURST)
    one = Attack("rudy", ("geezer-1",), options=BURST)
    assert entries_of(several, prone="geezer-1") == 1
    assert entries_of(one, prone="geezer-1") == 2


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


@pytest.mark.parametrize("crippled", [False, True])
def test_who_lies_crippled_is_less_dangerous(tmp_path: Path, crippled: bool) -> None:
    """Of two who strike the one is left for later who strikes upwards for the rest of the fight;
    whoever can still get up is as dangerous as before."""
    striker = {**GUNMAN, "side": "foe", "weapons": {"spear": GUNMAN["weapons"]["spear"]}}
    encounter = fight_of(tmp_path, {"gunman": GUNMAN, "foe": striker, "other": striker})
    draft = Draft(copy_for_play(encounter))
    draft.put(("fight", "combatants", "foe", "prone"), True)
    if crippled:
        draft.put(("fight", "combatants", "foe", "locations"), {"left_leg": 0})
    aims = [WantedAttack("foe"), WantedAttack("other")]
    ordered = sense_of(encounter)._aim_chooser.order_aims(draft, "gunman", aims)
    assert ordered[0].target == ("other" if crippled else "foe")


def test_who_is_hurt_grievously_aims_at_no_head(tmp_path: Path) -> None:
    """Three points of a skill of 12 are worth the head above a vest, of a skill of 6 they are
    not."""
    encounter, hurt = began(tmp_path, "gun", {}), began(tmp_path, "gun", GRIEVOUS)
    plain = Act("gunman", "shoot", ("foe",), options=Options(weapon="gun"))
    head = plain.options._replace(called="head", words=("aim=3",))

    def best(draft: Draft) -> str | None:
        chosen: list[Intent] = [*sense_of(encounter).options.chosen(draft, plain), plain]
        return chosen[0].options.called

    assert best(Draft(encounter)) == "head"
    assert best(changed(encounter, GRIEVOUS)) is None

    def won(options: Options) -> int:
        act = Act("gunman", "shoot", ("foe",), options=options)

        def typed(draft: Draft) -> list[Intent]:
            return [act] if Scene(draft).fight.step == "determination" else []

        return play_by_hand(hurt, "gunman", typed, 40).won["pc"]

    assert won(plain.options) >= won(head) + 10
