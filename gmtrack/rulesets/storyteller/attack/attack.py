"""The `attack` command: one whole attack, from the words to the last effect (ST-031 to ST-039)."""

from gmtrack.core.draft import net
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Report, change_to_json
from gmtrack.rulesets.storyteller.attack.answer import answered, prepare, subtract
from gmtrack.rulesets.storyteller.attack.check import check
from gmtrack.rulesets.storyteller.attack.defense import pays_action
from gmtrack.rulesets.storyteller.attack.expect import expect
from gmtrack.rulesets.storyteller.attack.hit import finish, strike_home
from gmtrack.rulesets.storyteller.attack.plan import Plan, Strike
from gmtrack.rulesets.storyteller.attack.pool import attack_pool
from gmtrack.rulesets.storyteller.attack.read import read_plan
from gmtrack.rulesets.storyteller.dice.rolls import RollSpec, roll
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.turn.costs import lose_aim, use_action, use_willpower
from gmtrack.rulesets.storyteller.turn.suppression import Fire


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    plan = read_plan(game, intent)
    check(plan)
    expect(plan)
    tell(plan)
    fire = covering_fire(plan)
    pay(plan)
    fire.before()
    if plan.attacker.able or not fire.first:
        resolve(plan)
    else:
        game.report.body["outcome"] = "miss"
    fire.after()
    return game.report


def tell(plan: Plan) -> None:
    """Who attacks whom with what: the document's first keys, the story's first line."""
    game, s = plan.game, plan.first
    body = game.report.body
    body["attacker"] = plan.attacker.id
    if len(plan.strikes) == 1:
        body["target"] = s.target.id
    body["weapon"] = plan.weapon_id
    if len(plan.strikes) < len(plan.named):
        game.report.tell("one-target", "note", target=s.aimed_at.name)
    key = "attack.killing" if s.killing else "attack.called" if s.called else "attack"
    game.report.tell(
        key, "head", who=plan.attacker.name, target=[each.aimed_at.name for each in plan.strikes],
        weapon=plan.weapon_id, place=s.called.place if s.called else "",
        burst=f", {plan.burst} burst" if plan.burst else "",
    )  # fmt: skip


def covering_fire(plan: Plan) -> Fire:
    """What falls on those who act in this (ST-097)."""
    defending = [s.target for s in plan.strikes if pays_action(s)]
    return Fire(plan.game, list(dict.fromkeys([plan.attacker, *defending])))


def pay(plan: Plan) -> None:
    """What the attacker gives for it: the action, willpower, bullets, Defense, the aim."""
    game, s, who = plan.game, plan.first, plan.attacker
    use_action(game, who, keeps_aim=True)
    for _ in plan.willpower:
        use_willpower(game, who)
    hands.draw(game, who, plan.weapon_id)
    if plan.bullets:
        who.use_ammo(plan.weapon_id, plan.bullets)
    if who.weapon(plan.weapon_id).kind == "melee" and s.weapon.kind == "thrown":
        hands.drop(game, who, plan.weapon_id)
    if s.has("charge") or s.has("all-out"):
        who.lose_defense("charge" if s.has("charge") else "all-out")
        game.report.tell("defense.gone", "note", who=who.name)
    if plan.charge:
        who.moved = who.moved + plan.charge
    if s.aim:
        who.aim = None
    lose_aim(game, who)


# --- each target ---


def resolve(plan: Plan) -> None:
    """All strikes in the order named; several have a document each."""
    game = plan.game
    if len(plan.strikes) == 1:
        strike(plan.first, game.report.body)
        return
    blocks: list[Data] = []
    for s in plan.strikes:
        if blocks:
            game.draft.pause(s.attacker.id, blocks)
        block = Block(game)
        block.doc |= {"attacker": s.attacker.id, "target": s.target.id, "weapon": s.weapon_id}
        game.report.tell("attack.at", "head", target=s.aimed_at.name)
        strike(s, block.doc)
        blocks.append(block.finished())
    game.report.body["attacks"] = blocks


class Block:
    """One document of several: what its part rolled, brought about and changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.doc: Data = {}
        self._rolls = len(game.report.rolls)
        self._effects = len(game.report.effects)
        self._notes = len(game.notes)
        self._changes = len(game.draft.changes)

    def finished(self) -> Data:
        report = self.game.report
        changes = net(self.game.draft.changes[self._changes :])
        return {
            **self.doc,
            "rolls": [roll.to_json() for roll in report.rolls[self._rolls :]],
            "effects": report.effects[self._effects :],
            "notes": self.game.notes[self._notes :],
            "changes": [change_to_json(change) for change in changes],
        }


def strike(s: Strike, doc: Data) -> None:
    """One target: the roll, the target's answer, what is left of it."""
    tell_target(s, doc)
    if s.killing:
        doc["outcome"] = finish(s, doc)
        return
    net_hits, outcome = roll_against(s, doc)
    doc["net_hits"] = net_hits
    doc["outcome"] = strike_home(s, net_hits, doc) if net_hits else outcome
    if outcome == "miss" and not net_hits:
        s.game.report.tell("miss", "note", who=s.attacker.name)


def tell_target(s: Strike, doc: Data) -> None:
    """Whom it hits instead, and where."""
    if s.target is not s.aimed_at:
        doc["aimed_at"] = s.aimed_at.id
        s.game.report.tell("redirected", "note", who=s.aimed_at.name, other=s.target.name)
    if s.called:
        doc |= {"called": s.called.place, "location": s.called.place}


def roll_against(s: Strike, doc: Data) -> tuple[int, str]:
    """The successes that are left, and the outcome if there are none (ST-034, ST-039)."""
    answer = prepare(s)
    parts = attack_pool(s, subtract(s, answer, doc))
    target = s.aimed_at.id if s.block else None
    result = roll(s.game, RollSpec(s.name, s.attacker, parts, target, s.block))
    if result.dramatic:
        s.game.note(s.attacker, "dramatic-failure")
        if s.game.house.choice("attack_botch", "lose_defense"):
            s.attacker.lose_defense("botch")
    return answered(s, answer, result.hits)
