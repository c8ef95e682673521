"""One whole attack, declared to applied (SP-ATK, SP-TRIG, SP-SPEC)."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Report
from gmtrack.rulesets.spotlight.attack.check import check
from gmtrack.rulesets.spotlight.attack.difficulty import difficulty
from gmtrack.rulesets.spotlight.attack.expect import expected_rolls
from gmtrack.rulesets.spotlight.attack.hit import strike_home
from gmtrack.rulesets.spotlight.attack.plan import Blow, Plan
from gmtrack.rulesets.spotlight.attack.read import read
from gmtrack.rulesets.spotlight.dice.rolls import Result, pool_part, roll
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.turn.costs import pay, use_freedom
from gmtrack.rulesets.spotlight.turn.spotlight import settle
from gmtrack.rulesets.spotlight.wounds.suppression import pin_all


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    plan = read(game, intent)
    check(plan)
    game.expect(expected_rolls(plan))
    head(plan)
    take_price(plan)
    if plan.blow.suppressive:
        suppress(plan)
    else:
        resolve(plan)
    settle(game)
    return game.report


def head(plan: Plan) -> None:
    """Who attacks whom with what: the document's first keys, the story's first line."""
    b, body = plan.blow, plan.game.report.body
    body |= {
        "attacker": b.attacker.id,
        "target": b.target.id,
        "targets": [target.id for target in plan.targets],
        "weapon": b.weapon_id,
    }
    if b.weapon.modes is not None:
        body["mode"] = b.mode
    if b.called:
        body["called"] = b.called
    if plan.defense:
        body["defense"] = plan.defense
    if plan.trigger:
        body["trigger"] = plan.trigger
    key = "attack.suppressive" if b.suppressive else "attack.called" if b.called else "attack"
    plan.game.report.tell(
        key, "head", who=b.attacker.name, target=[target.name for target in plan.targets],
        weapon=b.weapon_id, mode=mode_word(b), place=(b.called or "").replace("_", " "),
    )  # fmt: skip


def mode_word(b: Blow) -> str:
    """`, burst`, where the mode is not the plain one."""
    return "" if b.mode == "single" else ", " + b.mode.replace("_", " ")


def take_price(plan: Plan) -> None:
    """SP-ATK-01: 1 AP, also for the one who defends (SP-TRIG-02, SP-TRIG-06, SP-TRIG-11)."""
    game, b = plan.game, plan.blow
    pay(game, b.attacker, 1, plan.trigger)
    use_freedom(b.attacker)
    if plan.defense and game.house.choice("defense_timing", "before_roll"):
        pay_defense(plan)
    if plan.trigger == "opportunity" and not b.weapon.is_melee and b.target.cover:
        # SP-TRIG-12: the target has left it to run.
        b.target.take_cover([])
        game.report.tell("leaves-cover", "note", who=b.target.name)


def pay_defense(plan: Plan) -> None:
    """1 AP, in the spotlight or not."""
    pay(plan.game, plan.blow.target, 1, "defense")
    if plan.defense == "counter":
        use_freedom(plan.blow.target)


def suppress(plan: Plan) -> None:
    """SP-SPEC-03 to SP-SPEC-08: no location, no damage; everybody named is pinned."""
    b, body = plan.blow, plan.game.report.body
    result = roll_pool(b, "attack")
    body["outcome"] = "pinned" if result.passed else "miss"
    if result.passed:
        body["net_hits"] = result.surplus
        pin_all(plan.game, b.attacker, plan.targets, 1 + result.surplus)
    else:
        plan.game.report.tell("suppressive.miss", "note")


def resolve(plan: Plan) -> None:
    """Attack, defense, and whatever of the attack is left after it."""
    b, report = plan.blow, plan.game.report
    result = roll_pool(b, "attack")
    defense = plan.defense
    if defense and plan.game.house.choice("defense_timing", "after_roll"):
        # SP-R12: nobody spends on an attack that is seen to miss.
        defense = plan.defense if result.passed else None
        if defense:
            pay_defense(plan)
    if defense == "dodge" and dodged(plan, result):
        report.body["outcome"] = "dodged"
        return
    if defense == "counter" and countered(plan, result):
        report.body["outcome"] = "countered"
        report.tell("countered", "head", who=b.attacker.name, target=b.target.name)
        return
    report.body["outcome"] = strike_home(b, result, report.body, "location")


def roll_pool(b: Blow, name: str) -> Result:
    """SP-ATK-02, SP-ATK-03: the pool against its Difficulty, with its location dice."""
    last = b.game.house.choice("location_dice", "last_two")
    marked = -2 if last else 2
    part = pool_part(b.attacker, b.weapon.skill)
    return roll(b.game, name, b.attacker, part, difficulty(b), marked=marked, using=b.weapon_id)


def dodged(plan: Plan, attack_roll: Result) -> bool:
    """SP-TRIG-02 to SP-TRIG-05: only strictly more successes get out of the way."""
    b, game = plan.blow, plan.game
    mine = roll(game, "dodge", b.target, pool_part(b.target, "athletics")).successes
    out = mine > attack_roll.successes
    game.report.tell(
        "dodged" if out else "dodge.failed", "good" if out else "note",
        who=b.target.name, mine=mine, theirs=attack_roll.successes,
    )  # fmt: skip
    return out


def countered(plan: Plan, attack_roll: Result) -> bool:
    """SP-TRIG-06 to SP-TRIG-10: more successes, and the Difficulty reached: it comes first."""
    counter, game = plan.counter, plan.game
    if counter is None:
        return False
    doc: Data = {"weapon": counter.weapon_id}
    result = roll_pool(counter, "counter")
    game.report.body["counter"] = doc
    if result.successes <= attack_roll.successes:
        doc["outcome"] = "beaten"
        game.report.tell(
            "counter.beaten", "note", who=counter.attacker.name,
            mine=result.successes, theirs=attack_roll.successes,
        )  # fmt: skip
        return False
    game.report.tell("counter", "head", who=counter.attacker.name, weapon=counter.weapon_id)
    doc["outcome"] = strike_home(counter, result, doc, "counter_location")
    return stopped(plan)


def stopped(plan: Plan) -> bool:
    """SP-R13: the counter has put the attacker down, or by house rule out of use the arm."""
    b = plan.blow
    if not b.attacker.able:
        return True
    arm_counts = plan.game.house.choice("counter_stops", "down_or_weapon_arm")
    return arm_counts and not b.attacker.ready(b.weapon_id)
