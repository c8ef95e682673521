"""The house rules: their keys, defaults and alternatives."""

from tables import each_row

from gmtrack.rulesets.kit.house import fixed_keys, list_rulings, switchable_rules
from gmtrack.rulesets.kit.rulebook import read_rulebook
from gmtrack.rulesets.port import HouseRule
from gmtrack.rulesets.swan_song.rulings import House

ROWS_OF_A_GROUP = {
    "TEST": 16, "INIT": 14, "DEL": 11, "TIM": 4, "MOV": 11, "ACT": 16, "KAR": 3, "ATK": 11,
    "DEF": 15, "COV": 5, "BAR": 17, "ACC": 2, "ARM": 6, "DMG": 10, "WND": 4, "DIE": 10, "CRIT": 5,
    "REST": 13, "SUR": 7, "INT": 5, "KD": 3, "CALL": 15, "EFF": 18, "MULTI": 6, "FFYL": 8,
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
    "strain_rest": ("hour", "roll"),
    "flesh_rest": ("body_x2", "body"),
    "recovery_decay": (0, 1),
    "armored_repair": ("day", "hour", "off"),
    "injury_heals": ("treatment", "week", "never"),
    "karma_back": (1, "full"),
}
FREE_VALUES = {
    "perception_threshold": (2, int),
    "init_karma_cost": (1, int),
    "bleed_interval_rounds": ("body*12", int),
    "called_shots": ("all", list),
    "scene_minutes": (5, int),
    "flesh_rest": ("body_x2", int),
    "first_aid_threshold": (2, int),
    "care_bonus": (1, int),
    "injury_threshold": (8, int),
    "karma_back": (1, int),
}
TRUE_BY_DEFAULT = {
    "pass_one_needs_positive", "simultaneous_finish", "interrupt_before_acting",
    "phase_lost_at_zero_ap", "surprised_cover_dice", "unaware_cover_only", "hidden_is_unaware",
    "barrier_cumulative", "barrier_thickness_scales", "destroy_needs_exceed", "bounce_is_graze",
    "wound_on_effect_tests", "crit_both", "knee_knockdown", "called_needs_damage",
    "attacks_need_sight", "ffyl_instant_death", "recovery_glitch", "first_aid_heals",
}  # fmt: skip
FALSE_BY_DEFAULT = {
    "down_roll_initiative", "sprint_strain_resisted", "burst_multi_target", "ranged_dodge",
    "cover_vs_melee", "shield_blocks_strain", "strain_overflow_crits", "machine_bleeds",
    "surprise_crit_double", "called_needs_flesh", "winded_blocks_interrupts", "wound_on_recovery",
}  # fmt: skip
RULES = {row.key: row.rule(House) for row in list_rulings(House)}


def test_every_ruling_of_every_group_is_there_once_and_in_order() -> None:
    ids = [row.id for row in read_rulebook("gmtrack.rulesets.swan_song") if row.is_ruling]
    expected = [
        f"R-{name}-{n}" for name, count in ROWS_OF_A_GROUP.items() for n in range(1, count + 1)
    ]
    assert ids == expected


def test_only_bleedout_has_two_keys() -> None:
    ruled = [rule.ruling for rule in RULES.values()]
    assert {name for name in ruled if ruled.count(name) > 1} == {"R-EFF-10"}
    assert [key for key, rule in RULES.items() if rule.ruling == "R-EFF-10"] == [
        "bleedout_counts", "bleedout_pool",
    ]  # fmt: skip


def test_there_are_131_house_rule_keys() -> None:
    assert len(RULES) == 131
    assert set(RULES) == {*switchable_rules(House), *fixed_keys(House)}


@each_row("rule", RULES.values())
def test_every_key_has_a_default_first_and_something_else_to_choose(rule: HouseRule) -> None:
    if isinstance(rule.allowed, type):
        assert rule.allowed is dict
        assert rule.free is None
    else:
        assert len(rule.allowed) >= (2 if rule.free is None else 1)
        assert len(set(rule.allowed)) == len(rule.allowed)
        assert rule.default == rule.allowed[0]


@each_row(("key", "values"), DEFAULTS_AND_ALTERNATIVES.items())
def test_a_key_has_its_default_and_alternatives(key: str, values: tuple[object, ...]) -> None:
    assert RULES[key].allowed == values


@each_row(("key", "default_and_type"), FREE_VALUES.items())
def test_a_free_key_has_a_default_and_takes_any_value_of_its_type(
    key: str, default_and_type: tuple[object, type]
) -> None:
    rule = RULES[key]
    assert (rule.allowed[:1], rule.free) == (default_and_type[:1], default_and_type[1])


def test_no_other_key_takes_free_values() -> None:
    assert {key for key, rule in RULES.items() if rule.free is not None} == set(FREE_VALUES)


def test_costs_multipliers_and_the_club_are_maps() -> None:
    maps = {key for key, rule in RULES.items() if rule.allowed is dict}
    assert maps == {"ap_cost", "damage_multipliers", "clubbed_firearm"}


def test_yes_and_no_rulings_have_their_default() -> None:
    yes = {key for key, rule in RULES.items() if rule.default is True}
    no = {key for key, rule in RULES.items() if rule.default is False}
    assert yes == TRUE_BY_DEFAULT
    assert no == FALSE_BY_DEFAULT
    assert all(RULES[key].allowed == (True, False) for key in TRUE_BY_DEFAULT)
    assert all(RULES[key].allowed == (False, True) for key in FALSE_BY_DEFAULT)


def test_keys_that_cannot_be_switched_say_why() -> None:
    assert {row.ruling for row in list_rulings(House) if row.why_fixed} == NOT_SWITCHABLE_ROWS
