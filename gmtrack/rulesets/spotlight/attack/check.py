"""What forbids an attack (8.7)."""

from gmtrack.rulesets.spotlight.attack.plan import Defense, Plan
from gmtrack.rulesets.spotlight.attack.weapons import AUTOMATIC, better, check_usable
from gmtrack.rulesets.spotlight.dice.rolls import need_dice, pool_part
from gmtrack.rulesets.spotlight.sheet.game import WORDS
from gmtrack.rulesets.spotlight.sheet.sheet import Weapon
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_heard,
    check_not_over,
    check_pin,
)


def check(plan: Plan) -> None:
    """SP-AP-06 is seen to where the price is paid; all else is here. Raises Refusal."""
    game, b = plan.game, plan.blow
    check_heard(game)
    check_not_over(game)
    check_able(game, b.attacker)
    check_targets(plan)
    check_usable(game, b.attacker, b.weapon_id)
    if b.suppressive and b.mode not in AUTOMATIC:
        message = f"suppressive fire needs burst or full-auto, {b.weapon_id} fires {b.mode}"
        other = better(b.attacker, game.options.weapon, fires_automatic)
        game.refuse("weapon-unusable", f"{other}{message}")
    check_pin(game, b.attacker, "attack")
    if plan.defense:
        check_defense(plan, plan.defense)
    check_words(plan)
    need_dice(game, b.attacker, pool_part(b.attacker, b.weapon.skill), b.weapon.skill)


def fires_automatic(weapon: Weapon) -> bool:
    return any(mode in AUTOMATIC for mode in weapon.fire_modes)


def check_targets(plan: Plan) -> None:
    """SP-SPEC-04, SP-TRIG-12, SP-TRIG-13. Raises Refusal (`bad-target`)."""
    game, b = plan.game, plan.blow
    if b.attacker in plan.targets:
        game.refuse("bad-target", f"{b.attacker.id} cannot be the own target")
    if len(plan.targets) > 1 and not b.suppressive:
        game.refuse("bad-target", "several targets take --with suppressive; name one")
        game.report.tell("one-target", "note", target=b.target.name)
    if b.suppressive and b.called:
        game.refuse("bad-target", "suppressive fire has no --called place")
    if b.opportunity and b.attacker.friend_of(b.target):
        game.refuse("bad-target", f"{b.target.id} is no enemy of {b.attacker.id}")


def check_defense(plan: Plan, defense: Defense) -> None:
    """SP-TRIG-02, SP-TRIG-06. Raises Refusal (`no-defense`, `down`, `suppressed`, `no-dice`)."""
    game, b = plan.game, plan.blow
    if b.suppressive or not b.weapon.is_melee:
        what = "suppressive fire" if b.suppressive else f"{b.weapon_id}, which is ranged"
        game.refuse("no-defense", f"no {defense} against {what}")
    check_able(game, b.target)
    if defense == "dodge":
        need_dice(game, b.target, pool_part(b.target, "athletics"), "athletics")
        return
    check_pin(game, b.target, "counter")
    if plan.counter:
        weapon = plan.counter.weapon
        need_dice(game, b.target, pool_part(b.target, weapon.skill), weapon.skill)


def check_words(plan: Plan) -> None:
    """Words for a counterattack that was not declared would do nothing. Raises Refusal."""
    for word in ("counter-weapon", "counter-mode"):
        if plan.defense != "counter" and plan.blow.told.all(word):
            plan.game.deny(WORDS.unknown, f"{word} goes with --defense counter")
