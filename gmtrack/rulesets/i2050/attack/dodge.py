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
    """IN-DODGE-01 to IN-DODGE-05: whoever rolls above EDEX falls, whatever the attack was."""
    who = s.target
    edex = nimbleness(who)
    bullets = [Part("firearm", BULLETS)] if s.firearm else []
    parts = (*edex, *bullets, *s.defense_mods)
    result = roll(s.game, Test(DODGE, who, parts, skilled=False, block=s.block))
    if result.natural > total(edex) and not who.prone:
        s.game.report.tell("overdone", "bad", roll=result.natural, edex=total(edex))
        fall(s.game, who)
    return result


def evaded(s: Strike, attack: Result, dodge: Result) -> bool:
    """IN-R34, IN-R35, IN-R52: opposed or not, by what it was."""
    house = s.game.house
    missile = house.dodge_firearm if s.firearm else house.dodge_missile
    rule = missile if s.missile else house.dodge_melee
    return evades(attack, dodge, must_match=rule == "opposed")
