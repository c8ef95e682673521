"""Fights in which one choice is plainly right, and is made: from each ruleset's example of two,
Rook and Weasel, with what makes it so."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from gmtrack import rulesets
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Intent, Leave
from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation.acts import estimate_threat
from gmtrack.simulation.fight import Sides, SimulatedFight
from gmtrack.simulation.work import Player

from .fights import opened, play_until, setup, sharing_player, written
from .test_sense import attack, first, sense_of, with_sense

Changes = dict[str, dict[str, Any]]


def example(folder: Path, ruleset: str, changes: Changes, **more: Any) -> Encounter:
    """Rook and Weasel with other numbers; `more` are the scene and the fight."""
    file = Path(rulesets.__path__[0]) / ruleset / "example.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    people = deepcopy(data["combatants"])
    for who, sheet in changes.items():
        people.setdefault(who, {}).update(sheet)
    kept = {"scene": data["scene"], "fight": data.get("fight", {})}
    return written(folder, ruleset.replace("_", "-"), people, **(kept | more))


# --- in an attack ---

Told = Callable[[Any], bool]


def says(word: str) -> Told:
    return lambda options: word in options.words


def calls(*places: str) -> Told:
    return lambda options: options.called in places


SURE = {"agility": 12, "skills": {"pistols": 12}, "weapons": {
    "dart": {"kind": "ranged", "skill": "pistols", "dv": "3P", "modes": ["single"], "accuracy": 9},
}}  # fmt: skip
HULK = {"flesh_max": 40, "agility": 10, "skills": {"blades": 8}, "reaction": 1, "intuition": 1}
BATON = {"baton": {"damage": 1, "damage_type": "bashing", "initiative": -1}}
BLADE = {"blade": {"kind": "melee", "damage": 2}}
CHOSEN: dict[str, tuple[str, Changes, str, Told]] = {
    # A dart does little to a mountain of flesh; without the arm it strikes no longer.
    "Swan Song: the arm with the weapon": (
        "swan_song", {"rook": SURE, "weasel": HULK}, "rook", calls("right-shoulder"),
    ),
    "Storyteller: a limb, which armor does not cover": (
        "storyteller",
        {
            "rook": {"dexterity": 5, "skills": {"firearms": 5}, "cover": None},
            "weasel": {
                "stamina": 1, "strength": 5, "skills": {"weaponry": 5}, "weapons": BLADE,
                "wielded": "blade",
            },
        },
        "rook", calls("leg"),
    ),
    # Without willpower the shot at the hand, with a chance die, is best; but willpower helps the
    # plain shot more than twice as much as that.
    "Storyteller: a plain shot with willpower": (
        "storyteller",
        {
            "rook": {"dexterity": 2, "skills": {"firearms": 2}},
            "weasel": {
                "stamina": 2, "cover": "dumpster", "skills": {"firearms": 5}, "wielded": "revolver",
            },
        },
        "rook", lambda options: "willpower" in options.words and options.called is None,
    ),
    # Weasel can hardly hit back.
    "Storyteller: all out": (
        "storyteller",
        {
            "rook": {"weapons": BATON, "wielded": "baton", "cover": None},
            "weasel": {"skills": {}, "strength": 1, "weapons": {}},
        },
        "rook", says("all-out"),
    ),
    # All but the head is in steel.
    "i2050: the head above the armor": (
        "i2050",
        {
            "rook": {"skills": {"handgun_projectile": 19}},
            "weasel": {"armor": [{
                "name": "steel", "points": {"chest": 20, "abdomen": 20, "arms": 20, "legs": 20},
            }]},
        },
        "rook", calls("head"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CHOSEN)
def test_what_is_plainly_right_in_an_attack(tmp_path: Path, case: str) -> None:
    ruleset, changes, who, told = CHOSEN[case]
    encounter = example(tmp_path, ruleset, changes)
    foe = "weasel" if who == "rook" else "rook"
    declared = attack(encounter, who, foe)
    if ruleset == "i2050":
        declared = Act(who, "shoot", (foe,), options=declared.options)
    options = first(encounter, declared).options
    assert told(options), options


# --- instead of one ---


def acts(encounter: Encounter, who: str, foe: str, *, foes: int = 1, friends: int = 1) -> list[str]:
    """What is better than to attack, the best first."""
    found = sense_of(encounter)._actions.worthwhile(
        Draft(encounter), who, foe, estimate_threat(foes, friends, quiet=False)
    )  # fmt: skip
    return [str(getattr(way.intent, "action", "")) for way in found]


GUNS: Changes = {
    "spotlight": {"drawn": ["zip-gun"]},
    "sr3": {},
    "storyteller": {"wielded": "revolver"},
    "swan_song": {"held": {"left": "smg"}},
}


@pytest.mark.parametrize("ruleset", GUNS)
def test_who_is_shot_at_takes_cover(tmp_path: Path, ruleset: str) -> None:
    changes: Changes = {"rook": {}, "weasel": dict(GUNS[ruleset])}
    if ruleset == "storyteller":
        changes["rook"]["cover"] = None
    if ruleset == "swan_song":
        # They have all the time in the world, and Rook stands in the open.
        changes["rook"] |= {"skills": {"pistols": 0}, "armor": []}
    if ruleset == "spotlight":
        changes["weasel"] |= {"skills": {"firearms": 9}}
        changes["rook"] |= {"skills": {"firearms": 1}, "armor": []}
    encounter = example(tmp_path, ruleset, changes)
    assert "take-cover" in acts(encounter, "rook", "weasel")


def test_who_hits_nothing_aims_first(tmp_path: Path) -> None:
    poor = {"handgun_projectile": 2}
    one = example(tmp_path, "i2050", {"rook": {"skills": poor}})
    assert "aim" in acts(one, "rook", "weasel")
    sure = example(tmp_path, "i2050", {"rook": {"skills": {"handgun_projectile": 16}}})
    assert "aim" not in acts(sure, "rook", "weasel")


def test_the_action_that_is_left_beside_a_single_shot_aims(tmp_path: Path) -> None:
    smg = {"skill": "smg", "power": 6, "level": "M", "ranges": [10, 40, 80, 150], "capacity": 30}
    once, often = (
        example(tmp_path, "sr3", {"rook": {"weapons": {"smg": {**smg, "modes": modes}}}})
        for modes in (["ss"], ["sa"])
    )
    assert "aim" in acts(once, "rook", "weasel")
    assert "aim" not in acts(often, "rook", "weasel")


def test_who_is_outmatched_dodges_while_a_friend_fights_on(tmp_path: Path) -> None:
    strong = {"strength": 5, "skills": {"weaponry": 5}, "weapons": BLADE, "wielded": "blade"}
    weak = {"strength": 1, "skills": {"athletics": 3}, "cover": None}
    weak |= {"weapons": BATON, "wielded": "baton"}
    encounter = example(tmp_path, "storyteller", {"rook": weak, "weasel": strong})
    assert "dodge" in acts(encounter, "rook", "weasel", foes=2, friends=2)
    assert "dodge" not in acts(encounter, "rook", "weasel", foes=2)


def test_the_last_of_a_side_does_not_give_up_attacking_to_last_longer() -> None:
    encounter = opened("knife-fight")

    def answers(ap: int, friends: int) -> set[str]:
        live = {"ap": ap, "held": {"right": "cue"}}
        encounter.fight = {"combatants": {"bob": live}}
        found = sense_of(encounter).options.chosen(
            Draft(encounter), attack(encounter, "joe", "bob"),
            lambda who: estimate_threat(1, friends if who == "bob" else 1, quiet=False),
        )  # fmt: skip
        return {word for one in found for word in one.options.defense}

    # Bob's blow costs 2 AP, as Full Defense does; a parry 1.
    assert answers(ap=4, friends=1) == {"full", "parry"}
    assert answers(ap=3, friends=1) == {"parry"}
    assert answers(ap=2, friends=2) == set()
    # Of a blow that is worth little a friend is worth more.
    encounter.combatants["bob"] |= {"strength": 1, "skills": {"clubs": 1}}
    assert answers(ap=2, friends=2) == {"full"}
    assert answers(ap=2, friends=1) == set()


# --- in a fight ---


def fights(encounter: Encounter, number: int = 1) -> tuple[SimulatedFight, list[Intent]]:
    """A fight of people with sense, and what was done in it, as it is done."""
    fight, done = sharing_player(with_sense(encounter)).fight(number), list[Intent]()
    carry_out = fight._resolve

    def noted(intent: Intent) -> Any:
        refused = carry_out(intent)
        if refused is None:
            done.append(intent)
        return refused

    fight._resolve = noted  # type: ignore[method-assign]
    return fight, done


def by(who: str, done: list[Intent]) -> list[Intent]:
    return [one for one in done if getattr(one, "who", getattr(one, "attacker", "")) == who]


LYING = {
    "i2050": ("stand", {"rook": {"weapons": {}}}),
    "sr3": (
        "stand-up",
        {
            "rook": {"wielded": "baton"},
            "weasel": {"wielded": "knife", "skills": {"edged_weapons": 6}},
        },
    ),
    "storyteller": ("stand", {"rook": {"weapons": BLADE, "wielded": "blade", "cover": None}}),
    "swan_song": ("stand-up", {}),
}


@pytest.mark.parametrize("ruleset", LYING)
def test_who_lies_and_strikes_gets_up_first(tmp_path: Path, ruleset: str) -> None:
    action, changes = LYING[ruleset]
    encounter = example(tmp_path, ruleset, changes)
    live = encounter.fight.setdefault("combatants", {}).setdefault("rook", {})
    live["prone"] = True
    fight, done = fights(encounter)
    play_until(fight, lambda: by("rook", done))
    assert getattr(by("rook", done)[0], "action", "") == action


def test_a_medic_stops_the_bleeding_of_a_friend(tmp_path: Path) -> None:
    medic = {"logic": 12, "skills": {"first_aid": 8}, "weapons": {}}
    bleeds = {"combatants": {"joe": {"effects": [{"effect": "bleedout"}]}}}

    def treated(skilled: dict[str, Any]) -> bool:
        joe = {"side": "pc", **deepcopy(HULK), "body": 3, "strength": 3, "willpower": 3}
        encounter = example(tmp_path, "swan_song", {"rook": skilled, "joe": joe}, fight=bleeds)
        fight, done = fights(encounter)

        def has_treated() -> bool:
            return "first-aid" in [getattr(one, "action", "") for one in by("rook", done)]

        play_until(fight, has_treated)
        return has_treated()

    assert treated(medic)
    assert not treated({"logic": 1, "skills": {}, "weapons": {}})


def test_who_cannot_be_harmed_is_left_for_who_can() -> None:
    """Rita's bullets stop at the van: she shoots at who stands in the open."""
    encounter = opened("car-park")
    encounter.fight = {"combatants": {"guard-1": {"cover": "van"}}}
    aims = [WantedAttack(foe) for foe in Sides(encounter).foes["rita"]]
    assert aims[0].target == "guard-1"
    found = sense_of(encounter)._harmable_first(Draft(encounter), "rita", aims)
    assert [aim.target for aim in found] == ["crane", "guard-1", "guard-2"]


def test_the_car_park_is_decided() -> None:
    """All can hide behind the van, where no bullet harms anybody: somebody comes out."""
    tally = sharing_player(with_sense(opened("car-park"))).play(range(16))
    assert tally.won["nobody"] <= 1


def test_who_is_told_to_retreats_when_badly_hurt() -> None:
    one, retreated = setup(opened("knife-fight"))._replace(retreating=("bob",)), 0
    for number in range(60):
        fight = Player(one).fight(number)
        carry_out = fight._resolve

        def noted(intent: Intent, fight: SimulatedFight = fight, carry_out: Any = carry_out) -> Any:
            if isinstance(intent, Leave):
                assert 10 < fight.boxes_left("bob") <= 15
            return carry_out(intent)

        fight._resolve = noted  # type: ignore[method-assign]
        ending = fight.play()
        if fight._rules.standing_of(fight._draft, "bob").status == "fled":
            assert ending.won == "pc"
            assert ending.fled == ["bob"]
            retreated += 1
        else:
            assert ending.fled == []
    assert 5 < retreated < 60
