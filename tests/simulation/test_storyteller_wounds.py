"""What wounds of attackers mean for choices by Storyteller, and which attacks share their odds."""

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.simulation.fight import copy_for_play
from gmtrack.simulation.harm.cache import ALIKE, ExpectedHarm
from gmtrack.simulation.states import State
from gmtrack.simulation.work import Player
from gmtrack.simulation.worth import AttackWorth

from .fights import opened, play_until
from .test_choices import example
from .test_sense import sense_of, with_sense

PISTOL = {"kind": "firearm", "damage": 1, "ranges": [20, 40, 80]}
ROOK = {
    "dexterity": 2, "skills": {"firearms": 2}, "strength": 2, "cover": None, "wielded": "pistol",
    "weapons": {"pistol": PISTOL},
}  # fmt: skip
VEST = {"wielded": "knife", "armor": [{"ballistic": 2, "general": 1}], "cover": None}
SHOT = Attack("rook", ("weasel",), options=Options(weapon="pistol"))
HURT = {"bashing": 5, "lethal": 3}
"""A full track: three dice less."""
MOST = 12
"""The shared odds that are compared."""


def duel(folder: Path) -> Encounter:
    return example(folder, "storyteller", {"rook": ROOK, "weasel": VEST})


def later(encounter: Encounter, who: str, **live: Any) -> Draft:
    """The fight after something has come over somebody; the encounter stays as it was."""
    draft = Draft(copy_for_play(encounter))
    for name, value in live.items():
        draft.put(("fight", "combatants", who, name), value)
    return draft


def key(worth: AttackWorth, draft: Draft, attack: Attack = SHOT) -> Hashable:
    return worth._key_of_harm(draft, attack)[0]


def test_who_is_hurt_weighs_an_attack_with_fewer_dice(tmp_path: Path) -> None:
    encounter = duel(tmp_path)
    worth = sense_of(encounter)._worth
    now = [worth.of_known_attack(later(encounter, "rook", **one), SHOT) for one in ({}, HURT)]
    begun = duel(tmp_path)
    begun.fight = {"combatants": {"rook": dict(HURT)}}
    assert now[1] == sense_of(begun)._worth.of_known_attack(Draft(begun), SHOT)
    unhurt, hurt = (worth or 0.0 for worth in now)
    assert 0 < hurt < 0.5 * unhurt


def test_who_is_hurt_does_not_call_a_place_with_the_last_die(tmp_path: Path) -> None:
    encounter = duel(tmp_path)
    options = sense_of(encounter).options
    called = [
        [*options.chosen(later(encounter, "rook", **one), SHOT), SHOT][0].options.called
        for one in ({}, HURT)
    ]
    assert called == ["leg", None]


def test_a_foe_who_is_hurt_is_less_dangerous(tmp_path: Path) -> None:
    encounter = duel(tmp_path)
    aims = sense_of(encounter)._aim_chooser
    whole, hurt = (
        aims._danger_of(later(encounter, "weasel", **one), "weasel", "rook") for one in ({}, HURT)
    )
    assert 0 < hurt < whole


def test_attacks_of_as_many_dice_share_their_odds(tmp_path: Path) -> None:
    encounter = duel(tmp_path)
    worth = sense_of(encounter)._worth
    aim = {"aim": {"target": "weasel", "bonus": 1}}
    usual = key(worth, Draft(encounter))
    assert key(worth, later(encounter, "rook", lethal=6, **aim)) == usual
    assert key(worth, later(encounter, "rook", lethal=6)) != usual
    assert key(worth, later(encounter, "rook", bashing=6)) == key(
        worth, later(encounter, "rook", lethal=6)
    )
    assert key(worth, later(encounter, "weasel", lethal=4)) != usual
    head = Attack("rook", ("weasel",), options=SHOT.options._replace(called="head"))
    assert key(worth, later(encounter, "rook", **aim), head) != key(worth, Draft(encounter), head)


def test_makeshift_weapons_and_own_effects_have_odds_of_their_own(tmp_path: Path) -> None:
    club = {"weapons": {"pistol": {**PISTOL, "improvised": True}}}
    for changes, more in (({"rook": ROOK | club}, {}), ({"rook": ROOK}, {"effects": {"drug": {}}})):
        encounter = example(tmp_path, "storyteller", {**changes, "weasel": VEST}, **more)
        found = key(sense_of(encounter)._worth, Draft(encounter))
        assert isinstance(found, tuple)
        assert found[0] != ALIKE


@pytest.mark.parametrize("name", ["car-park", "back-room"])
def test_odds_that_are_shared_are_those_of_each(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Attacks with the same key have the same odds, by whoever and however hurt."""
    found: dict[Hashable, tuple[Attack, ExpectedHarm | None]] = {}
    make, others = AttackWorth._make_key_of_harm, set()

    def make_and_compare(
        self: AttackWorth, states: dict[str, State], attack: Attack, here: State, there: State
    ) -> Any:
        shared, decisive = make(self, states, attack, here, there)
        if isinstance(shared, tuple) and shared[0] == ALIKE and len(others) < MOST:
            if shared not in found:
                found[shared] = attack, self._find_harm(self.states.fight_with(decisive), attack)
            elif found[shared][0] != attack and shared not in others:
                others.add(shared)
                harm = self._find_harm(self.states.fight_with(decisive), attack)
                assert found[shared][1] == harm, attack
        return shared, decisive

    monkeypatch.setattr(AttackWorth, "_make_key_of_harm", make_and_compare)
    fight = Player(with_sense(opened(name))).fight(1)
    play_until(fight, lambda: len(others) >= MOST)
    assert len(others) == MOST
