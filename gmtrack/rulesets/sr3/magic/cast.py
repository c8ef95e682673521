"""The course of one spell: the Sorcery Test, its effect on each target, and the drain at last."""

from typing import NamedTuple

from gmtrack.core.report import Block, Part, Report
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen
from gmtrack.dice.port import Answer, Key
from gmtrack.rulesets.kit.blocks import add_block, block_of
from gmtrack.rulesets.sr3.dice import (
    Result,
    Test,
    note_test,
    roll_request,
    spend_after_roll,
    trait_parts,
)
from gmtrack.rulesets.sr3.karma import buy_dice, deny_after_shared_roll
from gmtrack.rulesets.sr3.magic.check import RULES
from gmtrack.rulesets.sr3.magic.defense import SPELL_DEFENSE, defend
from gmtrack.rulesets.sr3.magic.drain import resist_drain
from gmtrack.rulesets.sr3.magic.effect import possible_rolls, settle_spell
from gmtrack.rulesets.sr3.magic.plan import CastPlan, Victim
from gmtrack.rulesets.sr3.magic.pools import (
    focus_part,
    spell_dice_parts,
    spell_pool_part,
    spend_focus,
    spend_sorcery,
    spend_spell_pool,
)
from gmtrack.rulesets.sr3.magic.target_number import cast_tn
from gmtrack.rulesets.sr3.magic.touch import (
    needs_touch,
    roll_touch,
    touch_rolls,
)
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.turn.legality import lose_aim, pay, warn
from gmtrack.rulesets.sr3.wounds.events import end_first_aid
from gmtrack.rulesets.sr3.wounds.sustained import keep_rolls


def cast_spell(plan: CastPlan) -> Report:
    """Check a spell, pay for it and carry it out. Nothing is paid or told if a rule refuses it."""
    game = plan.game
    for rule in RULES:
        rule(plan)
    game.expect(possible_rolls_of(plan))
    pay(game, plan.caster, plan.cost)
    lose_aim(game, plan.caster)
    end_first_aid(game, plan.caster)
    tell_spell(plan)
    game.draft.runner.run(plan, CastTest())
    return game.report


def possible_rolls_of(plan: CastPlan) -> list[Key]:
    """Return the keys of the rolls that a spell may ask for."""
    found = [*touch_rolls(plan), ("cast", plan.caster.id)]
    for victim in plan.victims:
        found += possible_rolls(plan, victim)
    # A key may come twice, for a caster who is caught in an area.
    found += [("drain", plan.caster.id), *keep_rolls(plan.caster)]
    found += [(SPELL_DEFENSE, who.id) for who, _ in plan.defenders]
    return list(dict.fromkeys(found))


def tell_spell(plan: CastPlan) -> None:
    """Write caster, targets and spell into the report, and the spell into the story, with the
    warnings of the plan."""
    game = plan.game
    game.report.listed = several = len(plan.victims) > 1
    head = {
        "attacker": plan.caster.id,
        "target": None if several else plan.victims[0].target.id,
        "weapon": plan.spell_id,
        "spell": {
            "id": plan.spell_id,
            "force": plan.force,
            "level": plan.level,
            "radius": plan.radius,
        },
    }
    game.report.body |= {
        key: value for key, value in head.items() if value is not None
    }
    with game.draft.by("SRX-002, SRX-003, SRX-004"):
        game.report.tell(
            "cast",
            "head",
            who=plan.caster.name,
            target=[victim.target.name for victim in plan.victims],
            spell=plan.spell_id,
            code=plan.code,
        )
    for objection in plan.warnings:
        warn(game, objection)


def cast_test(plan: CastPlan, victim: Victim) -> Test:
    """Return the Sorcery Test against one target, not yet rolled. The dice are the same against
    all."""
    caster, dice = plan.caster, plan.dice
    skill = trait_parts(caster, SORCERY, "SRX-005")
    whole = caster.trait(SORCERY)
    parts = (
        *skill,
        Part("used before", dice.ready - whole, "SRX-005"),
        Part("kept back", dice.sorcery - dice.ready, "SRX-005"),
        *spell_dice_parts(caster, plan.spell_id),
        spell_pool_part(dice.pool),
        focus_part(dice.focus),
    )
    tn = cast_tn(victim, plan.spell)
    most = min(caster.spell_pool_left, dice.sorcery)
    offer = plan.pool_offer("spell-pool", most)
    rules = "SRX-005, SRX-007"
    name = plan.spell_id
    return Test("cast", caster, parts, tn, offer=offer, using=name, rules=rules)


@frozen
class CastTest:
    """The step that makes the one Sorcery Test, which is read against each target's number."""

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step, the first one."""
        return Checkpoint(0)

    def run(self, plan: CastPlan) -> "NextVictim | DrainStep":
        """Spend the dice, roll the test and return the step that settles the first target; the
        drain, if the spell needs a touch that does not come about."""
        game, caster, dice = plan.game, plan.caster, plan.dice
        for victim in plan.victims:
            begin_block(plan, victim)
        spend_sorcery(game, caster, dice.sorcery)
        spend_spell_pool(caster, dice.pool)
        spend_focus(caster, plan.spell_id, dice.focus)
        if needs_touch(plan) and not is_touched(plan):
            return DrainStep(0, botch=False)
        tests = [cast_test(plan, victim) for victim in plan.victims]
        deny_after_shared_roll(game, "cast", len(tests))
        first = buy_dice(game, tests[0])
        tests = [
            test._replace(dice=first.dice, bought=first.bought)
            for test in tests
        ]
        numbers = tuple(test.number for test in tests)
        answer = game.dice.roll(roll_request(game, tests[0], numbers))
        pool = tests[0].pool
        botch = bool(pool and answer.ones == pool)
        hits = answer.also if pool else (0,) * len(tests)
        # What is told of a throw, without what is read from it.
        faces = answer._replace(hits=None, ones=None, also=())
        throw = Throw(tuple(tests), faces, tuple(hits))
        if game.karma and len(tests) == 1:
            throw = spend_karma(game, throw, botch=botch)
        left = throw.hits
        if plan.defenders:
            # The test is told with the first target, before the dice against it.
            left = defend(plan, left)
        return NextVictim(0, left, botch, throw)


def is_touched(plan: CastPlan) -> bool:
    """Roll the touch of a spell and return whether it comes about; if not, the outcome of the spell
    is written: a miss."""
    with block_of(plan.game, 0) as block:
        touched = roll_touch(plan)
        if not touched:
            block.body |= {"net_hits": 0, "outcome": "miss"}
            target = plan.victims[0].target.name
            plan.game.report.tell(
                "untouched", "note", who=plan.caster.name, target=target
            )
    return touched


class Throw(NamedTuple):
    """The one throw of a Sorcery Test as it is told for each target: the tests, the faces, and the
    successes against each before spell defense. `is_told`: the test is in the report already."""

    tests: tuple[Test, ...]
    faces: Answer
    hits: tuple[int, ...]
    is_told: bool = False


def spend_karma(game: Game, throw: Throw, *, botch: bool) -> Throw:
    """Tell the Sorcery Test against its one target, spend the Karma that was typed for after the
    roll, and return the throw with the successes that it has then."""
    with block_of(game, 0):
        test, result = throw.tests[0], Result(throw.hits[0], botch)
        note_test(game, test, throw.faces, result)
        hits = spend_after_roll(game, test, result).successes
    return throw._replace(hits=(hits,), is_told=True)


def begin_block(plan: CastPlan, victim: Victim) -> Block:
    """Open the report's block for one target and return it."""
    metres = None if victim.metres is None else round(victim.metres, 2)
    return add_block(
        plan.game,
        plan.caster,
        victim.target,
        weapon=plan.spell_id,
        distance=metres,
    )


@frozen
class NextVictim:
    """The step that applies the Sorcery Test to one target. `hits`: what spell defense leaves of
    its successes against each."""

    number: int
    hits: tuple[int, ...]
    botch: bool
    throw: Throw

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step: the number of the target, second stage."""
        return Checkpoint(self.number, 1)

    def run(self, plan: CastPlan) -> "NextVictim | DrainStep":
        """Apply the spell to the target; return the step for the next one, or the drain."""
        game, victim = plan.game, plan.victims[self.number]
        with block_of(game, self.number) as block:
            if victim.block is not None:
                name = victim.target.name
                game.report.tell("attack.at", "head", target=name)
            doc, hits = block.body, self.hits[self.number]
            test, again = self.throw.tests[self.number], self.number > 0
            result = Result(self.throw.hits[self.number], self.botch)
            if not self.throw.is_told:
                note_test(game, test, self.throw.faces, result, again=again)
            doc["outcome"] = settle_spell(plan, victim, hits, doc)
        done = self.number + 1
        if done < len(plan.victims):
            return NextVictim(done, self.hits, self.botch, self.throw)
        return DrainStep(self.number, self.botch)


@frozen
class DrainStep:
    """The last step: the drain, whether or not the spell worked. `number` is that of the last
    target."""

    number: int
    botch: bool

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this step: the last target, third stage."""
        return Checkpoint(self.number, 2)

    def run(self, plan: CastPlan) -> None:
        """Roll the drain and write it into the report, and into the block of the last target."""
        with block_of(plan.game, self.number) as block:
            drain = resist_drain(plan, botch=self.botch)
            block.body["drain"] = drain
        plan.game.report.body["drain"] = drain
