"""The rulings in force: what the encounter's house rules say, else the default."""

from collections.abc import Mapping
from typing import Any, Literal

from gmtrack.rulesets.kit.house import ROUNDING, Rulings, ruled


class House(Rulings):
    """The house rules of Swan Song: each ruling of RULES.md that can be switched.

    R-EFF-10 has two keys, so it stands twice."""

    # --- Tests ---

    glitch_rule: Literal["more_than_half", "half_or_more", "off"] = ruled(
        "R-TEST-1"
    )
    critical_glitch: Literal["zero_hits", "off"] = ruled("R-TEST-2")
    hard_glitch: Literal["as_glitch", "as_critical", "ignore"] = ruled(
        "R-TEST-3"
    )
    glitch_effect: Literal["note", "off"] = ruled("R-TEST-4")
    min_pool: Literal[0, 1] = ruled("R-TEST-5")
    default_rule: Literal["attribute_minus_1", "attribute", "forbidden"] = (
        ruled("R-TEST-6")
    )
    rounding: Literal["down", "up", "nearest"] = ruled("R-TEST-7")
    limit_on_standard_defense: Literal["none", "physical"] = ruled("R-TEST-8")
    extended_test_decay: Literal[1, 0] = ruled("R-TEST-10")
    limit_formula: Literal["parent", "sheet_only"] = ruled("R-TEST-11")
    composure_pool: Literal["cha_wil", "wil_wil"] = ruled("R-TEST-12")
    perception_threshold: Literal[2] | int = ruled("R-TEST-13")
    health_defaults: Literal["parent", "required"] = ruled("R-TEST-14")
    attack_limit: Literal["accuracy", "physical", "lower"] = ruled("R-TEST-15")
    attribute_floor: Literal[0, 1] = ruled("R-TEST-16")

    # --- Initiative ---

    pass_one_needs_positive: Literal[True, False] = ruled("R-INIT-1")
    tie_break: Literal["ric", "simultaneous"] = ruled("R-INIT-2")
    init_dice_cap: Literal[5, None] = ruled("R-INIT-3")
    init_karma_cost: Literal[1] | int = ruled("R-INIT-4")
    late_entry_counts: Literal["completed", "including_current"] = ruled(
        "R-INIT-5"
    )
    wound_initiative: Literal["immediate", "next_round", "off"] = ruled(
        "R-INIT-7"
    )
    ap_at_zero_score: Literal["none", "base"] = ruled("R-INIT-9")
    init_order: Literal["dynamic", "fixed"] = ruled("R-INIT-11")
    simultaneous_finish: Literal[True, False] = ruled("R-INIT-13")
    down_roll_initiative: Literal[False, True] = ruled("R-INIT-14")

    # --- Delay and timed items ---

    delay_penalty_scope: Literal["always", "intervening_only"] = ruled(
        "R-DEL-1"
    )
    delay_carry: Literal["extra", "replaces", "forbidden"] = ruled("R-DEL-2")
    delay_ap: Literal["frozen", "current_pass", "none"] = ruled("R-DEL-3")
    delay_at_zero: Literal["allow", "forbid"] = ruled("R-DEL-4")
    delay_first_order: Literal["initiative", "reverse"] = ruled("R-DEL-5")
    delay_last_tie: Literal["simultaneous", "carry"] = ruled("R-DEL-8")
    timed_item_score: Literal["frozen", "setter_next_round"] = ruled("R-TIM-1")
    radio_detonation: Literal["ends_phase", "ap_only"] = ruled("R-TIM-2")

    # --- Movement ---

    walk_free_action: Literal["uses", "separate"] = ruled("R-MOV-1")
    sprint_distance: Literal[
        "hits", "walk_plus_hits", "walk_plus_2_per_hit"
    ] = ruled("R-MOV-3")
    sprint_strain_resisted: Literal[False, True] = ruled("R-MOV-4")
    sprint_target_penalty: Literal["replace", "stack"] = ruled("R-MOV-5")
    running_until: Literal["next_phase", "round_end", "phase_end"] = ruled(
        "R-MOV-6"
    )
    prone_movement: Literal["none", "half"] = ruled("R-MOV-10")

    # --- Actions and Karma ---

    ap_cost: Mapping[str, int] = ruled("R-ACT-1")
    free_action_per: Literal["pass", "phase"] = ruled("R-ACT-3")
    interrupt_before_acting: Literal[True, False] = ruled("R-ACT-4")
    phase_lost_at_zero_ap: Literal[True, False] = ruled("R-ACT-6")
    extended_cancelled_by: Literal["any_nonfree", "own_phase_only"] = ruled(
        "R-ACT-7"
    )
    extended_forecast: Literal["current_score", "off"] = ruled("R-ACT-8")
    full_defense_when: Literal["attacked", "anytime"] = ruled("R-ACT-10")
    burst_multi_target: Literal[False, True] = ruled(
        "R-ACT-11", why_fixed="a burst is one attack on one target"
    )
    hands: Literal["tracked", "free"] = ruled("R-ACT-15")
    karma_uses: Literal["manual", "off"] = ruled("R-KAR-1")

    # --- Attack and defense ---

    zero_tie: Literal["graze", "miss", "like_any_tie"] = ruled("R-ATK-1")
    blast_without_roll: Literal["no_defense", "zero_hits"] = ruled("R-ATK-9")
    ranged_dodge: Literal[False, True] = ruled("R-DEF-1")
    surprised_cover_dice: Literal[True, False] = ruled("R-DEF-3")
    unaware_cover_only: Literal[True, False] = ruled("R-DEF-4")
    previous_attack_counts: Literal["defense_rolls", "attacks"] = ruled(
        "R-DEF-5"
    )
    cover_vs_melee: Literal[False, True] = ruled("R-DEF-8")
    in_melee: Literal["auto", "manual"] = ruled("R-DEF-15")

    # --- Cover and barriers ---

    prone_far_cover: Literal["auto", "take_cover", "off"] = ruled("R-COV-1")
    cover_without_barrier: Literal["passes", "graze"] = ruled("R-COV-3")
    hidden_is_unaware: Literal[True, False] = ruled("R-COV-4")
    barrier_equal: Literal["stopped", "passes"] = ruled("R-BAR-1")
    barrier_subtract: Literal["before_soak", "after_soak"] = ruled("R-BAR-3")
    penetration_barrier_damage: Literal["table", "none"] = ruled("R-BAR-4")
    barrier_cumulative: Literal[True, False] = ruled("R-BAR-6")
    barrier_thickness_scales: Literal[True, False] = ruled("R-BAR-8")
    strain_vs_barrier: Literal["stopped", "passes"] = ruled("R-BAR-10")
    destroy_needs_exceed: Literal[True, False] = ruled("R-BAR-12")

    # --- Armor, accuracy, damage ---

    default_ranged_accuracy: Literal[4, 5] = ruled("R-ACC-2")
    bounce_is_graze: Literal[True, False] = ruled("R-ARM-1")
    damage_multipliers: Mapping[str, Any] = ruled("R-DMG-1")
    spill: Literal["raw", "multiplied"] = ruled("R-DMG-3")
    shield_blocks_strain: Literal[False, True] = ruled("R-DMG-5")

    # --- Wounds, dying, critical injuries ---

    wound_cap_steps: Literal[2, None] = ruled("R-WND-1")
    wound_on_effect_tests: Literal[True, False] = ruled("R-WND-2")
    strain_at_full: Literal["unconscious", "must_exceed"] = ruled("R-DIE-1")
    strain_overflow_remainder: Literal["discard", "bank"] = ruled("R-DIE-2")
    strain_overflow_crits: Literal[False, True] = ruled("R-DIE-3")
    bleed_interval_rounds: Literal["body*12"] | int = ruled("R-DIE-5")
    machine_bleeds: Literal[False, True] = ruled("R-DIE-8")
    crit_at: Literal["overflow", "zero"] = ruled("R-CRIT-1")
    crit_both: Literal[True, False] = ruled("R-CRIT-2")

    # --- Rest ---

    scene_minutes: Literal[5] | int = ruled("R-REST-1")
    strain_rest: Literal["hour", "roll"] = ruled("R-REST-2")
    flesh_rest: Literal["body_x2", "body"] | int = ruled("R-REST-3")
    wound_on_recovery: Literal[False, True] = ruled("R-REST-4")
    recovery_decay: Literal[0, 1] = ruled("R-REST-5")
    recovery_glitch: Literal[True, False] = ruled("R-REST-6")
    first_aid_heals: Literal[True, False] = ruled("R-REST-7")
    first_aid_threshold: Literal[2] | int = ruled("R-REST-8")
    care_bonus: Literal[1] | int = ruled("R-REST-9")
    armored_repair: Literal["day", "hour", "off"] = ruled("R-REST-10")
    injury_heals: Literal["treatment", "week", "never"] = ruled("R-REST-11")
    injury_threshold: Literal[8] | int = ruled("R-REST-12")
    karma_back: Literal[1, "full"] | int = ruled("R-REST-13")

    # --- Surprise, interception, knockdown ---

    surprise_ends: Literal["phase_start", "phase_end"] = ruled("R-SUR-1")
    surprise_karma: Literal["clears_state", "defense_only"] = ruled("R-SUR-2")
    surprise_crit_double: Literal[False, True] = ruled("R-SUR-3")
    intercept_damage: Literal["at_least", "exceeds"] = ruled("R-INT-1")
    clubbed_firearm: Mapping[str, Any] = ruled("R-INT-5")
    knockdown_damage: Literal["applied", "before_cap"] = ruled("R-KD-1")
    called_knockdown: Literal["manual", "net_hits_vs_str"] = ruled("R-KD-3")

    # --- Called shots and effects ---

    genitals_values: Literal["table", "entry"] = ruled("R-CALL-1")
    knee_knockdown: Literal[True, False] = ruled("R-CALL-2")
    odv_basis: Literal["modified", "base", "post_soak"] = ruled("R-CALL-4")
    ldv_basis: Literal["applied", "original"] = ruled("R-CALL-5")
    dv_limit_when: Literal["after_soak", "before_soak"] = ruled("R-CALL-6")
    called_needs_damage: Literal[True, False] = ruled("R-CALL-7")
    called_needs_flesh: Literal[False, True] = ruled("R-CALL-8")
    called_shots: Literal["all"] | list[str] = ruled("R-CALL-10")
    vehicle_effect_damage: Literal["before_cap", "applied"] = ruled("R-CALL-11")
    vehicle_soak: Literal["half_body", "full_body"] = ruled("R-CALL-15")
    all_actions_scope: Literal["actions", "actions_and_defense"] = ruled(
        "R-EFF-1"
    )
    duration_counts: Literal["current_round", "full_rounds"] = ruled("R-EFF-2")
    duration_extend: Literal["add", "max"] = ruled("R-EFF-3")
    stun_repeat: Literal["once_per_round", "once_per_scene", "always"] = ruled(
        "R-EFF-4"
    )
    slowed_duration: Literal["until_healed", "odv_rounds"] = ruled("R-EFF-5")
    one_side_duration: Literal["odv", "until_healed"] = ruled("R-EFF-6")
    winded_blocks_interrupts: Literal[False, True] = ruled("R-EFF-7")
    one_armed_scope: Literal["all", "arm_only"] = ruled("R-EFF-8")
    bleedout_counts: Literal["all", "ap_only"] = ruled("R-EFF-10")
    bleedout_pool: Literal["flesh", "pool_order"] = ruled("R-EFF-10")
    fatigued_pool: Literal["body", "half_body"] = ruled("R-EFF-12")
    stand_test: Literal["none", "body_wil_2"] = ruled("R-EFF-15")
    attacks_need_sight: Literal[True, False] = ruled("R-EFF-18")

    # --- Multiple attacks and Fight for your Life ---

    multi_target_mods: Literal["before_split", "per_part"] = ruled(
        "R-MULTI-1", why_fixed="the pool is computed once for all parts"
    )
    two_weapon_pool: Literal["lower", "main"] = ruled("R-MULTI-2")
    multi_ap: Literal["single", "per_attack"] = ruled("R-MULTI-4")
    ffyl_span: Literal["round", "one_phase"] = ruled("R-FFYL-1")
    ffyl_score: Literal["once", "hold"] = ruled(
        "R-FFYL-2", why_fixed="with it a round would never end"
    )
    ffyl_kill: Literal["down_or_dead", "dead"] = ruled("R-FFYL-4")
    ffyl_instant_death: Literal[True, False] = ruled("R-FFYL-5")

    def div(self, a: int, b: int) -> int:
        """Return a / b, rounded as the house rule `rounding` says (R-TEST-7)."""
        return ROUNDING[self.rounding](a, b)
