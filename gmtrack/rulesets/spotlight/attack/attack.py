"""One whole attack, from the words to the last box (SP-ATK, SP-TRIG, SP-SPEC)."""

from typing import TYPE_CHECKING, Any, Literal, cast

from gmtrack.core.course import Milestone
from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report
from gmtrack.core.values import value
from gmtrack.rulesets.kit.blocks import begun, within
from gmtrack.rulesets.spotlight.attack.check import check
from gmtrack.rulesets.spotlight.attack.expect import expected_rolls
from gmtrack.rulesets.spotlight.attack.hit import roll_strike, strike_home
from gmtrack.rulesets.spotlight.attack.plan import Plan, Strike
from gmtrack.rulesets.spotlight.attack.read import read_plan
from gmtrack.rulesets.spotlight.dice.rolls import Result, TestSpec, roll
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.costs import pay
from gmtrack.rulesets.spotlight.turn.spotlight import settle
from gmtrack.rulesets.spotlight.wounds.suppression import pin_all, use_freedom

if TYPE_CHECKING:
    from gmtrack.rulesets.spotlight.attack.document import (
        AttackDocument,
        CounterDocument,
        HeadDocument,
    )


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    plan = read_plan(game, intent)
    check(plan)
    game.expect(expected_rolls(plan))
    pay_all(plan)
    tell(plan)
    game.draft.course.carry_out(plan, Whole())
    return game.report


@value
class Whole:
    """The one attack, from its roll to the last effect."""

    @property
    def at(self) -> Milestone:
        return Milestone(0)

    def carry_out(self, plan: Plan) -> None:
        game = plan.game
        with within(game, begin(plan)) as block:
            leave_cover(plan)
            doc = cast("AttackDocument", block.body)
            if plan.strike.suppressive:
                suppress(plan, doc)
            else:
                resolve(plan, doc)
        settle(game)


# --- pay and tell ---


def pay_all(plan: Plan) -> None:
    """The attack, and where it comes before the roll the defense against it."""
    if plan.strike.opportunity:
        pay_opportunity(plan)
    else:
        pay_attack(plan)
    use_freedom(plan.strike.attacker)
    if plan.defense and plan.game.house.defense_timing == "before_roll":
        pay_defense(plan)


def pay_attack(plan: Plan) -> None:
    """SP-ATK-01: 1 AP."""
    pay(plan.game, plan.strike.attacker, 1, plan.trigger)


def pay_opportunity(plan: Plan) -> None:
    """SP-TRIG-11: 1 AP in all."""
    pay(plan.game, plan.strike.attacker, 1, plan.trigger)


def pay_defense(plan: Plan) -> None:
    """By the target, in the spotlight or not."""
    if plan.counter:
        pay_counter(plan.game, plan.strike.target)
    else:
        pay_dodge(plan.game, plan.strike.target)


def pay_dodge(game: Game, who: Fighter) -> None:
    """SP-TRIG-02: 1 AP."""
    pay(game, who, 1, "defense")


def pay_counter(game: Game, who: Fighter) -> None:
    """SP-TRIG-06: 1 AP."""
    pay(game, who, 1, "defense")
    use_freedom(who)


def tell(plan: Plan) -> None:
    """Who attacks whom with what: the story's first line."""
    if plan.strike.suppressive:
        tell_suppressive(plan)
    else:
        tell_attack(plan)
    tell_dead(plan)


def begin(plan: Plan) -> Block:
    """The block, with the document's first keys."""
    s = plan.strike
    head: HeadDocument = {
        "targets": [target.id for target in plan.targets], "weapon": s.weapon_id,
        "mode": None if s.weapon.modes is None else s.mode,
        "called": s.called, "defense": plan.defense, "trigger": plan.trigger,
    }  # fmt: skip
    return begun(plan.game, s.attacker, s.target, **head)


def tell_attack(plan: Plan) -> None:
    """SP-ATK-01: target and weapon are named."""
    if len(plan.targets) > 1:
        tell_one_target(plan)
    if plan.strike.called:
        tell_called(plan)
    else:
        plan.game.report.tell("attack", "head", **named(plan))


def tell_called(plan: Plan) -> None:
    """SP-SPEC-01: its location is named before the roll."""
    plan.game.report.tell("attack.called", "head", **named(plan))


def tell_one_target(plan: Plan) -> None:
    """SP-SPEC-04: no other attack has several targets."""
    plan.game.report.tell("one-target", "note", target=plan.strike.target.name)


def tell_suppressive(plan: Plan) -> None:
    """SP-SPEC-03, SP-SPEC-04: with a weapon that has burst or full auto, at one or more."""
    plan.game.report.tell("attack.suppressive", "head", **named(plan))


def tell_dead(plan: Plan) -> None:
    """SP-SPOT-09: not refused, since what sharers do counts as done at the same time."""
    names = [target.name for target in plan.targets if target.fate == "dead"]
    if names:
        plan.game.report.tell("target-dead", "note", who=names)


def named(plan: Plan) -> dict[str, Any]:
    """Who attacks whom, how and where."""
    s = plan.strike
    return {
        "who": s.attacker.name, "target": [target.name for target in plan.targets],
        "weapon": s.weapon_id, "mode": mode_word(s), "place": (s.called or "").replace("_", " "),
    }  # fmt: skip


def mode_word(s: Strike) -> str:
    """`, burst`; nothing for the plain mode."""
    return "" if s.mode == "single" else ", " + s.mode.replace("_", " ")


# --- resolve ---


def leave_cover(plan: Plan) -> None:
    """SP-TRIG-12: the target of a ranged opportunity attack has left cover to run."""
    s = plan.strike
    if s.opportunity and not s.weapon.is_melee and s.target.cover:
        s.target.take_cover([])
        plan.game.report.tell("leaves-cover", "note", who=s.target.name)


def suppress(plan: Plan, doc: "AttackDocument") -> None:
    """SP-SPEC-06, SP-SPEC-08: no location, no damage; every target is pinned."""
    s = plan.strike
    plan.game.report.aimed += [(s.attacker.id, target.id) for target in plan.targets]
    result = roll_strike(s, "attack")
    doc["outcome"] = "pinned" if result.passed else "miss"
    if result.passed:
        doc["net_hits"] = result.surplus
        pin_all(plan.game, s.attacker, plan.targets, 1 + result.surplus)
    else:
        plan.game.report.tell("suppressive.miss", "note")


def resolve(plan: Plan, doc: "AttackDocument") -> None:
    """The attack roll, the target's answer, and what is left of the attack after it."""
    result = roll_strike(plan.strike, "attack")
    outcome = answered(plan, result, doc)
    doc["outcome"] = outcome or strike_home(plan.strike, result, doc, "location")


def answered(
    plan: Plan, attack_roll: Result, doc: "AttackDocument"
) -> Literal["dodged", "countered"] | None:
    """`dodged` or `countered` if the defense ends the attack; None if it goes on."""
    if plan.defense and plan.game.house.defense_timing == "after_roll":
        # SP-R12: nobody spends on an attack that is seen to miss.
        if not attack_roll.passed:
            return None
        pay_defense(plan)
    if plan.defense == "dodge" and dodged(plan, attack_roll):
        return "dodged"
    if plan.counter and countered(plan, plan.counter, attack_roll, doc):
        tell_countered(plan.strike)
        return "countered"
    return None


def dodged(plan: Plan, attack_roll: Result) -> bool:
    """SP-TRIG-04, SP-TRIG-05: only strictly more successes avoid the attack."""
    game, target = plan.game, plan.strike.target
    own = roll_dodge(plan).successes
    out = own > attack_roll.successes
    game.report.tell(
        "dodged" if out else "dodge.failed", "good" if out else "note",
        who=target.name, mine=own, theirs=attack_roll.successes,
    )  # fmt: skip
    return out


def roll_dodge(plan: Plan) -> Result:
    """SP-TRIG-03: with athletics."""
    return roll(plan.game, TestSpec("dodge", plan.strike.target, plan.dodge_pool))


def tell_countered(s: Strike) -> None:
    """SP-TRIG-10, SP-R13: the attacker is out of action."""
    s.game.report.tell("countered", "head", who=s.attacker.name, target=s.target.name)


def countered(plan: Plan, counter: Strike, attack_roll: Result, doc: "AttackDocument") -> bool:
    """SP-TRIG-08, SP-TRIG-09: with more successes it comes first, against its own Difficulty;
    whether it stops the attack."""
    report, who = plan.game.report, counter.attacker.name
    own: CounterDocument = {"weapon": counter.weapon_id}
    result = roll_strike(counter, "counter")
    doc["counter"] = own
    if result.successes <= attack_roll.successes:
        own["outcome"] = "beaten"
        report.tell(
            "counter.beaten", "note",
            who=who, mine=result.successes, theirs=attack_roll.successes,
        )  # fmt: skip
        return False
    report.tell("counter", "head", who=who, weapon=counter.weapon_id)
    own["outcome"] = strike_home(counter, result, own, "counter_location")
    return stopped(plan)


def stopped(plan: Plan) -> bool:
    """SP-R13: the attacker is down or, by house rule, the weapon arm is out of use."""
    attacker = plan.strike.attacker
    if not attacker.able:
        return True
    arm_counts = plan.game.house.counter_stops == "down_or_weapon_arm"
    return arm_counts and not attacker.ready(plan.strike.weapon_id)
