"""The rulings in force in one encounter; RULES.md says in words what each of them settles."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from gmtrack.rulesets.kit.house import ROUNDING, Rulings, ruled

VITAL = ("head", "vital")
"""The places whose called shots count more, unless a house rule names others (SR-R37)."""
HEAL_TN = (4, 6, 8, 10)
HEAL_DAYS = (1, 10, 20, 30)
"""The days of healing for L, M, S and D, before they are divided by successes (SR-REST-05)."""
COMMON: Mapping[str, Any] = {
    "standing_up": "test",
    "vehicle_rule": "halve_power",
    "thermal_smoke": "own_values",
    "melee_resist_pool": True,
    "melee_excess": "power",
    "short_burst_recoil": 2,
    "fa_maximum": 10,
    "dodge_test": "modified",
    "reach_side": "one",
    "walking": "counts",
}
"""The house rules of a table that plays as most tables do, where the source words it otherwise
(SR-R58)."""


class House(Rulings):
    """The switchable rulings, with the first value as the default."""

    PRESETS: ClassVar[Mapping[str, Mapping[Any, Mapping[str, Any]]]] = {
        "play": {"common": COMMON}
    }

    play: Literal["source", "common"] = ruled("SR-R58")
    rule_of_six: Literal[True, False] = ruled("SR-R01")
    botch: Literal["note", "lose_phase"] = ruled("SR-R02")
    rounding: Literal["down", "up"] = ruled("SR-R03")
    action_check: Literal["strict", "warn", "off"] = ruled("SR-R04")
    standing_up: Literal["action", "test"] = ruled("SR-R04")
    initiative_tie: Literal["reaction", "roll", "simultaneous"] = ruled(
        "SR-R05"
    )
    pool_limit: Literal["skill", "none"] = ruled("SR-R06")
    pool_refresh: Literal["turn", "pass"] = ruled("SR-R06")
    natural_reach_stacks: Literal[True, False] = ruled("SR-R07")
    barrier_rule: Literal["subtract_power", "add_to_armor"] = ruled("SR-R08")
    vehicle_rule: Literal["subtract_power", "halve_power"] = ruled("SR-R08")
    vision_split: Literal["cyber_first", "natural_first"] = ruled("SR-R09")
    visibility_stack: Literal["sum_cap8", "worst", "sum"] = ruled("SR-R09")
    thermal_smoke: Literal["as_haze", "own_values"] = ruled("SR-R09")
    wounds_stack: Literal[True, False] = ruled("SR-R10")
    overflow_death: Literal[True, False] = ruled("SR-R10")
    zero_tie: Literal["miss", "attacker_hits"] = ruled("SR-R11")
    full_defense_dodge: Literal["gross", "net"] = ruled("SR-R12")
    melee_resist_pool: Literal[False, True] = ruled("SR-R12")
    stage_cap: Literal["cap", "keep_excess"] = ruled("SR-R13")
    melee_excess: Literal["lost", "power"] = ruled("SR-R13")
    multi_target: Literal["additional", "every", "flat"] = ruled("SR-R14")
    called_melee_level: Literal[True, False] = ruled("SR-R15")
    knockdown_threshold: Literal["exceed", "meet"] = ruled("SR-R16")
    knockdown_deadly: Literal["prone", "test"] = ruled("SR-R16")
    subdual_tn: Literal["lowest", "same_trait"] = ruled("SR-R17")
    below_minimum: Literal["refuse", "miss"] = ruled("SR-R18")
    short_burst_recoil: Literal[3, 2] = ruled("SR-R19")
    fa_minimum: Literal["per_action", "per_grouping"] = ruled("SR-R20")
    fa_maximum: Literal["none", 10] = ruled("SR-R20")
    walk_recoil: Literal[True, False] = ruled("SR-R20")
    goggles_walk: Literal[False, True] = ruled("SR-R20")
    second_firearm_recoil: Literal["shared", "own"] = ruled("SR-R21")
    gyro_order: Literal["recoil_first", "movement_first"] = ruled("SR-R22")
    targeting_stack: Literal["best", "error"] = ruled("SR-R23")
    apds_level: Literal["vehicles", "always"] = ruled("SR-R24")
    misfire_mode: Literal["base", "with_mode"] = ruled("SR-R24")
    barrier_damage: Literal["tracked", "off"] = ruled("SR-R24")
    shot_tn: Literal["per_target", "first_target"] = ruled("SR-R25")
    shot_smartlink: Literal[1, 2, 3] = ruled("SR-R25")
    aim_limit: Literal["half_skill", "none"] = ruled("SR-R26")
    dodge_test: Literal["merged", "separate", "modified"] = ruled("SR-R27")
    ranged_dodge: Literal["gross", "net"] = ruled("SR-R28")
    friends_cap: Literal[4, "none"] = ruled("SR-R29")
    fa_first_round: Literal["free", "pays"] = ruled("SR-R30")
    same_target: Literal["sequential", "batch"] = ruled("SR-R31")
    helpless_defense: Literal["none", "allowed"] = ruled("SR-R32")
    pass_limit: Literal["each", "one"] = ruled("SR-R33")
    knockback_note: Literal[True, False] = ruled("SR-R34")
    gear_in_dark: Literal[True, False] = ruled("SR-R35")
    melee_power: Literal["weapon", "strength_only"] = ruled("SR-R36")
    vital_locations: list[Any] = ruled("SR-R37")
    gun_in_melee: Literal["unarmed", "clubs"] = ruled("SR-R38")
    armor_layers: Literal["half_second", "sum", "best"] = ruled("SR-R39")
    held_action: Literal["pass", "turn"] = ruled("SR-R40")
    late_entry: Literal["passed", "full"] = ruled("SR-R41")
    reach_side: Literal["both", "one"] = ruled("SR-R59")
    walking: Literal["free", "counts"] = ruled("SR-R60")

    stun_base: Literal[60] | int = ruled("SR-R45")
    heal_tn: list[int] = ruled("SR-R46")
    heal_days: list[int] = ruled("SR-R47")
    stage_drop: Literal["box", "top"] = ruled("SR-R48")
    heal_minimum: Literal[True, False] = ruled("SR-R49")
    first_aid: Literal[True, False] = ruled("SR-R50")
    care_tn: Literal[True, False] = ruled("SR-R51")
    medical_attention: Literal["off", "test"] = ruled(
        "SR-R52", why_fixed="what that test is rolled against is not known"
    )
    scene_minutes: Literal[5] | int = ruled("SR-R53")

    drain_pool_limit: Literal["none", "skill"] = ruled("SRX-R01")
    sustain_on_resist: Literal[False, True] = ruled("SRX-R02")
    spell_knockdown: Literal["elemental", "none", "all"] = ruled("SRX-R03")
    spell_defense_scope: Literal["spell", "protected"] = ruled("SRX-R04")
    spell_defense_refresh: Literal["turn", "phase"] = ruled("SRX-R05")
    elemental_armor: Literal["half_impact", "impact", "none"] = ruled("SRX-R06")
    area_dodge: Literal[True, False] = ruled("SRX-R07")
    area_catch: Literal["positions", "named"] = ruled("SRX-R08")
    blast_armor: Literal["impact", "half_impact", "ballistic"] = ruled(
        "SRX-R09"
    )
    blast_pool: Literal["resist", "dodge", "none"] = ruled("SRX-R10")
    blast_staging: Literal["throw", "none", "half_power"] = ruled("SRX-R11")
    grenade_fuse: Literal["book", "at_once", "turn_end"] = ruled("SRX-R12")
    launcher_fuse: Literal["timer", "impact"] = ruled("SRX-R13")
    grenade_long: Literal[8, 6] = ruled("SRX-R14")
    grenade_scatter: Literal["always", "miss"] = ruled("SRX-R15")
    bleeding_from: Literal["deadly", "overflow"] = ruled("SRX-R16")
    dying_clock: Literal["bleeding", "none"] = ruled("SRX-R17")
    first_aid_time: Literal["turns", "at_once"] = ruled("SRX-R18")
    hold_on: Literal[True, False] = ruled("SRX-R19")
    karma_refresh: Literal["scene", "day", "never"] = ruled("SRX-R20")
    focus_refresh: Literal["turn", "phase"] = ruled("SRX-R20")

    @property
    def healing_numbers(self) -> tuple[int, ...]:
        """The target numbers of healing for L, M, S and D (SR-R46). A list of another length does
        not count."""
        return (
            tuple(self.heal_tn)
            if len(self.heal_tn) == len(HEAL_TN)
            else HEAL_TN
        )

    @property
    def healing_days(self) -> tuple[int, ...]:
        """The days of healing for L, M, S and D before they are divided (SR-R47). A list of another
        length does not count."""
        return (
            tuple(self.heal_days)
            if len(self.heal_days) == len(HEAL_DAYS)
            else HEAL_DAYS
        )

    def half(self, number: int) -> int:
        """Return half of a number, rounded as ruled (SR-R03)."""
        return ROUNDING[self.rounding](number, 2)

    @property
    def vital_places(self) -> tuple[str, ...]:
        """The places in force whose called shots count more, as they are typed (SR-R37)."""
        if "vital_locations" not in self.set:
            return VITAL
        return tuple(
            str(word).replace("_", "-") for word in self.vital_locations
        )
