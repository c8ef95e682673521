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
from gmtrack.simulation.sense import Sense
from gmtrack.simulation.walks import Walks
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
    assert attack.options.without == ("cover",)


def test_nobody_walks_round_what_they_shoot_through(tmp_path: Path) -> None:
    encounter = tram(tmp_path, "spotlight")
    paper = {"name": "paper", "type": "light", "rating": {"legs": 1}}
    encounter.combatants["weasel"]["cover"] = [paper]
    sense = sense_of(encounter)
    tried = first_try(sense, encounter, Walks(sense._weighing))
    assert getattr(tried, "action", "") != "move"


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
    party = Player(with_sense(encounter, "pc")._replace(rounds=12)).play(range(few)).won["pc"]
    assert by_hand >= plainly + few // 2
    assert party >= plainly + few // 2


@pytest.mark.parametrize("ruleset", TRAMS)
def test_a_piece_behind_which_a_foe_stands_is_not_offered(tmp_path: Path, ruleset: str) -> None:
    encounter = tram(tmp_path, ruleset)
    sense, draft = sense_of(encounter), Draft(encounter)
    aims = [WantedAttack("weasel")]
    tried = [*sense.next_intents(draft, "rook", aims, single_foe_threat)]
    assert not any(isinstance(one, Act) and one.action == "take-cover" for one in tried)


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
    assert past.options.without == ("cover",)


class CommandNotes:
    """A listener that keeps the commands of a fight."""

    def __init__(self) -> None:
        self.commands: list[Intent] = []

    def hear_dice(self, dice: Dice) -> Dice:
        return dice

    def hear_command(self, intent: Intent) -> None:
        self.commands.append(intent)


def test_who_has_walked_round_a_cover_shoots_past_it() -> None:
    """In the stand-off the guards walk round the forklift, and then shoot whom they walked round.
    To suppress both who are behind it would be worth more only if the forklift still counted."""
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
                assert after.targets == walk.args
                assert "suppressive" not in after.options.words
    assert walked
