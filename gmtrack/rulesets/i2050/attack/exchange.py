"""Who prevails in one attack: opposed, unopposed, against a dodger (IN-OPP, IN-DODGE-03)."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.i2050.attack.dodge import evaded, roll_dodge
from gmtrack.rulesets.i2050.attack.fumble import fumble
from gmtrack.rulesets.i2050.attack.hit import Blow, Power, land, roll_power, won
from gmtrack.rulesets.i2050.attack.modifiers import Side
from gmtrack.rulesets.i2050.attack.nerves import Nerves
from gmtrack.rulesets.i2050.attack.plan import Strike
from gmtrack.rulesets.i2050.attack.skill import effective_skill
from gmtrack.rulesets.i2050.attack.unarmed import put_out
from gmtrack.rulesets.i2050.dice.opposed import opposed
from gmtrack.rulesets.i2050.dice.rolls import Result, Test, roll
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.wounds.damage import exert

if TYPE_CHECKING:
    from gmtrack.rulesets.i2050.attack.document import AttackDocument, Outcome

ATTACK, DEFEND = "attack", "defend"


def exchange(s: Strike, nerves: Nerves) -> "Outcome | Coming":
    """One exchange of blows, also with a shooter by house rule; gives the blow that lands, else the
    outcome."""
    mine = attacking(s, nerves)
    opposing = s.opposing
    theirs = Side(s, False, opposing, nerves.blind(s, s.target)) if opposing else None
    take_up(s.attacker, s.weapon)
    attack = roll_side(mine)
    if theirs is not None:
        return contest(s, theirs, attack)
    if s.guard.word == "dodge":
        return against_dodger(s, attack)
    return unopposed(s, attack)


def attacking(s: Strike, nerves: Nerves) -> Side:
    """In the order in which they are rolled: Awareness, then Cool."""
    blind = nerves.blind(s, s.attacker)
    return Side(s, True, s.weapon, blind, nerves.shaken(s))


def take_up(who: Fighter, weapon: Weapon) -> None:
    """In hand, and strenuous."""
    who.hold(weapon.id)
    exert(who)


def roll_side(side: Side) -> Result:
    """IN-CORE-01"""
    s, parts = side.s, effective_skill(side)
    if side.attacks:
        test = Test(ATTACK, side.who, parts, True, s.burst, s.block, side.weapon.id)
    else:
        test = Test(DEFEND, side.who, parts, block=s.block)
    return roll(s.game, test)


def contest(s: Strike, theirs: Side, attack: Result) -> "Outcome | Coming":
    """IN-OPP-01: both roll the skill of their own weapon."""
    take_up(s.target, theirs.weapon)
    defend = roll_side(theirs)
    botched(s, attack)
    if defend.fumble:
        fumble(s.game, s.target, theirs.weapon, attacks=False, block=s.block)
    breaks = s.game.house.critical_breaks_tie
    winner = opposed(attack, defend, critical_breaks_tie=breaks)
    if winner == "attacker":
        parry = parry_of(s.target, theirs.weapon, defend) if not s.missile else 0
        return strike_home(s, attack, parry)
    if winner == "defender":
        return countered(s, theirs, attack, defend)
    (tie if winner == "tie" else both_miss)(s)
    return winner


def tie(s: Strike) -> None:
    """IN-OPP-04, IN-R14"""
    s.game.report.tell("tie", "note")


def both_miss(s: Strike) -> None:
    """IN-OPP-05, IN-R13"""
    s.game.report.tell("both-miss", "note")


def unopposed(s: Strike, attack: Result) -> "Outcome | Coming":
    """IN-OPP-08"""
    botched(s, attack)
    if attack.success:
        return strike_home(s, attack, 0)
    s.game.report.tell("miss", "note", who=s.attacker.name)
    return "miss"


def against_dodger(s: Strike, attack: Result) -> "Outcome | Coming":
    """Both roll, the dodger strikes nobody."""
    exert(s.target)
    dodge = roll_dodge(s)
    if attack.success and evaded(s, attack, dodge):
        (dodge_shot if s.missile else dodge_blow)(s)
        return "dodged"
    return unopposed(s, attack)


def dodge_blow(s: Strike) -> None:
    """IN-DODGE-03, IN-R34: a success that is as high as the attack."""
    s.game.report.tell("dodged", "good", who=s.target.name)


def dodge_shot(s: Strike) -> None:
    """IN-DODGE-04, IN-R35, IN-R52"""
    s.game.report.tell("dodged", "good", who=s.target.name)


def botched(s: Strike, attack: Result) -> None:
    if attack.fumble:
        fumble(s.game, s.attacker, s.weapon, attacks=True, block=s.block)


# --- the winner ---


class Coming(NamedTuple):
    """A blow that lands: the attacker's, or the defender's `back` at them. `power` are its points
    and those of the dice before a critical; None where it puts a location out instead."""

    back: bool
    power: Power | None
    parry: int


def coming(s: Strike, own: Result, parry: int, *, back: bool = False) -> Coming:
    """The winner's blow, as strong as it is."""
    b = blow(s, parry, back=back, critical=own.critical)
    won(b)
    return Coming(back, None if b.by in s.disables else roll_power(b), parry)


def blow(s: Strike, parry: int, *, back: bool, critical: bool = False) -> Blow:
    """From one to the other."""
    by, victim, weapon = s.attacker, s.target, s.weapon
    if back and s.opposing is not None:
        by, victim, weapon = victim, by, s.opposing
    aim = Side(s, not back, weapon).aim
    return Blow(s.game, by, victim, weapon, aim, critical, parry, s.block)


def arrive(s: Strike, came: Coming, doc: "AttackDocument") -> "Outcome":
    """What the blow does; gives the outcome."""
    b = blow(s, came.parry, back=came.back)
    if came.power is None:
        worked = put_out(b, doc)
        own: Outcome = "disabled" if worked else "resisted"
    else:
        own = "hit" if land(b, came.power, doc) else "blocked"
    return "countered" if came.back else own


def strike_home(s: Strike, attack: Result, parry: int) -> Coming:
    """The attacker's blow lands."""
    return coming(s, attack, parry)


def countered(s: Strike, theirs: Side, attack: Result, defend: Result) -> Coming:
    """IN-OPP-02, IN-OPP-03: the defender's lands instead."""
    weapon = theirs.weapon
    told = {"who": s.attacker.name, "other": s.target.name, "weapon": weapon.id}
    s.game.report.tell("countered", "bad", **told)
    parry = 0 if weapon.is_missile else parry_of(s.attacker, s.weapon, attack)
    return coming(s, defend, parry, back=True)


def parry_of(loser: Fighter, weapon: Weapon, own: Result) -> int:
    """IN-DMG-03, IN-R18: of a loser whose own roll was a success."""
    rule = loser.house.parry_needs
    if rule == "never" or (rule == "success" and not own.success):
        return 0
    return max(weapon.parry, loser.sheet.shield_parry)
