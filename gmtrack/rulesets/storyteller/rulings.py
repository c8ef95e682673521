"""The rulings in force in one encounter; RULES.md says in words what each settles."""

from collections.abc import Mapping
from typing import Literal

from gmtrack.rulesets.kit.house import Rulings, ruled

HEAL_TIMES = (15, 2 * 24 * 60, 7 * 24 * 60)
"""The minutes in which a box of bashing, lethal and aggravated damage heals (ST-REST-03)."""
DOWNGRADES = (5, 10)
"""The successes of care that make a lethal box milder, and an aggravated one (ST-REST-09)."""


class House(Rulings):
    """A typed attribute for each house rule, its default first."""

    chance_die_again: Literal[False, True] = ruled("ST-R01")
    again: Literal[10, 9, 8, "none"] = ruled("ST-R01")
    exceptional_margin: Literal[False, True] = ruled("ST-R02")
    contest_tie: Literal["actor_fails", "actor_wins", "reroll"] = ruled(
        "ST-R03"
    )
    notice_attribute: Literal["control", "composure"] = ruled("ST-R04")
    turn_scope: Literal["round", "own_turn"] = ruled("ST-R05")
    defense_formula: Literal[
        "lower_plus_athletics", "lower", "higher_plus_athletics"
    ] = ruled("ST-R06")
    mod_cap: Literal["none", 5] = ruled("ST-R07")
    quick_combat_armor: Literal[True, False] = ruled("ST-R08")
    initiative_each_round: Literal[False, True] = ruled("ST-R09")
    willpower_initiative: Literal[False, True] = ruled("ST-R10")
    delay_bonus: Literal["none", "early_extra"] = ruled("ST-R11")
    ambush_roll: Literal["one", "each_attacker"] = ruled("ST-R12")
    weapon_mod: Literal["damage", "dice"] = ruled("ST-R13")
    defense_mode: Literal["subtract", "contested"] = ruled("ST-R14")
    strength_penalty: Literal["flat", "per_point", "forbidden"] = ruled(
        "ST-R15"
    )
    min_damage: Literal[0, 1] = ruled("ST-R16")
    attack_botch: Literal["note", "lose_defense"] = ruled("ST-R17")
    willpower_defense_span: Literal["turn", "one_attack"] = ruled("ST-R18")
    old_notes_defense: Literal[False, True] = ruled("ST-R19")
    close_firearm: Literal["size_only", "full", "size_one_too"] = ruled(
        "ST-R20"
    )
    dodge_span: Literal["next_turn", "round_end"] = ruled("ST-R21")
    dodge_multi: Literal[
        "prior_opponents", "all_opponents", "prior_attacks"
    ] = ruled("ST-R22")
    disarm_backlash_armor: Literal[True, False] = ruled("ST-R23")
    grapple_weapon_type: Literal["weapon", "bashing"] = ruled("ST-R24")
    grapple_exceptional_moves: Literal[1, 2] = ruled("ST-R24")
    touch_roll: Literal["contested", "defense"] = ruled("ST-R25")
    aim_move: Literal[True, False] = ruled("ST-R26")
    short_ammo: Literal["refuse", "next_lower_burst"] = ruled("ST-R27")
    covering_bonus: Literal[0, 2] = ruled("ST-R27")
    tag_effects: Literal["parent", "label_only"] = ruled("ST-R28")
    called_armor: Literal["uncovered", "always_ignored", "never_ignored"] = (
        ruled("ST-R28")
    )
    aerodynamic_formula: Literal["with_size", "as_printed"] = ruled("ST-R29")
    full_cover_penalty: Literal[0, 3] = ruled("ST-R30")
    human_shield: Literal["penetrates", "victim_only"] = ruled("ST-R30")
    transparent_stop: Literal["full", "half"] = ruled("ST-R30")
    armor_stack: Literal["best", "sum"] = ruled("ST-R31")
    improvised_wear: Literal["before_armor", "after_armor"] = ruled("ST-R32")
    ap_reuse: Literal[False, True] = ruled("ST-R33")
    wounds_affect_initiative: Literal[True, False] = ruled("ST-R34")
    beaten_down: Literal[False, True] = ruled("ST-R34")
    all_out_bonus: Literal[2, 1, 3] = ruled("ST-R35")
    offhand_penalty: Literal[2, 0, 3] = ruled("ST-R36")
    pull_cap: Literal["before_armor", "after_armor"] = ruled("ST-R37")
    killing_blow_wounds: Literal[True, False] = ruled("ST-R38")
    willpower_dice: Literal[3, 0] = ruled("ST-R39")
    intent_loss: Literal["once", "per_kill"] = ruled("ST-R40")
    draw_cost: Literal["none", "action"] = ruled("ST-R41")
    covering_first: Literal["action", "damage"] = ruled("ST-R42")
    late_entry: Literal["in_order", "next_round"] = ruled("ST-R43")
    dodge_on_miss: Literal[True, False] = ruled("ST-R44")
    grapple_actions: Literal["contest_only", "free"] = ruled("ST-R45")
    taken_weapon: Literal["wielded", "carried"] = ruled("ST-R46")
    heal_times: list[int] = ruled("ST-R47")
    healing_kept: Literal[True, False] = ruled("ST-R48")
    care_downgrade: list[int] = ruled("ST-R49")
    care_attribute: Literal["intelligence", "wits"] = ruled("ST-R50")
    unskilled: Literal[-3, 0] = ruled("ST-R51")
    care_botch: Literal["damage", "note"] = ruled("ST-R52")
    willpower_back: Literal[1, "full"] | int = ruled("ST-R53")
    scene_minutes: Literal[5] | int = ruled("ST-R54")
    pick_up: Literal["scene", "never"] = ruled("ST-R55")
    field_care_limit: Literal["day", "none"] = ruled("ST-R56")

    @property
    def healing_minutes(self) -> Mapping[str, int]:
        """The minutes after which a box heals, by its kind (ST-R47)."""
        times = (
            self.heal_times
            if len(self.heal_times) == len(HEAL_TIMES)
            else HEAL_TIMES
        )
        return dict(
            zip(("bashing", "lethal", "aggravated"), times, strict=True)
        )

    @property
    def downgrades(self) -> tuple[int, int]:
        """The successes that turn a lethal box into a milder one, and an aggravated one
        (ST-R49)."""
        told = self.care_downgrade
        return (
            (told[0], told[1]) if len(told) == len(DOWNGRADES) else DOWNGRADES
        )
