"""4.Z: one attack action, from its plan to the applied effects."""

from gmtrack.core.draft import net
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Report, change_to_json
from gmtrack.rulesets.swan_song.attack.at_barrier import destroy
from gmtrack.rulesets.swan_song.attack.attack_pool import split, whole_pool
from gmtrack.rulesets.swan_song.attack.check import check_attack
from gmtrack.rulesets.swan_song.attack.defense import compare, roll_defense
from gmtrack.rulesets.swan_song.attack.expect import possible_rolls
from gmtrack.rulesets.swan_song.attack.hit import apply_hit
from gmtrack.rulesets.swan_song.attack.pay import take_price
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.attack.read import read_plan
from gmtrack.rulesets.swan_song.dice.karma import FIGHT, Karma, only_roller
from gmtrack.rulesets.swan_song.dice.pools import Parts
from gmtrack.rulesets.swan_song.dice.rolls import roll_test
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.wounds.bleeding import bleedout_ticks
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import invoke_planned
from gmtrack.rulesets.swan_song.wounds.position import join_melee

USES = ("dice", "reroll", FIGHT)


def attack(game: Game, intent: Attack) -> Report:
    """One whole attack action (SS-ATK, SS-MULTI, SS-DEF-28). Raises Refusal; nothing has
    changed then."""
    plan = read_plan(game, intent)
    karma = Karma(game, USES, plan.attacker.id)
    only_roller(game, karma, plan.attacker.id)
    check_attack(plan)
    game.expect(possible_rolls(plan, karma))
    game.report.body["attacker"] = plan.attacker.id
    head(plan)
    take_price(plan)
    plan.attacker.engaged = True
    if plan.obstacle is not None:
        destroy(plan, karma)
    else:
        resolve(plan, karma)
    bleedout_ticks(game)
    invoke_planned(game, karma)
    return game.report


def head(plan: Plan) -> None:
    """Who attacks whom with what: the document's first keys, the story's first line."""
    game, first = plan.game, plan.strikes[0]
    if plan.obstacle is not None:
        tell_attack(first, plan.obstacle.id)
    elif len(plan.strikes) == 1:
        begin(first, game.report.body)
    else:
        names = dict.fromkeys(s.target.name for s in plan.strikes)
        weapons = dict.fromkeys(weapon_word(s) for s in plan.strikes)
        game.report.tell(
            "attack.area" if plan.area else "attack.multiple", "head",
            who=plan.attacker.name, target=", ".join(names), count=len(plan.strikes),
            weapon=" and ".join(weapons),
        )  # fmt: skip


def resolve(plan: Plan, karma: Karma) -> None:
    """All parts in order; one attack roll for an area attack, one for each part otherwise."""
    whole = whole_pool(plan.strikes, karma)
    reroll = karma.rerolls(plan.attacker)
    if len(plan.strikes) == 1:
        strike = plan.strikes[0]
        hits = roll_attack(strike, whole, reroll=reroll)
        resolve_strike(strike, hits, plan.game.report.body)
        return
    blocks: list[Data] = []
    body = plan.game.report.body
    shares = split(whole, 1 if plan.area else len(plan.strikes))
    body["rolls"] = []
    shared_hits = 0
    if plan.area:
        shared_hits = roll_attack(plan.strikes[0], tuple(shares[0]), reroll=reroll)
        body["rolls"] = [roll.to_json() for roll in plan.game.report.rolls]
    for index, strike in enumerate(plan.strikes):
        if blocks:
            aside = shared_hits if plan.area else None, plan.game.draft.get(("fight", "barriers"))
            plan.game.draft.pause(plan.attacker.id, blocks, *aside)
        block = Block(plan.game)
        begin(strike, block.doc)
        if not plan.area:
            shared_hits = roll_attack(strike, tuple(shares[index]), reroll=reroll)
        resolve_strike(strike, shared_hits, block.doc)
        blocks.append(block.finished())
    body["weapon"] = plan.strikes[0].weapon_id
    body["attacks"] = blocks


class Block:
    """One document of several: what its part rolled, brought about and changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.doc: Data = {}
        self._rolls = len(game.report.rolls)
        self._effects = len(game.report.effects)
        self._changes = len(game.draft.changes)

    def finished(self) -> Data:
        report = self.game.report
        changes = net(self.game.draft.changes[self._changes :])
        return {
            **self.doc,
            "rolls": [roll.to_json() for roll in report.rolls[self._rolls :]],
            "effects": report.effects[self._effects :],
            "changes": [change_to_json(change) for change in changes],
        }


def begin(s: Strike, doc: Data) -> None:
    """The head of a document and of its story."""
    doc |= {"attacker": s.attacker.id, "target": s.target.id, "weapon": s.weapon_id}
    if s.place:
        doc |= {"called": s.place.name, "location": s.place.name}
    tell_attack(s, s.target.name)


def tell_attack(s: Strike, target: str) -> None:
    s.game.report.tell(
        "attack.called" if s.place else "attack", "head",
        who=s.attacker.name, target=target, weapon=weapon_word(s),
        place=s.place.name if s.place else "",
    )  # fmt: skip


def weapon_word(s: Strike) -> str:
    return s.weapon.name or s.weapon_id


def roll_attack(s: Strike, parts: Parts, *, reroll: bool) -> int:
    """Step 5.1: counted hits."""
    name = s.roll_name("attack")
    result = roll_test(
        s.game, name, s.attacker.id, list(parts), s.limit(), reroll=reroll, using=weapon_word(s)
    )
    return result.counted


def resolve_strike(s: Strike, attack_hits: int, doc: Data, *, laid: bool = False) -> None:
    """Steps 5.2 to 5.9 of 4.Z; writes the outcome's keys into `doc`. `laid`: a blast that
    nobody aimed hits whom it catches with its base DV (R-ATK-9)."""
    defense_hits = roll_defense(s, doc)
    s.target.engaged = True
    if s.melee:
        join_melee(s.game, s.attacker, s.target)
    net_hits = attack_hits if defense_hits is None else attack_hits - defense_hits
    doc["outcome"] = "hit"
    doc["net_hits"] = net_hits
    outcome, why = ("hit", None) if laid else compare(s, attack_hits, defense_hits)
    s.game.report.tell(
        "net.laid" if laid else f"net.{outcome if why is None else why}",
        "head" if outcome == "hit" else "note",
        net=net_hits, attack=attack_hits, defense=attack_hits - net_hits, target=s.target.name,
    )  # fmt: skip
    if outcome == "hit":
        tie = defense_hits is not None and net_hits == 0
        outcome, why = apply_hit(s, net_hits, doc, tie=tie)
    doc["outcome"] = outcome
    if why:
        doc["why"] = why
    if outcome in ("hit", "graze") and s.weapon.contact_effect:
        doc["contact"] = s.weapon.contact_effect
        s.game.report.tell("contact", "note", text=s.weapon.contact_effect)
