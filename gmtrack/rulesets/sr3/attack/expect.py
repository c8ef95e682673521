"""Every roll that an attack may come to (section 5)."""

from gmtrack.rulesets.sr3.attack.check import Defenses
from gmtrack.rulesets.sr3.attack.defense import Defense
from gmtrack.rulesets.sr3.attack.plan import Plan, Strike
from gmtrack.rulesets.sr3.sheet.live import Fighter

Keys = list[tuple[str, str]]


def expect_rolls(plan: Plan, defenses: Defenses) -> None:
    """Tell the dice. Where one target is attacked and the attacker may be the victim as well, the
    bare name of a roll means whoever of the two comes to it, and both may be named. Raises Refusal
    (`dice`)."""
    keys = [key for s, defense in defenses for key in rolls_of(s, defense)]
    also = [] if len(defenses) > 1 else turned(*defenses[0])
    plan.game.expect(keys, also)


def rolls_of(s: Strike, defense: Defense | None) -> Keys:
    """Those of one block, by its target."""
    target = s.block or s.target.id
    attack = s.attacker.id if s.shot or not s.block else s.block
    keys: Keys = [("attack", attack)] if s.attacker.trait(s.weapon.skill) + s.pool else []
    if defense is not None and defense.rolls:
        dice = s.target.trait(defense.weapon.skill) + s.dice("defense-pool")
        keys += [("defend", target)] if dice else []
    if defense is None and s.ammunition == "explosive":
        keys.append(("misfire", s.block or s.attacker.id))
    pool = s.dice("resist-pool") or (s.own_resistance if s.block else 0)
    return [*keys, *resistance(s.target, target, pool, separate(s, defense))]


def separate(s: Strike, defense: Defense | None) -> bool:
    return defense is None and s.game.house.dodge_test == "separate"


def resistance(who: Fighter, key: str, pool: int, dodges: bool) -> Keys:
    """What a victim rolls."""
    keys = [("resist", key)]
    if pool:
        keys.append(("dodge" if dodges else "resist_pool", key))
    return keys if who.sheet.vehicle else [*keys, ("knockdown", key)]


def turned(s: Strike, defense: Defense | None) -> Keys:
    """What falls to the attacker: of a melee that he loses, of a misfire."""
    who = s.attacker
    if defense is None:
        return resistance(who, who.id, 0, dodges=False) if s.ammunition == "explosive" else []
    if defense.word != "fight":
        return []
    return resistance(who, who.id, s.own_resistance, dodges=False)
