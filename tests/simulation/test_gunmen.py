"""Fights of sr3 in which one choice of somebody who shoots is plainly right: those who have sense
make it, and it does better where both choices are played by hand."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Assignment, Attack, Intent, Options, RollInit, Set
from gmtrack.core.values import replace
from gmtrack.rulesets.port import WantedAttack
from gmtrack.rulesets.registry import load
from gmtrack.rulesets.sr3.screens import moves
from gmtrack.simulation.fight import SimulatedFight
from gmtrack.simulation.habits import ON, TARGET, Habit
from gmtrack.simulation.work import Player, load_rules
from gmtrack.simulation.worth import AttackWorth

from .by_hand import play_by_hand
from .fights import sharing_player
from .test_choices import by, fights
from .test_mages import PISTOL, fight, first_deed
from .test_sense import first, sense_of, with_sense

SMG = {
    "skill": "smg", "power": 6, "level": "M", "ranges": [10, 40, 80, 150], "capacity": 30,
    "modes": ["sa", "bf", "fa"], "gas_vent": 2,
}  # fmt: skip
GUNMAN = {"body": 5, "quickness": 5, "skills": {"pistols": 5, "smg": 5}}
ARMORED = [{"ballistic": 4, "impact": 3}]
FIGHTS = 60


def shot(who: str, target: str, weapon: str, *words: str) -> Attack:
    return Attack(who, (target,), options=Options(weapon=weapon, words=words))


def won_by_hand(encounter: Encounter, who: str, *lines: Intent) -> float:
    """Return the party's share of the fights in which somebody does the first of these things
    that is not refused, each time that they may act, and everybody else is plain."""

    def typed(draft: Draft) -> tuple[Intent, ...]:
        del draft
        return lines

    return play_by_hand(encounter, who, typed, FIGHTS).won["pc"] / FIGHTS


def test_a_weapon_is_weighed_by_its_best_shot(tmp_path: Path) -> None:
    """A pistol's plain shot does more than that of a submachine gun, whose full auto does most."""
    weapons = {"smg": SMG, "pistol": PISTOL}
    people: dict[str, Any] = {
        "rook": {**GUNMAN, "side": "pc", "reaction": 14, "weapons": weapons},
        "gus": {**GUNMAN, "body": 7, "armor": ARMORED, "weapons": {"pistol": PISTOL}},
    }
    encounter = fight(tmp_path, people, {"rook": {"position": [0, 0]}, "gus": {"position": [9, 0]}})
    assert "mode=fa" in first_deed(encounter, "rook")
    full_auto = won_by_hand(
        encounter, "rook", shot("rook", "gus", "smg", "mode=fa", "rounds=6", "pool=all")
    )
    pistol = won_by_hand(
        encounter,
        "rook",
        Act("rook", "ready", ("pistol",)),
        shot("rook", "gus", "pistol", "pool=all"),
        shot("rook", "gus", "pistol"),
    )
    assert full_auto > pistol + 0.1, (full_auto, pistol)


def test_a_pool_that_is_spent_is_not_weighed_anew(tmp_path: Path) -> None:
    people: dict[str, Any] = {
        "rook": {**GUNMAN, "side": "pc", "weapons": {"pistol": PISTOL}},
        "gus": {**GUNMAN, "weapons": {"pistol": PISTOL}},
    }
    live: dict[str, Any] = {"rook": {"position": [0, 0]}, "gus": {"position": [4, 0]}}
    usual = shot("rook", "gus", "pistol")
    assert "pool=all" in first(fight(tmp_path, people, live), usual).options.words
    live["rook"]["pool_left"] = 0
    assert "pool=all" not in first(fight(tmp_path, people, live), usual).options.words


def test_full_auto_is_not_weighed_in_the_second_half_of_a_phase(tmp_path: Path) -> None:
    people: dict[str, Any] = {
        "rook": {**GUNMAN, "side": "pc", "weapons": {"smg": SMG}},
        "gus": {**GUNMAN, "body": 7, "armor": ARMORED, "weapons": {"pistol": PISTOL}},
    }
    live: dict[str, Any] = {"rook": {"position": [0, 0]}, "gus": {"position": [9, 0]}}
    usual = shot("rook", "gus", "smg")
    assert "mode=fa" in first(fight(tmp_path, people, live), usual).options.words
    live["rook"]["simple_left"] = 1
    assert "mode=fa" not in first(fight(tmp_path, people, live), usual).options.words


def offered_volleys(folder: Path, apart: int, *, smart: bool) -> list[int]:
    """Return how many targets each full auto has that Rook may fire at foes so many metres
    apart."""
    smg = {**SMG, "smartgun": smart}
    people: dict[str, Any] = {
        "rook": {**GUNMAN, "side": "pc", "smartlink": smart, "weapons": {"smg": smg}},
        "gus": GUNMAN,
        "zed": GUNMAN,
    }
    live: dict[str, Any] = {
        "rook": {"position": [0, 0]},
        "gus": {"position": [9, 0]},
        "zed": {"position": [9, apart]},
    }
    play = Player(with_sense(fight(folder, people, live))).fight(1)
    assert play._resolve(RollInit()) is None
    play._draft.put(("fight", "acting"), "rook")
    ways = moves.attacks_on_several(play._draft, "rook", ["gus", "zed"])
    return [len(way.intent.targets) for way in ways if isinstance(way.intent, Attack)]


def test_nobody_walks_full_auto_across_many_metres(tmp_path: Path) -> None:
    """The rounds that are lost between two targets recoil, too; a smartlink loses none."""
    assert offered_volleys(tmp_path, 4, smart=False) == [2]
    assert offered_volleys(tmp_path, 8, smart=False) == []
    assert offered_volleys(tmp_path, 8, smart=True) == [2]


def test_the_foe_who_acts_more_often_is_attacked(tmp_path: Path) -> None:
    """Of two with the same gun the one who has wired reflexes is as dangerous as two or three."""
    gunman = {**GUNMAN, "weapons": {"pistol": PISTOL}}
    wired = {**gunman, "reaction": 11, "initiative_dice": 3}
    people: dict[str, Any] = {
        "rook": {**gunman, "side": "pc", "reaction": 18, "combat_pool": 0},
        "ruth": {**gunman, "side": "pc", "reaction": 18, "combat_pool": 0},
        "slow": gunman,
        "fast": wired,
    }
    places = {"rook": [0, 0], "ruth": [0, 1], "slow": [9, 0], "fast": [9, 1]}
    encounter = fight(tmp_path, people, {who: {"position": at} for who, at in places.items()})
    setup = with_sense(encounter)
    play = sharing_player(setup).fight(1)
    assert play._sense is not None
    aims = [WantedAttack("slow"), WantedAttack("fast")]
    assert play._sense._aim_chooser.order_aims(play._draft, "rook", aims)[0].target == "fast"
    won = {}
    for foe in ("slow", "fast"):
        habit = Habit("pc", TARGET, ON, who=foe)
        won[foe] = sharing_player(setup._replace(varied=habit)).play(range(FIGHTS)).won["pc"]
    assert won["fast"] >= won["slow"] + 5, won


def at_range(folder: Path, apart: int, *, foe: Any = None, **live: Any) -> Encounter:
    """Rook, so many metres from somebody who has a pistol, or from another foe."""
    gus = {**GUNMAN, "combat_pool": 0, "weapons": {"pistol": PISTOL}}
    people: dict[str, Any] = {
        "rook": {**gus, "side": "pc", "reaction": 12},
        "gus": {**gus, **(foe or {})},
    }
    places = {"rook": {"position": [0, 0], **live}, "gus": {"position": [apart, 0]}}
    return fight(folder, people, places)


def test_who_shoots_walks_into_a_nearer_range(tmp_path: Path) -> None:
    """The pistol's ranges end at 5, 20, 40 and 60 metres; rook walks 5 in a phase."""
    assert first_deed(at_range(tmp_path, 7), "rook") == "set rook position=2,0"
    assert first_deed(at_range(tmp_path, 23), "rook") == "set rook position=3,0"
    assert "set rook" not in first_deed(at_range(tmp_path, 15), "rook")
    blade = {"knife": {"skill": "edged_weapons", "power_bonus": 3, "level": "M"}}
    striker = {"weapons": blade, "skills": {"edged_weapons": 5}}
    assert "set rook" not in first_deed(at_range(tmp_path, 7, foe=striker), "rook")


def test_who_walks_two_metres_wins_more(tmp_path: Path) -> None:
    """The foe's rifle shoots as well from either place."""
    rifle = {"weapons": {"pistol": {**PISTOL, "ranges": [45, 80, 120, 200]}}}
    encounter = at_range(tmp_path, 22, foe=rifle)
    walk = Set("rook", (Assignment(("fight", "combatants", "rook", "position"), [2, 0]),))

    def typed(draft: Draft) -> tuple[Intent, ...]:
        here = draft.get(("fight", "combatants", "rook", "position"))
        return (walk,) if here == [0, 0] else ()

    walked = play_by_hand(encounter, "rook", typed, FIGHTS).won["pc"]
    stood = play_by_hand(encounter, "rook", lambda draft: (), FIGHTS).won["pc"]
    assert walked > stood + 5, (walked, stood)


RIFLE = {**PISTOL, "ranges": [60, 80, 120, 200]}


def test_who_is_in_cover_walks_too_and_hides_again(tmp_path: Path) -> None:
    encounter = at_range(tmp_path, 7, partial_cover=True)
    play, done = fights(encounter, 1)
    play._resolve(RollInit())
    play._draft.put(("fight", "acting"), "rook")
    while play._act("rook"):
        pass
    lines = [line_of(one) for one in by("rook", done)]
    assert lines[0] == "set rook position=2,0 partial_cover=false"
    assert lines[-1] == "act rook take-cover"
    assert sum(isinstance(one, Attack) for one in by("rook", done)) == 2


def test_who_gains_by_a_nearer_range_walks_for_several_phases(tmp_path: Path) -> None:
    """The foe's rifle shoots as well from afar."""
    encounter = at_range(tmp_path, 50, foe={"weapons": {"pistol": RIFLE}})
    assert first_deed(encounter, "rook") == "set rook position=5,0"
    equal = at_range(tmp_path, 50)
    assert "set rook" not in first_deed(equal, "rook")
    position = ("fight", "combatants", "rook", "position")

    def typed(draft: Draft) -> tuple[Intent, ...]:
        x, _ = draft.get(position)
        nearer = Assignment(position, [x + 5, 0])
        return (Set("rook", (nearer,)),) if x < 10 else ()

    walked = play_by_hand(encounter, "rook", typed, FIGHTS).won["pc"]
    stood = play_by_hand(encounter, "rook", lambda draft: (), FIGHTS).won["pc"]
    assert walked > stood + 5, (walked, stood)


def test_nobody_walks_into_a_range_in_which_three_foes_gain_as_much(tmp_path: Path) -> None:
    encounter = at_range(tmp_path, 23)
    gus = encounter.combatants["gus"]
    for number in (1, 2):
        encounter.combatants[f"gus-{number}"] = deepcopy(gus)
        encounter.fight["combatants"][f"gus-{number}"] = {"position": [23, number]}
    encounter = fight(tmp_path, encounter.combatants, encounter.fight["combatants"])
    assert "set rook" not in first_deed(encounter, "rook")
    assert first_deed(encounter, "gus").startswith("set gus position=20,0")


def in_phase(folder: Path, rook: dict[str, Any], apart: int, **fired: Any) -> SimulatedFight:
    """Return a fight in which it is Rook's phase, who has a pistol and has fired so. Gus is 9 m
    from her and Zed so many."""
    gunman = {**GUNMAN, "combat_pool": 0, "weapons": {"pistol": PISTOL}}
    people: dict[str, Any] = {
        "rook": {**gunman, "side": "pc", **rook},
        "gus": gunman,
        "zed": gunman,
    }
    live: dict[str, Any] = {
        "rook": {"position": [0, 0], "partial_cover": True},
        "gus": {"position": [9, 0]},
        "zed": {"position": [apart, 0], "partial_cover": True},
    }
    play = sharing_player(with_sense(fight(folder, people, live))).fight(1)
    assert play._resolve(RollInit()) is None
    play._draft.put(("fight", "acting"), "rook")
    for name, value in fired.items():
        play._draft.put(("fight", "combatants", "rook", name), value)
    return play


ONE_SHOT = {"rounds_this_phase": 1, "simple_left": 1}


@pytest.mark.parametrize(
    ("fired", "gus", "zed"),
    [
        ({}, 0, 0),
        ({**ONE_SHOT, "targets_this_phase": ["gus"]}, 1, 3),
        ({**ONE_SHOT, "targets_this_phase": ["zed"]}, 3, 1),
        ({**ONE_SHOT, "simple_left": 0, "targets_this_phase": ["zed"]}, 0, 0),
    ],
)
def test_a_second_shot_is_weighed_with_what_the_first_one_left(
    tmp_path: Path, fired: dict[str, Any], gus: int, zed: int
) -> None:
    """The first shot recoils, and another target than its own is harder to hit. Once no shot is
    left in the phase, it says nothing of the next one."""
    worths = in_phase(tmp_path, {}, 9)
    play = in_phase(tmp_path, {}, 9, **fired)
    assert worths._sense is not None
    assert play._sense is not None
    for foe, harder in (("gus", gus), ("zed", zed)):
        usual = shot("rook", foe, "pistol")
        options = usual.options._replace(mods=(f"+{harder}",)) if harder else usual.options
        expected = worths._sense._worth.of_attack(worths._draft, replace(usual, options=options))
        assert play._sense._worth.of_attack(play._draft, usual) == expected
        # What follows from it is worked out in a fight that stands as it is now.
        states = play._sense._worth.states.attacker_states(play._draft, "rook", foe)
        weighed = play._sense._worth.states.fight_with(states)
        assert play._sense._worth.of_attack(weighed, usual) == expected


def test_the_second_shot_is_at_the_same_target(tmp_path: Path) -> None:
    aims = [WantedAttack("zed"), WantedAttack("gus")]
    for target in ("gus", "zed"):
        fired = {**ONE_SHOT, "targets_this_phase": [target]}
        play = in_phase(tmp_path, {}, 9, **fired)
        play._draft.put(("fight", "combatants", "zed", "partial_cover"), False)
        assert play._sense is not None
        assert play._sense._aim_chooser.order_aims(play._draft, "rook", aims)[0].target == target


def test_who_would_hardly_hit_with_a_second_shot_aims(tmp_path: Path) -> None:
    """At 10 a shot is worth another one. After a burst at Gus, who is out, it is at 18: what aiming
    brings to the shot of the next phase, then at 9, is more."""
    kicking = {"weapons": {"pistol": {**PISTOL, "heavy_recoil": True}}}
    burst = {**ONE_SHOT, "rounds_this_phase": 3, "targets_this_phase": ["gus"]}
    for fired, expected in (({}, Attack), (burst, Act)):
        play = in_phase(tmp_path, kicking, 38, **fired)
        play._draft.put(("fight", "combatants", "gus", "physical"), 10)
        play._note_standing("gus")
        assert isinstance(next(iter(play._next_intents("rook"))), expected)


def test_a_fight_in_a_phase_is_weighed_as_one_before_it(tmp_path: Path) -> None:
    """What the file says that Rook has fired counts for her second shot, and for no later one."""
    gunman = {**GUNMAN, "weapons": {"pistol": PISTOL}}
    fired = {**ONE_SHOT, "targets_this_phase": ["gus"]}
    people: dict[str, Any] = {"rook": {**gunman, "side": "pc"}, "gus": gunman}
    worths = []
    for live in ({}, fired):
        places = {"rook": {"position": [0, 0], **live}, "gus": {"position": [9, 0]}}
        encounter = fight(tmp_path, people, places)
        worth = AttackWorth(*load_rules(load("sr3")), encounter)
        worths.append(worth.of_attack(worth.states.fight_with({}), shot("rook", "gus", "pistol")))
    assert worths[0]
    assert worths[0] == worths[1]


def first_shot(encounter: Encounter, boxes: int) -> Intent:
    """Return what Rook does first in her phase, once Gus has lost so many boxes."""
    play = sharing_player(with_sense(encounter)).fight(1)
    assert play._resolve(RollInit()) is None
    play._draft.put(("fight", "acting"), "rook")
    play._draft.put(("fight", "combatants", "gus", "physical"), boxes)
    return next(iter(play._next_intents("rook")))


def test_nobody_aims_at_the_head_of_whom_any_hit_puts_out(tmp_path: Path) -> None:
    smg = {**SMG, "modes": ["sa", "bf"], "gas_vent": 0}
    novice = {**GUNMAN, "combat_pool": 0, "skills": {"smg": 2}, "weapons": {"smg": smg}}
    people: dict[str, Any] = {
        "rook": {**novice, "side": "pc", "reaction": 12},
        "gus": {
            **GUNMAN, "combat_pool": 0, "body": 4, "armor": [{"ballistic": 2, "impact": 0}],
            "weapons": {"pistol": PISTOL},
        },
    }  # fmt: skip
    live: dict[str, Any] = {"rook": {"position": [0, 0]}, "gus": {"position": [9, 0]}}
    encounter = fight(tmp_path, people, live)
    assert first_shot(encounter, 0).options.called == "head"
    assert first_shot(encounter, 6).options.called is None
    live["gus"]["physical"] = 6
    hurt = fight(tmp_path, people, live)
    burst = shot("rook", "gus", "smg", "mode=bf")
    head = replace(burst, options=burst.options._replace(called="head"))
    plain, called = won_by_hand(hurt, "rook", burst), won_by_hand(hurt, "rook", head, burst)
    assert plain > called + 0.2, (plain, called)


def test_who_may_join_a_friend_in_melee_does_so(tmp_path: Path) -> None:
    """Two against one have 1 less on their target numbers, and the one has 1 more."""
    club = {"skill": "clubs", "power_bonus": 2, "level": "M", "damage_type": "stun"}
    bruiser = {"body": 4, "strength": 4, "combat_pool": 0, "skills": {"clubs": 4}}
    bruiser["weapons"] = {"club": club}
    people: dict[str, Any] = {
        "rook": {**bruiser, "side": "pc", "reaction": 12},
        "ruth": {**bruiser, "side": "pc"},
        "zed": bruiser,
        "gus": bruiser,
    }
    live = {"ruth": {"in_melee_with": ["gus"]}, "gus": {"in_melee_with": ["ruth"]}}
    encounter = fight(tmp_path, people, live)
    play = sharing_player(with_sense(encounter)).fight(1)
    assert play._sense is not None
    aims = [WantedAttack("zed"), WantedAttack("gus")]
    assert play._sense._aim_chooser.order_aims(play._draft, "rook", aims)[0].target == "gus"
    joined, apart = (
        won_by_hand(encounter, "rook", *(Attack("rook", (foe,)) for foe in foes))
        for foes in (("gus", "zed"), ("zed", "gus"))
    )
    assert joined > apart + 0.15, (joined, apart)


def test_opponents_in_melee_and_their_friends_count(tmp_path: Path) -> None:
    knife = {"skill": "edged_weapons", "power_bonus": 3, "level": "M"}
    armed = {**GUNMAN, "weapons": {"knife": knife, "pistol": PISTOL}}
    people: dict[str, Any] = {
        "rook": {**armed, "side": "pc"},
        "ruth": {**armed, "side": "pc"},
        "gus": armed,
        "zed": armed,
    }
    live: dict[str, Any] = {"rook": {"in_melee_with": ["gus"]}}
    draft = Draft(fight(tmp_path, people, live))
    stab, pistol = (shot("rook", "gus", weapon) for weapon in ("knife", "pistol"))
    assert moves.fields_around(draft, stab) == {}
    assert moves.fields_around(draft, pistol) == {"in_melee_with": ("gus",)}
    draft.put(("fight", "combatants", "zed", "in_melee_with"), ["rook"])
    assert moves.fields_around(draft, stab) == {"in_melee_with": ("zed",)}
    assert moves.fields_around(draft, pistol) == {"in_melee_with": ("gus", "zed")}
    draft.put(("fight", "combatants", "ruth", "in_melee_with"), ["zed"])
    assert moves.fields_around(draft, stab) == {}
    assert moves.fields_around(draft, shot("ruth", "gus", "pistol")) == {"in_melee_with": ("gus",)}


def test_a_foe_spends_the_pool_on_one_shot_of_a_combat_turn(tmp_path: Path) -> None:
    """Two shots of a phase are less than twice as dangerous as one: they are not to outweigh the
    striker beside the gunman, who has one blow."""

    def danger_with(*modes: str) -> float:
        guns = {"weapons": {"pistol": {**PISTOL, "modes": [*modes]}}, "combat_pool": 6}
        people = {"rook": {**GUNMAN, **guns, "side": "pc"}, "tick": {**GUNMAN, **guns}}
        live = {"rook": {"position": [0, 0]}, "tick": {"position": [9, 0]}}
        encounter = fight(tmp_path, people, live)
        return sense_of(encounter)._aim_chooser._danger_of(Draft(encounter), "tick", "rook")

    one_shot, two_shots = danger_with("ss"), danger_with("sa")
    assert one_shot < two_shots < 1.8 * one_shot
