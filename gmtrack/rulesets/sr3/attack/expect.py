"""Every roll that an attack may come to, by the names that its dice are typed for; combat pool dice
that the target may still add."""

from gmtrack.dice.port import Key, Offer
from gmtrack.rulesets.sr3.attack.plan import Defense, Plan, Strike
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
    """A test of its own by house rule."""
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


# --- offered before the roll ---

POOL = "combat pool"


def against_damage(s: Strike) -> Offer | None:
    """Dice for the resistance."""
    return _offer(s, "resist-pool", s.target.pool_left) if _can_be_told(s, "resist-pool") else None


def for_defense(s: Strike, defense: Defense) -> Offer | None:
    """Dice for the defense in melee of one who may hit back."""
    if defense.word != "fight" or not _can_be_told(s, "defense-pool"):
        return None
    skill = s.target.trait(defense.weapon.skill)
    left = s.target.pool_left
    most = min(left, skill) if s.game.house.pool_limit == "skill" else left
    return _offer(s, "defense-pool", most)


def _can_be_told(s: Strike, name: str) -> bool:
    """Nothing was said of them yet, and what is said is for this roll alone."""
    once = s.targets.count(s.target.id) == 1
    return s.game.narrated and once and name not in s.words


def _offer(s: Strike, name: str, left: int) -> Offer | None:
    return Offer("with", f"{s.target.id}:{name}", POOL, left) if left > 0 else None
