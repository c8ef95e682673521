"""Damage codes, and what changes them before any dice: ammunition, bursts, full auto, called
shots, armor, barriers."""

from gmtrack.core.encounter import Data
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Part
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.attack.aim import shot_spread
from gmtrack.rulesets.sr3.attack.plan import Strike, Value
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.sheet.state import (
    DAMAGED,
    rating_left,
    scene_barriers,
)
from gmtrack.rulesets.sr3.sheet.wound_modifiers import step_of
from gmtrack.rulesets.sr3.wounds.hits import Code, tell_changed_code


def bare_code(who: Fighter, weapon: Weapon) -> Code:
    """Return the damage code of a weapon in these hands, before ammunition and anything else."""
    return Code(who.power_of(weapon), step_of(weapon.level), weapon.damage_type)


def called_code(s: Strike, code: Code, rules: str) -> Code:
    """Return the damage code with one level more if a vital place was called."""
    if s.called is None:
        return code
    now = code.more(step=int(s.called.vital))
    return tell_changed_code(s.game, s.called.place, code, now, rules)


def fired_code(s: Strike, before: int = 0) -> Code:
    """Return the damage code of a shot after ammunition, mode of fire, choke and called shot,
    and tell each change. `before`: how many targets the same shot has hit already, which weakens
    it. Depends on the house rule `apds_level`."""
    game = s.game
    ammo, mode = tables.AMMUNITION[s.ammunition], tables.MODES[s.mode]
    code = bare_code(s.attacker, s.weapon)
    loaded = code._replace(type=ammo.type or code.type).more(ammo.power)
    code = tell_changed_code(game, ammo.key, code, loaded, "SR-088, SR-090")
    unarmored = (
        s.target.armor("ballistic") == 0 and s.target.armor("impact") == 0
    )
    code = tell_changed_code(
        game,
        ammo.key,
        code,
        code.more(step=ammo.bare * unarmored),
        "SR-085, SR-095",
    )
    weaker = s.target.sheet.vehicle or game.house.apds_level == "always"
    now = code.more(step=ammo.vehicle_level * weaker)
    code = tell_changed_code(game, ammo.key, code, now, "SR-094, SR-R24")
    rules = "SR-062, SR-063" if s.mode == "fa" else "SR-057, SR-058"
    code = tell_changed_code(game, mode.title, code, mode_code(s, code), rules)
    code = tell_changed_code(
        game, "spread", code, code.more(-shot_spread(s)), "SR-110"
    )
    code = tell_changed_code(
        game, "behind others", code, code.more(-before), "SR-112"
    )
    return called_code(s, code, "SR-076")


def mode_code(s: Strike, code: Code) -> Code:
    """Return the damage code with the power and levels that burst or full auto add."""
    if s.mode == "fa":
        return code.more(s.rounds - 1, s.rounds // tables.ROUNDS_PER_LEVEL)
    if s.mode == "bf":
        row = tables.BURSTS[s.rounds]
        return code.more(row.power, row.level)
    return code


def rating_against(house: House, rating: int, how: tables.Rating) -> int:
    """Return a barrier's rating as it counts against the ammunition: whole, doubled or halved."""
    if how == "double":
        return 2 * rating
    return house.half(rating) if how == "half" else rating


def armor_against(s: Strike) -> Part:
    """Return what the target's armor takes off the power, by the ammunition, as a negative part."""
    ballistic, impact = s.target.armor("ballistic"), s.target.armor("impact")
    # Both ratings of a vehicle are its armor, so that it is doubled.
    rows: dict[tables.ArmorRule, tuple[int, str]] = {
        "ballistic": (ballistic, "SR-048"),
        "impact": (impact, "SR-090"),
        "flechette": (max(ballistic, 2 * impact), "SR-086, SR-087"),
        "half": (s.game.house.half(ballistic), "SR-092, SR-094"),
    }
    rating, rules = rows[tables.AMMUNITION[s.ammunition].armor]
    return Part("armor", -rating, rules)


def parse_barrier(s: Strike) -> int | str:
    """Return the barrier that is shot through: a rating, the id of a barrier of the scene, or 0
    for none. Raises Refusal (`option`) for an unknown barrier."""
    return find_barrier(
        s.game, s.words["barrier"].value if s.has_word("barrier") else 0
    )


def find_barrier(game: Game, told: Value) -> int | str:
    """Return a barrier as typed: a rating, the id of a barrier of the scene, or 0 for none. Raises
    Refusal (`option`) for an unknown barrier."""
    if not isinstance(told, str):
        return told or 0
    there = scene_barriers(game.draft.encounter)
    found = next((name for name in there if squash(name) == squash(told)), None)
    if found is None:
        hint = propose_near_word(told, there, most=20)
        game.deny(
            WORDS.value,
            f"no barrier '{told}' (a rating is --with barrier=8){hint}",
        )
    return found


def barrier_rating(s: Strike) -> int:
    """Return the rating of the barrier that is shot through; one shot at several meets its
    rating before the shot (SR-111)."""
    name = s.barrier
    if not isinstance(name, str):
        return name
    return s.fired.met.get(name, rating_left(s.game.draft, name))


def wear_barrier(s: Strike, power: int, doc: Data) -> None:
    """Take the damage of a shot off a barrier of the scene, and write `barrier` into `doc`. Does
    nothing for a bare rating, for a barrier that the same shot has damaged, and by house rule."""
    game, name = s.game, s.barrier
    if (
        not isinstance(name, str)
        or name in s.fired.met
        or game.house.barrier_damage == "off"
    ):
        return
    before = rating_left(game.draft, name)
    if s.shot:
        s.fired.met[name] = before
    lost = min(before, barrier_damage(s, before, power))
    after = before - lost
    doc["barrier"] = {
        "id": name,
        "rating": before,
        "damage": lost,
        "left": after,
    }
    if lost:
        with game.draft.by("SR-R24"):
            game.draft.put((*DAMAGED, name), after, read_as=before)
        told = "barrier.worn" if after else "barrier.gone"
        game.report.tell(told, "note", barrier=name, before=before, after=after)


def barrier_damage(s: Strike, before: int, power: int) -> int:
    """Return the points that a shot of this power takes off a barrier's rating, as it counts
    against this ammunition; 0 if the power is less than half of it."""
    house = s.game.house
    against = rating_against(
        house, before, tables.AMMUNITION[s.ammunition].wears
    )
    if 2 * power < against:
        return 0
    half = max(1, house.half(against))
    return max(1, (power - against) // half)
