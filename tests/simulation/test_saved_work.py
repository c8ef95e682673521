"""Work that simulated fights save, and that has to change no choice."""

from copy import deepcopy
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Options
from gmtrack.rulesets.port import Way
from gmtrack.rulesets.sr3.screens.several_moves import strikes_each_alone
from gmtrack.simulation.acts import single_foe_threat
from gmtrack.simulation.habits import NO_HABITS
from gmtrack.simulation.harm.cache import SEVERAL
from gmtrack.simulation.several import SeveralChooser, Volley, join_answers
from gmtrack.simulation.states import STANCE, StateField
from gmtrack.simulation.walks import Walks
from gmtrack.simulation.worth import LEAST, has_results

from .fights import written
from .test_sense import sense_of
from .test_several import HUNTS, RATS, stronger

FRAG = Options(weapon="frag")


def hunt_of_giants(folder: Path) -> Encounter:
    """A hunter with a grenade, and a pistol that does as much to the first of five rats. The others
    are hardly scratched. The hunter's turn has come."""
    encounter = hunt_of_rats(folder)
    ann = encounter.combatants["ann"]
    ann["weapons"]["pistol"] |= {"dv": "30P", "accuracy": 9}
    ann["skills"] = {"pistols": 12, "throwing": 1}
    for rat in RATS[1:]:
        encounter.combatants[rat] |= {"body": 60, "flesh_max": 90}
    return encounter


def hunt_of_rats(folder: Path) -> Encounter:
    """A hunter with a grenade and five rats, when the hunter's turn has come."""
    encounter = HUNTS["Swan Song: a grenade"].begin(folder)
    encounter.combatants["ann"]["held"] = {"right": "pistol"}
    encounter.fight = {"combatants": {"ann": {"ap": 6}}}
    return encounter


def choose_several(chooser: SeveralChooser, encounter: Encounter) -> list[object]:
    """The attacks on several that Ann chooses at first."""
    draft = Draft(encounter)
    walks = Walks(chooser._weighing)
    found = chooser.choose(draft, "ann", RATS, single_foe_threat, NO_HABITS, walks)
    return [*found]


def test_two_foes_are_several(tmp_path: Path) -> None:
    encounter = hunt_of_rats(tmp_path)
    chooser, draft = sense_of(encounter)._several, Draft(encounter)
    for foes, caught in ((RATS[:2], True), (RATS[:1], False)):
        found = chooser._find_volleys(draft, "ann", foes, single_foe_threat, NO_HABITS)
        assert bool([*found]) is caught


def test_an_attack_on_several_that_cannot_be_worth_it_needs_no_odds(tmp_path: Path) -> None:
    encounter = hunt_of_giants(tmp_path)
    sense = sense_of(encounter)
    assert choose_several(sense._several, encounter) == []
    foes, draft = RATS[:3], Draft(encounter)
    assert sense._several._find_volleys(draft, "ann", foes, single_foe_threat, NO_HABITS)
    assert not [key for key, _ in sense.harm_cache.items() if key[0] == SEVERAL]  # type: ignore[index]


@pytest.mark.parametrize("is_giant", [False, True])
def test_an_attack_on_several_is_worth_no_more_than_those_on_each(
    tmp_path: Path, is_giant: bool
) -> None:
    encounter = (hunt_of_giants if is_giant else hunt_of_rats)(tmp_path)
    sense, draft = sense_of(encounter), Draft(encounter)
    thrown = Attack("ann", tuple(RATS[:3]), options=FRAG)
    chooser = sense._several
    answers = chooser._find_answers(draft, thrown, single_foe_threat, NO_HABITS)
    (way,) = chooser._find_volleys(draft, "ann", RATS[:3], single_foe_threat, NO_HABITS)
    worth = sense._worth.of_several(draft, join_answers(thrown, answers))
    assert worth is not None
    alone = chooser._worths_alone(draft, Volley(way.way, thrown, answers))
    assert alone is not None
    assert 0 < worth <= sum(alone) + LEAST
    assert worth == pytest.approx(sum(alone), rel=0.02)


def test_shot_does_to_each_in_its_cone_what_it_does_to_one_alone(tmp_path: Path) -> None:
    encounter = HUNTS["Shadowrun 3: shot"].begin(tmp_path)
    for rat in RATS[2:]:
        del encounter.combatants[rat], encounter.fight["combatants"][rat]
    encounter.combatants["bob"] = {**encounter.combatants["rat-1"], "side": "pc"}
    encounter.fight["combatants"]["bob"] = {"position": [11, 0]}
    sense, draft = sense_of(encounter), Draft(encounter)
    chooser = sense._several
    struck = Attack("ann", ("rat-1", "rat-2", "bob"), options=Options(weapon="shotgun"))
    alone = chooser._worths_alone(draft, Volley(Way(struck), struck, {}))
    assert alone is not None
    assert alone[2] < 0
    assert strikes_each_alone(draft, struck)
    assert sense._worth.of_several(draft, struck) == pytest.approx(sum(alone), rel=0.03)


@pytest.mark.parametrize("body", [1, 4, 60])
def test_a_few_rolls_find_the_same_as_all_odds_do(tmp_path: Path, body: int) -> None:
    encounter = HUNTS["Swan Song: a grenade"].begin(tmp_path)
    stronger(encounter, body=body)
    worth, draft = sense_of(encounter)._worth, Draft(encounter)
    bite = Attack("rat-1", ("ann",), options=Options(weapon="teeth"))
    shot = Attack("ann", ("rat-1",), options=Options(weapon="pistol"))
    quick = [worth.does_nothing(draft, one) for one in (bite, shot)]
    harms = [worth.harm_of(draft, one) for one in (bite, shot)]
    assert quick == [harm is not None and harm.exact and not has_results(harm) for harm in harms]


def test_an_attack_that_can_do_nothing_is_found(tmp_path: Path) -> None:
    sheet = {"strength": 1, "weapons": {"feather": {"skill": "unarmed_combat", "power_bonus": -9}}}
    people = {"ann": {"side": "pc", **sheet}, "bob": {"side": "foe", "body": 12}}
    encounter = written(tmp_path, "sr3", people)
    worth = sense_of(encounter)._worth
    stroked = Attack("ann", ("bob",), options=Options(weapon="feather"))
    harm = worth.harm_of(Draft(encounter), stroked)
    assert harm is not None
    assert worth.does_nothing(Draft(encounter), stroked) is not has_results(harm)


def test_what_an_action_saves_depends_on_who_threatens_and_not_on_their_order(
    tmp_path: Path,
) -> None:
    """In whatever order the foes are asked about, and whatever was asked before."""
    encounter = HUNTS["Shadowrun 3: full auto"].begin(tmp_path)
    for number, rat in enumerate(RATS[:3]):
        armed = {**encounter.combatants["ann"], "skills": {"heavy_weapons": 3 + 2 * number}}
        encounter.combatants[rat] = {**armed, "side": "foe"}
    draft = Draft(encounter)

    def saved(*by: str, before: tuple[str, ...] = ()) -> list[tuple[str, float]]:
        sense = sense_of(encounter)
        states = {"ann": sense._worth.states.decisive_state(draft, "ann", STANCE)}
        if before:
            sense._actions.weigh_acts(states, "ann", "rat-1", before, past=False)
        acts = sense._actions.weigh_acts(states, "ann", "rat-1", by, past=False)
        return [(repr(act.way.intent), round(act.saves, 9)) for act in acts]

    expected = saved(*RATS[:3])
    assert any(saves > 0 for _, saves in expected)
    for by in permutations(RATS[:3]):
        assert sorted(saved(*by, before=("rat-2",))) == sorted(expected)


ARMED: dict[str, Any] = {
    "body": 4, "quickness": 5, "strength": 5, "combat_pool": 4, "magic": 6,
    "skills": {"pistols": 5, "edged_weapons": 5, "sorcery": 5, "unarmed_combat": 5},
    "weapons": {
        "knife": {"skill": "edged_weapons", "power_bonus": 1, "level": "L"},
        "pistol": {
            "skill": "pistols", "power": 9, "level": "M", "ranges": [5, 20, 40, 60], "capacity": 10,
        },
    },
}  # fmt: skip
STATES = {
    "wielded": (("ann", "knife"), ("ann", "pistol")),
    "prone": (("ann", True), ("bob", True)),
    "partial_cover": (("bob", True),),
}
MATTERS = {
    "knife": {("prone", "bob"), ("prone", "ann")},
    "pistol": {("partial_cover", "bob")},
}
"""What changes the odds of an attack with each weapon, and whose it is."""


@pytest.mark.parametrize("weapon", MATTERS)
def test_states_that_are_left_out_change_no_odds(tmp_path: Path, weapon: str) -> None:
    people = {
        "ann": {"side": "pc", **deepcopy(ARMED)},
        "bob": {"side": "foe", **deepcopy(ARMED)},
    }
    encounter = written(tmp_path, "sr3", people)
    worth = sense_of(encounter)._worth
    words = ("range=10",) if weapon == "pistol" else ()
    attack = Attack("ann", ("bob",), options=Options(weapon=weapon, words=words))
    usual = worth._find_harm(worth.states.fight_with({}), attack)
    assert usual is not None
    for name, values in STATES.items():
        field = StateField((name,), ())
        for who, value in values:
            states = {who: ((field, value),)}
            left = worth.states.states_that_count(states, attack)[who]
            is_other = worth._find_harm(worth.states.fight_with(states), attack) != usual
            assert is_other == ((name, who) in MATTERS[weapon])
            assert bool(left) == is_other


def test_what_a_treatment_brings_is_tried_once_for_all_foes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    medic = {**deepcopy(ARMED), "skills": {"biotech": 6}}
    people = {
        "ann": {"side": "pc", **medic},
        "cat": {"side": "pc", **deepcopy(ARMED)},
        "bob": {"side": "foe", **deepcopy(ARMED)},
        "eve": {"side": "foe", **deepcopy(ARMED), "body": 6},
    }
    encounter = written(tmp_path, "sr3", people)
    encounter.fight = {"combatants": {"cat": {"physical": 6}}}
    chooser, draft = sense_of(encounter)._treatments, Draft(encounter)
    tried: list[str] = []
    expected = chooser._expected_care

    def note_patient(states: Any, who: str, way: Way, saves: float) -> float:
        tried.append(str(way.cures[0]))
        return expected(states, who, way, saves)

    monkeypatch.setattr(chooser, "_expected_care", note_patient)
    way = Way(Act("ann", "first-aid", ("cat",)), {"attack": 1}, cures=("cat", ""), saves=2.0)
    for foe in ("bob", "eve"):
        chooser._find_gain(draft, "ann", foe, way)
    assert tried == ["cat"]
