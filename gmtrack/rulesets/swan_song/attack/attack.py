"""One attack action, from its words to the last effect."""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, cast

from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report, total
from gmtrack.rulesets.kit.blocks import begun, within
from gmtrack.rulesets.swan_song.attack.attack_pool import split, whole_pool
from gmtrack.rulesets.swan_song.attack.barrier_as_target import destroy
from gmtrack.rulesets.swan_song.attack.check import check
from gmtrack.rulesets.swan_song.attack.expect import expect
from gmtrack.rulesets.swan_song.attack.hit import engage, resolve
from gmtrack.rulesets.swan_song.attack.pay import pay
from gmtrack.rulesets.swan_song.attack.plan import Place, Plan, Strike
from gmtrack.rulesets.swan_song.attack.read import read_plan
from gmtrack.rulesets.swan_song.dice.pools import Parts
from gmtrack.rulesets.swan_song.dice.rolls import TestResult, TestSpec, roll_test
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.wounds.bleeding import bleedout_ticks
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import invoke_planned

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.attack.document import AttackDocument


def attack(game: Game, intent: Attack) -> Report:
    """One whole attack action (SS-ATK, SS-MULTI, SS-DEF). Raises Refusal; nothing has changed
    then."""
    plan = read_plan(game, intent)
    check(plan)
    expect(plan)
    pool = whole_pool(plan)
    tell(plan)
    if total(pool) == 0:
        tell_no_dice(plan)
    with the_only_block(plan):
        pay(plan)
        carry_out(plan, pool)
        afterwards(plan)
    return game.report


def tell(plan: Plan) -> None:
    """Who attacks whom with what: the story's first line."""
    if len(plan.strikes) == 1:
        tell_strike(plan.strikes[0])
        return
    plan.game.report.listed = True
    if plan.area:
        tell_area(plan)
    else:
        tell_multiple(plan)


def tell_no_dice(plan: Plan) -> None:
    """SS-TEST-07, R-TEST-5: so that nobody finds out when it is paid for and done."""
    plan.game.report.tell("attack.no-dice", "bad")


def tell_area(plan: Plan) -> None:
    """SS-DEF-28, R-ATK-9"""
    tell_several(plan, "attack.area")


def tell_multiple(plan: Plan) -> None:
    """SS-MULTI-01"""
    tell_several(plan, "attack.multiple")


def tell_several(plan: Plan, key: str) -> None:
    names = dict.fromkeys(s.target.name for s in plan.strikes)
    weapons = dict.fromkeys(s.weapon_name for s in plan.strikes)
    plan.game.report.tell(
        key, "head",
        who=plan.attacker.name, target=", ".join(names), count=len(plan.strikes),
        weapon=" and ".join(weapons),
    )  # fmt: skip


def tell_strike(s: Strike) -> None:
    """Who attacks whom, and where that is called."""
    if s.place:
        tell_called(s, s.place)
    else:
        tell_plain(s)


def tell_plain(s: Strike) -> None:
    """SS-ATK-03"""
    target = s.barrier.id if s.barrier else s.target.name
    names = {"who": s.attacker.name, "target": target, "weapon": s.weapon_name}
    s.game.report.tell("attack", "head", **names, place="")


def tell_called(s: Strike, place: Place) -> None:
    """SS-ATK-03, SS-CALL-01"""
    names = {"who": s.attacker.name, "target": s.target.name, "weapon": s.weapon_name}
    s.game.report.tell("attack.called", "head", **names, place=place.name)


def the_only_block(plan: Plan) -> AbstractContextManager[object]:
    """Of one attack everything belongs to its block; of several each has its own."""
    if plan.game.report.listed:
        return nullcontext()
    return within(plan.game, begin(plan.strikes[0]))


def carry_out(plan: Plan, pool: Parts) -> None:
    """All parts in order; one attack roll for an area attack, one for each part otherwise."""
    game, report, first = plan.game, plan.game.report, plan.strikes[0]
    engage(plan.attacker)
    plan.karma.pay(plan.attacker)
    shares = split(pool, 1 if plan.area else len(plan.strikes))
    if not report.listed:
        resolve_part(first, roll_attack(plan, first, shares[0]), document(report.blocks[-1]))
        return
    rolled = roll_attack(plan, first, shares[0]) if plan.area else None
    rolls = [roll.to_json() for roll in report.rolls]
    report.body |= {"attacker": plan.attacker.id, "rolls": rolls, "weapon": first.weapon_id}
    for index, strike in enumerate(plan.strikes):
        if index:
            aside = rolled.counted if rolled else None, game.draft.get(("fight", "barriers"))
            game.draft.branches.merge(report.blocks, *aside)
        with within(game, begin(strike)) as block:
            tell_strike(strike)
            result = rolled or roll_attack(plan, strike, shares[index])
            resolve_part(strike, result, document(block))


def resolve_part(s: Strike, rolled: TestResult, doc: "AttackDocument") -> None:
    """One part after its attack roll, on its target or on the barrier."""
    if s.barrier is not None:
        destroy(s, s.barrier, rolled, doc)
    else:
        resolve(s, rolled.counted, doc)


def afterwards(plan: Plan) -> None:
    """What the action costs those who bleed (R-EFF-10), and who fights for their life."""
    bleedout_ticks(plan.game)
    invoke_planned(plan.game, plan.karma)


def begin(s: Strike) -> Block:
    """The block of one part, with the first keys of its document."""
    place = s.place.name if s.place else None
    target = s.barrier or s.target
    return begun(s.game, s.attacker, target, weapon=s.weapon_id, called=place, location=place)


def document(block: Block) -> "AttackDocument":
    """What its steps fill in."""
    return cast("AttackDocument", block.body)


def roll_attack(plan: Plan, s: Strike, parts: Parts) -> TestResult:
    """SS-ATK-04: the attack roll of one part; hits up to its Limit count."""
    name, who = s.roll_name("attack"), s.attacker.id
    reroll, may = plan.karma.rerolls(s.attacker), plan.karma.may_reroll(s.attacker)
    limit, using, ruled = s.limit(), s.weapon_name, s.barrier is not None
    test = TestSpec(
        name, who, parts, limit, reroll=reroll, using=using, may_reroll=may, ruled=ruled
    )
    return roll_test(s.game, test)
