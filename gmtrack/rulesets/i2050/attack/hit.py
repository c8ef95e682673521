"""Apply a blow that lands: damage, location, armor and parry, and what it does; Unarmed Combat
in place of damage (IN-WIN, IN-LOC, IN-DMG, IN-KD, IN-UNARM)."""

from collections.abc import Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.dice.port import amount, looked_up, translated
from gmtrack.rulesets.i2050.attack.plan import BlowAim
from gmtrack.rulesets.i2050.dice import (
    PlannedRoll,
    added_parts,
    compare_rolls,
    record_roll,
    roll_d20,
    roll_damage,
    roll_dice,
    skill_parts,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.sheet import UNARMED_COMBAT, Weapon
from gmtrack.rulesets.i2050.tables import (
    ARMS,
    FACES,
    LEGS,
    Column,
    Location,
    with_spaces,
)
from gmtrack.rulesets.i2050.wounds.damage import (
    disable_place,
    knock_down,
    wound,
)


@frozen
class Blow:
    """A blow on its way from `by` to `victim`. `parry`: points that the loser takes off;
    `block`: what tells its rolls apart in the command."""

    game: Game
    by: Fighter
    victim: Fighter
    weapon: Weapon
    aim: BlowAim = BlowAim()
    critical: bool = False
    parry: int = 0
    block: str | None = None

    @property
    def melee(self) -> bool:
        """Whether the blow is struck, not shot."""
        return not self.weapon.is_missile


class Power(NamedTuple):
    """The damage of a blow before armor: `base` by its dice, `points` with what a critical makes
    of them."""

    base: int
    points: int


def roll_power(b: Blow) -> Power:
    """Roll the damage of the winner's blow, with the doubled dice or points of a critical.
    Depends on the house rule `critical_damage`."""
    game, dice = b.game, b.weapon.damage
    if b.critical and game.house.critical_damage == "double_dice":
        dice = dice.doubled()
        game.report.tell(
            "doubled", "note", dice=str(dice), plain=str(b.weapon.damage)
        )
    base = roll_damage(game, b.by, dice, b.block)
    points = points_of_critical(b, base)
    if points != base:
        game.report.tell("raised", "note", blow=points, base=base)
    return Power(base, points)


def points_of_critical(b: Blow, base: int) -> int:
    """Return what a critical makes of the rolled damage, by house rule; `base` if the blow is
    none (IN-R04)."""
    rule = b.game.house.critical_damage
    if not b.critical or rule in ("double_dice", "none"):
        return base
    if rule == "double_total":
        return 2 * base
    dice = b.weapon.damage
    return max(0, dice.dice * dice.sides + dice.add)


def land_blow(b: Blow, power: Power, doc: Data) -> bool:
    """Apply a blow: roll the location, take off armor and parry, wound and knock down, or keep
    it for the Losers Phase. Writes `location` and `damage` of the JSON block; returns whether
    points got through."""
    blow = power.points
    place = roll_location(b)
    armor = b.victim.armor(place, b.weapon.tags)
    dealt = max(0, blow - armor - b.parry)
    doc["location"] = place
    damage: Data = {
        "victim": b.victim.id,
        "base": power.base,
        "modified": blow,
        "armor": armor,
        "parry": b.parry,
        "soaked": blow - dealt,
        "dealt": dealt,
        "applied": [],
    }
    doc["damage"] = damage
    if b.game.narrated:
        taken = {"armor": armor, "parry": b.parry}
        guards = [
            f"{name} {points}" for name, points in taken.items() if points
        ]
        less = f", less {' and '.join(guards)}" if guards else ""
        told = {
            "who": b.victim.name,
            "place": with_spaces(place),
            "blow": blow,
            "less": less,
        }
        b.game.report.tell("struck" if dealt else "struck.none", "head", **told)
    if has_losers_phase(b.game):
        damage["pending"] = True
        keep_pending_blow(b, place, dealt, blow)
    else:
        damage["applied"] = wound(b.game, b.victim, dealt, place)
        knock_down(b.game, b.victim, blow, melee=b.melee, block=b.block)
    return dealt > 0


def try_to_disable(b: Blow, doc: Data) -> bool:
    """Roll a location and try to disable it in place of damage. Writes `location`; returns
    whether it worked. Depends on the house rule `disable_scope`."""
    place = roll_location(b)
    doc["location"] = place
    in_scope = place in (*ARMS, *LEGS) or b.game.house.disable_scope == "all"
    if not (in_scope and roll_to_disable(b, place)):
        b.game.report.tell(
            "resisted", "note", who=b.victim.name, place=with_spaces(place)
        )
        return False
    if has_losers_phase(b.game):
        keep_pending_blow(b, place, disable=True)
    else:
        disable_place(b.game, b.victim, place)
    return True


def roll_to_disable(b: Blow, place: Location) -> bool:
    """Roll Unarmed Combat against the points that the location has left, and return whether the
    attacker wins."""
    skill = skill_parts(b.by, UNARMED_COMBAT, "IN-UNARM-03")
    skill += added_parts(b.game, b.by, "disable")
    mine = roll_d20(
        b.game, PlannedRoll("disable", b.by, tuple(skill), block=b.block)
    )
    points = Part(place, b.victim.points_at(place), "IN-UNARM-06")
    left = (points, *added_parts(b.game, b.victim, "disable_resist"))
    theirs = roll_d20(
        b.game,
        PlannedRoll(
            "disable_resist", b.victim, left, skilled=False, block=b.block
        ),
    )
    return compare_rolls(mine, theirs) == "attacker"


def roll_location(b: Blow) -> Location:
    """Roll the location of a blow and return it as its aim moves it; report the roll, and how
    far an aimed one stayed away."""
    dice = PlannedRoll("location", b.by, block=b.block, sides=FACES)
    answer = roll_dice(b.game, dice)
    natural = amount(answer.sum)
    shifts = {face: shift_of(b, face) for face in range(1, FACES + 1)}
    shift = translated(shifts, natural)
    fallen = (Part("d20", natural, "IN-WIN-03, IN-LOC-01"),)
    record_roll(
        b.game, dice, answer, {"total": natural, "shift": shift}, fallen
    )
    if b.game.narrated and shift:
        b.game.report.tell(
            "shifted", "note", roll=natural + shift, shift=f"{shift:+d}"
        )
    elif b.game.narrated and b.aim.shift is None:
        wanted = b.aim.place
        faces = faces_of(b.game.house.locations[column_of(b)], wanted)
        away = nearest_face(natural, faces) - natural
        if wanted is not None and away:
            told = {
                "roll": natural,
                "away": abs(away),
                "place": with_spaces(wanted),
            }
            b.game.report.tell("unshifted", "note", **told, aim=b.aim.points)
    column = column_of(b)
    places = {
        face: b.game.house.locations[column][face + shifts[face] - 1]
        for face in shifts
    }
    return looked_up(places, natural)


def column_of(b: Blow) -> Column:
    """Return the column of the location table for a blow (IN-LOC-01, IN-R40). Depends on the
    house rule `aim_column`."""
    if b.melee or (b.aim.is_aimed and b.game.house.aim_column == "melee"):
        return "melee"
    return "ranged"


def shift_of(b: Blow, natural: int) -> int:
    """Return the shift of a location roll: as typed, else towards the called place (IN-R41).
    Depends on the house rule `aim_shift`."""
    if b.aim.shift is not None:
        return clamp_shift(natural, b.aim.shift)
    if b.aim.place is None:
        return 0
    column = b.game.house.locations[column_of(b)]
    full = b.game.house.aim_shift == "full"
    return shift_towards(natural, b.aim.place, b.aim.points, column, full=full)


def shift_towards(
    natural: int,
    wanted: Location,
    most: int,
    column: Sequence[Location],
    *,
    full: bool = False,
) -> int:
    """Return what is added to a roll so that it finds a place: the least that does, 0 if `most`
    is not enough. `full`: always `most`, towards the place."""
    away = nearest_face(natural, faces_of(column, wanted)) - natural
    if full and away:
        return clamp_shift(natural, most if away > 0 else -most)
    return away if abs(away) <= most else 0


def faces_of(column: Sequence[Location], wanted: Location | None) -> list[int]:
    """Return the rolls that find the place `wanted`; none for None."""
    return [
        face for face, where in enumerate(column, start=1) if where == wanted
    ]


def nearest_face(natural: int, faces: list[int]) -> int:
    """Return the face nearest to a roll; the roll itself if there are none."""
    return min(faces, key=lambda face: abs(face - natural), default=natural)


def clamp_shift(natural: int, shift: int) -> int:
    """Return a shift cut so that the roll stays between 1 and 20."""
    return min(FACES, max(1, natural + shift)) - natural


def has_losers_phase(game: Game) -> bool:
    """Whether blows wait for the Losers Phase (IN-R02 `losers_phase: separate`)."""
    return game.fight.running and game.house.losers_phase == "separate"


def keep_pending_blow(
    b: Blow,
    place: Location,
    dealt: int = 0,
    blow: int = 0,
    *,
    disable: bool = False,
) -> None:
    """Keep a blow for the Losers Phase: `dealt` points get through, `blow` counts for knockdown;
    `disable`: it disables the place."""
    kept: Data = {
        "victim": b.victim.id,
        "by": b.by.id,
        "place": place,
        "points": dealt,
        "blow": blow,
        "melee": b.melee,
    }
    if disable:
        kept["disable"] = True
    with b.game.draft.by("IN-R02"):
        b.game.fight.pending = [*b.game.fight.pending, kept]
    b.game.report.tell("waits", "note", who=b.victim.name)
