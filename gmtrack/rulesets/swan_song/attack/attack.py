"""The `attack` command: plan, checks, payment, then its parts one by one."""

from contextlib import nullcontext
from dataclasses import replace
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report, total
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.blocks import add_block, block_of, within
from gmtrack.rulesets.swan_song.attack.barriers import attack_barrier
from gmtrack.rulesets.swan_song.attack.check import (
    check_attack,
    pay_for_attack,
    roll_keys_of,
)
from gmtrack.rulesets.swan_song.attack.hit import note_engaged, resolve_strike
from gmtrack.rulesets.swan_song.attack.modifiers import (
    is_charge,
    split_pool,
    whole_pool,
)
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.attack.read import read_plan
from gmtrack.rulesets.swan_song.dice import Parts, TestSpec, roll_test
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.wounds.conditions import own_effect_keys
from gmtrack.rulesets.swan_song.wounds.damage import (
    fight_for_life_as_planned,
    tick_bleedout,
)
from gmtrack.rulesets.swan_song.wounds.events import end_by_charging


def attack(game: Game, intent: Attack) -> Report:
    """Carry out `attack`.

    Nothing has changed when it is refused. Each part is a stage, so that `odds`
    can count it alone."""
    plan = read_plan(game, intent)
    check_attack(plan)
    rolls = [roll for strike in plan.strikes for roll in roll_keys_of(strike)]
    if plan.karma.rerolls(plan.attacker):
        rolls += [
            (f"{name}_reroll", who)
            for name, who in rolls
            if name.startswith("attack")
        ]
    game.expect(rolls, own_effect_keys(game))
    pool = whole_pool(plan)
    tell_attack(plan)
    if total(pool) == 0:
        # So that nobody finds out when it is paid for and done.
        game.report.tell("attack.no-dice", "bad")
    plan = replace(
        plan, shares=split_pool(pool, 1 if plan.area else len(plan.strikes))
    )
    # Of one attack everything belongs to its block; of several each has its own.
    alone = (
        nullcontext()
        if game.report.listed
        else within(game, begin_block(plan.strikes[0]))
    )
    with alone:
        pay_for_attack(plan)
        begin_charge(plan)
        note_engaged(plan.attacker)
        plan.karma.pay(plan.attacker)
    game.draft.runner.run(plan, NextPart(0, tuple(game.paid), None))
    return game.report


def begin_charge(plan: Plan) -> None:
    """Put a charging attacker on their feet and out of the cover in which they ran (R-MOV-8).
    Does nothing without a charge."""
    who, told = plan.attacker, plan.strikes[0].told
    said = told.has_word("charge", who.id)
    if any(s.barrier is None and (said or is_charge(s)) for s in plan.strikes):
        end_by_charging(plan.game, who)


class AttackRoll(NamedTuple):
    """The result of an attack roll; in an area it counts for everybody."""

    hits: int
    critical: bool
    """Whether it was a critical glitch; looked at only for an attack on a barrier."""


@frozen
class NextPart:
    """The stage of an attack before its part with this number.

    `paid` is what was paid for so far, `rolled` the attack roll of an area, if it is made."""

    number: int
    paid: tuple[tuple[str, str], ...]
    rolled: AttackRoll | None

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this stage: the number of its part."""
        return Checkpoint(self.number)

    def run(self, plan: Plan) -> "NextPart | None":
        """Roll and resolve this part, and return the stage of the next one; None after the last."""
        game, strike = plan.game, plan.strikes[self.number]
        game.paid = list(self.paid)
        if not game.report.listed:
            with block_of(game, self.number) as block:
                resolve_part(
                    strike,
                    roll_attack(plan, strike, plan.shares[0]),
                    block.body,
                )
                settle_aftermath(plan)
            return None
        rolled = self.rolled
        if plan.area and rolled is None:
            rolled = roll_attack(plan, plan.strikes[0], plan.shares[0])
        if self.number == 0:
            # The first keys of the document of several attacks.
            report = plan.game.report
            rolls = [roll.to_json() for roll in report.rolls]
            weapon = plan.strikes[0].weapon_id
            report.body |= {
                "attacker": plan.attacker.id,
                "rolls": rolls,
                "weapon": weapon,
            }
        with within(game, begin_block(strike)) as block:
            tell_strike(strike)
            own = rolled or roll_attack(plan, strike, plan.shares[self.number])
            resolve_part(strike, own, block.body)
        if self.number + 1 < len(plan.strikes):
            return NextPart(self.number + 1, tuple(game.paid), rolled)
        settle_aftermath(plan)
        return None


def tell_attack(plan: Plan) -> None:
    """Tell who attacks whom with what, the first line of the story."""
    strikes, report = plan.strikes, plan.game.report
    if len(strikes) == 1:
        tell_strike(strikes[0])
        return
    report.listed = True
    report.tell(
        "attack.area" if plan.area else "attack.multiple", "head",
        who=plan.attacker.name, target=", ".join(dict.fromkeys(s.target.name for s in strikes)),
        count=len(strikes), weapon=" and ".join(dict.fromkeys(s.weapon_name for s in strikes)),
    )  # fmt: skip


def tell_strike(s: Strike) -> None:
    """Tell who attacks whom with what in one part."""
    s.game.report.tell(
        "attack.called" if s.place else "attack", "head",
        who=s.attacker.name, target=s.barrier.id if s.barrier else s.target.name,
        weapon=s.weapon_name, place=s.place.name if s.place else "",
    )  # fmt: skip


def resolve_part(s: Strike, rolled: AttackRoll, doc: Data) -> None:
    """Resolve one part after its attack roll, against its target or against a barrier, and write
    what came of it into `doc`."""
    if s.barrier is not None:
        attack_barrier(s, s.barrier, rolled.hits, doc, critical=rolled.critical)
    else:
        resolve_strike(s, rolled.hits, doc)


def settle_aftermath(plan: Plan) -> None:
    """Apply bleedout for the actions paid for, and the fights for one's life that were planned."""
    tick_bleedout(plan.game)
    fight_for_life_as_planned(plan.game, plan.karma)


def begin_block(s: Strike) -> Block:
    """Begin the block of one part in the report and return it."""
    place = s.place.name if s.place else None
    target = s.barrier or s.target
    return add_block(
        s.game,
        s.attacker,
        target,
        weapon=s.weapon_id,
        called=place,
        location=place,
    )


def roll_attack(plan: Plan, s: Strike, parts: Parts) -> AttackRoll:
    """Roll the attack of one part; hits count up to its limit. A critical glitch is noted only
    against a barrier."""
    name, who = s.roll_name("attack"), s.attacker.id
    reroll, may = (
        plan.karma.rerolls(s.attacker),
        plan.karma.may_reroll(s.attacker),
    )
    limit, using, ruled = s.limit(), s.weapon_name, s.barrier is not None
    test = TestSpec(
        name,
        who,
        parts,
        limit,
        reroll=reroll,
        using=using,
        may_reroll=may,
        points_named=plan.karma.buys_dice(s.attacker),
        ruled=ruled,
    )
    result = roll_test(s.game, test)
    return AttackRoll(result.counted, ruled and result.glitch == "critical")
