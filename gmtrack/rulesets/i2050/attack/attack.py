"""One whole attack, declared to applied (8.2)."""

from dataclasses import replace

from gmtrack.core.draft import AsRead
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.attack.blocks import Block
from gmtrack.rulesets.i2050.attack.check import check
from gmtrack.rulesets.i2050.attack.declare import declared, placed, plan_of
from gmtrack.rulesets.i2050.attack.defense import choose_guard, declare_late, split_guard
from gmtrack.rulesets.i2050.attack.exchange import exchange
from gmtrack.rulesets.i2050.attack.expect import expect_rolls
from gmtrack.rulesets.i2050.attack.modifiers import Side
from gmtrack.rulesets.i2050.attack.nerves import Nerves
from gmtrack.rulesets.i2050.attack.plan import Declared, Guard, Strike
from gmtrack.rulesets.i2050.attack.read import read
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.speed import WHOLE
from gmtrack.rulesets.i2050.tables.locations import spoken
from gmtrack.rulesets.i2050.turn import legality, progress
from gmtrack.rulesets.i2050.turn.order import current


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    legality.check_phase(game)
    attacker = game.find(intent.attacker)
    legality.check_open(game, attacker)
    typed = read(game, attacker, intent)
    plan = declared(typed, plan_of(typed))
    for s in plan.strikes:
        if not plan.split:
            declare_late(s)
    plan = guarded(placed(plan))
    check(plan)
    expect_rolls(plan)
    head(plan)
    carry_out(plan)
    return game.report


def guarded(plan: Declared) -> Declared:
    """What each target does. Raises Refusal (`out`, `intent`, `weapon`)."""
    strikes = []
    for s in plan.strikes:
        guard = split_guard(s, plan.plan) if plan.split else choose_guard(s)
        strikes.append(replace(s, guard=guard))
    return replace(plan, strikes=strikes)


def head(plan: Declared) -> None:
    """Who attacks whom with what: the document's first keys, the story's first line."""
    game, s, mine = plan.game, plan.first, plan.plan
    body = game.report.body
    body["attacker"] = plan.attacker.id
    targets = list(dict.fromkeys(target.id for target in plan.typed.targets))
    if len(targets) == 1 or not plan.several:
        body["target"] = plan.typed.targets[0].id
    body["weapon"] = mine.weapon
    if mine.want:
        body["called"] = mine.want
    names = [game.name(who) for who in targets]
    told = {"who": plan.attacker.name, "target": names, "weapon": mine.weapon}
    key = "attack.split" if plan.split else "attack.burst" if plan.burst else "attack"
    place = f", aimed at the {spoken(mine.want)}" if mine.want else ""
    game.report.tell(key, "head", **told, place=place, shots=mine.shots)
    if not plan.several:
        about(s, body)


def about(s: Strike, doc: Data) -> None:
    """8.6: what the target does about it."""
    doc["defense"] = s.guard.word
    if s.opposing:
        doc["defend_weapon"] = s.opposing.id
    if s.surprised:
        s.game.report.tell("surprised", "note", who=s.target.name)


# --- one after another ---


def carry_out(plan: Declared) -> None:
    """Shot by shot, foe by foe; after a jam the other shots are not fired (IN-BURST-05)."""
    nerves = Nerves(plan.game)
    begin(plan)
    blocks: list[Block] = []
    weak, status = plan.attacker.grievous, status_of(plan)
    for s, item in zip(plan.strikes, plan.items, strict=True):
        if plan.burst and status_of(plan) != status:
            break
        if blocks:
            aside = dict(plan.game.nerves), weak, status
            done, bodies = [block.doc for block in blocks], bodies_of(plan)
            plan.game.draft.pause(plan.attacker.id, done, *aside, as_read=bodies)
        now = replace(s, guard=guard_now(plan, s, weak=weak))
        block = Block(now, single=not plan.several)
        with block as doc:
            if plan.several:
                introduce(plan, now, doc)
            if item is not None:
                plan.game.moment = item.rank
            doc["outcome"] = "miss"
            doc["outcome"] = exchange(now, nerves, doc)
            afterwards(now)
        blocks.append(block)
    if plan.burst and status_of(plan) != status:
        shots = range(1, (plan.plan.shots or 1) + 1)
        progress.complete(plan.game, plan.attacker, map(str, shots))
    if plan.several:
        plan.game.report.body["attacks"] = [block.doc for block in blocks]


def bodies_of(plan: Declared) -> AsRead:
    """The hit points of those who are in it."""
    people = {who.id: who for who in (plan.attacker, *plan.typed.targets)}
    return lambda: {path: n for who in people.values() for path, n in who.points().items()}


def begin(plan: Declared) -> None:
    """8.1: the ATTACKER is the acting one, if any of it is his."""
    own = current(plan.game, plan.attacker)
    progress.begin(plan.game, own if plan.split and own else plan.items[0])


def status_of(plan: Declared) -> str:
    """IN-BURST-05: of the weapon; what becomes of it ends a burst."""
    return plan.attacker.status_of(str(plan.plan.weapon))


def guard_now(plan: Declared, s: Strike, *, weak: bool) -> Guard:
    """What came before in this command may have put the target out, or down (IN-R35, IN-R45)."""
    if plan.split:
        guard = split_guard(s, plan.plan)
        halved = guard.share is not None and plan.attacker.grievous and not weak
        if halved and not plan.game.fight.running:
            return guard._replace(share=plan.game.house.half(guard.share or 0))
        return guard
    if s.guard.word == "dodge" and s.target.prone and not plan.game.options.force:
        return Guard()
    return s.guard if s.target.able or not plan.several else Guard()


def introduce(plan: Declared, s: Strike, doc: Data) -> None:
    """The first keys of a block."""
    doc |= {"attacker": s.attacker.id, "target": s.target.id, "weapon": s.weapon.id}
    place = Side(s, True, s.weapon).aim.place
    if place:
        doc["called"] = place
    told = {"who": s.attacker.name, "target": s.target.name, "number": s.shot.number}
    plan.game.report.tell("attack.shot" if plan.burst else "attack.by", "head", **told)
    about(s, doc)


def afterwards(s: Strike) -> None:
    """IN-MOD-08, IN-R31, 8.1 `done`: what the attack leaves behind."""
    game, who = s.game, s.attacker
    if s.firearm and game.fight.running:
        s.target.under_fire = True
    if who.aimed is not None:
        who.aimed = None
        who.aimed_rounds = 0
    if not game.fight.running:
        return
    plan = who.plan
    if s.burst:
        who.fired = who.fired + 1
        progress.complete(game, who, (str(s.shot.number),))
    elif plan is not None:
        progress.complete(game, who, (s.target.id if plan.action == "fight" else WHOLE,))
    if s.guard.word == "fight":
        fights = s.target.plan is not None and s.target.plan.action == "fight"
        progress.complete(game, s.target, (who.id if fights else WHOLE,))
