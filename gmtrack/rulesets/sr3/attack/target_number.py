"""The target numbers of an attack, one row a modifier; and what they are made of: light and haze,
recoil."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.attack.aim import scoped_category, shot_spread
from gmtrack.rulesets.sr3.attack.plan import (
    Said,
    Sight,
    Strike,
    part_as_typed,
    several_targets_modifier,
)
from gmtrack.rulesets.sr3.dice import added_parts
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.wounds.melee import friends_of, opponents_of

OWN, OPPONENT = "own", "opponent"
"""Whose target number reach changes, as the longer one chooses by house rule (SR-R59)."""
SHORT_BURST = 2
"""The rounds of a burst that is short of one (SR-058)."""


def sight_of(s: Strike) -> Sight:
    """Return light and haze between attacker and target: those typed, else the scene's."""
    return sight_between(s.game, s.words)


def sight_between(fight: Scene, words: Mapping[str, Said]) -> Sight:
    """Return light and haze: those of the typed words, else the scene's."""
    scene: Data = fight.draft.encounter.scene
    there = [
        squash(name).replace("-", "_") for name in scene.get("visibility") or []
    ]
    lit = [words["light"].value] if "light" in words else there
    hazy = [words["haze"].value] if "haze" in words else there
    return Sight(
        next((light for light in tables.LIGHTS if light in lit), None),
        next((haze for haze in tables.HAZES if haze in hazy), None),
    )


def visibility_table(house: House, *, melee: bool = False) -> tables.Table:
    """Return the visibility modifiers of shots and spells, or of melee. Depends on the house rule
    `thermal_smoke`."""
    if house.thermal_smoke == "own_values":
        return tables.THERMAL_MELEE if melee else tables.THERMAL_RANGED
    return tables.MELEE if melee else tables.RANGED


def thermal_smoke_rules(house: House, seen: Sight) -> str:
    """Return the row by which thermal smoke has values of its own; empty if there is none, or if
    it counts as other smoke."""
    own = house.thermal_smoke == "own_values"
    return "SR-R09" if own and seen.haze in tables.THERMAL_SMOKE else ""


def visibility_modifier(
    who: Fighter, seen: Sight, *, melee: bool = False
) -> int:
    """Return what light and haze add to the target number of `who`, by the table of shots and
    spells or of melee, and by the combatant's vision. Depends on the house rules
    `visibility_stack`, `vision_split` and `thermal_smoke`."""
    table = visibility_table(who.house, melee=melee)
    source = who.sheet.vision_source
    if who.house.vision_split == "natural_first":
        source = "natural" if source == "cybernetic" else "cybernetic"
    rows = [table[row] for row in seen if row is not None]
    worth = [row.seen_by(who.sheet.vision, source) for row in rows]
    rule = who.house.visibility_stack
    if rule == "worst":
        return max(worth, default=0)
    return (
        sum(worth) if rule == "sum" else min(tables.VISIBILITY_CAP, sum(worth))
    )


class Steadied(NamedTuple):
    """Recoil and movement modifiers after compensation, and the raw recoil with what was taken
    off it."""

    recoil: int
    movement: "Movement"
    raw: int
    built_in: int
    gyro: int


class Movement(NamedTuple):
    """The modifiers for the attacker's own movement, one of them 0."""

    running: int = 0
    walking: int = 0

    @property
    def total(self) -> int:
        """The sum of both."""
        return self.running + self.walking

    def less(self, taken: int) -> "Movement":
        """Return what is left of them after a gyro has taken so much off, at least 0."""
        return Movement(
            max(0, self.running - taken), max(0, self.walking - taken)
        )


def raw_recoil(s: Strike) -> int:
    """Return the recoil before compensation: of rounds fired earlier in this phase, and of this
    fire. Depends on the house rules `fa_first_round`, `second_firearm_recoil` and
    `short_burst_recoil`."""
    house, before = s.game.house, s.fired
    earlier = (
        before.own if house.second_firearm_recoil == "own" else before.rounds
    )
    if s.mode == "fa":
        return earlier + s.rounds - (house.fa_first_round != "pays")
    if s.mode != "bf":
        return earlier
    return earlier + (
        house.short_burst_recoil
        if s.rounds == SHORT_BURST
        else tables.BURSTS[s.rounds].recoil
    )


def recoil_compensation(s: Strike) -> int:
    """Return the recoil compensation of the weapon: what is built in, and bipod or tripod if
    deployed."""
    weapon = s.weapon
    stands = (
        s.has_word("deployed") or s.attacker.weapon_state(s.weapon_id).deployed
    )
    feet = (
        weapon.bipod + weapon.tripod if stands and not s.off("deployed") else 0
    )
    return weapon.gas_vent + weapon.shock_pad + feet


def steady_recoil(s: Strike) -> Steadied:
    """Return recoil and running after compensation: weapon first, then the gyro harness,
    doubling last. Depends on the house rule `gyro_order`."""
    raw, built_in = (
        0 if s.off("recoil") else raw_recoil(s),
        recoil_compensation(s),
    )
    recoil, movement = max(0, raw - built_in), movement_modifiers(s)
    who = s.attacker
    # Of a harness that is worn, with the weapon on it.
    gyro = (
        who.sheet.gyro
        if who.gyro_worn and who.weapon_state(s.weapon_id).mounted
        else 0
    )
    if s.game.house.gyro_order == "movement_first":
        taken = min(recoil, gyro - min(movement.total, gyro))
    else:
        taken = min(recoil, gyro)
    recoil -= taken
    left = 2 * recoil if s.weapon.heavy_recoil else recoil
    return Steadied(left, movement.less(gyro - taken), raw, built_in, taken)


def tell_recoil(s: Strike, steady: Steadied) -> None:
    """Tell how the recoil comes about; do nothing if it equals the raw recoil or was typed."""
    if steady.recoil == steady.raw or s.has_word("recoil"):
        return
    how = (
        f"recoil{'.gyro' * (steady.gyro > 0)}{'.twice' * s.weapon.heavy_recoil}"
    )
    s.game.report.tell(
        how,
        "note",
        raw=steady.raw,
        built_in=steady.built_in,
        gyro=steady.gyro,
        left=steady.recoil,
    )


def movement_modifiers(s: Strike) -> Movement:
    """Return the modifiers for the attacker's own movement: the number typed, else by how they
    move; 0 if switched off. Who runs does not walk. Depends on the house rule `walking`."""
    told = s.count("running")
    running = tables.GAITS[s.attacker.running] if told is None else told
    if running or s.game.house.walking == "free":
        return Movement(0 if s.off("running") else running)
    told = s.count("walking")
    walking = tables.PACES[s.attacker.walking] if told is None else told
    return Movement(walking=0 if s.off("walking") else walking)


@frozen
class Side:
    """Side of a melee roll: a combatant with weapon and opponent. `attacks` tells whether it is
    the attacker."""

    strike: Strike
    who: Fighter
    weapon: Weapon
    other: Fighter
    other_weapon: Weapon
    attacks: bool

    def typed_number(self, name: str) -> int | None:
        """Return the number typed in place of what is known about this side, or None. A word
        that names nobody counts for the attacker's roll only."""
        if name not in REPLACED:
            return None
        said = self.strike.said
        about = self.other if name == "opponent-prone" else self.who
        tied = said.tied(name, about.id)
        found = tied[-1] if tied else None
        if found is None and self.attacks:
            found = said.bare(name)
        return found.value if found and isinstance(found.value, int) else None


def net_reach(s: Strike, defending: Weapon) -> int:
    """Return the reach of the attacker less that of the target with the weapon that they defend
    with, or the number typed."""
    told = s.count("reach")
    if told is not None:
        return told
    return s.attacker.reach_of(s.weapon) - s.target.reach_of(defending)


def _reach(side: Side) -> int:
    """Return what net reach adds to this side's target number: the opponent's reach less its
    own, or as typed for the attacker. Depends on the house rule `reach_side`."""
    defending = side.other_weapon if side.attacks else side.weapon
    ahead = net_reach(side.strike, defending)
    behind = -ahead if side.attacks else ahead
    if side.strike.game.house.reach_side == "both":
        return behind
    longer = side.other if behind > 0 else side.who
    burdens = _reach_burdens_opponent(side.strike, longer)
    # Their own number is lower, or else the opponent's higher: never both.
    return behind if burdens == (behind > 0) else 0


def _reach_burdens_opponent(s: Strike, longer: Fighter) -> bool:
    """Whether the one with more reach chooses that it makes the opponent's test harder, as typed,
    and not their own easier (SR-R59)."""
    said = s.said.word_about("reach-on", longer.id)
    return said is not None and said.value == OPPONENT


def _reach_rules(side: Side) -> str:
    """Return the row by which reach counts for one side alone; empty if it does for both."""
    return "SR-R59" if side.strike.game.house.reach_side == "one" else ""


def friends_in_melee(side: Side, *, own: bool) -> int:
    """Return how many friends count in the melee, capped by house rule: the number typed, else
    those who are in it. `own`: friends of the one who rolls, otherwise of the opponent."""
    game, cap = side.strike.game, side.strike.game.house.friends_cap
    told = side.strike.count(
        "friends" if own == side.attacks else "enemy-friends"
    )
    pair = (side.who, side.other) if own else (side.other, side.who)
    friends = friends_of(game, *pair) if told is None else told
    return friends if cap == "none" else min(cap, friends)


def _superior_position(side: Side) -> bool:
    """Whether this side has the superior position, by the word typed or its live state."""
    said = side.strike.words.get("superior-position")
    told = said is not None and side.attacks == (said.value == "attacker")
    return told or side.who.superior_position


def _several_opponents(side: Side) -> int:
    """Return the modifier for several targets; 0 for the defender."""
    s = side.strike
    if not side.attacks:
        return 0
    told = s.count("several-opponents")
    return (
        several_targets_modifier(s.game.house, s.number, len(s.targets))
        if told is None
        else told
    )


def _melee_visibility(side: Side) -> int:
    """Return the modifier for light and haze in melee, or the number typed."""
    told = side.strike.count("visibility")
    return (
        visibility_modifier(side.who, side.strike.sight, melee=True)
        if told is None
        else told
    )


def _thermal_rules(s: Strike) -> str:
    """Return the row of thermal smoke with values of its own, if it is between the two and nobody
    has typed the number; else empty."""
    if s.count("visibility") is not None:
        return ""
    return thermal_smoke_rules(s.game.house, s.sight)


MELEE_MODIFIERS: tuple[Modifier[Side, House], ...] = (
    Modifier("reach", "SR-019, SR-020", "-1 for each point of net reach",
             1, _reach, told=True, off=True, more_rules=_reach_rules),
    Modifier("friends", "SR-025, SR-R29", "attacker's friends in the melee: -1 each",
             -1, lambda side: friends_in_melee(side, own=True), told=True, off=True),
    Modifier("enemy-friends", "SR-026, SR-R29", "defender's friends in the melee: +1 each",
             1, lambda side: friends_in_melee(side, own=False), told=True, off=True),
    Modifier("superior-position", "SR-027", "-1 for the attacker or the defender",
             tables.SUPERIOR_POSITION, _superior_position, told=True, off=True),
    Modifier("opponent-prone", "SR-028", "-2 against a prone opponent",
             tables.OPPONENT_PRONE, lambda side: side.other.prone, told=True, off=True),
    Modifier("called", "SR-029", "+4 on a called shot", tables.CALLED,
             lambda side: side.attacks and side.strike.called is not None),
    Modifier("several-opponents", "SR-022, SR-R14", "+2 for each opponent before",
             1, _several_opponents, told=True, off=True),
    Modifier("subdue", "SR-036", "+2, to hold instead of harm", tables.SUBDUE,
             lambda side: side.attacks and side.strike.subduing, told=True),
    Modifier("visibility", "SR-128, SR-131", "by light, haze and vision",
             1, _melee_visibility, told=True, off=True,
             more_rules=lambda side: _thermal_rules(side.strike)),
    Modifier("cornered", "SR-033", "+2 while unable to move away",
             tables.CORNERED, lambda side: side.who.cornered, told=True, off=True),
    Modifier("dazzled", "SRX-119", "what a flash adds, 1 less each combat turn",
             1, lambda side: side.who.dazzled, told=True, off=True),
    Modifier("wounds", "SR-006, SR-141", "the wound modifier",
             1, lambda side: side.who.wound_modifier, told=True, off=True),
    Modifier("sustaining", "SRX-039", "+2 for each spell that they sustain",
             tables.SUSTAINING, lambda side: side.who.sustaining, told=True, off=True),
)  # fmt: skip
REPLACED = ("opponent-prone", "cornered", "dazzled", "wounds", "sustaining")
"""Modifiers whose typed number, about one of the two, replaces their worth."""


def melee_tn(side: Side, name: str = "") -> tuple[Part, ...]:
    """Return the parts of one side's target number in melee, without modifiers that are switched
    off. `name` is that of the roll; empty: `attack` or `defend`."""
    s = side.strike
    parts = [
        part_as_typed(row, side, s.game.house, side.typed_number(row.label))
        for row in MELEE_MODIFIERS
        if not (row.off and s.off(row.label))
    ]
    base = Part("base", tables.MELEE_TN, "SR-012, SR-013")
    usual, mods = (
        ("attack", s.mods) if side.attacks else ("defend", s.defense_mods)
    )
    roll = name or usual
    weapon = s.weapon_id
    about = s.roll_context(weapon, side.weapon, side.other)
    return (base, *parts, *added_parts(s.game, side.who, roll, mods, about))


class Firing(NamedTuple):
    """A shot about to be fired, with recoil and movement after compensation."""

    strike: Strike
    steady: Steadied

    def typed_number(self, name: str, known: int) -> int:
        """Return the number typed for a word, or `known` if none was typed."""
        told = self.strike.count(name)
        return known if told is None else told


def _aim(f: Firing) -> int:
    """Return what aiming at this target with this weapon is worth; only the first shot has it."""
    s = f.strike
    aim = s.attacker.live_aim() if s.time == 1 else None
    here = aim is not None and (aim.target, aim.weapon) == (
        s.target.id,
        s.weapon_id,
    )
    return s.attacker.aim_worth(
        s.weapon_id, f.typed_number("aim", aim.actions if aim and here else 0)
    )


def _shot_visibility(f: Firing) -> int:
    """Return the modifier for light and haze of a shot, or the number typed; 0 for blind fire,
    which has its own."""
    s = f.strike
    if s.has_word("blind-fire"):
        return 0
    return f.typed_number(
        "visibility", visibility_modifier(s.attacker, s.sight)
    )


def _several_targets(f: Firing) -> int:
    """Return the modifier for several targets of this phase; 0 with shot, which hits everybody
    at once."""
    s = f.strike
    if s.shot:
        return 0
    order = list(dict.fromkeys([*s.fired.targets, s.target.id]))
    whole = len({*order, *s.targets})
    return several_targets_modifier(
        s.game.house, order.index(s.target.id) + 1, whole
    )


def _strength_min(f: Firing) -> int:
    """Return the points of strength that are missing for a bow; 0 for other weapons."""
    weapon, strength = f.strike.weapon, f.strike.attacker.sheet.strength
    return (
        max(0, weapon.strength_min - strength) if weapon.class_ == "bow" else 0
    )


def _recoil_rules(f: Firing) -> str:
    """Return the row by which a burst of two rounds has less recoil; empty for any other shot."""
    s = f.strike
    short = s.mode == "bf" and s.rounds == SHORT_BURST
    less = s.game.house.short_burst_recoil == SHORT_BURST
    return "SR-R19" if short and less else ""


RANGED_MODIFIERS: tuple[Modifier[Firing, House], ...] = (
    Modifier("recoil", "SR-068 to SR-071", "recoil that is not compensated",
             1, lambda f: f.steady.recoil, told=True, off=True, more_rules=_recoil_rules),
    Modifier("second-firearm", "SR-081, SR-125", "+2, and no targeting gear",
             tables.SECOND_FIREARM, lambda f: f.strike.gear.two_firearms, told=True, off=True),
    Modifier("aim", "SR-126, SR-R26", "-1 for each Simple Action of aiming",
             1, _aim, told=True, off=True),
    Modifier("called", "SR-075", "+4 on a called shot",
             tables.CALLED, lambda f: f.strike.called is not None),
    Modifier("partial-cover", "SR-117", "+4, target in partial cover",
             tables.PARTIAL_COVER, lambda f: f.strike.target.partial_cover, told=True, off=True),
    Modifier("blind-fire", "SR-118, SR-132", "+8 instead of visibility",
             tables.BLIND_FIRE, lambda f: f.strike.has_word("blind-fire"), told=True),
    Modifier("visibility", "SR-127, SR-131", "by light, haze and vision",
             1, _shot_visibility, told=True, off=True,
             more_rules=lambda f: _thermal_rules(f.strike)),
    Modifier("target-running", "SR-119", "+2, target running", tables.TARGET_RUNNING,
             lambda f: f.strike.target.running != "none", told=True, off=True),
    Modifier("stationary", "SR-120", "-1, target stationary",
             tables.STATIONARY, lambda f: f.strike.target.stationary, told=True, off=True),
    Modifier("several-targets", "SR-064, SR-121, SR-R14", "+2 for each target before",
             1, _several_targets, told=True, off=True),
    Modifier("in-melee", "SR-122", "+2 for each opponent in the melee",
             tables.IN_MELEE,
             lambda f: f.typed_number(
                 "in-melee", len(opponents_of(f.strike.game, f.strike.attacker))
             ),
             told=True, off=True),
    Modifier("running", "SR-070, SR-123, SR-124", "+4, attacker running; =difficult: +6",
             1, lambda f: f.steady.movement.running, told=True, off=True),
    Modifier("walking", "SR-070, SR-R60", "+1, attacker walking; =difficult: +2",
             1, lambda f: f.steady.movement.walking, told=True, off=True),
    Modifier("strength-min", "SR-115", "bow: +1 for each point of strength short",
             1, _strength_min, told=True, off=True),
    Modifier("spread", "SR-109, SR-110", "shot: -1 for each metre of spread",
             1, lambda f: -shot_spread(f.strike), told=True, off=True),
    Modifier("cornered", "SR-033", "+2 while unable to move away",
             tables.CORNERED, lambda f: f.strike.attacker.cornered, told=True, off=True),
    Modifier("dazzled", "SRX-119", "what a flash adds, 1 less each combat turn",
             1, lambda f: f.strike.attacker.dazzled, told=True, off=True),
    Modifier("wounds", "SR-006, SR-141", "the wound modifier",
             1, lambda f: f.strike.attacker.wound_modifier, told=True, off=True),
    Modifier("sustaining", "SRX-039", "+2 for each spell that they sustain",
             tables.SUSTAINING, lambda f: f.strike.attacker.sustaining, told=True, off=True),
)  # fmt: skip
"""The modifiers of a shot. Targeting systems have a table of their own, as only the best one
counts."""
COUNTED = ("aim", "visibility", "in-melee", "running", "walking")
"""Modifiers whose typed number is not their worth: the row looks at it."""


def ranged_tn(s: Strike, steady: Steadied) -> tuple[Part, ...]:
    """Return the parts of a shot's target number, without modifiers that are switched off."""
    firing, house = Firing(s, steady), s.game.house
    about = s.roll_context(s.weapon_id, s.weapon, s.target)
    typed = s.words.keys() - COUNTED
    parts = [
        part_as_typed(row, firing, house, s.count(row.label))
        if row.label in typed
        else row.make_part(firing, house)
        for row in RANGED_MODIFIERS
        if not (row.off and s.off(row.label))
    ]
    # By the range, which a scope brings nearer.
    base = Part("base", tables.BASE_TN[scoped_category(s)], "SR-044, SR-046")
    return (
        base,
        *parts,
        *s.gear.best,
        *added_parts(s.game, s.attacker, "attack", s.mods, about),
    )
