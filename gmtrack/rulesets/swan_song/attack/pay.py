"""SS-ACT, SS-ATK-03: what an attack costs both sides."""

from collections.abc import Iterator

from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.actions import COSTS
from gmtrack.rulesets.swan_song.turn.costs import (
    Due,
    Price,
    cancel_extended,
    price_of,
    take,
    take_free,
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
    """SS-ACT-25..29: by the weapon's kind or its firing mode. Raises Refusal for a word `ap` that
    is no number."""
    key = s.mode.cost if s.weapon.kind == "ranged" else COST_BY_KIND[s.weapon.kind]
    return price_of(s.game, key, s.told.value("ap", s.attacker.id), s.weapon.ap_cost)


def attacker_dues(plan: Plan) -> list[Price]:
    """The action, and each Free Action after the first one of the pass (SS-ACT-08)."""
    over = len(plan.free) - (0 if plan.attacker.free_used else 1)
    extra = 0 if plan.waived else max(0, over)
    return plan.due + [price_of(plan.game, "extra_free")] * extra


def defense_dues(plan: Plan) -> Iterator[Due]:
    """SS-DEF-02..06, R-MULTI-6: each part is answered with its own Interrupt, but Full Defense
    lasts."""
    full = set()
    for s in plan.strikes:
        if begins_full(s) and s.target.id not in full:
            full.add(s.target.id)
            yield Due(s.target, price_of(s.game, "full_defense"))
        if s.defense.skill:
            yield Due(s.target, price_of(s.game, s.defense.skill))


def begins_full(s: Strike) -> bool:
    return s.defense.full and not s.target.full_defense


def pay(plan: Plan) -> None:
    """AP and Free Actions of both sides; the Attack Action of the phase is used."""
    game, who = plan.game, plan.attacker
    for price in plan.due:
        TAKEN.get(price.key, take_for_shots)(game, who, price)
    for key in plan.free:
        pay_free_part(plan, key)
    cancel_extended(game, who)
    use_attack(game, who)
    for strike in plan.strikes:
        pay_defense(strike)


def take_for_full_auto(game: Game, who: Fighter, price: Price) -> None:
    """SS-ACT-25, SS-ACT-26"""
    take(game, who, price)


def take_for_shots(game: Game, who: Fighter, price: Price) -> None:
    """SS-ACT-27"""
    take(game, who, price)


def take_for_long_bursts(game: Game, who: Fighter, price: Price) -> None:
    """SS-ACT-28"""
    take(game, who, price)


def take_for_blows(game: Game, who: Fighter, price: Price) -> None:
    """SS-ACT-29"""
    take(game, who, price)


def take_for_items(game: Game, who: Fighter, price: Price) -> None:
    """SS-ACT-30"""
    take(game, who, price)


TAKEN = {
    "fa_simple": take_for_full_auto,
    "fa_complex": take_for_full_auto,
    "sa_burst": take_for_long_bursts,
    "long_burst": take_for_long_bursts,
    "attack_melee": take_for_blows,
    "attack_unarmed": take_for_blows,
    "attack_biotic": take_for_blows,
    "use_item": take_for_items,
}
"""What takes the price of an attack; all others are shots and throws."""


def pay_free_part(plan: Plan, key: str) -> None:
    """SS-ACT-07, SS-ACT-21"""
    game, who = plan.game, plan.attacker
    told = game.fight.running and not (who.free_used or plan.waived)
    take_free(game, who, key, waived=plan.waived)
    if told:
        game.report.tell("free-used", who=who.name, what=COSTS[key].label)


def use_attack(game: Game, who: Fighter) -> None:
    """SS-ACT-05"""
    if game.fight.running:
        who.attack_used = True


def pay_defense(s: Strike) -> None:
    """The Interrupts that answer one part; an Extended Action is given up for them."""
    game, target = s.game, s.target
    begins = begins_full(s)
    if begins:
        begin_full_defense(game, target, price_of(game, "full_defense"))
    if s.defense.skill:
        take_for_interrupt(game, target, price_of(game, s.defense.skill))
    if (begins or s.defense.skill) and game.fight.running:
        cancel_extended(game, target, interrupt=True)


def begin_full_defense(game: Game, who: Fighter, price: Price) -> None:
    """SS-DEF-02, SS-ACT-34, R-ACT-10"""
    take(game, who, price)
    who.full_defense = True
    game.effect(who, "full-defense", until="round-end")


def take_for_interrupt(game: Game, who: Fighter, price: Price) -> None:
    """SS-ACT-33, R-ACT-14"""
    take(game, who, price)
