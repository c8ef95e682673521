"""Damage codes, and what changes them before any dice: ammunition, bursts, full auto, called shots,
armor (SR-053, SR-057 to SR-063, SR-085 to SR-097, SR-110)."""

from typing import NamedTuple

from gmtrack.rulesets.sr3.attack.distance import spread
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.monitor import step_of
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables.ammunition import AMMUNITION, AmmoRow, Rating
from gmtrack.rulesets.sr3.tables.fire_modes import BURSTS, MODES, ROUNDS_PER_LEVEL
from gmtrack.rulesets.sr3.wounds.resistance import Code


def bare_code(who: Fighter, weapon: Weapon) -> Code:
    """The weapon's own."""
    return Code(who.power_of(weapon), step_of(weapon.level), weapon.damage_type)


def melee_code(s: Strike) -> Code:
    """SR-015, SR-029, SR-R15: the attacker's, with what a vital spot adds."""
    base = bare_code(s.attacker, s.weapon)
    if not s.game.house.called_melee_level:
        return base
    return last(s.game, base, [called_stage(s, base)])


# --- one change after the other ---


class Stage(NamedTuple):
    """What something makes of a code; the word for it."""

    what: str
    code: Code


def last(game: Game, base: Code, stages: list[Stage]) -> Code:
    """The code after all stages, each change told."""
    code = base
    for stage in stages:
        if str(stage.code) != str(code):
            game.report.tell("code", "note", what=stage.what, was=str(code), now=str(stage.code))
        code = stage.code
    return code


def called_stage(s: Strike, code: Code) -> Stage:
    """SR-029, SR-076"""
    if s.called is None:
        return Stage("", code)
    return Stage(s.called.place, code.more(step=int(s.called.vital)))


# --- shots ---


def fired_code(s: Strike, before: int = 0) -> Code:
    """SR-053: base, ammunition, mode of fire, choke, called shot. `before`: hit by the same shot
    earlier (SR-112)."""
    ammo = AMMUNITION[s.ammunition]
    base = bare_code(s.attacker, s.weapon)
    loaded = base._replace(type=ammo.type or base.type).more(ammo.power, ammo_step(s, ammo))
    fired = mode_code(s, loaded)
    spread_out = fired.more(-spread(s))
    behind = spread_out.more(-before)
    return last(s.game, base, [
        Stage(ammo.key, loaded),
        Stage(MODES[s.mode].title, fired),
        Stage("spread", spread_out),
        Stage("behind others", behind),
        called_stage(s, behind),
    ])  # fmt: skip


def ammo_step(s: Strike, ammo: AmmoRow) -> int:
    """SR-085, SR-094, SR-R24"""
    target = s.target
    bare = target.armor("ballistic") == 0 and target.armor("impact") == 0
    weaker = target.sheet.vehicle or s.game.house.apds_level == "always"
    return ammo.bare * bare + ammo.vehicle_level * weaker


def mode_code(s: Strike, code: Code) -> Code:
    """SR-057 to SR-059, SR-062, SR-063"""
    if s.mode == "fa":
        return code.more(s.rounds - 1, s.rounds // ROUNDS_PER_LEVEL)
    if s.mode == "bf":
        row = BURSTS[s.rounds]
        return code.more(row.power, row.level)
    return code


def misfire_code(s: Strike) -> Code:
    """SR-099, SR-R24: without the explosive bonus, by house rule with that of the mode."""
    base = bare_code(s.attacker, s.weapon)
    return mode_code(s, base) if s.game.house.misfire_mode == "with_mode" else base


# --- what is in the way ---


def rated(house: House, rating: int, how: Rating) -> int:
    """What a rating counts against the ammunition."""
    return {"whole": rating, "double": 2 * rating, "half": house.half(rating)}[how]


def armor_against(s: Strike) -> int:
    """SR-048, SR-086, SR-087, SR-090, SR-092, SR-094: both ratings of a vehicle are its armor, so
    that flechette doubles it."""
    house, who, ammo = s.game.house, s.target, AMMUNITION[s.ammunition]
    ballistic, impact = who.armor("ballistic"), who.armor("impact")
    if ammo.armor == "impact":
        return impact
    if ammo.armor == "flechette":
        return max(ballistic, 2 * impact)
    return house.half(ballistic) if ammo.armor == "half" else ballistic
