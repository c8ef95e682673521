"""Steps 1 to 3 of 4.Z: is the attack legal, and what does it cost both sides?"""

from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.swan_song.attack.declare import Declared
from gmtrack.rulesets.swan_song.attack.strike import Strike
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.turn.costs import (
    Price,
    cancel_extended,
    check_sum,
    pay,
    pay_free,
    price_of,
)
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_phase, check_status

COST_BY_KIND = {
    "melee": "attack_melee",
    "unarmed": "attack_unarmed",
    "thrown": "throw",
    "rocket": "throw",
    "biotic": "attack_biotic",
    "explosive": "use_item",
}


def attack_price(s: Strike) -> Price:
    """8.2: what the attack costs, by the weapon's kind or its firing mode."""
    key = s.mode.cost if s.weapon.kind == "ranged" else COST_BY_KIND[s.weapon.kind]
    return price_of(s.game, key, s.told.value("ap", s.attacker.id), s.weapon.ap_cost)


def check_attack(plan: Declared) -> None:
    """Step 1 of 4.Z; raises Refusal, and nothing has changed."""
    game, who = plan.game, plan.attacker
    check_status(game, who)
    check_phase(game, who)
    if game.fight.running and who.attack_used:
        game.refuse("attack-used", f"{who.id} has used the Attack Action of this phase")
    for strike in plan.strikes:
        if plan.obstacle is None:
            check_target(strike)
        check_hands(game, who, strike.weapon_id, strike.weapon)
        check_category(game, who, attack_price(strike))
    if plan.multiple:
        check_count(plan)


def check_target(s: Strike) -> None:
    if s.target.id == s.attacker.id:
        s.game.deny("value", f"{s.attacker.id} cannot attack itself")
    if s.attacker.surprised_of(s.target.id):
        s.game.refuse(
            "surprised", f"{s.attacker.id} is surprised by {s.target.id} and cannot attack"
        )


def check_count(plan: Declared) -> None:
    """SS-MULTI-04, R-MULTI-2, -5: at most half the skill, rounded up."""
    ranks = [plan.attacker.skill(strike.weapon.skill) for strike in plan.strikes]
    most = max(1, ceil_div(min(ranks), 2))
    if len(plan.strikes) > most:
        plan.game.refuse(
            "multiple", f"{plan.attacker.id} can strike {most} times at once, not {len(ranks)}"
        )


def check_hands(game: Game, who: Fighter, weapon_id: str, weapon: Weapon) -> None:
    """R-ACT-15, SS-EFF-08, -17: the weapon is in a hand, and that hand works."""
    hands = [hand for hand, held in who.held.items() if held == weapon_id]
    kind = who.weapons()[weapon_id]
    if not kind.needs_hand:
        return
    if not hands and game.house.choice("hands", "tracked"):
        game.refuse(
            "hands",
            f"the {weapon_id} of {who.id} is not in hand: `act {who.id} ready-weapon {weapon_id}`",
        )
    usable = [hand for hand in hands if who.hand_usable(hand)]
    if hands and len(usable) < weapon.hands:
        game.refuse("effect", f"{who.id} cannot use the {hands[0]} arm that holds {weapon_id}")


def take_price(plan: Declared) -> None:
    """Step 3 of 4.Z: AP and Free Actions of both sides. Raises Refusal (`ap`)."""
    game, who = plan.game, plan.attacker
    prices = [attack_price(strike) for strike in plan.strikes]
    dearest = max(prices, key=lambda price: price.ap)
    called = [s for s in plan.strikes if s.place is not None]
    each = plan.multiple and game.house.choice("multi_ap", "per_attack")
    waived = plan.strikes[0].without.has("extra-free", who.id)
    free = ["multiple_attacks"] * plan.multiple
    free += ["call_shot"] * (min(1, len(called)) if plan.area else len(called))
    due = prices if each else [dearest]
    extra = 0 if waived else max(0, len(free) - (0 if who.free_used else 1))
    check_sum(game, who, due + [price_of(game, "extra_free")] * extra)
    for price in due:
        pay(game, who, price)
    for key in free:
        pay_free(game, who, key, waived=waived)
    cancel_extended(game, who)
    if game.fight.running:
        who.attack_used = True
    if plan.obstacle is None:
        for strike in plan.strikes:
            pay_defense(strike)


def pay_defense(s: Strike) -> None:
    """SS-DEF-02..06, R-MULTI-6: each part is answered with its own Interrupt."""
    game, target = s.game, s.target
    paid_full = s.defense.full and not target.full_defense
    if paid_full:
        pay(game, target, price_of(game, "full_defense"))
        target.full_defense = True
        game.effect(target, "full-defense", until="round-end")
    if s.defense.skill:
        pay(game, target, price_of(game, s.defense.skill))
    if (paid_full or s.defense.skill) and game.fight.running:
        cancel_extended(game, target, interrupt=True)
