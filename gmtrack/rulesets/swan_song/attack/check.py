"""The checks of an attack, the only place that refuses one for a rule; its price for both sides,
and the rolls that it may come to."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from gmtrack.core.names import squash
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.swan_song.attack.hit import check_defense
from gmtrack.rulesets.swan_song.attack.modifiers import defense_skill
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.attack.read import hands_after_drawing
from gmtrack.rulesets.swan_song.dice import check_rank
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.tables import COSTS, Location
from gmtrack.rulesets.swan_song.turn.costs import (
    Due,
    Price,
    cancel_extended,
    check_ap,
    check_category,
    check_phase,
    check_status,
    price_of,
    take_ap,
    take_free,
)
from gmtrack.rulesets.swan_song.wounds.conditions import (
    set_held,
    use_up_one,
)


def defense_dues(plan: Plan) -> Iterator[Due]:
    """Yield what the targets owe for their Interrupts: one for each part, but Full Defense once
    (R-MULTI-6)."""
    full = set()
    for s in plan.strikes:
        begins = s.defense.full and not s.target.full_defense
        if begins and s.target.id not in full:
            full.add(s.target.id)
            yield Due(s.target, price_of(s.game, "full_defense"))
        if s.defense.skill:
            yield Due(s.target, price_of(s.game, s.defense.skill))


def pay_for_attack(plan: Plan) -> None:
    """Take the AP and Free Actions of both sides, and use up the attacker's Attack Action of the
    phase."""
    game, who = plan.game, plan.attacker
    for price in plan.due:
        take_ap(game, who, price)
    for key in plan.free:
        told = game.fight.running and not (who.free_used or plan.waived)
        take_free(game, who, key, waived=plan.waived)
        if told:
            game.report.tell("free-used", who=who.name, what=COSTS[key].label)
    cancel_extended(game, who)
    # A blast is one piece for everybody in it; several strikes are several pieces.
    thrown = [s.weapon_id for s in plan.strikes[: 1 if plan.area else None]]
    for weapon in thrown:
        use_up_one(game, who, weapon)
    if game.fight.running:
        with game.draft.by("SS-ACT-05"):
            who.attack_used = True
    for strike in plan.strikes:
        pay_defense(strike)


def pay_defense(s: Strike) -> None:
    """Take the price of the Interrupts that answer one part; the target gives up an Extended
    Action."""
    game, target = s.game, s.target
    begins = s.defense.full and not target.full_defense
    if begins:
        begin_full_defense(game, target, price_of(game, "full_defense"))
    if s.defense.skill:
        take_ap(game, target, price_of(game, s.defense.skill))
    if (begins or s.defense.skill) and game.fight.running:
        cancel_extended(game, target, interrupt=True)


def begin_full_defense(game: Game, who: Fighter, price: Price) -> None:
    """Take the price of Full Defense and begin it; it lasts until the round ends. Somebody who is
    down does not begin it, also if the GM forces it (R-DIE-10)."""
    with game.draft.by("SS-DEF-02, SS-ACT-34, R-ACT-10"):
        take_ap(game, who, price)
        if who.status != "up":
            return
        who.full_defense = True
        game.report_effect(who, "full-defense", until="round-end")


ROLLED: Mapping[str, str] = {
    "fatigued": "fatigue",
    "nauseous": "nausea",
    "buckled": "buckle",
    "knockdown": "knockdown",
}
"""Effects that are rolled for, each with the name of its roll."""


def roll_keys_of(s: Strike) -> list[Key]:
    """Return the keys of the rolls that one part may come to."""
    name, target = s.roll_name, s.target.id
    attack = (name("attack"), s.attacker.id)
    if s.barrier is not None:
        return [attack, (name("barrier"), s.barrier.id)]
    rolls = [attack, (name("defense"), target), (name("soak"), target)]
    if s.crossed is not None:
        rolls.append((name("barrier"), s.crossed.id))
    row = s.place.row if s.place else None
    if isinstance(row, Location):
        effects = [ROLLED[key] for key in row.effects if key in ROLLED]
        rolls += [
            (name(roll), target)
            for roll in (*(["stun"] if row.stun else []), *effects)
        ]
    return rolls


Rule = Callable[[Plan], None]


def check_defenses(plan: Plan) -> None:
    """Check each chosen Interrupt like an action of the defender's own (SS-ATK-03, ALL-OWN-07).
    Raises Refusal."""
    for s in plan.strikes:
        if s.defense.paid:
            check_defense(s)
            words = s.defense.answer_words()
            s.game.check_forbidden(
                s.target, *dict.fromkeys((*words, "+".join(words)))
            )


def check_own_phase(plan: Plan) -> None:
    """Raise Refusal unless the attacker is up, in their own phase, and has their Attack Action
    left.

    The kinds are `status`, `turn` and `attack-used`."""
    who = plan.attacker
    check_status(plan.game, who)
    check_phase(plan.game, who)
    if plan.game.fight.running and who.attack_used:
        plan.game.refuse(
            "attack-used", f"{who.name} has already attacked in this phase"
        )


def check_not_themselves(plan: Plan) -> None:
    """Raise Refusal `value` if the attacker is a target."""
    who = plan.attacker
    if any(s.barrier is None and s.target.id == who.id for s in plan.strikes):
        plan.game.deny("value", f"{who.name} cannot attack themselves")


def check_targets_alive(plan: Plan) -> None:
    """Raise Refusal `status` if a target is dead (R-DIE-9)."""
    aimed = {s.target.id: s.target for s in plan.strikes if s.barrier is None}
    plan.game.refuse_dead(
        "status", [who for who in aimed.values() if who.status == "dead"]
    )


def check_not_surprised(plan: Plan) -> None:
    """Raise Refusal `surprised` if the attacker is surprised by a target."""
    for s in plan.strikes:
        if s.attacker.surprised_of(s.target.id):
            names = f"{s.attacker.name} is surprised by {s.target.name}"
            plan.game.refuse("surprised", f"{names} and cannot attack them")


def check_weapons_ready(plan: Plan) -> None:
    """Raise Refusal `hands` if a weapon is not in hand, `effect` if its hand does not work
    (R-ACT-15, SS-EFF-08, SS-EFF-17).

    If the GM forces it, the weapon is drawn."""
    game, who = plan.game, plan.attacker
    used = {s.weapon_id for s in plan.strikes}
    for weapon in used:
        check_any_left(game, who, weapon)
    for s in plan.strikes:
        weapon = s.weapon_id
        if not who.weapons[weapon].needs_hand:
            continue
        if weapon not in who.held.values() and game.house.hands == "tracked":
            line = f"`act {who.id} ready-weapon {weapon}`"
            message = f"the {weapon} of {who.name} is not in hand: {line} first"
            if game.refuse_now("hands", message):
                set_held(game, who, hands_after_drawing(who, weapon, used))
        hands = [hand for hand, held in who.held.items() if held == weapon]
        usable = [hand for hand in hands if who.hand_usable(hand)]
        if hands and len(usable) < s.weapon.hands:
            why = f"{who.name} cannot use the {hands[0]} arm, which holds the {weapon}"
            game.refuse("effect", why)


def check_any_left(game: Game, who: Fighter, weapon: str) -> None:
    """Raise Refusal `weapon` if none is left of a weapon that is counted (R-ATK-11)."""
    if who.find_left(weapon) == 0:
        game.refuse(
            "weapon",
            f"{who.name} has no {weapon} left: `set {who.id} count.{weapon}=1` gives one",
        )


def check_not_winded(plan: Plan) -> None:
    """Raise Refusal `effect` if a winded attacker would act in a way that they cannot."""
    for price in plan.prices:
        check_category(plan.game, plan.attacker, price)


def check_charge(plan: Plan) -> None:
    """Raise Refusal if somebody said to charge is `prone` or has not run (`movement`) (R-MOV-8)."""
    who, told = plan.attacker, plan.strikes[0].told
    if not told.has_word("charge", who.id):
        return
    if who.prone:
        plan.game.refuse(
            "prone", f"{who.name} is prone: `act {who.id} stand-up` first"
        )
    if not (who.running or told.has_word("running", who.id)):
        plan.game.refuse(
            "movement", f"{who.name} has not run: `act {who.id} run` first"
        )


def check_single_shots(plan: Plan) -> None:
    """Raise Refusal `multiple` for Multiple Attacks with bursts or automatic fire (R-ACT-11)."""
    for s in plan.strikes if plan.multiple else ():
        if s.weapon.kind == "ranged" and s.mode.bullets > 1:
            mode = f"mode={squash(s.mode.key)}"
            why = f"Multiple Attacks are single shots: leave out {mode}, or attack once"
            plan.game.refuse("multiple", why)


def check_number_of_attacks(plan: Plan) -> None:
    """Raise Refusal `multiple` for more parts than half the skill, rounded up (SS-MULTI-04,
    R-MULTI-2, R-MULTI-5)."""
    if not plan.multiple:
        return
    who, count = plan.attacker, len(plan.strikes)
    most = max(
        1, ceil_div(min(who.skill(s.weapon.skill) for s in plan.strikes), 2)
    )
    if count > most:
        attacks = format_count(most, "attack")
        plan.game.refuse(
            "multiple",
            f"{who.name} can make {attacks} in one action, not {count}",
        )


def check_affordable(plan: Plan) -> None:
    """Raise Refusal `ap` if a side lacks the AP for all that it declares (SS-ACT-08, SS-ACT-10,
    SS-ACT-11, SS-ACT-14)."""
    over = len(plan.free) - (0 if plan.attacker.free_used else 1)
    extra = 0 if plan.waived else max(0, over)
    # The action, and each Free Action after the first one of the pass.
    prices = plan.due + [price_of(plan.game, "extra_free")] * extra
    # All of one declaration together.
    game, who = plan.game, plan.attacker
    total = sum(price.ap for price in prices)
    paid = [price for price in prices if price.ap]
    if game.fight.running and len(paid) > 1 and who.ap < total:
        words = " + ".join(f"{price.ap} {price.label}" for price in paid)
        game.refuse(
            "ap",
            f"{who.name} has {who.ap} AP left, this costs {total}: {words}",
        )
    dues = [Due(plan.attacker, price) for price in prices]
    check_ap(plan.game, [*dues, *defense_dues(plan)])


def check_attacker_rolls(plan: Plan) -> None:
    """Raise Refusal `status` if the house forbids the attacker to roll without a rank
    (R-TEST-6), `karma` if there is too little of it."""
    for s in plan.strikes:
        check_rank(plan.game, plan.attacker, s.skill)
    plan.karma.check(plan.attacker)


def check_defenders_trained(plan: Plan) -> None:
    """Raise Refusal `status` if the house forbids a defender to roll without a rank (R-TEST-6)."""
    for s in plan.strikes:
        skill = defense_skill(s)
        if skill and not (s.unaware or s.helpless):
            check_rank(plan.game, s.target, skill)


RULES: tuple[Rule, ...] = (
    check_defenses,
    check_own_phase,
    check_not_themselves,
    check_not_surprised,
    check_weapons_ready,
    check_not_winded,
    check_charge,
    check_single_shots,
    check_number_of_attacks,
    check_affordable,
    check_attacker_rolls,
    check_defenders_trained,
    check_targets_alive,
)


def check_attack(plan: Plan, rules: Iterable[Rule] = RULES) -> None:
    """Raise Refusal for the first of these `rules` that forbids the attack (by default all of
    them); nothing has changed then."""
    for rule in rules:
        rule(plan)
