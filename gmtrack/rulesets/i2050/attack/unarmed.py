"""IN-UNARM: the winner of an unarmed exchange puts a location out instead of hurting it."""

from typing import TYPE_CHECKING

from gmtrack.core.report import Part
from gmtrack.rulesets.i2050.attack.hit import Blow, keep, roll_location, waits
from gmtrack.rulesets.i2050.dice.opposed import opposed
from gmtrack.rulesets.i2050.dice.rolls import Test, roll, skill_parts
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import UNARMED_COMBAT
from gmtrack.rulesets.i2050.tables.locations import ARMS, LEGS, Location, spoken
from gmtrack.rulesets.i2050.wounds.damage import disable

if TYPE_CHECKING:
    from gmtrack.rulesets.i2050.attack.document import AttackDocument

DISABLE, RESIST = "disable", "disable_resist"


def put_out(b: Blow, doc: "AttackDocument") -> bool:
    """IN-UNARM-02: in place of damage; writes `location`, tells whether it worked."""
    place = roll_location(b)
    doc["location"] = place
    if not (in_scope(b, place) and prevails(b, place)):
        tell_resisted(b, place)
        return False
    if waits(b.game):
        keep(b, place, disable=True)
    else:
        disable(b.game, b.victim, place)
    return True


def prevails(b: Blow, place: Location) -> bool:
    """IN-UNARM-03: Unarmed Combat against the points that the location has left."""
    skill = tuple(skill_parts(b.by, UNARMED_COMBAT))
    mine = roll(b.game, Test(DISABLE, b.by, skill, block=b.block))
    points = (points_left(b.victim, place),)
    theirs = roll(b.game, Test(RESIST, b.victim, points, skilled=False, block=b.block))
    return opposed(mine, theirs) == "attacker"


def points_left(who: Fighter, place: Location) -> Part:
    """IN-UNARM-06: earlier damage counts."""
    return Part(place, who.at(place))


def tell_resisted(b: Blow, place: Location) -> None:
    """IN-UNARM-05, IN-R43"""
    b.game.report.tell("resisted", "note", who=b.victim.name, place=spoken(place))


def in_scope(b: Blow, place: Location) -> bool:
    """IN-R43"""
    return place in (*ARMS, *LEGS) or b.game.house.disable_scope == "all"
