"""Melee: both roll, and the one with more successes hits."""

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.core.values import replace
from gmtrack.rulesets.sr3.attack.damage_code import bare_code, melee_code
from gmtrack.rulesets.sr3.attack.defense import helpless
from gmtrack.rulesets.sr3.attack.expect import against_damage, for_defense
from gmtrack.rulesets.sr3.attack.melee_target_number import Side, melee_tn
from gmtrack.rulesets.sr3.attack.plan import Defense, Outcome, Strike
from gmtrack.rulesets.sr3.dice.rolls import Test, pool_part, roll, spend_pool
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import Weapon
from gmtrack.rulesets.sr3.wounds.resistance import (
    Blow,
    Resisted,
    evaded,
    melee_step,
    resist_blow,
    take,
)


def fight(s: Strike, defense: Defense, doc: Data) -> None:
    """One exchange; writes the keys of its block."""
    # An earlier blow of this action may have put them down.
    now = defense._replace(word="none") if helpless(s.target) else defense
    doc["outcome"] = exchange(s, now, doc)


def exchange(s: Strike, defense: Defense, doc: Data) -> Outcome:
    """Who of the two hits; gives the outcome."""
    mine = roll_attack(s, defense)
    theirs = roll_defense(s, defense) if defense.rolls else 0
    doc["net_hits"] = mine - theirs
    if theirs > mine:
        return beaten(s, defense, theirs - mine, doc)
    if mine == 0 and s.game.house.zero_tie != "attacker_hits":
        return missed(s, "SR-R11")
    return land(s, defense, mine, theirs, doc)


def attack_test(s: Strike, defense: Defense) -> Test:
    side = Side(s, s.attacker, s.weapon, s.target, defense.weapon, attacks=True)
    skill = Part("skill", s.attacker.trait(s.weapon.skill), "SR-012")
    dice, tn = (skill, pool_part(s.pool)), melee_tn(side)
    return Test("attack", s.attacker, dice, tn, s.block, using=s.weapon_id, rules="SR-012")


def defense_test(s: Strike, defense: Defense) -> Test:
    side = Side(s, s.target, defense.weapon, s.attacker, s.weapon, attacks=False)
    skill = Part("skill", s.target.trait(defense.weapon.skill), "SR-013, SR-023")
    pool = pool_part(s.dice("defense-pool"))
    return Test("defend", s.target, (skill, pool), melee_tn(side), s.block, for_defense(s, defense))


def roll_attack(s: Strike, defense: Defense) -> int:
    spend_pool(s.attacker, s.pool)
    return roll(s.game, attack_test(s, defense)).successes


def roll_defense(s: Strike, defense: Defense) -> int:
    spend_pool(s.target, s.dice("defense-pool"))
    return roll(s.game, defense_test(s, defense)).successes


def beaten(s: Strike, defense: Defense, net: int, doc: Data) -> Outcome:
    """The defender hits instead, or on full defense nobody does."""
    if defense.full:
        return missed(s, "SR-024")
    s.game.report.tell(
        "countered", "bad", who=s.attacker.name, other=s.target.name, weapon=defense.weapon_id
    )
    blow = struck(s, s.target, defense.weapon, s.attacker, s.own_resistance)
    take_blow(blow, net, resist_blow(blow), doc)
    return "countered"


def missed(s: Strike, rules: str) -> Outcome:
    with s.game.draft.by(rules):
        s.game.report.tell("miss", "note", who=s.attacker.name)
    return "miss"


def land(s: Strike, defense: Defense, mine: int, theirs: int, doc: Data) -> Outcome:
    """The attacker hits, unless the pool dice of a full defense dodge."""
    blow = struck(s, s.attacker, s.weapon, s.target, s.dice("resist-pool"))
    if defense.full or s.game.house.melee_resist_pool:
        blow = replace(blow, offer=against_damage(s))
    resisted = resist_blow(blow)
    if defense.full and dodged(s, resisted, mine, theirs):
        return evaded(blow, doc, "SR-024")
    hit = take_blow(blow, mine - theirs, resisted, doc)
    if hit and s.passing:
        s.game.effect(s.target, "stopped")
        s.game.report.tell("stopped", "bad", who=s.target.name)
    return "hit" if hit else "blocked"


def take_blow(blow: Blow, net: int, resisted: Resisted, doc: Data) -> bool:
    """The level goes up by the net successes and down by the resistance."""
    return take(blow, melee_step(blow, net, resisted.whole), doc, "SR-015, SR-016")


def dodged(s: Strike, resisted: Resisted, mine: int, theirs: int) -> bool:
    """The pool dice against all of the attacker's successes, by house rule
    against what is left of them."""
    net = s.game.house.full_defense_dodge == "net"
    return resisted.pool > (mine - theirs if net else mine)


def struck(s: Strike, by: Fighter, weapon: Weapon, victim: Fighter, pool: int) -> Blow:
    """The winner's weapon on its way to the other."""
    base = bare_code(by, weapon)
    code = melee_code(s) if by is s.attacker else base
    if by is s.attacker and s.subduing:
        code = code._replace(type="subdual")
    if s.game.house.melee_power == "strength_only":
        code = code._replace(power=by.sheet.strength)
    armor = Part("armor", -victim.armor("impact"), "SR-016")
    strength = Part("strength", by.sheet.strength, "SR-030")
    return Blow(
        s.game, victim, by, base, code, armor, (strength,), "SR-016",
        pool=pool, block=s.block, no_room=s.has("no-room"),
    )  # fmt: skip
