"""States that something else ends: who is down, lies, moves or leaves does not run, fight in melee,
carry or hold any more (R-MOV-11, R-DIE-10, R-COV-2, R-DEF-15, R-ACT-16, R-BAR-16)."""

import copy
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Scene

from .book import BOOK, CORE

ORDER = "roll-init --roll joe=6 --roll bob=1 --roll mira=3 --roll ox=2"
"""Joe acts first, then mira, ox, bob."""


def fight(*lines: str, **house_rules: Any) -> Encounter:
    """Joe and mira against bob and ox, after these lines."""
    sheets = {name: copy.deepcopy(BOOK.cast[name]) for name in ("joe", "bob", "mira", "ox")}
    van = {"vehicle": True, "body": 10, "armor_value": 8, "armored_max": 18}
    doc = {
        "gmtrack": 1, "name": "states", "ruleset": "swan-song", "house_rules": house_rules,
        "scene": {"barriers": {"wall": {"rating": "structure"}, "glass": {
            "rating": "fragile", "transparent": True}}},
        "combatants": {**sheets, "van": van},
    }  # fmt: skip
    encounter = CORE.encounter(doc)
    play(encounter, *lines)
    return encounter


def play(encounter: Encounter, *lines: str) -> dict[str, Any]:
    """Carry the lines out and return the document of the last one."""
    doc: dict[str, Any] = {}
    for line in lines:
        doc = CORE.resolved(encounter, line.split(), seed=4)[0].to_json()
    return doc


def fighter(encounter: Encounter, who: str) -> Fighter:
    return Scene(Draft(encounter)).fighter(who)


def refused(encounter: Encounter, line: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as found:
        play(encounter, line)
    return found.value.kind, found.value.message


DOWN = ("damage joe 10 --type strain", "set joe status=unconscious", "set joe pools.flesh=-1",
        "set joe strain=10")  # fmt: skip


@pytest.mark.parametrize("line", DOWN)
def test_who_is_down_does_not_run_or_fight(line: str) -> None:
    """R-MOV-11, R-DIE-10, R-DEF-15"""
    before = "running=true sprinting=true full_defense=true in_melee_with=[bob]"
    encounter = fight(f"set joe {before}", "set bob in_melee_with=[joe]")
    play(encounter, line)
    joe, bob = fighter(encounter, "joe"), fighter(encounter, "bob")
    assert (joe.running, joe.sprinting, joe.full_defense) == (False, False, False)
    assert (joe.in_melee_with, bob.in_melee_with, joe.prone) == ([], [], True)


def test_a_shot_at_who_ran_before_they_went_down_is_no_shot_at_a_runner() -> None:
    """R-MOV-11"""
    encounter = fight("act joe run", "damage joe 10 --type strain")
    pool = play(encounter, "attack mira joe --weapon pistol")["rolls"][0]
    assert pool["pool"] == 10


@pytest.mark.parametrize("line", ["damage joe 5 --type strain", "effect joe prone",
                                  "act joe drop-prone", "set joe prone=true"])  # fmt: skip
def test_who_lies_neither_runs_nor_charges(line: str) -> None:
    """R-MOV-11"""
    encounter = fight(ORDER, "act joe run", line)
    joe = fighter(encounter, "joe")
    assert (joe.prone, joe.running, joe.ran) == (True, False, False)
    attack = play(encounter, "attack joe bob --weapon knife")["rolls"][0]
    assert not {"charge", "running"} & {part["label"] for part in attack["parts"]}


def test_what_is_set_by_name_stays_as_it_was_set() -> None:
    """R-MOV-11"""
    encounter = fight("set joe prone=true running=true")
    joe = fighter(encounter, "joe")
    assert (joe.prone, joe.running) == (True, True)


def test_who_lay_before_leaves_the_melee_when_they_go_down() -> None:
    """R-DEF-15: a shot at the other one is not into a melee."""
    encounter = fight("attack joe bob --weapon knife", "effect bob prone")
    play(encounter, "attack joe bob --weapon knife", "set bob pools.flesh=10 strain=10")
    assert fighter(encounter, "joe").in_melee_with == []


def test_nobody_is_in_melee_with_who_is_down() -> None:
    """R-DEF-15"""
    encounter = fight("damage bob 10 --type strain", "attack joe bob --weapon knife")
    assert fighter(encounter, "joe").in_melee_with == []


def test_by_house_rule_only_the_gm_ends_a_melee() -> None:
    """R-DEF-15"""
    encounter = fight("set joe in_melee_with=[bob]", "effect joe prone", in_melee="manual")
    assert fighter(encounter, "joe").in_melee_with == ["bob"]


def test_who_faints_of_a_sprint_does_not_run_on() -> None:
    """R-MOV-11, SS-MOVE-06"""
    encounter = fight(ORDER, "set joe strain=9", "act joe run", "act joe run 0")
    joe = fighter(encounter, "joe")
    assert (joe.status, joe.running, joe.sprinting) == ("unconscious", False, False)


def test_who_goes_down_behind_a_wall_has_the_dice_of_the_wall() -> None:
    """R-COV-2, R-DIE-9"""
    encounter = fight("act joe take-cover good --with barrier=wall", "damage joe 10 --type strain")
    doc = play(encounter, "attack mira joe --weapon pistol")
    assert (doc["defense"], doc["rolls"][1]["pool"]) == (["cover"], 4)


def test_a_delayed_phase_is_lost_with_consciousness() -> None:
    """R-DIE-10"""
    encounter = fight(ORDER, "delay joe", "damage joe 10 --type strain")
    assert fighter(encounter, "joe").delayed is None
    play(encounter, "heal joe all --pool strain", "next")
    assert encounter.fight["active"] == "joe"


def test_long_work_is_lost_with_consciousness() -> None:
    """R-DIE-10"""
    encounter = fight(ORDER, "act joe set-charge")
    assert fighter(encounter, "joe").extended
    play(encounter, "damage joe 10 --type strain")
    assert fighter(encounter, "joe").extended is None


def test_who_fights_for_their_life_has_back_what_going_down_has_ended() -> None:
    """R-DIE-10, R-FFYL-1"""
    encounter = fight(ORDER, "act joe run", "set joe pools.flesh=3")
    play(encounter, "damage joe 3 --karma joe:fight-for-your-life")
    joe = fighter(encounter, "joe")
    assert (joe.status, joe.running, joe.ran) == ("up", True, True)
    assert not list(CORE.ruleset.check(encounter))


def test_who_has_gone_down_is_not_what_they_were_before_their_phase() -> None:
    """R-DEL-10, R-MOV-11: somebody comes in before a phase that had begun."""
    encounter = fight(ORDER, "act joe run", "next", "delay mira", *["next"] * 3)
    assert encounter.fight["active"] == "joe"
    play(encounter, "damage joe 10 --type strain", "intervene mira")
    assert not fighter(encounter, "joe").running


def test_who_finishes_together_with_another_is_down_after_it() -> None:
    """R-INIT-13, R-MOV-11"""
    encounter = fight(ORDER, "delay joe", "intervene joe --with when=together")
    play(encounter, "damage joe 10 --type strain", "next")
    assert encounter.fight["active"] == "joe"
    play(encounter, "act joe stand-up", "act joe run", "next")
    joe = fighter(encounter, "joe")
    assert (joe.prone, joe.running, joe.ran) == (True, False, False)


@pytest.mark.parametrize("line", ["act joe run", "act joe walk 1"])
def test_who_goes_somewhere_from_the_ground_by_the_gms_word_gets_up(line: str) -> None:
    """R-MOV-11"""
    encounter = fight("effect joe buckled --rounds 3")
    assert refused(encounter, line)[0] == "prone"
    play(encounter, f"{line} --force")
    joe = fighter(encounter, "joe")
    assert (joe.prone, joe.cannot_stand_rounds) == (False, 0)


def test_who_crawls_by_house_rule_does_not_run() -> None:
    """R-MOV-11, R-MOV-10"""
    encounter = fight("effect joe prone", "act joe run", prone_movement="half")
    joe = fighter(encounter, "joe")
    assert (joe.prone, joe.running, joe.ran) == (True, False, False)


@pytest.mark.parametrize("word", ["running", "sprinting"])
def test_an_effect_that_makes_somebody_run_takes_them_off_the_ground(word: str) -> None:
    """R-MOV-11"""
    encounter = fight("effect joe prone", f"effect joe {word}")
    joe = fighter(encounter, "joe")
    assert (joe.prone, joe.running) == (False, True)
    play(encounter, "damage joe 10 --type strain")
    assert refused(encounter, f"effect joe {word}")[0] == "status"


def test_a_strike_out_of_turn_is_no_charge() -> None:
    """R-MOV-8"""
    encounter = fight(ORDER, "act joe run", "next", "next", "act ox walk 1")
    doc = play(encounter, "act joe intercept ox --weapon knife")
    assert "charge" not in {part["label"] for part in doc["rolls"][0]["parts"]}


def test_who_charges_leaves_the_cover_that_they_kept_while_running() -> None:
    """R-MOV-8, R-COV-2"""
    encounter = fight(ORDER, "act joe take-cover good", "set joe ap=9", "act joe run --with stay")
    assert fighter(encounter, "joe").cover == "good"
    play(encounter, "attack joe bob --weapon knife")
    assert fighter(encounter, "joe").cover == "none"


def test_who_leaves_the_fight_leaves_their_turn_and_place_behind() -> None:
    """R-ACT-16"""
    encounter = fight(
        ORDER, "set joe in_melee_with=[bob] running=true cover=good surprised_by=[bob]",
        "set bob in_melee_with=[joe]", "leave joe",
    )  # fmt: skip
    joe = fighter(encounter, "joe")
    assert (joe.running, joe.cover, joe.in_melee_with, joe.surprised_by) == (
        False, "none", [], "none",
    )  # fmt: skip
    assert fighter(encounter, "bob").in_melee_with == []


# --- bodies as shields ---


def test_a_body_that_goes_away_covers_nobody() -> None:
    """R-BAR-16"""
    encounter = fight("act joe carry-body mira", "act mira walk 1")
    joe = fighter(encounter, "joe")
    assert (joe.carrying_body, joe.cover, joe.cover_barrier) == (None, "none", None)
    assert joe.attribute("agility") == 4


@pytest.mark.parametrize("line", ["act mira run", "act mira take-cover good", "leave mira",
                                  "act ox carry-body mira --force"])  # fmt: skip
def test_nobody_carries_who_has_gone(line: str) -> None:
    """R-BAR-16"""
    encounter = fight("act joe carry-body mira", line)
    joe = fighter(encounter, "joe")
    assert (joe.carrying_body, joe.cover) == (None, "none")


@pytest.mark.parametrize("line", ["effect mira running", "set mira running=true"])
def test_nobody_carries_who_is_made_to_run(line: str) -> None:
    """R-BAR-16"""
    encounter = fight("act joe carry-body mira", line)
    assert fighter(encounter, "joe").carrying_body is None


@pytest.mark.parametrize("line", ["act joe run", "act joe carry-body mira", "act joe set-charge"])
def test_who_is_down_begins_nothing_that_lasts_even_if_forced(line: str) -> None:
    """R-MOV-11, R-BAR-16, R-DIE-10"""
    encounter = fight(ORDER, "damage joe 10 --type strain", f"{line} --force")
    joe = fighter(encounter, "joe")
    assert (joe.running, joe.carrying_body, joe.extended) == (False, None, None)


def test_a_body_on_the_ground_covers_nobody_when_it_gets_up_and_goes() -> None:
    """R-BAR-16"""
    encounter = fight(
        "set bob strain=10", "act joe take-cover good --with barrier=bob",
        "heal bob all --pool strain", "act bob stand-up",
    )  # fmt: skip
    assert fighter(encounter, "joe").cover == "none"


def test_who_carries_a_body_walks_with_it_and_leaves_a_wall() -> None:
    """R-BAR-16, R-COV-2"""
    encounter = fight("set bob strain=10", "act joe carry-body bob", "act joe walk 1")
    joe = fighter(encounter, "joe")
    assert (joe.carrying_body, joe.cover, joe.cover_barrier) == ("bob", "partial", "bob")
    play(encounter, "act joe take-cover good --with barrier=wall", "act joe walk 1")
    joe = fighter(encounter, "joe")
    assert (joe.carrying_body, joe.cover, joe.cover_barrier) == ("bob", "partial", "bob")


def test_who_is_carried_away_leaves_their_cover_and_melee() -> None:
    """R-BAR-16"""
    encounter = fight("set bob strain=10 cover=good cover_barrier=wall", "act joe carry-body bob")
    assert fighter(encounter, "bob").cover == "none"


@pytest.mark.parametrize("line", ["damage joe 5 --type strain", "act joe drop-prone",
                                  "effect joe prone", "set joe strain=10"])  # fmt: skip
def test_who_lies_carries_nobody(line: str) -> None:
    """R-BAR-16"""
    encounter = fight("set bob strain=10", "act joe carry-body bob", line)
    joe = fighter(encounter, "joe")
    assert (joe.carrying_body, joe.cover, joe.cover_barrier) == (None, "none", None)


NO_SHIELDS = {
    "act joe carry-body bob": "status",
    "act joe take-cover good --with barrier=bob": "status",
    "act joe take-cover good --with barrier=joe": "value",
    "act joe carry-body van": "value",
    "act joe carry-body ox": "hands",
    "act mira carry-body joe": "hands",
}


@pytest.mark.parametrize("line", NO_SHIELDS)
def test_not_everybody_can_be_a_shield(line: str) -> None:
    """R-BAR-16: an enemy who is up, oneself, a vehicle; nobody carries two, or who carries."""
    encounter = fight("set ox strain=10")
    if NO_SHIELDS[line] == "hands":
        play(encounter, "act joe carry-body ox", "act joe drop-item ox", "act joe carry-body mira")
    assert refused(encounter, line)[0] == NO_SHIELDS[line]


def test_who_lies_takes_up_nobody() -> None:
    """R-BAR-16"""
    encounter = fight("set bob strain=10", "effect joe prone")
    assert refused(encounter, "act joe carry-body bob")[0] == "prone"
    play(encounter, "act joe carry-body bob --force")
    assert not fighter(encounter, "joe").prone


def test_a_vehicle_and_a_friend_are_cover() -> None:
    """R-BAR-16"""
    encounter = fight("act joe take-cover good --with barrier=van")
    play(encounter, "act mira take-cover partial --with barrier=joe")
    assert fighter(encounter, "mira").cover_barrier == "joe"
