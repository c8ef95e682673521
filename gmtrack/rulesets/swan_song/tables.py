"""The book's tables as data: upper-case constants, frozen rows, each with the id of its rule.

Signs as in the book: what hurts is negative and is always added.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Category = Literal["free", "simple", "complex", "extended", "interrupt"]


class Cost(NamedTuple):
    """The price of one action.

    `stated` says that the number is the source's and not a ruling's (R-ACT-1, R-ACT-2)."""

    key: str
    category: Category
    ap: int
    id: str
    help: str
    stated: bool = False
    title: str = ""
    """The name for people, where it differs from the key."""

    @property
    def label(self) -> str:
        """The action's name for people."""
        return self.title or self.key.replace("_", " ")


_COST_ROWS = (
    Cost("walk", "free", 0, "SS-ACT-20", "metres within the Walk-rate of the round", stated=True),
    Cost("speak", "free", 0, "SS-ACT-20", "a word or two", stated=True),
    Cost("gesture", "free", 0, "SS-ACT-20", "a sign", stated=True),
    Cost("drop_item", "free", 0, "SS-ACT-20", "let go of what a hand holds", stated=True),
    Cost("drop_prone", "free", 0, "SS-ACT-20", "throw oneself down", stated=True),
    Cost("call_shot", "free", 0, "SS-ACT-21", "aim an attack at a place", stated=True,
         title="called shot"),
    Cost("multiple_attacks", "free", 0, "SS-ACT-21", "split the pool over strikes", stated=True),
    Cost("extra_free", "simple", 1, "SS-ACT-22", "a Free Action beyond the first", stated=True,
         title="second Free Action"),
    Cost("run", "simple", 1, "SS-ACT-23", "once more the Walk-rate; again: a sprint", stated=True),
    Cost("fa_simple", "simple", 1, "SS-ACT-25", "full-auto fire, 6 rounds", title="full auto"),
    Cost("fa_complex", "complex", 2, "SS-ACT-26", "full-auto fire, 10 rounds", title="full auto"),
    Cost("attack_single", "simple", 1, "SS-ACT-27", "one shot", title="single shot"),
    Cost("burst", "simple", 1, "SS-ACT-27", "a burst of 3 rounds"),
    Cost("throw", "simple", 1, "SS-ACT-27", "throw a weapon, fire a rocket"),
    Cost("sa_burst", "complex", 2, "SS-ACT-28", "a semi-automatic burst of 3 rounds",
         title="semi-automatic burst"),
    Cost("long_burst", "complex", 2, "SS-ACT-28", "a long burst of 6 rounds"),
    Cost("attack_melee", "complex", 2, "SS-ACT-29", "strike with a melee weapon",
         title="melee attack"),
    Cost("attack_unarmed", "complex", 2, "SS-ACT-29", "strike with hands and feet",
         title="unarmed attack"),
    Cost("attack_biotic", "complex", 2, "SS-ACT-29", "a biotic power, program or spell",
         title="biotic attack"),
    Cost("take_cover", "simple", 1, "SS-ACT-30", "get behind something"),
    Cost("use_item", "simple", 1, "SS-ACT-30", "use a thing at hand"),
    Cost("ready_weapon", "simple", 1, "SS-ACT-30", "take a weapon in hand"),
    Cost("reload", "simple", 1, "SS-ACT-30", "change the magazine"),
    Cost("stand_up", "simple", 1, "SS-ACT-30", "get up from the ground"),
    Cost("activate", "simple", 1, "SS-ACT-30", "switch something on"),
    Cost("first_aid", "complex", 2, "SS-ACT-31", "treat a patient with First Aid",
         title="First Aid"),
    Cost("medicine", "complex", 2, "SS-ACT-31", "treat a patient with Medicine", title="Medicine"),
    Cost("set_charge", "extended", 5, "SS-ACT-32", "prepare a charge"),
    Cost("evade_interception", "simple", 1, "SS-ACT-24", "slip past opponents", stated=True),
    Cost("carry_body", "simple", 1, "SS-ACT-30", "hold a body as a shield"),
    Cost("intercept", "interrupt", 1, "SS-ACT-33", "strike at somebody who moves past"),
    Cost("parry", "interrupt", 1, "SS-ACT-33", "defend with the melee weapon in hand"),
    Cost("block", "interrupt", 1, "SS-ACT-33", "defend with empty hands"),
    Cost("dodge", "interrupt", 1, "SS-ACT-33", "defend by moving away"),
    Cost("full_defense", "interrupt", 2, "SS-ACT-34", "add Willpower until the round ends",
         title="Full Defense"),
)  # fmt: skip

COSTS: Mapping[str, Cost] = {row.key: row for row in _COST_ROWS}
"""The price in AP of each action and each way to fire (SS-ACT), by key. `FiringMode.cost` and
`COST_BY_KIND` name these keys."""


MULTIPLIERS: Mapping[str, Mapping[str, float]] = {
    "shield": MappingProxyType({}),
    "armored": MappingProxyType(
        {
            "kinetic": 0.5,
            "shock": 0.5,
            "fire": 0.5,
            "radiation": 0.5,
            "corrosive": 2.0,
            "cryo": 1.5,
        }
    ),
    "flesh": MappingProxyType({"kinetic": 1.0}),
}
"""Factors by pool and damage type; a pair that is not named counts in full (R-DMG-1, R-DMG-4)."""

ALWAYS_DOWN = 10
"""Damage that knocks anybody down (SS-KD-02)."""
FLESH_STEP = -2
STRAIN_STEP = -1
"""The wound modifier for each full half of the strain threshold (SS-WND-02); FLESH_STEP for each
half of the flesh (SS-WND-01)."""


class BarrierRating(NamedTuple):
    """A line of the barrier table; the values of the last line are minima."""

    key: str
    structure: int
    armor: int
    id: str
    help: str


_RATINGS = (
    BarrierRating("fragile", 1, 2, "SS-BAR-20", "window glass"),
    BarrierRating("cheap", 2, 4, "SS-BAR-21", "drywall, plaster, a tire"),
    BarrierRating("average", 4, 6, "SS-BAR-22", "furniture, ballistic glass"),
    BarrierRating("heavy", 6, 8, "SS-BAR-23", "a tree, hardwood, chain link"),
    BarrierRating(
        "reinforced", 8, 12, "SS-BAR-24", "a security door, armored glass"
    ),
    BarrierRating("structure", 10, 16, "SS-BAR-25", "brick, plascrete"),
    BarrierRating(
        "heavy_structure", 12, 20, "SS-BAR-26", "concrete, a metal beam"
    ),
    BarrierRating(
        "reinforced_structure", 14, 24, "SS-BAR-27", "reinforced concrete"
    ),
    BarrierRating("hardened", 16, 32, "SS-BAR-28", "a blast bunker"),
)
BARRIER_RATINGS: Mapping[str, BarrierRating] = {r.key: r for r in _RATINGS}


class EffectRow(NamedTuple):
    """An effect of the book.

    `until` is the event that ends it. `sided`: left and right are separate. `flag`: kept as a
    field of the live state and not as an effect record. `because`: the effects at the same place
    that it comes from and that it lasts as long as."""

    key: str
    label: str
    until: str
    id: str
    help: str
    sided: bool = False
    flag: bool = False
    tone: str = "bad"
    because: tuple[str, ...] = ()


_EFFECT_ROWS = (
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

EFFECTS: Mapping[str, EffectRow] = {row.key: row for row in _EFFECT_ROWS}

INSTANT = ("fatigued", "knockdown")
"""Effects of a location that are over as soon as their roll is made (SS-EFF-14, SS-EFF-19)."""
NAUSEA_THRESHOLD = 4
SLOW_DEATH_ROUNDS = 12
SLOW_DEATH_STRAIN = 2
SPEECHLESS_ROUNDS = 720
"""An hour in Combat Rounds (SS-EFF-15)."""
KNOCKDOWN_OVER = 3
"""The points above the damage applied that make the knockdown threshold (SS-EFF-14)."""
WEAK_SIDE = MappingProxyType({"forearm": -1, "hand": -1, "shoulder": -2})
"""The dice that a weak side costs, by place (SS-EFF-09, SS-EFF-10)."""
BROKEN_GRIP_DICE = -1
NAUSEOUS_DICE = -4
ONE_ARMED_DICE = -6
BLINDED_DICE = -4
DEAFENED_DICE = -2


class FiringMode(NamedTuple):
    """A way to fire.

    `defense` is added to the target's Defense Test; `barrier_points` are what a piercing attack
    takes off a barrier (SS-BAR-09)."""

    key: str
    bullets: int
    defense: int
    barrier_points: int
    cost: str
    """The key of the action whose price is paid."""
    id: str
    help: str


_MODES = (
    FiringMode("single", 1, 0, 1, "attack_single", "SS-ATK-21", "one shot"),
    FiringMode(
        "sa_burst", 3, -2, 2, "sa_burst", "SS-ATK-22", "semi-automatic burst"
    ),
    FiringMode("burst", 3, -2, 2, "burst", "SS-ATK-22", "burst"),
    FiringMode("long_burst", 6, -5, 3, "long_burst", "SS-ATK-23", "long burst"),
    FiringMode(
        "fa_simple",
        6,
        -5,
        3,
        "fa_simple",
        "SS-ATK-23",
        "full auto, Simple Action",
    ),
    FiringMode(
        "fa_complex",
        10,
        -9,
        4,
        "fa_complex",
        "SS-ATK-24",
        "full auto, Complex Action",
    ),
)
MODES: Mapping[str, FiringMode] = {row.key: row for row in _MODES}


class Spread(NamedTuple):
    """A setting of flechettes; `defense` is added to the target's Defense Test."""

    key: str
    defense: int
    id: str


SPREADS: Mapping[str, Spread] = {
    "narrow": Spread("narrow", -1, "SS-DEF-18"),
    "medium": Spread("medium", -3, "SS-DEF-19"),
    "wide": Spread("wide", -5, "SS-DEF-20"),
}


class Accuracy(NamedTuple):
    """The limits of a weapon whose sheet names none, by quality (R-ACC-2)."""

    quality: str
    melee: int
    ranged: int
    id: str


ACCURACIES: Mapping[str, Accuracy] = {
    "normal": Accuracy("normal", 5, 4, "SS-ACC-02, SS-ACC-07"),
    "improvised": Accuracy("improvised", 4, 3, "SS-ACC-03, SS-ACC-09"),
    "bulky": Accuracy("bulky", 3, 3, "SS-ACC-04"),
}


class StunTest(NamedTuple):
    """The Stunned test of a location.

    `pool` is `body_willpower` or `composure`; `loss` is taken off the Score if the hits stay
    below `threshold`, and is negative."""

    threshold: int
    loss: int
    pool: str = "body_willpower"


class Location(NamedTuple):
    """A place of the body that can be called.

    `dice` replaces the -4 of a called shot, `limit` is the most damage that the hit can apply,
    and `effects` follow the Stunned test in this order."""

    key: str
    dice: int
    limit: int
    stun: StunTest | None
    effects: tuple[str, ...]
    id: str
    help: str
    sided: bool = False
    """Whether left and right are told apart (R-CALL-12)."""
    aliases: tuple[str, ...] = ()


_LOCATION_ROWS = (
    Location("ankle", -8, 1, None, ("slowed", "winded"), "SS-CALL-10", "slows and winds"),
    Location(
        "ear", -10, 1, StunTest(2, -10), ("deafened",), "SS-CALL-11",
        "stuns, deafens that ear", sided=True,
    ),
    Location(
        "eye", -10, 1, StunTest(3, -10), ("blinded",), "SS-CALL-12",
        "stuns, blinds that eye", sided=True,
    ),
    Location(
        "foot", -8, 1, StunTest(3, -5), ("slowed", "winded"), "SS-CALL-13",
        "stuns, slows and winds",
    ),
    Location(
        "forearm", -6, 2, None, ("broken_grip", "weak_side"), "SS-CALL-14",
        "breaks the grip of that arm", sided=True,
    ),
    Location(
        "genitals", -10, 4, StunTest(4, -10), ("nauseous", "buckled"), "SS-CALL-15",
        "stuns, nauseates, buckles",
    ),
    Location(
        "gut", -6, 8, StunTest(2, -5), ("nauseous", "slow_death"), "SS-CALL-16",
        "stuns, nauseates; pierced: a slow death",
    ),
    Location(
        "hand", -8, 1, StunTest(2, -5), ("broken_grip", "weak_side"), "SS-CALL-17",
        "stuns, breaks the grip of that hand", sided=True,
    ),
    Location("hip", -6, 3, None, ("knockdown", "slowed"), "SS-CALL-18", "knocks down, slows"),
    Location(
        "jaw", -8, 2, StunTest(2, -5), ("unable_to_speak",), "SS-CALL-19",
        "stuns, takes away speech",
    ),
    Location(
        "knee", -8, 1, StunTest(2, -10, "composure"), ("knockdown", "slowed", "winded"),
        "SS-CALL-20", "stuns, knocks down, slows and winds",
    ),
    Location("neck", -8, 10, StunTest(3, -10), ("bleedout",), "SS-CALL-21", "stuns, bleeds out"),
    Location(
        "shin", -6, 2, None, ("knockdown", "slowed", "winded"), "SS-CALL-22",
        "knocks down, slows and winds",
    ),
    Location(
        "shoulder", -6, 3, StunTest(1, -5), ("one_armed", "weak_side"), "SS-CALL-23",
        "stuns, disables that arm", sided=True, aliases=("upper-arm",),
    ),
    Location(
        "sternum", -10, 10, StunTest(3, -10), ("fatigued", "winded"), "SS-CALL-24",
        "stuns, fatigues and winds",
    ),
    Location("thigh", -6, 3, None, ("slowed", "winded"), "SS-CALL-25", "slows and winds"),
)  # fmt: skip

LOCATIONS: Mapping[str, Location] = {row.key: row for row in _LOCATION_ROWS}
LOCATION_OF = {
    word: row for row in _LOCATION_ROWS for word in (row.key, *row.aliases)
}
"""The places by every word for them, without the side."""


class VehicleLocation(NamedTuple):
    """A place of a vehicle that can be called; `limit` None means no limit, and `effects` last
    until repaired."""

    key: str
    dice: int
    limit: int | None
    effects: tuple[str, ...]
    id: str
    help: str
    aliases: tuple[str, ...] = ()


_VEHICLE_ROWS = (
    VehicleLocation("engine-block", -4, None, ("vehicle_disabled",), "SS-CALL-30", "disables it"),
    VehicleLocation("fuel-tank", -6, None, ("vehicle_disabled", "leak"), "SS-CALL-31",
                    "disables it, the tank or battery leaks", ("battery",)),
    VehicleLocation("axle", -6, 6, ("speed_1",), "SS-CALL-32", "its speed becomes 1"),
    VehicleLocation("antenna", -8, 2, ("comms_down",), "SS-CALL-33", "cuts communications"),
    VehicleLocation("door-lock", -6, 0, ("door_locked",), "SS-CALL-34", "the door stays shut"),
    VehicleLocation("window-motor", -4, 0, ("window_stuck",), "SS-CALL-35",
                    "the window stays shut"),
)  # fmt: skip
VEHICLE_LOCATIONS: Mapping[str, VehicleLocation] = {
    row.key: row for row in _VEHICLE_ROWS
}
"""The places of vehicles by key (SS-CALL-08, SS-CALL-30 to -35)."""

GENITALS_BY_ENTRY = LOCATIONS["genitals"]._replace(dice=-6, limit=2)
"""The numbers of the book's detail entry, for the house rule `genitals_values: entry`
(R-CALL-1)."""

CALLED_DICE = -4
"""The dice of a called shot that aims at no place of the table (SS-CALL-02, SS-ATK-37)."""
UNPLACED = ("knockdown", "other")
"""Called shots without a place (SS-KD-05, R-KD-3)."""
CALLED_SHOTS = (*LOCATIONS, *VEHICLE_LOCATIONS, *UNPLACED)
"""Every called shot that a GM can choose for the house rule (R-CALL-10)."""

_ALL: tuple[Location | VehicleLocation, ...] = (*_LOCATION_ROWS, *_VEHICLE_ROWS)


def called_shot(word: str) -> str | None:
    """Return the key of a called shot from a word for it without its side, or None if there is
    none."""
    named = (row.key for row in _ALL if word in (row.key, *row.aliases))
    return next(named, word if word in UNPLACED else None)
