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
    """By the weapon's kind or its firing mode. Raises Refusal for a word `ap` that is no number."""
    key = s.mode.cost if s.weapon.kind == "ranged" else COST_BY_KIND[s.weapon.kind]
    return price_of(s.game, key, s.told.value("ap", s.attacker.id), s.weapon.ap_cost)


def attacker_dues(plan: Plan) -> list[Price]:
    """The action, and each Free Action after the first one of the pass."""
    over = len(plan.free) - (0 if plan.attacker.free_used else 1)
    extra = 0 if plan.waived else max(0, over)
    return plan.due + [price_of(plan.game, "extra_free")] * extra


def defense_dues(plan: Plan) -> Iterator[Due]:
    """Each part is answered with its own Interrupt, but Full Defense lasts (R-MULTI-6)."""
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
        take(game, who, price)
    for key in plan.free:
        pay_free_part(plan, key)
    cancel_extended(game, who)
    if game.fight.running:
        with game.draft.by("SS-ACT-05"):
            who.attack_used = True
    for strike in plan.strikes:
        pay_defense(strike)


def pay_free_part(plan: Plan, key: str) -> None:
    game, who = plan.game, plan.attacker
    told = game.fight.running and not (who.free_used or plan.waived)
    take_free(game, who, key, waived=plan.waived)
    if told:
        game.report.tell("free-used", who=who.name, what=COSTS[key].label)


def pay_defense(s: Strike) -> None:
    """The Interrupts that answer one part; an Extended Action is given up for them."""
    game, target = s.game, s.target
    begins = begins_full(s)
    if begins:
        begin_full_defense(game, target, price_of(game, "full_defense"))
    if s.defense.skill:
        take(game, target, price_of(game, s.defense.skill))
    if (begins or s.defense.skill) and game.fight.running:
        cancel_extended(game, target, interrupt=True)


def begin_full_defense(game: Game, who: Fighter, price: Price) -> None:
    with game.draft.by("SS-DEF-02, SS-ACT-34, R-ACT-10"):
        take(game, who, price)
        who.full_defense = True
        game.effect(who, "full-defense", until="round-end")
