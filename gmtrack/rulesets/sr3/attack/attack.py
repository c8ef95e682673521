"""The `attack` command: one whole attack, from the declaration to its last effect (8.2)."""

from gmtrack.core.intents import Attack
from gmtrack.core.report import Report
from gmtrack.rulesets.sr3.attack import check
from gmtrack.rulesets.sr3.attack.blocks import Block
from gmtrack.rulesets.sr3.attack.check import Defenses
from gmtrack.rulesets.sr3.attack.defense import Defense, choose_defense, helpless
from gmtrack.rulesets.sr3.attack.expect import expect_rolls
from gmtrack.rulesets.sr3.attack.melee import fight
from gmtrack.rulesets.sr3.attack.plan import Plan, Strike
from gmtrack.rulesets.sr3.attack.read import read_plan
from gmtrack.rulesets.sr3.attack.rounds_fired import remember
from gmtrack.rulesets.sr3.attack.shooting import head as shot_head
from gmtrack.rulesets.sr3.attack.shooting import settle, shoot
from gmtrack.rulesets.sr3.attack.shotgun import blast
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables.fire_modes import MODES
from gmtrack.rulesets.sr3.turn.legality import Cost, check_able, lose_aim, pay
from gmtrack.rulesets.sr3.wounds.damage import release
from gmtrack.rulesets.sr3.wounds.engagement import join


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    check_able(game, game.find(intent.attacker))
    plan = read_plan(game, intent)
    check.check_words(plan)
    head(plan)
    let_go(plan)
    defenses = checked(plan)
    pay(game, plan.attacker, price(plan.first), free_too=plan.first.called is not None)
    expect_rolls(plan, defenses)
    blocks = [Block(s, single=len(defenses) == 1) for s, _ in defenses]
    begun = carry_out(plan, defenses, blocks)
    afterwards(plan, begun)
    write(plan, blocks[: len(begun)])
    return game.report


def checked(plan: Plan) -> Defenses:
    """Everything else that forbids it; what each target does about it. Raises Refusal."""
    defenses: Defenses = [(s, None if s.ranged else choose_defense(s)) for s in plan.strikes]
    check.check_modifiers(plan, defenses)
    check.check_weapon(plan)
    check.check_limit(plan)
    check.check_passing(plan)
    check.check_pools(plan, defenses)
    return defenses


def price(s: Strike) -> Cost:
    """8.2: what it costs."""
    if s.passing:
        return "none"
    return MODES[s.mode].cost if s.ranged else "complex"


def head(plan: Plan) -> None:
    """Who attacks whom with what: the document's first keys, the story's first line."""
    game, s = plan.game, plan.first
    body = game.report.body
    body["attacker"] = plan.attacker.id
    if len(plan.strikes) == 1:
        body["target"] = s.target.id
    body["weapon"] = s.weapon_id
    if s.called:
        body["called"] = s.called.place
    game.report.tell(
        "attack.called" if s.called else "attack", "head", who=plan.attacker.name,
        target=[each.target.name for each in plan.strikes], weapon=s.weapon_id,
        mode=f", {MODES[s.mode].title}" if s.ranged else "",
        place=s.called.place if s.called else "",
    )  # fmt: skip
    if s.passing:
        game.report.tell("passing", "note", who=s.target.name)
    if s.called and not s.called.vital:
        game.note(plan.attacker, "called", place=s.called.place)


def let_go(plan: Plan) -> None:
    """SR-040: whom the subduer attacks without a hold is free, before the rolls."""
    for s in plan.strikes:
        if s.target.subdual_by == plan.attacker.id and not s.subduing:
            plan.game.report.tell("let-go", "note", who=s.target.name)
            release(plan.game, s.target)


def carry_out(plan: Plan, defenses: Defenses, blocks: list[Block]) -> list[Fighter]:
    """The blocks in order; who was attacked before the attacker was down (SR-021)."""
    s = plan.first
    if s.shot:
        blast(plan.strikes, blocks)
        return [each.target for each in plan.strikes]
    if s.ranged and plan.game.house.same_target == "batch":
        return volley(plan, blocks)
    begun: list[Fighter] = []
    for (each, defense), block in zip(defenses, blocks, strict=True):
        if not plan.attacker.able:
            break
        if begun:
            done = [block.finished() for block in blocks[: len(begun)]]
            plan.game.draft.pause(plan.attacker.id, done)
        begun.append(each.target)
        with block:
            block.doc["outcome"] = strike(each, defense, block)
    return begun


def strike(s: Strike, defense: Defense | None, block: Block) -> str:
    """One target."""
    if defense is None:
        shot_head(s, block.doc)
        return settle(s, shoot(s), block.doc)
    # An earlier blow of this action may have put him down.
    now = defense._replace(word="none") if helpless(s) else defense
    return fight(s, now, block.doc)


def volley(plan: Plan, blocks: list[Block]) -> list[Fighter]:
    """SR-R31 `batch`: all attack tests first."""
    results = []
    for s, block in zip(plan.strikes, blocks, strict=True):
        with block:
            shot_head(s, block.doc)
            results.append(shoot(s))
    for s, block, result in zip(plan.strikes, blocks, results, strict=True):
        with block:
            block.doc["outcome"] = settle(s, result, block.doc)
    return [s.target for s in plan.strikes]


def afterwards(plan: Plan, attacked: list[Fighter]) -> None:
    """What the action leaves behind: counters, a melee, the aim that is used up."""
    game, s, who = plan.game, plan.first, plan.attacker
    if s.passing:
        if game.fight.running:
            s.target.struck_by = [*s.target.struck_by, who.id]
        return
    if not s.ranged:
        lose_aim(game, who)
        join(who, attacked)
        return
    who.set_aim(None)
    remember(s)
    if game.fight.running and MODES[s.mode].limit is not None:
        who.set_shots(s.weapon_id, who.shots_of(s.weapon_id) + 1)


def write(plan: Plan, blocks: list[Block]) -> None:
    """8.5 `attacks`."""
    if len(plan.strikes) > 1:
        plan.game.report.body["attacks"] = [block.finished() for block in blocks]
