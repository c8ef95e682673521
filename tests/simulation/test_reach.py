"""Where positions are known nobody strikes across the field: who cannot reach their foe shoots,
attacks somebody nearer, or runs there first."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options, RollInit, Set
from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation.fight import Sides
from gmtrack.simulation.habits import ON, TARGET, Habit
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import opened, setup, sharing_player, written
from .test_choices import by, fights
from .test_sense import sense_of, with_sense

KATANA = {"katana": {"skill": "swords", "power_bonus": 3, "level": "M", "reach": 1}}
PISTOL = {
    "pistol": {"skill": "pistols", "power": 9, "level": "M", "ranges": [30, 60, 90, 120]},
}  # fmt: skip
SAMURAI: dict[str, Any] = {
    "side": "pc", "quickness": 6, "strength": 5, "reaction": 12,
    "skills": {"swords": 6, "pistols": 5},
}  # fmt: skip


def field(folder: Path, weapons: dict[str, Any], *metres: int) -> Encounter:
    """A samurai at the origin, and a foe at each distance."""
    people: dict[str, Any] = {"samurai": {**SAMURAI, "weapons": weapons}}
    live: dict[str, Any] = {"samurai": {"position": [0, 0]}}
    for number, far in enumerate(metres, start=1):
        people[f"foe-{number}"] = {"skills": {"clubs": 3}, "quickness": 3}
        live[f"foe-{number}"] = {"position": [far, 0]}
    return written(folder, "sr3", people, fight={"combatants": live})


def deeds(encounter: Encounter, phases: int) -> list[Intent]:
    """What the samurai does in the first phases, in which nobody else does anything."""
    fight, done = fights(encounter, 1)
    fight._resolve(RollInit())
    for _ in range(phases):
        fight._draft.put(("fight", "acting"), "samurai")
        fight._draft.put(("fight", "combatants", "samurai", "simple_left"), 2)
        while fight._act("samurai"):
            pass
    return by("samurai", done)


@pytest.mark.parametrize(("metres", "runs"), [(5, 0), (14, 1), (29, 2)])
def test_a_katana_strikes_when_its_bearer_has_got_there(
    tmp_path: Path, metres: int, runs: int
) -> None:
    did = deeds(field(tmp_path, KATANA, metres), runs + 1)
    assert [type(one) for one in did[: runs + 1]] == [*[Set] * runs, Attack]


def test_who_lies_on_the_ground_stands_up_before_they_run(tmp_path: Path) -> None:
    encounter = field(tmp_path, KATANA, 14)
    encounter.fight["combatants"]["samurai"]["prone"] = True
    did = deeds(encounter, 3)
    assert [type(one) for one in did[:3]] == [Act, Set, Attack]
    assert line_of(did[0]) == "act samurai stand-up"


def test_the_run_is_told_as_the_line_that_can_be_typed(tmp_path: Path) -> None:
    run = deeds(field(tmp_path, KATANA, 14), 1)[0]
    assert line_of(run) == "set samurai position=13,0 simple_left=0"


def test_who_can_shoot_does_not_run_across_the_field(tmp_path: Path) -> None:
    encounter = field(tmp_path, {**KATANA, **PISTOL}, 29)
    encounter.combatants["samurai"]["skills"] = {"swords": 2, "pistols": 6}
    did = deeds(encounter, 2)
    shots = [one for one in did if isinstance(one, Attack)]
    assert shots
    assert all(one.options.weapon == "pistol" for one in shots)
    assert not any(isinstance(one, Set) for one in did)


def test_two_who_run_to_the_same_foe_stand_beside_each_other(tmp_path: Path) -> None:
    encounter = field(tmp_path, KATANA, 14)
    encounter.combatants["friend"] = {**SAMURAI, "weapons": KATANA}
    encounter.fight["combatants"]["friend"] = {"position": [13, 0]}
    run = deeds(encounter, 1)[0]
    assert line_of(run) == "set samurai position=12,0 simple_left=0"


def between_two_gunmen(folder: Path) -> Encounter:
    """A samurai with a katana between two gunmen, each a run away."""
    people: dict[str, Any] = {"samurai": {**SAMURAI, "reaction": 7, "weapons": KATANA}}
    live: dict[str, Any] = {"samurai": {"position": [0, 0]}}
    for who, place in (("left", -16), ("right", 16)):
        gunman = {"body": 5, "reaction": 6, "skills": {"pistols": 4, "clubs": 3}}
        people[who] = {**gunman, "weapons": deepcopy(PISTOL)}
        live[who] = {"position": [place, 0]}
    return written(folder, "sr3", people, fight={"combatants": live})


def test_nobody_runs_to_whom_they_reach_only_when_the_pool_is_back(tmp_path: Path) -> None:
    """A pool that is spent now is full again when they get there: whoever counts on it runs to and
    fro between two who shoot."""
    encounter = between_two_gunmen(tmp_path)
    setup = with_sense(encounter)
    fight = sharing_player(setup).fight(1)
    assert fight._sense is not None
    draft, aims = fight._draft, [WantedAttack("left"), WantedAttack("right")]
    draft.put(("fight", "combatants", "right", "pool_left"), 0)
    assert fight._sense._aim_chooser.order_aims(draft, "samurai", aims)[0].target == "left"
    one_first = setup._replace(varied=Habit("pc", TARGET, ON, who="left"))
    sensible, by_habit = (
        sharing_player(one).play(range(40)).won["pc"] for one in (setup, one_first)
    )
    assert sensible >= by_habit - 2, (sensible, by_habit)


def test_who_is_near_is_struck_before_who_is_far(tmp_path: Path) -> None:
    did = deeds(field(tmp_path, KATANA, 29, 3), 1)
    attack = next(one for one in did if isinstance(one, Attack))
    assert attack.targets == ("foe-2",)


def beside_a_master(folder: Path, metres: int) -> Encounter:
    """A samurai beside a master of the blade, and an archer so far away."""
    encounter = field(folder, KATANA, 3, metres)
    encounter.combatants["samurai"]["skills"] = {"swords": 4}
    encounter.combatants["foe-1"] |= {
        "name": "Master", "quickness": 5, "strength": 6, "skills": {"swords": 9}, "weapons": KATANA,
    }  # fmt: skip
    bow = {"class": "bow", **PISTOL["pistol"]}
    encounter.combatants["foe-2"] |= {"skills": {"pistols": 6}, "weapons": {"bow": bow}}
    return written(folder, "sr3", encounter.combatants, fight=encounter.fight)


@pytest.mark.parametrize("metres", [4, 12])
def test_who_would_only_be_hurt_attacks_somebody_else(tmp_path: Path, metres: int) -> None:
    encounter = beside_a_master(tmp_path, metres)
    attack = next(one for one in deeds(encounter, 3) if isinstance(one, Attack))
    assert attack.targets == ("foe-2",)


def test_whom_a_blow_cannot_harm_counts_by_what_it_costs() -> None:
    """The third thug's knife does nothing to Ash, whose katana strikes back."""
    encounter = opened("stairwell")
    aims = sense_of(encounter)._aim_chooser
    assert aims.pay_of_attack(Draft(encounter), "thug-3", "ash") < -5
    assert aims.pay_of_attack(Draft(encounter), "thug-3", "wren") > 0


def test_more_foes_fall_if_the_master_is_left_for_the_archer(tmp_path: Path) -> None:
    encounter = beside_a_master(tmp_path, 4)
    fallen = []
    for foe in ("foe-1", "foe-2"):
        strike = Attack("samurai", (foe,), options=Options(weapon="katana"))
        tally = play_by_hand(encounter, "samurai", lambda draft, strike=strike: [strike], 60)
        fallen.append(tally.out["foe-1"] + tally.out["foe-2"])
    assert fallen[1] > fallen[0] + 10, fallen


def test_the_archer_above_is_not_clubbed_in_the_first_phase() -> None:
    """The thugs on the stairs strike whoever holds the landing."""
    encounter = opened("stairwell")
    for number in range(2):
        fight, done = fights(encounter, number)
        fight._resolve(RollInit())
        foes = [who for who, side in Sides(encounter).side_by_combatant.items() if side == "foe"]
        for who in foes:
            fight._draft.put(("fight", "acting"), who)
            fight._act(who)
        targets = {one.targets for one in done if isinstance(one, Attack)}
        assert targets <= {("ash",)}


def test_plain_combatants_strike_as_ever(tmp_path: Path) -> None:
    fight = Player(setup(field(tmp_path, KATANA, 29))).fight(1)
    fight._resolve(RollInit())
    fight._draft.put(("fight", "acting"), "samurai")
    assert isinstance(next(fight._next_intents("samurai")), Attack)


# --- in i2050, where a blow across the field has no odds ---

FIGHTER: dict[str, Any] = {"dex": 10, "con": 10, "siz": 12, "move": 8}
SWORD = {"sword": {"skill": "swords", "class": "medium", "damage": "2d8"}}
GUN = {"gun": {"skill": "guns", "class": "missile", "damage": "1d6"}}
MASTER = {**FIGHTER, "skills": {"swords": 16}, "weapons": SWORD}
MARKSMAN = {**FIGHTER, "skills": {"guns": 8}, "weapons": GUN}
"""With a gun that does little."""


def street(folder: Path, people: dict[str, Any], metres: dict[str, int]) -> Encounter:
    """A fight of i2050 in which each stands at so many metres."""
    own = {who: deepcopy(sheet) for who, sheet in people.items()}
    live = {who: {"position": [x, 0]} for who, x in metres.items()}
    return written(folder, "i2050", own, fight={"combatants": live})


def against_a_sword(folder: Path, metres: int) -> Encounter:
    """Two who shoot at one of two foes: a marksman beside them, and a master of the sword."""
    shooter = {**FIGHTER, "side": "pc", "skills": {"guns": 14}, "weapons": GUN}
    people = {"a": shooter, "b": shooter, "marksman": MARKSMAN, "master": MASTER}
    return street(folder, people, {"a": 0, "b": 0, "marksman": 3, "master": metres})


def pays(encounter: Encounter, who: str, foes: tuple[str, ...]) -> list[float]:
    """What an attack of somebody on each of these foes pays."""
    chooser, draft = sense_of(encounter)._aim_chooser, Draft(encounter)
    return [chooser.pay_of_attack(draft, who, foe) for foe in foes]


def test_a_sword_that_comes_nearer_is_a_danger(tmp_path: Path) -> None:
    """It is less of one the longer it takes. By hand those who shoot at the master first win 41 of
    60 fights from 6 m, and those who shoot at the marksman first 11."""
    near, later, far = (
        pays(against_a_sword(tmp_path, metres), "a", ("marksman", "master"))
        for metres in (1, 6, 30)
    )
    assert near[1] > later[1] > far[1] > 0.3 * near[1]
    assert later[1] > 2 * later[0]


def test_who_strikes_goes_for_the_foe_who_is_worth_the_way(tmp_path: Path) -> None:
    people = {
        "a": {**MASTER, "side": "pc"},
        "weak": MARKSMAN,
        "strong": {**MARKSMAN, "skills": {"guns": 16}},
    }
    near = street(tmp_path, people, {"a": 0, "weak": 6, "strong": 6})
    weak, strong = pays(near, "a", ("weak", "strong"))
    assert 0 < weak < strong
    far = street(tmp_path, people, {"a": 0, "weak": 6, "strong": 60})
    weak, strong = pays(far, "a", ("weak", "strong"))
    assert weak > strong > 0


def test_nobody_walks_to_a_foe_who_will_be_down_by_then(tmp_path: Path) -> None:
    """A friend has declared to shoot at the strong one, who falls in a round or two. The foe who is
    as far away, and far less dangerous, pays more for whoever has a way of three rounds."""
    gunman = {
        **FIGHTER,
        "side": "pc",
        "skills": {"guns": 14},
        "weapons": {"gun": {**GUN["gun"], "damage": "3d6"}},
    }
    swordsman = {**MASTER, "side": "pc"}
    strong, weak = {**MARKSMAN, "skills": {"guns": 18}}, {**MARKSMAN, "skills": {"guns": 7}}
    people = {"swordsman": swordsman, "a": gunman, "strong": strong, "weak": weak}
    places = {"swordsman": 0, "a": 0, "strong": 25, "weak": 25}
    fight = sharing_player(with_sense(street(tmp_path, people, places))).fight(1)
    assert fight._sense is not None
    fight._resolve(RollInit())
    chooser, draft = fight._sense._aim_chooser, fight._draft
    foes = ("strong", "weak")
    alone = [chooser.pay_of_attack(draft, "swordsman", foe) for foe in foes]
    assert alone[0] > 2 * alone[1]
    assert fight._resolve(Act("a", "shoot", ("strong",))) is None
    beside = [chooser.pay_of_attack(draft, "swordsman", foe) for foe in foes]
    assert beside[1] > 1.5 * beside[0]
