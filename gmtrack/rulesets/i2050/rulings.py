"""Doubts in the source, and how each is settled in one encounter: the house rules."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.tables import (
    COLUMNS,
    LOCATIONS,
    Column,
    Location,
    printed_column,
)
from gmtrack.rulesets.kit.house import ROUNDING, Rulings, ruled


class House(Rulings):
    """The house rules by key, the default first; RULES.md says what each is about."""

    location_table: Literal["source"] | Mapping[str, Any] = ruled("IN-R01")
    losers_phase: Literal["merged", "separate"] = ruled("IN-R02")
    critical_on: Literal["equal", "natural_1", "none"] = ruled("IN-R03")
    critical_damage: Literal[
        "double_dice", "double_total", "max_dice", "none"
    ] = ruled("IN-R04")
    skill_over_20: Literal["add_excess", "cap_20"] = ruled("IN-R05")
    fumble_on: Literal["20_if_below_20", "always_20"] = ruled("IN-R06")
    hopeless_skill: Literal["fail", "natural_1_hits"] = ruled("IN-R07")
    modifier_order: Literal["after_split", "before_split"] = ruled("IN-R08")
    rounding: Literal["up", "down"] = ruled("IN-R09")
    speed_skill: Literal["sheet", "effective"] = ruled("IN-R10")
    speed_tie: Literal["simultaneous", "higher_dex"] = ruled("IN-R11")
    pair_speed: Literal["higher", "lower", "last"] = ruled("IN-R11")
    interrupt: Literal["lose_action", "all_resolve"] = ruled("IN-R12")
    critical_breaks_tie: Literal[False, True] = ruled("IN-R14")
    third_party_melee: Literal["unopposed", "auto_share"] = ruled("IN-R15")
    height_missiles: Literal["non_firearm", "melee_only"] = ruled("IN-R16")
    behind_bonus: Literal[5, 0] = ruled("IN-R17")
    parry_needs: Literal["success", "always", "never"] = ruled("IN-R18")
    armor_layers: Literal["sum", "best"] = ruled("IN-R19")
    unconscious_at: Literal["below", "at_or_below"] = ruled("IN-R20")
    knockdown_at: Literal["at_or_above", "above"] = ruled("IN-R21")
    knockdown_by: Literal["all", "melee"] = ruled("IN-R21")
    hp_formula: Literal["con_plus_siz", "average"] = ruled("IN-R22")
    location_hp_formula: Literal["thirds"] = ruled("IN-R23")
    location_damage: Literal["cumulative", "single_blow"] = ruled("IN-R24")
    band_border: Literal["lighter", "heavier"] = ruled("IN-R25")
    zero_hp: Literal["dying", "dead"] = ruled("IN-R26")
    ground_penalty_stacks: Literal[False, True] = ruled("IN-R27")
    weave_and_move: Literal["worst", "sum"] = ruled("IN-R28")
    dodge_also_penalizes: Literal[False, True] = ruled("IN-R29")
    nerve_rolls: Literal["per_round", "per_attack"] = ruled("IN-R30")
    aim_rounds_stack: Literal[False, True] = ruled("IN-R31")
    burst_skill: Literal["half", "minus_5", "split_evenly"] = ruled("IN-R32")
    firearm_fumble: Literal["jam", "pow_roll"] = ruled("IN-R33")
    dodge_melee: Literal["opposed", "success_avoids"] = ruled("IN-R34")
    dodge_firearm: Literal["success_avoids", "opposed", "impossible"] = ruled(
        "IN-R35"
    )
    dodge_armor: Literal["highest", "sum", "average"] = ruled("IN-R36")
    accessory_scope: Literal["firearms", "all_weapons"] = ruled("IN-R37")
    stand_up: Literal["intent", "movement_phase"] = ruled("IN-R38")
    leg_crawl: Literal[1] | int = ruled("IN-R39")
    aim_column: Literal["melee", "by_weapon"] = ruled("IN-R40")
    aim_shift: Literal["smallest", "full"] = ruled("IN-R41")
    aim_in_burst: Literal["first_shot", "all_shots", "no"] = ruled("IN-R42")
    disable_scope: Literal["all", "limbs"] = ruled("IN-R43")
    disarm_on_arm_hit: Literal[False, True] = ruled("IN-R44")
    split_minimum: Literal[1] | int = ruled("IN-R45")
    grievous_scope: Literal["skills", "everything"] = ruled("IN-R46")
    attached_break: Literal[True, False] = ruled("IN-R47")
    gm_modifier: Literal[0] | int = ruled("IN-R49")
    melee_vs_shooter: Literal["unopposed", "opposed"] = ruled("IN-R50")
    dodge_missile: Literal["success_avoids", "opposed"] = ruled("IN-R52")
    undeclared_defense: Literal["none", "fight"] = ruled("IN-R56")
    unjam_rest: Literal["free", "roll"] = ruled("IN-R57")
    repair_roll: Literal[True, False] = ruled("IN-R58")
    healing_rate: (
        Literal["1d3", "1d2", "1d4", "1d6", "1d8", "1d10", "2d6", "con_fifth"]
        | int
    ) = ruled("IN-R59")
    mortal_heals: Literal["with_care", "always"] = ruled("IN-R60")
    care_points: Literal[1] | int = ruled("IN-R61")
    first_aid_dice: Literal[
        "1d3", "1d2", "1d4", "1d6", "1d8", "1d10", "2d6"
    ] = ruled("IN-R62")
    wakes: Literal["hour", "gm"] = ruled("IN-R63")
    pick_up: Literal["scene", "never"] = ruled("IN-R64")

    def divide(self, number: int, of: int) -> int:
        """Return a fraction of a number, rounded as the house rules say (IN-R09)."""
        return ROUNDING[self.rounding](number, of)

    def half(self, number: int) -> int:
        """Return half of a number, rounded as the house rules say."""
        return self.divide(number, 2)

    @cached_property
    def locations(self) -> dict[Column, tuple[Location, ...]]:
        """The location of each roll from 1 to 20, by column (IN-R01)."""
        told = self.location_table
        if isinstance(told, str):
            return {column: printed_column(column) for column in COLUMNS}
        return {
            column: tuple(read_location_column(told[column]).values())
            for column in COLUMNS
        }


def read_location_column(rows: Data) -> dict[int, Location]:
    """Read one column of the house's own table and return the location by roll, sorted. Rows are
    `right_leg: 1-4` or `1-4: right_leg`."""
    found: dict[int, Location] = {}
    for key, value in rows.items():
        place, told = (key, value) if str(key) in LOCATIONS else (value, key)
        location = next(one for one in LOCATIONS if one == place)
        found |= dict.fromkeys(parse_rolls(told), location)
    return dict(sorted(found.items()))


def parse_rolls(told: object) -> Iterator[int]:
    """Yield the rolls that `1-4`, `7` or `[1, 2, 5-6]` name; nothing for other text."""
    if isinstance(told, list):
        for one in told:
            yield from parse_rolls(one)
        return
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", str(told).strip())
    if match:
        yield from range(int(match[1]), int(match[2] or match[1]) + 1)
