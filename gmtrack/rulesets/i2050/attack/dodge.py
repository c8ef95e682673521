"""IN-DODGE: the roll of one who dodges, and whether it helps."""

from gmtrack.core.report import Part, total
from gmtrack.rulesets.i2050.attack.plan import Strike
from gmtrack.rulesets.i2050.dice.opposed import evades
from gmtrack.rulesets.i2050.dice.rolls import Result, Test, attribute_parts, roll
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.wounds.damage import fall

DODGE = "dodge"
BULLETS = -10
"""IN-DODGE-04"""


def nimbleness(who: Fighter) -> tuple[Part, ...]:
    """IN-DODGE-02: EDEX, dex less a third of the armor worn."""
    armor = Part("armor", -(who.dodge_armor // 3))
    return (*attribute_parts(who, "dex"), *([armor] if armor.value else []))


def roll_dodge(s: Strike) -> Result:
    """IN-DODGE-01: DEX against every attack of the round."""
    who = s.target
    edex = nimbleness(who)
    parts = (*edex, *bullets(s), *s.defense_mods)
    result = roll(s.game, Test(DODGE, who, parts, skilled=False, block=s.block))
    if result.natural > total(edex) and not who.prone:
        overdo(s, result.natural, total(edex))
    return result


def bullets(s: Strike) -> tuple[Part, ...]:
    """IN-DODGE-04, IN-R35: firearms are harder to dodge."""
    return (Part("firearm", BULLETS),) if s.firearm else ()


def overdo(s: Strike, rolled: int, edex: int) -> None:
    """IN-DODGE-05: whoever rolls above EDEX falls, whatever the attack was."""
    s.game.report.tell("overdone", "bad", roll=rolled, edex=edex)
    fall(s.game, s.target)


def evaded(s: Strike, attack: Result, dodge: Result) -> bool:
    """IN-R34, IN-R35, IN-R52: opposed or not, by what it was."""
    house = s.game.house
    missile = house.dodge_firearm if s.firearm else house.dodge_missile
    rule = missile if s.missile else house.dodge_melee
    return evades(attack, dodge, must_match=rule == "opposed")
