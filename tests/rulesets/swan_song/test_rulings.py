from collections import Counter

import pytest

from gmtrack.rulesets.kit.rulings import Ruling
from gmtrack.rulesets.swan_song.rulings.house import RULINGS, by_key

ROWS_OF_A_GROUP = {
    "TEST": 16, "INIT": 14, "DEL": 11, "TIM": 4, "MOV": 10, "ACT": 15, "KAR": 3, "ATK": 10,
    "DEF": 15, "COV": 5, "BAR": 15, "ACC": 2, "ARM": 6, "DMG": 9, "WND": 4, "DIE": 9, "CRIT": 5,
    "SUR": 7, "INT": 5, "KD": 3, "CALL": 15, "EFF": 18, "MULTI": 6, "FFYL": 8,
}  # fmt: skip
NOT_SWITCHABLE_ROWS = {"R-ACT-11", "R-MULTI-1", "R-FFYL-2"}
DEFAULTS_AND_ALTERNATIVES = {
    "glitch_rule": ("more_than_half", "half_or_more", "off"),
    "hard_glitch": ("as_glitch", "as_critical", "ignore"),
    "min_pool": (0, 1),
    "rounding": ("down", "up", "nearest"),
    "init_dice_cap": (5, None),
    "wound_initiative": ("immediate", "next_round", "off"),
    "delay_carry": ("extra", "replaces", "forbidden"),
    "sprint_distance": ("hits", "walk_plus_hits", "walk_plus_2_per_hit"),
    "extended_forecast": ("current_score", "off"),
    "zero_tie": ("graze", "miss", "like_any_tie"),
    "prone_far_cover": ("auto", "take_cover", "off"),
    "default_ranged_accuracy": (4, 5),
    "wound_cap_steps": (2, None),
    "called_knockdown": ("manual", "net_hits_vs_str"),
    "odv_basis": ("modified", "base", "post_soak"),
    "stun_repeat": ("once_per_round", "once_per_scene", "always"),
    "stand_test": ("none", "body_wil_2"),
    "ffyl_span": ("round", "one_phase"),
}
FREE_VALUES = {
    "perception_threshold": (2, int),
    "init_karma_cost": (1, int),
    "bleed_interval_rounds": ("body*12", int),
    "called_shots": ("all", list),
}
TRUE_BY_DEFAULT = {
    "pass_one_needs_positive", "simultaneous_finish", "interrupt_before_acting",
    "phase_lost_at_zero_ap", "surprised_cover_dice", "unaware_cover_only", "hidden_is_unaware",
    "barrier_cumulative", "barrier_thickness_scales", "destroy_needs_exceed", "bounce_is_graze",
    "wound_on_effect_tests", "crit_both", "knee_knockdown", "called_needs_damage",
    "attacks_need_sight", "ffyl_instant_death",
}  # fmt: skip
FALSE_BY_DEFAULT = {
    "down_roll_initiative", "sprint_strain_resisted", "burst_multi_target", "ranged_dodge",
    "cover_vs_melee", "shield_blocks_strain", "strain_overflow_crits", "machine_bleeds",
    "surprise_crit_double", "called_needs_flesh", "winded_blocks_interrupts",
}  # fmt: skip
KEYED = tuple(by_key().values())


def group(ruling: Ruling) -> str:
    return ruling.id.split("-")[1]


def test_every_ruling_of_every_group_is_there_once_and_in_order() -> None:
    ids = list(dict.fromkeys(ruling.id for ruling in RULINGS))
    expected = [
        f"R-{name}-{n}" for name, rows in ROWS_OF_A_GROUP.items() for n in range(1, rows + 1)
    ]
    assert ids == expected


def test_only_bleedout_has_two_keys_and_so_two_rows() -> None:
    counts = Counter(ruling.id for ruling in RULINGS)
    assert [name for name, rows in counts.items() if rows > 1] == ["R-EFF-10"]
    keys = [ruling.key for ruling in RULINGS if ruling.id == "R-EFF-10"]
    assert keys == ["bleedout_counts", "bleedout_pool"]


def test_there_are_118_house_rule_keys_and_each_belongs_to_one_ruling() -> None:
    keys = [ruling.key for ruling in RULINGS if ruling.key is not None]
    assert len(keys) == 118
    assert len(set(keys)) == len(keys)
    assert list(by_key()) == keys
    assert all(key == ruling.key for key, ruling in by_key().items())


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.id)
def test_every_ruling_says_its_kind_its_question_and_its_default(ruling: Ruling) -> None:
    assert ruling.kind in {"A", "C", "G"}
    assert ruling.question.endswith("?")
    assert ruling.default


@pytest.mark.parametrize("ruling", KEYED, ids=lambda ruling: ruling.key)
def test_every_key_has_a_default_first_and_something_else_to_choose(ruling: Ruling) -> None:
    if isinstance(ruling.values, type):
        assert ruling.values is dict
        assert ruling.free is None
    else:
        assert len(ruling.values) >= (2 if ruling.free is None else 1)
        assert len(set(ruling.values)) == len(ruling.values)


def test_a_fixed_reading_has_no_values() -> None:
    fixed = [ruling for ruling in RULINGS if ruling.key is None]
    assert all((r.values, r.free, r.why_fixed) == ((), None, "") for r in fixed)


@pytest.mark.parametrize(("key", "values"), DEFAULTS_AND_ALTERNATIVES.items())
def test_a_key_has_the_ledger_s_default_and_alternatives(
    key: str, values: tuple[object, ...]
) -> None:
    assert by_key()[key].values == values


@pytest.mark.parametrize(("key", "default_and_type"), FREE_VALUES.items())
def test_a_free_key_has_a_default_and_takes_any_value_of_its_type(
    key: str, default_and_type: tuple[object, type]
) -> None:
    ruling = by_key()[key]
    assert (ruling.values, ruling.free) == (default_and_type[:1], default_and_type[1])


def test_no_other_key_takes_free_values() -> None:
    assert {r.key for r in KEYED if r.free is not None} == set(FREE_VALUES)


def test_costs_multipliers_and_the_club_are_maps() -> None:
    maps = {r.key for r in KEYED if r.values is dict}
    assert maps == {"ap_cost", "damage_multipliers", "clubbed_firearm"}


def test_yes_and_no_rulings_have_the_ledger_s_default() -> None:
    yes = {r.key for r in KEYED if not isinstance(r.values, type) and r.values[0] is True}
    no = {r.key for r in KEYED if not isinstance(r.values, type) and r.values[0] is False}
    assert yes == TRUE_BY_DEFAULT
    assert no == FALSE_BY_DEFAULT
    assert all(by_key()[key].values == (True, False) for key in TRUE_BY_DEFAULT)
    assert all(by_key()[key].values == (False, True) for key in FALSE_BY_DEFAULT)


def test_keys_that_cannot_be_switched_say_why() -> None:
    fixed = {r.id for r in KEYED if r.why_fixed}
    assert fixed == NOT_SWITCHABLE_ROWS
