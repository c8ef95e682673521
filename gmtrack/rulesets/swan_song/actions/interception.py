"""SS-INT, R-INT: striking at those who move past, and slipping past."""

from typing import TYPE_CHECKING

from gmtrack.rulesets.kit.blocks import within
from gmtrack.rulesets.swan_song.actions.common import ActionContext, doing_test
from gmtrack.rulesets.swan_song.attack.attack import (
    begin,
    document,
    roll_attack,
    tell_strike,
)
from gmtrack.rulesets.swan_song.attack.attack_pool import whole_pool
from gmtrack.rulesets.swan_song.attack.check import (
    affordable,
    attacker_trained,
    check,
    defenders_may,
    defenders_trained,
    karma_left,
    not_winded,
    weapons_ready,
)
from gmtrack.rulesets.swan_song.attack.defense import chosen_defense, typed_defenses
from gmtrack.rulesets.swan_song.attack.expect import rolls_of
from gmtrack.rulesets.swan_song.attack.hit import resolve
from gmtrack.rulesets.swan_song.attack.modifiers import (
    DICE_WORDS,
    SHOT_WORDS,
    SUBDUE_WORDS,
    read_dice,
)
from gmtrack.rulesets.swan_song.attack.pay import pay_defense
from gmtrack.rulesets.swan_song.attack.plan import TARGET_WORDS, Plan, Strike
from gmtrack.rulesets.swan_song.attack.read import check_cover_word
from gmtrack.rulesets.swan_song.attack.weapons import clubbed, weapon_named
from gmtrack.rulesets.swan_song.dice.penalties import SENSE_WORDS
from gmtrack.rulesets.swan_song.dice.pools import skill_parts
from gmtrack.rulesets.swan_song.dice.rolls import ROLLS, TestSpec
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.turn.costs import (
    AP_WORDS,
    cancel_extended,
    price_of,
    take,
)
from gmtrack.rulesets.swan_song.turn.legality import check_interrupt

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.attack.document import AttackDocument

STRIKE_WORDS = {word: text for word, text in DICE_WORDS.items() if word not in SHOT_WORDS}
STRIKE_WORDS |= TARGET_WORDS | SUBDUE_WORDS | SENSE_WORDS | AP_WORDS


def intercept(doing: ActionContext) -> None:
    """One melee attack on somebody who has moved in the open phase."""
    plan = read_interception(doing)
    check(plan, RULES)
    game, who, strike = plan.game, plan.attacker, plan.strikes[0]
    game.expect(rolls_of(strike))
    doing.body["targets"] = [strike.target.id]
    with within(game, begin(strike)) as block:
        take(game, who, plan.prices[0])
        cancel_extended(game, who, interrupt=True)
        pay_defense(strike)
        with game.draft.by("SS-INT-02, R-INT-4"):
            # Once per opponent and movement.
            strike.target.passed = [*strike.target.passed, who.id]
        plan.karma.pay(who)
        tell_strike(strike)
        hits = roll_attack(plan, strike, whole_pool(plan)).hits
        doc = document(block)
        resolve(strike, hits, doc)
        doc["intercepted"] = stopped(strike, doc)


def read_interception(doing: ActionContext) -> Plan:
    """The strike as worded. Raises Refusal for what does not exist or makes no sense."""
    doing.no_more_than(1)
    game, who = doing.game, doing.who
    if not doing.args:
        game.deny(WORDS.value, f"name whom to intercept: `act {who.id} intercept TARGET`")
    mover = game.find(doing.args[0])
    if who.id == mover.id:
        game.deny(WORDS.value, f"{who.id} cannot intercept themselves")
    strike = Strike(game, who, mover, *ready_weapon(game, who), doing.told, doing.without)
    check_cover_word(strike)
    strike.defense = chosen_defense(strike, typed_defenses(game, {mover.id}), 0)
    read_dice(strike)
    price = price_of(game, "intercept", doing.told.value("ap", who.id))
    return Plan(game, who, [strike], [price], doing.karma)


def may_intercept(plan: Plan) -> None:
    """Only somebody who moves now, once. Raises Refusal."""
    game, who, mover = plan.game, plan.attacker, plan.strikes[0].target
    check_interrupt(game, who, mover.id)
    if who.prone:
        game.refuse("prone", f"{who.id} is prone and cannot intercept")
    if game.fight.running and (game.fight.active != mover.id or not mover.moved):
        game.refuse("intercept", f"{mover.id} is not moving now: intercept right after their move")
    if who.id in mover.passed:
        game.refuse("intercept", f"{mover.id} is already past {who.id} in this movement")


RULES = (
    may_intercept,
    weapons_ready,
    defenders_may,
    not_winded,
    affordable,
    attacker_trained,
    karma_left,
    defenders_trained,
)


def ready_weapon(game: Game, who: Fighter) -> tuple[str, Weapon]:
    """The melee weapon in hand, a firearm as a club, else fists (R-INT-5)."""
    if game.options.weapon is not None:
        chosen = weapon_named(game, who, game.options.weapon)
    else:
        held = [w for w in who.held.values() if w in who.weapons()]
        firearms = [w for w in held if who.weapons()[w].kind == "ranged"]
        chosen = (who.melee_in_hand() or firearms or ["unarmed"])[0]
    weapon = who.weapons()[chosen]
    if weapon.kind == "ranged":
        return chosen, clubbed(game, chosen, weapon)
    if not weapon.is_melee:
        game.deny("weapon", f"{chosen} is not a melee weapon: choose one with --weapon")
    return chosen, weapon


def stopped(s: Strike, doc: "AttackDocument") -> bool:
    """Damage of at least BOD after soak ends the movement."""
    damage = doc.get("damage")
    dealt = damage["dealt"] if damage else 0
    body = s.target.attribute("body")
    enough = dealt > body if s.game.house.intercept_damage == "exceeds" else dealt >= body
    if dealt and enough:
        with s.game.draft.by("SS-INT-05, R-INT-1, R-INT-2"):
            s.target.intercepted = True
        s.game.report.tell("intercepted", "bad", who=s.target.name)
    return bool(dealt and enough)


def evade(doing: ActionContext) -> None:
    """AGI + acrobatics (1) [PL]; each hit above the threshold passes one."""
    game, who = doing.game, doing.who
    if not doing.args:
        line = f"`act {who.id} evade-interception TARGET...`"
        game.deny(WORDS.value, f"name the opponents, in the order passed: {line}")
    foes = [game.find(word).id for word in doing.args]
    doing.pay("evade_interception")
    base = skill_parts(game, who, "agility", "acrobatics", ROLLS["evade"])
    result = doing_test(doing, TestSpec("evade", who.id, base, who.physical_limit, 1))
    passed = foes[: max(0, result.counted - 1)]
    with game.draft.by(ROLLS["evade"]):
        who.passed = [*who.passed, *(foe for foe in passed if foe not in who.passed)]
        who.slipping = not who.moved
    doing.outcome = "success" if result.success else "failure"
    doing.body.update({"targets": foes, "passed": passed})
    doing.tell("slip", foes=passed or "nobody")
