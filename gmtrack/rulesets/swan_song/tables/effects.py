"""SS-EFF-01..23: the effects that stay on somebody, and the flags that read like effects."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class EffectRow(NamedTuple):
    """One effect. `until` is what ends it; `sided`: kept for each place (ear, arm) alone;
    `flag`: kept as a field of the live state, not as an effect record; `because`: the effects that
    it comes from, at the same place: it lasts as long as they do."""

    key: str
    label: str
    until: str
    id: str
    help: str
    sided: bool = False
    flag: bool = False
    tone: str = "bad"
    because: tuple[str, ...] = ()


_ROWS = (
    EffectRow("slowed", "slowed", "healed", "SS-EFF-01", "half the Walk-rate, no sprint"),
    EffectRow("winded", "winded", "rounds", "SS-EFF-02", "no Complex or Extended Actions"),
    EffectRow(
        "deafened", "deafened", "rounds", "SS-EFF-03, SS-EFF-04",
        "one ear: -2 where hearing matters; both: -4 on all actions", sided=True,
    ),
    EffectRow(
        "blinded", "blinded", "rounds", "SS-EFF-05, SS-EFF-06",
        "one eye: -4 where sight matters; both: -8 on all actions", sided=True,
    ),
    EffectRow("stunned", "stunned", "round-end", "SS-EFF-07", "lost Score in this round"),
    EffectRow(
        "broken_grip", "broken grip", "rounds", "SS-EFF-08",
        "cannot hold anything with that limb", sided=True,
    ),
    EffectRow(
        "weak_side", "weak side", "rounds", "SS-EFF-09, SS-EFF-10",
        "-1 (arm, hand) or -2 (shoulder) on melee Defense Tests", sided=True,
        because=("broken_grip", "one_armed"),
    ),
    EffectRow("nauseous", "nauseous", "rounds", "SS-EFF-11", "vomiting: -4 on all actions"),
    EffectRow("buckled", "buckled", "rounds", "SS-EFF-12", "cannot stand up", flag=True),
    EffectRow("slow_death", "slow death", "treated", "SS-EFF-13", "2 strain every minute"),
    EffectRow("unable_to_speak", "unable to speak", "rounds", "SS-EFF-15", "cannot speak"),
    EffectRow("bleedout", "bleeding out", "treated", "SS-EFF-16", "1 flesh for each action"),
    EffectRow(
        "one_armed", "one-armed", "rounds", "SS-EFF-17", "no actions with that arm", sided=True
    ),
    EffectRow(
        "one_armed_penalty", "one-armed penalty", "healed", "SS-EFF-18",
        "-6 on all actions until the arm is healed", sided=True,
    ),
    EffectRow("prone", "prone", "stand-up", "SS-EFF-20", "on the ground", flag=True),
    EffectRow(
        "full_defense", "full defense", "round-end", "SS-EFF-22",
        "adds Willpower to Defense Tests", flag=True, tone="good",
    ),
    EffectRow(
        "running", "running", "next-phase", "SS-EFF-23",
        "-2 on actions, +2 to defend; shots at them: -2", flag=True, tone="note",
    ),
    EffectRow(
        "sprinting", "sprinting", "next-phase", "SS-EFF-23",
        "+2 to defend; shots at them: -4", flag=True, tone="note",
    ),
    EffectRow("vehicle_disabled", "disabled", "manual", "SS-EFF-24", "does not move"),
    EffectRow("leak", "leaking", "manual", "SS-EFF-24", "fuel or battery leaks"),
    EffectRow("speed_1", "speed 1", "manual", "SS-EFF-24", "crawls"),
    EffectRow("comms_down", "comms down", "manual", "SS-EFF-24", "no communications"),
    EffectRow("door_locked", "door locked", "manual", "SS-EFF-24", "cannot be opened"),
    EffectRow("window_stuck", "window stuck", "manual", "SS-EFF-24", "cannot be opened"),
    EffectRow("surprised", "surprised", "next-phase", "SS-EFF-21",
              "no defense against those who surprised them, no attack on them", flag=True),
    EffectRow("alerted", "alerted", "manual", "SS-SUR-05", "+3 on the Surprise Test",
              flag=True, tone="good"),
    EffectRow("ambusher", "ambusher", "manual", "SS-SUR-12", "+6 on the Surprise Test",
              flag=True, tone="good"),
    EffectRow("stable", "stable", "manual", "R-DIE-6", "the bleeding clock is stopped",
              flag=True, tone="good"),
)  # fmt: skip

EFFECTS: Mapping[str, EffectRow] = MappingProxyType({row.key: row for row in _ROWS})

INSTANT = ("fatigued", "knockdown")
"""SS-EFF-19, -14: effects of a location that are over as soon as their roll is made."""
NAUSEA_THRESHOLD = 4
SLOW_DEATH_ROUNDS = 12
SLOW_DEATH_STRAIN = 2
SPEECHLESS_ROUNDS = 720
"""SS-EFF-15: an hour in Combat Rounds."""
KNOCKDOWN_OVER = 3
"""SS-EFF-14: the threshold is the damage applied plus this."""
WEAK_SIDE = MappingProxyType({"forearm": -1, "hand": -1, "shoulder": -2})
"""SS-EFF-09, -10"""
BROKEN_GRIP_DICE = -1
NAUSEOUS_DICE = -4
ONE_ARMED_DICE = -6
BLINDED_DICE = -4
DEAFENED_DICE = -2
