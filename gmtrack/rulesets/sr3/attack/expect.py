"""Every roll that an attack may come to, by the names that its dice are typed for."""

from gmtrack.dice.port import Key
from gmtrack.rulesets.sr3.attack.plan import Plan, Strike
from gmtrack.rulesets.sr3.sheet.live import Fighter


def expect_rolls(plan: Plan) -> None:
    """Tell the dice. Where one target is attacked and the attacker may be the victim as well, the
    bare name of a roll means whoever of the two comes to it. Raises Refusal (`dice`)."""
    rolls = [key for s in plan.strikes for key in rolls_of(s)]
    plan.game.expect(rolls, [] if plan.first.block else turned(plan.first))


def rolls_of(s: Strike) -> list[Key]:
    """Those of one block, by its target."""
    target = s.block or s.target.id
    attack = s.attacker.id if s.shot or not s.block else s.block
    keys = [("attack", attack)] if s.attacker.trait(s.weapon.skill) + s.pool else []
    if s.defense is not None and s.defense.rolls:
        dice = s.target.trait(s.defense.weapon.skill) + s.dice("defense-pool")
        keys += [("defend", target)] if dice else []
    if s.defense is None and s.ammunition == "explosive":
        keys.append(("misfire", s.block or s.attacker.id))
    pool = s.dice("resist-pool") or (s.own_resistance if s.block else 0)
    return [*keys, *resistance(s.target, target, pool, dodges=dodges(s))]


def dodges(s: Strike) -> bool:
    """SR-R27: a test of its own by house rule."""
    return s.defense is None and s.game.house.dodge_test == "separate"


def resistance(who: Fighter, key: str, pool: int, *, dodges: bool = False) -> list[Key]:
    """What a victim rolls."""
    keys = [("resist", key)]
    if pool:
        keys.append(("dodge" if dodges else "resist_pool", key))
    return keys if who.sheet.vehicle else [*keys, ("knockdown", key)]


def turned(s: Strike) -> list[Key]:
    """What falls to the attacker: of a melee that they lose, of a misfire."""
    who = s.attacker
    if s.defense is None:
        return resistance(who, who.id, 0) if s.ammunition == "explosive" else []
    return resistance(who, who.id, s.own_resistance) if s.defense.word == "fight" else []
