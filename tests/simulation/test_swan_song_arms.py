"""What somebody does by Swan Song when an arm fails in a simulated fight, and what foes make of
it."""

from copy import deepcopy
from pathlib import Path
from typing import Any

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation.acts import Threat
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import setup
from .test_choices import example
from .test_sense import first, sense_of, with_sense

RIFLE = {"kind": "ranged", "skill": "pistols", "dv": "9P", "modes": ["single"], "hands": 2}
PISTOL = {"kind": "ranged", "skill": "pistols", "dv": "6P", "modes": ["single"]}
LAMED = [
    {"effect": "one_armed", "location": "right-shoulder", "rounds": 9},
    {"effect": "one_armed_penalty", "location": "right-shoulder"},
]


def lamed(folder: Path, weapons: dict[str, Any], ap: int | None = None, **more: Any) -> Encounter:
    """Rook, whose right arm fails, against Weasel; `ap` are those that Rook has now."""
    people: dict[str, Any] = {"rook": {"weapons": weapons, "skills": {"pistols": 9}}, **more}
    fight = {"combatants": {"rook": {"effects": LAMED} | ({} if ap is None else {"ap": ap})}}
    return example(folder, "swan_song", people, fight=fight)


def deeds_of_rook(encounter: Encounter, *, sensible: bool) -> list[Intent]:
    """What Rook does in a fight."""
    fight = Player(with_sense(encounter) if sensible else setup(encounter)).fight(0)
    done: list[Intent] = []

    class Listener:
        def hear_dice(self, dice: Any) -> Any:
            return dice

        def hear_command(self, intent: Intent) -> None:
            if isinstance(intent, Act | Attack):
                actor = intent.who if isinstance(intent, Act) else intent.attacker
                done.extend([intent] if actor == "rook" else [])

    fight.listener = Listener()
    fight.play()
    return done


def test_whoever_cannot_hold_the_rifle_draws_the_pistol_with_the_other_hand(
    tmp_path: Path,
) -> None:
    encounter = lamed(tmp_path, {"rifle": RIFLE, "pistol": PISTOL})
    for sensible in (False, True):
        done = deeds_of_rook(encounter, sensible=sensible)
        drawn = next(one for one in done if isinstance(one, Act) and one.action == "ready-weapon")
        assert (drawn.args, drawn.options.words) == (("pistol",), ("hand=left",))
        shot = next(one for one in done if isinstance(one, Attack))
        assert shot.options.weapon in (None, "pistol")


def test_what_the_failing_hand_holds_goes_into_the_other(tmp_path: Path) -> None:
    drawn = deeds_of_rook(lamed(tmp_path, {"pistol": PISTOL}), sensible=False)[0]
    assert isinstance(drawn, Act)
    assert (drawn.args, drawn.options.words) == (("pistol",), ("hand=left",))


def test_whoever_has_nothing_for_one_hand_fights_without(tmp_path: Path) -> None:
    done = deeds_of_rook(lamed(tmp_path, {"rifle": RIFLE}), sensible=False)
    assert done
    assert {one.options.weapon for one in done if isinstance(one, Attack)} == {"unarmed"}


def test_whom_an_arm_fails_is_no_danger_any_more(tmp_path: Path) -> None:
    """Rook has the better rifle, but cannot hold it; Robin shoots on."""
    alike = dict.fromkeys(("body", "agility", "reaction", "strength", "willpower", "intuition"), 4)
    robin = {**alike, "side": "pc", "weapons": {"pistol": PISTOL}, "skills": {"pistols": 4}}
    people = {"robin": robin, "weasel": {"held": {"left": "smg"}}}
    encounter = lamed(tmp_path, {"rifle": RIFLE}, **people)
    pays = sense_of(encounter)._aim_chooser.pay_of_attack
    draft = Draft(encounter)
    assert pays(draft, "weasel", "robin") > pays(draft, "weasel", "rook")


QUIET = Threat(0.0, alone=False)
PLAIN = {
    **dict.fromkeys(("body", "agility", "reaction", "strength", "willpower", "intuition"), 2),
    "side": "foe", "weapons": {"knife": {"kind": "melee", "skill": "blades", "dv": "STR+1P"}},
}  # fmt: skip
UNDER_FIRE = Threat(2.0, alone=False, later=2.0, by=("weasel",))


def first_deed(encounter: Encounter) -> Intent:
    """What Rook tries first while shots are coming."""
    aims = [WantedAttack("weasel")]
    return next(
        iter(sense_of(encounter).next_intents(Draft(encounter), "rook", aims, lambda _: UNDER_FIRE))
    )


def test_the_last_ap_is_for_cover_rather_than_for_drawing(tmp_path: Path) -> None:
    """The pistol could not be shot in this phase any more, and the next one has the AP for both."""
    people = {"weasel": {"held": {"left": "smg"}}}
    weapons = {"rifle": RIFLE, "pistol": PISTOL}
    for ap, action in ((1, "take-cover"), (3, "ready-weapon")):
        deed = first_deed(lamed(tmp_path, weapons, ap, **people))
        assert isinstance(deed, Act)
        assert deed.action == action


def test_no_grenade_is_taken_in_hand_that_cannot_be_thrown_any_more(tmp_path: Path) -> None:
    frag = {"kind": "thrown", "skill": "throwing", "dv": "12P", "area": True, "count": 2}
    rook = {
        "weapons": {"pistol": PISTOL, "frag": frag}, "skills": {"throwing": 6},
        "held": {"right": "pistol"},
    }  # fmt: skip
    people = {
        "rook": rook, "weasel": {}, "ferret": deepcopy(PLAIN), "stoat": deepcopy(PLAIN),
    }  # fmt: skip
    for ap, expected in ((1, Attack), (3, Act)):
        fight = {"combatants": {"rook": {"ap": ap}}}
        encounter = example(tmp_path, "swan_song", people, fight=fight)
        draft = Draft(encounter)
        foes = [WantedAttack(foe) for foe in ("weasel", "ferret", "stoat")]
        deeds = sense_of(encounter).next_intents(draft, "rook", foes, lambda _: QUIET)
        assert isinstance(next(iter(deeds)), expected)


MARKSMAN = {
    **dict.fromkeys(("body", "reaction", "strength", "willpower", "intuition"), 4),
    "agility": 7, "skills": {"pistols": 8}, "flesh_max": 10, "karma": 0,
    "armor": [{"name": "coat", "rating": 4}],
}  # fmt: skip
TARGET_PISTOL = {**PISTOL, "accuracy": 7, "arp": 1}


def marksmen(folder: Path, flesh: int = 10) -> Encounter:
    """Two who shoot alike; Weasel has so much flesh."""
    people = {
        "rook": {**deepcopy(MARKSMAN), "weapons": {"pistol": deepcopy(TARGET_PISTOL)}},
        "weasel": {
            **deepcopy(MARKSMAN), "weapons": {"pistol": deepcopy(TARGET_PISTOL)},
            "flesh_max": flesh, "held": {"right": "pistol"},
        },
    }  # fmt: skip
    return example(folder, "swan_song", people)


def test_an_arm_is_worth_no_more_rounds_than_its_owner_stands(tmp_path: Path) -> None:
    """It was priced at three rounds, in fights of two or three."""
    worths = {}
    for flesh in (10, 30):
        encounter = marksmen(tmp_path, flesh)
        lost = sense_of(encounter)._worth._loss_of_effect(Draft(encounter), "weasel", "one-armed")
        worths[flesh] = lost.rounds
    assert worths[10] < 0.8
    assert worths[30] == 1.5
    assert first(marksmen(tmp_path), Attack("rook", ("weasel",))).options.called is None


def test_plain_shots_win_more_than_shots_at_the_arm_by_hand(tmp_path: Path) -> None:
    def share(called: str | None) -> int:
        options = Options(called=called)
        shot = Attack("rook", ("weasel",), options=options)
        return play_by_hand(marksmen(tmp_path), "rook", lambda draft: [shot], 60).won["pc"]

    assert share(None) > share("right-shoulder") + 6
