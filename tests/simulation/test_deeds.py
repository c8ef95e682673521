"""The order of deeds: what somebody with sense does, and leaves, when an attack is not the right
thing now, each with the proof by hand that it is right."""

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation.acts import FOES, Threat, estimate_known_threat
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import play_until, setup, sharing_player
from .test_choices import BATON, Changes, by, example, fights
from .test_sense import sense_of, with_sense

# --- who is attacked ---


def threat(**targets: list[str]) -> Threat:
    """The threat to Ann, who has one friend, from foes with these targets."""
    return estimate_known_threat("ann", targets, 2, quiet=False)


def test_whoever_attacks_somebody_else_goes_on() -> None:
    assert threat(rat=["bob"], dog=["bob"]).foes == 0
    assert threat(rat=["ann"], dog=["bob"]).foes == 1
    assert threat(rat=["ann"], dog=["bob"]).by == ("rat",)


def test_whoever_has_not_attacked_yet_may_attack_anybody() -> None:
    assert threat(rat=[], dog=[]).foes == 1
    assert threat(rat=[]).foes == 0.5
    assert threat(rat=[], dog=["ann"]).by == ("dog", "rat")


def test_in_a_later_round_everybody_may_be_attacked() -> None:
    assert threat(rat=["bob"], dog=["bob"]).later == 1
    assert threat(**{f"rat-{number}": ["ann"] for number in range(9)}).foes == FOES


BLADE = {"blade": {"kind": "melee", "damage": 2}}
STRONG = {"strength": 5, "skills": {"weaponry": 5}, "weapons": BLADE, "wielded": "blade"}
WEAK = {
    "strength": 1, "skills": {"athletics": 3}, "weapons": BATON, "wielded": "baton", "cover": None,
}  # fmt: skip
POP_GUN = {"pistol": {"kind": "firearm", "damage": -1, "ranges": [20, 40, 80]}}


def acts_under(encounter: Encounter, known: Threat) -> list[str]:
    """What is better for Rook than to attack, under a threat."""
    found = sense_of(encounter)._actions.worthwhile(Draft(encounter), "rook", "weasel", known)
    return [str(getattr(way.intent, "action", "")) for way in found]


def test_nobody_dodges_whom_nobody_attacks(tmp_path: Path) -> None:
    encounter = example(tmp_path, "storyteller", {"rook": WEAK, "weasel": STRONG})
    attacked = Threat(1.0, alone=False, later=1.0, by=("weasel",))
    assert "dodge" in acts_under(encounter, attacked)
    assert "dodge" not in acts_under(encounter, attacked._replace(foes=0.0, by=()))


def test_a_dodge_is_weighed_by_those_who_attack(tmp_path: Path) -> None:
    """Rook shoots at Weasel, who shoots; a third one strikes at Rook."""
    shoots: Changes = {
        "rook": {**WEAK, "weapons": POP_GUN, "wielded": "pistol"},
        "weasel": {"wielded": "revolver"},
    }
    encounter = example(tmp_path, "storyteller", {**shoots, "brute": {"side": "foe", **STRONG}})
    struck = Threat(1.0, alone=False, later=1.0, by=("brute",))
    assert "dodge" in acts_under(encounter, struck)
    assert "dodge" not in acts_under(encounter, struck._replace(by=("weasel",)))


# --- aiming ---

POOR = {"dexterity": 1, "skills": {}, "cover": None, "stamina": 5, "resolve": 0, "control": 0}


def far_shots(folder: Path) -> Encounter:
    """Two who hardly hit each other: only Rook is worth an answer."""
    weasel = {
        "skills": {}, "strength": 0, "stamina": 2, "cover": "dumpster", "wielded": "revolver",
    }  # fmt: skip
    return example(folder, "storyteller", {"rook": POOR, "weasel": weasel})


def test_who_would_roll_a_chance_die_aims_until_it_helps(tmp_path: Path) -> None:
    encounter = far_shots(tmp_path)
    fight, done = fights(encounter)

    def turns() -> list[str]:
        deeds = [getattr(one, "action", "attack") for one in by("rook", done)]
        # To hide behind what Weasel has left costs no turn.
        return [deed for deed in deeds if deed != "take-cover"][:4]

    play_until(fight, lambda: len(turns()) == 4)
    assert turns()[:2] == ["aim", "aim"]
    assert "attack" in turns()


def test_to_aim_by_hand_is_faster(tmp_path: Path) -> None:
    encounter, count = far_shots(tmp_path), 30
    begun: dict[Draft, int] = {}

    def typed(draft: Draft) -> Sequence[Intent]:
        """Two turns of aiming before each shot."""
        turn = begun[draft] = begun.get(draft, 0) + 1
        return [] if turn % 3 == 0 else [Act("rook", "aim", ("weasel",))]

    def mean(tally: Tally) -> float:
        return sum(rounds * times for rounds, times in tally.rounds.items()) / tally.fights

    plainly = mean(Player(setup(encounter)).play(range(count)))
    assert mean(play_by_hand(encounter, "rook", typed, count)) < 0.9 * plainly
    assert mean(sharing_player(with_sense(encounter, "pc")).play(range(count))) < 0.9 * plainly


# --- shots that cannot hit ---

ONE_DIE = {"skills": {"firearms": 1, "athletics": 4}}


def in_the_rain(folder: Path) -> Encounter:
    """Rook has one die for a shot that takes two successes; a friend fights."""
    ann = {
        "side": "pc", "strength": 3, "fortitude": 3, "skills": {"melee_weapons": 5},
        "weapons": {"sword": {"skill": "melee_weapons", "damage": 4, "damage_type": "lethal"}},
    }  # fmt: skip
    rook = {**ONE_DIE, "weapons": {"gun": {
        "skill": "firearms", "damage": 4, "damage_type": "lethal",
    }}, "drawn": ["gun"]}  # fmt: skip
    weasel = {"drawn": ["knife"]}
    return example(
        folder,
        "spotlight",
        {"rook": rook, "weasel": weasel, "ann": ann},
        scene={"visibility": "rain"},
    )


def test_nobody_shoots_who_cannot_hit(tmp_path: Path) -> None:
    encounter = in_the_rain(tmp_path)
    for number in range(4):
        fight, done = fights(encounter, number)
        fight.play()
        assert not [one for one in by("rook", done) if isinstance(one, Attack)]
        assert [one for one in by("ann", done) if isinstance(one, Attack)]


def test_who_cannot_hit_has_ap_left_to_dodge(tmp_path: Path) -> None:
    encounter = in_the_rain(tmp_path)
    assert any(is_attack_dodged(encounter, number) for number in range(6))


def is_attack_dodged(encounter: Encounter, number: int) -> bool:
    """Whether Rook defends against an attack of a fight."""
    fight, done = fights(encounter, number)

    def is_dodged() -> bool:
        return any(
            isinstance(one, Attack) and one.targets == ("rook",) and bool(one.options.defense)
            for one in done
        )

    play_until(fight, is_dodged)
    return is_dodged()


def test_a_shot_that_can_hit_is_made(tmp_path: Path) -> None:
    encounter = in_the_rain(tmp_path)
    encounter.scene["visibility"] = None
    fight, done = fights(encounter)

    def has_shot() -> bool:
        return any(isinstance(one, Attack) for one in by("rook", done))

    play_until(fight, has_shot)
    assert has_shot()


# --- on the ground ---

SHOT_AT: dict[str, Changes] = {
    "sr3": {},
    "swan_song": {"weasel": {"held": {"right": "smg"}}},
}


def lying(folder: Path, ruleset: str, changes: Changes) -> Encounter:
    encounter = example(folder, ruleset, changes)
    live = encounter.fight.setdefault("combatants", {}).setdefault("rook", {})
    live["prone"] = True
    return encounter


@pytest.mark.parametrize("ruleset", SHOT_AT)
def test_who_is_only_shot_at_shoots_from_the_ground(tmp_path: Path, ruleset: str) -> None:
    encounter = lying(tmp_path, ruleset, SHOT_AT[ruleset])
    fight, done = fights(encounter)
    fight.play()
    assert "stand-up" not in [getattr(one, "action", "") for one in by("rook", done)]


@pytest.mark.parametrize("ruleset", SHOT_AT)
def test_to_get_up_would_bring_nothing(tmp_path: Path, ruleset: str) -> None:
    """Shots hit somebody who stands as easily as somebody who lies."""
    encounter = lying(tmp_path, ruleset, SHOT_AT[ruleset])
    worth, draft = sense_of(encounter)._worth, Draft(encounter)
    on_the_ground = worth.of_usual_attack(draft, "weasel", "rook")
    draft.put(("fight", "combatants", "rook", "prone"), False)
    assert worth.of_usual_attack(draft, "weasel", "rook") >= on_the_ground


# --- weapons that take time ---

FAR = [15, 45, 90, 150]
ARCHER = {
    "strength": 4, "skills": {"projectile_weapons": 5}, "wielded": "crossbow", "armor": [],
    "weapons": {
        "crossbow": {
            "skill": "projectile_weapons", "class": "crossbow", "power": 8, "level": "M",
            "ranges": [*FAR], "strength_min": 5, "capacity": 1,
        },
        "bow": {
            "skill": "projectile_weapons", "class": "bow", "power": 8, "level": "M",
            "ranges": [*FAR], "strength_min": 4,
        },
    },
}  # fmt: skip


def archers(folder: Path) -> Encounter:
    """Rook has a crossbow in hand and a bow; Weasel shoots badly."""
    weasel = {"skills": {"pistols": 2}, "armor": []}
    return example(folder, "sr3", {"rook": deepcopy(ARCHER), "weasel": weasel})


def test_a_bow_is_taken_instead_of_a_crossbow_that_is_long_spanned(tmp_path: Path) -> None:
    encounter = archers(tmp_path)
    sense, aim = sense_of(encounter), WantedAttack("weasel")
    assert sense._weapons.with_best_weapon(Draft(encounter), "rook", aim).weapon == "bow"


def test_the_bow_by_hand_is_right(tmp_path: Path) -> None:
    encounter, count = archers(tmp_path), 20
    crossbow = Player(setup(encounter)).play(range(count)).won["pc"]
    encounter.combatants["rook"]["wielded"] = "bow"
    assert Player(setup(encounter)).play(range(count)).won["pc"] >= crossbow + count // 5


# --- grapples ---

WRESTLER = {
    "strength": 5, "stamina": 4, "wits": 6, "skills": {"brawl": 4}, "weapons": {},
    "armor": [], "cover": None, "wielded": "unarmed",
}  # fmt: skip
GUNNER = {
    "strength": 1, "wits": 1, "stamina": 3, "skills": {"firearms": 4, "athletics": 3}, "armor": [],
    "wielded": "revolver",
}  # fmt: skip


def held(folder: Path) -> Encounter:
    """A wrestler with bare hands, and somebody who shoots well and is weak."""
    return example(folder, "storyteller", {"rook": WRESTLER, "weasel": GUNNER})


def test_a_strong_one_holds_a_weak_one_who_is_dangerous(tmp_path: Path) -> None:
    encounter = held(tmp_path)
    fight, done = fights(encounter)

    def has_grabbed() -> bool:
        return "grab" in [getattr(one, "action", "") for one in by("rook", done)]

    play_until(fight, has_grabbed)
    assert has_grabbed()


def test_a_weak_one_does_not_grab_a_strong_one(tmp_path: Path) -> None:
    weak = {**WRESTLER, "strength": 1, "skills": {"brawl": 1}}
    strong = {**GUNNER, "strength": 5, "skills": {"firearms": 1, "brawl": 4}}
    encounter = example(tmp_path, "storyteller", {"rook": weak, "weasel": strong})
    fight, done = fights(encounter)
    fight.play()
    assert "grab" not in [getattr(one, "action", "") for one in by("rook", done)]


def test_to_hold_by_hand_is_right(tmp_path: Path) -> None:
    """Where both fight plainly the one who shoots wins most of these fights."""
    encounter, count = held(tmp_path), 24
    options = Options(words=("move=damage", "counter-move=break-free"))

    def typed(draft: Draft) -> Sequence[Intent]:
        return [Act("rook", "grapple", options=options), Act("rook", "grab", ("weasel",))]

    plainly = Player(setup(encounter)).play(range(count)).won["pc"]
    by_hand = play_by_hand(encounter, "rook", typed, count).won["pc"]
    party = sharing_player(with_sense(encounter, "pc")).play(range(count)).won["pc"]
    assert by_hand >= plainly + count // 4, (by_hand, plainly)
    assert party >= plainly + count // 4, (party, plainly)
