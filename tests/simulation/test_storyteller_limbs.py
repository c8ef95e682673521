"""What called shots at limbs, used Defense and a foe's wounds mean for choices by Storyteller."""

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.rulesets.storyteller.screens.likeness import boxes_of_damage
from gmtrack.simulation.acts import Threat
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import setup, written
from .test_choices import BATON, example
from .test_deeds import WEAK, acts_under
from .test_sense import attack, first, sense_of


def wracked(arms: int) -> dict[str, Any]:
    """The live state of somebody with so many wracked arms."""
    tag = {"tag": "arm-wrack", "location": "arm", "until": "scene"}
    return {"tags": [{**tag} for _ in range(arms)]}


DROPPED = {"wielded": [], "weapon_at": {"knife": "dropped"}}
SHOOTER = {"dexterity": 4, "skills": {"firearms": 4}, "cover": None}
PLATED = {
    "wielded": "knife", "armor": [{"ballistic": 4, "general": 2}], "stamina": 3, "strength": 5,
    "skills": {"weaponry": 5},
}  # fmt: skip
KNIFE = {"knife": {"damage": 0}}
FIGHTS = 60


def shot_at(folder: Path, weasel: dict[str, Any], **house: str) -> Encounter:
    """Rook shoots at Weasel, who is in plates and strikes; `weasel` is Weasel's live state."""
    return example(
        folder, "storyteller", {"rook": SHOOTER, "weasel": PLATED},
        fight={"combatants": {"weasel": weasel}}, house_rules=house,
    )  # fmt: skip


def called(encounter: Encounter) -> str | None:
    """Where Rook shoots at Weasel."""
    return first(encounter, attack(encounter, "rook", "weasel")).options.called


def test_only_an_arm_that_is_needed_is_worth_a_called_shot(tmp_path: Path) -> None:
    """What falls from one arm is in the other hand at once, unless to pick it up takes an
    action."""
    assert called(shot_at(tmp_path, {})) == "leg"
    assert called(shot_at(tmp_path, wracked(1))) in ("arm", "hand")
    assert called(shot_at(tmp_path, wracked(2))) in ("arm", "hand")
    assert called(shot_at(tmp_path, {}, draw_cost="action")) in ("arm", "hand")


def test_whoever_has_one_arm_left_strikes_in_the_same_turn(tmp_path: Path) -> None:
    fight = Player(setup(shot_at(tmp_path, {**wracked(1), **DROPPED}))).fight(0)
    done: list[Intent] = []

    class Listener:
        def hear_dice(self, dice: Any) -> Any:
            return dice

        def hear_command(self, intent: Intent) -> None:
            done.append(intent)

    fight.listener = Listener()
    fight.play()
    by_weasel = [one for one in done if getattr(one, "who", None) == "weasel" or (
        isinstance(one, Attack) and one.attacker == "weasel")]  # fmt: skip
    assert [type(one) for one in by_weasel[:2]] == [Act, Attack]


def test_a_leg_is_worth_more_than_plates_by_hand(tmp_path: Path) -> None:
    """Armor that does not cover a limb stops nothing there."""

    def typed(draft: Draft) -> Sequence[Intent]:
        return [Attack("rook", ("weasel",), options=Options(weapon="pistol", called="leg"))]

    encounter = shot_at(tmp_path, {})
    by_hand = play_by_hand(encounter, "rook", typed, FIGHTS).won["pc"]
    assert by_hand > Player(setup(encounter)).play(range(FIGHTS)).won["pc"] + 12


def test_whoever_has_used_defense_does_not_count_on_an_all_out_attack(tmp_path: Path) -> None:
    """It is refused then (ST-135), and nothing but the plain attack was left of the choice."""
    strikes = {"rook": {"weapons": BATON, "wielded": "baton", "cover": None}}
    weak: dict[str, Any] = {"weasel": {"skills": {}, "strength": 1, "weapons": {}}}
    words = {}
    for defended in (False, True):
        encounter = example(
            tmp_path, "storyteller", strikes | weak,
            fight={"combatants": {"rook": {"defended": defended}}},
        )  # fmt: skip
        words[defended] = first(encounter, attack(encounter, "rook", "weasel")).options.words
    assert "all-out" in words[False]
    assert "all-out" not in words[True]
    assert "willpower" in words[True]


def test_nobody_dodges_while_one_blow_ends_it(tmp_path: Path) -> None:
    """Weasel is as good as down, and has no Defense left in this round."""
    people = {
        "rook": {**WEAK, "stamina": 1},
        "weasel": {
            "skills": {"weaponry": 5, "athletics": 3}, "strength": 5, "weapons": KNIFE,
            "wielded": "knife",
        },
    }  # fmt: skip
    open_now = {"lethal": 6, "no_defense": ["all-out"]}
    struck = Threat(1.0, alone=False, later=1.0, by=("weasel",))
    whole = example(tmp_path, "storyteller", people)
    assert "dodge" in acts_under(whole, struck)
    hurt = example(tmp_path, "storyteller", people, fight={"combatants": {"weasel": open_now}})
    assert "dodge" not in acts_under(hurt, struck)


CHAIR = {"chair": {"improvised": True, "durability": 2, "size": 2, "structure": 3}}


def poor_strikers(folder: Path) -> Encounter:
    """Nick, who is hard to hit, against two with a chair: without willpower each of them has a
    chance die."""
    nick = {
        "side": "pc", "strength": 3, "dexterity": 3, "stamina": 3,
        "skills": {"weaponry": 3, "athletics": 2}, "weapons": BATON,
    }  # fmt: skip
    gambler = {"strength": 3, "skills": {"weaponry": 2, "athletics": 1}, "weapons": CHAIR}
    people = {"nick": nick, "gus": gambler, "ned": gambler}
    return written(folder, "storyteller", {who: deepcopy(one) for who, one in people.items()})


def test_nobody_dodges_who_could_hit_with_willpower(tmp_path: Path) -> None:
    """A dodge costs the attack as it would be made, and not the plain one."""
    encounter = poor_strikers(tmp_path)
    actions = sense_of(encounter)._actions
    for foes in (0.5, 1.0):
        struck = Threat(foes, alone=False, later=1.0, by=("nick",))
        assert not actions.worthwhile(Draft(encounter), "gus", "nick", struck)


def test_blows_with_willpower_win_more_than_dodges_by_hand(tmp_path: Path) -> None:
    encounter, won = poor_strikers(tmp_path), {}
    strike = Attack("gus", ("nick",), options=Options(weapon="chair", words=("willpower",)))
    for typed in (strike, Act("gus", "dodge")):
        by_hand = play_by_hand(encounter, "gus", lambda draft, one=typed: [one], 40)
        won[type(typed)] = by_hand.won["foe"]
    assert won[Attack] > won[Act] + 12, won


def in_a_vest(folder: Path) -> Encounter:
    """Rook shoots well at Gus, whose vest makes three lethal points of each hit bashing."""

    def gunman(dots: int, stamina: int) -> dict[str, Any]:
        gun = {"kind": "firearm", "damage": 1, "ranges": [20, 40, 80]}
        return {
            "dexterity": max(3, dots), "stamina": stamina, "skills": {"firearms": dots},
            "weapons": {"gun": gun},
        }  # fmt: skip

    vest = {"armor": [{"ballistic": 3, "general": 0}]}
    people = {"rook": {"side": "pc", **gunman(5, 3)}, "gus": {**gunman(2, 4), **vest}}
    return written(folder, "storyteller", people)


def test_a_bruise_is_worth_less_than_a_wound(tmp_path: Path) -> None:
    """A row full of bashing leaves Gus up for a turn or more. By hand Rook wins 84 of 100 fights by
    shots at the leg, where there is no vest, and 73 by shots at the vest."""
    encounter = in_a_vest(tmp_path)
    shot = attack(encounter, "rook", "gus")
    assert first(encounter, shot).options.called is not None
    encounter.combatants["gus"]["armor"] = []
    assert first(encounter, shot).options.called is None


@pytest.mark.parametrize(
    ("called", "amount", "left", "boxes"),
    [(None, 2, 9, 1.7), (None, 4, 9, 3.55), ("leg", 2, 9, 2.0), (None, 4, 3, 3.0)],
)
def test_bashing_boxes_count_less_until_the_row_is_full(
    tmp_path: Path, called: str | None, amount: int, left: int, boxes: float
) -> None:
    encounter = in_a_vest(tmp_path)
    shot = Attack("rook", ("gus",), options=Options(weapon="gun", called=called))
    assert boxes_of_damage(Draft(encounter), shot, amount, left) == pytest.approx(boxes)
