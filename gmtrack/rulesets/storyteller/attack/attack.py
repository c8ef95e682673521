"""One whole attack, declared to applied (8.2, ST-031 to ST-039)."""

from gmtrack.core.draft import net
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Report, change_to_json
from gmtrack.rulesets.storyteller.attack import check
from gmtrack.rulesets.storyteller.attack.answer import (
    CONTESTED,
    after_attack,
    answered,
    contested,
    pay_defense,
)
from gmtrack.rulesets.storyteller.attack.defense import Defense, choose_defense
from gmtrack.rulesets.storyteller.attack.hit import finish, strike_home
from gmtrack.rulesets.storyteller.attack.plan import Plan, Strike
from gmtrack.rulesets.storyteller.attack.pool import attack_pool
from gmtrack.rulesets.storyteller.attack.read import read_attack
from gmtrack.rulesets.storyteller.dice.rolls import roll
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.turn.costs import (
    lose_aim,
    pay_violence,
    spend_action,
    spend_willpower,
)
from gmtrack.rulesets.storyteller.turn.suppression import Fire


def attack(game: Game, intent: Attack) -> Report:
    """Resolve one attack. Raises Refusal; nothing has changed then."""
    plan = read_attack(game, intent)
    check.check_words(plan)
    spend_action(game, plan.attacker, keeps_aim=True)
    defenses = checked(plan)
    game.expect([roll for s, defense in defenses for roll in possible_rolls(s, defense)])
    fire = Fire(
        game, [plan.attacker, *(s.target for s, defense in defenses if pays_action(s, defense))]
    )
    head(plan)
    take_price(plan)
    fire.before()
    if plan.attacker.able or not fire.first:
        resolve(plan, defenses)
    else:
        game.report.body["outcome"] = "miss"
    fire.after()
    return game.report


Defended = list[tuple[Strike, Defense]]


def checked(plan: Plan) -> Defended:
    """Everything that forbids it; what each target does about it. Raises Refusal."""
    check.check_targets(plan)
    check.check_weapon(plan)
    check.check_ammo(plan)
    check.check_stance(plan)
    check.check_cover(plan)
    defenses = [(s, choose_defense(s)) for s in plan.strikes]
    for s, defense in defenses:
        check.check_defense_mods(s, defense)
    return defenses


def possible_rolls(s: Strike, defense: Defense) -> list[tuple[str, str]]:
    """Every roll that this strike, as declared, may come to (section 5)."""
    if s.killing:
        return []
    rolls = [(s.name, s.block or s.attacker.id)]
    if defense.rolls:
        rolls.append((defense.word, s.target.id))
    elif contested(s.game, defense):
        rolls.append((CONTESTED, s.target.id))
    return rolls


def pays_action(s: Strike, defense: Defense) -> bool:
    """This defense uses up an action."""
    begins = {"dodge": not s.target.dodging, "static": s.target.guard != "static", "parry": True}
    return begins.get(defense.word, False)


def head(plan: Plan) -> None:
    """Who attacks whom with what: the document's first keys, the story's first line."""
    game, s = plan.game, plan.first
    body = game.report.body
    body["attacker"] = plan.attacker.id
    if len(plan.strikes) == 1:
        body["target"] = s.target.id
    body["weapon"] = plan.weapon_id
    key = "attack.killing" if s.killing else "attack.called" if s.called else "attack"
    game.report.tell(
        key, "head", who=plan.attacker.name, target=[each.aimed_at.name for each in plan.strikes],
        weapon=plan.weapon_id, place=s.called.place if s.called else "",
        burst=f", {plan.burst} burst" if plan.burst else "",
    )  # fmt: skip


def take_price(plan: Plan) -> None:
    """What the attacker gives for it, beside the action."""
    game, s, who = plan.game, plan.first, plan.attacker
    pay_violence(game, who)
    if s.has("pull-bashing"):
        spend_willpower(game, who, "a pulled weapon")
    if s.has("willpower"):
        spend_willpower(game, who, "more dice")
    hands.draw(game, who, plan.weapon_id)
    need = check.bullets(plan)
    if need:
        who.use_ammo(plan.weapon_id, need)
    if who.weapon(plan.weapon_id).kind == "melee" and s.weapon.kind == "thrown":
        hands.drop(game, who, plan.weapon_id)
    for word in ("charge", "all-out"):
        if s.has(word):
            who.lose_defense("charge" if word == "charge" else "all-out")
            game.report.tell("defense.gone", "note", who=who.name)
    if plan.charge:
        who.moved = who.moved + plan.charge
    if s.aim:
        who.aim = None
    lose_aim(game, who)


def resolve(plan: Plan, defenses: Defended) -> None:
    """All strikes in the order named; several have a document each."""
    game = plan.game
    if len(defenses) == 1:
        strike(*defenses[0], game.report.body)
        return
    blocks: list[Data] = []
    for s, defense in defenses:
        if blocks:
            game.draft.pause(s.attacker.id, blocks)
        block = Block(game)
        block.doc |= {"attacker": s.attacker.id, "target": s.target.id, "weapon": s.weapon_id}
        game.report.tell("attack.at", "head", target=s.aimed_at.name)
        strike(s, defense, block.doc)
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


def strike(s: Strike, defense: Defense, doc: Data) -> None:
    """One target: the roll, the defender's answer, what is left of it."""
    target(s, doc)
    if s.killing:
        doc["outcome"] = finish(s, doc)
        return
    net_hits, outcome = roll_against(s, defense, doc)
    doc["net_hits"] = net_hits
    doc["outcome"] = strike_home(s, net_hits, doc) if net_hits else outcome
    if outcome == "miss" and not net_hits:
        s.game.report.tell("miss", "note", who=s.attacker.name)


def target(s: Strike, doc: Data) -> None:
    """Whom it hits instead, and where."""
    if s.target is not s.aimed_at:
        doc["aimed_at"] = s.aimed_at.id
        s.game.report.tell("redirected", "note", who=s.aimed_at.name, other=s.target.name)
    if s.called:
        doc |= {"called": s.called.place, "location": s.called.place}


def roll_against(s: Strike, defense: Defense, doc: Data) -> tuple[int, str]:
    """The successes that are left, and the outcome if there are none (ST-034, ST-039)."""
    defense = pay_defense(s, defense)
    result = roll(s.game, s.name, s.attacker, attack_pool(s, defense, doc), block=s.block)
    if result.dramatic:
        s.game.note(s.attacker, "dramatic-failure")
        if s.game.house.choice("attack_botch", "lose_defense"):
            s.attacker.lose_defense("botch")
    left = answered(s, defense, result.hits)
    after_attack(s, defense)
    return left
