"""The `attack` command: one whole attack, from the words to its last effect. A `Strike` of the plan
becomes a block of the report."""

from typing import TYPE_CHECKING

from gmtrack.core.intents import Attack
from gmtrack.core.report import Block, Report
from gmtrack.rulesets.kit.blocks import begun, within
from gmtrack.rulesets.sr3.attack.check import check
from gmtrack.rulesets.sr3.attack.defense import defend
from gmtrack.rulesets.sr3.attack.expect import expect_rolls
from gmtrack.rulesets.sr3.attack.melee import fight
from gmtrack.rulesets.sr3.attack.plan import Plan, Strike, body_of
from gmtrack.rulesets.sr3.attack.read import read_plan
from gmtrack.rulesets.sr3.attack.rounds_fired import remember
from gmtrack.rulesets.sr3.attack.shooting import blast, shoot, volley
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.tables.fire_modes import MODES
from gmtrack.rulesets.sr3.turn.legality import lose_aim, pay, warn
from gmtrack.rulesets.sr3.wounds.damage import release
from gmtrack.rulesets.sr3.wounds.engagement import join

if TYPE_CHECKING:
    from gmtrack.rulesets.sr3.attack.document import DeclaredDoc


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    plan = read_plan(game, intent)
    defend(plan)
    check(plan)
    expect_rolls(plan)
    pay(game, plan.attacker, plan.cost, free_too=plan.first.called is not None)
    tell(plan)
    let_go(plan)
    carry_out(plan)
    afterwards(plan)
    return game.report


def tell(plan: Plan) -> None:
    """Who attacks whom with what: the document's first keys, the story's first lines."""
    game, s = plan.game, plan.first
    game.report.listed = several = len(plan.strikes) > 1
    head: DeclaredDoc = {
        "attacker": plan.attacker.id,
        "target": None if several else s.target.id,
        "weapon": s.weapon_id,
        "called": s.called.place if s.called else None,
    }
    game.report.body |= {key: value for key, value in head.items() if value is not None}
    if s.ranged:
        declare_shot(plan)
    else:
        declare_blow(plan)
    if s.passing:
        tell_passing(s)
    if s.called and not s.called.vital:
        note_place(s, s.called.place)
    for objection in plan.warnings:
        warn(game, objection)


def declare_blow(plan: Plan) -> None:
    """SR-012"""
    declare(plan)


def declare_shot(plan: Plan) -> None:
    """SR-047"""
    declare(plan, f", {MODES[plan.first.mode].title}")


def declare(plan: Plan, mode: str = "") -> None:
    """The first line."""
    s = plan.first
    plan.game.report.tell(
        "attack.called" if s.called else "attack", "head", who=plan.attacker.name,
        target=[each.target.name for each in plan.strikes], weapon=s.weapon_id, mode=mode,
        place=s.called.place if s.called else "",
    )  # fmt: skip


def tell_passing(s: Strike) -> None:
    """SR-035"""
    s.game.report.tell("passing", "note", who=s.target.name)


def note_place(s: Strike, place: str) -> None:
    """SR-R37: it is not a vital one."""
    s.game.note(s.attacker, "called", place=place)


def let_go(plan: Plan) -> None:
    """SR-040: whom the subduer attacks without a hold is free, before the rolls."""
    for who in plan.released:
        plan.game.report.tell("let-go", "note", who=who.name)
        release(plan.game, who)


def carry_out(plan: Plan) -> None:
    """The blocks in order, as long as the attacker is up."""
    s, draft = plan.first, plan.game.draft
    if s.shot:
        blast(plan.strikes, [block_of(each) for each in plan.strikes])
    elif s.ranged and plan.game.house.same_target == "batch":
        volley(plan.strikes, [block_of(each) for each in plan.strikes])
    else:
        for each in plan.strikes:
            if not plan.attacker.able:
                break
            if each is not s:
                draft.branches.merge(plan.game.report.blocks)
            strike(each, block_of(each))


def block_of(s: Strike) -> Block:
    """A new block of the report."""
    called = s.called.place if s.called else None
    return begun(s.game, s.attacker, s.target, weapon=s.weapon_id, called=called)


def strike(s: Strike, block: Block) -> None:
    """One target."""
    with within(s.game, block):
        s.tell_target()
        if s.defense is None:
            shoot(s, body_of(block))
        else:
            fight(s, s.defense, body_of(block))


def afterwards(plan: Plan) -> None:
    """What the action leaves behind: counters, a melee, the aim that is used up."""
    game, s, who = plan.game, plan.first, plan.attacker
    if s.passing:
        if game.fight.running:
            remember_passing(s)
        return
    if not s.ranged:
        lose_aim(game, who)
        join(who, [game.fighter(block.target) for block in game.report.blocks])
        return
    use_up_aim(s)
    remember(s)


def remember_passing(s: Strike) -> None:
    """SR-035, SR-R33: who has struck at the mover."""
    s.target.struck_by = [*s.target.struck_by, s.attacker.id]


def use_up_aim(s: Strike) -> None:
    """SR-126: the shot uses it up."""
    s.attacker.set_aim(None)
