"""A blow that lands: damage, location, armor and parry, and what it does (IN-WIN, IN-LOC, IN-DMG,
IN-KD)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.dice.port import amount, looked_up, translated
from gmtrack.rulesets.i2050.attack.plan import Aim
from gmtrack.rulesets.i2050.dice.rolls import Throw, record, roll_damage, throw
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import DamageDice, Weapon
from gmtrack.rulesets.i2050.tables.locations import FACES, Column, Location, spoken
from gmtrack.rulesets.i2050.wounds.damage import struck, wound
from gmtrack.rulesets.i2050.wounds.knockdown import knock_down

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.rulesets.i2050.attack.document import AttackDocument, DamageDocument
    from gmtrack.rulesets.i2050.dice.document import TotalDocument
    from gmtrack.rulesets.i2050.sheet.document import PendingDocument

LOCATION = "location"


@value
class Blow:
    """On its way from `by` to `victim`. `parry` is what the loser's roll was worth; `block` is in
    the names of the rolls."""

    game: Game
    by: Fighter
    victim: Fighter
    weapon: Weapon
    aim: Aim = Aim()
    critical: bool = False
    parry: int = 0
    block: str | None = None

    @property
    def melee(self) -> bool:
        return not self.weapon.is_missile


class Power(NamedTuple):
    """What a blow comes to before armor: by its dice, and with what a critical makes of them."""

    base: int
    points: int


def roll_power(b: Blow) -> Power:
    """The damage dice of the winner."""
    dice = dice_of(b)
    if dice != b.weapon.damage:
        tell_doubled(b, dice)
    base = roll_damage(b.game, b.by, dice, b.block)
    points = critical_damage(b, base)
    if points != base:
        tell_raised(b, base, points)
    return Power(base, points)


def land(b: Blow, power: Power, doc: "AttackDocument") -> bool:
    """The winner's blow; writes `location` and `damage`, tells whether points got through."""
    blow = power.points
    place = roll_location(b)
    armor = b.victim.armor(place, b.weapon.tags)
    dealt = max(0, blow - armor - b.parry)
    doc["location"] = place
    damage: DamageDocument = {
        "victim": b.victim.id, "base": power.base, "modified": blow, "armor": armor,
        "parry": b.parry, "soaked": blow - dealt, "dealt": dealt, "applied": [],
    }  # fmt: skip
    doc["damage"] = damage
    tell(b, place, damage)
    if waits(b.game):
        damage["pending"] = True
        keep(b, place, dealt, blow)
    else:
        damage["applied"] = wound(b.game, b.victim, dealt, place)
        knock_down(b.game, b.victim, blow, melee=b.melee, block=b.block)
    return dealt > 0


def won(b: Blow) -> None:
    """The winner's check, the victim's aim."""
    win_check(b.game, b.by, b.weapon.skill)
    struck(b.game, b.victim)


def win_check(game: Game, who: Fighter, skill: str) -> None:
    """IN-WIN-02: nothing in a fight hangs on it, so that odds need not tell it apart."""
    if game.narrated and skill not in who.sheet.checks and skill not in who.checks_won:
        who.checks_won = [*who.checks_won, skill]
        game.effect(who, "check", skill=skill)
        game.report.tell("check", "good", who=who.name, skill=spoken(skill))


def tell(b: Blow, place: Location, damage: "DamageDocument") -> None:
    """IN-DMG-01 to IN-DMG-03: what armor and parry take off the blow."""
    if not b.game.narrated:
        return
    got = {"who": b.victim.name, "place": spoken(place), "blow": damage["modified"]}
    taken = {"armor": damage["armor"], "parry": damage["parry"]}
    guards = [f"{name} {points}" for name, points in taken.items() if points]
    less = f", less {' and '.join(guards)}" if guards else ""
    key = "struck" if damage["dealt"] else "struck.none"
    b.game.report.tell(key, "head", **got, less=less)


# --- damage ---


def dice_of(b: Blow) -> DamageDice:
    """IN-CRIT-02"""
    double = b.critical and b.game.house.critical_damage == "double_dice"
    return b.weapon.damage.doubled() if double else b.weapon.damage


def tell_doubled(b: Blow, dice: DamageDice) -> None:
    """IN-CRIT-02, IN-R04"""
    b.game.report.tell("doubled", "note", dice=str(dice), plain=str(b.weapon.damage))


def tell_raised(b: Blow, base: int, blow: int) -> None:
    """IN-R04: by house rule."""
    b.game.report.tell("raised", "note", blow=blow, base=base)


def critical_damage(b: Blow, base: int) -> int:
    """IN-R04: what a critical makes of the dice that were rolled."""
    rule = b.game.house.critical_damage
    if not b.critical or rule in ("double_dice", "none"):
        return base
    if rule == "double_total":
        return 2 * base
    dice = b.weapon.damage
    return max(0, dice.dice * dice.sides + dice.add)


# --- location ---


def roll_location(b: Blow) -> Location:
    """IN-WIN-03, IN-LOC-01: the d20, and the shift of an aimed blow."""
    dice = Throw(LOCATION, b.by, FACES, block=b.block)
    answer = throw(b.game, dice)
    natural = amount(answer.sum)
    shifts = {face: shift_of(b, face) for face in range(1, FACES + 1)}
    shift = translated(shifts, natural)
    body: TotalDocument = {"total": natural, "shift": shift}
    parts = (Part("d20", natural),)
    record(b.game, dice, answer, body, parts)
    if b.game.narrated and shift:
        tell_shift(b, natural, shift)
    elif b.game.narrated and b.aim.shift is None:
        tell_short(b, natural)
    column = column_of(b)
    places = {face: b.game.house.location_at(column, face + shifts[face]) for face in shifts}
    return looked_up(places, natural)


def tell_shift(b: Blow, natural: int, shift: int) -> None:
    """IN-AIM-02, IN-R41"""
    b.game.report.tell("shifted", "note", roll=natural + shift, shift=f"{shift:+d}")


def tell_short(b: Blow, natural: int) -> None:
    """IN-AIM-02, IN-R41: by what the aim has missed the place that was called."""
    wanted, away = b.aim.place, away_from(b, natural)
    if wanted is not None and away:
        told = {"roll": natural, "away": abs(away), "place": spoken(wanted)}
        b.game.report.tell("unshifted", "note", **told, aim=b.aim.points)


def away_from(b: Blow, natural: int) -> int:
    """How far the roll is from the place that was called; 0 where it has no rolls."""
    faces = faces_of(b.game.house.locations[column_of(b)], b.aim.place)
    return nearest_to(natural, faces) - natural


def column_of(b: Blow) -> Column:
    """IN-LOC-01, IN-R40"""
    if b.melee or (b.aim.taken and b.game.house.aim_column == "melee"):
        return "melee"
    return "ranged"


def shift_of(b: Blow, natural: int) -> int:
    """IN-R41: as told, else towards the place."""
    if b.aim.shift is not None:
        return within(natural, b.aim.shift)
    if b.aim.place is None:
        return 0
    column = b.game.house.locations[column_of(b)]
    full = b.game.house.aim_shift == "full"
    return shift_to(natural, b.aim.place, b.aim.points, column, full=full)


def shift_to(
    natural: int, wanted: Location, most: int, column: Sequence[Location], *, full: bool = False
) -> int:
    """What is added to the roll: the least that reaches the place, nothing where nothing does;
    `full`: always `most`, towards it."""
    away = nearest_to(natural, faces_of(column, wanted)) - natural
    if full and away:
        return within(natural, most if away > 0 else -most)
    return away if abs(away) <= most else 0


def faces_of(column: Sequence[Location], wanted: Location | None) -> list[int]:
    """The rolls of a place."""
    return [face for face, where in enumerate(column, start=1) if where == wanted]


def nearest_to(natural: int, faces: list[int]) -> int:
    """The face that is the least away from a roll; itself where there is none."""
    return min(faces, key=lambda face: abs(face - natural), default=natural)


def within(natural: int, shift: int) -> int:
    """The shift, as far as the roll stays between 1 and 20."""
    return min(FACES, max(1, natural + shift)) - natural


# --- blows that wait ---


def waits(game: Game) -> bool:
    """IN-R02 `losers_phase: separate`."""
    return game.fight.running and game.house.losers_phase == "separate"


def keep(b: Blow, place: Location, dealt: int = 0, blow: int = 0, *, disable: bool = False) -> None:
    """IN-R02 `separate`: what is to happen in the Losers Phase."""
    kept: PendingDocument = {
        "victim": b.victim.id, "by": b.by.id, "place": place, "points": dealt, "blow": blow,
        "melee": b.melee,
    }  # fmt: skip
    if disable:
        kept["disable"] = True
    b.game.fight.pending = [*b.game.fight.pending, cast("Data", kept)]
    b.game.report.tell("waits", "note", who=b.victim.name)
