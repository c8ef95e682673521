"""Cover: it is taken wherever `what` offers it, and it is right to take it, as the same fights show
in which the cover is set by hand."""

from collections.abc import Hashable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.rulesets.auto_player import complete
from gmtrack.rulesets.spotlight.screens import moves
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.walks import leave_cover_out
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import opened, play_until, setup, written
from .test_choices import Changes, acts, example, fights
from .test_sense import with_sense

SHOOTERS: dict[str, tuple[Changes, dict[str, Any]]] = {
    # The changes of the example, and the live state of who is in cover by hand.
    "sr3": ({"weasel": {"body": 6}}, {"partial_cover": True}),
    "swan_song": ({"weasel": {"held": {"right": "smg"}, "agility": 6}}, {"cover": "good"}),
}


def in_the_open(folder: Path, ruleset: str) -> Encounter:
    """Two who shoot at each other where the scene names no piece."""
    changes, _ = SHOOTERS[ruleset]
    return example(folder, ruleset, changes, scene={})


def party_wins(encounter: Encounter, count: int = 24) -> int:
    """The fights of so many that the party wins where all fight plainly."""
    return Player(setup(encounter)).play(range(count)).won["pc"]


@pytest.mark.parametrize("ruleset", SHOOTERS)
def test_cover_by_hand_is_right(tmp_path: Path, ruleset: str) -> None:
    encounter = in_the_open(tmp_path, ruleset)
    openly = party_wins(encounter)
    live = encounter.fight.setdefault("combatants", {}).setdefault("rook", {})
    live |= SHOOTERS[ruleset][1]
    assert party_wins(encounter) >= openly + 6


@pytest.mark.parametrize("ruleset", SHOOTERS)
def test_cover_is_taken_where_the_scene_names_none(tmp_path: Path, ruleset: str) -> None:
    encounter = in_the_open(tmp_path, ruleset)
    assert "take-cover" in acts(encounter, "rook", "weasel")
    assert "take-cover" in acts(encounter, "weasel", "rook")
    assert any(is_cover_taken(encounter, number) for number in range(4))


def is_cover_taken(encounter: Encounter, number: int) -> bool:
    """Whether anybody takes cover in a fight."""
    fight, done = fights(encounter, number)

    def is_taken() -> bool:
        return any(isinstance(one, Act) and one.action == "take-cover" for one in done)

    play_until(fight, is_taken)
    return is_taken()


@pytest.mark.parametrize("ruleset", SHOOTERS)
def test_nobody_takes_cover_from_a_blow(tmp_path: Path, ruleset: str) -> None:
    blade: Changes = {
        "sr3": {"weasel": {"wielded": "knife"}},
        "swan_song": {"weasel": {"held": {"right": "machete"}}},
    }
    encounter = example(tmp_path, ruleset, blade[ruleset], scene={})
    assert "take-cover" not in acts(encounter, "rook", "weasel")
    assert "take-cover" not in acts(encounter, "weasel", "rook")


CAR = {"covers": {"car": {"concealment": "substantially", "durability": 3, "structure": 12}}}
GUN = {"kind": "firearm", "damage": 2, "ranges": [50, 100, 200], "capacity": 40}


def behind_the_car(folder: Path, **of_b: Any) -> Encounter:
    """Two of Storyteller who shoot, A from behind a car that hinders A's own shots, too."""

    def shooter(**more: Any) -> dict[str, Any]:
        guns = {"gun": deepcopy(GUN)}
        usual = {"dexterity": 2, "stamina": 2, "skills": {"firearms": 2}, "weapons": guns}
        return {**usual, **more}

    people = {"a": shooter(side="pc", cover="car"), "b": shooter(**of_b)}
    return written(folder, "storyteller", people, scene=CAR)


def play_from_the_car(encounter: Encounter, *, leaving: bool) -> Tally:
    """Play 60 fights in which A shoots from behind the car, or leaves it first."""

    def type_lines(draft: Draft) -> list[Intent]:
        is_out = (draft.get(("fight", "combatants", "a")) or {}).get("cover", "car") is None
        shot = Attack("a", ("b",))
        return [Act("a", "leave-cover"), shot] if leaving and not is_out else [shot]

    return play_by_hand(encounter, "a", type_lines, 60)


def mean_rounds(tally: Tally) -> float:
    return sum(count * rounds for rounds, count in tally.rounds.items()) / tally.fights


def first_intent(encounter: Encounter) -> Intent:
    """What A tries first who has sense."""
    return next(iter(Player(with_sense(encounter)).fight(0)._next_intents("a")))


def test_who_has_little_to_fear_leaves_cover_to_shoot_better(tmp_path: Path) -> None:
    encounter = behind_the_car(tmp_path, dexterity=1, skills={})
    assert repr(first_intent(encounter)) == repr(Act("a", "leave-cover"))
    stays, leaves = (play_from_the_car(encounter, leaving=one) for one in (False, True))
    assert mean_rounds(leaves) < 0.8 * mean_rounds(stays)
    assert leaves.won["pc"] >= 0.9 * stays.won["pc"]


def test_who_is_shot_at_as_well_stays_in_cover(tmp_path: Path) -> None:
    encounter = behind_the_car(tmp_path)
    assert isinstance(first_intent(encounter), Attack)
    stays, leaves = (play_from_the_car(encounter, leaving=one) for one in (False, True))
    assert stays.won["pc"] > leaves.won["pc"]


def key_of_harm(encounter: Encounter, attack: Attack, **live: dict[str, Any]) -> Hashable:
    """The key of an attack where these live states of people come to those at first."""
    draft = Draft(deepcopy(encounter))
    for who, fields in live.items():
        for name, value in fields.items():
            draft.put(("fight", "combatants", who, name), value)
    key, _ = Player(with_sense(encounter))._sense._worth._key_of_harm(draft, attack)  # type: ignore[union-attr]
    return key


def test_cover_and_hands_count_only_where_they_decide_an_attack() -> None:
    """In Spotlight attacks past a cover are worth the same with it, and those with a weapon that
    is still to be drawn as with one in hand, unless an arm is useless."""
    encounter = opened("stand-off")
    shot = Attack("mara", ("guard",), options=Options(weapon="rifle"))
    past = leave_cover_out(shot, complete(moves))
    no_cover, no_weapon = {"guard": {"cover": []}}, {"mara": {"held": {}}}
    assert key_of_harm(encounter, shot, **no_cover) != key_of_harm(encounter, shot)
    assert key_of_harm(encounter, past, **no_cover) == key_of_harm(encounter, past)
    assert key_of_harm(encounter, shot, **no_weapon) == key_of_harm(encounter, shot)
    encounter.fight = {"combatants": {"mara": {"locations": {"right_arm": {"lethal": 9}}}}}
    assert key_of_harm(encounter, shot, **no_weapon) != key_of_harm(encounter, shot)
