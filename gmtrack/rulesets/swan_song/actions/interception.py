"""SS-INT, R-INT: striking at those who move past, and slipping past."""

from gmtrack.rulesets.kit.words import find
from gmtrack.rulesets.swan_song.actions.common import Doing, doing_test
from gmtrack.rulesets.swan_song.attack.attack import begin, resolve_strike, roll_attack
from gmtrack.rulesets.swan_song.attack.attack_pool import whole_pool
from gmtrack.rulesets.swan_song.attack.check import check_hands
from gmtrack.rulesets.swan_song.attack.defense import chosen_defense
from gmtrack.rulesets.swan_song.attack.expect import strike_rolls
from gmtrack.rulesets.swan_song.attack.pay import pay_defense
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.attack.weapons import clubbed, weapon_named
from gmtrack.rulesets.swan_song.dice.pools import skill_parts
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.tables.firing import MODES
from gmtrack.rulesets.swan_song.turn.costs import cancel_extended, price_of
from gmtrack.rulesets.swan_song.turn.costs import pay as pay_price
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_interrupt


def intercept(doing: Doing) -> None:
    """SS-INT-02..06: one melee attack on somebody who has moved in the open phase."""
    doing.no_more_than(1)
    game, who = doing.game, doing.who
    if not doing.args:
        game.deny(WORDS.value, f"intercept whom? Type act {who.id} intercept WHO")
    mover = game.find(doing.args[0])
    check_interception(game, who, mover)
    weapon_id, weapon = ready_weapon(game, who)
    check_hands(game, who, weapon_id, weapon)
    strike = Strike(game, who, mover, weapon_id, weapon, MODES["single"], doing.told, doing.without)
    strike.defense = chosen_defense(game, strike, 0)
    doing.expect(strike_rolls(strike))
    price = price_of(game, "intercept", doing.told.value("ap", who.id))
    check_category(game, who, price)
    pay_price(game, who, price)
    cancel_extended(game, who, interrupt=True)
    pay_defense(strike)
    mover.passed = [*mover.passed, who.id]
    doing.body["targets"] = [mover.id]
    begin(strike, doing.body)
    pool = whole_pool([strike], doing.karma)
    hits = roll_attack(strike, pool, reroll=doing.karma.rerolls(who))
    resolve_strike(strike, hits, doing.body)
    doing.outcome = doing.body["outcome"]
    doing.body["intercepted"] = stopped(strike, doing)


def check_interception(game: Game, who: Fighter, mover: Fighter) -> None:
    """SS-INT-01, -06, R-INT-4"""
    if who.id == mover.id:
        game.deny(WORDS.value, f"{who.id} cannot intercept itself")
    check_interrupt(game, who)
    if who.surprised_of(mover.id):
        game.refuse("surprised", f"{who.id} is surprised by {mover.id} and cannot intercept")
    if who.prone:
        game.refuse("prone", f"{who.id} is prone and cannot intercept")
    if game.fight.running and (game.fight.active != mover.id or not mover.moved):
        game.refuse("intercept", f"{mover.id} has not moved in an open phase")
    if who.id in mover.passed:
        game.refuse("intercept", f"{mover.id} is past {who.id} in this movement already")


def ready_weapon(game: Game, who: Fighter) -> tuple[str, Weapon]:
    """SS-INT-03, R-INT-5: the melee weapon in hand, a firearm as a club, else fists."""
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
        game.deny("weapon", f"{chosen} is no melee weapon: nobody is intercepted with it")
    return chosen, weapon


def stopped(s: Strike, doing: Doing) -> bool:
    """SS-INT-05, R-INT-1, -2: damage of at least BOD after soak ends the movement."""
    damage = doing.body.get("damage") or {}
    dealt = int(damage.get("dealt", 0))
    body = s.target.attribute("body")
    enough = dealt > body if s.game.house.choice("intercept_damage", "exceeds") else dealt >= body
    if dealt and enough:
        s.target.intercepted = True
        s.game.report.tell("intercepted", "bad", who=s.target.name)
    return bool(dealt and enough)


def evade(doing: Doing) -> None:
    """SS-INT-07, R-INT-3: AGI + acrobatics (1) [PL]; each hit above the threshold passes one."""
    game, who = doing.game, doing.who
    if not doing.args:
        game.deny(WORDS.value, "evade-interception needs the opponents, in the order passed")
    foes = [find(game.draft.encounter, word, WORDS) for word in doing.args]
    doing.pay("evade_interception")
    base = skill_parts(game, who, "agility", "acrobatics")
    result = doing_test(doing, "evade", base, who.physical_limit, 1)
    passed = foes[: max(0, result.counted - 1)]
    who.passed = [*who.passed, *(foe for foe in passed if foe not in who.passed)]
    who.slipping = not who.moved
    doing.outcome = "success" if result.success else "failure"
    doing.body |= {"targets": foes, "passed": passed}
    doing.tell("evade", count=len(passed))
