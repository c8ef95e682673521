"""What a GM writes into a file by hand, as one writes it: live state that holds from the first
command on, and what follows from it. What cannot be stands in `impossible.yaml`."""

from pathlib import Path
from typing import Any

import pytest

from ..typing_in import done, gmtrack, loaded

TABLE = """\
gmtrack: 1
name: Own table
ruleset: i2050
combatants:
  joe:
    side: pc
    dex: 12
    con: 11
    siz: 12
    skills: {Handgun-Projectile: 13, athletics_fist: 12, Katana: 14}
    weapons:
      sky_magnum: {skill: handgun_projectile, class: missile, damage: 2d6+2, burst: 3,
                   accessories: [Smartgun, laser-sight]}
      katana: {skill: katana, class: medium, damage: 2d6, parry: 4, arm: left_arm}
      axe: {skill: axes, class: long, damage: 1d10, stowed: true, arm: both}
  bob: {dex: 10, skills: {athletics_fist: 11}}
  ann: {dex: 11, con: 12, siz: 14}
"""


pytestmark = pytest.mark.usefixtures("home", "board_without_choices")


def holding(live: str, **more: str) -> None:
    """A file in which joe has this live state."""
    lines = [f"  {key}: {value}\n" for key, value in more.items()]
    fight = f"fight:\n{''.join(lines)}  combatants:\n    joe: {{{live}}}\n"
    answer = loaded(TABLE + fight)
    assert answer.code == 0, answer.err


def show(who: str = "joe") -> Any:
    return gmtrack("show", who, "--json").doc


def refusal(*line: str) -> str:
    kind: str = gmtrack(*line, "--json").doc["error"]["kind"]
    return kind


def target_of(*line: str) -> int:
    """What the first roll of a command is rolled under."""
    target: int = gmtrack(*line, "--json").doc["rolls"][0]["target"]
    return target


# --- the fight ---


def test_a_round_is_taken_up_where_it_was_left() -> None:
    fight = """\
fight:
  round: 3
  step: resolution
  acting: bob
  item: [joe]
  combatants:
    joe: {intent: {action: shoot, weapon: sky-magnum, targets: [bob]}, acted: true, met: ["-"]}
    bob: {intent: {action: fight, weapon: unarmed, targets: [joe]}}
    ann: {intent: {action: move}}
"""
    assert loaded(TABLE + fight).code == 0
    board = gmtrack("board", "--json").doc
    assert (board["round"], board["phase"], board["step"]) == (3, "acting", "resolution")
    assert board["acting"] == "bob"
    order = {place["id"]: place for place in board["order"]}
    assert list(order) == ["joe", "bob", "ann"]
    assert (order["joe"]["score"], order["joe"]["acted"]) == (13, True)
    assert (order["bob"]["score"], order["bob"]["acted"]) == (8, False)
    assert refusal("attack", "joe", "bob") == "acted"
    moving = gmtrack("next", "--json").doc
    assert (moving["step"], moving["metre"]) == ("movement", 0)


def test_metres_that_are_done_are_not_done_again() -> None:
    live = "intent: {action: move, targets: [bob]}, moved: 4, position: '10,0'"
    fight = (
        f"fight:\n  round: 1\n  step: movement\n  metre: 4\n  combatants:\n    joe: {{{live}}}\n"
    )
    assert loaded(TABLE + fight + "    bob: {position: [0, 0]}\n").code == 0
    assert gmtrack("board", "--json").doc["metre"] == 4
    assert gmtrack("next", "--json").doc["metre"] == 5
    assert gmtrack("next", "--json").doc["phase"] == "round-over"
    assert show()["movement"] == {"allowance": 6, "moved": 6, "position": [8, 0]}


def test_who_has_stopped_stands_still() -> None:
    holding("intent: {action: move}, stopped: true", round="1", step="movement")
    assert gmtrack("next", "--json").doc["phase"] == "round-over"
    assert show()["movement"]["moved"] == 0


def test_a_side_that_declares_first_this_round_does() -> None:
    holding("prone: true", round="1", step="determination", first="foe")
    order = gmtrack("board", "--json").doc["order"]
    assert [place["id"] for place in order] == ["bob", "ann", "joe"]


def test_a_round_without_a_step_is_over() -> None:
    holding("prone: true", round="2")
    assert gmtrack("board", "--json").doc["phase"] == "round-over"


def test_blows_that_wait_are_dealt_in_the_losers_phase_in_r02() -> None:
    blow = "{victim: joe, by: bob, place: head, points: 3, blow: 12, melee: true}"
    holding("moved: 0", round="1", step="winners", pending=f"[{blow}]")
    losers = gmtrack("next", "--roll", "knockdown.joe=13", "--json").doc
    assert losers["step"] == "losers"
    assert show()["locations"]["head"]["now"] == 5
    assert [one["effect"] for one in show()["effects"]] == ["prone"]


# --- a combatant ---


@pytest.mark.parametrize(
    ("live", "status"),
    [
        ("pools: {hp: 0}", "up"),
        ("out: unconscious", "unconscious"),
        ("out: dying", "dying"),
        ("out: dead", "dead"),
        ("out: null", "up"),
    ],
)
def test_who_is_out_is_written_down_and_not_derived(tmp_path: Path, live: str, status: str) -> None:
    holding(live)
    assert show()["status"] == status
    answer = gmtrack("act", "joe", "dodge", "--json").doc
    assert answer.get("error", {}).get("kind") == (None if status == "up" else "out")


@pytest.mark.parametrize(
    ("points", "damage", "band"),
    [
        (23, 0, "healthy"),
        (22, 1, "light"),
        (18, 5, "light"),
        (17, 6, "serious"),
        (12, 11, "serious"),
        (11, 12, "grievous"),
        (6, 17, "grievous"),
        (5, 18, "mortal"),
        (1, 22, "mortal"),
        (0, 23, "dying"),
        (-30, 53, "dying"),
    ],
)
def test_the_band_follows_from_the_points_in_wnd_01_to_06(
    points: int, damage: int, band: str
) -> None:
    holding(f"pools: {{hp: {points}}}")
    assert show()["pools"]["hp"] == {"max": 23, "now": points}
    assert show()["track"] == {"damage": damage, "band": band, "strenuous": False}
    half = band in ("grievous", "mortal", "dying")
    target = target_of("test", "joe", "katana", "--roll", "test=9")
    assert target == (7 if half else 14)


@pytest.mark.parametrize(
    ("live", "states"),
    [
        ("locations: {left_arm: 5}", {"left_arm": "hurt"}),
        ("locations: {left_arm: 0}", {"left_arm": "useless"}),
        ("locations: {left_arm: -20}", {"left_arm": "useless"}),
        ("disabled: [left_arm]", {"left_arm": "disabled"}),
        ("locations: {abdomen: 0}",
         {"abdomen": "useless", "right_leg": "useless", "left_leg": "useless"}),
        ("disabled: [abdomen]",
         {"abdomen": "disabled", "right_leg": "useless", "left_leg": "useless"}),
    ],
)  # fmt: skip
def test_what_does_not_work_follows_from_the_locations_in_limb_01_and_02(
    live: str, states: dict[str, str]
) -> None:
    holding(live)
    shown = {place: found["state"] for place, found in show()["locations"].items()}
    assert {place: state for place, state in shown.items() if state != "fine"} == states


@pytest.mark.parametrize(
    ("live", "metres"),
    [
        ("prone: true", 1),
        ("intent: {action: weave}", 3),
        ("locations: {right_leg: 0}, prone: true", 1),
        ("disabled: [abdomen], prone: true", 1),
    ],
)
def test_the_metres_follow_from_intent_and_legs_in_move_04_and_05(live: str, metres: int) -> None:
    holding(live)
    assert show()["movement"]["allowance"] == metres


def test_an_arm_that_is_gone_takes_the_next_weapon_and_its_speed_in_spd_02() -> None:
    holding("locations: {right_arm: 0}")
    assert show()["initiative"] == {"speed": 11, "weapon": "katana"}


def test_a_weapon_that_is_held_is_the_one_that_falls_in_r54() -> None:
    live = "weapons: {axe: {status: ready}}, held: {left_arm: Axe, right_arm: axe}"
    holding(live)
    assert gmtrack("damage", "joe", "6", "--location", "left-arm").code == 0
    weapons = show()["weapons"]
    assert (weapons["axe"]["status"], weapons["katana"]["status"]) == ("dropped", "ready")


def test_an_empty_hand_drops_nothing_in_r54() -> None:
    holding("held: {left_arm: null}")
    assert gmtrack("damage", "joe", "6", "--location", "left-arm").code == 0
    assert show()["weapons"]["katana"]["status"] == "ready"


def test_names_may_be_written_as_one_likes() -> None:
    live = """weapons: {sky_magnum: {status: jammed, failed: [SmartGun]}},
      intent: {action: unjam, weapon: Sky_Magnum}"""
    holding(live)
    assert list(show()["weapons"]) == ["sky-magnum", "katana", "axe", "unarmed"]
    assert show()["weapons"]["sky-magnum"] == {"status": "jammed", "failed": ["smartgun"]}
    assert target_of("act", "joe", "unjam", "--roll", "unjam=13") == 13
    assert show()["weapons"]["sky-magnum"] == {"status": "ready", "failed": ["smartgun"]}
    rolls = ("--roll", "attack=20", "--roll", "accessory=1")
    assert gmtrack("attack", "joe", "bob", *rolls).code == 0
    assert show()["weapons"]["sky-magnum"]["failed"] == ["smartgun", "laser-sight"]


@pytest.mark.parametrize(
    ("live", "target"),
    [
        ("aimed: bob", 18),
        ("aimed: ann", 13),
        ("aimed: bob, aimed_rounds: 3", 18),
        ("under_fire: true, steady: false", 10),
        ("under_fire: true, steady: true", 13),
        ("poor_visibility: true, seen: false", 3),
        ("poor_visibility: true, seen: true", 13),
        ("poor_visibility: false", 13),
    ],
)
def test_what_is_known_of_somebody_counts_in_his_next_shot(live: str, target: int) -> None:
    plan = "intent: {action: shoot, weapon: sky-magnum, targets: [bob]}"
    holding(f"{live}, {plan}", round="1", step="resolution")
    assert target_of("attack", "joe", "bob", "--roll", "attack=19") == target


@pytest.mark.parametrize("aim", ["", ", aim: 2"])
def test_a_declared_attack_without_a_weapon_is_made_with_the_usual_one(aim: str) -> None:
    holding(f"intent: {{action: shoot, targets: [bob]{aim}}}", round="1", step="resolution")
    shot = gmtrack("attack", "joe", "bob", "--seed", "1", "--json")
    assert shot.code == 0, shot.err
    assert shot.doc["weapon"] == "sky-magnum"


@pytest.mark.parametrize(
    ("live", "target"),
    [
        ("unaware: true", 16),
        ("prone: true", 16),
        ("height: 1.5", 6),
        ("height: -1", 16),
        ("height: 0.9", 11),
        ("intent: {action: weave}", 6),
        ("intent: {action: move}", 9),
        ("intent: {action: move, to: [3, 4]}", 9),
        ("intent: {action: move, targets: [bob]}", 11),
        ("position: '0.5,0.5'", 11),
    ],
)
def test_what_is_known_of_somebody_counts_for_who_strikes_at_him(live: str, target: int) -> None:
    holding(live)
    assert gmtrack("set", "bob", "position=0,0").code == 0
    assert target_of("attack", "bob", "joe", "--roll", "attack=19") == target


@pytest.mark.parametrize("place", ["'3,4.5'", "[3, 4.5]", "' 3 , 4.5 '"])
def test_a_place_is_two_numbers_however_they_stand_there(tmp_path: Path, place: str) -> None:
    holding(f"position: {place}")
    assert show()["movement"]["position"] == [3, 4.5]
    assert gmtrack("set", "bob", "position=0,0").code == 0
    assert refusal("attack", "bob", "joe") == "reach"


def test_a_burst_that_has_begun_goes_on_with_its_next_shot_in_burst_03() -> None:
    plan = "intent: {action: burst, weapon: sky-magnum, targets: [bob, ann, bob], shots: 3}"
    holding(f"{plan}, fired: 1", round="1", step="resolution")
    assert target_of("attack", "joe", "bob", "--force", "--roll", "attack.2=19") == 6


def test_a_lost_action_is_lost_in_spd_05() -> None:
    plan = "intent: {action: shoot, weapon: sky-magnum, targets: [bob]}"
    holding(f"{plan}, lost: true", round="1", step="resolution")
    assert refusal("attack", "joe", "bob") == "lost"
    board = gmtrack("board", "--json").doc["order"]
    assert next(one for one in board if one["id"] == "joe")["lost"] is True


def test_shares_and_an_aim_that_were_declared_are_fought_with() -> None:
    plan = """intent: {action: fight, weapon: katana, targets: [bob, ann], split: [9, 5],
      aim: 2, want: head}"""
    holding(plan, round="1", step="resolution")
    assert target_of("attack", "joe", "ann", "--roll", "attack=19") == 3
    assert refusal("attack", "joe", "bob", "--called", "chest") == "intent"
    shot = gmtrack("attack", "joe", "bob", "--roll", "attack=1", "--roll", "damage=1,1",
                   "--roll", "location=17", "--json").doc  # fmt: skip
    assert shot["location"] == "head"


def test_checks_that_were_won_are_not_won_again_in_win_02() -> None:
    holding("checks_won: [handgun_projectile], strenuous: true")
    assert show()["checks"] == ["handgun_projectile"]
    assert show()["track"]["strenuous"] is True
    rolls = ("--roll", "attack=5", "--roll", "damage=1,1", "--roll", "location=1")
    assert gmtrack("attack", "joe", "bob", *rolls, "--json").doc["effects"] == []


def test_an_effect_of_so_many_rounds_is_over_after_them() -> None:
    holding("unaware: true, timed: {unaware: 2}")
    assert gmtrack("roll-init").code == 0
    assert [one["effect"] for one in show()["effects"]] == ["unaware"]
    gmtrack("next")
    assert gmtrack("roll-init", "--force").code == 0
    assert show()["effects"] == []


def test_a_location_put_out_by_one_blow_stays_so_in_r24() -> None:
    table = TABLE + "house_rules: {location_damage: single_blow}\n"
    fight = "fight: {combatants: {joe: {crippled: [left_leg], locations: {right_leg: -3}}}}\n"
    assert loaded(table + fight).code == 0
    states = {place: found["state"] for place, found in show()["locations"].items()}
    assert (states["left_leg"], states["right_leg"]) == ("useless", "hurt")


def test_nobody_who_has_left_still_means_somebody_who_is_removed(
    home: Path, tmp_path: Path
) -> None:
    """By force they may act while they are away; the file would not be read any more."""
    done("load", "@three-thugs-in-the-fog")
    for line in (
        "roll-init --seed 1",
        "leave thug-2 fled",
        "attack thug-2 sally --seed 18 --force",
        "remove sally",
    ):
        done(line)
    saved = str(tmp_path / "saved.yaml")
    done("save", saved)
    done("validate", saved)
