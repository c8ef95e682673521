"""Every roll that an attack, as declared, may come to."""

from gmtrack.rulesets.i2050.attack.plan import AttackPlan, Strike
from gmtrack.rulesets.i2050.dice.rolls import Key
from gmtrack.rulesets.i2050.sheet.live import Fighter

MISSILE = ("accessory", "accessory_pick", "attack_fumble")


def expect(plan: AttackPlan) -> None:
    """Tell the dice. Of one exchange of blows the bare name of a roll means whoever of the two
    comes to it, and both may be named. Raises Refusal (`roll`)."""
    keys: list[Key] = []
    either: list[Key] = []
    for s in plan.strikes:
        keys += rolled_by_attacker(s) + rolled_by_target(s)
        blows = blow_rolls(s, s.attacker, s.target)
        counters = rolled_by_either(s) if s.guard.word == "fight" else []
        keys += blows
        named = {name for name, _ in keys}
        # In a block both have the same name; else the second of the two is the other one.
        keys += [key for key in counters if s.block or key[0] not in named]
        either += [key for key in counters if not s.block and key[0] in named]
    plan.game.expect(keys, either)


def rolled_by_attacker(s: Strike) -> list[Key]:
    """Up to the blow."""
    who = s.block or s.attacker.id
    names = ["attack", "attack_fumble"]
    if s.missile or s.game.house.accessory_scope == "all_weapons":
        names += MISSILE
    keys = [(name, who) for name in names]
    keys.append(("awareness", s.attacker.id if s.burst else who))
    return [*keys, *([("cool", s.attacker.id)] if s.missile else [])]


def rolled_by_target(s: Strike) -> list[Key]:
    """What stands against it; a shot may be dodged."""
    who = s.block or s.target.id
    if s.guard.word == "fight":
        return [("defend", who), ("defend_fumble", who), ("defend_awareness", s.target.id)]
    return [("dodge", who)] if s.missile or s.guard.word == "dodge" else []


def rolled_by_either(s: Strike) -> list[Key]:
    """What the one who fights back may come to in place of the other."""
    who = s.block or s.target.id
    gun = s.opposing is not None and s.opposing.is_missile
    fails = gun or s.game.house.accessory_scope == "all_weapons"
    accessories = [("accessory", who), ("accessory_pick", who)] if fails else []
    return [*blow_rolls(s, s.target, s.attacker), *accessories]


def blow_rolls(s: Strike, by: Fighter, victim: Fighter) -> list[Key]:
    """What the winner and the one they hit come to."""
    mine, theirs = s.block or by.id, s.block or victim.id
    if by in s.disables:
        return [("location", mine), ("disable", mine), ("disable_resist", theirs)]
    return [("damage", mine), ("location", mine), ("knockdown", theirs)]
