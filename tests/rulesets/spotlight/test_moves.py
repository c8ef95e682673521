"""What a Spotlight combatant does who is played by nobody, state by state."""

from typing import Any

from tables import each_row

from gmtrack.core.draft import Draft
from gmtrack.rulesets.port import TurnState, WantedAttack

from ..moving import Fought
from .book import CORE

PISTOL = {"skill": "firearms", "damage": 6, "damage_type": "lethal"}
UZI = {"skill": "firearms", "damage": 5, "damage_type": "lethal", "arm": "both",
       "modes": ["single", "burst"]}  # fmt: skip
BAT = {"skill": "melee_weapons", "damage": 3, "damage_type": "bruise"}
BODY = {"strength": 3, "fortitude": 3, "willpower": 3}
SKILLS = {"firearms": 4, "melee_weapons": 3, "brawl": 2}
CAST: dict[str, Any] = {
    "joe": {**BODY, "side": "pc", "initiative": 4, "skills": SKILLS,
            "weapons": {"pistol": PISTOL, "uzi": UZI}},
    "ann": {**BODY, "side": "pc", "initiative": 3, "skills": {**SKILLS, "medicine": 3}},
    "sid": {**BODY, "side": "pc", "initiative": 2, "skills": {**SKILLS, "medicine": 1}},
    "bob": {**BODY, "skills": SKILLS, "weapons": {"bat": BAT}},
    "boss": {**BODY, "important": True, "skills": SKILLS},
}  # fmt: skip
DOWN_ARM = {"right_arm": {"lethal": 6}}
BOTH_ARMS = {**DOWN_ARM, "left_arm": {"lethal": 6}}
DYING = {"fate": "dying", "locations": {"head": {"lethal": 3}}}


def fight(*lines: str, fight: Any = None, house_rules: Any = None, **live: Any) -> Fought:
    """Joe has the spotlight in round 1, all have 4 AP, and what is said besides."""
    live = {who: {"ap": 4, **live.get(who, {})} for who in CAST}
    state = {"round": 1, "phase": "acting", "stage": "pc", "spotlight": ["joe"],
             "had_spotlight": ["joe"], **(fight or {}), "combatants": live}  # fmt: skip
    doc = {
        "gmtrack": 1, "name": "x", "ruleset": "spotlight", "combatants": CAST,
        "house_rules": house_rules or {}, "fight": state,
    }  # fmt: skip
    return Fought(CORE, doc, lines)


@each_row(
    ("live", "aim", "first"),
    [
        ({}, WantedAttack("bob"), "attack joe bob --weapon pistol"),
        ({}, WantedAttack("bob", "uzi", ("mode=burst",)),
         "attack joe bob --with mode=burst --weapon uzi"),
        ({"held": {"pistol": "right_arm"}}, WantedAttack("bob", "uzi"), "act joe draw uzi"),
        ({"held": {"uzi": "both"}}, WantedAttack("bob"), "attack joe bob --weapon uzi"),
        ({"held": {}}, WantedAttack("bob"), "act joe draw pistol"),
        ({"held": {}, "locations": DOWN_ARM}, WantedAttack("bob"), "act joe draw pistol"),
        ({"held": {"pistol": "right_arm"}, "locations": DOWN_ARM}, WantedAttack("bob"),
         "act joe change-hands pistol"),
        ({"held": {"pistol": "right_arm"}, "locations": DOWN_ARM}, WantedAttack("bob", "uzi"),
         "act joe change-hands pistol"),
        ({"held": {}, "locations": BOTH_ARMS}, WantedAttack("bob"),
         "attack joe bob --weapon unarmed"),
        ({"suppressed": {"target_number": 2}}, WantedAttack("bob"), "test joe suppression"),
        ({"suppressed": {"target_number": 2, "failed": True}}, WantedAttack("bob"), None),
        ({"suppressed": {"target_number": 2, "broken": True}}, WantedAttack("bob"),
         "attack joe bob --weapon pistol"),
        ({"ap": 0}, WantedAttack("bob"), None),
        ({"forgone": True}, WantedAttack("bob"), None),
        ({"unconscious": "head", "locations": {"head": {"bruise": 3}}}, WantedAttack("bob"), None),
    ],
)  # fmt: skip
def test_what_is_done_first_in_the_spotlight(
    live: Any, aim: WantedAttack, first: str | None
) -> None:
    assert fight(joe=live).first("joe", aim) == first


def test_nobody_acts_without_the_spotlight_or_a_foe() -> None:
    assert fight().moves("ann", "bob") == []
    assert fight().moves("joe") == []


def test_all_ap_go_into_attacks_then_the_spotlight_goes_on() -> None:
    told = fight(boss={"ap": 0})
    lines = []
    while told.actors == ("joe",):
        lines.append(told.first("joe", ("boss", "bob")[len(lines) % 2]))
    assert lines == [f"attack joe {who} --weapon pistol" for who in ("boss", "bob") * 2]
    assert told.actors == ()
    told.does("next")
    assert told.actors == ("ann",)


def test_the_next_one_is_named_where_that_is_asked_for() -> None:
    told = fight(house_rules={"next_picks": "ask"}, joe={"ap": 0})
    assert told.actors == ("joe",)
    assert told.first("joe", "bob") == "act joe pass ann"
    assert told.actors == ("ann",)
    assert told.moves("ann", "bob") == ["attack ann bob --weapon unarmed"], "sid alone is left"


def test_the_npcs_act_all_together() -> None:
    told = fight("next", "next", "next")
    assert told.actors == ("bob", "boss")
    assert told.first("boss", "joe") == "attack boss joe --weapon unarmed"
    assert told.first("bob", "joe") == "attack bob joe --weapon bat"


def test_who_has_kept_ap_takes_the_spotlight_again() -> None:
    live = {who: {"ap": 1} for who in CAST}
    told = fight(fight={"stage": "open", "spotlight": []}, **live)
    assert told.actors == ("joe", "ann", "sid", "boss")
    assert told.first("boss", "joe") == "intervene boss"
    assert told.moves("joe", "bob") == []
    assert told.first("boss", "joe") == "attack boss joe --weapon unarmed"


def test_who_is_pinned_takes_no_spotlight_again() -> None:
    pinned = {"suppressed": {"target_number": 2, "failed": True}}
    told = fight(fight={"stage": "open", "spotlight": []}, joe=pinned)
    assert told.moves("joe", "bob") == []


def test_whoever_has_learnt_medicine_wakes_a_friend_first() -> None:
    asleep = {"unconscious": "head", "locations": {"head": {"bruise": 3}}}
    told = fight("act joe pass ann", joe=asleep)
    assert told.moves("ann", "bob")[0] == "act ann first-aid joe"
    assert fight(bob=asleep).first("joe", "boss") == "attack joe boss --weapon pistol"
    ann = fight("act joe pass ann", bob=asleep)
    assert ann.first("ann", "boss") == "attack ann boss --weapon unarmed"
    armless = fight("act joe pass ann", joe=asleep, ann={"locations": BOTH_ARMS})
    assert armless.first("ann", "bob") == "attack ann bob --weapon unarmed"


OUT = {"unconscious": "head", "locations": {"head": {"bruise": 3}}}
DEATH = {"death_spotlight": ["joe"]}


def test_the_dying_ask_the_best_medic() -> None:
    told = fight(fight=DEATH, joe=DYING)
    assert told.actors == ("joe",)
    assert told.first("joe", "bob") == "act joe invite ann"
    assert told.actors == ("ann",)
    assert told.first("ann", "bob") == "act ann save joe"


def test_without_a_medic_death_is_cheated() -> None:
    told = fight(fight=DEATH, joe=DYING, ann=OUT, sid=OUT)
    assert told.moves("joe") == ["act joe cheat-death", "act joe die"]
    assert told.first("joe") == "act joe cheat-death"
    assert told.encounter.fight["death_spotlight"] == []


def test_without_a_medic_anybody_is_asked_after_that() -> None:
    """Everybody has a die for medicine (SP-R23)."""
    told = fight(fight=DEATH, joe=OUT, ann=DYING, sid=OUT)
    assert told.moves("ann") == ["act ann cheat-death", "act ann die"]
    asked = fight(fight={"death_spotlight": ["ann"]}, ann=DYING, sid=OUT)
    expected = ["act ann cheat-death", "act ann invite joe", "act ann die"]
    assert asked.moves("ann") == expected


def test_who_was_not_saved_asks_for_no_second_save() -> None:
    rules = {"death_choices": "save_then_cheat"}
    told = fight(fight=DEATH, house_rules=rules, joe={**DYING, "tried": ["save"]})
    assert told.moves("joe", "bob") == ["act joe cheat-death", "act joe die"]


def test_death_is_cheated_once() -> None:
    rules = {"failed_cheat": "still_dying"}
    live = {"joe": {**DYING, "tried": ["cheat"]}, "ann": OUT, "sid": OUT}
    told = fight(fight=DEATH, house_rules=rules, **live)
    assert told.moves("joe") == ["act joe die"]


def test_nobody_acts_between_rounds() -> None:
    told = fight(fight={"phase": "round-over", "stage": None, "spotlight": []})
    draft = Draft(told.encounter)
    assert told.played.turn_state(draft) == TurnState(1, running=False)
    assert told.played.distance_between(draft, "joe", "bob") is None
    tracks = told.played.tracks(draft, "joe")
    assert [track.label for track in tracks][:2] == ["head", "torso"]
