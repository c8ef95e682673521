"""Whom sensible combatants attack: the one against whom an attack pays most, in all rulesets."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from gmtrack import rulesets
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation import worth
from gmtrack.simulation.aims import MOST_FOES, Progress
from gmtrack.simulation.fight import Setup
from gmtrack.simulation.habits import ON, TARGET, Habit
from gmtrack.simulation.work import Player

from .fights import opened, opened_data, setup, sharing_player, written
from .random_fights import random_fight
from .test_sense import sense_of, with_sense

Data = dict[str, Any]

HURT: dict[str, Data] = {
    "swan_song": {"pools": {"flesh": 4}},
    "spotlight": {"locations": {"torso": {"lethal": 6}}},
    "i2050": {"pools": {"hp": 5}},
    "storyteller": {"lethal": 4},
    "sr3": {"physical": 6},
}
"""The live state of somebody badly hurt who still stands, by ruleset."""
HARMLESS: dict[str, Data] = {
    "swan_song": {
        "weapons": {"toy": {"kind": "ranged", "skill": "automatics", "dv": "1S"}},
        "held": {"right": "toy"},
    },
    "spotlight": {
        "weapons": {"toy": {"skill": "firearms", "damage": 0, "damage_type": "bruise"}},
    },
    "i2050": {
        "weapons": {"toy": {"skill": "knife", "class": "missile", "damage": "1d2-1"}},
        "skills": {"knife": 1},
    },
    "storyteller": {
        "weapons": {"toy": {"kind": "firearm", "damage": -5, "ranges": [20, 40, 80]}},
        "skills": {}, "dexterity": 1,
    },
    "sr3": {
        "weapons": {"toy": {
            "skill": "pistols", "power": 1, "level": "L", "ranges": [5, 20, 40, 60],
        }},
        "skills": {"pistols": 1}, "combat_pool": 0,
    },
}  # fmt: skip
"""Changes to a sheet with which somebody can hardly harm anybody, by ruleset."""


def fight_of_three(folder: Path, ruleset: str, first: Data, second: Data) -> Encounter:
    """Rook against two of Weasel's kind with these changes."""
    file = Path(rulesets.__path__[0]) / ruleset / "example.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    people = data["combatants"]
    weasel = people.pop("weasel")
    people["first"] = {**deepcopy(weasel), **first, "name": "First"}
    people["second"] = {**deepcopy(weasel), **second, "name": "Second"}
    people["rook"].pop("cover", None)
    return written(folder, ruleset.replace("_", "-"), people, scene=data["scene"], fight={})


AIMS = [WantedAttack("first"), WantedAttack("second")]


def first_target(encounter: Encounter, live: Data | None = None) -> str:
    """Whom Rook attacks, of two who come in the order of the file; `live` is what has become of the
    second."""
    chooser = sense_of(encounter)._aim_chooser
    now = replace(encounter, fight={"combatants": {"second": live}} if live else {})
    return chooser.order_aims(Draft(now), "rook", AIMS)[0].target


@pytest.mark.parametrize("ruleset", HURT)
def test_of_two_alike_the_one_who_falls_first_is_attacked(tmp_path: Path, ruleset: str) -> None:
    unhurt = fight_of_three(tmp_path, ruleset, {}, {})
    assert first_target(unhurt) == "first"
    assert first_target(unhurt, HURT[ruleset]) == "second"


@pytest.mark.parametrize("ruleset", HARMLESS)
def test_the_one_who_can_do_most_is_attacked(tmp_path: Path, ruleset: str) -> None:
    encounter = fight_of_three(tmp_path, ruleset, HARMLESS[ruleset], {})
    assert first_target(encounter) == "second"
    other = fight_of_three(tmp_path, ruleset, {}, HARMLESS[ruleset])
    assert first_target(other) == "first"


def test_a_foe_is_as_dangerous_as_to_the_one_whom_it_can_harm_most(tmp_path: Path) -> None:
    """Rook gives a brawler as good as she gets, but Ruth cannot parry: the brawler falls on Ruth,
    and puts her out sooner than the gunman would. A mean of both hides that. In 100 fights of such
    people with pools the party wins 39 against the brawler first, 25 against the gunman first."""
    knuckles = {
        "knuckles": {
            "skill": "unarmed_combat",
            "power_bonus": 1,
            "level": "M",
            "damage_type": "stun",
        }
    }
    gun = {"gun": {"skill": "pistols", "power": 8, "level": "M", "ranges": [5, 20, 40, 60]}}
    brawler: Data = {
        "body": 5,
        "strength": 5,
        "skills": {"unarmed_combat": 4},
        "weapons": knuckles,
        "combat_pool": 0,
    }
    gunner: Data = {**brawler, "body": 4, "strength": 3, "weapons": gun}
    people: dict[str, Data] = {
        "rook": {**brawler, "side": "pc"},
        "ruth": {**gunner, "side": "pc", "body": 3, "skills": {"unarmed_combat": 2, "pistols": 2}},
        "first": {**gunner, "skills": {"unarmed_combat": 3, "pistols": 3}},
        "second": brawler,
    }  # fmt: skip
    # Nothing in a file is shared.
    encounter = written(tmp_path, "sr3", json.loads(json.dumps(people)))
    assert first_target(encounter) == "second"


def test_who_has_a_stick_in_hand_is_feared_for_the_shotgun_at_the_back(tmp_path: Path) -> None:
    """Across a street a stick does nothing, so it does not say how dangerous somebody is."""
    pistol = {"skill": "guns", "class": "missile", "damage": "1d6"}
    shotgun = {**pistol, "damage": "3d6"}
    stick = {"skill": "clubs", "class": "medium", "damage": "1d6"}
    person: Data = {"dex": 11, "con": 11, "siz": 11, "skills": {"guns": 11, "clubs": 11}}
    people: dict[str, Data] = {
        "rook": {**person, "side": "pc", "weapons": {"pistol": shotgun}},
        "ruth": {**person, "side": "pc", "weapons": {"pistol": shotgun}},
        "first": {**person, "weapons": {"pistol": pistol}},
        "second": {**person, "weapons": {"stick": stick, "shotgun": shotgun}},
    }
    live = {who: {"position": [0, 2]} for who in ("rook", "ruth")}
    live |= {who: {"position": [30, 2]} for who in ("first", "second")}
    # Nothing in a file is shared.
    people, live = json.loads(json.dumps((people, live)))
    encounter = written(tmp_path, "i2050", people, fight={"combatants": live})
    assert first_target(encounter) == "second"


def test_of_two_alike_the_one_who_has_spent_their_pool_is_attacked(tmp_path: Path) -> None:
    """Combat pool dice that are spent no longer dodge the attack."""
    alike = fight_of_three(tmp_path, "sr3", {}, {})
    assert first_target(alike) == "first"
    assert first_target(alike, {"pool_left": 0}) == "second"


@pytest.mark.parametrize(("kind", "target"), [("stun", "second"), ("physical", "first")])
def test_a_blow_finishes_whom_its_own_kind_of_damage_has_hurt(
    tmp_path: Path, kind: str, target: str
) -> None:
    """Eight boxes of stun bring somebody no nearer to falling by bullets."""
    gun = {"skill": "pistols", "power": 8, "level": "M", "ranges": [5, 20, 40, 60]}
    foe: Data = {"body": 4, "skills": {"pistols": 4}, "weapons": {"gun": gun}, "combat_pool": 0}
    rook = {**foe, "side": "pc", "weapons": {"gun": {**gun, "damage_type": kind}}}
    # Nothing in a file is shared.
    people = json.loads(json.dumps({"rook": rook, "first": foe, "second": foe}))
    assert first_target(written(tmp_path, "sr3", people), {"stun": 8}) == target


@pytest.mark.parametrize("ruleset", ["i2050", "sr3"])
def test_who_has_hit_in_none_of_a_few_rolls_can_harm_all_the_same(
    tmp_path: Path, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth, "MOST_RUNS", 0)
    monkeypatch.setattr(worth, "TRIALS", 1)
    encounter = fight_of_three(tmp_path, ruleset, {}, {})
    for seed in range(40):
        monkeypatch.setattr(worth, "SAMPLED", str(seed))
        sense = Player(with_sense(encounter))._sense
        assert sense is not None
        if not sense._worth.of_usual_attack(Draft(encounter), "rook", "first"):
            break
    assert not sense._worth.of_usual_attack(Draft(encounter), "rook", "first")
    assert sense._weapons.can_harm(Draft(encounter), "rook", "first")


def aims_in(setup: Setup, who: str) -> bool:
    """Whether somebody chooses their target themselves."""
    sense = Player(setup)._sense
    assert sense is not None
    return sense._aim_chooser.chooses_for(who)


def test_a_tactic_that_somebody_names_still_rules(tmp_path: Path) -> None:
    setup = with_sense(fight_of_three(tmp_path, "sr3", {}, {}))
    assert aims_in(setup, "rook")
    assert not aims_in(setup._replace(tactics={"rook": "nearest"}), "rook")
    assert not aims_in(setup._replace(tactics={"pc": "nearest"}), "rook")
    assert aims_in(setup._replace(tactics={"foe": "nearest"}), "rook")
    assert not aims_in(setup._replace(sensible=("first",)), "rook")


def test_of_many_foes_the_nearest_and_the_weakest_are_weighed(tmp_path: Path) -> None:
    encounter = fight_of_three(tmp_path, "storyteller", {}, {})
    names = [f"foe-{number}" for number in range(3 * MOST_FOES)]
    encounter.combatants |= dict.fromkeys(names, encounter.combatants["first"])
    weak, weaker = names[-1], names[-2]
    chooser = sense_of(encounter)._aim_chooser
    now = replace(
        encounter, fight={"combatants": {weak: {"lethal": 3}, weaker: {"lethal": 4}}}
    )  # fmt: skip
    found = chooser.order_aims(Draft(now), "rook", [WantedAttack(name) for name in names])
    assert [aim.target for aim in found[:3]] == [weaker, weak, names[0]]
    assert sorted(aim.target for aim in found) == sorted(names)


def test_an_attack_goes_as_far_as_its_chance_to_put_somebody_out() -> None:
    assert Progress(2, 0.1).share_of(8) == 0.25
    assert Progress(2, 0.5).share_of(8) == 0.5
    assert Progress(12, 0.5).share_of(8) == 1


def test_the_car_park_is_won_by_worth_and_lost_against_the_nearest() -> None:
    """The foes of a party that attacks the nearest gather on Dana with the rifle, and not on Rita,
    who takes more. Of 12 fights they win 11, and 2 if they attack the nearest, too. Nobody has
    cover here, so that nothing else differs."""
    encounter, fights = opened("car-park"), 12
    encounter.combatants["rita"]["stamina"] = 5
    del encounter.scene["covers"]
    for sheet in encounter.combatants.values():
        sheet.pop("cover", None)
    setup = with_sense(encounter)
    party = {"pc": "nearest"}
    plainly, by_worth = (
        sharing_player(setup._replace(tactics=tactics)).play(range(fights)).won["foe"]
        for tactics in (party | {"foe": "nearest"}, party)
    )
    assert by_worth >= plainly + fights / 2


def guards_and_medics(folder: Path, **medic: Any) -> Encounter:
    """A guard and a medic (with these changes) against a guard and two medics, in Spotlight."""
    data = random_fight(16)
    data["combatants"]["pc-2-medic"] |= medic
    return opened_data(folder, data)


def guard_attacks_medic(encounter: Encounter) -> bool:
    """Whether the foes' guard attacks the medic before the party's guard."""
    chooser = sense_of(encounter)._aim_chooser
    aims = [WantedAttack("pc-1-guard"), WantedAttack("pc-2-medic")]
    found = chooser.order_aims(Draft(encounter), "foe-1-guard", aims)
    return found[0].target == "pc-2-medic"


def test_a_medic_who_saves_the_others_is_attacked_first(tmp_path: Path) -> None:
    assert guard_attacks_medic(guards_and_medics(tmp_path))
    assert not guard_attacks_medic(guards_and_medics(tmp_path, skills={"firearms": 2}))


def test_a_medic_counts_for_no_more_where_nobody_can_be_saved(tmp_path: Path) -> None:
    """Neither whoever is dead nor, from a lethal weapon, whoever has no death spotlight."""
    encounter = guards_and_medics(tmp_path)
    weighing = sense_of(encounter)._weighing

    def saved(draft: Draft, attacker: str) -> list[str]:
        return [*weighing.revivable_friends(draft, "pc-2-medic", attacker)]

    assert saved(Draft(encounter), "foe-1-guard") == ["pc-1-guard"]
    dead = replace(encounter, fight={"combatants": {"pc-1-guard": {"fate": "dead"}}})
    assert saved(Draft(dead), "foe-1-guard") == []
    encounter.combatants["pc-1-guard"]["death_spotlight"] = False
    assert saved(Draft(encounter), "foe-1-guard") == []
    assert saved(Draft(encounter), "foe-2-medic") == ["pc-1-guard"]


def test_the_foes_of_a_medic_win_by_attacking_that_medic_first(tmp_path: Path) -> None:
    """Of 40 fights the foes win 19 if all attack the medic first, 7 if all attack the guard first.
    Without being told they do as well as by attacking the medic."""
    chosen = setup(guards_and_medics(tmp_path), rounds=30)
    foes = tuple(who for who in chosen.encounter.combatants if who.startswith("foe"))
    chosen = chosen._replace(sensible=foes)

    def count_wins(told: Setup) -> int:
        return sharing_player(told).play(range(20)).won["foe"]

    medic, guard = (
        count_wins(chosen._replace(varied=Habit("foe", TARGET, ON, first)))
        for first in ("pc-2-medic", "pc-1-guard")
    )
    assert medic >= guard + 4
    assert count_wins(chosen) >= medic - 1


@pytest.mark.parametrize(
    ("weapons", "is_left"), [(("carbine",), True), (("carbine", "pistol"), False)]
)
def test_who_has_no_arm_left_for_a_weapon_is_attacked_later(
    tmp_path: Path, weapons: tuple[str, ...], is_left: bool
) -> None:
    """In the stand-off of Spotlight 30 of 150 fights are won by it in place of 7. Whoever has a
    pistol draws it with the other arm."""
    gun = {"skill": "firearms", "damage": 5, "damage_type": "lethal", "modes": ["single"]}
    both = {"carbine": {**gun, "arm": "both"}, "pistol": gun}
    shooter: dict[str, Any] = {
        "strength": 3, "fortitude": 3, "willpower": 3, "skills": {"firearms": 5},
        "weapons": {name: both[name] for name in weapons},
    }  # fmt: skip
    people = {"a": {**shooter, "side": "pc"}, "b": shooter, "c": shooter}
    own = {who: json.loads(json.dumps(sheet)) for who, sheet in people.items()}
    encounter = written(tmp_path, "spotlight", own)
    chooser = sense_of(encounter)._aim_chooser
    draft = Draft(encounter)
    usual = chooser.pay_of_attack(draft, "a", "b")
    # The arm has six boxes; the weapon in it falls.
    draft.put(("fight", "combatants", "b", "locations"), {"right_arm": {"lethal": 6}})
    draft.put(("fight", "combatants", "b", "held"), {})
    pay = chooser.pay_of_attack(draft, "a", "b")
    assert chooser.pay_of_attack(draft, "a", "c") == usual > 0
    assert (pay < usual / 3) is is_left
