"""Step 3 of 4.Z: what the attack costs both sides."""

from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.turn.costs import (
    Price,
    cancel_extended,
    check_sum,
    pay,
    pay_free,
    price_of,
)

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


def take_price(plan: Plan) -> None:
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
