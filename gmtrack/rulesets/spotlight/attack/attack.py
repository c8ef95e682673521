"""Carry out `attack`: one whole attack, from the words to the last box (SP-ATK, SP-TRIG,
SP-SPEC)."""

from typing import Literal

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.blocks import add_block, within
from gmtrack.rulesets.spotlight.attack.check import check
from gmtrack.rulesets.spotlight.attack.hit import resolve_strike, roll_strike
from gmtrack.rulesets.spotlight.attack.plan import AttackPlan, Strike
from gmtrack.rulesets.spotlight.attack.read import read_plan
from gmtrack.rulesets.spotlight.dice import TestResult, TestSpec, roll_test
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.turn.legality import pay
from gmtrack.rulesets.spotlight.turn.spotlight import end_round_if_spent
from gmtrack.rulesets.spotlight.wounds import pin_down, use_freedom


def attack(game: Game, intent: Attack) -> Report:
    """Carry out `attack`: parse, check every rule, charge, then resolve. Raises Refusal; nothing
    has changed then. Depends on the house rule `defense_timing`."""
    plan = read_plan(game, intent)
    check(plan)
    game.expect(expected_rolls(plan))
    s = plan.strike
    pay(
        game,
        s.attacker,
        1,
        "SP-TRIG-11" if s.opportunity else "SP-ATK-01",
        plan.trigger,
    )
    use_freedom(s.attacker)
    if plan.defense and game.house.defense_timing == "before_roll":
        pay_defense(plan)
    tell_attack(plan)
    game.draft.runner.run(plan, WholeAttack())
    return game.report


def expected_rolls(plan: AttackPlan) -> list[tuple[str, str]]:
    """Return every roll of an attack by name and roller, whether or not the dice will call for
    it. A pool of one die has a second location die of its own (SP-LOC-04)."""
    s, counter = plan.strike, plan.counter
    rolls = [("attack", s.attacker.id)]
    if plan.defense:
        rolls.append((plan.defense, s.target.id))
    if counter and counter.pool.value == 1:
        rolls.append(("counter_location", s.target.id))
    if s.pool.value == 1 and not s.called and not s.suppressive:
        rolls.append(("location", s.attacker.id))
    return rolls


@frozen
class WholeAttack:
    """The only stage of an attack, from its roll to the last effect."""

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the stage, for odds."""
        return Checkpoint(0)

    def run(self, plan: AttackPlan) -> None:
        """Resolve the attack with its defense, as suppressive fire or as a strike, and write its
        block; no stage follows. Ends the round if nobody has AP left."""
        game = plan.game
        with within(game, begin_block(plan)) as block:
            # The target of a ranged opportunity attack has left cover to run.
            s = plan.strike
            if s.opportunity and not s.weapon.is_melee and s.target.cover:
                with game.draft.by("SP-TRIG-12"):
                    s.target.take_cover([])
                    game.report.tell("leaves-cover", "note", who=s.target.name)
            if plan.strike.suppressive:
                suppress(plan, block.body)
            else:
                # The attack roll, the target's answer, and what is left of the attack after it.
                doc = block.body
                result = roll_strike(plan.strike, "attack")
                outcome = resolve_defense(plan, result, doc)
                doc["outcome"] = outcome or resolve_strike(
                    plan.strike, result, doc, "location"
                )
        end_round_if_spent(game)


def pay_defense(plan: AttackPlan) -> None:
    """Charge the target for the defense, in the spotlight or as a reaction."""
    target = plan.strike.target
    pay(
        plan.game,
        target,
        1,
        "SP-TRIG-06" if plan.counter else "SP-TRIG-02",
        "defense",
    )
    if plan.counter:
        use_freedom(target)


def tell_attack(plan: AttackPlan) -> None:
    """Report who attacks whom with what. The dead are not refused here: those who share the
    spotlight act at the same time (SP-SPOT-09)."""
    s, report = plan.strike, plan.game.report
    if len(plan.targets) > 1 and not s.suppressive:
        report.tell("one-target", "note", target=s.target.name)
    report.tell(
        "attack.suppressive" if s.suppressive else "attack.called" if s.called else "attack",
        "head", who=s.attacker.name, target=[target.name for target in plan.targets],
        weapon=s.weapon_id, mode="" if s.mode == "single" else ", " + s.mode.replace("_", " "),
        place=(s.called or "").replace("_", " "),
    )  # fmt: skip
    dead = [target.name for target in plan.targets if target.fate == "dead"]
    if dead:
        report.tell("target-dead", "note", who=dead)


def begin_block(plan: AttackPlan) -> Block:
    """Open the JSON block of the attack with who, weapon, mode and defense."""
    s = plan.strike
    return add_block(
        plan.game, s.attacker, s.target,
        targets=[target.id for target in plan.targets], weapon=s.weapon_id,
        mode=None if s.weapon.modes is None else s.mode,
        called=s.called, defense=plan.defense, trigger=plan.trigger,
    )  # fmt: skip


def suppress(plan: AttackPlan, doc: Data) -> None:
    """Pin every target of suppressive fire; it hits no location and deals no damage."""
    s = plan.strike
    plan.game.report.aimed += [
        (s.attacker.id, target.id) for target in plan.targets
    ]
    result = roll_strike(s, "attack")
    doc["outcome"] = "pinned" if result.passed else "miss"
    if result.passed:
        doc["net_hits"] = result.surplus
        for target in plan.targets:
            pin_down(plan.game, target, 1 + result.surplus, s.attacker.id)
    else:
        plan.game.report.tell("suppressive.miss", "note")


def resolve_defense(
    plan: AttackPlan, attack_roll: TestResult, doc: Data
) -> Literal["dodged", "countered"] | None:
    """Resolve the target's defense, if there is one; return `dodged` or `countered` if it ends
    the attack, None if the attack goes on. Depends on the house rule `defense_timing`."""
    if plan.defense and plan.game.house.defense_timing == "after_roll":
        # Nobody spends on an attack that is seen to miss (SP-R12).
        if not attack_roll.passed:
            return None
        pay_defense(plan)
    if plan.defense == "dodge" and roll_dodge(plan, attack_roll):
        return "dodged"
    if plan.counter and roll_counterattack(
        plan, plan.counter, attack_roll, doc
    ):
        s = plan.strike
        s.game.report.tell(
            "countered", "head", who=s.attacker.name, target=s.target.name
        )
        return "countered"
    return None


def roll_dodge(plan: AttackPlan, attack_roll: TestResult) -> bool:
    """Roll the dodge, report it, and return whether it avoids the attack: by more successes than
    the attack has."""
    game, target = plan.game, plan.strike.target
    # Odds leave the attack's number undecided here, and ask nobody.
    nothing_to_dodge = game.reported and not attack_roll.passed
    spec = TestSpec("dodge", target, plan.dodge_pool, secret=nothing_to_dodge)
    own = roll_test(game, spec).successes
    out = own > attack_roll.successes
    game.report.tell(
        "dodged" if out else "dodge.failed", "good" if out else "note",
        who=target.name, mine=own, theirs=attack_roll.successes,
    )  # fmt: skip
    return out


def roll_counterattack(
    plan: AttackPlan, counter: Strike, attack_roll: TestResult, doc: Data
) -> bool:
    """Roll the counterattack against its own Difficulty; with more successes than the attack it
    comes first and its damage is applied. Writes `doc["counter"]`. Returns whether it stops the
    attack: the attacker is down or, by house rule `counter_stops`, the weapon arm is out of use."""
    report, who = plan.game.report, counter.attacker.name
    own: Data = {"weapon": counter.weapon_id}
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
    own["outcome"] = resolve_strike(counter, result, own, "counter_location")
    # The attacker is down or, by house rule, the weapon arm is out of use (SP-R13).
    attacker = plan.strike.attacker
    if not attacker.able:
        return True
    arm_counts = plan.game.house.counter_stops == "down_or_weapon_arm"
    return arm_counts and not attacker.ready(plan.strike.weapon_id)
