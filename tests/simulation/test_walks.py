"""Cover that nothing gets through, and cover that two foes share: who cannot harm anybody walks
round it, and a piece behind which a foe stands hides nobody from that foe."""

from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.dice.port import Dice
from gmtrack.rulesets.port import WantedAttack
from gmtrack.simulation.acts import single_foe_threat
from gmtrack.simulation.habits import is_cover
from gmtrack.simulation.sense import Sense
from gmtrack.simulation.walks import Walk, Walks
from gmtrack.simulation.work import Player

from .by_hand import play_by_hand
from .fights import opened, setup, sharing_player
from .test_choices import Changes, example
from .test_sense import sense_of, with_sense

STEEL = {"head": 30, "torso": 30, "arms": 30, "legs": 30}
TRAMS: dict[str, dict[str, Any]] = {
    "spotlight": {"cover": {"tram": {"type": "heavy", "rating": STEEL}}},
    "storyteller": {"covers": {"tram": {"concealment": "full", "durability": 30, "structure": 30}}},
}
PAST = {"spotlight": ("cover",), "storyteller": ("cover", "concealment")}
"""The words of `--without` for an attack past a cover."""
BEHIND: dict[str, Changes] = {
    "spotlight": {
        "rook": {"skills": {"firearms": 6}},
        "weasel": {
            "drawn": ["zip-gun"],
            "skills": {"firearms": 2},
            "cover": [{"name": "tram", "type": "heavy", "rating": STEEL}],
        },
    },
    "storyteller": {
        "rook": {"cover": None, "skills": {"firearms": 5}},
        "weasel": {"wielded": "revolver", "cover": "tram", "skills": {"firearms": 1}},
    },
}


def tram(folder: Path, ruleset: str) -> Encounter:
    """Weasel shoots from behind a tram that nothing gets through."""
    return example(folder, ruleset, BEHIND[ruleset], scene=deepcopy(TRAMS[ruleset]))


def first_try(sense: Sense, encounter: Encounter, walks: Walks) -> Intent:
    """What Rook tries first, as the fight begins."""
    aims = [WantedAttack("weasel")]
    return next(sense.next_intents(Draft(encounter), "rook", aims, single_foe_threat, walks=walks))


@pytest.mark.parametrize(("ruleset", "action"), [("spotlight", "move"), ("storyteller", "run")])
def test_who_cannot_harm_anybody_walks_round_the_tram(
    tmp_path: Path, ruleset: str, action: str
) -> None:
    encounter = tram(tmp_path, ruleset)
    sense = sense_of(encounter)
    walks = Walks(sense._weighing)
    step = first_try(sense, encounter, walks)
    assert isinstance(step, Act)
    assert step.action == action
    walks.note(step)
    attack = first_try(sense, encounter, walks)
    assert isinstance(attack, Attack)
    assert attack.options.without == PAST[ruleset]


def behind_paper(folder: Path) -> Encounter:
    """Weasel shoots well from behind a paper that hinders shots a little; Rook from behind the
    tram."""
    encounter = tram(folder, "spotlight")
    paper = {"name": "paper", "type": "light", "rating": {"legs": 1}}
    encounter.combatants["weasel"] |= {"cover": [paper], "skills": {"firearms": 6}}
    encounter.combatants["rook"]["cover"] = [{"name": "tram", "type": "heavy", "rating": STEEL}]
    return encounter


def test_nobody_leaves_good_cover_to_walk_round_what_they_shoot_through(tmp_path: Path) -> None:
    encounter = behind_paper(tmp_path)
    sense = sense_of(encounter)
    tried = first_try(sense, encounter, Walks(sense._weighing))
    assert getattr(tried, "action", "") != "move"


def with_ap(encounter: Encounter, ap: int) -> Draft:
    """Return a draft of a running fight in which Rook has the spotlight and so many AP."""
    draft = Draft(encounter)
    for name, value in {
        "round": 1,
        "phase": "acting",
        "stage": "pc",
        "spotlight": ["rook"],
    }.items():
        draft.put(("fight", name), value)
    draft.put(("fight", "combatants", "rook", "ap"), ap)
    return draft


@pytest.mark.parametrize(("ap", "action"), [(4, "move"), (1, "")])
def test_nobody_walks_into_the_open_with_the_last_action_point(
    tmp_path: Path, ap: int, action: str
) -> None:
    """With four AP Rook walks, shoots twice and hides again; with the last one a walk would leave
    Rook in the open for nothing."""
    encounter = tram(tmp_path, "spotlight")
    encounter.combatants["weasel"]["skills"] = {"firearms": 6}
    wall = {"type": "heavy", "rating": STEEL}
    encounter.scene["cover"]["wall"] = wall
    encounter.combatants["rook"]["cover"] = [{"name": "wall", **wall}]
    sense, draft = sense_of(encounter), with_ap(encounter, ap)
    walks = Walks(sense._weighing)
    aims = [WantedAttack("weasel")]
    tried = next(
        sense.next_intents(draft, "rook", aims, single_foe_threat, walks=walks),
        None,
    )
    assert getattr(tried, "action", "") == action


@pytest.mark.parametrize(("ap", "hides"), [(2, False), (1, True)])
def test_who_has_walked_hides_with_the_last_action_point(
    tmp_path: Path, ap: int, hides: bool
) -> None:
    encounter = tram(tmp_path, "spotlight")
    encounter.combatants["weasel"]["skills"] = {"firearms": 6}
    encounter.combatants["weasel"]["weapons"]["zip-gun"]["damage"] = 9
    encounter.scene["cover"]["wall"] = {"type": "heavy", "rating": STEEL}
    sense, draft = sense_of(encounter), with_ap(encounter, ap)
    walks = Walks(sense._weighing)
    step = Act("rook", "move", ("weasel",))
    walks.offer(Walk("rook", ("tram",)), step)
    walks.note(step)
    aims = [WantedAttack("weasel")]
    tried = next(sense.next_intents(draft, "rook", aims, single_foe_threat, walks=walks))
    assert is_cover(tried) == hides


def test_one_walk_goes_past_a_piece_for_all_behind_it_until_one_hides_anew(tmp_path: Path) -> None:
    encounter = tram(tmp_path, "spotlight")
    encounter.combatants["ferret"] = deepcopy(encounter.combatants["weasel"])
    draft, walks = Draft(encounter), Walks(sense_of(encounter)._weighing)
    step = Act("rook", "move", ("weasel",))
    walks.offer(Walk("rook", ("tram",)), step)
    walks.note(step)
    assert walks.list_passed(draft, "rook", ["weasel", "ferret"]) == ["weasel", "ferret"]
    walks.note(Act("weasel", "take-cover", ("tram",)))
    assert walks.list_passed(draft, "rook", ["weasel", "ferret"]) == ["ferret"]


def test_to_walk_round_the_tram_by_hand_is_right(tmp_path: Path) -> None:
    encounter, past = tram(tmp_path, "spotlight"), Options(without=("cover",))
    walked: list[Draft] = []

    def typed(draft: Draft) -> list[Intent]:
        """One move at the beginning of each fight, then shots past the tram."""
        if draft not in walked:
            walked.append(draft)
            return [Act("rook", "move", ("weasel",))]
        return [Attack("rook", ("weasel",), options=past)]

    few = 8
    plainly = Player(setup(encounter, rounds=12)).play(range(few)).won["pc"]
    by_hand = play_by_hand(encounter, "rook", typed, few).won["pc"]
    party = (
        sharing_player(with_sense(encounter, "pc")._replace(rounds=12)).play(range(few)).won["pc"]
    )
    assert by_hand >= plainly + few // 2
    assert party >= plainly + few // 2


@pytest.mark.parametrize("ruleset", TRAMS)
def test_a_piece_behind_which_a_foe_stands_is_not_offered(tmp_path: Path, ruleset: str) -> None:
    encounter = tram(tmp_path, ruleset)
    sense, draft = sense_of(encounter), Draft(encounter)
    sense.log.is_open = True
    aims = [WantedAttack("weasel")]
    tried = [*sense.next_intents(draft, "rook", aims, single_foe_threat)]
    assert not any(is_cover(one) for one in tried)
    weighed = [option for choice in sense.log.take() for option, _ in choice.options]
    assert weighed
    assert not any(isinstance(one, Intent) and is_cover(one) for one in weighed)


@pytest.mark.parametrize("ruleset", TRAMS)
def test_who_is_behind_the_same_piece_attacks_past_it(tmp_path: Path, ruleset: str) -> None:
    encounter = tram(tmp_path, ruleset)
    sense, draft = sense_of(encounter), Draft(encounter)
    walks = Walks(sense._weighing)
    attack = Attack("rook", ("weasel",))
    assert walks.past_cover(draft, attack) is attack
    people = encounter.combatants
    people["rook"]["cover"] = people["weasel"]["cover"]
    past = walks.past_cover(Draft(encounter), attack)
    assert past.options.without == PAST[ruleset]


class CommandNotes:
    """A listener that keeps the commands of a fight."""

    def __init__(self) -> None:
        self.commands: list[Intent] = []

    def hear_dice(self, dice: Dice) -> Dice:
        return dice

    def hear_command(self, intent: Intent) -> None:
        self.commands.append(intent)


def test_who_has_walked_round_a_cover_shoots_past_it() -> None:
    """In the stand-off the guards walk round the forklift, and then shoot whoever is behind it. To
    suppress both who are behind it would be worth more only if the forklift still counted."""
    player = sharing_player(with_sense(opened("stand-off")))
    walked = 0
    for number in range(2):
        fight, notes = player.fight(number), CommandNotes()
        fight.listener = notes
        fight.play()
        for walk, after in pairwise(notes.commands):
            # A walk for the last AP is followed by somebody else's command.
            if (
                isinstance(walk, Act)
                and walk.action == "move"
                and isinstance(after, Attack)
                and after.attacker == walk.who
            ):
                walked += 1
                assert after.options.without == ("cover",)
                assert "suppressive" not in after.options.words
    assert walked
