"""Damage codes, and what changes them before any dice: ammunition, bursts, full auto, called shots,
armor (SR-053, SR-057 to SR-063, SR-085 to SR-097, SR-110)."""

from collections.abc import Callable, Mapping

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.attack.distance import spread
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.monitor import step_of
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.tables.ammunition import AMMUNITION, ArmorRule, Rating
from gmtrack.rulesets.sr3.tables.fire_modes import BURSTS, MODES, ROUNDS_PER_LEVEL
from gmtrack.rulesets.sr3.wounds.resistance import Code, armor_part


def bare_code(who: Fighter, weapon: Weapon) -> Code:
    """The weapon's own."""
    return Code(who.power_of(weapon), step_of(weapon.level), weapon.damage_type)


def melee_code(s: Strike) -> Code:
    """SR-029, SR-R15: the attacker's, with what a vital spot adds."""
    base = bare_code(s.attacker, s.weapon)
    return called(s, base) if s.game.house.called_melee_level else base


# --- one change after the other ---


def changed(game: Game, what: str, was: Code, now: Code) -> Code:
    """The code as it is now, told if it is another; `what` makes it so."""
    if str(now) != str(was):
        game.report.tell("code", "note", what=what, was=str(was), now=str(now))
    return now


def called(s: Strike, code: Code) -> Code:
    """What a vital place adds."""
    if s.called is None:
        return code
    return changed(s.game, s.called.place, code, code.more(step=int(s.called.vital)))


def called_shot(s: Strike, code: Code) -> Code:
    """SR-076"""
    return called(s, code)


# --- shots ---


def fired_code(s: Strike, before: int = 0) -> Code:
    """SR-053: base, ammunition, mode of fire, choke, called shot. `before`: how many the same shot
    has hit already."""
    code = bare_code(s.attacker, s.weapon)
    code = charged(s, code)
    code = unarmored(s, code)
    code = weakened(s, code)
    code = full_auto(s, code) if s.mode == "fa" else burst(s, code)
    return called_shot(s, behind(s, scattered(s, code), before))


def charged(s: Strike, code: Code) -> Code:
    """SR-088, SR-090: power and type of explosive rounds and of gel."""
    ammo = AMMUNITION[s.ammunition]
    loaded = code._replace(type=ammo.type or code.type).more(ammo.power)
    return changed(s.game, ammo.key, code, loaded)


def unarmored(s: Strike, code: Code) -> Code:
    """SR-085, SR-095: flechette and shot against no armor."""
    ammo, target = AMMUNITION[s.ammunition], s.target
    bare = target.armor("ballistic") == 0 and target.armor("impact") == 0
    return changed(s.game, ammo.key, code, code.more(step=ammo.bare * bare))


def weakened(s: Strike, code: Code) -> Code:
    """SR-094, SR-R24: APDS against a vehicle."""
    ammo = AMMUNITION[s.ammunition]
    weaker = s.target.sheet.vehicle or s.game.house.apds_level == "always"
    return changed(s.game, ammo.key, code, code.more(step=ammo.vehicle_level * weaker))


def burst(s: Strike, code: Code) -> Code:
    """SR-057, SR-058"""
    return changed(s.game, MODES[s.mode].title, code, mode_code(s, code))


def full_auto(s: Strike, code: Code) -> Code:
    """SR-062, SR-063"""
    return changed(s.game, MODES[s.mode].title, code, mode_code(s, code))


def mode_code(s: Strike, code: Code) -> Code:
    """With what the mode of fire adds."""
    if s.mode == "fa":
        return code.more(s.rounds - 1, s.rounds // ROUNDS_PER_LEVEL)
    if s.mode == "bf":
        row = BURSTS[s.rounds]
        return code.more(row.power, row.level)
    return code


def scattered(s: Strike, code: Code) -> Code:
    """SR-110"""
    return changed(s.game, "spread", code, code.more(-spread(s)))


def behind(s: Strike, code: Code, before: int) -> Code:
    """SR-112"""
    return changed(s.game, "behind others", code, code.more(-before))


def misfire_code(s: Strike) -> Code:
    """SR-099, SR-R24: without the explosive bonus, by house rule with that of the mode."""
    base = bare_code(s.attacker, s.weapon)
    return mode_code(s, base) if s.game.house.misfire_mode == "with_mode" else base


# --- what is in the way ---


def rated(house: House, rating: int, how: Rating) -> int:
    """What a rating counts against the ammunition."""
    return {"whole": rating, "double": 2 * rating, "half": house.half(rating)}[how]


def ballistic_armor(s: Strike) -> Part:
    """SR-048"""
    return armor_part(s.target.armor("ballistic"))


def armor_against_gel(s: Strike) -> Part:
    """SR-090"""
    return armor_part(s.target.armor("impact"))


def armor_against_flechette(s: Strike) -> Part:
    """SR-086, SR-087: both ratings of a vehicle are its armor, so that it is doubled."""
    return armor_part(max(s.target.armor("ballistic"), 2 * s.target.armor("impact")))


def armor_against_apds(s: Strike) -> Part:
    """SR-092, SR-094"""
    return armor_part(s.game.house.half(s.target.armor("ballistic")))


_ARMOR: Mapping[ArmorRule, Callable[[Strike], Part]] = {
    "ballistic": ballistic_armor,
    "impact": armor_against_gel,
    "flechette": armor_against_flechette,
    "half": armor_against_apds,
}


def armor_against(s: Strike) -> Part:
    """What the armor takes off, by the ammunition."""
    return _ARMOR[AMMUNITION[s.ammunition].armor](s)
