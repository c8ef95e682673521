"""How long a live value lasts: until what it says, or for good; a new field has to say."""

from importlib import import_module

import pytest

LASTING = {
    "swan_song": (
        "armored flesh strain strain_bank critical_injuries crit_latch location_boxes effects "
        "status stable dying_rounds karma aided recovery_lost count",
        "timed_items barriers",
    ),
    "sr3": (
        "physical stun overflow aided aided_by patched_by magic_healed healing stable bleeding "
        "karma_left karma_burnt hand_of_god timed ammo loaded clip_in loose count mounted "
        "gyro_worn conscious dying dead",
        "barriers timed_items",
    ),
    "i2050": (
        "hp at_head at_chest at_abdomen at_right_arm at_left_arm at_right_leg at_left_leg out "
        "checks_won strenuous weapon_states crippled aided timed",
        "",
    ),
    "spotlight": ("locations fortitude_lost unconscious fate", ""),
    "storyteller": (
        "bashing lethal aggravated willpower_left weapon_at taken lost ammo structure conscious "
        "dying dying_rounds dead downed_by healing aided timed",
        "structure",
    ),
}
COMMON = {"note", "own_effects", "own_off", "notes", "counters", "party", "fights"}
"""What nothing ends, of a combatant: wounds, points, gear; and of the place itself."""


@pytest.mark.parametrize("ruleset", LASTING)
def test_what_lasts_is_wounds_points_and_gear_and_all_else_says_until_when(ruleset: str) -> None:
    schema = import_module(f"gmtrack.rulesets.{ruleset}").ruleset.SCHEMA
    for record, lasting in zip((schema.live, schema.fight), LASTING[ruleset], strict=True):
        ended = {field for fields in record.UNTIL.values() for field in fields}
        assert record.FIELDS.keys() - ended - COMMON == set(lasting.split())
