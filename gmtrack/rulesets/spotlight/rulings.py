"""House rules of Spotlight: the rulings in force in one encounter."""

from collections.abc import Mapping
from typing import Any, Literal

from gmtrack.rulesets.kit.house import Rulings, ruled

NO_ARMOR = "none"
ARMOR_TYPES = (NO_ARMOR, "light", "medium", "heavy")
"""The types of armor, lightest first, unless a house rule names others (SP-ARM-04, SP-R24)."""
FREE_ACTIONS = ("leave-cover", "drop")
"""The actions that cost no AP, unless a house rule names others (SP-R51)."""


class House(Rulings):
    """The house rules with their values, the default first; RULES.md has the rulings in words."""

    success_on: Literal[5, 4, 6] = ruled("SP-R01")
    ap_refresh: Literal["round", "own_spotlight"] = ruled("SP-R02")
    ap_carryover: Literal[False, True] = ruled("SP-R03")
    npc_initiative: Literal["none", "roll"] = ruled("SP-R04")
    initiative_full_tie: Literal["share", "players_choose", "reroll"] = ruled(
        "SP-R05"
    )
    pass_rule: Literal["fresh_first", "warn", "free"] = ruled("SP-R06")
    npc_spotlight: Literal["group", "individual"] = ruled("SP-R07")
    npc_keep_ap: Literal["important", "all", "none"] = ruled("SP-R08")
    npc_triggers: Literal["all", "important", "none"] = ruled("SP-R09")
    share_counts: Literal[True, False] = ruled("SP-R10")
    trigger_counts: Literal[False, True] = ruled("SP-R11")
    defense_timing: Literal["before_roll", "after_roll"] = ruled("SP-R12")
    counter_stops: Literal["down", "down_or_weapon_arm"] = ruled("SP-R13")
    called_shot_modifier: Literal[3, 1, 4] = ruled("SP-R14")
    suppressive_modifier: Literal[2, 1, 3] = ruled("SP-R15")
    suppression_lasts: Literal[
        "shooter_next_spotlight", "round_end", "one_spotlight"
    ] = ruled("SP-R16")
    suppression_roll: Literal["per_spotlight", "per_attempt", "once"] = ruled(
        "SP-R17"
    )
    full_auto_modifier: Literal[0, 1, 2] = ruled("SP-R18")
    burst_bonus_damage: Literal[0] | int = ruled("SP-R19")
    location_table: (
        Literal["fixed", "printed", "swapped"] | Mapping[str, Any]
    ) = ruled("SP-R20")
    movement_source: Literal["flag", "last_spend"] = ruled("SP-R21")
    location_dice: Literal["first_two", "last_two"] = ruled("SP-R22")
    untrained_pool: Literal["sheet", "agility", "none"] = ruled("SP-R23")
    armor_types: list[str] = ruled("SP-R24")
    pierce_rule: Literal["at_or_below", "exact"] = ruled("SP-R25")
    bruise_mark: Literal["/", "\\"] = ruled("SP-R26")
    spill_in_one_hit: Literal["convert", "lost"] = ruled("SP-R27")
    bruise_on_mixed_full: Literal["convert", "lost"] = ruled("SP-R28")
    overflow: Literal["lost", "torso"] = ruled("SP-R29")
    torso_full_bruise: Literal["none", "unconscious"] = ruled("SP-R30")
    armor_layers: Literal["best", "sum"] = ruled("SP-R31")
    cover_and_armor: Literal["sum", "best", "cover_only"] = ruled("SP-R31")
    half_speed_rounding: Literal["down", "up"] = ruled("SP-R32")
    two_bad_legs: Literal["halve_once", "immobile"] = ruled("SP-R32")
    medicine_difficulty: Literal[1] | int = ruled("SP-R33")
    cover_on_called_shot: Literal["if_covered", "always", "never"] = ruled(
        "SP-R34"
    )
    cheat_wake: Literal["saved_location", "head_only"] = ruled("SP-R35")
    death_spotlight_for: Literal["pcs", "pcs_and_important", "all"] = ruled(
        "SP-R36"
    )
    death_choices: Literal["one", "save_then_cheat"] = ruled("SP-R37")
    dramatic_save: Literal["stabilize", "gm_only"] = ruled("SP-R38")
    cheat_both: Literal["each", "forbidden"] = ruled("SP-R39")
    unarmed_damage: Literal[1] | int = ruled("SP-R40")
    cheat_at_fortitude_1: Literal["allowed", "refused"] = ruled("SP-R41")
    failed_cheat: Literal["dead", "still_dying"] = ruled("SP-R42")
    weapon_arm: Literal["enforce", "ignore"] = ruled("SP-R43")
    head_box_cap: Literal["none", 6] = ruled("SP-R44")
    ranges: Literal["off", "gm_modifier"] = ruled("SP-R45")
    down_counts: Literal[False, True] = ruled("SP-R46")
    start_drawn: Literal["all", "none"] = ruled("SP-R48")
    save_tries: Literal["until_ap_gone", "one"] = ruled("SP-R49")
    next_picks: Literal["best_initiative", "ask"] = ruled("SP-R50")
    free_actions: list[str] = ruled("SP-R51")
    bruise_hour: Literal["fortitude", "off"] | int = ruled("SP-R54")
    bruise_night: Literal["all", "fortitude"] = ruled("SP-R55")
    lethal_day: Literal["fortitude"] | int = ruled("SP-R56")
    lethal_kind: Literal["day", "week"] = ruled("SP-R57")
    care: Literal["boxes", "off"] = ruled("SP-R58")
    destroyed_heals: Literal["never", "full"] = ruled("SP-R59")

    @property
    def armor_classes(self) -> tuple[str, ...]:
        """The types of armor in force, lightest first; `none` is one even if the house rule does
        not name it (SP-R24)."""
        types = tuple(self.armor_types) or ARMOR_TYPES
        return types if NO_ARMOR in types else (NO_ARMOR, *types)

    @property
    def costs_nothing(self) -> tuple[str, ...]:
        """The actions in force that cost no AP; an empty list of the house rule means none
        (SP-R51)."""
        if "free_actions" not in self.set:
            return FREE_ACTIONS
        return tuple(word.replace("_", "-") for word in self.free_actions)
