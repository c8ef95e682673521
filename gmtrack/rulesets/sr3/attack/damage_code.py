"""Damage codes, and what changes them before any dice: ammunition, bursts, full auto, called shots,
armor."""

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
from gmtrack.rulesets.sr3.wounds.resistance import Code


def bare_code(who: Fighter, weapon: Weapon) -> Code:
    """The weapon's own."""
    return Code(who.power_of(weapon), step_of(weapon.level), weapon.damage_type)


def melee_code(s: Strike) -> Code:
    """The attacker's, with what a vital spot adds."""
    base = bare_code(s.attacker, s.weapon)
    return called(s, base, "SR-029, SR-R15") if s.game.house.called_melee_level else base


# --- one change after the other ---


def changed(game: Game, what: str, was: Code, now: Code, rules: str) -> Code:
    """The code as it is now, told if it is another; `what` makes it so, by these rows."""
    if str(now) != str(was):
        with game.draft.by(rules):
            game.report.tell("code", "note", what=what, was=str(was), now=str(now))
    return now


def called(s: Strike, code: Code, rules: str) -> Code:
    """What a vital place adds."""
    if s.called is None:
        return code
    return changed(s.game, s.called.place, code, code.more(step=int(s.called.vital)), rules)


# --- shots ---


def fired_code(s: Strike, before: int = 0) -> Code:
    """Base, ammunition, mode of fire, choke, called shot. `before`: how many the same shot has hit
    already."""
    game, ammo, mode = s.game, AMMUNITION[s.ammunition], MODES[s.mode]
    code = bare_code(s.attacker, s.weapon)
    loaded = code._replace(type=ammo.type or code.type).more(ammo.power)
    code = changed(game, ammo.key, code, loaded, "SR-088, SR-090")
    unarmored = s.target.armor("ballistic") == 0 and s.target.armor("impact") == 0
    code = changed(game, ammo.key, code, code.more(step=ammo.bare * unarmored), "SR-085, SR-095")
    weaker = s.target.sheet.vehicle or game.house.apds_level == "always"
    now = code.more(step=ammo.vehicle_level * weaker)
    code = changed(game, ammo.key, code, now, "SR-094, SR-R24")
    rules = "SR-062, SR-063" if s.mode == "fa" else "SR-057, SR-058"
    code = changed(game, mode.title, code, mode_code(s, code), rules)
    code = changed(game, "spread", code, code.more(-spread(s)), "SR-110")
    code = changed(game, "behind others", code, code.more(-before), "SR-112")
    return called(s, code, "SR-076")


def mode_code(s: Strike, code: Code) -> Code:
    """With what the mode of fire adds."""
    if s.mode == "fa":
        return code.more(s.rounds - 1, s.rounds // ROUNDS_PER_LEVEL)
    if s.mode == "bf":
        row = BURSTS[s.rounds]
        return code.more(row.power, row.level)
    return code


def misfire_code(s: Strike) -> Code:
    """Without the explosive bonus, by house rule with that of the mode."""
    base = bare_code(s.attacker, s.weapon)
    return mode_code(s, base) if s.game.house.misfire_mode == "with_mode" else base


# --- what is in the way ---


def rated(house: House, rating: int, how: Rating) -> int:
    """What a rating counts against the ammunition."""
    return {"whole": rating, "double": 2 * rating, "half": house.half(rating)}[how]


def armor_against(s: Strike) -> Part:
    """What the armor takes off, by the ammunition."""
    ballistic, impact = s.target.armor("ballistic"), s.target.armor("impact")
    # Both ratings of a vehicle are its armor, so that it is doubled.
    rows: dict[ArmorRule, tuple[int, str]] = {
        "ballistic": (ballistic, "SR-048"),
        "impact": (impact, "SR-090"),
        "flechette": (max(ballistic, 2 * impact), "SR-086, SR-087"),
        "half": (s.game.house.half(ballistic), "SR-092, SR-094"),
    }
    rating, rules = rows[AMMUNITION[s.ammunition].armor]
    return Part("armor", -rating, rules)
